"""The graph's data, the sections that open on demand,
and the library that is shipped for the drawing.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import markdown
import pytest

from tests.concepts.papers import mention, paper
from tests.site.pages import page, section
from tests.site.shelves import page_urls
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Entity
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.site.graph import STRONGEST, Sharing, Topic, graph, graph_json, to_json
from wiki_builder.site.known import known
from wiki_builder.site.plugin import THEME
from wiki_builder.site.search.maths import read_name

CONCEPT = "id: {0}\nkind: {1}\nname:\n  en: {0}\n  zh: {2}\nfounded: arxiv:2605.00001\n"


def topic(id_: str, **more: Any) -> Topic:
    return Topic(id_, Bilingual(id_, "某"), "concept", f"concepts/{id_}/", **more)


def sharing(day: int, *topics: str) -> Sharing:
    return Sharing(f"2026-05-{day:02}", frozenset(topics))


# --- The graph ---------------------------------------------------------------


def test_the_weightiest_stand_first() -> None:
    """The page begins with the first 200, so the order is by papers;
    each node knows since when it is there.
    """
    made = graph(
        [topic("a"), topic("b"), topic("c")],
        [sharing(5, "b", "c"), sharing(2, "b"), sharing(9, "c", "b")],
    )
    assert [(n.topic.id, n.papers, n.first, n.last) for n in made.nodes] == [
        ("b", 3, "2026-05-02", "2026-05-09"),
        ("c", 2, "2026-05-05", "2026-05-09"),
        ("a", 0, "", ""),
    ]
    assert made.together == ((0, 1, 2),)


def test_edges_of_the_registry() -> None:
    """Broader has a direction; related is said once, whoever says it;
    what has no page has no edge.
    """
    nodes = [
        topic("a", broader=("b", "gone"), related=("c",)),
        topic("b", broader=("b",)),
        topic("c", related=("a",)),
    ]
    made = graph(nodes, [sharing(1, "a", "elsewhere")])
    assert made.broader == ((0, 1),)
    assert made.related == ((0, 2),)
    assert made.together == ()


def test_each_node_keeps_its_strongest_edges() -> None:
    """A hub does not make the file large: a node asks for its strongest,
    and for rarer ones among equals.
    """
    leaves = [f"leaf{n:02}" for n in range(40)]
    papers = [
        sharing(1, *leaves),
        sharing(2, *leaves),
        sharing(3, "leaf00", "leaf39"),
        sharing(4, "leaf07"),
    ]
    made = graph(map(topic, leaves), papers)
    at = {node.topic.id: place for place, node in enumerate(made.nodes)}
    assert (*sorted((at["leaf00"], at["leaf39"])), 3) in made.together
    pairs = len(leaves) * (len(leaves) - 1) // 2
    assert len(made.together) <= STRONGEST * len(leaves) < pairs


def test_json_says_what_is_not_the_rule() -> None:
    """An address that is not the usual one is told, so that a moved page is found;
    equal names stand once.
    """
    moved = Topic("m", Bilingual("GPT-4", "GPT-4"), "model", "my/place/")
    value = json.loads(to_json(graph([topic("a"), moved], [sharing(3, "a", "m"), sharing(4, "a")])))
    assert value["days"] == ["2026-05-03", "2026-05-04"]
    assert value["nodes"] == [
        ["a", "a", "某", 0, 2, 0, 1],
        ["m", "GPT-4", "", 1, 1, 0, 0, "my/place/"],
    ]
    assert value["together"] == [[1, 1], []]


def test_a_label_is_plain_text() -> None:
    """Maths in a name as one reads it: a canvas sets none."""
    named = Topic(
        "tau2", Bilingual("$\\tau^2$-Bench", "$\\tau^2$-Bench"), "dataset", "entities/tau2/"
    )
    assert json.loads(to_json(graph([named], [])))["nodes"][0][1:3] == ["τ²-Bench", ""]


@pytest.mark.slow
def test_a_large_graph_is_a_small_file() -> None:
    """3,000 concepts are at most 600 KB, and the same bytes whatever the order of the input."""
    dice = random.Random(7)
    ids = [f"a-concept-with-a-long-name-{n}" for n in range(3000)]
    nodes = [
        replace(topic(id_), name=Bilingual(id_.replace("-", " "), "一个很长的概念名"))
        for id_ in ids
    ]
    papers = [
        sharing(dice.randint(1, 28), *dice.sample(ids, 9), *ids[n : n + 6]) for n in range(3000)
    ]
    text = to_json(graph(nodes, papers))
    assert len(text.encode()) <= 600_000
    dice.shuffle(nodes)
    dice.shuffle(papers)
    assert to_json(graph(nodes, papers)) == text


# --- From a wiki's data ---------------------------------------------------------


def write_data(root: Path) -> Path:
    """Two concepts and a model with pages, a merged concept, one whose page was deleted,
    and a rejected paper.
    """
    wiki = Wiki(root)
    wiki.concepts.mkdir(parents=True)
    for id_, kind in {
        "credit": "concept",
        "memory": "concept",
        "gpt": "model",
        "old": "concept",
        "gone": "concept",
    }.items():
        text = CONCEPT.format(id_, kind, "某" + id_)
        more = {"old": "merged:\n  into: credit\n", "memory": "broader:\n- old\n"}.get(id_, "")
        (wiki.concepts / f"{id_}.yml").write_text(text + more, encoding="utf-8")
    uses = {"1": ("old", "memory"), "2": ("credit", "gone"), "3": ("memory", "credit")}
    for number, named in uses.items():
        made = paper(
            f"arxiv:2605.0000{number}", *(replace(mention(n, "某"), concept=n) for n in named)
        )
        assert made.analysis
        gpt = (Entity("GPT", "model", "gpt"),)
        write_paper(wiki, made.with_(analysis=replace(made.analysis, entities=gpt)))
    pages = {f"arxiv:2605.0000{n}": f"papers/2605/2605.0000{n}.md" for n in uses}
    pages |= {
        "concept:credit": "mine/信 用.md",
        "concept:memory": "concepts/memory.md",
        "entity:gpt": "entities/gpt.md",
    }
    for id_, path in [(id_, path) for id_, path in pages.items() if id_ != "arxiv:2605.00003"]:
        file = wiki.docs / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(id_, "x"), encoding="utf-8")
    pages["concept:gone"] = "concepts/gone.md"
    wiki.ledger.write_text(
        "".join(f"{id_}\t{path}\n" for id_, path in pages.items()), encoding="utf-8"
    )
    return root


def made(root: Path) -> str:
    found = known(root)
    assert found
    return graph_json(found.library, page_urls(root))


def test_a_wiki_gives_what_has_a_page(tmp_path: Path) -> None:
    """A merged concept's papers are its target's;
    deleted pages and rejected papers are not in the graph.
    """
    text = made(write_data(tmp_path))
    value = json.loads(text)
    assert value["nodes"] == [
        ["credit", "credit", "某credit", 0, 2, 0, 0, "mine/%E4%BF%A1%20%E7%94%A8/"],
        ["gpt", "gpt", "某gpt", 1, 2, 0, 0],
        ["memory", "memory", "某memory", 0, 1, 0, 0],
    ]
    assert value["broader"] == [2, 0]
    assert value["together"] == [[1, 2, 2, 1], [2, 1], []]
    assert made(tmp_path) == text


def test_a_site_without_data_has_no_graph(tmp_path: Path) -> None:
    """The project's guide, or any other MkDocs site with the plugin, builds as it is."""
    assert known(tmp_path) is None


# --- On demand -------------------------------------------------------------------


def convert(text: str) -> str:
    return markdown.markdown(
        text,
        extensions=["toc", "pymdownx.superfences", "wiki_sections"],
        extension_configs={"toc": {"permalink": True}},
    )


@pytest.mark.parametrize("name", ["timeline", "aliases.en", "bibtex", "history.zh"])
def test_what_is_on_demand_is_closed(name: str) -> None:
    """The section's heading opens it and still is a heading; in it is no second thing to press."""
    made = convert(section(name, "## More · 更多\n\n- one\n\n### Less\n\n- two"))
    assert made.startswith("<details")
    assert made.endswith("</details>")
    assert (f'id="wiki-{name}"' in made) == ("." not in name)  # in one language nothing leads there
    assert '><summary><h2 id="more">More · 更多</h2></summary>' in made
    assert "headerlink" not in made
    assert ('lang="zh-Hans"' in made) == name.endswith(".zh")


def test_what_cannot_be_closed_is_shown() -> None:
    """Without a heading there is nothing to press, and other sections are open as ever."""
    assert convert(section("timeline", "Only text.")).startswith(
        '<section class="wiki wiki-timeline"'
    )
    assert convert(section("papers.en", "## Papers\n\n- one")).startswith("<section")
    assert "<details" not in convert(section("history", ""))


def test_neighbours_are_shown_and_their_picture_is_on_demand() -> None:
    """The list needs no press and no script; behind it is the place of the picture."""
    made = convert(section("neighbours", "## Near · 相邻\n\n- one"))
    assert made.startswith('<section class="wiki wiki-neighbours"')
    assert made.endswith("</summary></details>")
    assert '</section><details class="wiki wiki-near"><summary>' in made
    assert "<details" not in convert(section("neighbours", ""))


def test_the_place_for_the_graph_passes() -> None:
    """What the template writes for the script goes through the allowlist,
    with the list beside it.
    """
    made = convert(
        section("graph", '<div class="wiki-graph"></div>\n\n- [a · 甲](concepts/a.md) (3)')
    )
    assert '<div class="wiki-graph"></div>' in made
    assert '<li><a href="concepts/a.md">a · 甲</a> (3)</li>' in made


# --- The library -------------------------------------------------------------------


def test_the_vendored_layout_is_what_was_published() -> None:
    """d3-force's files are those of its packages, to the byte, with their licence."""
    folder = THEME / "assets/wiki/d3-force"
    listed = [
        line.split()
        for line in (folder / "SHA256SUMS").read_text().splitlines()
        if not line.startswith("#")
    ]
    for checksum, name in listed:
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == checksum, name
    assert {path.name for path in folder.iterdir()} == {name for _, name in listed} | {"SHA256SUMS"}


def test_a_name_reorders_nothing_beside_it() -> None:
    """Overrides of direction in a name are left out, as they are on pages."""
    assert read_name("a \u202eb\u202c \u2066$\\tau$\u2069") == "a b τ"
