/* Which words of a text answer a question, and the piece of it that shows most of them. */
import { forms, isChinese, isWhole, stem } from "./terms.js"

const BEFORE = 40
const LONG = { latin: 220, han: 110 }
const WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{M}]+/gu

/** The places of a text that answer a question, as [from, to, word's number] in order. */
export const places = (text, asked) => {
  const found = []
  const small = text.toLowerCase()
  const unfinished = number => asked.open && number === asked.words.length - 1
  if (small.length !== text.length) return found // a letter whose small form is longer: rather no mark than a wrong one
  asked.words.forEach((word, number) => {
    if (isChinese(word) || isWhole(word))
      for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + word.length))
        if (isChinese(word) || !/\d/.test(small[at - 1] + (unfinished(number) ? "" : small[at + word.length])))
          found.push([at, at + word.length, number])
  })
  const wanted = asked.words.map((word, number) => ({ word, base: stem(word), number })).filter(one => !isChinese(one.word) && !isWhole(one.word))
  if (wanted.length)
    for (const match of small.matchAll(WORD)) {
      const known = forms(match[0])
      const hit = wanted.find(({ word, base, number }) => known.some(form =>
        form === word || stem(form) === base || unfinished(number) && form.startsWith(word)))
      if (hit) found.push([match.index, match.index + match[0].length, hit.number])
    }
  return found.sort((a, b) => a[0] - b[0])
}

/** A text as nodes, what answers the question in <mark>. */
export const marked = (text, asked) => {
  const nodes = []
  let at = 0
  for (const [from, to] of places(text, asked)) {
    if (from < at) continue
    const mark = document.createElement("mark")
    mark.textContent = text.slice(from, to)
    nodes.push(text.slice(at, from), mark)
    at = to
  }
  return [...nodes, text.slice(at)]
}

/** The piece of a text with the most words of the question, and how many; the first of equals. `titles` are shown already. */
export const excerpt = (text, asked, titles) => {
  let best = { words: 0, text: "" }
  for (const line of text.split("\n")) {
    if (titles.includes(line)) continue
    const found = places(line, asked)
    const words = new Set(found.map(place => place[2])).size
    if (words > best.words) best = { words, text: cut(line, found[0][0]) }
  }
  return best
}

/** The beginning of what a page says first, for one whose titles alone have the words. */
export const gist = (text, titles) => cut(text.split("\n").find(line => line && !titles.includes(line)) || "", 0)

const cut = (line, at) => {
  const long = isChinese(line[at]) || /[\u3400-\u9fff]/.test(line.slice(0, 40)) ? LONG.han : LONG.latin
  if (line.length <= long) return line
  let from = Math.max(0, Math.min(at - BEFORE, line.length - long))
  const space = from ? line.indexOf(" ", from) : -1
  if (space >= 0 && space < at) from = space + 1
  return `${from ? "…" : ""}${line.slice(from, from + long)}${from + long < line.length ? "…" : ""}`
}
