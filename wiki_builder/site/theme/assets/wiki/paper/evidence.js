/* Evidence beside its claim: the numbers behind a claim open the sentences that it rests on, with what was checked, the
   place in the paper, and a form. They stand in a file beside the page, to which the numbers lead without this script.
   What is open stands behind its numbers in the page, so that a keyboard and a screen reader find it there; the style
   sheet puts it at the side of a wide desk, and below the claim elsewhere. One is open at a time. The same numbers, the
   button and Escape close it. */
import { both, decoded, following, make, wording } from "../both.js"
import { report } from "../cite.js"
import { WORDS } from "../words/reading.js"

const { pair, say } = wording(WORDS)
const MARK = "a[href*='evidence.html#e-']"

const idOf = mark => decoded(mark.hash.slice(3))
const lookOf = mark => mark.classList.contains("wiki-caution") ? "caution" : "quiet"
const shows = element => element.offsetParent !== null
const numbersOf = mark => /\[(.*?)\]/.exec(mark.textContent)?.[1] || ""

let asked
const quotes = file => asked ||= fetch(file).then(async answer => {
  if (!answer.ok) throw new Error(`${answer.status} ${file}`)
  const made = new DOMParser().parseFromString(await answer.text(), "text/html")
  const entries = [...made.querySelectorAll("[id^='e-']")], usual = made.querySelector(".wiki-usual em") // said once for most
  for (const entry of usual ? entries : []) if (!entry.querySelector("em")) entry.append(" ", usual.cloneNode(true))
  return { list: made.querySelector(".wiki-sentences"), of: new Map(entries.map(entry => [entry.id.slice(2), entry])) }
}).catch(error => {
  asked = undefined
  throw error
})

export const show = () => {
  const first = document.querySelector(MARK)
  if (!first) return
  const file = first.href.split("#")[0], box = new Box(), marks = [...document.querySelectorAll(MARK)]
  for (const mark of marks) mark.setAttribute("aria-expanded", "false")
  following(() => {
    for (const mark of marks) {
      const chinese = mark.closest("section[lang|=zh]"), told = pair("marked", numbersOf(mark)), at = mark.closest("section[lang]") ? Number(Boolean(chinese)) : -1
      const name = at < 0 ? say("marked", numbersOf(mark)) : told[at]
      mark.setAttribute("aria-label", lookOf(mark) === "quiet" ? name : `${name}, ${at < 0 ? say(lookOf(mark)) : pair(lookOf(mark))[at]}`)
    }
  })
  document.addEventListener("click", event => {
    const mark = event.target.closest?.(MARK)
    if (!mark || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    event.preventDefault()
    if (box.mark === mark) box.shut()
    else open(mark, () => { location.href = mark.href })
  })
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && box.mark && !event.defaultPrevented) box.shut()
  })
  const open = (mark, failed) => quotes(file).then(found => box.open(mark, found.of.get(idOf(mark))), failed)

  /* An address with a claim, as pages of concepts give: the claim in the reader's language, with its quote. */
  const called = () => {
    const id = /^#e-(.+)$/.exec(location.hash)?.[1]
    const own = id && [...document.querySelectorAll(MARK)].filter(one => idOf(one) === decoded(id))
    if (!own?.length) return
    for (const mark of own) for (let fold = mark.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true
    const mark = own.find(shows)
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

const placeOf = line => [...line.querySelectorAll("a[href^=http]")].at(-1)

/* The list at the end of the page, where it can be read as a whole and printed. */
const listed = file => {
  const fold = document.getElementById("wiki-evidence"), link = fold?.querySelector(":scope > p")
  if (!link) return
  fold.open = false
  const fill = () => quotes(file).then(({ list, of }) => {
    if (!link.isConnected) return
    const copies = [...list ? [list] : [], ...[...of.values()].filter(entry => !list?.contains(entry))].map(entry => document.importNode(entry, true))
    for (const copy of copies) {
      for (const own of [copy, ...copy.querySelectorAll("[id^='e-']")]) if (own.id.startsWith("e-")) own.removeAttribute("id")
      const places = new Set([copy, ...copy.querySelectorAll("li > p:first-child")].map(placeOf).filter(Boolean)) // the last stands for both
      for (const place of places) place.replaceChildren(...both(placed(place)))
    }
    link.replaceWith(...copies)
  }, console.warn)
  fold.addEventListener("toggle", () => { if (fold.open) fill() }) // again, if it could not be loaded
  addEventListener("beforeprint", () => { fold.open = true })
  if (!navigator.connection?.saveData) (window.requestIdleCallback || setTimeout)(fill)
}

class Box {
  constructor() {
    this.place = make("p", { className: "wiki-quote-place" })
    this.state = make("p", { id: "wiki-quote-state" })
    this.facts = make("p", { className: "wiki-quote-facts" })
    this.quote = make("blockquote", { lang: "en" })
    this.close = make("button", { type: "button", className: "wiki-quote-close", onclick: () => this.shut() }, "×")
    this.element = make("div", { className: "wiki-quote-box", id: "wiki-quote", role: "note", aria: { "aria-labelledby": "wiki-quote-state" } },
      this.close, this.state, this.quote, this.place, this.facts)
    following(() => this.close.setAttribute("aria-label", say("close")))
  }

  open(mark, entry) {
    if (!entry) return
    this.away()
    this.mark = mark
    const look = lookOf(mark), name = entry.querySelector("strong")
    this.state.className = `wiki-quote-state wiki-${look}`
    this.state.replaceChildren(...name ? document.importNode(name, true).childNodes : both(pair(look)))
    const quote = this.fill(entry)
    const form = report(idOf(mark), name?.textContent || "", quote)
    if (form) this.place.append(" ", form)
    this.put(mark)
    mark.setAttribute("aria-expanded", "true")
    mark.setAttribute("aria-controls", this.element.id)
  }

  /* Under a row of a table, else behind the numbers. */
  put(mark) {
    const row = mark.closest("td")?.parentElement
    if (!row) return mark.after(this.element)
    this.row = make("tr", { className: "wiki-quote-row" }, make("td", { colSpan: row.children.length }, this.element))
    row.after(this.row)
  }

  /* The sentences, what the claim has of them marked, the way to the paper, and what was checked: our words.
     An entry of another form is its own sentence. Gives the quote as text. */
  fill(entry) {
    const item = entry.closest(".wiki-sentences > li"), file = entry.getRootNode()
    const numbers = item ? [item.id, ...[...entry.querySelectorAll("a[href^='#s-']")].map(link => link.getAttribute("href").slice(1))] : []
    const lines = numbers.map(id => file.getElementById(id)?.firstElementChild).filter(Boolean)
    const copies = (lines.length ? lines : [entry]).map(line => document.importNode(line, true)), place = placeOf(copies[0]), part = entry.querySelector("q")?.textContent
    const facts = entry.querySelector("em")
    for (const copy of copies) for (const own of copy.querySelectorAll("strong, em, a[href]")) own.remove()
    this.facts.replaceChildren(...facts ? document.importNode(facts, true).childNodes : [])
    this.quote.replaceChildren(...copies.flatMap((copy, at) => at ? [" ", ...within(copy, copies.length, at)] : within(copy, copies.length, at)))
    if (part) only(this.quote, part)
    this.place.replaceChildren(...place ? [make("a", { href: place.href, rel: "noopener" }, ...both(pair("toPassage", placed(place))), " ↗")] : [])
    return part || [...this.quote.querySelectorAll("mark")].map(mark => mark.textContent).join(" ")
  }

  shut() {
    const { mark } = this
    this.away()
    mark?.focus({ preventScroll: true })
  }

  away() {
    this.mark?.setAttribute("aria-expanded", "false")
    this.mark?.removeAttribute("aria-controls")
    this.row?.remove()
    this.element.remove()
    this.mark = this.row = undefined
  }
}

/* Of several sentences in a row, what stands around them is before the first and behind the last. */
const within = (line, count, at) => {
  const nodes = [...line.childNodes], own = nodes.findIndex(node => node.className === "wiki-sentence")
  return count < 2 || own < 0 ? nodes : nodes.slice(at ? own : 0, at < count - 1 ? own + 1 : nodes.length)
}

/* Marks in a text what one claim has of it, where the list shows what another has. */
const only = (quote, part) => {
  const text = quote.textContent.replace(/\s+/g, " "), at = text.indexOf(part)
  if (at >= 0) quote.replaceChildren(text.slice(0, at), make("mark", {}, part), text.slice(at + part.length))
}
