/* Evidence in place: the mark of a claim opens its quote, with what was checked of it, the place in the paper, and a form.
   The quotes stand in a file beside the page, to which the marks lead without this script. One is open at a time and
   stays at its mark; the browser closes it on Escape or a click beside it, and gives the focus back to the mark. For
   the keyboard it stands behind its mark: what follows its last link is what follows the mark. */
import { both, decoded, following, make, wording } from "../both.js"
import { report } from "../cite.js"
import { WORDS } from "../words/reading.js"

const { pair, say } = wording(WORDS)
const LOOKS = ["quiet", "caution"]
const MARK = LOOKS.map(look => `a.wiki-${look}[href*="#e-"]`).join(", ")
const GAP = 6 // between a mark and what it opens
const HEADER = 48 // pixels that the page's header takes

const idOf = mark => decoded(mark.hash.slice(3))
const lookOf = mark => LOOKS.find(name => mark.classList.contains(`wiki-${name}`))
const shows = element => element.offsetParent !== null

let asked
const quotes = file => asked ||= fetch(file).then(async answer => {
  if (!answer.ok) throw new Error(`${answer.status} ${file}`)
  const made = new DOMParser().parseFromString(await answer.text(), "text/html")
  const entries = [...made.querySelectorAll("[id^='e-']")], usual = made.querySelector(".wiki-usual em") // said once for most
  for (const entry of usual ? entries : []) if (!entry.querySelector("em")) entry.append(" ", usual.cloneNode(true))
  return new Map(entries.map(entry => [entry.id.slice(2), entry]))
}).catch(error => {
  asked = undefined
  throw error
})

export const show = () => {
  const first = document.querySelector(MARK)
  if (!first || !("popover" in HTMLElement.prototype)) return // the marks are links
  const file = first.href.split("#")[0], box = new Box()
  const marks = [...document.querySelectorAll(MARK)], inTables = marks.filter(mark => !mark.closest("section[lang]"))
  for (const mark of marks) mark.setAttribute("aria-haspopup", "dialog")
  for (const mark of inTables) mark.replaceChildren(...both(pair(lookOf(mark))).flatMap(word => [word, " "]))
  following(() => {
    for (const mark of marks) mark.title = inTables.includes(mark) ? say(lookOf(mark)) : mark.textContent
  })
  document.addEventListener("click", event => {
    const mark = event.target.closest?.(MARK)
    if (!mark || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    open(mark, () => { location.href = mark.href })
  })
  const open = (mark, failed) => quotes(file).then(found => box.open(mark, found.get(idOf(mark))), failed)

  /* An address with a claim, as pages of concepts give: the claim in the reader's language, with its quote. */
  const called = () => {
    const id = /^#e-(.+)$/.exec(location.hash)?.[1]
    const mark = id && [...document.querySelectorAll(MARK)].filter(shows).find(one => idOf(one) === decoded(id))
    if (!mark) return
    mark.scrollIntoView({ block: "center" })
    open(mark, console.warn) // and stay on the page
  }
  addEventListener("hashchange", called)
  called()
  listed(file)
}

/* A section is called what the paper calls it; an abstract and a page by the word for it. */
const placed = link => {
  const name = link.textContent.trim(), page = /^p\. (\d+)$/.exec(name)?.[1]
  return page ? pair("onPage", page) : name.toLowerCase() === "abstract" ? pair("abstract") : [name, name]
}

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
  list.addEventListener("toggle", () => { if (list.open) fill() }) // again, if it could not be loaded
  addEventListener("beforeprint", () => { list.open = true })
  if (!navigator.connection?.saveData) (window.requestIdleCallback || setTimeout)(fill)
}

class Box {
  constructor() {
    this.place = make("p", { className: "wiki-quote-place" })
    this.state = make("p", { id: "wiki-quote-state" })
    this.facts = make("p", { className: "wiki-quote-facts" })
    this.quote = make("blockquote", { lang: "en" })
    this.close = make("button", { type: "button", className: "wiki-quote-close", onclick: () => this.element.hidePopover() }, "×")
    this.element = make("div", { className: "wiki-quote-box", popover: "auto", tabIndex: -1, role: "dialog", autofocus: true, aria: { "aria-labelledby": "wiki-quote-state" } },
      this.close, this.state, this.facts, this.quote, this.place)
    following(() => this.close.setAttribute("aria-label", say("close")))
    this.element.addEventListener("beforetoggle", event => { // before it is gone; "toggle" comes a task later
      if (event.newState === "closed") this.mark?.removeAttribute("aria-expanded")
    })
    this.element.addEventListener("toggle", event => { if (event.newState === "closed") this.closed() })
    this.element.addEventListener("keydown", event => { if (event.key === "Tab") this.leave(event) })
    this.element.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget && !this.element.contains(relatedTarget)) this.element.hidePopover() })
    for (const moved of ["resize", "scroll"]) addEventListener(moved, () => this.follow(), { passive: true })
    document.querySelector(".md-content__inner").append(this.element)
  }

  open(mark, entry) {
    if (!entry) return
    if (this.element.matches(":popover-open")) this.element.hidePopover()
    this.mark = mark
    const look = lookOf(mark), quote = entry.querySelector("mark")
    const name = entry.querySelector("strong")
    this.state.className = `wiki-quote-state wiki-${look}`
    this.state.replaceChildren(...name ? document.importNode(name, true).childNodes : both(pair(look)))
    this.fill(entry)
    const form = report(idOf(mark), name?.textContent || "", quote?.textContent || "")
    if (form) this.place.append(" ", form)
    mark.focus({ preventScroll: true })
    mark.setAttribute("aria-expanded", "true")
    this.element.showPopover()
    this.put()
    this.uncover()
  }

  /* An entry is its name, what stands around the quote, the quote, the way to the paper, and what was checked: our words. */
  fill(entry) {
    const copy = document.importNode(entry.querySelector("blockquote") || entry, true)
    const link = linkOf(copy), facts = copy.querySelector("em")
    for (const own of [copy.querySelector("strong"), link, facts]) own?.remove()
    this.facts.replaceChildren(...facts?.childNodes || [])
    this.quote.replaceChildren(...copy.childNodes)
    this.place.replaceChildren(...link ? [make("a", { href: link.href, rel: "noopener" }, ...both(pair("toPassage", placed(link))), " ↗")] : [])
  }

  /* Below the mark, or above it where there is more room; on a phone the style sheet has it at the lower edge. */
  put() {
    const { element, mark } = this, at = mark.getBoundingClientRect(), below = innerHeight - at.bottom, above = at.top - HEADER
    const set = (name, pixels) => element.style.setProperty(name, `${pixels}px`)
    set("--wiki-room", Math.max(below, above) - 2 * GAP)
    const own = element.getBoundingClientRect(), up = below < own.height + GAP && above > below
    set("--wiki-left", Math.max(8, Math.min(at.left - 24, document.documentElement.clientWidth - own.width - 8)))
    set("--wiki-top", up ? at.top - own.height - GAP : at.bottom + GAP)
  }

  /* At the lower edge it may hide its mark, which moves up then. */
  uncover() {
    const own = this.element.getBoundingClientRect(), hidden = this.mark.getBoundingClientRect().bottom + GAP - own.top
    if (own.bottom >= innerHeight && hidden > 0) scrollBy({ top: hidden, behavior: "instant" })
  }

  /* The mark moved: so does the box, and is gone with it. */
  follow() {
    if (this.moving || !this.element.matches(":popover-open")) return
    this.moving = requestAnimationFrame(() => {
      this.moving = 0
      if (!this.element.matches(":popover-open")) return
      const { top, bottom, height } = this.mark.getBoundingClientRect()
      if (height && bottom > HEADER && top < innerHeight) this.put()
      else this.element.hidePopover()
    })
  }

  /* From the box's edge to the mark, and by Tab on to what stands behind it. */
  leave(event) {
    const stops = [...this.element.querySelectorAll("button, a[href]")], at = document.activeElement
    if (event.shiftKey ? at !== this.element && at !== stops[0] : at !== stops.at(-1)) return
    if (event.shiftKey) event.preventDefault()
    this.element.hidePopover()
    this.mark.focus({ preventScroll: true })
  }

  closed() {
    if (this.element.matches(":popover-open")) return // by another mark
    if (!document.activeElement || document.activeElement === document.body) this.mark?.focus({ preventScroll: true })
  }
}
