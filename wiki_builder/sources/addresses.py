"""Where arXiv is, and the limits that it states. Every address is a setting."""

from __future__ import annotations

from dataclasses import dataclass

# https://info.arxiv.org/help/api/user-manual.html: slices of at most 2,000, and
# at most 30,000 results a query (section 3.1.1.2).
API_PAGE = 2000
API_RESULTS = 30_000

# Ids a request: the address stays short enough for any proxy in between.
API_IDS = 100

# Of a feed, a page of the API or a list: 2,000 entries with their abstracts are near 6 MB, and a
# tree takes ten times its text.
MAX_BYTES = 30_000_000

# https://info.arxiv.org/help/rss.html: a feed of several categories holds at most 2,000 results.
FEED_LIMIT = 2000


@dataclass(frozen=True, slots=True)
class Addresses:
    """arXiv's addresses; ``{categories}`` is joined with ``+``, ``{id}`` may hold a version.

    An empty ``list_url``, ``catchup_url`` or ``oai_url``: there is no witness of that kind.
    """

    feed_url: str = "https://rss.arxiv.org/rss/{categories}"
    api_url: str = "https://export.arxiv.org/api/query"
    html_url: str = "https://arxiv.org/html/{id}"
    pdf_url: str = "https://arxiv.org/pdf/{id}"
    abs_url: str = "https://arxiv.org/abs/{id}"
    list_url: str = "https://arxiv.org/list/{category}/new?skip=0&show=2000"
    catchup_url: str = "https://arxiv.org/catchup/{category}/{date}?abs=True"
    oai_url: str = "https://oaipmh.arxiv.org/oai"
