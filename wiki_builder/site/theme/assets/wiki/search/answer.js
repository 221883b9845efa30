/* What is typed, and the pages that answer it: a question in traditional characters is asked in simplified ones too. */
import { ranked } from "./rank.js"
import { isChinese, question } from "./terms.js"

const HAN = /\p{Script=Han}/gu

let simple // the characters of GB 2312, which has no traditional ones beside theirs
const isTraditional = text => {
  simple ||= new Set(new TextDecoder("gb2312").decode(Uint8Array.from({ length: 72 * 94 * 2 }, (_, at) =>
    at % 2 ? 0xa1 + (at >> 1) % 94 : 0xb0 + Math.floor((at >> 1) / 94))))
  return (text.match(HAN) || []).some(one => !simple.has(one))
}

/** { asked, pages, spelled }: the question with all words that are to be marked (`enough` of them answer it), the numbers
    of its pages, the best first, and in what other characters it was asked, if so it found anything. */
export const answered = async (index, value) => {
  const ask = async (text, spelled = text) => {
    const asked = question(text)
    return { spelled, asked, pages: await ranked(index, asked) }
  }
  const own = await ask(value, "")
  if (!own.asked.words.some(isChinese) || own.pages.length && !isTraditional(value)) return own
  const others = await import("../traditional.js").then(({ spellings }) => spellings(value), () => [])
  const all = [own, ...await Promise.all(others.map(text => ask(text)))].filter(one => one.pages.length)
  if (!all.length) return own
  all.sort((a, b) => b.pages.length - a.pages.length)
  return {
    spelled: all.map(one => one.spelled).filter(Boolean).join(" / "),
    asked: { ...all[0].asked, words: [...new Set(all.flatMap(one => one.asked.words))], enough: all[0].asked.words.length },
    pages: [...new Set(all.flatMap(one => one.pages))]
  }
}
