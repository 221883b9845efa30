/* The front page: what came since the last visit, marks on its papers, and a fresh hand of all. */
import { both, chosen, following, make, retold } from "../both.js"
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
const LISTED = 3 // of what is new
const DAY = 86400e3
const AWAY = place("away")
const RADAR = place("radar") // null where the owner has none: then nothing leads to it

export const show = async element => {
  const page = element.closest(".md-content__inner") || document, hand = new Hand()
  marked(page)
  dated(page)
  element.append(kept())
  const place = page.querySelector("div.wiki-shuffle") || element // a page of before has none
  place.append(hand.element)
  following(() => [element, place].forEach(retold))
  try {
    const made = await data.ofOneBuild(since)
    element.prepend(...made)
    made.forEach(typeset)
    await hand.again()
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
  return some ? news(day, first, latest, await data.index()) : nothing(day, whyNothing(latest.last))
}

const nothing = (day, why) => [make("p", { className: "wiki-since" }, ...both(pair("sinceNone", day, why)))]

/* The weekend, the last run's reason, which stands on the page, or else the day of that run. */
const whyNothing = last => {
  const run = document.querySelector(".wiki-receipt time")?.dateTime || last
  const said = [...document.querySelectorAll(".wiki-notice .wiki-why")].map(part => part.textContent)
  return isWeekend(run) ? pair("whyWeekend") : said.length === 2 ? said : pair("whyLatest", inWords(run, marks.today()))
}

/* Whether it is a weekend where arXiv is, and all that was announced before it is here: nothing was due since `run`. */
const isWeekend = run => {
  const now = Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York" }).format(Date.now()))
  const works = day => new Date(day).getUTCDay() % 6 > 0
  let day = now
  while (day > Date.parse(run) && !works(day)) day -= DAY
  return !works(now) && day <= Date.parse(run)
}

const news = async (day, first, latest, index) => {
  if (!latest.ids.every(id => index.at.has(id))) throw new data.Outdated()
  const view = { ...none(), since: "visit", mark: "unread" } // as the radar shows it
  const { numbers } = select(view, { index }, marks)
  const here = n => !marks.isNew(marks.before(), index.ids[n], index.days[index.arrived[n]])
  const renewed = select({ ...view, mark: "read", kind: "updated" }, { index }, marks).numbers.filter(here)
  if (!numbers.length && !renewed.length) return nothing(day, pair("whyRead"))
  const listed = [...numbers, ...renewed].slice(0, LISTED), papers = data.fitting(new Map(first.numbers.map((n, i) => [n, first.papers[i]])), index)
  const missing = listed.filter(n => !papers.has(n))
  if (missing.length) for (const [n, paper] of data.fitting(await data.texts(missing, first.block), index)) papers.set(n, paper)
  const section = make("section", { className: "wiki-since" }, make("h2", { id: "since" }, ...both(pair("since", day))),
    make("ul", {}, ...listed.map(n => line(papers.get(n)))))
  const all = RADAR && numbers.length > LISTED ? [make("a", { href: RADAR + query(view) }, ...both(pair("sinceAll", numbers.length)))] : []
  const more = [...all, ...AWAY ? [make("a", { href: AWAY }, ...both(pair("sinceView")))] : []]
  if (more.length) section.append(make("p", {}, ...more.flatMap((link, i) => i ? [" · ", link] : [link])))
  return [section]
}

const line = paper => {
  const named = paper.headline[0] || paper.headline[1] ? paper.headline : [paper.title, paper.title]
  const item = make("li", {}, make("a", { href: paper.url }, ...rendered(named)))
  if (paper.updated) item.append(" · ", make("span", { className: "wiki-entry-updated" }, ...both(paper.version ? pair("updated", paper.version) : pair("updatedSome"))))
  marks.attach(item, paper.id)
  return item
}

/* --- The edition ---------------------------------------------------------------------- */

/* The lead gets its buttons, and each paper follows its marks. */
const marked = page => {
  const links = page.querySelectorAll(".wiki-edition :is(h2, li) > a[href]:first-child")
  for (const link of links) if (idOf(link.href)) marks.attach(link.parentElement, idOf(link.href))
  const lead = page.querySelector(".wiki-lead"), id = lead && idOf(lead.querySelector("h2 > a[href]")?.href)
  if (!id) return
  const bar = make("div", { className: "wiki-entry-actions", aria: { role: "group" } }, ...markButtons())
  following(() => bar.setAttribute("aria-label", say("actions")))
  lead.parentElement.append(bar)
  marks.attach(bar, id)
}

/* A day of the calendar is heard with its month. */
const dated = page => {
  for (const link of page.querySelectorAll(".wiki-calendar td a[title]"))
    following(() => link.setAttribute("aria-label", chosen(inWords(link.title, ""))))
}

/* --- A fresh hand ----------------------------------------------------------------------- */

/* Dealt from all that is neither read nor not for me; the heading has the focus, since the cards stand below it. The
   browser's history keeps it, for one who comes back from a paper. */
class Hand {
  turn = 0

  constructor() {
    this.first = this.button("shuffle", () => this.deal())
    this.title = make("h2", { id: "fresh", tabIndex: -1 }, ...both(pair("fresh")))
    this.list = make("ol", { className: "wiki-hand wiki-radar-list" })
    this.dealt = make("section", { hidden: true, aria: { "aria-labelledby": "fresh" } }, this.title, this.list,
      make("p", { className: "wiki-hand-end" }, this.button("shuffle", () => this.deal()), " ", this.button("close", () => this.close())))
    this.told = make("p", { className: "wiki-today-told", aria: { role: "status" } })
    this.element = make("div", {}, make("p", {}, this.first), this.told, this.dealt)
    addEventListener("pagehide", () => this.remember())
    this.list.addEventListener("click", event => { if (event.target.closest("a")) this.remember() })
  }

  /** What lay here when the reader left, at the place where they were. */
  async again() {
    const { hand, top } = history.state || {}
    if (!Array.isArray(hand)) return
    this.laid(await data.ofOneBuild(() => drawn(hand)))
    if (top !== undefined) scrollTo({ top, behavior: "instant" })
  }

  remember() {
    if (!this.dealt.hidden) history.replaceState({ ...history.state, hand: this.ids, top: scrollY }, "") // behind a step within the page, too
  }

  button(key, act) {
    return make("button", { type: "button", className: "wiki-today-shuffle", onclick: act }, ...both(pair(key)))
  }

  async deal() {
    const turn = ++this.turn
    try {
      const cards = await data.ofOneBuild(() => drawn())
      if (turn !== this.turn) return // put away, or dealt again meanwhile
      this.laid(cards)
    } catch (error) {
      console.warn(error)
      this.told.replaceChildren(...both(pair("notLoaded")))
      return this.told.scrollIntoView({ block: "nearest" })
    }
    this.title.focus({ preventScroll: true })
    this.title.scrollIntoView({ block: "nearest" })
  }

  laid(cards) {
    this.told.replaceChildren()
    this.list.replaceChildren(...cards)
    typeset(this.list)
    this.dealt.hidden = false
    history.scrollRestoration = "manual"
    this.ids = cards.map(card => card.dataset.wikiId)
    history.replaceState({ ...history.state, hand: this.ids }, "")
  }

  close() {
    this.turn++
    this.dealt.hidden = true
    this.list.replaceChildren()
    const { hand, top, ...rest } = history.state || {}
    history.scrollRestoration = "auto"
    history.replaceState(rest, "")
    this.first.focus()
  }
}

/* The papers with these ids that are still in the wiki, or else any. */
const drawn = async ids => {
  const [first, index] = await Promise.all([data.first(), data.index()])
  const numbers = ids ? ids.filter(id => index.at.has(id)).map(id => index.at.get(id)) : any(index)
  const found = data.fitting(await data.texts(numbers, first.block), index)
  const go = changes => { location.href = RADAR + query({ ...none(), ...changes }) }
  const on = RADAR && { filter: (name, value) => go({ [name]: [value] }), near: paper => go({ near: paper.id.replace(/^arxiv:/, ""), sort: "related" }) }
  const name = code => index.categories.get(code)?.name || [code, code]
  return numbers.map((n, i) => entry(found.get(n), i + 1, name, on))
}

const any = index => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0].toString(36)
  return select({ ...none(), mark: "unread", shuffle: seed }, { index }, marks).numbers.slice(0, HAND)
}
