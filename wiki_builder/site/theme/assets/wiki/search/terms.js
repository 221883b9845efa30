/* The terms of a question, as wiki_builder/site/search/terms.py makes those of a page. */

const HAN = "\\u3400-\\u9fff\\uf900-\\ufaff"
/* A date, also while it is typed, a month, arXiv's number of a paper: a word as a whole. */
const WHOLE = "[0-9]{4}-[0-9]{2}(?:-[0-9]{1,2})?(?![0-9])|[0-9]{4}\\.[0-9]{4,5}(?![0-9])"
const PART = new RegExp(`${WHOLE}|[${HAN}]+|(?:(?![${HAN}])[\\p{L}\\p{N}])+`, "gu")
const CHINESE = new RegExp(`^[${HAN}]`)

/* Left out of a question that has other words: they stand on every page, and say nothing. */
const LITTLE = new Set(
  "a an and are as at be by do does for from how in is it of on or that the this to was what when which why with".split(" ")
)

const GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega".split(" ")
const NAMES = new Map([..."αβγδεζηθικλμνξοπρστυφχψω"].map((letter, at) => [letter, GREEK[at]])).set("ς", "sigma")
const SIGN = /[α-ως]|[⁰¹²³⁴-⁹]+|[₀-₉]+/
const GREEK_WORD = /[α-ως]{3,}/

/* An id of arXiv's, in an address, behind its prefix, with a version: what people paste. */
const ID = "\\d{4}\\.\\d{4,5}|[a-z][a-z-]+(?:\\.[a-z]{2})?/\\d{7}"
const ADDRESS = new RegExp(`\\S*(?:https?://|www\\.|arxiv|doi)\\S*?(?:[/.:=]|\\b)(${ID})\\S*`, "gi")
const PREFIX = new RegExp(`\\barxiv\\s*:\\s*(${ID})`, "gi")
const pasted = text => text
  .replace(ADDRESS, " $1 ")
  .replace(PREFIX, " $1 ")
  .replace(/\b(\d{4}\.\d{4,5}|\/\d{7})v\d+\b/gi, "$1")

/* τ^2 and τ² are τ2. */
const levelled = text => text.replace(/([\p{L}])\^\{?(\d+)\}?/gu, "$1$2")

const named = word => GREEK_WORD.test(word) ? word : [...word].map(letter => NAMES.get(letter) || letter).join("")

const isPlain = word => /^[\x00-\x7f]*$/.test(word)
const bare = word => isPlain(word) ? [word] :
  named(word.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")).match(PART) || []

export const isChinese = word => CHINESE.test(word)

/** Whether a word of a question is a date, a month or a paper's number. */
export const isWhole = word => /[0-9][-.][0-9]/.test(word)

/** The words of a text: in small letters, a run of Chinese characters being one. */
export const parts = text =>
  (text.toLowerCase().match(PART) || []).flatMap(part => isChinese(part) ? [part] : bare(part))

/** All that one word of a page is found by: the whole, and its pieces if there are signs in it (τ²: tau2, tau, 2). */
export const forms = word => {
  const small = word.toLowerCase()
  if (isPlain(small) || !SIGN.test(small) || GREEK_WORD.test(small)) return bare(small)
  return [small, ...small.split(new RegExp(`(${SIGN.source})`))].filter(Boolean).flatMap(bare)
}

/** A question: its words, the last of which may not be complete, and the whole of it as a name. */
export const question = text => {
  const words = parts(levelled(pasted(text.normalize("NFKC"))))
  const telling = words.filter(word => !LITTLE.has(word))
  return { words: telling.length ? telling : words, name: "=" + words.join(" ").replace(/[-.]/g, " "), open: !/\s$/.test(text) }
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
