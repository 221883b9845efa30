/* A concept and its neighbours, drawn from the list in the section before: broader above, narrower
   below, related beside it. The list stays; the picture adds how the neighbours hang together. */
import { nameOf, place } from "../places.js"
import { load } from "./data.js"
import { svg } from "./shapes.js"
import { both, following, language, make, pair, say } from "./words.js"

const MOST = { broader: 6, narrower: 9, related: 12 }
const KINDS = ["broader", "narrower", "related"]
const PAPERS = /\s*[(（]\s*(\d+)[^()（）]*[)）]$/
const MARKS = { broader: "M0,-7L7,5L-7,5Z", narrower: "M0,7L7,-5L-7,-5Z", related: "M-5.5,0a5.5,5.5 0 1,0 11,0a5.5,5.5 0 1,0 -11,0Z" }
const ROW = 62
const measure = document.createElement("canvas").getContext("2d")

export const show = (details, here) => {
  const groups = neighbours(details.previousElementSibling)
  const all = groups.flatMap(group => group.shown)
  if (!all.length) return
  const figure = make("div", { className: "wiki-graph-near", aria: { "aria-hidden": "true" } })
  details.append(figure, ...whole())
  const state = { figure, groups, all, own: own(), edges: [] }
  const draw = () => figure.clientWidth && drawn(state)
  following(draw)
  new ResizeObserver(draw).observe(figure)
  load(here).then(({ nodes }) => {
    state.edges = among(all, nodes)
    draw()
  }, () => details.querySelector(".wiki-graph-whole")?.remove())
}

/* A section's list as values: { how, shown: [{ how, names, href, papers }] }. */
const neighbours = section => {
  let how = "related"
  const found = { broader: [], narrower: [], related: [] }
  for (const element of section.querySelectorAll("h3, h4, li")) {
    const heading = element.tagName !== "LI" && KINDS.find(kind => pair(kind).some(word => element.textContent.includes(word)))
    if (heading) how = heading
    if (element.tagName !== "LI") continue
    const link = element.querySelector("a[href]"), papers = PAPERS.exec(element.textContent.trim())
    const name = link ? link.textContent : element.textContent.trim().replace(PAPERS, "")
    found[how].push({ how, href: link ? link.href : "", names: split(name, section.lang), papers: papers ? +papers[1] : 0 })
  }
  return Object.keys(found).map(how => ({ how, shown: found[how].slice(0, MOST[how]) }))
}

const split = (text, lang) => {
  const at = lang ? -1 : text.lastIndexOf(" · ")
  return at < 0 ? [text.trim(), text.trim()] : [text.slice(0, at).trim(), text.slice(at + 3).trim()]
}

const own = () => {
  const heading = document.querySelector("article h1, h1").cloneNode(true)
  heading.querySelectorAll(".headerlink").forEach(link => link.remove())
  return split(heading.textContent)
}

const among = (all, nodes) => {
  const at = new Map(nodes.map(node => [node.url, node]))
  const known = all.map(one => at.get(one.href.split("#")[0]))
  return known.flatMap((node, i) => !node ? [] :
    node.near.flatMap(edge => known.indexOf(edge.node) > i ? [[all[i], all[known.indexOf(edge.node)]]] : []))
}

const whole = () => {
  const graph = place("graph")
  return graph ? [make("p", { className: "wiki-graph-whole" }, make("a", { href: `${graph}#${nameOf(location.href)}` }, ...both(pair("whole"))))] : []
}

/* --- Drawing ------------------------------------------------------------------------------- */

const drawn = state => {
  const { figure, groups, all, own, edges } = state
  const key = `${figure.clientWidth} ${language()} ${edges.length}`
  if (state.key === key) return
  state.key = key
  const width = figure.clientWidth, columns = width < 480 ? 2 : 3
  const middle = { names: own, how: "own" }
  const height = placed(middle, groups, width, columns)
  figure.replaceChildren(
    svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height },
      ...edges.map(([a, b]) => svg("path", { class: "wiki-graph-among", d: bent(a, b) })),
      ...all.map(one => svg("path", { class: `wiki-graph-line-${one.how}`, d: `M${middle.x},${middle.y}L${one.x},${one.y}` })),
      ...all.map(one => svg(one.href ? "a" : "g", one.href ? { href: one.href, tabindex: -1 } : {}, ...node(one, width / columns - 8))),
      svg("g", { class: "wiki-graph-own" }, ...node(middle, width / columns - 8))),
    legend(groups))
}

/* A table without lines: broader in rows on top, the concept between its related ones, narrower below. */
const placed = (middle, groups, width, columns) => {
  const of = how => groups.find(group => group.how === how).shown
  const cell = width / columns
  let y = 26
  /* Every other row stands between the places of the one before it, so that its lines pass there. */
  const rows = list => {
    for (let i = 0, room = columns; i < list.length; i += room, room = room === columns ? columns - 1 : columns, y += ROW) {
      const row = list.slice(i, i + room), across = room === columns ? row.length : room
      row.forEach((one, j) => Object.assign(one, { x: width / 2 + (j - (across - 1) / 2) * cell, y }))
    }
  }
  rows(of("broader"))
  const related = of("related"), beside = columns - 1, high = Math.max(1, Math.ceil(related.length / beside))
  related.forEach((one, i) => {
    const side = i % beside
    Object.assign(one, { x: (columns === 2 ? 1.5 : side ? 2.5 : .5) * cell, y: y + Math.floor(i / beside) * ROW })
  })
  Object.assign(middle, { x: (columns === 2 && related.length ? .5 : columns / 2) * cell, y: y + (high - 1) * ROW / 2 })
  y += high * ROW
  rows(of("narrower"))
  return y - 8
}

/* Neighbours in one column are joined by a bow, so that the line does not hide behind what is between. */
const bent = (a, b) => {
  const bow = .18, x = (a.x + b.x) / 2 + (b.y - a.y) * bow, y = (a.y + b.y) / 2 - (b.x - a.x) * bow
  return `M${a.x},${a.y}Q${x},${y} ${b.x},${b.y}`
}

const node = ({ x, y, names: [en, zh], how, papers }, room) => {
  const lines = language() === "en" || en === zh ? [en] : language() === "zh" ? [zh] : [en, zh]
  const mark = how === "own" ? svg("circle", { r: 9 }) : svg("path", { d: MARKS[how], class: `wiki-graph-mark-${how}` })
  mark.setAttribute("transform", `translate(${x},${y})`)
  const text = svg("text", { x, y: y + (how === "own" ? 24 : 20), "text-anchor": "middle" },
    ...lines.map((line, i) => svg("tspan", { x, dy: i ? 14 : 0 }, fitted(line, room, how === "own" ? 700 : 400))))
  const title = svg("title", {}, `${lines.join(" · ")}${papers ? ` · ${papers === 1 ? say("paper") : say("papers", papers)}` : ""}`)
  return [title, mark, text]
}

const fitted = (line, room, weight) => {
  measure.font = `${weight} 12px ${getComputedStyle(document.body).fontFamily}`
  if (measure.measureText(line).width <= room) return line
  let end = line.length
  while (end > 1 && measure.measureText(`${line.slice(0, end)}…`).width > room) end--
  return `${line.slice(0, end).trimEnd()}…`
}

const legend = groups => make("p", { className: "wiki-graph-legend" }, ...groups.filter(group => group.shown.length).map(({ how }) =>
  make("span", {}, svg("svg", { viewBox: "-9 -9 18 18", class: "wiki-graph-sign" }, svg("path", { d: MARKS[how], class: `wiki-graph-mark-${how}` })), ...both(pair(how)))))
