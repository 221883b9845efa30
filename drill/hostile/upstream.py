"""What the hostile arXiv says: a paper for each technique, in feed, lists, API, HTML,
pictures and PDF.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from html import escape
from random import Random
from typing import Any
from xml.sax.saxutils import escape as xml_escape
from xml.sax.saxutils import quoteattr

from drill.hostile.fields import Lot, code_link
from drill.hostile.techniques import CORE as CORE
from tests.fulltext.pdfs import file_of
from tests.loopback.arxiv import LoopbackArxiv
from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.demo.apiwriter import Stored, stored
from wiki_builder.demo.feedwriter import write_feed

DAY, NEXT = date(2026, 5, 5), date(2026, 5, 6)
CATEGORIES = ("cs.AI", "cs.CL")
KEYWORD = "orchestration"  # in what is read
BY = "http://creativecommons.org/licenses/by/4.0/"
PACK = 15  # techniques in one PDF
_PROSE = (
    "The plan of the system is made by orchestration, and each agent does the part that is its own."
)


def read_id(technique: int) -> str:
    """The paper that is read, with all that a reply may say."""
    return f"2605.{10_000 + technique}"


def listed_id(technique: int) -> str:
    """The paper that only a list has, and that is not read."""
    return f"2605.{11_000 + technique}"


def added_id(technique: int) -> str:
    """The paper that is added, by the API's words, and that the model refuses."""
    return f"2605.{12_000 + technique}"


def pdf_id(pack: int) -> str:
    """The paper that is read from its PDF."""
    return f"2605.{13_000 + pack}"


def fill(arxiv: LoopbackArxiv, lots: Sequence[Lot]) -> None:
    """Announce, list and hold all of it."""
    read = [_read(lot) for lot in lots]
    packs = [lots[at : at + PACK] for at in range(0, len(lots), PACK)]
    pdfs = [
        plain_row(pdf_id(number), f"A system of pack {'abcdefghijklmnop'[number]}")
        for number in range(len(packs))
    ]
    arxiv.announce(DAY, [*read, *pdfs])
    arxiv.serve_feed(_feed([*read, *pdfs], lots))
    arxiv.listed[DAY] = (*read, *pdfs, *(_listed(lot) for lot in lots))
    for lot in lots:
        arxiv.html[f"{read_id(lot.technique)}v1"] = _page(lot).encode("utf-8", "replace")
        arxiv.images[f"html/{read_id(lot.technique)}v1/x1.png"] = _picture(lot), "image/png"
        _hold(arxiv, _added(lot), lot)
    for number, pack in enumerate(packs):
        arxiv.pdf[f"{pdf_id(number)}v1"] = _pdf(pack)


def by_hand(lot: Lot) -> Announcement:
    """A paper that is answered by hand."""
    return plain_row(
        f"2605.{14_000 + lot.technique}", f"A paper by hand, {lot.mark('answer: text')}"
    )


def plain_row(id_: str, title: str, **more: Any) -> Announcement:
    """A paper whose words do nothing, but for those given."""
    abstract = f"{_PROSE} {_own_words(id_)}"
    version = Version(1, title, ("Ada Lovelace",), abstract, CATEGORIES, licence=BY)
    return Announcement(f"arxiv:{id_}", ("new",), replace(version, **more))


def _own_words(id_: str) -> str:
    """A sentence that no other paper has, so that it is not taken for a copy of one."""
    letters = Random(id_)
    words = ("".join(letters.choices("bcdfghklmnprstvw", k=8)) for _ in range(30))
    return f"It plans {' '.join(words)}."


def _read(lot: Lot) -> Announcement:
    id_ = read_id(lot.technique)
    return plain_row(
        id_,
        f"{lot('feed: title')} of an agent",
        authors=("Ada Lovelace", lot("feed: author")),
        abstract=f"{lot('feed: abstract')} is what we say. {_PROSE}\n\n{_own_words(id_)}",
        categories=(*CATEGORIES, lot("feed: category")),
        doi=lot("feed: DOI"),
        journal_ref=lot("feed: journal reference"),
        licence=lot("feed: rights") if lot.technique % 3 == 0 else BY,
    )


def _listed(lot: Lot) -> Announcement:
    return plain_row(
        listed_id(lot.technique),
        f"A list's {lot('list: title')}",
        authors=(lot("list: author"), "Grace Hopper"),
        abstract=f"Nothing to read: {lot('list: abstract')}",
        categories=(CATEGORIES[0], lot("list: subject")),
    )


def _added(lot: Lot) -> Announcement:
    return plain_row(
        added_id(lot.technique),
        f"An added {lot('API: title')}",
        authors=(lot("API: author"),),
        abstract=f"{_PROSE} {lot('API: abstract')}",
        comment=lot("API: comment"),
        journal_ref=lot("API: journal reference"),
        doi=lot("API: DOI"),
    )


def _feed(rows: Sequence[Announcement], lots: Sequence[Lot]) -> bytes:
    """The day's feed, with items whose ids and types are hostile."""
    written = write_feed(DAY, CATEGORIES, rows).decode()
    odd = "".join(
        "<item><title>An odd"
        f" item</title><link>{_xml(lot('feed: guid'))}</link><description>Abstract: {_PROSE}"
        f"</description><guid>{_xml(lot('feed: guid'))}</guid><category>cs.AI</category>"
        f"<arxiv:announce_type>{_xml(lot('feed: type'))}</arxiv:announce_type></item>"
        for lot in lots
    )
    return written.replace("</channel>", odd + "</channel>").encode()


def _xml(text: str) -> str:
    return xml_escape(
        "".join(c for c in text if c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff"))
    )


def _hold(arxiv: LoopbackArxiv, row: Announcement, lot: Lot) -> None:
    """Have the API know a paper by an entry that says more than the fake's own."""
    at = datetime(2026, 5, 4, 12, tzinfo=UTC)
    entry = stored(row, at).entry
    affiliation = f"<arxiv:affiliation>{_xml(lot('API: affiliation'))}</arxiv:affiliation></author>"
    link = (
        f'<link href={quoteattr(_xml(lot("API: link")))} rel="related"'
        f" title={quoteattr(_xml(lot('API: link')))}/>"
    )
    entry = entry.replace("</author>", affiliation).replace("</entry>", f"{link}</entry>")
    arxiv._papers[row.id] = {1: Stored(row, at, _clean(entry))}


def _clean(xml: str) -> str:
    return "".join(c for c in xml if c in "\t\n\r" or c >= " ")


# --- A paper's HTML --------------------------------------------------------------


def _page(lot: Lot) -> str:
    """A page of LaTeXML's whose every text is hostile, as text;
    and one passage that is so as markup.
    """

    def text(field: str) -> str:
        return escape(lot(field).replace("\x00", "").replace("\n", " "))

    def paragraph(number: int, inner: str) -> str:
        return f'<div id="S1.p{number}" class="ltx_para"><p class="ltx_p">{inner}</p></div>'

    says = f"The text of part {{}} says {{}} and no more than that. {_PROSE}"
    body = "".join(
        paragraph(number, says.format("abcdefghijk"[number], inner))
        for number, inner in enumerate(
            (
                text("HTML: paragraph"),
                f'<math alttext="{text("HTML: maths")}"><mi>x</mi></math>',
                f'<span class="ltx_note ltx_role_footnote">{text("HTML: footnote")}</span> a note',
                f'<a href="{text("HTML: address")}">{text("HTML: link text")}</a>',
                (
                    f'<img src="{text("HTML: picture address")}" alt="{text("HTML: picture alt")}">'
                    " a picture"
                ),
                (
                    f"<svg><title>{text('HTML: SVG')}</title><desc>{text('HTML: SVG')}</desc></svg>"
                    " a drawing"
                ),
                escape(f"{lot('reply: entity')} set") + f" and {escape(code_link(lot))} as well",
                f"<span>{lot('HTML: markup')}</span>",
            )
        )
    )
    return (
        "<!DOCTYPE html><html"
        f' lang="en"><head><title>{text("HTML: title")}</title></head><body><div'
        ' class="ltx_page_main"><div class="ltx_page_content"><article'
        ' class="ltx_document"><section id="S0" class="ltx_section"><h2 class="ltx_title">1'
        f' Part</h2><div id="{text("HTML: id")}" class="ltx_para"><p'
        f' class="ltx_p">{says.format("z", "little")}</p></div></section>{_figure(lot, text)}{_table(text)}<section'  # noqa: E501
        ' id="S1" class="ltx_section"><h2 class="ltx_title ltx_title_section">2'
        f" Part</h2>{body}</section></article></div></div></body></html>"
    )


def _figure(lot: Lot, text: Callable[[str], str]) -> str:
    return (
        f'<figure id="S1.F1" class="ltx_figure"><img src="{read_id(lot.technique)}v1/x1.png"'
        ' class="ltx_graphics">'
        '<figcaption class="ltx_caption"><span class="ltx_tag'
        f' ltx_tag_figure">{text("figure: label")}: </span>'
        f"The figure of the system shows {text('figure: caption')} and the plan that is made by it."
        f"</figcaption></figure>"
        f'<figure id="S1.F2" class="ltx_figure"><img src="{text("figure: name")}"'
        ' class="ltx_graphics">'
        f'<figcaption class="ltx_caption">The other figure shows {text("HTML: caption")} and the'
        " plan of it."
        "</figcaption></figure>"
    )


def _table(text: Callable[[str], str]) -> str:
    cells = f'<td class="ltx_td">{text("HTML: table cell")}</td><td class="ltx_td">17.5</td>'
    return (
        '<figure id="S1.T1" class="ltx_table"><figcaption class="ltx_caption">The table of all'
        ' results.</figcaption><table class="ltx_tabular"><tr'
        f' class="ltx_tr">{cells}</tr></table></figure>'
    )


def _picture(lot: Lot) -> bytes:
    """A PNG with a text in it, and behind its end something that is a page as well."""
    rows = (b"\0" + b"\xc8" * 320) * 200
    said = lot("figure: PNG text").encode("utf-8", "replace")
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", struct.pack(">IIBBBBB", 320, 200, 8, 0, 0, 0, 0))
        + _chunk(b"tEXt", b"Comment\0" + said)
        + _chunk(b"eXIf", b"MM\0*" + said)
        + _chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + said)
        + _chunk(b"IDAT", zlib.compress(rows))
        + _chunk(b"IEND", b"")
        + lot("figure: bytes behind").encode("utf-8", "replace")
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return (
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
    )


# --- PDF -------------------------------------------------------------------------


def _pdf(lots: Sequence[Lot]) -> bytes:
    """One page with a line for each technique;
    information, outline, links and scripts with the same.
    """
    shown = [_PROSE, *(f"We say {_one_line(lot('PDF: text'))} of the system." for lot in lots)]
    lines = b"\n".join(_string(text) + b" Tj T*" for text in shown for text in (text, _PROSE))
    links = [
        b"<< /Type /Annot /Subtype /Link /Rect [0 0 600 700] /Border [0 0 0] /A << /S /URI /URI %s"
        b" >> >>" % _string(lot("PDF: link"))
        for lot in lots
    ]
    title, author = (
        _string(" ".join(lot(name) for lot in lots)) for name in ("PDF: title", "PDF: author")
    )
    script = b"<< /S /JavaScript /JS %s >>" % _string(" ".join(lot("PDF: script") for lot in lots))
    outline = _string(" ".join(lot("PDF: outline") for lot in lots))
    content = b"BT /F1 8 Tf 9 TL 40 760 Td %s ET" % lines
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /OpenAction %s /Outlines 6 0 R >>" % script,
        b"<< /Type /Pages /Count 1 /Kids [5 0 R] >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Title %s /Author %s /Subject %s >>" % (title, author, title),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 800] /Contents 8 0 R /Annots [%s] "
        b"/Resources << /Font << /F1 3 0 R >> >> >>" % b" ".join(links),
        b"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>",
        b"<< /Title %s /Parent 6 0 R /Dest [5 0 R /Fit] >>" % outline,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
    ]
    return file_of(objects)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _string(text: str) -> bytes:
    return b"<" + text.encode("cp1252", "replace").hex().encode() + b">"
