/* A worker that finds places for the nodes, so that the page stays at hand meanwhile.
   In: { nodes: [{ at, x, y, r }], links: [[a, b]], still } · { held: at, x, y } · { let: at }.
   Out: { version, places, done } with x and y of each node in the order of the last `nodes`. */
importScripts(...["dispatch", "quadtree", "timer", "force"].map(name => `../d3-force/d3-${name}.min.js`))

const EVERY = 30 // milliseconds between two pictures
const known = new Map()
let nodes = [], version = 0, running = false, still = false, sent = 0

const simulation = d3.forceSimulation().stop()
  .force("charge", d3.forceManyBody().strength(node => -60 - 12 * node.r).theta(1).distanceMax(800))
  .force("link", d3.forceLink().distance(link => 26 + link.source.r + link.target.r).iterations(1))
  .force("x", d3.forceX().strength(.045))
  .force("y", d3.forceY().strength(.045))
  .force("collide", d3.forceCollide(node => node.r + 3).iterations(1))

onmessage = ({ data }) => {
  if (data.nodes) begin(data)
  else if ("held" in data) hold(data)
  else release(data)
}

const begin = data => {
  const first = known.size === 0
  nodes = data.nodes.map(({ at, x, y, r }) => {
    if (!known.has(at)) known.set(at, { at, x, y })
    return Object.assign(known.get(at), { r })
  })
  version = data.version
  still = data.still
  simulation.nodes(nodes).alphaDecay(nodes.length > 1000 ? .03 : .02).alpha(first ? 1 : .6)
  simulation.force("link").links(data.links.map(([a, b]) => ({ source: known.get(a), target: known.get(b) })))
  go()
}

const hold = ({ held, x, y }) => {
  const node = known.get(held)
  if (still) Object.assign(node, { x, y })
  else {
    Object.assign(node, { fx: x, fy: y })
    simulation.alpha(Math.max(simulation.alpha(), .25))
    go()
  }
}

const release = ({ let: at }) => {
  known.get(at).fx = known.get(at).fy = null
}

const go = () => {
  if (running) return
  running = true
  step()
}

/* With reduced motion only the end is shown. */
const step = () => {
  simulation.tick()
  const done = simulation.alpha() < .01
  if (done || (!still && performance.now() - sent > EVERY)) send(done)
  running = !done
  if (!done) setTimeout(step)
}

const send = done => {
  sent = performance.now()
  const places = new Float32Array(nodes.length * 2)
  nodes.forEach((node, i) => places.set([node.x, node.y], 2 * i))
  postMessage({ version, places, done }, [places.buffer])
}
