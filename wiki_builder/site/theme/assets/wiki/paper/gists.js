/* The summary of a related paper, in place: its own page has it, in the words that stand there now, and is asked for when
   the fold is first opened. Without this script the word leads to that page. */
import { both, make, wording } from "../both.js"
import { fold } from "../folds.js"
import { inSite } from "../places.js"
import { typeset } from "../radar/text.js"
import { WORDS } from "../words/reading.js"

const { pair } = wording(WORDS)

export const show = () => {
  for (const link of document.querySelectorAll("a.wiki-gist")) if (inSite(link.href)) link.parentElement.replaceWith(folded(link))
}

const folded = link => {
  const text = make("p", { aria: { "aria-live": "polite" } })
  const made = make("details", { className: "wiki-gist" }, make("summary", {}, ...[...link.childNodes].map(node => node.cloneNode(true))), text)
  let asked
  made.addEventListener("toggle", () => {
    if (!made.open || asked) return
    text.ariaBusy = "true"
    asked = summary(link.href.split("#")[0]).then(texts => {
      text.replaceChildren(...texts)
      typeset(text)
      fold() // a reader of both languages on a phone
    }).catch(error => {
      console.warn(error)
      asked = undefined // again, when it is next opened
      text.replaceChildren(...both(pair("notLoaded")), " ", link)
    }).finally(() => { text.ariaBusy = null })
  })
  return made
}

/* Of each language what its paragraphs say, without links: what they lead to is seen from there. */
const summary = async address => {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${answer.status} ${address}`)
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const found = [...page.querySelectorAll("section.wiki-summary[lang]")].filter(section => section.textContent.trim())
  if (!found.length) throw new Error(`no summary: ${address}`)
  return found.flatMap(section => [make("span", { className: "wiki wiki-text", lang: section.lang }, ...said(section)), " "])
}

const said = section => {
  for (const link of section.querySelectorAll("a")) link.replaceWith(...link.childNodes)
  for (const part of section.querySelectorAll("[id]")) part.removeAttribute("id")
  return [...section.querySelectorAll("p, li")].flatMap(part => [...[...part.childNodes].map(node => document.importNode(node, true)), " "])
}
