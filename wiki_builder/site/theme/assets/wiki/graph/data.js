/* The graph's data, as wiki_builder/site/graph.py writes it, as nodes that know their neighbours. */

import { inSite } from "../places.js"

/** Nodes by weight: { at, id, en, zh, kind, papers, first, last, url, near }; near is strongest first: { node, weight, how }. */
export const load = async here => {
  const answer = await fetch(new URL("graph.json", here))
  if (!answer.ok) throw new Error(`graph.json: ${answer.status}`)
  return read(await answer.json(), new URL("../../", here))
}

const read = (data, root) => {
  const nodes = data.nodes.map(([id, en, zh, k, papers, first, last, url], at) => {
    const kind = data.kinds[k], own = `${kind === "concept" ? "concepts" : "entities"}/${id}/`
    return {
      at, id, en, zh: zh || en, kind, papers, first, last, url: inSite(new URL(url || own, root)),
      key: plain(`${en} ${zh} ${id}`), near: new Map()
    }
  })
  data.together.forEach((flat, a) => pairs(flat).forEach(([b, weight]) => join(nodes, a, b, weight, "together", "together")))
  pairs(data.related).forEach(([a, b]) => join(nodes, a, b, 0, "related", "related"))
  pairs(data.broader).forEach(([a, b]) => join(nodes, a, b, 0, "broader", "narrower"))
  for (const node of nodes)
    node.near = [...node.near].map(([at, edge]) => ({ node: nodes[at], ...edge }))
      .sort((a, b) => b.weight - a.weight || a.node.papers - b.node.papers || a.node.at - b.node.at)
  return { nodes, days: data.days, kinds: data.kinds }
}

const pairs = flat => Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]])

/* One edge for each pair: what the registry says of it goes before papers that they share. */
const join = (nodes, a, b, weight, there, back) => {
  const shared = weight || nodes[a].near.get(b)?.weight || 0
  nodes[a].near.set(b, { weight: shared, how: there })
  nodes[b].near.set(a, { weight: shared, how: back })
}

/** For comparing what is typed with names: width, case and accents aside. */
export const plain = text => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
