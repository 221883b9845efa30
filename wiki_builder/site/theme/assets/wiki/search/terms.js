/* The terms of a question, as wiki_builder/site/search/terms.py makes those of a page. */

const HAN = "\\u3400-\\u9fff\\uf900-\\ufaff"
const PART = new RegExp(`[${HAN}]+|(?:(?![${HAN}])[\\p{L}\\p{N}])+`, "gu")
const CHINESE = new RegExp(`^[${HAN}]`)

/* Left out of a question that has other words: they stand on every page, and say nothing. */
const LITTLE = new Set(
  "a an and are as at be by do does for from how in is it of on or that the this to was what when which why with".split(" ")
)

/* An address of arXiv, a version: what people paste. */
const pasted = text => text
  .replace(/\b(?:https?:\/\/)?(?:[\w.-]*arxiv\.org\/(?:abs|pdf|html)\/|arxiv:\s*)([\w.\/-]*\d)/gi, " $1 ")
  .replace(/\b(\d{4}\.\d{4,5}|\d{7})v\d+\b/g, "$1")

const bare = word => /^[\x00-\x7f]*$/.test(word) ? [word] :
  word.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").match(PART) || []

export const isChinese = word => CHINESE.test(word)

/** The words of a text: in small letters, a run of Chinese characters being one. */
export const parts = text =>
  (text.toLowerCase().match(PART) || []).flatMap(part => isChinese(part) ? [part] : bare(part))

/** A question: its words, the last of which may not be complete, and the whole of it as a name. */
export const question = text => {
  const words = parts(pasted(text.normalize("NFKC")))
  const telling = words.filter(word => !LITTLE.has(word))
  return { words: telling.length ? telling : words, name: "=" + words.join(" "), open: !/\s$/.test(text) }
}

/** The pairs of a run of Chinese characters. */
export const pairs = run => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))

/** A word without its ending, so that those with another one are the same: the first step of Porter's, 1980. */
export const stem = word => {
  const plural = word.replace(/sses$/, "ss").replace(/ies$/, "y").replace(/([^sui])s$/, "$1")
  const past = /^(.*[aeiouy].*?)(?:ed|ing)$/.exec(plural)
  const base = past && past[1].length > 2 ? past[1].replace(/([^aeiouylsz])\1$/, "$1") : plural
  return base.length > 3 ? base.replace(/e$/, "").replace(/y$/, "i") : base
}
