/* Words in both languages, and how they follow the page's switch. A table of words maps keys to [English, Chinese]. */

const root = document.documentElement
const followers = new Set()

/** A part of an address as it is meant; as it stands where it is badly written. */
export const decoded = text => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A text from an address or a field without the signs that would reorder what stands around it (Unicode TR 36). */
export const ordered = text => String(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, "")

/** "en", "zh" or "both", as the page's switch stands. */
export const language = () => root.dataset.lang || "both"

/** "en" or "zh": the language of words, of which a reader of both sees one. */
export const spoken = () => root.dataset.ui || "en"

/** Calls `follow` now and after each use of the switch. */
export const following = follow => {
  followers.add(follow)
  follow()
}
new MutationObserver(() => followers.forEach(follow => follow())).observe(root, { attributeFilter: ["data-lang", "data-ui"] })

const filled = (text, values, at) =>
  text.replace(/\{(\d)\}/g, (_, i) => Array.isArray(values[i]) ? ordered(values[i][at]) : values[i].toLocaleString("en"))

/** A pair of words in the reader's language, as text. */
export const chosen = ([en, zh]) => spoken() === "zh" ? zh : en

/** For a table: `pair` gives both renderings of a word, a value that is a pair giving each its own; `say` the reader's. */
export const wording = table => {
  const pair = (key, ...values) => table[key].map((text, at) => filled(text, values, at))
  return { pair, say: (key, ...values) => chosen(pair(key, ...values)) }
}

/** A pair of words as elements of which the style sheet shows one, also to a reader of both (texts: radar/text.js);
    one that is the same in both, a name, stands once. */
export const both = ([en, zh]) =>
  en === zh ? [make("span", /[\u3400-\u9fff]/.test(en) ? {} : { lang: "en" }, en)] :
    [make("span", { className: "wiki", lang: "en" }, en), make("span", { className: "wiki", lang: "zh-Hans" }, zh)]

/** An element with properties and children; `aria` holds what is set as attribute. */
export const make = (tag, { aria = {}, ...properties } = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  for (const [name, value] of Object.entries(aria)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** Has `say` put its words on an element, as a title or the like, now and whenever `retold` is called around it. */
export const telling = (element, say) => {
  element.classList.add("wiki-telling")
  element.wikiTell = () => say(element)
  element.wikiTell()
  return element
}

/** Has the elements within `around` say their words in the language that is chosen now. */
export const retold = around => around.querySelectorAll(".wiki-telling").forEach(element => element.wikiTell())
