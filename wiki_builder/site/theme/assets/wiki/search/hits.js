/* On the page that a result leads to: marks what was asked for, and goes to where most of it stands. */
import { places } from "./excerpt.js"
import { question } from "./terms.js"

const BLOCKS = "div, section, p, li, td, th, h1, h2, h3, h4, h5, h6, dt, dd, summary, blockquote, figcaption, pre"
const LEFT_OUT = ".arithmatex, .headerlink, .wiki-bibtex, .wiki-stamp, .wiki-radar, .wiki-today, .wiki-graph, .wiki-cite, " +
  "script, style, svg, button, select, textarea, br"
const OTHERS = ".wiki-related, .wiki-relations, .wiki-evidence, .wiki-neighbours, .wiki-rest, .wiki-new, .wiki-notice" // as in record.py

/** The text nodes of each block, in order; null where something parts them. */
export const blocks = (element, block = element, found = new Map([[element, []]])) => {
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) found.get(block).push(node)
    else if (node.nodeType !== Node.ELEMENT_NODE) continue
    else if (node.matches(LEFT_OUT)) found.get(block).push(null)
    else if (node.matches(BLOCKS)) {
      found.get(block).push(null)
      blocks(node, node, found.set(node, []))
    } else blocks(node, block, found)
  }
  return found
}

const wrap = (node, from, to) => {
  const part = node.splitText(from)
  part.splitText(to - from)
  const mark = document.createElement("mark")
  mark.className = "wiki-hit"
  part.replaceWith(mark)
  mark.append(part)
  return mark
}

/* Marks a block's words, each of which may run over several nodes, from the last to the first; the marks, each with
   the number of its word. */
const markBlock = (nodes, asked) => {
  const marks = []
  const found = places(nodes.map(node => node ? node.data : "\n").join(""), asked).toReversed()
  let end = nodes.reduce((sum, node) => sum + (node ? node.length : 1), 0)
  for (const node of nodes.toReversed()) {
    const start = end - (node ? node.length : 1)
    let limit = end // where the mark behind begins
    for (const [from, to, word] of node ? found : []) {
      const [first, last] = [Math.max(from, start), Math.min(to, limit)]
      if (first >= last) continue
      marks.push({ mark: wrap(node, first - start, last - start), word })
      limit = first
    }
    end = start
  }
  return marks
}

const isSeen = element => element?.checkVisibility?.() ?? Boolean(element)
const folded = element => element.closest("details:not([open])")

/* The first block with most of the words: of what the page says itself, then of others; seen, else folded. */
const best = found => {
  const own = found.filter(({ block }) => !block.closest(OTHERS))
  const most = (among, test) => {
    const count = marks => new Set(marks.filter(({ mark }) => test(mark)).map(({ word }) => word)).size
    const counted = among.map(({ block, marks }) => [block, count(marks)])
    return counted.reduce((top, next) => next[1] > top[1] ? next : top, [null, 0])[0]
  }
  const isFolded = mark => isSeen(folded(mark))
  return most(own, isSeen) || most(own, isFolded) || most(found, isSeen) || most(found, isFolded)
}

const clear = () => {
  removeEventListener("keydown", cleared)
  for (const mark of document.querySelectorAll("mark.wiki-hit")) {
    const { parentNode } = mark
    mark.replaceWith(...mark.childNodes)
    parentNode.normalize()
  }
}
const cleared = event => event.key === "Escape" && !event.defaultPrevented && clear()

/** Marks the words of a question until Esc or a click on one of them; goes to the best place, but for the page's top. */
export const hits = words => {
  const asked = question(words)
  const article = document.querySelector("article")
  if (!article || !asked.words.length) return
  const found = [...blocks(article)].map(([block, nodes]) => ({ block, marks: markBlock(nodes, asked) }))
  addEventListener("keydown", cleared)
  article.addEventListener("click", event => event.target.closest("mark.wiki-hit") && clear())
  const block = best(found)
  if (!block || block.matches("h1") || location.hash) return
  while (!isSeen(block) && folded(block)) folded(block).open = true
  block.scrollIntoView({ block: "center", behavior: "instant" })
}
