/* From a question to pages, the best first: every word must stand on a page, in some form. */
import { pages } from "./index.js"
import { isChinese, pairs, stem } from "./terms.js"

const LEVELS = [8, 3, 1.5, .5] // title and names, summary, text, what a page says about others
const ENDING = .8
const LONGER = .6
const NAMED = 100
const NAMED_LONGER = 12
const TOPIC = 2 // of two pages with this very name, what a concept or a named thing gets more

/** What each page gets for some terms: the most that one of them is worth. */
const worth = (size, terms) => {
  const most = new Float32Array(size)
  for (const { line, factor } of terms)
    LEVELS.forEach((level, at) => {
      for (const page of pages(line[at + 1] || "")) most[page] = Math.max(most[page], level * factor)
    })
  return most
}

/** An English word: itself, its other endings, and while it is being typed what begins with it. */
const english = async (index, word, unfinished) => {
  const base = stem(word)
  const start = base.replace(/i$/, "")
  const found = []
  for (const line of await index.beginning(word.startsWith(start) ? start : word)) {
    const same = line[0] === word
    if (same || stem(line[0]) === base) found.push({ line, factor: same ? 1 : ENDING })
    else if (unfinished && line[0].startsWith(word)) found.push({ line, factor: LONGER })
  }
  return worth(index.size, found)
}

/** A run of Chinese characters: all of its pairs; a page is worth what the least of them is. */
const chinese = async (index, run) => {
  const asked = run.length === 1 ? [index.beginning(run)] : pairs(run).map(index.term)
  const found = (await Promise.all(asked)).map(lines => worth(index.size, lines.map(line => ({ line, factor: 1 }))))
  return found.reduce((least, next) => least.map((value, page) => Math.min(value, next[page])))
}

/** Pages that go by the question as a name, or by one that begins with it. */
const named = async (index, { name, open }) => {
  const lines = name.length < 3 ? [] : open ? await index.beginning(name) : await index.term(name)
  return worth(index.size, lines.map(line => ({ line, factor: (line[0] === name ? NAMED : NAMED_LONGER) / LEVELS[0] })))
}

const called = (index, page, worth) =>
  worth >= NAMED && ["concept", "entity"].includes(index.kind(page)) ? TOPIC * worth : worth

/** What each page gets for one word of a question. */
const one = (index, { words, open }, at) =>
  isChinese(words[at]) ? chinese(index, words[at]) : english(index, words[at], open && at === words.length - 1)

/** Whether any page has a word of a question. */
export const finds = async (index, asked, at) => (await one(index, asked, at)).some(value => value > 0)

/** The numbers of the pages that answer a question, the best first; of equals the newest. */
export const ranked = async (index, asked) => {
  if (!asked.words.length) return []
  const [names, ...words] = await Promise.all([named(index, asked), ...asked.words.map((_, at) => one(index, asked, at))])
  const rare = words.map(pages => Math.log(1 + index.size / (1 + pages.reduce((sum, value) => sum + (value > 0), 0))))
  const scored = []
  for (let page = 0; page < index.size; page++)
    if (words.every(pages => pages[page] > 0))
      scored.push([page, words.reduce((sum, pages, at) => sum + pages[page] * rare[at], called(index, page, names[page]))])
  return scored.sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([page]) => page)
}
