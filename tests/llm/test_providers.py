"""What providers say and do: whole accounts used up, texts too long,
addresses that lead elsewhere, nobody there.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from typing import Any

import pytest

from tests.analysis.sample import raw, request
from tests.llm.test_litellm import engine
from tests.loopback.model import Body, Fault, ModelServer, Raw, Say
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.settings import Model
from wiki_builder.llm.client import load_litellm
from wiki_builder.llm.engine import Broken, Refused, Reply
from wiki_builder.llm.litellm import LiteLLMEngine

pytestmark = pytest.mark.slow
PAPER = request(1)

# --- Redirects ----------------------------------------------------------------


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    "model, key",
    [
        ("openai/stub", "OPENAI_API_KEY"),
        ("anthropic/claude-sonnet-5-5", "ANTHROPIC_API_KEY"),
        ("gemini/gemini-3.5-flash-lite", "GEMINI_API_KEY"),
        ("deepseek/deepseek-flash", "DEEPSEEK_API_KEY"),
        ("dashscope/qwen3.8-flash", "DASHSCOPE_API_KEY"),
        ("zai/glm-5.2", "ZAI_API_KEY"),
        ("moonshot/kimi-k3", "MOONSHOT_API_KEY"),
        ("ollama_chat/qwen3", ""),
    ],
)
def test_no_key_follows_a_redirect(server: ModelServer, model: str, key: str, status: int) -> None:
    """Whatever the provider's client is, what would lead elsewhere ends the run and
    nothing is sent there.
    """
    with ModelServer() as elsewhere:
        server.answer = lambda body: Raw(b"{}", status, headers=f"Location: {elsewhere.url}/x\r\n")
        settings = Model(engine="litellm", model=model, base_url=server.url, attempts=1)
        live = LiteLLMEngine(settings, date="2026-05-05", environ={key: "sk-0123456789abcdef0123"})
        with pytest.raises(UpstreamError, match="redirect to another address"):
            list(live.ask([PAPER]))
        assert server.calls == 1
        assert elsewhere.calls == 0


def test_no_key_follows_a_redirect_by_another_library(server: ModelServer) -> None:
    """The one provider that litellm asks through aiohttp stays, too."""
    test_no_key_follows_a_redirect(server, "aiohttp_openai/stub", "AIOHTTP_OPENAI_API_KEY", 307)


def test_clients_of_either_kind_stay(server: ModelServer) -> None:
    """A client of litellm's that is told to follow redirects follows none, waiting or not."""
    from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler, HTTPHandler

    load_litellm()
    with ModelServer() as elsewhere:
        server.answer = lambda body: Raw(b"{}", 307, headers=f"Location: {elsewhere.url}/x\r\n")
        sync = HTTPHandler(follow_redirects=True)
        assert sync.get(server.url, follow_redirects=True).status_code == 307
        sync.client.close()

        async def later() -> int:
            client = AsyncHTTPHandler(follow_redirects=True)
            try:
                return (await client.get(server.url, follow_redirects=True)).status_code  # type: ignore[no-any-return]
            finally:
                await client.client.aclose()

        assert asyncio.run(later()) == 307
        assert elsewhere.calls == 0


# --- Accounts -----------------------------------------------------------------

_GEMINI = (
    "You exceeded your current quota, please check your plan and billing details. * Quota exceeded"
    " for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit:"
    " {limit}. Please retry in 20.04s. status: RESOURCE_EXHAUSTED quotaId:"
    " GenerateRequestsPer{span}PerProjectPerModel-FreeTier"
)


@pytest.mark.parametrize(
    "status, message, code",
    [
        (
            429,
            "You exceeded your current quota, please check your plan and billing details.",
            "insufficient_quota",
        ),
        (
            429,
            "Your account is not active, please check your billing details on our website.",
            "billing_not_active",
        ),
        (400, "Billing hard limit has been reached", "billing_hard_limit_reached"),
        (402, "Insufficient Balance", None),
        (
            400,
            (
                "Your credit balance is too low to access the Anthropic API. Please go to Plans &"
                " Billing."
            ),
            None,
        ),
        (
            400,
            (
                "You have reached your specified API usage limits. You will regain access on"
                " 2026-06-01."
            ),
            None,
        ),
        (400, "Monthly spend limit reached. Current usage: $150.00 / $150.00 limit.", None),
        (429, _GEMINI.format(limit=20, span="Day"), None),
        (429, _GEMINI.format(limit=0, span="Minute"), None),
        (
            429,
            "Your account is suspended due to insufficient balance, please recharge your account",
            None,
        ),
        (429, "Your account is in arrears, please recharge and try again", "1113"),
        (429, "您的账户已欠费,请充值后重试", "1113"),
        (429, "余额不足或无可用资源包,请充值。", "1113"),
        (400, "Access denied, please make sure your account is in good standing.", "Arrearage"),
        (403, "The free tier of the model has been exhausted.", "AllocationQuota.FreeTierOnly"),
        (402, "This request requires more credits, or fewer max_tokens.", None),
        (
            429,
            (
                "Rate limit reached for gpt on requests per day (RPD): Limit 200. Please try again"
                " in 7m12s."
            ),
            None,
        ),
        (500, "Your credit balance is too low to access the Anthropic API.", None),
    ],
)
def test_an_account_that_is_used_up_stops_the_run(
    server: ModelServer, status: int, message: str, code: str | None
) -> None:
    """However it is worded, it is one upstream problem that says what to do,
    and is not tried for every paper.
    """
    server.answer = lambda body: Fault(status=status, message=message, code=code)
    with pytest.raises(UpstreamError, match="no credit or no quota left") as stopped:
        list(engine(server, concurrency=1).ask(request(number) for number in range(1, 20)))
    assert stopped.value.exit_code == 3
    assert "Add credit" in stopped.value.next
    assert server.calls <= 3


@pytest.mark.parametrize(
    "message, wait",
    [
        ("Rate limit reached for requests per min (RPM): Limit 3. Please try again in 20s.", 20.0),
        (_GEMINI.format(limit=20, span="Minute"), 20.04),
        (
            (
                "Requests throttling triggered: allocated quota exceeded, please increase your"
                " quota limit."
            ),
            1.0,
        ),
        (
            (
                "Your account reached max organization concurrency: 3, please try again after 1"
                " seconds"
            ),
            1.0,
        ),
        ("The engine is currently overloaded, please try again later", 1.0),
    ],
)
def test_a_limit_a_minute_is_waited_out(server: ModelServer, message: str, wait: float) -> None:
    """What passes within the run is no empty account,
    and the wait that is asked for in words is kept.
    """
    from tests.llm.conftest import Time

    time = Time()
    server.plan.append(Fault(status=429, message=message))
    ((_, answer),) = engine(server, time).ask([PAPER])
    assert isinstance(answer, Reply)
    assert time.slept == [pytest.approx(wait)]


# --- Texts that are too long ------------------------------------------------------


@pytest.mark.parametrize(
    "status, message",
    [
        (
            400,
            (
                "This model's maximum context length is 8192 tokens. However, your messages"
                " resulted in 9000 tokens."
            ),
        ),
        (400, "prompt is too long: 210000 tokens > 200000 maximum"),
        (400, "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
        (
            400,
            (
                "The input token count (1200000) exceeds the maximum number of tokens allowed"
                " (1048576)."
            ),
        ),
        (400, "Range of input length should be [1, 129024]"),
        (400, "Prompt 超长"),
        (400, "输入长度超过模型上下文限制"),
        (400, "Your request exceeded model token limit: 8192"),
        (
            400,
            "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
        ),
        (413, "Request Entity Too Large"),
        (400, "Please reduce the length of the messages or completion."),
        (400, "the request exceeds the available context size, try increasing it"),
        (400, "The decoder prompt (length 5000) is longer than the maximum model length of 4096."),
        (
            400,
            "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
        ),
        (400, "Input is too long for requested model."),
        (400, "too many tokens: size limit exceeded"),
        (422, "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000"),
    ],
)
def test_a_text_that_is_too_long_names_the_setting(
    server: ModelServer, status: int, message: str
) -> None:
    """A context that is too small is told by the setting that makes texts shorter."""
    server.answer = lambda body: Fault(status=status, message=message)
    ((_, answer),) = engine(server).ask([PAPER])
    assert isinstance(answer, Broken)
    assert "lower max_tokens in [text]" in answer.reason
    assert not answer.passing
    assert server.calls <= 2  # litellm asks again after 422, without what it takes for a parameter


def test_too_much_output_names_its_own_setting(server: ModelServer) -> None:
    """A model that writes less than it is allowed to is told by the setting of the output."""
    said = "max_tokens is too large: 8000. This model supports at most 4096 completion tokens"
    server.answer = lambda body: Fault(status=400, message=said)
    ((_, answer),) = engine(server).ask([PAPER])
    assert isinstance(answer, Broken | Refused)
    assert "lower max_output_tokens in [model]" in answer.reason


# --- Nobody there -------------------------------------------------------------------


def test_a_server_that_is_not_there_is_named(server: ModelServer) -> None:
    """No connection has an address and a next step."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        ((_, answer),) = engine(server, base_url=address, attempts=1).ask([PAPER])
    assert isinstance(answer, Broken)
    assert f"no connection to {address}" in answer.reason
    assert "base_url and proxy in [model]" in answer.reason
    assert answer.passing


def test_what_one_waits_for_has_a_name(server: ModelServer) -> None:
    """While a call is under way the engine names model and address,
    and nothing before and after.
    """
    live = engine(server)
    seen: list[str] = []

    def answer(body: Body) -> Say:
        seen.append(live.waits_for)
        return Say(raw())

    server.answer = answer
    assert live.waits_for == ""
    list(live.ask([PAPER]))
    assert seen == [f"openai/stub at {server.url}"]
    assert live.waits_for == ""


# --- The model's library ---------------------------------------------------------------


def _run(code: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    known = {
        "engine": "litellm",
        "model": "openai/stub",
        "base_url": "http://127.0.0.1:9/v1",
    } | settings
    start = (
        "import sys, time\n"
        "from tests.analysis.sample import request\n"
        "from wiki_builder.llm.litellm import LiteLLMEngine\n"
        "from wiki_builder.core.settings import Model, Prices\n"
        f"live = LiteLLMEngine(Model(**{known!r}, prices=Prices(input=1.0, output=2.0)),\n"
        "    date='2026-05-05', environ={})\n"
    )
    return subprocess.run(
        [sys.executable, "-c", start + code], capture_output=True, text=True, check=False
    )


def test_a_stop_at_the_budget_imports_no_library() -> None:
    """Where nothing may be asked, nothing is imported, and closing does not import it either."""
    code = "print([type(a).__name__ for _, a in live.ask([request(1)])], 'litellm' in sys.modules)"
    done = _run(code, budget_per_run=0.0)
    assert done.stdout.strip() == "['OverBudget'] False", done.stderr


def test_a_library_that_hangs_while_it_is_imported_ends_no_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A close that waits in vain for what still runs is no fault of the run."""
    code = (
        "from wiki_builder.llm import client, flow\n"
        "import threading\n"
        "flow.LOOP_GRACE = 0.05\n"
        "free = threading.Event()\n"
        "client.load = lambda proxy=None: free.wait(20)\n"
        "answers = live.ask(iter([request(1), request(2)]))\n"
        "t = threading.Timer(0.2, lambda: free.set())\n"
        "import asyncio\n"
        "flowing = flow._Flow(live, iter([request(1)]))\n"
        "flowing.start()\n"
        "while not live.waits_for: time.sleep(0.01)\n"
        "flowing.stop()\n"
        "print('stopped')\n"
        "free.set()\n"
    )
    done = _run(code)
    assert done.stdout.strip() == "stopped", done.stderr
