/* Plain text with maths between two marks, as elements: nothing in it is ever read as HTML. */
import { make } from "../both.js"

const MATHS = /\u0001([^\u0002]*)\u0002/

/** The nodes of a text; `typeset` has to be called once they stand in the page. */
export const nodes = text => text.split(MATHS).map((part, i) =>
  i % 2 ? make("span", { className: "arithmatex" }, `\\(${part}\\)`) : document.createTextNode(part)).filter(node => node.textContent)

/** A pair of texts, each in its language; where one is missing the other stands for both. */
export const rendered = ([en, zh]) => {
  if (!en || !zh || en === zh) return nodes(en || zh)
  return [["en", en], ["zh-Hans", zh]].map(([lang, text]) => make("span", { className: "wiki wiki-text", lang }, ...nodes(text)))
}

/** Has the page's own script set the maths within an element. */
export const typeset = element => element.dispatchEvent(new CustomEvent("wiki-maths", { bubbles: true }))
