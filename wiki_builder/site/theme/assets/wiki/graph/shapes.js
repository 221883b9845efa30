/* Each kind has a shape of its own; colour says it once more. */

/** The outline of a kind around (x, y): a point on it is about `r` away. */
export const outline = (kind, x, y, r) => {
  if (kind === "model") return polygon(x, y, r * 1.15, 4, Math.PI / 4)
  if (kind === "dataset") return polygon(x, y, r * 1.25, 4, 0)
  if (kind === "organisation") return polygon(x, y, r * 1.3, 3, -Math.PI / 2)
  return `M${x - r},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`
}

const polygon = (x, y, r, corners, turn) => {
  const points = Array.from({ length: corners }, (_, i) => turn + i * 2 * Math.PI / corners)
  return `M${points.map(a => `${(x + r * Math.cos(a)).toFixed(2)},${(y + r * Math.sin(a)).toFixed(2)}`).join("L")}Z`
}

/** An SVG element. */
export const svg = (tag, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A kind's sign, to stand beside its word. */
export const sign = kind =>
  svg("svg", { class: `wiki-graph-sign wiki-graph-${kind}`, viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("path", { d: outline(kind, 8, kind === "organisation" ? 9 : 8, 5.5) }))
