/* What the picture shows, as a list: for a screen reader, a keyboard, a search in the page. */
import { rendered } from "../radar/text.js"
import { both, make, names, pair } from "./words.js"

const NEIGHBOURS = 8
const PAGE = 200

export class List {
  items = new Map()
  most = PAGE

  /** `on` answers unfold(node), point(node or null), and next(node): how many unfolding would add. */
  constructor(on) {
    this.on = on
    this.list = make("ul", { className: "wiki-graph-list" })
    this.further = make("button", { type: "button", className: "wiki-graph-more", onclick: () => this.more() })
    this.element = make("div", { className: "wiki-graph-listed" }, this.list, this.further)
  }

  /** The list of `nodes`, in their order; of many the first, and those of `always`. */
  show(nodes, always) {
    Object.assign(this, { nodes, always })
    const listed = nodes.filter((node, i) => i < this.most || always.has(node))
    const wanted = new Set(listed)
    for (const [node, item] of this.items) {
      if (wanted.has(node)) continue
      item.remove()
      this.items.delete(node)
    }
    listed.forEach((node, i) => {
      const item = this.item(node)
      if (this.list.children[i] !== item) this.list.insertBefore(item, this.list.children[i] || null)
      this.fill(node, item)
    })
    this.further.hidden = listed.length === nodes.length
    this.further.replaceChildren(...both(pair("further", Math.min(PAGE, nodes.length - listed.length), nodes.length - listed.length)))
  }

  /* The first of the new ones has the focus, since the button may be gone. */
  more() {
    const next = this.list.children.length
    this.most += PAGE
    this.show(this.nodes, this.always)
    this.list.children[Math.min(next, this.list.children.length - 1)].querySelector("a").focus()
  }

  choose(node) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current")
    const item = this.items.get(node)
    if (!item) return
    item.setAttribute("aria-current", "true")
    if (!item.contains(document.activeElement)) this.scrollTo(item)
  }

  /* Within the list only: the page stays where it is. */
  scrollTo(item) {
    const { element } = this
    if (element.scrollHeight > element.clientHeight + 1)
      element.scrollTop += item.getBoundingClientRect().top - element.getBoundingClientRect().top - 8
  }

  item(node) {
    if (!this.items.has(node)) {
      const count = node.papers === 1 ? pair("paper") : pair("papers", node.papers)
      const link = make("a", { href: node.url }, ...rendered(names(node)))
      const item = make("li", {}, link, " ", make("small", {}, ...both(count)), make("span"), make("div"))
      item.addEventListener("pointerenter", () => this.on.point(node))
      item.addEventListener("pointerleave", () => this.on.point(null))
      this.items.set(node, item)
    }
    return this.items.get(node)
  }

  /* What depends on the others: neighbours that are shown by name, the others behind a button. */
  fill(node, item) {
    const near = node.near.filter(edge => edge.node.shown).map(edge => edge.node)
    const hidden = this.on.next(node)
    const said = `${near.length} ${near.slice(0, NEIGHBOURS).map(other => other.at)} ${hidden}`
    if (item.dataset.said === said) return
    item.dataset.said = said
    this.button(node, item.children[2], hidden)
    item.lastChild.replaceChildren(...["en", "zh"].map((language, i) =>
      make("p", { className: "wiki", lang: i ? "zh-Hans" : "en" }, sentence(near, language, i))))
  }

  button(node, place, hidden) {
    const old = place.firstChild
    if (!hidden) {
      if (old && old === document.activeElement) place.parentElement.querySelector("a").focus()
      return place.replaceChildren()
    }
    const button = old || make("button", { type: "button", onclick: () => this.on.unfold(node) })
    const spoken = pair("unfold", hidden, names(node))
    const visible = make("span", { aria: { "aria-hidden": "true" } }, `+${hidden}`)
    button.replaceChildren(visible, make("span", { className: "wiki-graph-spoken" }, ...both(spoken)))
    if (!old) place.append(button)
  }
}

const sentence = (near, language, i) => {
  if (!near.length) return pair("alone")[i]
  const listed = near.slice(0, NEIGHBOURS).map(other => other[language]).join(i ? "、" : ", ")
  return pair("beside", near.length > NEIGHBOURS ? pair("more", listed, near.length - NEIGHBOURS) : listed)[i]
}
