"""From a model's raw words to a reply: what is left out, what is mended, what must survive."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.analysis.sample import raw, reply
from wiki_builder.analysis.backslashes import legal, restored, spelled_out
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.reply import PaperReply

RECORDINGS = Path(__file__).parents[1] / "recordings" / "replies"
TAB, FEED, BELL = "\t", "\f", "\b"


def parsed(text: str) -> PaperReply:
    outcome = parse(text)
    assert isinstance(outcome, PaperReply), outcome
    return outcome


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "\ufeff  {}\n",
        '<think>Let {{x}} be the {{method}}. He said "no</think>\n{}',
        "<thinking>first</thinking>```json\n{}\n```",
        "reasoning without an opening tag </think>{}",
        "<think>never closed, and then {}",
        "Here is the JSON:\n```json\n{}\n```\nI hope it helps.",
        '{{"draft": 1}}\nOn second thought:\n{}',
        '{{"paper": {}}}',
        "[{}]",
    ],
)
def test_what_stands_around_the_answer_is_left_out(around: str) -> None:
    """Thinking, fences, prose, drafts and wrappers around the answer do not cost a re-ask."""
    assert (
        parsed(around.format(raw())).summary.en == "StepCredit succeeds in 81.2% of the episodes."
    )


def test_the_last_whole_answer_counts() -> None:
    """A model that writes a draft and then the answer is taken at its last word."""
    assert parsed(raw(importance=3) + "\n\nBetter:\n" + raw(importance=7)).importance == 7


@pytest.mark.parametrize("thinking", ["", "<think>so {x}</think>", "hm </think>\n"])
@pytest.mark.parametrize("broken", [False, True])
def test_tags_that_belong_to_the_paper_survive(thinking: str, broken: bool) -> None:
    """A paper about <think> tags keeps them,
    with thinking before the answer and with broken JSON.
    """
    said = "It puts <think> and </think> around the trace, then <answer>{x}</answer>."
    text = thinking + raw(limitations__0__text__en=said)
    assert parsed(text[:-1] if broken else text).limitations[0].text.en == said


@pytest.mark.parametrize(
    "said",
    [
        r"$D_{\varphi}(\theta,\hat\theta)$ and $\nabla\varphi$",
        r"$d = \frac{p^n-1}{3}$, $p \equiv 1 \pmod{3}$, $\not\equiv$",
        r"a path C:\temp\new, a pattern \d+ and \w",
        "1) one\n2) two\n   - three",
        "a <think> block, <cot> and \\n as text",
    ],
)
def test_backslashes_and_new_lines_that_are_well_escaped_survive(said: str) -> None:
    """What a model escapes as JSON asks comes through to the character."""
    assert parsed(raw(method__overview__en=said)).method.overview.en == said


@pytest.mark.parametrize(
    "written, meant",
    [
        (r"\textit{x} and \times 3", r"\textit{x} and \times 3"),
        (r"$\frac{a}{b}$, $\beta$, \rho", r"$\frac{a}{b}$, $\beta$, \rho"),
        (r"\nabla f, $\nu$, $a \neq b$, $a \ne b$", r"\nabla f, $\nu$, $a \neq b$, $a \ne b$"),
        (
            r"\sum_i \alpha_i \{x\} 5\% \underline{x} \upsilon",
            r"\sum_i \alpha_i \{x\} 5\% \underline{x} \upsilon",
        ),
        (
            r"one\ntwo\ne.g. three\nu-net\n\nnot a command",
            "one\ntwo\ne.g. three\nu-net\n\nnot a command",
        ),
        (r"a\tb, caf\u00e9 and \"quoted\" \/", 'a\tb, café and "quoted" /'),
    ],
)
def test_latex_that_is_not_escaped_comes_back(written: str, meant: str) -> None:
    """JSON's control characters are read as LaTeX where a command comes of them,
    and as themselves elsewhere.
    """
    text = raw(method__overview__en="HERE").replace("HERE", written)
    assert parsed(text).method.overview.en == meant


def test_what_other_tools_stored_is_recovered() -> None:
    """TAB + extit, form feed + rac and backspace + eta are mended wherever they come from."""
    assert (
        restored(f"提出{TAB}extit{{CoF}}，{FEED}rac{{1}}{{2}}，{BELL}eta")
        == r"提出\textit{CoF}，\frac{1}{2}，\beta"
    )


def test_chinese_spelled_as_escapes_is_read() -> None:
    """A model that escapes its Chinese twice is understood; a single escape may be meant."""
    doubled = json.dumps(reply()).replace("\\u", "\\\\u")
    assert parsed(doubled).summary.zh == "StepCredit 在 81.2% 的回合中成功。"
    assert spelled_out(r"the escape \u8fd9 itself") == r"the escape \u8fd9 itself"


def test_legal_leaves_legal_json_alone() -> None:
    """Doubling illegal backslashes changes nothing in JSON that has none."""
    text = json.dumps(['\\sum \t \n \\\\ / \u8fd9 "x"'])
    assert legal(text) == text


@pytest.mark.parametrize(
    "mend",
    [
        lambda text: text[:-1],
        lambda text: text.replace("}]", "},]"),
        lambda text: text.replace("needs a simulator", 'needs a "simulator"'),
        lambda text: repr(json.loads(text)),
        lambda text: text.replace(": ", ":\n"),
        lambda text: json.dumps(text),
    ],
)
def test_json_that_does_not_parse_is_repaired(mend: object) -> None:
    """A missing brace, a spare comma, a bare quotation mark, Python's quotes:
    no reason to pay twice.
    """
    assert callable(mend)
    assert parsed(mend(raw())).kind == "method"


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.8, 0.95])
def test_what_is_cut_off_is_not_mended(share: float) -> None:
    """A reply without its end is never taken for a whole one, and the re-ask says so."""
    text = raw()
    outcome = parse(text[: int(len(text) * share)].rstrip("}] "))
    assert isinstance(outcome, Unusable)
    assert "cut off" in outcome.errors[0]


@pytest.mark.parametrize(
    "text, error",
    [
        ("", "The reply is empty."),
        ("I read the paper with pleasure.", "There is no JSON object in the reply."),
        ("<think>hm", "There is no JSON object in the reply."),
        (raw(importance=11), "importance: must be 10 or less"),
        (
            raw(kind="essay"),
            (
                "kind: must be one of 'method', 'benchmark', 'survey', 'position', 'theory' or"
                " 'system'"
            ),
        ),
        (raw(results__0__row={"metric": "F1"}), "results.0.row.value: is missing"),
        (raw(contributions=[]), "contributions: has 0 items; the least is 1"),
        (raw(summary__zh="  "), "summary.zh: is empty"),
        (raw(method="two stages"), "method: must be an object"),
        (
            raw(links=[{"kind": "code", "url": "soon"}]),
            "links.0.url: must be an address that starts with http:// or https://",
        ),
    ],
)
def test_errors_are_lines_that_a_model_can_act_on(text: str, error: str) -> None:
    """Each error names the place and says in a few words what is wrong there."""
    assert parse(text) == Unusable((error,))


def test_many_errors_are_cut_to_a_readable_number() -> None:
    """A reply that is wrong throughout does not fill the re-ask."""
    outcome = parse(raw(concepts=[{}] * 10))
    assert isinstance(outcome, Unusable)
    assert len(outcome.errors) == 21
    assert outcome.errors[-1] == "and 20 more of this kind"


def test_fields_that_the_schema_lacks_are_dropped() -> None:
    """A field too many loses nothing and is no reason to ask again."""
    value = reply(headline={"en": "A b", "zh": "甲", "de": "Ä"})
    assert parsed(json.dumps(value | {"note": 1})).headline.zh == "甲"


def test_rows_that_say_nothing_are_emptied() -> None:
    """ "N/A" in an optional cell of a result is nothing, and a row without a value is no row."""
    assert parsed(raw(results__0__row__baseline="N/A")).results[0].row.baseline is None  # type: ignore[union-attr]
    assert parsed(raw(results__0__row__value="not reported")).results[0].row is None


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDINGS.glob("*.jsonl")))
def test_malformed_json_of_other_projects_never_passes_and_never_raises(name: str) -> None:
    """Every recorded input is unusable with a reason, since none of it is about a paper."""
    for line in (RECORDINGS / name).read_text(encoding="utf-8").splitlines():
        outcome = parse(json.loads(line)["input"])
        assert isinstance(outcome, Unusable)
        assert outcome.errors
