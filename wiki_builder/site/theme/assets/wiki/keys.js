/* Keys: to the next and the previous paper, open it, mark it as read, and a list of the keys. None while a field or
   a dialog has the focus, or with a modifier. `/` is the search's; `p` `n` `,` `.` `f` `s` are Material's. All of them
   can be turned off, since who speaks to their computer "presses" them (WCAG 2.2, 2.1.4); the list is in the footer. */
import { both, make, wording } from "./both.js"
import * as marks from "./marks.js"
import { idOf, inSite, place, plain, ROOT } from "./places.js"
import { WORDS } from "./words/reading.js"

const { pair } = wording(WORDS)
const LIST = `wiki-list:${ROOT.pathname}`
const OFF = `wiki-keys-off:${ROOT.pathname}`
const RADAR = place("radar")
const LONGEST = 5000 // papers of a list that is kept
const SINGLE = [..."jkom?/pnfs,."] // ours, the search's and Material's
const KEYS = [["j", "keyNext"], ["k", "keyBefore"], ["o", "keyOpen"], ["m", "keyRead"], ["/ s Ctrl+K", "keySearch"], ["?", "keyHelp"], ["Esc", "keyClose"]]

const article = document.querySelector(".md-content__inner")
const cite = document.querySelector(".wiki-cite")
const shows = element => element.checkVisibility()

/* --- Lists ---------------------------------------------------------------------- */

/** The links to papers in a document, one for each entry of its lists, in their order; what cites a claim is none. */
const entries = within => {
  const seen = new Set()
  return [...within.querySelectorAll(":is(h2, h3, h4, li, td:first-child) a[href]")].filter(link => {
    const own = link.closest("li, h2, h3, h4, td, p")
    if (seen.has(own) || own.querySelector("a[href]") !== link || link.hash || !idOf(link.href)) return false
    return seen.add(own)
  })
}

const keep = (papers, from) => {
  try {
    sessionStorage.setItem(LIST, JSON.stringify({ papers: papers.slice(0, LONGEST), from }))
  } catch { /* private windows: then by the day */ }
}

/* One who opens a paper from a list goes on in that list, and back to it if it is a view of the radar. */
const remember = () =>
  keep([...new Set(entries(article).filter(shows).map(link => plain(link.href)))], RADAR && plain(location.href) === plain(RADAR) ? location.href : "")

/* { papers, from }: the list that was kept last, and the view of the radar that it is. */
const remembered = () => {
  try {
    const { papers, from } = JSON.parse(sessionStorage.getItem(LIST))
    const own = papers.slice(0, LONGEST).filter(one => typeof one === "string" && idOf(one) && one === plain(inSite(one)))
    return { papers: own, from: RADAR && plain(inSite(from)) === plain(RADAR) ? inSite(from) : "" }
  } catch {
    return { papers: [] }
  }
}

/* The list that the reader came from, or that of the paper's day. */
const list = async () => {
  const { papers } = remembered(), here = plain(location.href)
  if (papers.includes(here)) return papers
  const day = document.querySelector(".wiki-stamp a[href*='daily/']")
  if (!day) return [here]
  const answer = await fetch(day.href)
  if (!answer.ok) throw new Error(`${day.href}: ${answer.status}`)
  const made = new DOMParser().parseFromString(await answer.text(), "text/html")
  made.head.append(Object.assign(made.createElement("base"), { href: day.href }))
  return [...new Set(entries(made).map(link => plain(link.href)))]
}

const toPaper = async step => {
  const papers = await list(), target = papers[papers.indexOf(plain(location.href)) + step]
  if (!target || target === plain(location.href)) return tell(step > 0 ? "lastOne" : "firstOne")
  const known = remembered()
  keep(papers, known.papers.includes(target) ? known.from : "")
  location.href = target
}

/* From paper to paper, the way back is still that to the radar. */
const back = () => {
  const { papers, from } = remembered()
  if (!from || !papers.includes(plain(location.href)) || !papers.includes(plain(document.documentElement.wikiFrom || ""))) return
  import("./radar/back.js").then(({ show }) => show(from))
}

/* What stands in both languages has a link in each, and is one entry. */
const cardOf = link => link.closest(".wiki-pair")
const firstOf = (link, all) => all.find(other => other === link || (cardOf(link) && cardOf(other) === cardOf(link) && idOf(other.href) === idOf(link.href)))

const focused = () => {
  const at = document.activeElement?.closest("li, h2, h3, h4, td, p, .wiki-entry, .wiki-top .wiki-pair")
  return entries(article).find(link => link === document.activeElement) || (at && article.contains(at) && entries(at.parentElement).find(link => at.contains(link)))
}

const toEntry = step => {
  const links = entries(article).filter(shows).filter((link, at, all) => firstOf(link, all) === link), now = focused(), own = now && firstOf(now, links)
  const ahead = links.findIndex(link => link.getBoundingClientRect().top > 60)
  const at = own ? links.indexOf(own) + step : step > 0 ? ahead : (ahead < 0 ? links.length : ahead) - 1
  const link = links[at]
  if (!link) return links.length && tell(step > 0 ? "lastOne" : "firstOne")
  link.focus({ preventScroll: true })
  link.scrollIntoView({ block: "center" })
}

/* --- What keys do ----------------------------------------------------------------- */

const step = by => cite ? toPaper(by).catch(notLoaded) : toEntry(by)

const notLoaded = error => {
  console.warn(error)
  tell("notLoaded")
}

const open = () => {
  const link = cite ? document.querySelector(".wiki-facts a[href^='http']") : focused()
  link?.click()
}

const read = () => {
  const link = cite ? null : focused(), id = cite ? cite.dataset.id : link && idOf(link.href)
  if (id) tell(marks.toggle(id, "read") ? "isRead" : "isUnread")
  else if (entries(article).some(shows)) tell("noEntry")
}

/* Papers in lists show their marks; those of the radar and of the front page do so by themselves. */
const marked = () => {
  for (const link of entries(article)) {
    const own = link.closest("li, tr")
    if (own) marks.attach(own, idOf(link.href))
  }
}

const ACTS = { j: () => step(1), k: () => step(-1), o: open, m: read, "?": () => help() }

let status
const tell = key => {
  if (!status) document.body.append(status = make("p", { className: "wiki-told md-typeset", aria: { role: "status" } }))
  status.replaceChildren(...both(pair(key)))
  status.classList.remove("wiki-told")
  void status.offsetWidth // the style sheet's fading begins anew
  status.classList.add("wiki-told")
}

let off = false
try {
  off = localStorage.getItem(OFF) === "1"
} catch { /* private windows */ }

const turn = on => {
  off = !on
  try {
    if (on) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, "1")
  } catch { /* private windows: until the page is left */ }
}

let dialog
const help = () => {
  if (!dialog) {
    const title = make("h2", { id: "wiki-keys", tabIndex: -1, autofocus: true }, ...both(pair("keys"))) // where the list begins
    const named = keys => keys.split(" ").flatMap(key => [" ", make("kbd", {}, key)]).slice(1)
    const rows = KEYS.flatMap(([keys, said]) => [make("dt", {}, ...named(keys)), make("dd", {}, ...both(pair(said)))])
    const close = make("button", { type: "submit" }, ...both(pair("close")))
    const single = make("input", { type: "checkbox", checked: !off, onchange: () => turn(single.checked) })
    dialog = make("dialog", { className: "wiki-keys md-typeset", aria: { "aria-labelledby": "wiki-keys" } }, title, make("dl", {}, ...rows),
      make("label", {}, single, " ", ...both(pair("keysOn"))), make("form", { method: "dialog" }, close))
    dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close() })
    document.body.append(dialog)
  }
  dialog.showModal()
}

const busy = target => target.closest?.("input, select, textarea, [contenteditable]:not([contenteditable='false']), [popover]") ||
  document.querySelector("dialog[open]")

const held = event => event.ctrlKey || event.metaKey || event.altKey || event.isComposing

addEventListener("keydown", event => {
  if (off && SINGLE.includes(event.key) && !held(event) && !busy(event.target)) event.stopImmediatePropagation()
}, true) // before all who listen

document.querySelector(".md-copyright")?.prepend(
  make("p", { className: "wiki-footer-keys" }, make("button", { type: "button", onclick: help }, ...both(pair("keys")))))

if (cite) back()
if (article) {
  addEventListener("keydown", event => {
    const act = ACTS[event.key]
    if (!act || held(event) || event.defaultPrevented || busy(event.target)) return
    event.preventDefault()
    act()
  })
  if (!cite && !article.querySelector("div.wiki-today, div.wiki-radar")) marked()
  if (!cite) addEventListener("click", event => { if (event.target.closest?.("a[href]") && idOf(event.target.closest("a[href]").href)) remember() }, true)
}
