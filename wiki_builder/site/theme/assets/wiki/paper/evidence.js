/* Evidence in place: the mark of a claim opens its quote, with the claim's state, the place in the paper, and a form.
   The quotes stand in a file beside the page, to which the marks lead without this script. One is open at a time;
   the browser closes it on Escape or a click beside it, and gives the focus back to the mark. */
import { both, decoded, following, make, wording } from "../both.js"
import { report } from "../cite.js"
import { WORDS } from "../words/reading.js"

const { pair, say } = wording(WORDS)
const STATES = ["verified", "quoted", "unverified", "failed"]
const MARK = STATES.map(state => `a.wiki-${state}[href*="#e-"]`).join(", ")
const GAP = 6 // between a mark and what it opens

const idOf = mark => decoded(mark.hash.slice(3))
const shows = element => element.offsetParent !== null

let asked
const quotes = file => asked ||= fetch(file).then(async answer => {
  if (!answer.ok) throw new Error(`${answer.status} ${file}`)
  const made = new DOMParser().parseFromString(await answer.text(), "text/html")
  return new Map([...made.querySelectorAll("[id^='e-']")].map(entry => [entry.id.slice(2), entry]))
}).catch(error => {
  asked = undefined
  throw error
})

export const show = () => {
  const first = document.querySelector(MARK)
  if (!first || !("popover" in HTMLElement.prototype)) return // the marks are links
  const file = first.href.split("#")[0], box = new Box()
  for (const mark of document.querySelectorAll(MARK)) {
    mark.setAttribute("aria-haspopup", "dialog")
    mark.title = mark.textContent
  }
  document.addEventListener("click", event => {
    const mark = event.target.closest?.(MARK)
    if (!mark || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    open(mark)
  })
  const open = mark => quotes(file).then(found => box.open(mark, found.get(idOf(mark))), () => { location.href = mark.href })

  /* An address with a claim, as pages of concepts give: the claim in the reader's language, with its quote. */
  const called = () => {
    const id = /^#e-(.+)$/.exec(location.hash)?.[1]
    const mark = id && [...document.querySelectorAll(MARK)].filter(shows).find(one => idOf(one) === decoded(id))
    if (!mark) return
    mark.scrollIntoView({ block: "center" })
    open(mark)
  }
  addEventListener("hashchange", called)
  called()
  listed(file)
}

/* A section is called what the paper calls it; an abstract by the word for it. */
const placed = link => link.textContent.trim().toLowerCase() === "abstract" ? pair("abstract") : [link.textContent, link.textContent]

const linkOf = entry => [...entry.querySelectorAll("a[href]")].at(-1)

/* The list at the end of the page, where it can be read as a whole and printed. */
const listed = file => {
  const list = document.getElementById("wiki-evidence"), link = list?.querySelector(":scope > p")
  if (!link) return
  list.open = false
  const fill = () => quotes(file).then(found => link.isConnected && link.replaceWith(...[...found.values()].map(entry => {
    const copy = document.importNode(entry, true)
    copy.removeAttribute("id")
    const link = linkOf(copy)
    link?.replaceChildren(...both(placed(link)))
    return copy
  })), console.warn)
  list.addEventListener("toggle", fill, { once: true })
  addEventListener("beforeprint", () => { list.open = true })
  if (!navigator.connection?.saveData) (window.requestIdleCallback || setTimeout)(fill)
}

class Box {
  constructor() {
    this.place = make("p", { className: "wiki-quote-place" })
    this.state = make("p", { className: "wiki-quote-state" })
    this.quote = make("blockquote", { lang: "en" })
    this.close = make("button", { type: "button", className: "wiki-quote-close", onclick: () => this.element.hidePopover() }, "×")
    this.element = make("div", { className: "wiki-quote-box", popover: "auto", tabIndex: -1, role: "dialog", autofocus: true },
      this.close, this.state, this.quote, this.place)
    following(() => {
      this.element.setAttribute("aria-label", say("evidence"))
      this.close.setAttribute("aria-label", say("close"))
    })
    this.element.addEventListener("beforetoggle", event => { // before it is gone; "toggle" comes a task later
      if (event.newState === "closed") this.mark?.removeAttribute("aria-expanded")
    })
    this.element.addEventListener("toggle", event => { if (event.newState === "closed") this.closed() })
    addEventListener("resize", () => { if (this.element.matches(":popover-open")) this.put() })
    document.querySelector(".md-content__inner").append(this.element)
  }

  open(mark, entry) {
    if (!entry) return
    if (this.element.matches(":popover-open")) this.element.hidePopover()
    this.mark = mark
    const state = STATES.find(name => mark.classList.contains(`wiki-${name}`)), quote = entry.querySelector("mark")
    this.state.className = `wiki-quote-state wiki-${state}`
    this.state.replaceChildren(...both(pair(state)))
    this.fill(entry)
    const form = report(idOf(mark), entry.querySelector("strong")?.textContent || "", quote?.textContent || "")
    if (form) this.place.append(" ", form)
    mark.focus({ preventScroll: true })
    mark.setAttribute("aria-expanded", "true")
    this.element.showPopover()
    this.put()
  }

  /* An entry is its name, what stands around the quote, the quote, and the way to the paper. */
  fill(entry) {
    const copy = document.importNode(entry.querySelector("blockquote") || entry, true)
    copy.querySelector("strong")?.remove()
    const link = linkOf(copy)
    link?.remove()
    this.quote.replaceChildren(...copy.childNodes)
    this.place.replaceChildren(...link ? [make("a", { href: link.href, rel: "noopener" }, ...both(pair("toPassage", placed(link))), " ↗")] : [])
  }

  /* Below the mark, or above it where there is more room; on a phone the style sheet has it at the lower edge. */
  put() {
    const { element, mark } = this, at = mark.getBoundingClientRect(), own = element.getBoundingClientRect()
    const below = innerHeight - at.bottom, up = below < own.height + GAP && at.top > below
    element.style.setProperty("--wiki-left", `${Math.max(8, Math.min(at.left - 24, document.documentElement.clientWidth - own.width - 8))}px`)
    element.style.setProperty("--wiki-top", `${up ? Math.max(8, at.top - own.height - GAP) : at.bottom + GAP}px`)
  }

  closed() {
    if (this.element.matches(":popover-open")) return // by another mark
    if (!document.activeElement || document.activeElement === document.body) this.mark?.focus({ preventScroll: true })
  }
}
