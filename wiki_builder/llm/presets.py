"""The providers that a wiki can name with one word.

Model names and prices are those of the price map that litellm 1.106.2 carries
(``litellm/model_prices_and_context_window_backup.json``; it holds Anthropic's
price change of 2026-10-07 and was released that month). Not each of them could be
confirmed on the provider's own page. Prices are in US dollars per million
tokens. They change: the settings' own prices go first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from wiki_builder.llm.price import Price

Form: TypeAlias = Literal["schema", "object", "none"]

MAP_DATE = "2026-10"


@dataclass(frozen=True, slots=True)
class Preset:
    """One provider: what litellm calls its model, where its key is, what it costs.

    ``extra`` goes into each call and switches thinking off, or as far down as it
    goes; ``thinking_tokens`` is then what it still uses up of the output. ``form``
    is the best way the model has to be held to JSON. ``note`` says what a user
    should know, above all why a price or a switch is missing.
    """

    name: str
    model: str
    key: str | None
    price: Price | None
    docs: str
    base_url: str | None = None
    form: Form = "schema"
    extra: Mapping[str, object] = field(default_factory=dict)
    thinking_tokens: int = 0
    note: str = ""


def _usd(input: float, cached: float, output: float, up_to: int | None = None) -> Price:
    return Price(
        input=input, cached=cached, output=output, currency="USD", date=MAP_DATE, up_to=up_to
    )


_ALL = (
    Preset(
        name="deepseek",
        model="deepseek/deepseek-flash",
        key="DEEPSEEK_API_KEY",
        price=_usd(0.30, 0.006, 1.20),
        docs="https://api-docs.deepseek.com/quick_start/pricing",
        form="object",
        extra={"thinking": {"type": "disabled"}},
        note="The price is that of peak hours; off-peak calls cost half.",
    ),
    Preset(
        name="qwen",
        model="dashscope/qwen3.8-flash",
        key="DASHSCOPE_API_KEY",
        price=_usd(0.15, 0.016, 0.47),
        docs="https://www.alibabacloud.com/help/en/model-studio/model-pricing",
        base_url="https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        extra={"extra_body": {"enable_thinking": False}},
        note=(
            "The international service. For mainland China set base_url to "
            "https://dashscope.aliyuncs.com/compatible-mode/v1 and give its prices in CNY."
        ),
    ),
    Preset(
        name="zhipu",
        model="zai/glm-5.2",
        key="ZAI_API_KEY",
        price=_usd(1.40, 0.26, 4.40),
        docs="https://docs.z.ai/guides/capabilities/thinking-mode",
        form="none",
        extra={"extra_body": {"thinking": {"type": "disabled"}}},
        note=(
            "GLM-5.3 cannot be kept from thinking, so 5.2 is the default. The international"
            " service; for mainland China set base_url to https://open.bigmodel.cn/api/paas/v4 and"
            " give its prices in CNY."
        ),
    ),
    Preset(
        name="kimi",
        model="moonshot/kimi-k3",
        key="MOONSHOT_API_KEY",
        price=_usd(3.00, 0.30, 15.00),
        docs="https://platform.kimi.ai/docs/pricing/chat-k3",
        extra={"reasoning_effort": "low"},
        thinking_tokens=8000,
        note=(
            "K3 always thinks, some 3,000 to 7,000 tokens a paper at this lowest effort, and each"
            " is paid for. For mainland China set base_url to https://api.moonshot.cn/v1 and give"
            " its prices in CNY."
        ),
    ),
    Preset(
        name="openai",
        model="openai/gpt-6-luna",
        key="OPENAI_API_KEY",
        price=_usd(0.10, 0.01, 0.50, up_to=272_000),
        docs="https://developers.openai.com/api/docs/pricing",
        extra={"reasoning_effort": "none"},
    ),
    Preset(
        name="anthropic",
        model="anthropic/claude-sonnet-5-5",
        key="ANTHROPIC_API_KEY",
        price=_usd(2.00, 0.10, 10.00),
        docs="https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5",
        extra={"thinking": {"type": "between_tools"}},
        note="This model takes no temperature.",
    ),
    Preset(
        name="gemini",
        model="gemini/gemini-3.5-flash-lite",
        key="GEMINI_API_KEY",
        price=_usd(0.30, 0.03, 2.50),
        docs="https://ai.google.dev/gemini-api/docs/pricing",
        extra={"reasoning_effort": "disable"},
        note="The price stands in litellm's map alone; Google's own page could not be read here.",
    ),
    Preset(
        name="ollama",
        model="ollama_chat/qwen3",
        key=None,
        price=Price(input=0.0, output=0.0, currency="", date=MAP_DATE),
        docs="https://docs.litellm.ai/docs/providers/ollama",
        base_url="http://127.0.0.1:11434",
        extra={"reasoning_effort": "none"},
        note="Runs on your own machine and costs nothing. Set model to what `ollama list` shows.",
    ),
)

PRESETS: Mapping[str, Preset] = {preset.name: preset for preset in _ALL}
