"""Text from outside as Markdown: escaped only where it would be live.

Titles, abstracts and replies are data. Whatever in them would be markup (HTML, links,
emphasis, code, a heading at the start of a line) is written as a numeric entity; all
else stays readable, since people edit these pages. Maths is kept as maths, and money
stays money; TeX's font commands around plain words are dropped. Backslashes are never
used for escaping: ``\\(`` would be maths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape as _html_escape
from urllib.parse import quote, urlsplit

from wiki_builder.core.characters import HAN

# Controls, and characters that reorder or hide text (Unicode TR 36, bidirectional overrides).
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
)
# Pandoc's rule (tex_math_dollars): no space inside the dollars, no digit behind the closing one.
_MATHS = re.compile(
    r"\$\$(?P<display>[^$`]+?)\$\$"
    r"|(?<![\\$])\$(?P<inline>(?=[^\s$])(?:\\.|[^$\\`\n])*?(?<=[^\s\\]))\$(?![\d$])"
    r"|\\\((?P<paren>[^`$]+?)\\\)|\\\[(?P<bracket>[^`$]+?)\\\]"
)
# What no formula has outside of its texts: Chinese, or two words in a row.
_PROSE = re.compile(rf"[{HAN}]|(?<![\\A-Za-z])[A-Za-z]{{2,}}[,;]? [A-Za-z]{{3,}}")
_TEX_TEXT = re.compile(r"\\[A-Za-z]+\s*\{[^{}]*\}")
_OPENING = re.compile(r"\$|\\[(\[]")
_TEX_BRACKET = re.compile(r"[`$]|\\[()\[\]]")
_OTHER_HALF = {"(": ")", "[": "]"}
_MAY_BE_LIVE = re.compile(r"[\\<&`$*_\[\]~^=]")
_LIVE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~\s]|$)"
    r"|<(?=[A-Za-z/!?])|<(?=<{6})"  # the latter is a conflict of git
    r"|&(?=#|\w+;)"
    r"|`|\$"
    r"|\*(?!(?<= \*) )"
    r"|(?<!\w)_|_(?!\w)"
    r"|\[(?=[\[^])|(?P<bracket>\[)"
    r"|\](?=\()"
    r"|~(?=~)|(?<=~)~|\^(?=\^)|=(?==)"
    r"|(?:(?<=\s)|^)\^(?=[A-Za-z0-9-]+$)"  # where an item's mark stands
)
_BRACKET = re.compile(r"\[|\](?=(?P<link>[(\[:]|\s*\[)?)")
_TEX_FONT = re.compile(r"\\(?:textit|textbf|texttt|textsc|textrm|emph|underline)\{([^{}]*)\}")
_TEX_ESCAPED = re.compile(r"\\([%&#_$])")
_START = re.compile(r"(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|\||=|-{2,}|!{3}|\?{3}|/{3}|~{3}|:(?=\s))")
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_PARTED = re.compile(r"\n\s*\n")
_QUOTED = re.compile(r"[\s()<>\"%]")


def inline(text: str) -> str:
    """``text`` as one line of Markdown that says the same and does nothing."""
    text = _line(text)
    if "$" not in text and "\\" not in text:
        return _plain(text)
    parts: list[str] = []
    position = 0
    for maths in _formulas(text):
        parts += [_plain(text[position : maths.start()]), _maths(maths)]
        position = maths.end()
    return "".join([*parts, _plain(text[position:])])


def paragraph(text: str) -> str:
    """One line of Markdown that may stand at the start of a line;
    a formula alone in it is displayed.
    """
    line = inline(text)
    alone = _MATHS.fullmatch(_line(text)) if line.startswith("$") else None
    if alone and alone["display"]:
        return f"${line}$"
    if _START.match(line):
        return _entity(line[0]) + line[1:]
    return (
        _NUMBERED.sub(lambda m: m[1] + _entity(m[2]), line, count=1)
        if _NUMBERED.match(line)
        else line
    )


def paragraphs(text: str) -> str:
    """Text whose paragraphs are parted by blank lines, as Markdown paragraphs."""
    return "\n\n".join(paragraph(part) for part in _PARTED.split(text) if part.strip())


def cell(text: str) -> str:
    """``text`` for a cell of a table."""
    return inline(text).replace("|", "&#124;")


def title(text: str) -> str:
    """``text`` for the key ``title``, which the theme prints as HTML."""
    return _html_escape(_line(text), quote=False)


def link_target(url: str) -> str | None:
    """An http(s) address that is safe within ``](…)``; ``None`` for any other."""
    url = _HIDDEN.sub("", url).strip()
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return None
    return quote(url, safe="/:?#@!$&'*+,;=%~-._")


def quoted_path(path: str) -> str:
    """A relative path as the target of a Markdown link:
    spaces and parentheses quoted, letters kept.
    """
    return _QUOTED.sub(lambda found: quote(found[0]), path) if _QUOTED.search(path) else path


def html(text: str) -> str:
    """``text`` within a block of HTML, its maths marked for the browser's renderer."""
    text = _line(text)
    if "$" not in text and "\\" not in text:
        return _html_escape(text, quote=False)
    parts: list[str] = []
    position = 0
    for maths in _formulas(text):
        parts += [_html(text[position : maths.start()]), _html_maths(maths)]
        position = maths.end()
    return "".join([*parts, _html(text[position:])])


def _line(text: str) -> str:
    """``text`` in one line, without what is hidden in it."""
    # what is hidden is never printable
    shown = text if text.isprintable() else _HIDDEN.sub("", text)
    return " ".join(shown.split())


def _formulas(text: str) -> Iterator[re.Match[str]]:
    """The maths in ``text``; time grows with its length, however many brackets are never closed."""
    closed = _closed(text) if "\\" in text else frozenset()
    position = 0
    while opening := _OPENING.search(text, position):
        may_be = opening[0] == "$" or opening.start() in closed
        found = _MATHS.match(text, opening.start()) if may_be else None
        if found and found["inline"] and _PROSE.search(_TEX_TEXT.sub("", found["inline"])):
            found = None  # two prices, and what is said between them
        if found:
            yield found
        position = (found or opening).end()


def _closed(text: str) -> set[int]:
    """Where TeX's brackets are opened that are closed behind something,
    with no dollar or code between.
    """
    places: set[int] = set()
    last: dict[str, int] = {}
    for found in reversed([*_TEX_BRACKET.finditer(text)]):
        sign = found[0][-1]
        if sign in "`$":
            last.clear()
        elif sign in ")]":
            last.setdefault(sign, found.start())
        elif last.get(_OTHER_HALF[sign], 0) > found.end():
            places.add(found.start())
    return places


def _html_maths(found: re.Match[str]) -> str:
    source = found["display"] or found["bracket"] or found["inline"] or found["paren"]
    return f'<span class="arithmatex">\\({_html_escape(source)}\\)</span>'


def _html(text: str) -> str:
    text = _TEX_ESCAPED.sub(r"\1", _TEX_FONT.sub(r"\1", text))
    return _html_escape(text, quote=False).replace("\\", "&#92;")


def _plain(text: str) -> str:
    if not _MAY_BE_LIVE.search(text):
        return text
    if "\\" in text:
        text = _TEX_ESCAPED.sub(r"\1", _TEX_FONT.sub(r"\1", text))
    linking = _linking(text) if "[" in text else frozenset()

    def written(found: re.Match[str]) -> str:
        return found[0] if found["bracket"] and found.start() not in linking else _entity(found[0])

    return _LIVE.sub(written, text)


def _linking(text: str) -> set[int]:
    """Where a ``[`` stands that is live by what follows the next ``]``."""
    places: set[int] = set()
    links = False
    for found in reversed([*_BRACKET.finditer(text)]):
        if found[0] == "]":
            links = found["link"] is not None
        elif links:
            places.add(found.start())
    return places


def _maths(found: re.Match[str]) -> str:
    """Maths between dollars, without characters that would be HTML or a table's;
    two dollars mean nothing in a line.
    """
    source = found["display"] or found["bracket"] or found["inline"] or found["paren"]
    source = (
        source.replace("<", r"\lt ")
        .replace(">", r"\gt ")
        .replace("|", r"\vert ")
        .strip()
        .rstrip("\\")
        .rstrip()
    )
    return f"${source}$" if source else _plain(found[0])


def _entity(character: str) -> str:
    return "".join(f"&#{ord(c)};" for c in character)
