"""Feeds by name, each tried on a recording of what it really answers (``tests/recordings/posts``).

No preset without a recording. Labs that have no feed of their own stand here, too, so that whoever
asks for one is told.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from wiki_builder.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class FeedPreset:
    """A feed that is known by name. ``{part}`` in ``url`` is what stands behind the name's colon,
    ``biorxiv:neuroscience``; ``part`` says what that is, ``usual`` what it is if nothing is said.
    """

    name: str
    label: str
    url: str
    recording: str
    part: str = ""
    usual: str = ""


@dataclass(frozen=True, slots=True)
class NamedFeed:
    """What `sources add` writes: a name, an address, a label."""

    name: str
    url: str
    label: str


# What is known of each address: the feed's own "self" link, or, for journals, how their publishers
# form it.
PRESETS = (
    FeedPreset("openai", "OpenAI Blog", "https://openai.com/news/rss.xml", "openai-news.xml"),
    FeedPreset(
        "deepmind", "Google DeepMind", "https://deepmind.google/blog/rss.xml", "deepmind.xml"
    ),
    FeedPreset(
        "google-ai",
        "Google AI",
        "https://blog.google/innovation-and-ai/technology/ai/rss/",
        "google-ai.xml",
    ),
    FeedPreset(
        "huggingface",
        "Hugging Face Blog",
        "https://huggingface.co/blog/feed.xml",
        "huggingface.xml",
    ),
    FeedPreset("together", "Together AI", "https://www.together.ai/blog/rss.xml", "together.xml"),
    FeedPreset(
        "lilian-weng", "Lil'Log", "https://lilianweng.github.io/index.xml", "lilian-weng.xml"
    ),
    FeedPreset("chip-huyen", "Chip Huyen", "https://huyenchip.com/feed.xml", "chip-huyen.xml"),
    FeedPreset(
        "vllm",
        "vLLM releases",
        "https://github.com/vllm-project/vllm/releases.atom",
        "vllm.xml",
    ),
    FeedPreset(
        "ollama", "Ollama releases", "https://github.com/ollama/ollama/releases.atom", "ollama.xml"
    ),
    FeedPreset(
        "biorxiv",
        "bioRxiv",
        "https://connect.biorxiv.org/biorxiv_xml.php?subject={part}",
        "biorxiv_cut.xml",
        "a subject such as neuroscience or cancer_biology",
        "all",
    ),
    FeedPreset(
        "sciencedirect",
        "ScienceDirect",
        "https://rss.sciencedirect.com/publication/science/{part}",
        "sciencedirect_cut.xml",
        "the journal's ISSN without a dash",
    ),
    FeedPreset(
        "wiley",
        "Wiley",
        "https://onlinelibrary.wiley.com/feed/{part}/most-recent",
        "wiley_cut.xml",
        "the journal's electronic ISSN without a dash",
    ),
    FeedPreset(
        "tandf",
        "Taylor & Francis",
        "https://www.tandfonline.com/feed/rss/{part}",
        "tandf_cut.xml",
        "the journal's code, as tzme20",
    ),
    FeedPreset(
        "oup",
        "Oxford University Press",
        "https://academic.oup.com/rss/{part}.xml",
        "oup_cut.xml",
        "site and journal from its page, as site_5579/3435",
    ),
)
# https://www.anthropic.com, … looked through on 2026-11-22: their pages have no feed; those that go
# round are made from the pages by others.
WITHOUT_FEED = {
    "anthropic": "Anthropic",
    "bytedance-seed": "ByteDance Seed",
    "cohere": "Cohere",
    "deepseek": "DeepSeek",
    "meta-ai": "Meta AI",
    "minimax": "MiniMax",
    "mistral": "Mistral",
    "moonshot": "Moonshot",
    "xai": "xAI",
    "z-ai": "Z.ai",
}
WITHOUT_RECORDING = (
    "Nature, Science, PNAS, PLOS, IEEE, JMLR, TMLR, the ACL Anthology, Google Research, Microsoft"
    " Research and BAIR: no recording of their feeds was to be had, so there is no preset; `sources"
    " test` with the feed's address shows what it brings"
)
_PART = re.compile(r"[A-Za-z0-9_+/-]{1,60}")


def preset_named(text: str) -> NamedFeed | None:
    """The feed that ``openai`` or ``biorxiv:neuroscience`` means; ``None`` for an address.

    Raises:
        UsageError: there is no such preset, what it needs is missing, or the lab has no feed.
    """
    if "://" in text:
        return None
    name, _, part = text.strip().partition(":")
    preset = next((one for one in PRESETS if one.name == name.lower()), None)
    if preset is None:
        raise _unknown(text)
    part = part or preset.usual
    if bool(preset.part) != bool(part) or (part and not _PART.fullmatch(part)):
        need = f"write {name}:PART, with {preset.part}" if preset.part else f"write {name} alone"
        raise UsageError(f"{text[:80]!r} is no feed: {need}", next="See `sources list --presets`")
    own = re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-")
    told = preset.name if part == preset.usual else f"{preset.name}-{own}"
    label = preset.label if part == preset.usual else f"{preset.label} {part}"
    return NamedFeed(told[:40].rstrip("-"), preset.url.replace("{part}", part), label[:60])


def _unknown(text: str) -> UsageError:
    name = re.sub(r"[\s._]+", "-", text.strip().lower())
    lab = next((lab for key, lab in WITHOUT_FEED.items() if name in (key, lab.lower())), None)
    if lab:
        return UsageError(
            f"{lab} has no feed of its own",
            next=(
                "Others make feeds from its pages; give the address of one that you trust, and a"
                f' label that says so: sources add https://… --label "{lab} (by …)"'
            ),
        )
    known = [one.name for one in PRESETS]
    near = difflib.get_close_matches(name, [*known, *WITHOUT_FEED], n=1)
    if near and near[0] in WITHOUT_FEED:
        return _unknown(near[0])
    hint = f"the nearest is {near[0]}; " if near else ""
    return UsageError(
        f"{text[:80]!r} is no address and no preset",
        next=f"{hint}presets: {', '.join(known)}; or write the whole address, https://…",
    )
