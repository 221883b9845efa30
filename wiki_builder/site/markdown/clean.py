"""HTML by allowlist: what may stand in a section that the builder wrote.

No scripts, no styles, no handlers, no forms, no frames; links to http, https, and
within the site; pictures of the site only, so that no page asks a third party. Ids and
classes that the theme's own scripts act upon are dropped too.
"""

from __future__ import annotations

import re
from functools import lru_cache

import nh3

_TAGS = """
    a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure
    h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp section small span strong sub
    summary sup table tbody td tfoot th thead time tr u ul var
"""
_ATTRIBUTES = {
    "*": {"class", "id", "lang", "title", "aria-label"},
    "a": {"href"},
    "blockquote": {"cite"},
    "details": {"open"},
    "img": {"src", "alt", "width", "height"},
    "ol": {"start"},
    "td": {"style", "colspan", "rowspan"},
    "th": {"style", "colspan", "rowspan", "scope"},
    "time": {"datetime"},
}
_CLASS = re.compile(
    r"wiki(-[\w-]+)?|language-[\w+-]+|highlight|arithmatex|headerlink|admonition(-title)?"
    r"|note|abstract|info|tip|success|question|warning|failure|danger|bug|example|quote|[a-z]{1,2}\d?"
)
_ID = re.compile(r"[^\W_][\w.:-]*")
_ALIGN = re.compile(r"text-align: ?(left|right|center);?")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|[\\/]{2}", re.IGNORECASE)


def clean(html: str) -> str:
    """``html`` with everything removed that is not on the allowlist; what is text stays text."""
    return _CLEANER.clean(html)


@lru_cache(4096)  # pages repeat their classes
def _attribute(tag: str, name: str, value: str) -> str | None:
    if name == "class":
        return " ".join(word for word in value.split() if _CLASS.fullmatch(word)) or None
    if name == "id":
        return value if _ID.fullmatch(value) else None
    if name == "style":
        return value if _ALIGN.fullmatch(value) else None
    if name == "src":
        return None if _ELSEWHERE.match(re.sub(r"[\x00-\x20]", "", value)) else value
    return value


_CLEANER = nh3.Cleaner(
    tags=set(_TAGS.split()),
    attributes=_ATTRIBUTES,
    attribute_filter=_attribute,
    url_schemes={"http", "https"},
    link_rel=None,
)
