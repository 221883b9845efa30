/* The graph's page: which concepts are shown, and everything around the picture. */
import { decoded } from "../both.js"
import { rendered } from "../radar/text.js"
import { load, plain } from "./data.js"
import { List } from "./list.js"
import { sign } from "./shapes.js"
import { Stage } from "./stage.js"
import { both, chosen, following, make, names, pair, say } from "./words.js"

const NEWEST = "newest" // what the latest papers are about, and what stands nearest to that
const MOST_NEW = 40
const BESIDE = 2
const COUNTS = [200, 500, 1000]
const BACKBONE = [3, 2] // edges of shared papers that each node draws unless it is looked at; the second where they are many
const MANY = 1000
const MATCHES = 8
const AT_ONCE = 40 // neighbours that one click unfolds, the strongest first
const still = matchMedia("(prefers-reduced-motion: reduce)")

export const show = async (element, here) => {
  const plainList = element.parentElement.querySelector(":scope > ul")
  try {
    const data = await load(here)
    new Page(element, data, new Worker(new URL("graph/layout.js", here)))
    if (plainList) plainList.hidden = true
  } catch (error) {
    const told = make("p", { aria: { role: "status" } })
    following(() => { told.textContent = say("failed") })
    element.replaceChildren(told)
    console.warn(error)
  }
}

class Page {
  constructor(element, { nodes, days, kinds }, worker) {
    Object.assign(this, { element, nodes, days, kinds, worker, version: 0, unfolded: new Set(), newest: newest(nodes, days) })
    this.reset()
    nodes.forEach(spiral)
    this.build()
    worker.onmessage = ({ data }) => this.placed(data)
    following(() => {
      this.stage.restyle()
      if (this.told) this.tell(this.told)
    })
    new MutationObserver(() => this.stage.restyle()).observe(document.body, { attributeFilter: ["data-md-color-scheme"] })
    this.update()
    addEventListener("hashchange", () => this.called())
    this.called()
  }

  reset() {
    Object.assign(this, { limit: this.newest.size < this.nodes.length ? NEWEST : COUNTS[0], wanted: new Set(this.kinds), from: 0, to: this.days.length - 1 })
    this.unfolded.clear()
  }

  /* --- What is shown --------------------------------------------------------- */

  fits(node) {
    const always = node.first < 0 && this.from === 0 // pinned, without a paper yet
    return this.wanted.has(node.kind) && (always || (node.first >= this.from && node.first <= this.to))
  }

  /** Which nodes are shown, drawn, listed and laid out; `told` is said to those who do not see it. */
  update(told) {
    const fit = this.nodes.filter(node => this.fits(node))
    const first = this.limit === NEWEST ? node => this.newest.has(node) : (node, i) => i < this.limit
    fit.forEach((node, i) => { node.shown = first(node, i) || this.unfolded.has(node) })
    this.shown = fit.filter(node => node.shown)
    for (const node of this.nodes) if (!this.fits(node)) node.shown = false
    this.total = fit.length
    if (this.chosen && !this.chosen.shown) this.choose(null)
    const edges = backbone(this.shown)
    for (const node of this.shown) node.r = 3.5 + 1.7 * Math.sqrt(node.papers)
    this.stage.show(this.shown, edges)
    this.hint.hidden = this.shown.length === this.total
    this.listed()
    this.controls()
    this.element.dataset.layout = "running"
    this.worker.postMessage({
      version: ++this.version, still: still.matches, links: edges.map(([a, b]) => [a.at, b.at]),
      nodes: this.shown.map(({ at, x, y, r }) => ({ at, x, y, r }))
    })
    this.tell(told || pair("shown", this.shown.length, this.total))
  }

  /** What was found, or all that is shown. */
  listed() {
    this.list.show(this.found || this.shown, this.unfolded)
    if (this.chosen) this.list.choose(this.chosen)
  }

  /** A picture from the worker; those that came before the last change are dropped. */
  placed({ version, places, done }) {
    if (version !== this.version) return
    this.element.dataset.layout = done ? "done" : "running"
    this.shown.forEach((node, i) => {
      if (node !== this.held) [node.x, node.y] = [places[2 * i], places[2 * i + 1]]
    })
    if (this.stage.follows) this.stage.fit(false)
    this.stage.redraw()
  }

  hidden(node) {
    return node.near.filter(edge => !edge.node.shown && this.fits(edge.node)).map(edge => edge.node)
  }

  unfold(node) {
    const more = this.hidden(node).slice(0, AT_ONCE)
    more.forEach((other, i) => {
      const turn = i * 2.4
      Object.assign(other, { x: node.x + 30 * Math.cos(turn), y: node.y + 30 * Math.sin(turn) })
      this.unfolded.add(other)
    })
    this.choose(node)
    if (more.length) this.update(pair("unfolded", more.length, names(node), this.shown.length + more.length))
    else this.tell(pair("complete", names(node)))
  }

  /** A concept that was asked for is shown, whatever the filters were. */
  jump(node) {
    if (!this.fits(node)) this.reset()
    if (!node.shown) {
      this.unfolded.add(node)
      this.update()
    }
    this.visit(node)
    this.stage.centre(node)
  }

  visit(node) {
    this.choose(node)
    const { sx = -1, sy = -1 } = node
    if (sx < 0 || sy < 0 || sx > this.stage.width || sy > this.stage.height) this.stage.centre(node)
    this.tell(pair("at", names(node), papers(node), node.near.length, this.hidden(node).length))
  }

  choose(node) {
    this.chosen = this.stage.chosen = node
    if (node && this.found && !this.found.includes(node)) {
      this.found = null
      this.listed()
    }
    this.list.choose(node)
    this.stage.redraw()
  }

  open(node) {
    location.assign(node.url)
  }

  /** `#credit-assignment` in the address names a concept. */
  called() {
    const id = decoded(location.hash.slice(1))
    const node = id && this.nodes.find(node => node.id === id)
    if (node) this.jump(node)
  }

  tell(words) {
    this.told = words
    this.status.textContent = chosen(words)
  }

  /* --- What stands around it ------------------------------------------------------ */

  build() {
    const canvas = make("canvas", { tabIndex: 0, className: "wiki-graph-canvas", aria: { role: "application" } })
    this.status = make("p", { className: "wiki-graph-status", aria: { role: "status" } })
    this.list = new List({ unfold: node => this.unfold(node), next: node => Math.min(AT_ONCE, this.hidden(node).length), point: node => this.stage.hover(node) })
    this.hint = make("p", { className: "wiki-graph-hint", aria: { "aria-hidden": "true" } }, ...both(pair("hint")))
    const frame = make("div", { className: "wiki-graph-frame" }, canvas, this.zooms(), this.hint)
    this.element.append(this.form(), make("div", { className: "wiki-graph-body" }, frame, make("div", { className: "wiki-graph-side" }, this.status, this.list.element)))
    this.element.setAttribute("role", "group")
    following(() => {
      this.element.setAttribute("aria-label", say("graph"))
      canvas.setAttribute("aria-label", say("keys"))
    })
    this.stage = new Stage(canvas, {
      choose: node => this.unfold(node), visit: node => this.visit(node), open: node => this.open(node), clear: () => this.choose(null),
      hold: node => this.hold(node), release: node => this.release(node)
    })
  }

  hold(node) {
    this.held = node
    this.worker.postMessage({ held: node.at, x: node.x, y: node.y })
  }

  release(node) {
    this.held = null
    this.worker.postMessage({ let: node.at })
  }

  zooms() {
    const button = (text, key, act) => {
      const made = make("button", { type: "button", onclick: act }, text)
      following(() => {
        made.title = say(key)
        made.setAttribute("aria-label", say(key))
      })
      return made
    }
    return make("div", { className: "wiki-graph-zoom" },
      button("+", "closer", () => this.stage.zoom(1.4, undefined, undefined, true)),
      button("−", "farther", () => this.stage.zoom(1 / 1.4, undefined, undefined, true)),
      button("⤢", "fit", () => this.stage.fit()))
  }

  form() {
    const again = make("button", { type: "button", className: "wiki-graph-again", onclick: () => this.begin() }, ...both(pair("again")))
    const filters = make("details", { className: "wiki-graph-filters", open: matchMedia("(min-width: 60em)").matches },
      make("summary", {}, ...both(pair("filters"))), make("div", {}, this.kindChoice(), this.dateChoice(), this.countChoice(), again))
    const form = make("form", { className: "wiki-graph-form" }, this.search(), filters)
    form.addEventListener("submit", event => event.preventDefault())
    return form
  }

  begin() {
    this.reset()
    this.choose(null)
    this.input.value = ""
    this.found = null
    this.matches.replaceChildren()
    this.stage.follows = true
    this.update()
  }

  search() {
    this.input = make("input", { type: "search", autocomplete: "off", spellcheck: false, aria: { enterkeyhint: "search" } })
    this.matches = make("ul", { className: "wiki-graph-matches" })
    following(() => {
      this.input.placeholder = say("find")
      this.input.setAttribute("aria-label", say("find"))
    })
    this.input.addEventListener("input", () => this.find())
    this.input.addEventListener("keydown", event => {
      if (event.key === "Enter") this.matches.querySelector("button")?.click()
      if (event.key === "Escape") this.matches.replaceChildren()
    })
    const box = make("div", { className: "wiki-graph-search" }, this.input, this.matches)
    box.addEventListener("focusout", event => { if (!box.contains(event.relatedTarget)) this.matches.replaceChildren() })
    return box
  }

  /* Names that begin so, then names in which a word does, then the others. */
  find() {
    const typed = plain(this.input.value.trim())
    const rank = ({ key, id }) => id === typed || key.startsWith(typed) ? 0 : key.includes(` ${typed}`) ? 1 : 2
    const found = typed ? this.nodes.filter(node => node.key.includes(typed)).sort((a, b) => rank(a) - rank(b) || a.at - b.at) : []
    this.found = found.length ? found : null
    this.listed()
    this.matches.replaceChildren(...found.slice(0, MATCHES).map(node => make("li", {}, make("button", {
      type: "button",
      onclick: () => {
        this.matches.replaceChildren()
        this.jump(node)
      }
    }, sign(node.kind), ...rendered(names(node)), make("small", {}, String(node.papers))))))
    if (typed) this.tell(found.length ? pair("found", found.length) : pair("none"))
  }

  kindChoice() {
    this.boxes = this.kinds.filter(kind => this.nodes.some(node => node.kind === kind)).map(kind => {
      const box = make("input", { type: "checkbox", value: kind, checked: true })
      box.addEventListener("change", () => {
        if (box.checked) this.wanted.add(kind)
        else this.wanted.delete(kind)
        this.stage.follows = true
        this.update()
      })
      return box
    })
    return make("fieldset", { className: "wiki-graph-kinds" }, make("legend", {}, ...both(pair("kinds"))),
      ...this.boxes.map(box => make("label", {}, box, sign(box.value), ...both(pair(box.value)))))
  }

  /* One line with two handles, of which neither passes the other. */
  dateChoice() {
    const handle = (key, at) => {
      const input = make("input", { type: "range", min: 0, max: Math.max(0, this.days.length - 1), value: at })
      following(() => input.setAttribute("aria-label", say(key)))
      return input
    }
    this.early = handle("from", this.from)
    this.late = handle("to", this.to)
    this.dates = make("output", { className: "wiki-graph-dates" })
    const slid = () => {
      this.from = Math.min(+this.early.value, this.to)
      this.to = Math.max(+this.late.value, this.from)
      clearTimeout(this.sliding)
      this.controls()
      this.sliding = setTimeout(() => {
        this.stage.follows = true
        this.update()
      }, 120)
    }
    for (const input of [this.early, this.late]) input.addEventListener("input", slid)
    return make("fieldset", { className: "wiki-graph-seen", hidden: this.days.length < 2 }, make("legend", {}, ...both(pair("seen"))),
      make("div", { className: "wiki-graph-range" }, this.early, this.late), this.dates)
  }

  countChoice() {
    const counts = COUNTS.filter(count => count < this.nodes.length)
    const news = this.newest.size < this.nodes.length ? [NEWEST] : []
    this.count = make("select", {}, ...[...news, ...counts, this.nodes.length].map(value => make("option", { value })))
    following(() => {
      this.count.setAttribute("aria-label", say("count"))
      for (const option of this.count.options) {
        const { value } = option
        option.textContent = value === NEWEST ? say("newest", this.days.at(-1)) : say(+value === this.nodes.length ? "all" : "heaviest", value)
      }
    })
    this.count.addEventListener("change", () => {
      this.limit = this.count.value === NEWEST ? NEWEST : +this.count.value
      this.stage.follows = true
      this.update()
    })
    return make("label", { className: "wiki-graph-count", hidden: this.count.options.length < 2 }, make("span", {}, ...both(pair("count"))), this.count)
  }

  /** The controls say what holds. */
  controls() {
    this.boxes.forEach(box => { box.checked = this.wanted.has(box.value) })
    this.early.value = this.from
    this.late.value = this.to
    for (const input of [this.early, this.late]) input.setAttribute("aria-valuetext", this.days[input.value] || "")
    this.dates.textContent = `${this.days[this.from] || ""} – ${this.days[this.to] || ""}`
    this.count.value = this.limit === NEWEST ? NEWEST : Math.min(this.limit, this.nodes.length)
  }
}

/** What the papers of the latest day are about, the weightiest first, each with its strongest neighbours. */
const newest = (nodes, days) => {
  const today = nodes.filter(node => days.length && node.last === days.length - 1).slice(0, MOST_NEW)
  const found = new Set(today.flatMap(node => [node, ...node.near.slice(0, BESIDE).map(edge => edge.node)]))
  return found.size ? found : new Set(nodes)
}

/* The weightiest begin in the middle. */
const spiral = (node, i) => {
  const r = 14 * Math.sqrt(i + .5), turn = i * Math.PI * (3 - Math.sqrt(5))
  Object.assign(node, { x: r * Math.cos(turn), y: r * Math.sin(turn), r: 5 })
}

/** Of all edges among `shown` those that carry the picture: the registry's own, and each node's strongest. */
const backbone = shown => {
  const edges = new Map(), strongest = BACKBONE[+(shown.length > MANY)]
  const add = (a, b, how) => edges.set(Math.min(a.at, b.at) * 1e6 + Math.max(a.at, b.at), [a, b, how])
  for (const node of shown) {
    const near = node.near.filter(edge => edge.node.shown)
    near.filter(edge => edge.how === "together").slice(0, strongest).forEach(edge => add(node, edge.node, "together"))
    near.filter(edge => edge.how !== "together").forEach(edge => add(node, edge.node, edge.how === "related" ? "related" : "broader"))
  }
  return [...edges.values()]
}

const papers = node => node.papers === 1 ? pair("paper") : pair("papers", node.papers)
