/* Who reads both languages on a phone sees their own; the other one is folded, with a button at its heading, or beside its
   first line. The headings of sections are never folded. What is folded is found by the browser's own search, which opens it, and by a
   link that leads into it. A fold is of one view: opened, it stays open until the reader shuts it. What a day says behind a
   headline or a first sentence is folded for them in either language, by an element that needs no script to open. */
import { following, language, make, spoken } from "./both.js"

const PHONE = matchMedia("(max-width: 59.984375em)")
const HEADINGS = "h1, h2, h3, h4, h5, h6, summary"
const TEXTS = "section.wiki .wiki-text[lang], .wiki-related li > span[lang]"
const BRIEF = "details.wiki-brief" // open in the page
const MARKED = "[data-wiki-fold]" // what folds as one, among rows that do not
const LANGS = { en: "en", zh: "zh-Hans" }
const nameOf = language => new Intl.DisplayNames(language, { type: "language" }).of(language) // as its readers call it
const folds = new Map() // by what has the fold: a pair of sections, or a part of the page with spans that are texts

const other = () => spoken() === "en" ? "zh" : "en"
/* The heading of a section stays (the sheet hides it); those within it go with what they head, and are gone while it is
   folded: a heading with nothing but hidden text in it is an empty one to who hears the page. */
const isFolded = part => !part.matches("h1, h2, summary") && !part.querySelector("h1, h2") && !part.parentElement.matches(".wiki-headline")
const inOther = element => element.lang.slice(0, 2) === other()

/** Folds what `around` has in the second language, where a reader of both has a phone; or unfolds it. */
export const fold = (around = document) => {
  const on = PHONE.matches && language() === "both"
  for (const [place, made] of folds) if (!on || made.of !== spoken() || !place.isConnected) undo(place, made)
  for (const one of around.querySelectorAll(BRIEF)) {
    if (one.matches(".wiki-briefed") !== on) one.open = !on
    one.classList.toggle("wiki-briefed", on)
  }
  if (!on) return
  for (const pair of around.querySelectorAll(".wiki-pair")) {
    const [own, second] = [false, true].map(is => [...pair.children].filter(one => one.lang && inOther(one) === is))
    if (own.length && second.length)
      folded(pair, own[0], second.flatMap(section => [...section.children].filter(isFolded)))
  }
  const texts = [...around.querySelectorAll(TEXTS)].filter(text => inOther(text) && !text.closest(HEADINGS))
  const places = Map.groupBy(texts.filter(text => !text.closest(".wiki-entry, .wiki-since, .wiki-graph, .wiki-radar > ol") || text.closest(MARKED)), placeOf)
  for (const [place, parts] of places) folded(place, place, parts)
}

/* Where the button of a text stands: one for a table, a list or what else has a heading. */
const placeOf = text => text.closest(MARKED) || text.closest("section, details") || text.closest("table, ul, ol") || text.parentElement

const folded = (place, first, parts) => {
  const known = folds.get(place), [name, lang] = [nameOf(other()), LANGS[other()]]
  const button = known?.button || make("button", { type: "button", className: "wiki-unfold", lang, onclick: () => open(place, button.ariaExpanded !== "true") }, name)
  const isOpen = known ? button.ariaExpanded === "true" : parts.some(part => part.matches(":target") || part.querySelector(":target"))
  const made = { button, parts: parts.filter(part => part.textContent.trim()), of: spoken() }
  if (!made.parts.length) return
  folds.set(place, made)
  place.classList.add("wiki-folds")
  if (!button.isConnected) put(button, first, place)
  for (const part of made.parts) part.addEventListener("beforematch", matched)
  open(place, isOpen)
}

const put = (button, first, place) => {
  const heading = first.matches("table") ? null : first.querySelector(":scope > :is(h1, h2, h3, h4)")
  if (heading) heading.append(" ", button)
  else if (first.matches("details")) first.querySelector("summary").after(button)
  else if (first.matches("table, ul, ol")) (first.closest(".md-typeset__scrollwrap") || first).before(button)
  else first.prepend(button)
}

const open = (place, is) => {
  const { button, parts } = folds.get(place)
  button.ariaExpanded = String(is)
  for (const part of parts) {
    part.classList.toggle("wiki-opened", is)
    if (is) part.removeAttribute("hidden")
    else part.setAttribute("hidden", part.matches(HEADINGS) ? "" : "until-found")
  }
}

const matched = ({ currentTarget }) => {
  for (const [place, { parts }] of folds) if (parts.includes(currentTarget)) open(place, true)
}

const undo = (place, { button, parts }) => {
  open(place, true)
  for (const part of parts) part.removeEventListener("beforematch", matched)
  button.remove()
  place.classList.remove("wiki-folds")
  folds.delete(place)
}

const led = () => {
  for (const [place, { parts }] of folds) if (parts.some(part => part.matches(":target") || part.querySelector(":target"))) open(place, true)
}

export const show = () => {
  following(() => fold())
  PHONE.addEventListener("change", () => fold())
  addEventListener("hashchange", led)
}
