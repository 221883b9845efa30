/* The text of a result's page, where what was asked for stands only in what the index's file leaves out: abstracts, quotes,
   lists. The page is asked for, and its quotes, which are a file beside it, if the words do not stand on it. */
import { places } from "./excerpt.js"
import { blocks } from "./hits.js"

const LANGUAGES = ["en", "zh-Hans", ""] // of the parts of a page's text
const NOT_SHOWN = ".wiki-related, .wiki-relations, .wiki-neighbours, .wiki-papers, .wiki-new, .wiki-list" // as in record.py

const MOST = 4 // pages that one answer asks for

const known = new Map() // texts by address

const read = async address => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${answer.status} ${address}`)
  const made = new DOMParser().parseFromString(await answer.text(), "text/html")
  const text = LANGUAGES.map(() => [])
  for (const [block, nodes] of blocks(made.querySelector("article") || made.querySelector("main"))) {
    if (block.closest(NOT_SHOWN)) continue
    const lang = block.closest("section[lang], details[lang]")?.lang || ""
    const line = nodes.map(node => node ? node.data : "\n").join("")
    text[LANGUAGES.indexOf(lang)]?.push(...line.split("\n").map(one => one.replace(/\s+/g, " ").trim()).filter(Boolean))
  }
  const quotes = made.querySelector("#wiki-evidence > p > a[href]")?.getAttribute("href")
  return { text: text.map(lines => lines.join("\n")), quotes: quotes && new URL(quotes, address) }
}

const kept = address => {
  if (!known.has(address.href)) known.set(address.href, read(address))
  known.get(address.href).catch(() => known.delete(address.href))
  return known.get(address.href)
}

const lacks = ({ title, text }, asked) =>
  new Set(places([...title, ...text].join("\n"), asked).map(place => place[2])).size < (asked.enough || asked.words.length)

const filled = async (page, asked, site) => {
  let address = new URL(page.url, site)
  while (address && lacks(page, asked))
    try {
      const { text, quotes } = await kept(address)
      page = { ...page, text: page.text.map((own, at) => `${own}\n${text[at]}`) }
      address = quotes
    } catch {
      break
    }
  return page
}

/** Pages of results, the first few of which there is not all of the question in what is known of them with more of their
    text; as they are, where that cannot be loaded. */
export const whole = (pages, asked, site) => {
  let left = MOST
  return Promise.all(pages.map(page => lacks(page, asked) && left-- > 0 ? filled(page, asked, site) : page))
}
