"""What the site's search finds, against a plain look at the text of every page.

    python -m benchmarks.search FOLDER

FOLDER is a wiki with its site built. Forty questions are asked of the site in a browser as
a reader asks them, and of the text of all pages with patterns. *Recall* is the share of pages with
the very words that the search finds; *precision* the share of what it finds that has the words,
whatever their endings. Bytes are all that a first question loads: scripts, style, index, results.
"""

from __future__ import annotations

import gzip
import http.server
import json
import re
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lxml import html

from benchmarks import wiki
from benchmarks.browser import chromium
from benchmarks.run import run
from wiki_builder.scaffold import init
from wiki_builder.site.build import build_site
from wiki_builder.site.search.files import files, indexed
from wiki_builder.site.search.record import Record, page_record

# Each with what else counts as found: the words in another form.
ENGLISH = {
    "LLM": "llms?",
    "reinforcement learning": "reinforc\\w* learn\\w*",
    "large language models": "large languages? models?",
    "credit assignment": "credit\\w* assign\\w*",
    "reward hacking": "reward\\w* hack\\w*",
    "tool use": "tools? us\\w*",
    "self-distillation": "self distill\\w*",
    "agent orchestration": "agents? orchestrat\\w*",
    "long-horizon tasks": "long horizons? tasks?",
    "hindsight": "hindsights?",
    "GRPO": "grpo\\w*",
    "ALFWorld": "alfworld\\w*",
    "verifiable rewards": "verifiabl\\w* rewards?",
    "policies": "polic(?:y|ies)",
    "training efficiency": "train(?:s|ed|ing)? efficien\\w*",
    "Bradley-Terry": "bradley terry",
    "delegation": "delegat\\w*",
    "token budget": "tokens? budget\\w*",
    "GUI agents": "guis? agents?",
    "curriculum learning": "curricul\\w* learn\\w*",
}
CHINESE = (
    *(
        "大语言模型",
        "强化学习",
        "信用分配",
        "奖励作弊",
        "工具调用",
        "智能体",
        "多智能体",
        "课程学习",
        "可验证奖励",
        "长程任务",
    ),
    *(
        "自蒸馏",
        "后见",
        "轨迹",
        "世界模型",
        "奖励模型",
        "LLM 智能体",
        "策略优化",
        "训练效率",
        "基准",
        "上下文压缩",
    ),
)
NONSENSE = ("blorptastic", "qzxvkj", "无此怪词", "龘靐齉", "模大型语言")
SUBPATH = "a/wiki"
PAPERS = 5_000

_LEFT_OUT = ("wiki-bibtex", "wiki-stamp", "headerlink")
# What a page says of the papers and concepts that it lists is found on their own pages.
_NEIGHBOURS = (
    "//*[@id='wiki-related']//li/*[self::small or self::span] | //li[contains(@class,"
    " 'wiki-guide')]/p"
)
_INLINE = {
    "a",
    "abbr",
    "b",
    "cite",
    "code",
    "del",
    "em",
    "i",
    "mark",
    "q",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
}
_ASK = """async ([site, asked]) => {
  const from = name => import(`${site}assets/wiki/search/${name}.js`)
  const [{ open }, { ranked }, { question }] = [await from("index"), await from("rank"), await from("terms")]
  window.searched ||= await open(new URL("search/", site))
  return ranked(window.searched, question(asked + (/[a-z]$/i.test(asked) ? " " : "")))
}"""  # noqa: E501


def of_generated(folder: Path, papers: int) -> Iterator[dict[str, object]]:
    """The figures of a generated wiki of so many papers, its site built first."""
    init(folder, title="Bench")
    wiki.write(folder, papers)
    run(["-C", str(folder), "render", "--quiet"])
    built = build_site(folder, strict=False)
    if not built.ok:
        raise SystemExit(built.output)
    yield from measure(folder)


def measure(folder: Path) -> Iterator[dict[str, object]]:
    """The figures of the wiki in ``folder``, whose site is built."""
    pages = dict(_pages(folder / "site"))
    texts = {url: _text(body) for url, body in pages.items()}
    start, cpu = time.perf_counter(), time.process_time()
    records = [found for url, body in pages.items() if (found := _record(url, body))]
    recorded = time.process_time()
    ready = [indexed(page) for page in records]
    each = time.process_time()
    places = {number: page.place for number, page in enumerate(ready)}
    made = dict(files(places, ready.__getitem__))
    yield {
        "search_build_s": round(time.perf_counter() - start, 2),
        "records_cpu_s": round(recorded - cpu, 2),
        "pages_cpu_s": round(each - recorded, 2),
        "index_cpu_s": round(time.process_time() - each, 2),
        "pages": len(records),
        "index_mb": round(_mb(made, "/t/") + _mb(made, "index"), 2),
        "results_mb": _mb(made, "/p/"),
        "files": len(made),
    }
    with _browser(folder / "site") as (browser, site):
        page = browser.new_page()
        page.goto(site)
        urls = _urls(folder / "site")
        for language, asked in (("en", ENGLISH), ("zh", dict.fromkeys(CHINESE, ""))):
            rows = [
                _compared(question, forms, texts, _found(page, site, urls, question))
                for question, forms in asked.items()
            ]
            for row in rows:
                print(json.dumps(row, ensure_ascii=False), file=sys.stderr)
            yield {
                "search_recall": min(row["recall"] for row in rows),
                "language": language,
                "aim": ">= 0.99",
                "mean_recall": _rounded(statistics.mean(row["recall"] for row in rows)),
                "precision": min(row["precision"] for row in rows),
                "mean_precision": _rounded(statistics.mean(row["precision"] for row in rows)),
                "questions": len(rows),
            }
        yield {
            "nonsense_found": sum(len(_found(page, site, urls, word)) for word in NONSENSE),
            "aim": 0,
        }
        sent = sorted((_sent(browser, site, asked), asked) for asked in (*ENGLISH, *CHINESE))
        yield {
            "first_query_kb": _rounded(sent[-1][0] / 1000),
            "aim": "<= 200",
            "median_kb": _rounded(statistics.median(size for size, _ in sent) / 1000),
            "most_for": sent[-1][1],
        }


# --- The plain look ---------------------------------------------------------------


def _pages(site: Path) -> Iterator[tuple[str, str]]:
    """The address of each page and its text's HTML, without those that only send one on,
    and the list of feeds.
    """
    for file in sorted(site.rglob("index.html")):
        text = file.read_text("utf-8")
        if 'http-equiv="refresh"' not in text and file.parent.name != "feeds":
            folder = file.parent.relative_to(site).as_posix()
            quotes = file.with_name("evidence.html")
            beside = quotes.read_text("utf-8") if quotes.is_file() else ""
            shown = (
                text[text.index("<article") : text.rindex("</article>")]
                + beside[beside.find("<body") :]
            )
            yield "" if folder == "." else f"{folder}/", shown


def _text(body: str) -> str:
    """What a reader can see, in small letters, a block a line."""
    tree: Any = html.fromstring(f"<div>{body}</div>")
    left_out = " or ".join(f"contains(concat(' ', @class, ' '), ' {name} ')" for name in _LEFT_OUT)
    for element in [*tree.xpath(f"//*[{left_out}]"), *tree.xpath(_NEIGHBOURS)]:
        element.drop_tree()
    for element in tree.iter("*"):
        if element.tag not in _INLINE:
            element.text, element.tail = f"\n{element.text or ''}", f"\n{element.tail or ''}"
    return str(tree.xpath("string()")).lower()


def _compared(asked: str, forms: str, texts: Mapping[str, str], found: set[str]) -> dict[str, Any]:
    exact, loose = _patterns(asked, forms)
    plain = {url for url, text in texts.items() if all(pattern.search(text) for pattern in exact)}
    right = {url for url in found if all(pattern.search(texts[url]) for pattern in loose)}
    recall = len(plain & found) / len(plain) if plain else 1.0
    precision = len(right) / len(found) if found else 1.0
    return {
        "asked": asked,
        "plain": len(plain),
        "found": len(found),
        "recall": _rounded(recall),
        "precision": _rounded(precision),
    }


def _patterns(asked: str, forms: str) -> tuple[list[re.Pattern[str]], list[re.Pattern[str]]]:
    """A pattern for each word as it stands, and one for each in any form; Chinese as it stands."""
    words = re.split(r"[\s-]", asked.lower())
    if not forms:
        exact = [_word(word) if word.isascii() else word for word in words]
        loose = [_word(f"{word}s?") if word.isascii() else word for word in words]
        return [re.compile(word) for word in exact], [re.compile(word) for word in loose]
    return [re.compile(_word(word)) for word in words], [
        re.compile(_word(f"(?:{form})")) for form in forms.split(" ")
    ]


def _word(pattern: str) -> str:
    return rf"(?<![^\W_\u3400-\u9fff]){pattern}(?![^\W_\u3400-\u9fff])"


# --- The site's search --------------------------------------------------------------


def _record(url: str, body: str) -> Record | None:
    return page_record(f"{url.rstrip('/') or 'index'}.md", url, body, {})


def _urls(site: Path) -> list[str]:
    about = json.loads((site / "search" / "index.json").read_bytes())
    folder, count = site / "search" / about["version"] / "p", about["pages"]
    return [
        json.loads(gzip.decompress((folder / str(number)).read_bytes()))["url"]
        for number in range(count)
    ]


def _found(page: Any, site: str, urls: list[str], asked: str) -> set[str]:
    return {urls[number] for number in page.evaluate(_ASK, [site, asked])}


def _sent(browser: Any, site: str, asked: str) -> int:
    """The bytes of all that a first question of a new visitor loads."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(site, wait_until="networkidle")
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    page.eval_on_selector(".wiki-search-open", "button => button.click()")
    page.wait_for_selector("dialog.wiki-search[open]")
    page.keyboard.insert_text(asked)
    page.wait_for_selector("a.wiki-search-option mark")
    page.wait_for_load_state("networkidle")
    size = sum(len(answer.body()) for answer in answers)
    context.close()
    return size


@contextmanager
def _browser(built: Path) -> Iterator[tuple[Any, str]]:
    """A browser, and the address of the site under a path, as on a project's pages."""
    from playwright.sync_api import sync_playwright

    handler = partial(_Under, directory=str(built))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser, f"http://127.0.0.1:{server.server_port}/{quote(SUBPATH)}/"
        browser.close()
    server.shutdown()
    server.server_close()


class _Under(http.server.SimpleHTTPRequestHandler):
    """Serves a folder under ``SUBPATH``, without a word."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(f"/{SUBPATH}"))

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _mb(made: Mapping[str, bytes], part: str) -> float:
    return round(sum(len(data) for path, data in made.items() if part in path) / 1e6, 2)


def _rounded(value: float) -> float:
    return round(value, 4)


if __name__ == "__main__":
    for figures in measure(Path(sys.argv[1])):
        print(json.dumps(figures, ensure_ascii=False), flush=True)
