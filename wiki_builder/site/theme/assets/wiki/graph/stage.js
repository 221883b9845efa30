/* The picture: draws nodes and edges on a canvas, and turns pointer and keys into what they mean. */
import { language } from "./words.js"
import { Room } from "./room.js"
import { outline } from "./shapes.js"

const LABELS = 45
const LABELS_NARROW = 16
const CANDIDATES = 5 // nodes looked at for each name that there is room for
const LEAST = 2 // pixels from the middle of a node to its edge
const DOT = 3.2 // what is smaller is a dot
const PAD = 3 // pixels around a name, and from it to its node
const CLICK = 5 // pixels that a click may slip
const still = matchMedia("(prefers-reduced-motion: reduce)")

const around = ({ sx, sy, sr }) => [sx - sr, sy - sr, sx + sr, sy + sr]

/* Where a node's name may stand, the best place first: below, above, at its sides, at its corners. */
const beside = ({ sx, sy, sr }, width, height) => {
  const [left, right, above, below] = [sx - sr - PAD - width, sx + sr + PAD, sy - sr - PAD - height, sy + sr + PAD]
  const [x, y] = [sx - width / 2, sy - height / 2]
  return [[x, below], [x, above], [right, y], [left, y], [right, below], [left, below], [right, above], [left, above]]
}

export class Stage {
  nodes = []     // what is shown, by weight; each has x, y and r
  edges = []     // [node, node, how] of what is always drawn
  chosen = null
  hovered = null
  named = new Map() // the nodes that have their names, each with the name's box
  view = { x: 0, y: 0, k: 1 }
  follows = true // the view shows all until the reader moves it

  /** `on` hears choose, visit, open, hold and release, each with a node, and clear. */
  constructor(canvas, on) {
    this.canvas = canvas
    this.context = canvas.getContext("2d")
    this.on = on
    this.signs = new Map()
    this.texts = new Map()
    this.pointers = new Map()
    this.listen()
    new ResizeObserver(() => this.resize()).observe(canvas)
    this.resize()
  }

  show(nodes, edges) {
    this.nodes = nodes
    this.edges = ["together", "related", "broader"].map(how => edges.filter(edge => edge[2] === how))
    if (!nodes.includes(this.hovered)) this.hovered = null
    this.redraw()
  }

  /** Colours and names anew. */
  restyle() {
    this.signs.clear()
    this.texts.clear()
    this.colours = null
    this.redraw()
  }

  redraw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null
      this.draw()
    })
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas
    if (!width || (width === this.width && height === this.height)) return
    this.ratio = Math.min(devicePixelRatio || 1, 2)
    Object.assign(this, { width, height })
    Object.assign(this.canvas, { width: width * this.ratio, height: height * this.ratio })
    this.signs.clear()
    this.texts.clear()
    if (this.follows) this.fit(false)
    this.redraw()
  }

  /* --- The view ------------------------------------------------------------ */

  /** All that is shown, in the frame. */
  fit(glide = true) {
    this.follows = true
    if (!this.nodes.length) return
    const xs = this.nodes.map(n => n.x).sort((a, b) => a - b), ys = this.nodes.map(n => n.y).sort((a, b) => a - b)
    const [left, right, top, bottom] = [xs[0], xs.at(-1), ys[0], ys.at(-1)]
    const k = Math.min(1.6, .9 * Math.min(this.width / (right - left + 60), this.height / (bottom - top + 60)))
    this.move(this.centred((left + right) / 2, (top + bottom) / 2, k), glide)
  }

  /** A node in the middle. */
  centre(node) {
    this.follows = false
    this.move(this.centred(node.x, node.y, Math.max(this.view.k, .9)), true)
  }

  /** In or out around a point of the canvas, its middle by default. */
  zoom(factor, x = this.width / 2, y = this.height / 2, glide = false) {
    this.follows = false
    const k = Math.min(6, Math.max(.05, this.view.k * factor)), change = k / this.view.k
    this.move({ x: x - (x - this.view.x) * change, y: y - (y - this.view.y) * change, k }, glide)
  }

  centred(x, y, k) {
    return { x: this.width / 2 - x * k, y: this.height / 2 - y * k, k }
  }

  move(to, glide) {
    cancelAnimationFrame(this.gliding)
    if (!glide || still.matches) {
      this.view = to
      return this.redraw()
    }
    const from = this.view, began = performance.now()
    const step = now => {
      const t = Math.min(1, Math.max(0, (now - began) / 250)), ease = t * (2 - t)
      this.view = Object.fromEntries(["x", "y", "k"].map(key => [key, from[key] + (to[key] - from[key]) * ease]))
      this.redraw()
      if (t < 1) this.gliding = requestAnimationFrame(step)
    }
    this.gliding = requestAnimationFrame(step)
  }

  /* --- Drawing --------------------------------------------------------------- */

  draw() {
    const { context: c, view: { x, y, k } } = this
    this.colours ??= this.readColours()
    const focus = this.hovered || this.chosen
    const lit = focus && new Set([focus, ...focus.near.map(edge => edge.node)])
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0)
    c.clearRect(0, 0, this.width, this.height)
    for (const node of this.nodes) {
      node.sx = node.x * k + x
      node.sy = node.y * k + y
      node.sr = Math.max(LEAST, node.r * k ** .6)
    }
    c.globalAlpha = focus ? .3 : 1
    this.edges.forEach((edges, at) => this.lines(edges, ["together", "related", "broader"][at]))
    const unlit = lit ? .22 : 1
    const inView = this.nodes.filter(node => this.inside(node))
    c.globalAlpha = unlit
    this.dots(inView)
    for (const node of inView) if (node.sr >= DOT) this.sign(node, lit && !lit.has(node) ? unlit : 1)
    if (focus) this.spotlight(focus, lit)
    this.labels(inView, lit)
  }

  readColours() {
    const style = getComputedStyle(this.canvas)
    const names = ["concept", "model", "dataset", "organisation", "line", "strong", "text", "ground"]
    return Object.fromEntries(names.map(name => [name, style.getPropertyValue(`--graph-${name}`).trim()]))
  }

  inside({ sx, sy, sr }) {
    return sx > -sr && sy > -sr && sx < this.width + sr && sy < this.height + sr
  }

  /* One pixel of the screen wide, and in short paths: wider lines, or thousands in one path,
     take a browser without a graphics card many times as long. */
  lines(edges, how, width = 1 / this.ratio) {
    const { context: c } = this
    c.strokeStyle = how === "together" ? this.colours.line : this.colours.strong
    c.lineWidth = width
    c.setLineDash(how === "related" ? [4, 3] : [])
    c.beginPath()
    let open = 0
    for (const [a, b] of edges) {
      if (!this.crosses(a, b)) continue
      c.moveTo(a.sx, a.sy)
      c.lineTo(b.sx, b.sy)
      if (++open === 200) {
        c.stroke()
        c.beginPath()
        open = 0
      }
    }
    c.stroke()
    c.setLineDash([])
  }

  crosses(a, b) {
    return Math.max(a.sx, b.sx) > 0 && Math.max(a.sy, b.sy) > 0 &&
      Math.min(a.sx, b.sx) < this.width && Math.min(a.sy, b.sy) < this.height
  }

  /* Dots where shapes could not be told, on whole pixels, a colour at a time: 3,000 of them in a frame. */
  dots(nodes) {
    const { context: c, ratio } = this
    const side = Math.round(2 * LEAST * ratio) / ratio
    for (const kind of ["concept", "model", "dataset", "organisation"]) {
      c.fillStyle = this.colours[kind]
      for (const node of nodes)
        if (node.sr < DOT && node.kind === kind)
          c.fillRect(Math.round((node.sx - LEAST) * ratio) / ratio, Math.round((node.sy - LEAST) * ratio) / ratio, side, side)
    }
  }

  sign({ kind, sx, sy, sr }, alpha) {
    const { context: c, ratio } = this
    const drawn = this.drawn(kind, Math.round(sr)), half = drawn.width / 2
    c.globalAlpha = alpha
    c.drawImage(drawn, Math.round(sx * ratio - half) / ratio, Math.round(sy * ratio - half) / ratio, drawn.width / ratio, drawn.width / ratio)
  }

  /* Each sign is drawn once for each size. */
  drawn(kind, size) {
    const key = `${kind} ${size}`
    if (!this.signs.has(key)) {
      const canvas = document.createElement("canvas")
      const half = size * 1.3 + 2
      canvas.width = canvas.height = 2 * Math.ceil(half * this.ratio)
      const c = canvas.getContext("2d"), middle = canvas.width / 2 / this.ratio
      c.scale(this.ratio, this.ratio)
      const path = new Path2D(outline(kind, middle, middle, size))
      c.fillStyle = this.colours[kind]
      c.strokeStyle = this.colours.ground
      c.fill(path)
      if (size > 3) c.stroke(path)
      this.signs.set(key, canvas)
    }
    return this.signs.get(key)
  }

  /* All edges of one node, whatever else is drawn. */
  spotlight(focus, lit) {
    const { context: c } = this
    const shown = new Set(this.nodes)
    c.globalAlpha = 1
    for (const how of ["together", "related", "broader", "narrower"])
      this.lines(focus.near.filter(edge => edge.how === how && shown.has(edge.node)).map(edge => [focus, edge.node]),
        how === "related" ? how : "broader", 1.2)
    for (const node of this.nodes) if (lit.has(node) && this.inside(node)) this.sign(node, 1)
    c.strokeStyle = this.colours.text
    c.lineWidth = 2
    c.stroke(new Path2D(outline(focus.kind, focus.sx, focus.sy, focus.sr + 3)))
  }

  /* Those that are looked at, then the weightiest, or what is lit by how near it is; where a name would cover another
     one or a sign there is none. Signs that are dots may be covered: where they are many they leave no room. */
  labels(inView, lit) {
    const most = this.width < 500 ? LABELS_NARROW : LABELS
    const room = new Room(), certain = new Set([this.hovered, this.chosen].filter(node => node && this.inside(node)))
    for (const node of inView) if (node.sr >= DOT && (!lit || lit.has(node))) room.take(around(node))
    const wanted = lit ? [...lit].filter(node => node.shown && this.inside(node)) : inView
    this.named = new Map()
    for (const node of [...new Set([...certain, ...wanted])].slice(0, CANDIDATES * most)) {
      if (this.named.size >= most) break
      this.label(node, room, certain.has(node))
    }
  }

  label(node, room, certain) {
    const text = this.texts.get(node) || this.text(node), { width, height } = text
    const boxes = beside(node, width, height).map(([x, y]) => {
      const left = Math.round(Math.max(PAD, Math.min(this.width - width - PAD, x))), top = Math.round(y)
      return [left, top, left + width, top + height]
    })
    const box = boxes.find(box => box[1] >= 0 && box[3] <= this.height && room.isFree(box)) || (certain && boxes[0])
    if (!box) return
    room.take(box)
    this.named.set(node, box)
    this.context.globalAlpha = 1
    this.context.drawImage(text.canvas ??= this.written(text), box[0] - PAD, box[1] - PAD, width + 2 * PAD, height + 2 * PAD)
  }

  text(node) {
    const lines = language() === "en" || node.en === node.zh ? [node.en] : language() === "zh" ? [node.zh] : [node.en, node.zh]
    this.context.font = this.font ??= `12px ${getComputedStyle(this.canvas).fontFamily}`
    const width = Math.ceil(Math.max(...lines.map(line => this.context.measureText(line).width)))
    const text = { lines, width, height: 15 * lines.length - 3 }
    this.texts.set(node, text)
    return text
  }

  /* A name as a small picture: text takes long to draw, a picture does not. */
  written({ lines, width, height }) {
    const canvas = document.createElement("canvas"), c = canvas.getContext("2d")
    Object.assign(canvas, { width: (width + 2 * PAD) * this.ratio, height: (height + 2 * PAD) * this.ratio })
    c.scale(this.ratio, this.ratio)
    Object.assign(c, { font: this.font, textAlign: "center", textBaseline: "middle", lineWidth: 3, lineJoin: "round" })
    Object.assign(c, { strokeStyle: this.colours.ground, fillStyle: this.colours.text })
    lines.forEach((line, i) => {
      c.strokeText(line, PAD + width / 2, PAD + 6 + 15 * i)
      c.fillText(line, PAD + width / 2, PAD + 6 + 15 * i)
    })
    return canvas
  }

  /* --- Pointer ------------------------------------------------------------------ */

  listen() {
    const { canvas } = this
    canvas.addEventListener("pointerdown", event => this.down(event))
    canvas.addEventListener("pointermove", event => this.moved(event))
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, event => this.up(event))
    canvas.addEventListener("pointerleave", () => this.hover(null))
    canvas.addEventListener("dblclick", event => {
      const node = this.hit(this.place(event))
      if (node) this.on.open(node)
    })
    canvas.addEventListener("wheel", event => {
      event.preventDefault()
      const { x, y } = this.place(event)
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? .05 : .0016)), x, y)
    }, { passive: false })
    canvas.addEventListener("keydown", event => this.key(event))
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  /** The node at a point; small ones may be missed by a finger's breadth. */
  hit({ x, y }) {
    let best = null, nearest = Infinity
    for (const node of this.nodes) {
      const distance = Math.hypot(node.sx - x, node.sy - y) - Math.max(node.sr, 4)
      if (distance < 6 && distance < nearest) [best, nearest] = [node, distance]
    }
    return best
  }

  down(event) {
    const at = this.place(event)
    this.canvas.setPointerCapture(event.pointerId)
    this.pointers.set(event.pointerId, at)
    this.grabbed = this.pointers.size === 1 ? { node: this.hit(at), from: at, moved: false } : null
  }

  moved(event) {
    const at = this.place(event), before = this.pointers.get(event.pointerId)
    if (!before) return this.hover(this.hit(at))
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place)
    this.pointers.set(event.pointerId, at)
    if (others.length) return this.pinch(others[0], before, at)
    if (!this.grabbed || (!this.grabbed.moved && Math.hypot(at.x - this.grabbed.from.x, at.y - this.grabbed.from.y) < CLICK)) return
    this.grabbed.moved = true
    this.follows = false
    if (this.grabbed.node) this.drag(this.grabbed.node, at)
    else this.move({ ...this.view, x: this.view.x + at.x - before.x, y: this.view.y + at.y - before.y })
  }

  drag(node, at) {
    node.x = (at.x - this.view.x) / this.view.k
    node.y = (at.y - this.view.y) / this.view.k
    this.on.hold(node)
    this.redraw()
  }

  pinch(other, before, at) {
    const wide = Math.hypot(at.x - other.x, at.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1)
    this.view = { ...this.view, x: this.view.x + (at.x - before.x) / 2, y: this.view.y + (at.y - before.y) / 2 }
    this.zoom(wide, (at.x + other.x) / 2, (at.y + other.y) / 2)
  }

  up(event) {
    this.pointers.delete(event.pointerId)
    const { grabbed } = this
    this.grabbed = null
    if (!grabbed) return
    if (grabbed.moved && grabbed.node) this.on.release(grabbed.node)
    else if (!grabbed.moved && event.type === "pointerup") grabbed.node ? this.on.choose(grabbed.node) : this.on.clear()
  }

  hover(node) {
    this.canvas.style.cursor = node ? "pointer" : "grab"
    if (node === this.hovered) return
    this.hovered = node
    this.redraw()
  }

  /* --- Keys ------------------------------------------------------------------------ */

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (step) this.go(...step)
    else if (event.key === "Enter" && this.chosen) this.on.open(this.chosen)
    else if (event.key === " " && this.chosen) this.on.choose(this.chosen)
    else if (event.key === "+" || event.key === "=") this.zoom(1.3)
    else if (event.key === "-") this.zoom(1 / 1.3)
    else if (event.key === "0") this.fit()
    else if (event.key === "Escape" && this.chosen) this.on.clear()
    else return
    event.preventDefault()
  }

  /* The nearest node in a direction, what is straight ahead first; the weightiest to begin with. */
  go(dx, dy) {
    const { chosen } = this
    if (!chosen) return this.nodes[0] && this.on.visit(this.nodes[0])
    let best = null, least = Infinity
    for (const node of this.nodes) {
      const ahead = (node.x - chosen.x) * dx + (node.y - chosen.y) * dy
      const aside = Math.abs((node.x - chosen.x) * dy + (node.y - chosen.y) * dx)
      if (node !== chosen && ahead > 0 && aside <= 2 * ahead && ahead + 2 * aside < least) [best, least] = [node, ahead + 2 * aside]
    }
    if (best) this.on.visit(best)
  }
}
