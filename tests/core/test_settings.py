"""Settings: what ``wiki.toml`` may hold, and what is said about what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from wiki_builder.core import settings as config
from wiki_builder.core.categories import category
from wiki_builder.core.errors import FormatError, SettingsError, UsageError
from wiki_builder.core.settings import Settings, find_wiki, load_settings
from wiki_builder.llm.presets import PRESETS
from wiki_builder.sources.addresses import Addresses


def written(folder: Path, text: str) -> Path:
    path = folder / "wiki.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load_settings(written(folder, text))
    return [line.strip() for line in caught.value.what.splitlines()[1:]]


def test_one_line_is_a_wiki(tmp_path: Path) -> None:
    """Everything has a default except the format."""
    settings = load_settings(written(tmp_path, "format = 2\n"))
    assert settings.sources.arxiv.categories == ("cs.CL", "cs.AI")
    assert settings.interests.papers_per_day == 30
    assert settings.model.engine == "none"


def test_every_problem_is_reported_at_once_with_its_line(tmp_path: Path) -> None:
    """A person mends the file once, not once a mistake."""
    text = """format = 2
[wiki]
titel = "x"
[sources.arxiv]
categories = [
  "cs.cl",
]
interval = 1
[model]
engine = "litelm"
temperature = true
"""
    found = problems(tmp_path, text)
    assert [line.split(":")[0] for line in found] == [
        "line 3",
        "line 5",
        "line 8",
        "line 10",
        "line 11",
    ]
    assert "the nearest key is title" in found[0]
    assert 'did you mean "cs.CL"?' in found[1]
    assert "at least 3" in found[2]
    assert '"litellm"' in found[3]


def test_a_key_in_the_wrong_table_is_told_its_table(tmp_path: Path) -> None:
    """``papers_per_day`` under ``[wiki]`` is a slip of place, not of spelling."""
    assert problems(tmp_path, "format = 2\n[wiki]\npapers_per_day = 3\n") == [
        "line 3: [wiki] papers_per_day is unknown; it belongs to [interests] papers_per_day"
    ]


@pytest.mark.parametrize("key", ["api_key", "key", "token", "DEEPSEEK_API_KEY"])
def test_a_secret_in_the_file_names_its_variable(tmp_path: Path, key: str) -> None:
    """A key in a committed file is refused, and the report does not repeat it."""
    (problem,) = problems(tmp_path, f'format = 2\n[model]\npreset = "deepseek"\n{key} = "sk-123"\n')
    assert "DEEPSEEK_API_KEY" in problem
    assert "sk-123" not in problem


def test_a_password_in_an_address_is_refused(tmp_path: Path) -> None:
    """wiki.toml is committed, so an address in it holds no password."""
    (problem,) = problems(tmp_path, 'format = 2\n[model]\nproxy = "http://me:secret@proxy:1"\n')
    assert "HTTPS_PROXY" in problem


def test_another_format_is_refused_before_anything_else(tmp_path: Path) -> None:
    """A wiki of the future is not half understood."""
    with pytest.raises(FormatError, match="this wiki has format 3; this wiki-builder knows 2"):
        load_settings(written(tmp_path, "format = 3\n[new]\nx = 1\n"))


@pytest.mark.parametrize(
    ("number", "next_"),
    [
        (3, "Install a newer wiki-builder"),
        (0, "There never was such a form"),
        (1, "was never released"),
    ],
)
def test_no_error_sends_to_a_command_that_does_nothing(
    tmp_path: Path, number: int, next_: str
) -> None:
    """A newer format asks for a newer program, one that never was says so;
    none speaks of ``upgrade``.
    """
    with pytest.raises(FormatError, match=next_) as raised:
        load_settings(written(tmp_path, f"format = {number}\n"))
    assert "upgrade" not in str(raised.value)


def test_a_missing_format_is_a_problem(tmp_path: Path) -> None:
    """Without a format nobody can tell which rules hold."""
    assert problems(tmp_path, "[wiki]\n") == [
        "format is missing; expected format = 2, as the first line"
    ]


@pytest.mark.parametrize(
    "text, line", [("format = 2\n[wiki\n", "line 2"), ('format = 2\nx = "\n', "line 2")]
)
def test_what_is_no_toml_is_named_with_its_line(tmp_path: Path, text: str, line: str) -> None:
    """A slip of the pen is reported like any other problem."""
    (problem,) = problems(tmp_path, text)
    assert problem.startswith(f"{line}: this is not TOML")


def test_other_encodings_are_named_with_their_line(tmp_path: Path) -> None:
    """A file saved as GBK is no traceback."""
    path = tmp_path / "wiki.toml"
    path.write_bytes("format = 2\n# 中文\n".encode("gbk"))
    with pytest.raises(SettingsError, match="line 2: this is not UTF-8"):
        load_settings(path)


def test_windows_line_ends_and_a_byte_order_mark_are_fine(tmp_path: Path) -> None:
    """Notepad's files are read."""
    path = tmp_path / "wiki.toml"
    path.write_bytes(b"\xef\xbb\xbfformat = 2\r\n[wiki]\r\ntitle = 'x'\r\n")
    assert load_settings(path).wiki.title == "x"


def test_a_short_interval_needs_loopback(tmp_path: Path) -> None:
    """arXiv's three seconds cannot be undercut by a setting; a test server's can."""
    places = {"feed_url": "{categories}", "api_url": "", "html_url": "{id}", "pdf_url": "{id}"}
    places |= {"list_url": "{category}", "catchup_url": "{category}/{date}", "oai_url": ""}
    ours = "\n".join(f'{key} = "http://127.0.0.1:9/{place}"' for key, place in places.items())
    assert (
        load_settings(
            written(tmp_path, f"format = 2\n[sources.arxiv]\ninterval = 0\n{ours}\n")
        ).sources.arxiv.interval
        == 0
    )
    assert problems(tmp_path, "format = 2\n[sources.arxiv]\ninterval = 0\n")


def test_an_address_keeps_its_place_for_the_id(tmp_path: Path) -> None:
    """A mirror's address without ``{id}`` would fetch one page for all papers."""
    (problem,) = problems(
        tmp_path, 'format = 2\n[sources.arxiv]\nhtml_url = "https://mirror.example/html"\n'
    )
    assert "{id}" in problem


def test_a_model_is_needed_to_ask_one(tmp_path: Path) -> None:
    """``engine = "litellm"`` alone is noticed here, not at the first paper."""
    (problem,) = problems(tmp_path, 'format = 2\n[model]\nengine = "litellm"\n')
    assert "set preset or model" in problem


def test_lines_are_found_behind_strings_and_lists_of_many_lines(tmp_path: Path) -> None:
    """What looks like a key inside a text is not taken for one."""
    text = (
        'format = 2\n[wiki]\ntitle = """\ntagline = 3\n"""\n[interests]\nkeywords = [\n "a = 1", #'
        " ]\n]\nfoo = 1\n"
    )
    (problem,) = problems(tmp_path, text)
    assert problem.startswith("line 10: [interests] foo is unknown")


def test_settings_are_frozen(tmp_path: Path) -> None:
    """No stage can change what another one reads."""
    settings = load_settings(written(tmp_path, "format = 2\n"))
    with pytest.raises(ValidationError):
        setattr(settings.wiki, "title", "x")  # noqa: B010  # past the type checker, which refuses it too


def test_a_folder_without_a_wiki_says_what_to_do(tmp_path: Path) -> None:
    """The first command of a newcomer in the wrong folder helps them on."""
    with pytest.raises(UsageError, match="wiki-builder init"):
        find_wiki(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "cs.CL",
        "math.GT",
        "cond-mat.mes-hall",
        "physics.acc-ph",
        "q-bio.BM",
        "hep-th",
        "cs.SY",
        "eess.SY",
        "math.MP",
    ],
)
def test_real_categories_pass(name: str) -> None:
    """All shapes of arXiv's own taxonomy are taken, second names of a category included."""
    assert category(name) == name


@pytest.mark.parametrize("name", ["astro-ph", "cond-mat", "cs", "math", "physics", "q-fin", "stat"])
def test_an_archive_is_followed_as_a_whole(name: str) -> None:
    """arXiv has a feed of each archive, with the papers of all its subject classes."""
    assert category(name) == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cs.XX", "those of cs are cs.AI, cs.AR, "),
        ("math.ZZ", "those of math are math.AC, "),
        ("hep-th.PH", 'did you mean "hep-th"?'),
        ("cs.LGG", 'did you mean "cs.LG"?'),
        ("hepth", 'did you mean "hep-th"?'),
        ("Machine Learning", 'did you mean "stat.ML"?'),
        ("quantum physics", 'did you mean "quant-ph"?'),
        ("zz", "they look like"),
        ("test", "they look like"),
    ],
)
def test_a_name_that_is_none_of_arxivs_is_refused_with_the_nearest(name: str, said: str) -> None:
    """A category that looks like one and does not exist would be followed
    for ever without a paper.
    """
    with pytest.raises(ValueError, match="not an arXiv category;") as caught:
        category(name)
    assert said in str(caught.value)


def test_a_former_archive_is_told_what_became_of_it() -> None:
    """Nothing is announced in it any more."""
    with pytest.raises(
        ValueError, match=r'"cmp-lg" is not an arXiv category any more; it became "cs\.CL"'
    ):
        category("cmp-lg")


@pytest.mark.parametrize("name", ["", "CS.CL", "cs.cl.x", "cs CL", "../etc", "cs.CL+cs.AI", "cs."])
def test_what_is_no_category_is_refused(name: str) -> None:
    """A category ends up in an address, so its shape is checked."""
    with pytest.raises(ValueError, match="not an arXiv category"):
        category(name)


def test_defaults_agree_with_the_parts_that_use_them() -> None:
    """arXiv's addresses and the presets are stated twice, so they are compared."""
    arxiv = Settings.model_validate({"format": 2}).sources.arxiv
    for key in ("feed_url", "api_url", "html_url", "pdf_url", "abs_url", "oai_url"):
        assert getattr(arxiv, key) == getattr(Addresses(), key)
    assert {name: preset.key for name, preset in PRESETS.items()} == config.PRESET_VARIABLES


def test_a_channel_names_variables_and_a_secret_is_not_repeated(tmp_path: Path) -> None:
    """Who pastes the address of a webhook into wiki.toml is told so,
    and the address is in no message.
    """
    address = "https://open.feishu.cn/open-apis/bot/v2/hook/0123"
    found = problems(
        tmp_path,
        f'format = 2\n[notify]\nchannels = [{{ kind = "feishu", address = "{address}" }}]\n',
    )
    assert len(found) == 1
    assert "the name of an environment variable" in found[0]
    assert "0123" not in found[0]


@pytest.mark.parametrize(
    ("channel", "needed"),
    [
        ('kind = "slack"', "address"),
        ('kind = "telegram", secret = "T"', "to"),
        ('kind = "mail", to = "T"', "address"),
    ],
)
def test_a_channel_that_lacks_something_says_what(
    tmp_path: Path, channel: str, needed: str
) -> None:
    """Before a run fails and nobody hears of it."""
    (found,) = problems(tmp_path, f"format = 2\n[notify]\nchannels = [{{ {channel} }}]\n")
    assert f"{needed}, which a channel of kind" in found


# --- The judge ------------------------------------------------------------------------


def judge_model(folder: Path, text: str) -> config.Model:
    return load_settings(written(folder, f"format = 2\n{text}")).judge_model


WRITER = """[model]
engine = "litellm"
preset = "qwen"
base_url = "https://dashscope.aliyuncs.com/compatible-mode/v1"
key_variable = "WRITERS_KEY"
fallbacks = ["deepseek"]
currency = "CNY"
prices = { input = 1.0, output = 2.0 }
budget_per_month = 20.0
"""


def test_without_a_model_of_its_own_the_writer_judges(tmp_path: Path) -> None:
    """An empty table, and one that only says what is judged, ask the same model."""
    settings = load_settings(written(tmp_path, f'format = 2\n{WRITER}[check]\njudge = "all"\n'))
    assert settings.judge_model is settings.model
    assert settings.check.judge == "all"
    assert load_settings(written(tmp_path, "format = 2\n")).check.judge == "doubtful"


def test_another_model_of_the_same_server_has_its_own_price(tmp_path: Path) -> None:
    """Address and key are the writer's; prices, fallbacks and preset are not."""
    judge = judge_model(tmp_path, f'{WRITER}[check]\nmodel = "dashscope/qwen-max"\n')
    assert (judge.model, judge.preset, judge.prices) == ("dashscope/qwen-max", None, None)
    assert judge.base_url == "https://dashscope.aliyuncs.com/compatible-mode/v1"
    assert (judge.key_variable, judge.fallbacks) == ("WRITERS_KEY", ())
    assert (judge.currency, judge.budget_per_month) == ("CNY", 20.0)


def test_another_provider_has_nothing_of_the_way_to_the_writers(tmp_path: Path) -> None:
    """No key goes to an address that it is not for."""
    judge = judge_model(tmp_path, f'{WRITER}[check]\npreset = "openai"\n')
    assert (judge.preset, judge.model, judge.base_url) == ("openai", None, None)
    assert (judge.key_variable, judge.proxy, judge.prices) == (None, None, None)
    judge = judge_model(tmp_path, f'{WRITER}[check]\nbase_url = "http://127.0.0.1:9/v1"\n')
    assert (judge.preset, judge.base_url) == ("qwen", "http://127.0.0.1:9/v1")
    assert judge.key_variable is None


def test_an_engine_of_its_own_names_its_model(tmp_path: Path) -> None:
    """Who writes by hand may have a model judge, and says which."""
    text = 'format = 2\n[model]\nengine = "handoff"\n[check]\nengine = "litellm"\n'
    (problem,) = problems(tmp_path, text)
    assert "set preset or model" in problem
    judge = judge_model(
        tmp_path, '[model]\nengine = "litellm"\npreset = "openai"\n[check]\nengine = "handoff"\n'
    )
    assert judge.engine == "handoff"


def test_a_key_in_place_of_its_variable_is_not_repeated(tmp_path: Path) -> None:
    """Who pastes the key itself is told so, and the report does not show it."""
    (problem,) = problems(tmp_path, 'format = 2\n[check]\nkey_variable = "sk-1234567890"\n')
    assert "sk-123" not in problem
    assert "environment variable" in problem
