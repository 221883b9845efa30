/* The front page: what came since the last visit, marks on its papers, and a fresh hand of all. */
import { both, following, make, retold } from "../both.js"
import * as marks from "../marks.js"
import { idOf, place } from "../places.js"
import { markButtons } from "./buttons.js"
import * as data from "./data.js"
import { entry } from "./entry.js"
import { select } from "./select.js"
import { rendered, typeset } from "./text.js"
import { none, query } from "./view.js"
import { inWords, pair, say } from "./words.js"

const HAND = 5
const LISTED = 5 // of what is new
const RADAR = place("radar") // null where the owner has none: then nothing leads to it

export const show = async element => {
  marked(element)
  const hand = new Hand()
  element.append(kept(), hand.element)
  following(() => retold(element))
  try {
    element.prepend(...await data.ofOneBuild(since))
  } catch (error) {
    hand.element.hidden = true
    console.warn(error)
  }
}

/* What the reader put aside: a line that leads to it on the radar. */
const kept = () => {
  const line = make("p", { className: "wiki-kept" })
  marks.following(() => {
    const links = !RADAR ? [] : [["star", "keptStar"], ["later", "keptLater"]].map(([mark, key]) => [mark, key, marks.all(mark).length]).filter(([, , count]) => count)
      .map(([mark, key, count]) => make("a", { href: RADAR + query({ ...none(), mark }) }, ...both(pair(key, count))))
    line.replaceChildren(...links.flatMap((link, i) => i ? [" · ", link] : [link]))
    line.hidden = !links.length
  })
  return line
}

/* --- Since the last visit ---------------------------------------------------------- */

const since = async () => {
  const [first, latest] = await Promise.all([data.first(), data.latest()])
  const before = marks.visit(latest.last, latest.ids)
  if (!before) return []
  const day = inWords(before.day, marks.today())
  const some = latest.ids.some(id => marks.isNew(before, id, latest.last))
  return some ? news(day, first, latest, await data.index()) : nothing(day)
}

const nothing = day => [make("p", { className: "wiki-since" }, ...both(pair("sinceNone", day)))]

const news = async (day, first, latest, index) => {
  if (!latest.ids.every(id => index.at.has(id))) throw new data.Outdated()
  const view = { ...none(), since: "visit", mark: "unread" } // as the radar shows it
  const { numbers } = select(view, { index }, marks)
  if (!numbers.length) return nothing(day)
  const listed = numbers.slice(0, LISTED), papers = data.fitting(new Map(first.numbers.map((n, i) => [n, first.papers[i]])), index)
  const missing = listed.filter(n => !papers.has(n))
  if (missing.length) for (const [n, paper] of data.fitting(await data.texts(missing, first.block), index)) papers.set(n, paper)
  const section = make("section", { className: "wiki-since" }, make("h2", { id: "since" }, ...both(pair("since", day))),
    make("ul", {}, ...listed.map(n => line(papers.get(n)))))
  if (RADAR && numbers.length > LISTED) section.append(make("p", {}, make("a", { href: RADAR + query(view) }, ...both(pair("sinceAll", numbers.length)))))
  queueMicrotask(() => typeset(section))
  return [section]
}

const line = paper => {
  const named = paper.headline[0] || paper.headline[1] ? paper.headline : [paper.title, paper.title]
  const item = make("li", {}, make("a", { href: paper.url }, ...rendered(named)))
  marks.attach(item, paper.id)
  return item
}

/* --- Marks --------------------------------------------------------------------------- */

/* Each card gets its buttons, and each line follows its paper's marks. */
const marked = element => {
  const page = element.closest(".md-content__inner") || document
  for (const link of page.querySelectorAll(".wiki-latest :is(h3, li) > a[href]:first-child")) {
    const id = idOf(link.href), own = link.parentElement
    if (!id) continue
    if (own.tagName === "LI") marks.attach(own, id)
    else {
      const bar = make("div", { className: "wiki-entry-actions", aria: { role: "group" } }, ...markButtons())
      following(() => bar.setAttribute("aria-label", say("actions")))
      let end = own
      while (end.nextElementSibling?.tagName === "P") end = end.nextElementSibling
      end.after(bar)
      marks.attach(bar, id)
      marks.attach(own, id)
    }
  }
}

/* --- A fresh hand ----------------------------------------------------------------------- */

/* Dealt from all that is neither read nor not for me; the heading has the focus, since the cards stand below it. */
class Hand {
  constructor() {
    this.first = this.button("shuffle", () => this.deal())
    this.title = make("h2", { id: "fresh", tabIndex: -1 }, ...both(pair("fresh")))
    this.list = make("ol", { className: "wiki-hand wiki-radar-list" })
    this.dealt = make("section", { hidden: true, aria: { "aria-labelledby": "fresh" } }, this.title, this.list,
      make("p", { className: "wiki-hand-end" }, this.button("shuffle", () => this.deal()), " ", this.button("close", () => this.close())))
    this.told = make("p", { className: "wiki-today-told", aria: { role: "status" } })
    this.element = make("div", {}, make("p", {}, this.first), this.told, this.dealt)
  }

  button(key, act) {
    return make("button", { type: "button", className: "wiki-today-shuffle", onclick: act }, ...both(pair(key)))
  }

  async deal() {
    try {
      this.list.replaceChildren(...await data.ofOneBuild(drawn))
    } catch (error) {
      console.warn(error)
      this.told.replaceChildren(...both(pair("notLoaded")))
      return this.told.scrollIntoView({ block: "nearest" })
    }
    this.told.replaceChildren()
    typeset(this.list)
    this.dealt.hidden = false
    this.title.focus({ preventScroll: true })
    this.title.scrollIntoView({ block: "nearest" })
  }

  close() {
    this.dealt.hidden = true
    this.list.replaceChildren()
    this.first.focus()
  }
}

const drawn = async () => {
  const [first, index] = await Promise.all([data.first(), data.index()])
  const seed = crypto.getRandomValues(new Uint32Array(1))[0].toString(36)
  const numbers = select({ ...none(), mark: "unread", shuffle: seed }, { index }, marks).numbers.slice(0, HAND)
  const found = data.fitting(await data.texts(numbers, first.block), index)
  const go = changes => { location.href = RADAR + query({ ...none(), ...changes }) }
  const on = RADAR && { filter: (name, value) => go({ [name]: [value] }), near: paper => go({ near: paper.id.replace(/^arxiv:/, ""), sort: "related" }) }
  const name = code => index.categories.get(code)?.name || [code, code]
  return numbers.map((n, i) => entry(found.get(n), i + 1, name, on))
}
