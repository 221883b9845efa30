/* The front page: what came since the last visit, marks on its papers, and a fresh hand of all. */
import { both, following, make, retold } from "../both.js"
import * as marks from "../marks.js"
import { markButtons } from "./buttons.js"
import * as data from "./data.js"
import { entry } from "./entry.js"
import { select } from "./select.js"
import { rendered, typeset } from "./text.js"
import { none, query } from "./view.js"
import { inWords, pair, say } from "./words.js"

const HAND = 5
const LISTED = 8 // of what is new
const RADAR = new URL("radar/", data.ROOT).href

export const show = async element => {
  marked(element)
  const hand = make("ol", { className: "wiki-hand wiki-radar-list" })
  const shuffle = make("button", { type: "button", className: "wiki-today-shuffle", onclick: () => deal(hand) }, ...both(pair("shuffle")))
  element.append(make("p", {}, shuffle), hand)
  following(() => retold(element))
  try {
    const first = await data.first()
    const here = first.papers.filter(paper => paper.arrived === first.last).map(paper => paper.id)
    const before = marks.visit(first.last, here)
    if (before) element.prepend(...await since(before, first))
  } catch (error) {
    shuffle.hidden = true
    console.warn(error)
  }
}

/* --- Since the last visit ---------------------------------------------------------- */

const since = async (before, first) => {
  const fresh = first.papers.filter(paper => marks.isNew(before, paper.id, paper.arrived) && !marks.has(paper.id, "no"))
  const day = inWords(before.day, marks.today())
  if (!fresh.length) return [make("p", { className: "wiki-since" }, ...both(pair("sinceNone", day)))]
  const count = fresh.length < first.papers.length ? fresh.length : await all(before)
  const line = paper => make("li", {}, make("a", { href: paper.url }, ...rendered(paper.headline[0] || paper.headline[1] ? paper.headline : [paper.title, paper.title])))
  const section = make("section", { className: "wiki-since" }, make("h2", { id: "since" }, ...both(pair("since", day))),
    make("ul", {}, ...fresh.slice(0, LISTED).map(paper => {
      const item = line(paper)
      marks.attach(item, paper.id)
      return item
    })))
  if (count > LISTED) section.append(make("p", {}, make("a", { href: RADAR + query({ ...none(), since: before.last }) }, ...both(pair("sinceAll", count)))))
  queueMicrotask(() => typeset(section))
  return [section]
}

const all = async before => {
  const { arrived, days } = await data.index()
  return arrived.reduce((sum, day) => sum + +(days[day] > before.last), 0)
}

/* --- Marks --------------------------------------------------------------------------- */

/* Each card gets its buttons, and each line follows its paper's marks. */
const marked = element => {
  const page = element.closest(".md-content__inner") || document
  for (const link of page.querySelectorAll(".wiki-latest :is(h3, li) > a[href]:first-child")) {
    const id = marks.idOf(link.href), own = link.parentElement
    if (!id) continue
    if (own.tagName === "LI") marks.attach(own, id)
    else {
      const bar = make("div", { className: "wiki-entry-actions", aria: { role: "group" } }, ...markButtons(["star", "later", "no", "read"]))
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

/* Of all that is neither read nor not for me. */
const deal = async hand => {
  const [first, index] = await Promise.all([data.first(), data.index()])
  const seed = crypto.getRandomValues(new Uint32Array(1))[0].toString(36)
  const { numbers } = select({ ...none(), mark: "unread", shuffle: seed }, { index }, marks)
  const drawn = numbers.slice(0, HAND)
  const found = await data.texts(drawn, first.block)
  const go = changes => { location.href = RADAR + query({ ...none(), ...changes }) }
  const on = { filter: (name, value) => go({ [name]: [value] }), near: paper => go({ near: paper.id.replace(/^arxiv:/, ""), sort: "related" }) }
  const name = code => index.categories.get(code)?.name || [code, code]
  hand.replaceChildren(...drawn.map((n, i) => entry(found.get(n), i + 1, name, on)))
  typeset(hand)
}
