/* What may have been meant by words that no page has. Only words that begin alike are looked at, which stand in a file
   that was asked for, or in the next. */
import { finds } from "./rank.js"
import { isChinese } from "./terms.js"

const wrongLetters = word => word.length < 4 ? 0 : word.length < 8 ? 1 : 2

/** How many letters are wrong, missing, too many or swapped with the next, if at most `most`; else more than that. */
export const distance = (a, b, most) => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before = [], row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1)
    }
    [before, row] = [row, next]
  }
  return row[b.length]
}

/** The word of the index that was most likely meant: a further wrong letter is made good by ten times the pages. */
const nearestTo = async (index, word) => {
  const most = wrongLetters(word)
  if (!most || /\d/.test(word)) return ""
  let best = { word: "", likely: 0 }
  const alike = await Promise.all([index.around(word), index.beginning(word.slice(0, 2))])
  for (const [term, ...lists] of alike.flat()) {
    if (!/^\p{L}+$/u.test(term) || isChinese(term)) continue
    const wrong = distance(word, term, most)
    const likely = wrong > most ? 0 : lists.join("").length / 10 ** wrong
    if (likely > best.likely) best = { word: term, likely }
  }
  return best.word
}

/** The question with each word that finds nothing replaced by the nearest one; empty if there is none. */
export const nearest = async (index, asked) => {
  const words = await Promise.all(asked.words.map(async (word, at) =>
    await finds(index, asked, at) ? word : isChinese(word) ? "" : nearestTo(index, word)))
  return words.every(Boolean) && words.join() !== asked.words.join() ? words.join(" ") : ""
}
