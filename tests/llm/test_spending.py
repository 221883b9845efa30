"""The ledger: a call counts when it is paid for, once,
whatever becomes of its reply or of the run.
"""

from __future__ import annotations

import subprocess
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.sample import TEXT, raw, request
from tests.llm.conftest import Time
from tests.loopback.model import Fault, ModelServer, Move, Raw, Say
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.settings import Model, Prices
from wiki_builder.llm.ask import Answers, Question
from wiki_builder.llm.engine import Reply
from wiki_builder.llm.litellm import LiteLLMEngine
from wiki_builder.llm.spending import (
    Ledger,
    Spent,
    total,
    unreadable,
)
from wiki_builder.llm.usage import Usage, believed
from wiki_builder.stages.analyse import judge_paper

DAY = date(2026, 5, 5)
NAME = "openai/stub"
PRICE = Prices(input=1.0, output=2.0)
_TEXTS = st.text(max_size=20)


def spent(id_: str, cost: float | None = 0.5, currency: str = "USD") -> Spent:
    return Spent(id_, "2026-05-05", "paper", "arxiv:2605.00001", NAME, 100, 10, cost, currency)


def book(
    ledger: Ledger, cost: float | None = 0.5, day: str = "2026-05-05", currency: str = "USD"
) -> Spent:
    return ledger.book(day, "paper", "arxiv:2605.00001", NAME, (100, 10), cost, currency, "stated")


# --- The file ----------------------------------------------------------------


def test_a_month_is_added_up(tmp_path: Path) -> None:
    """What is booked stands in its month's file, and counts there in its own currency alone."""
    ledger = Ledger(tmp_path)
    for cost, day, currency in (
        (0.5, "2026-05-05", "USD"),
        (0.25, "2026-05-31", "USD"),
        (1, "2026-06-01", "USD"),
    ):
        book(ledger, cost, day, currency)
    book(ledger, 7.0, currency="CNY")
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["2026-05.tsv", "2026-06.tsv"]
    month = total(Ledger(tmp_path).month(date(2026, 5, 31)), "USD")
    assert (month.calls, month.cost, month.unknown) == (3, 0.75, 1)
    assert total(Ledger(tmp_path).month(date(2026, 7, 1)), "USD").calls == 0


@given(
    st.lists(
        st.builds(
            Spent,
            id=st.uuids().map(lambda id_: id_.hex[:12]),
            day=st.dates(date(2026, 5, 1), date(2026, 5, 31)).map(str),
            task=_TEXTS,
            subject=_TEXTS,
            model=_TEXTS,
            input_tokens=st.integers(0, 10**9),
            output_tokens=st.integers(0, 10**9),
            cost=st.none() | st.floats(0, 1e6).map(lambda cost: round(cost, 8)),
            currency=st.sampled_from(["USD", "CNY"]),
            how=st.sampled_from(["stated", "estimated", "at most"]),
        )
    )
)
def test_whatever_is_booked_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, lines: list[Spent]
) -> None:
    """No name, however odd, takes a line or an amount with it."""
    folder = tmp_path_factory.mktemp("spending")
    ids = iter([line.id for line in lines])
    ledger = Ledger(folder, lambda: next(ids))
    for line in lines:
        tokens = (line.input_tokens, line.output_tokens)
        ledger.book(
            line.day,
            line.task,
            line.subject,
            line.model,
            tokens,
            line.cost,
            line.currency,
            line.how,
        )
    read = Ledger(folder).month(DAY)
    assert [(one.id, one.day, one.input_tokens, one.how) for one in read] == [
        (one.id, one.day, one.input_tokens, one.how) for one in lines
    ]
    assert total(read, "USD").cost == pytest.approx(total(lines, "USD").cost)
    assert not list(unreadable(folder))


def test_two_branches_that_both_spent_count_both_and_nothing_twice(tmp_path: Path) -> None:
    """After git merged two machines' months line by line, what both began with counts once,
    and all else too.
    """
    attributes = Path("wiki_builder/scaffold/files/gitattributes").read_text("utf-8")
    (tmp_path / ".gitattributes").write_text(attributes, encoding="utf-8")
    file = tmp_path / "data" / "spending" / "2026-05.tsv"

    def git(*args: str) -> None:
        who = (
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@example.org",
            "-c",
            "init.defaultBranch=main",
        )
        subprocess.run(["git", "-C", str(tmp_path), *who, *args], check=True, capture_output=True)

    def committed(cost: float) -> None:
        book(Ledger(file.parent), cost)
        git("add", ".")
        git("commit", "-qm", "spent")

    git("init", "-q")
    committed(1.0)
    git("branch", "other")
    committed(2.0)
    git("checkout", "-q", "other")
    committed(4.0)
    git("merge", "-q", "-m", "both", "main")
    assert total(Ledger(file.parent).month(DAY), "USD").cost == 7.0
    file.write_text(file.read_text("utf-8") * 2, encoding="utf-8")
    assert total(Ledger(file.parent).month(DAY), "USD").cost == 7.0


@pytest.mark.parametrize(
    "broken",
    ["", "abc", "x" + "\t" * 9, "x\t2026-05-05\tp\ts\tm\t1\t2\t-3\tUSD\tstated", "<<<<<<< HEAD"],
)
def test_a_broken_line_harms_no_other(tmp_path: Path, broken: str) -> None:
    """A line that a power failure cut is passed over and named,
    and the next one begins on its own line.
    """
    book(Ledger(tmp_path), 1.0)
    with (tmp_path / "2026-05.tsv").open("a", encoding="utf-8") as file:
        file.write(broken)
    book(Ledger(tmp_path), 2.0)
    assert total(Ledger(tmp_path).month(DAY), "USD").cost == 3.0
    assert [line for _, line in unreadable(tmp_path)] == ([2] if broken else [])


# --- What is booked ------------------------------------------------------------


def engine(server: ModelServer, ledger: Ledger, **changes: Any) -> LiteLLMEngine:
    time = Time()
    known: dict[str, Any] = {
        "engine": "litellm",
        "model": NAME,
        "base_url": server.url,
        "prices": PRICE,
    }
    settings = Model(**(known | changes))
    return LiteLLMEngine(
        settings,
        date="2026-05-05",
        ledger=ledger,
        environ={},
        clock=time.clock,
        sleep=time.sleep,
        jitter=lambda: 0.5,
    )


def test_a_line_stands_before_the_reply_does(server: ModelServer, tmp_path: Path) -> None:
    """When the reply is given out, what it cost is in the file."""
    for _, answer in engine(server, Ledger(tmp_path)).ask(
        request(number) for number in range(1, 4)
    ):
        assert isinstance(answer, Reply)
        assert answer.subject in (tmp_path / "2026-05.tsv").read_text("utf-8")


@pytest.mark.parametrize(
    "move, tokens",
    [
        (Say("", finish="content_filter", input_tokens=1_000, output_tokens=5), (1_000, 5)),
        (Say(None, refusal="No.", input_tokens=1_000, output_tokens=5), (1_000, 5)),
        (Say("no JSON at all", input_tokens=1_000, output_tokens=5), (1_000, 5)),
        (
            Raw(b'{"choices": [], "usage": {"prompt_tokens": 1000, "completion_tokens": 5}}'),
            (1_000, 5),
        ),
    ],
)
def test_what_cannot_be_used_is_paid_all_the_same(
    server: ModelServer, tmp_path: Path, move: Move, tokens: tuple[int, int]
) -> None:
    """Refused, empty, unusable and shapeless replies, and the re-asks after them,
    stand in the ledger as they cost.
    """
    server.answer = lambda body: move
    question = Question(request(1), lambda text: judge_paper(text, text=TEXT))
    list(Answers(engine(server, ledger := Ledger(tmp_path / "spending")), [question], tmp_path))
    assert [(one.input_tokens, one.output_tokens) for one in ledger.run] == [tokens] * server.calls
    assert total(ledger.month(DAY), "USD").cost == pytest.approx(
        server.calls * (1_000 + 2 * 5) / 1e6
    )


def test_a_run_that_ends_in_an_error_has_spent_what_it_spent(
    server: ModelServer, tmp_path: Path
) -> None:
    """What was paid before the key was refused is counted."""
    server.answer = lambda body: (
        Fault(status=401) if "StepCredit 3" in str(body) else Say(raw(), input_tokens=1_000)
    )
    ledger = Ledger(tmp_path)
    with pytest.raises(UpstreamError):
        list(engine(server, ledger, concurrency=1).ask(request(number) for number in range(1, 9)))
    assert total(ledger.month(DAY), "USD").calls == server.calls - 1 >= 2


@pytest.mark.parametrize(
    "usage",
    [
        "null",
        "{}",
        '{"prompt_tokens": 0, "completion_tokens": 0}',
        '{"prompt_tokens": -5, "completion_tokens": -5}',
        '{"prompt_tokens": 1000000000, "completion_tokens": 500}',
        '{"prompt_tokens": 1000, "completion_tokens": 1000000000}',
        '{"prompt_tokens": 1e300, "completion_tokens": 1e300}',
        '{"prompt_tokens": true, "completion_tokens": false}',
    ],
)
def test_a_count_that_cannot_be_true_is_replaced_by_our_own(
    server: ModelServer, tmp_path: Path, usage: str
) -> None:
    """Missing, negative and absurd counts cost what was sent and received at most,
    marked as estimated.
    """
    body = raw().replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    said = (
        f'{{"choices": [{{"message": {{"role": "assistant", "content": "{body}"}}, "finish_reason":'
        ' "stop"}]'
    )
    server.answer = lambda asked: Raw(f'{said}, "usage": {usage}}}'.encode())
    live = engine(server, ledger := Ledger(tmp_path), budget_per_run=1.0)
    ((_, answer),) = live.ask([request(1)])
    assert isinstance(answer, Reply)
    (one,) = ledger.month(DAY)
    held = live.models[0].most_cost(request(1), live.settings)
    assert one.how == "estimated"
    assert 0 < (one.cost or 0) <= (held or 0)
    assert answer.cost is None  # a page states no cost that nobody stated


@given(
    st.integers(-(10**12), 10**12),
    st.integers(-(10**12), 10**12),
    st.integers(-(10**9), 10**9),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
)
def test_what_is_believed_is_bounded(
    asked: int, answered: int, cached: int, sent: int, received: int
) -> None:
    """Whatever is stated, the count is no less than nothing and no more than a few times what
    went over the wire.
    """
    usage = believed(Usage(asked, answered, cached), sent, received, 8_000)
    assert 0 < usage.input <= 2 * sent + 5_000
    assert 0 <= usage.output <= max(32_000, 2 * received + 100)
    assert 0 <= max(0, usage.cached) <= usage.input


def test_an_unknown_price_is_unknown(server: ModelServer, tmp_path: Path) -> None:
    """Without a price the tokens are counted, and the cost is not called nothing."""
    list(engine(server, ledger := Ledger(tmp_path), prices=None).ask([request(1)]))
    month = total(ledger.month(DAY), "USD")
    assert (month.calls, month.known_cost, month.input_tokens) == (1, None, 1_000)
    assert "unknown" in month.words()
    assert "0.0000" not in month.words()


def test_eight_at_once_never_pass_the_budget(server: ModelServer, tmp_path: Path) -> None:
    """Good, refused, unusable and shapeless replies side by side:
    the server's own count stays within the budget.
    """
    kinds = count()
    server.answer = lambda body: (
        Say(raw(), input_tokens=3_000, output_tokens=2_000, delay=0.01),
        Say("nothing", input_tokens=3_000, output_tokens=8_000),
        Say("", finish="content_filter", input_tokens=3_000, output_tokens=1),
        Raw(b'{"choices": [], "usage": {"prompt_tokens": 3000, "completion_tokens": 8000}}'),
    )[next(kinds) % 4]
    limit = 0.2
    live = engine(server, ledger := Ledger(tmp_path), budget_per_run=limit, concurrency=8)
    questions = [
        Question(request(number), lambda text: judge_paper(text, text=TEXT))
        for number in range(1, 60)
    ]
    list(Answers(live, questions, tmp_path))
    month = total(ledger.month(DAY), "USD")
    assert month.calls == server.calls
    assert limit / 2 < month.cost == pytest.approx(live.budget.spent)
    assert live.budget.spent <= limit
