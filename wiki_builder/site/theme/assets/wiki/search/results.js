/* A result as an option of the list: what it is, its titles, and the words around what was asked, in the reader's language. */
import { place } from "../places.js"
import { excerpt, gist, marked } from "./excerpt.js"
import { language, make, say } from "./words.js"

const LANGUAGES = { en: "en", zh: "zh-Hans", any: "" }

const span = (className, lang, text, asked) => make("span", { className, lang: LANGUAGES[lang] }, ...marked(text, asked))

/* A paper keeps its own title below the headline; another page has a name in each language. */
const titles = ({ kind, title: [en, zh] }, asked) => {
  const both = !zh ? [["en", en]] : language() === "zh" ? [["zh", zh], ["en", en]] : [["en", en], ["zh", zh]]
  const shown = language() === "en" || language() === "zh" && kind !== "paper" ? both.slice(0, 1) : both
  return shown.map(([lang, text], at) => span(at ? "wiki-search-second" : "wiki-search-title", lang, text, asked))
}

/* In the reader's language if the words stand there, else where most of them do; else how the text begins. */
const excerpts = (page, asked) => {
  const shown = [...page.title, page.title.join(" · ")]
  const [en, zh, any] = page.text.map(text => excerpt(text, asked, shown))
  const pieces = { en, zh, any }
  const own = (language() === "both" ? ["en", "zh"] : [language()]).filter(lang => pieces[lang].words)
  const most = Math.max(...Object.values(pieces).map(piece => piece.words))
  const other = Object.keys(pieces).filter(lang => most && pieces[lang].words === most).slice(0, 1)
  if (own.length + other.length) return (own.length ? own : other).map(lang => span("wiki-search-excerpt", lang, pieces[lang].text, asked))
  const first = language() === "zh" ? "zh" : "en", text = gist(page.text[Object.keys(pieces).indexOf(first)], shown)
  return text ? [span("wiki-search-excerpt", first, text, asked)] : []
}

/** The address of a page with what was asked for, which it marks: see hits.js. */
const address = (page, site, { words, open }) => {
  const url = new URL(page.url, site)
  url.searchParams.set("h", words.join(" ") + (open ? "" : " "))
  return url.href
}

const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Who asks for an author of several papers is led to all of them, on the radar if there is one; at most one option. */
export const byAuthor = (pages, value) => {
  const found = pages.filter(({ kind }) => kind === "paper").map(({ names }) => names.find(name => same(name, value))).filter(Boolean)
  const radar = place("radar")
  return found.length < 2 || !radar ? [] : [make("a", {
    id: "wiki-search-author", href: `${radar}?author=${encodeURIComponent(found[0])}`, tabIndex: -1,
    className: "wiki-search-option wiki-search-author", aria: { role: "option", "aria-selected": "false" }
  }, make("span", { className: "wiki-search-title" }, say("byAuthor", found[0])))]
}

/** The option of a page, the `number`th of the list. */
export const option = (page, number, asked, site) =>
  make("a", {
    id: `wiki-search-${number}`, href: address(page, site, asked), tabIndex: -1,
    className: `wiki-search-option wiki-search-${page.kind}`, aria: { role: "option", "aria-selected": "false" }
  },
  make("span", { className: "wiki-search-kind" }, [say(page.kind), page.date].filter(Boolean).join(" · ")),
  ...titles(page, asked), ...excerpts(page, asked))
