"""Is this text in the language that it should be in?

Names stay in their original form in both languages, so Latin letters alone say
little. What counts are words: Latin words that are no names, against Chinese
characters, after formulas, code and addresses are taken out.
"""

from __future__ import annotations

import re

_APART = re.compile(
    r"\$[^$]*\$|\\\(.*?\\\)|\\\[.*?\\\]|`[^`]*`|https?://\S+|\\[A-Za-z]+|<[^<>]*>", re.DOTALL
)
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*[A-Za-z]|[A-Za-z]")
_QUOTED = re.compile(
    r"“[^”]*”|‘[^’]*’|\"[^\"]*\"|'[^']*'|「[^」]*」|《[^》]*》|\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]"
)
_WORDS = """
the a an of to in on for and or with by from is are was were be been that this these those it its as
at which we they their our not no than into over can may has have had does do but if more most such
also both each between using without while when where how what who whose all any some only
"""
_PLAIN = frozenset(_WORDS.split())

# of Chinese characters and words together; real Chinese texts full of names have 0.5 and more
SHARE_OF_CHINESE = 0.2
MOST_CHINESE_IN_ENGLISH = 6  # characters outside of quotation marks and brackets


def is_english(text: str, *, label: bool = False) -> bool:
    """Whether ``text``, which should be Chinese, is not.

    A ``label`` may be a name alone (GRPO, ReAct, Chain of Thought, pass@k): it is English
    only if it has neither a capital nor a digit nor a sign of names.
    """
    rest = _APART.sub(" ", text)
    chinese, words = len(_HAN.findall(rest)), _WORD.findall(rest)
    if chinese:
        return _plain(words) >= 3 and chinese < SHARE_OF_CHINESE * (chinese + len(words))
    if label:
        return bool(words) and not _is_name(rest)
    return len(words) > 2 or _plain(words) > 0 or (bool(words) and not _is_name(rest))


def is_chinese(text: str) -> bool:
    """Whether ``text``, which should be English, is not;
    Chinese in quotation marks or brackets may be a name.
    """
    rest = _QUOTED.sub(" ", _APART.sub(" ", text))
    chinese = len(_HAN.findall(rest))
    return (
        chinese > MOST_CHINESE_IN_ENGLISH
        or chinese > len(_WORD.findall(rest))
        or (not _WORD.search(_APART.sub(" ", text)) and bool(_HAN.search(text)))
    )


def _plain(words: list[str]) -> int:
    return sum(word.lower() in _PLAIN for word in words)


def _is_name(text: str) -> bool:
    return any(sign.isupper() or sign.isdigit() or sign in "@+" for sign in text)
