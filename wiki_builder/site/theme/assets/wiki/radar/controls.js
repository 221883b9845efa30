/* What one sets on the radar: text, order, filters; and the chips that say what holds. */
import { both, chosen, following, make, telling } from "../both.js"
import * as marks from "../marks.js"
import { ROOT } from "../places.js"
import { authors, everyTopic, plain } from "./data.js"
import { visited } from "./select.js"
import { isPlain, none } from "./view.js"
import { inWords, pair, say } from "./words.js"

const PAUSE = 200 // ms after the last key
const MATCHES = 8
const OPEN = `wiki-filters:${ROOT.pathname}` // whether the reader wants the filters open
const MARKS = { unread: "unread", read: "isRead", later: "isLater", star: "isStar", no: "isNo" }
const ENTRIES = { new: "isNew", updated: "isUpdated" }
const SORTS = { "": "byDate", score: "byScore", related: "byRelated" }
const LISTS = { author: "chipAuthor", category: "chipCategory", source: "chipSource", concept: "chipConcept", entity: "chipEntity" }

export class Controls {
  constructor(page) {
    this.page = page
    this.chips = make("ul", { className: "wiki-radar-chips" })
    const fields = this.filters(), fold = this.fold(fields)
    const line = make("div", { className: "wiki-radar-line" }, this.search(), this.order(), fold,
      make("button", { type: "button", className: "wiki-radar-shuffle", onclick: () => page.shuffle() }, ...both(pair("shuffle"))))
    this.element = make("form", { className: "wiki-radar-form", aria: { role: "search" } }, line, fields, this.chips)
    this.element.addEventListener("submit", event => event.preventDefault())
    following(() => this.element.setAttribute("aria-label", say("radar")))
  }

  /* --- Fields --------------------------------------------------------------------- */

  search() {
    this.words = make("input", { type: "search", autocomplete: "off", spellcheck: false, aria: { enterkeyhint: "search" } })
    following(() => {
      this.words.placeholder = say("find")
      this.words.setAttribute("aria-label", say("find"))
    })
    const ask = () => {
      clearTimeout(this.typed)
      const words = this.words.value.trim()
      if (words === this.asked) return
      this.asked = words
      this.page.change({ words }, "words")
    }
    this.words.addEventListener("focus", () => this.page.prepare({ topics: true, every: true, authors: true, words: true }), { once: true })
    this.words.addEventListener("input", event => {
      clearTimeout(this.typed)
      if (!event.isComposing) this.typed = setTimeout(ask, PAUSE)
    })
    this.words.addEventListener("compositionend", ask)
    this.words.addEventListener("change", ask)
    return this.words
  }

  order() {
    this.sort = this.choice("sort", SORTS, sort => this.page.change({ sort, shuffle: "" }))
    this.sort.append(make("option", { value: "shuffled", hidden: true }))
    following(() => { this.sort.lastChild.textContent = say("shuffled") })
    this.sort.className = "wiki-radar-sort"
    telling(this.sort, () => { this.sort.title = say("sort") })
    return this.sort
  }

  /** A select of words by value; its first value is none unless it has a name. */
  choice(key, words, act) {
    const select = make("select", {}, ...Object.keys(words).map(value => make("option", { value })))
    following(() => {
      select.setAttribute("aria-label", say(key))
      for (const option of select.options) if (words[option.value]) option.textContent = say(words[option.value])
    })
    select.addEventListener("change", () => act(select.value))
    return select
  }

  labelled(key, field) {
    return make("label", { className: `wiki-radar-field wiki-radar-${key}` }, make("span", {}, ...both(pair(key))), field)
  }

  filters() {
    const { page } = this
    const one = (name, words) => this[name] = this.choice(name, { "": "any", ...words }, value => page.change({ [name]: value }))
    this.category = this.adding("category")
    this.source = this.adding("source")
    this.score = make("select", {}, ...["", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(value => make("option", { value })))
    following(() => { for (const option of this.score.options) option.textContent = option.value ? chosen(points(option.value)) : say("any") })
    this.score.addEventListener("change", () => page.change({ score: this.score.value }))
    const date = name => {
      this[name] = make("input", { type: "date" })
      this[name].addEventListener("change", () => {
        const day = this[name].value
        if (!day || day > "1000") page.change({ [name]: day }, name) // else the year is being typed
      })
      return this.labelled(name, this[name])
    }
    const box = (name, key) => {
      this[name] = make("input", { type: "checkbox" })
      this[name].addEventListener("change", () => page.change({ [name]: this[name].checked }))
      return make("label", { className: "wiki-radar-box" }, this[name], make("span", {}, ...both(pair(key))))
    }
    return make("div", { className: "wiki-radar-fields", id: "wiki-radar-fields" },
      this.labelled("category", this.category), this.labelled("source", this.source),
      this.looking("concept", find(topic => topic.kind === "concept")), this.looking("entity", find(topic => topic.kind !== "concept")), this.looking("author", byName),
      this.labelled("score", this.score), date("from"), date("to"), this.labelled("mark", one("mark", MARKS)), this.labelled("kind", one("kind", ENTRIES)),
      make("div", { className: "wiki-radar-boxes" }, box("code", "hasCode"), box("text", "hasText")))
  }

  /** The button that opens and folds the fields; on a phone they are folded at first. */
  fold(fields) {
    const button = make("button", { type: "button", className: "wiki-radar-filters", aria: { "aria-controls": fields.id } }, ...both(pair("filters")))
    const turn = open => {
      fields.hidden = !open
      button.setAttribute("aria-expanded", String(open))
      if (open) queueMicrotask(() => this.page.prepare({})) // behind the first view
    }
    button.addEventListener("click", () => {
      turn(fields.hidden)
      keep(!fields.hidden)
    })
    turn(matchMedia("(min-width: 60em)").matches && this.open())
    return button
  }

  /** Whether the filters are open at first: as the reader left them, else where one of them is set. */
  open() {
    const kept = wanted()
    return kept ? kept === "open" : !isPlain({ ...this.page.view, words: "", since: "", near: "", ids: "", sort: "", shuffle: "" })
  }

  /** A select that adds a filter. */
  adding(name) {
    const select = make("select", {}, make("option", { value: "" }))
    following(() => {
      select.setAttribute("aria-label", say(name))
      for (const option of select.options) option.textContent = option.value ? this.optionText(name, option.value) : say("any")
    })
    select.addEventListener("change", () => {
      if (select.value) this.page.add(name, select.value)
      select.value = ""
    })
    return select
  }

  optionText(name, value) {
    const { index } = this.page.data
    const count = name === "category" ? index.categories.get(value).papers.length : index.sources.get(value).length
    return name === "category" ? `${value} · ${chosen(this.page.named(name, value))} (${count})` : `${chosen(this.page.named(name, value))} (${count})`
  }

  /** The choices that only the index knows. */
  filled() {
    const index = this.page.data?.index
    if (!index || this.category.options.length > 1) return
    const fill = (select, name, values) => select.append(...values.map(value => make("option", { value }, this.optionText(name, value))))
    fill(this.category, "category", [...index.categories.keys()])
    fill(this.source, "source", [...index.sources.keys()])
    this.source.parentElement.hidden = index.sources.size < 2
    for (const input of [this.from, this.to]) Object.assign(input, { min: index.days[0], max: index.days.at(-1) })
  }

  /** A field that looks a name up, and adds it. */
  looking(name, matches) {
    const input = make("input", { type: "text", autocomplete: "off", spellcheck: false, aria: { role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", "aria-controls": `wiki-radar-${name}-list` } })
    const list = make("ul", { className: "wiki-radar-matches", id: `wiki-radar-${name}-list`, hidden: true })
    const told = make("p", { className: "wiki-radar-none", aria: { role: "status" } })
    const tell = text => told.replaceChildren(...text ? both(pair("noName", [text, text])) : [])
    following(() => {
      list.setAttribute("aria-label", say(name))
      input.setAttribute("aria-label", say(name))
    })
    const show = found => {
      list.replaceChildren(...found.map(([value, label, count]) => make("li", {}, make("button", { type: "button", onclick: () => choose(value) }, ...both(label), " ", make("small", {}, String(count))))))
      list.hidden = !found.length
      input.setAttribute("aria-expanded", String(!list.hidden))
    }
    const take = value => {
      input.value = ""
      show([])
      this.page.add(name, value)
    }
    const choose = value => {
      input.focus()
      take(value)
    }
    let asked = 0
    const look = async () => {
      const turn = ++asked, text = input.value.trim(), typed = plain(text)
      const found = typed ? await matches(typed).catch(() => []) : []
      if (turn === asked) {
        show(found)
        tell(found.length ? "" : text)
      }
      return { found, named: found.find(([, , , key]) => key.split("\n").includes(typed)) }
    }
    /* Enter takes what is named in full, or the only one; of several the reader chooses. */
    const enter = async () => {
      const { found, named } = await look()
      if (named || found.length === 1) take((named || found[0])[0])
      else list.querySelector("button")?.focus()
    }
    /* A field that is left holds nothing that is not set. */
    const leave = async () => {
      const text = input.value.trim(), { named } = await look()
      if (box.contains(document.activeElement)) return
      if (named) take(named[0])
      else tell(text)
      input.value = ""
      show([])
    }
    input.addEventListener("input", look)
    input.addEventListener("keydown", event => {
      if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault()
        enter()
      }
      if (event.key === "Escape") show([])
      if (event.key === "ArrowDown") list.querySelector("button")?.focus()
    })
    list.addEventListener("mousedown", event => event.preventDefault()) // not every browser gives a button the focus
    list.addEventListener("keydown", event => moved(event, list, input, () => show([])))
    const box = make("div", { className: `wiki-radar-field wiki-radar-look wiki-radar-${name}` }, make("span", { aria: { "aria-hidden": "true" } }, ...both(pair(name))), told, input, list)
    box.addEventListener("focusout", event => {
      if (box.contains(event.relatedTarget) || document.activeElement === event.target) return // the window was left
      show([])
      if (input.value.trim()) leave()
    })
    return box
  }

  /* --- What holds ------------------------------------------------------------------- */

  /** The fields and chips say what the view says. */
  follow() {
    const { page, page: { view } } = this
    if (view.words !== this.asked) { // what is typed stays as it is typed
      clearTimeout(this.typed)
      this.words.value = this.asked = view.words
    }
    this.sort.value = view.shuffle ? "shuffled" : view.sort
    for (const name of ["score", "from", "to", "mark", "kind"]) this[name].value = view[name]
    for (const name of ["code", "text"]) this[name].checked = view[name]
    const held = this.held()
    const had = this.chips.contains(document.activeElement) ? [...this.chips.querySelectorAll("button")].indexOf(document.activeElement) : -1
    const clear = held.length > 1 ? [make("li", {}, make("button", { type: "button", className: "wiki-radar-clear", onclick: () => page.change(none()) }, ...both(pair("clear"))))] : []
    this.chips.replaceChildren(...held.map((one, i) => chip(one, one.name && one.name === held[i - 1]?.name ? one.all ? "and" : "or" : "")), ...clear)
    this.chips.hidden = !held.length
    if (had >= 0) (this.chips.querySelectorAll("button")[Math.min(had, held.length - 1)] || this.words).focus()
    this.filled()
  }

  held() {
    const { page, page: { view } } = this, held = []
    const add = (words, changes, more = {}) => held.push({ words, drop: () => page.change(changes), ...more })
    for (const [name, key] of Object.entries(LISTS))
      for (const value of view[name])
        add(pair(key, page.named(name, value)), { [name]: view[name].filter(other => other !== value) },
          { name, value, code: name === "category" ? value : "", all: name === "concept" || name === "entity", page: page.data?.topics?.get(value)?.url })
    if (view.words) add(pair("chipWords", [view.words, view.words]), { words: "" })
    if (view.score) add(pair("chipScore", points(view.score)), { score: "" })
    if (view.from) add(pair("chipFrom", [view.from, view.from]), { from: "" })
    if (view.to) add(pair("chipTo", [view.to, view.to]), { to: "" })
    if (view.since) add(sinceWords(view.since, page.data?.index), { since: "" })
    if (view.mark) add(pair("chipMark", pair(MARKS[view.mark])), { mark: "" })
    if (view.kind) add(pair("chipKind", pair(ENTRIES[view.kind])), { kind: "" })
    if (view.code) add(pair("chipCode"), { code: false })
    if (view.text) add(pair("chipText"), { text: false })
    if (view.near) add(pair("chipNear", page.named("near", view.near)), { near: "", sort: "" })
    if (view.ids) add(pair("chipIds", view.ids.split(",").length), { ids: "" })
    return held
  }

  /** Shows where a filter stands that holds already. */
  point(name, value) {
    [...this.chips.children].find(item => item.dataset.name === name && item.dataset.value === value)?.querySelector("button").focus()
  }
}

const wanted = () => {
  try {
    return localStorage.getItem(OPEN)
  } catch {
    return null
  }
}

const keep = open => {
  try {
    localStorage.setItem(OPEN, open ? "open" : "closed")
  } catch { /* private windows: until the page is left */ }
}

/* Of the highest score there is no more. */
const points = score => score < 10 ? pair("atLeast", +score) : [score, score]

/* A day, and that of the last visit where this browser knows of one. */
const sinceWords = (since, index) => {
  const before = marks.before()
  return before && (since === "visit" || index && since === visited(before, index)) ? pair("since", inWords(before.day, marks.today())) :
    pair("chipNewSince", since === "visit" ? ["…", "…"] : [since, since])
}

/* What holds; `joined` says by which word with what stands before. */
const chip = ({ words, drop, name = "", value = "", code = "", page }, joined) => {
  const small = code && code !== words[0] ? [" ", make("small", {}, code)] : []
  const button = make("button", { type: "button", onclick: drop }, ...both(words), ...small, make("span", { aria: { "aria-hidden": "true" } }, " ×"))
  telling(button, () => { button.title = say("remove", words.map(text => `${text} ${code}`.trim())) })
  const item = make("li", {}, ...joined ? [make("span", { className: "wiki-radar-join" }, ...both(pair(joined)))] : [], button)
  if (page) {
    const link = make("a", { href: page }, ...both(pair("itsPage")), " →")
    telling(link, () => link.setAttribute("aria-label", say("conceptPage", words)))
    item.append(link)
  }
  Object.assign(item.dataset, { name, value })
  return item
}

const moved = (event, list, input, close) => {
  const buttons = [...list.querySelectorAll("button")], at = buttons.indexOf(document.activeElement)
  if (event.key === "Escape") {
    close()
    input.focus()
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
  event.preventDefault()
  const next = at + (event.key === "ArrowDown" ? 1 : -1)
  if (next < 0) input.focus()
  else buttons[Math.min(next, buttons.length - 1)].focus()
}

/* The very name goes first, then names that begin so; data has the weightiest first. */
const best = (found, key) => found.sort((a, b) => key(b) - key(a)).slice(0, MATCHES)

const find = fits => async typed => {
  const found = [...(await everyTopic()).values()].filter(topic => fits(topic) && topic.key.includes(typed))
  return best(found, topic => 2 * topic.key.split("\n").includes(typed) + (topic.key.startsWith(typed) || topic.key.includes(`\n${typed}`))).map(topic => [topic.id, topic.name, topic.papers.length, topic.key])
}

const byName = async typed => {
  const { names, papers } = await authors()
  const found = []
  for (const [key, name] of names) if (key === typed || found.length < 200 && key.includes(typed)) found.push([key, name])
  return best(found, ([key]) => 2 * (key === typed) + (key.startsWith(typed) || key.includes(` ${typed}`))).map(([key, name]) => [name, [name, name], papers.get(name).length, key])
}

