/* On a phone a long table or list shows its first rows and a button for the rest, which the browser's own search and a
   link that leads into it open as well. Opened, it stays open. */
import { both, make, wording } from "../both.js"
import { WORDS } from "../words/reading.js"

const { pair } = wording(WORDS)
const PHONE = matchMedia("(max-width: 59.984375em)")
const LONG = { ".wiki-papers tbody": 7, ".wiki-results-table tbody": 5, ".wiki-related > ul": 4 }
const opened = new WeakSet()

const fold = () => {
  for (const [selector, most] of Object.entries(LONG)) for (const list of document.querySelectorAll(selector)) {
    const rest = [...list.children].slice(most), button = list.wikiMore ||= more(list, rest)
    const folded = PHONE.matches && rest.length > 1 && !opened.has(list)
    for (const row of rest) folded ? row.setAttribute("hidden", "until-found") : row.removeAttribute("hidden")
    if (folded) (list.closest(".md-typeset__scrollwrap") || list.closest("table") || list).after(button)
    else button.remove()
  }
}

const more = (list, rest) => {
  const open = () => {
    opened.add(list)
    fold()
  }
  for (const row of rest) row.addEventListener("beforematch", open)
  addEventListener("hashchange", () => { if (rest.some(row => row.matches(":target"))) open() })
  const button = make("button", { type: "button", className: "wiki-rest", onclick: () => {
    const next = rest[0].querySelector("a[href]")
    open()
    next?.focus()
  } }, ...both(pair("more", rest.filter(row => !row.matches(".wiki-group")).length)))
  if (rest.some(row => row.matches(":target"))) opened.add(list)
  return button
}

export const show = () => {
  fold()
  PHONE.addEventListener("change", fold)
  addEventListener("beforeprint", () => {
    for (const selector of Object.keys(LONG)) for (const list of document.querySelectorAll(selector)) opened.add(list)
    fold()
  })
}
