/* The radar's page: the view of the address, as a list that goes on. */
import { bibtex, download } from "../bibtex.js"
import { both, following, make, retold, telling } from "../both.js"
import * as marks from "../marks.js"
import { Controls } from "./controls.js"
import * as data from "./data.js"
import { entry, waiting } from "./entry.js"
import { select, visited } from "./select.js"
import { mine } from "./mine.js"
import { typeset } from "./text.js"
import { isPlain, needs, none, parse, query } from "./view.js"
import { pair, say, sourceName } from "./words.js"

const AT_ONCE = innerWidth < 700 ? 12 : 15 // entries that fill a screen
const MOST_CITED = 1000 // papers in one file of BibTeX
const idle = window.requestIdleCallback || (act => setTimeout(act, 50))
const painted = () => new Promise(done => requestAnimationFrame(() => idle(done, { timeout: 200 })))

export const show = async element => {
  const plainly = [...element.parentElement.querySelectorAll(":scope > div.wiki-radar ~ *")] // what stands there without scripts
  const away = hidden => plainly.forEach(part => { part.hidden = hidden })
  try {
    const page = new Page(element, await data.ofOneBuild(data.first))
    away(true)
    await page.open()
  } catch (error) {
    away(false)
    element.replaceChildren(make("p", { aria: { role: "status" } }, ...both(pair("failed"))))
    console.warn(error)
  }
}

class Page {
  constructor(element, first) {
    Object.assign(this, { element, view: parse(location.search), turn: 0, shown: first.block })
    this.take(first)
    this.controls = new Controls(this)
    this.status = make("p", { className: "wiki-radar-status", aria: { role: "status" } })
    this.cited = make("button", { type: "button", className: "wiki-radar-bibtex", hidden: true, onclick: () => this.cite() }, "BibTeX ↓")
    telling(this.cited, () => { this.cited.title = say("bibtex") })
    this.list = make("ol", { className: "wiki-radar-list", tabIndex: -1 })
    this.further = make("button", { type: "button", className: "wiki-radar-more", hidden: true, onclick: () => this.more() })
    this.on = { filter: (name, value) => this.add(name, value), near: paper => this.near(paper) }
    element.append(this.controls.element, make("div", { className: "wiki-radar-count" }, this.status, this.cited), this.list, this.further, mine(this))
    addEventListener("popstate", () => query(parse(location.search)) === query(this.view) || this.called()) // else the search's step
    element.addEventListener("focusout", () => this.settled())
    element.addEventListener("keydown", event => { if (event.key === "Enter") this.settled() })
    addEventListener("pagehide", () => this.remember())
    element.addEventListener("click", event => { if (event.target.closest(".wiki-entry a")) this.remember() })
    marks.following(() => this.marked())
    following(() => retold(element))
  }

  /** Begins with the first piece of the data. */
  take(first) {
    marks.became(first.became)
    Object.assign(this, { first, data: undefined, known: new Map(first.numbers.map((n, i) => [n, first.papers[i]])) })
    this.names = new Map(Object.entries(first.categories))
  }

  /* --- The view and the address ------------------------------------------------- */

  /** As the address says; one who comes back finds what was shown, where they were. */
  async open() {
    history.scrollRestoration = "manual"
    await this.called()
    this.ahead()
  }

  async called() {
    const place = history.state
    this.view = parse(location.search)
    this.shown = place?.shown || this.first.block
    await this.update()
    if (place?.top !== undefined) scrollTo({ top: place.top, behavior: "instant" })
  }

  /** Other filters: a new entry in the browser's history, so that its "back" undoes them; what is typed into the
      field `typing` is one entry, until that is left. */
  change(changes, typing = "") {
    this.remember()
    const goesOn = typing && changes[typing] && history.state.typing === typing
    this.view = { ...this.view, ...changes }
    this.shown = this.first.block
    history[goesOn ? "replaceState" : "pushState"]({ typing }, "", query(this.view, location.search) || location.pathname)
    return this.update()
  }

  settled() {
    if (history.state?.typing) history.replaceState({ ...history.state, typing: "" }, "")
  }

  add(name, value) {
    if (this.view[name].includes(value)) return this.controls.point(name, value)
    const done = this.change({ [name]: [...this.view[name], value] })
    this.status.scrollIntoView({ block: "nearest" })
    return done
  }

  near(paper) {
    return this.change({ ...none(), near: paper.id.replace(/^arxiv:/, ""), sort: "related" }).then(() => scrollTo({ top: 0 }))
  }

  shuffle() {
    return this.change({ shuffle: crypto.getRandomValues(new Uint32Array(1))[0].toString(36), sort: "" })
  }

  /** How far the list was unfolded and scrolled, for one who comes back to this entry of the history. */
  remember() {
    history.replaceState({ ...history.state, shown: this.shown, top: scrollY }, "")
  }

  /* --- What is shown ------------------------------------------------------------ */

  /** The numbers of the view's papers; the newest need nothing but the first piece. */
  async selected() {
    const { view, first } = this
    const untouched = isPlain(view) && !marks.all("no").length
    if (untouched && this.shown <= first.numbers.length && !this.data) return { numbers: first.numbers, hidden: 0, total: first.count }
    return this.all()
  }

  /* An address names a day in place of "visit", which means something in this browser alone. */
  dated() {
    if (this.view.since !== "visit") return
    const before = marks.before()
    this.view.since = before ? visited(before, this.data.index) : ""
    history.replaceState(history.state, "", query(this.view, location.search) || location.pathname)
    this.fresh = true
  }

  async load(wanted) {
    const loaded = this.data ||= {}
    const ask = async (name, load) => {
      if (loaded[name]) return
      loaded[name] = await load()
      this.fresh = true // what was said before may have had no names
    }
    await Promise.all([
      ask("index", data.index), wanted.topics && ask("topics", data.topics), wanted.every && ask("every", data.everyTopic), wanted.authors && ask("authors", data.authors), wanted.words && ask("lines", data.words),
      wanted.chinese && ask("spelled", () => import("../traditional.js").catch(() => ({ spellings: () => [] })))
    ])
    if (loaded.every) loaded.topics = loaded.every
    data.fitting(this.known, loaded.index)
    for (const [code, { name }] of loaded.index.categories) this.names.set(code, name)
  }

  /** Brings the page to the view; an answer that comes late is dropped. */
  update() {
    return this.updated = this.renew()
  }

  async renew() {
    const turn = ++this.turn
    this.controls.follow()
    this.element.setAttribute("aria-busy", "true")
    try {
      const found = await this.selected()
      if (turn !== this.turn) return
      this.found = found
      this.tell()
      if (this.fresh) this.controls.follow()
      this.fresh = false
      await this.fill(turn)
    } catch (error) {
      if (error instanceof data.Outdated && !this.renewed) return this.anew()
      console.warn(error)
      if (turn === this.turn) this.status.replaceChildren(...both(pair("notLoaded")))
    } finally {
      if (turn === this.turn) this.element.removeAttribute("aria-busy")
    }
  }

  /** Once: all pieces as they stand on the site now. */
  async anew() {
    this.renewed = true
    data.renew()
    this.take(await data.first())
    return this.renew()
  }

  tell() {
    const { found, first, view } = this, leaving = this.leaving().length
    const nothing = view.mark && view.mark !== "unread" && !marks.all(view.mark).length ? "noMarks" : "nothing"
    const words = found.aimless ? pair(found.aimless) : !found.total ? pair(nothing) :
      found.total < first.count ? pair(first.posts ? "shownEntries" : "shown", found.total, first.count) :
        first.count === 1 ? pair("onePaper") : pair(first.posts ? "entries" : "papers", first.count)
    const refused = (key, count) => count ? [" · ", make("a", { href: `${query({ ...none(), mark: "no" }, location.search)}`, onclick: event => {
      event.preventDefault()
      this.change({ ...none(), mark: "no" })
    } }, ...both(pair(key, count)))] : []
    this.status.replaceChildren(...both(words), ...refused("hidden", found.hidden), ...refused("leaving", leaving))
    this.cited.hidden = !found.total || found.total > MOST_CITED
    this.element.dataset.count = found.total
    this.element.classList.toggle("wiki-radar-plain", isPlain(view))
  }

  /** What is in sight at once, the rest after it is painted; places first, papers as they come. */
  async fill(turn, from = 0) {
    const numbers = this.found.numbers.slice(0, this.shown)
    const left = Math.min(this.first.block, this.found.total - numbers.length)
    this.further.hidden = left <= 0
    this.further.replaceChildren(...both(pair("more", left)))
    const add = (start, end) => this.list.append(...numbers.slice(start, end).map((n, i) => this.item(n, start + i + 1)))
    if (!from) this.list.replaceChildren()
    const sight = from + AT_ONCE
    add(from, sight)
    if (numbers.length > sight) {
      await painted()
      if (turn !== this.turn) return
      add(sight)
    }
    const missing = numbers.filter(n => !this.known.has(n))
    if (missing.length) {
      const found = await data.texts(missing, this.first.block)
      if (turn !== this.turn) return
      if (this.data?.index) data.fitting(found, this.data.index)
      for (const [n, paper] of found) this.known.set(n, paper)
      const late = new Set(missing)
      numbers.forEach((n, i) => { if (late.has(n)) this.list.children[i].replaceWith(this.item(n, i + 1)) })
    }
    typeset(this.list)
  }

  item(n, number) {
    const paper = this.known.get(n)
    return paper ? entry(paper, number, code => this.names.get(code) || [code, code], this.on) : waiting(number)
  }

  /* The first of the new ones has the focus, since the button may be gone. Once at a time, behind what is on its way. */
  async more() {
    if (this.adding) return
    this.adding = true
    try {
      await this.updated
      const { turn } = this, from = this.list.children.length
      const found = this.found.numbers.length < Math.min(from + this.first.block, this.found.total) ? await this.all() : this.found
      if (turn !== this.turn) return
      this.found = found === this.found ? found : this.continued(found, from)
      this.shown = from + this.first.block
      await this.fill(turn, from)
      if (turn !== this.turn) return
      this.list.children[from]?.querySelector("a")?.focus({ preventScroll: true })
      this.remember()
    } catch (error) {
      console.warn(error)
      this.status.replaceChildren(...both(pair("notLoaded")))
    } finally {
      this.adding = false
    }
  }

  async all() {
    await this.load(needs(this.view))
    const { topics } = this.data
    if ([...this.view.concept, ...this.view.entity].some(id => !topics.has(id))) await this.load({ every: true })
    this.dated()
    const found = select(this.view, this.data, marks)
    return { ...found, total: found.numbers.length }
  }

  /* What was marked since stays in the list, so that no other paper takes the place of one that is shown. */
  continued(found, from) {
    const shown = this.found.numbers.slice(0, from), had = new Set(shown), numbers = [...shown, ...found.numbers.filter(n => !had.has(n))]
    return { ...found, numbers, total: numbers.length, hidden: this.found.hidden }
  }

  /** The papers of the view as BibTeX, in its order. */
  async cite() {
    try {
      const { numbers } = await this.all()
      download("papers.bib", await bibtex(numbers.map(n => this.data.index.ids[n])))
    } catch (error) {
      console.warn(error)
      this.status.replaceChildren(...both(pair("notLoaded")))
    }
  }

  /* What stands in the list stays there until the next filter, marked or not. */
  marked() {
    if (this.found) this.tell()
  }

  /* Papers in the list that the next one will not have. */
  leaving() {
    const { view, found } = this
    if (view.mark === "no" || view.ids || !marks.all("no").length) return []
    return found.numbers.filter(n => marks.has(this.data?.index?.ids[n] ?? this.known.get(n)?.id, "no"))
  }

  /* While nothing else is to be done: what most filters need. */
  ahead() {
    if (navigator.connection?.saveData) return
    idle(() => this.prepare({ topics: true }))
  }

  /** What will be needed; pieces of an older build are left to the view, which loads all anew. */
  prepare(wanted) {
    return this.load(wanted).then(() => this.controls.filled()).catch(error => error instanceof data.Outdated || console.warn(error))
  }

  /** The name of a filter's value, as a pair. */
  named(name, value) {
    const topic = this.data?.topics?.get(value)
    if (name === "source") return sourceName(value)
    if (name === "category") return this.names.get(value) || [value, value]
    if (topic) return topic.name
    for (const paper of this.known.values()) {
      const own = paper.topics.find(one => one.id === value)
      if (own) return own.name
      if (name === "near" && paper.id.replace(/^arxiv:/, "") === value) return [paper.title, paper.title]
    }
    return value === "starred" ? pair("starredPapers") : [value, value]
  }
}
