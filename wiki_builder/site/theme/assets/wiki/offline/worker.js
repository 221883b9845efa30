/* The site without a connection: a service worker, which a build writes to the site's root as offline.js. Before it
   stands SITE, as wiki_builder/site/offline.py makes it.

   All comes from the network, and is kept on the way; what the network does not bring, or not soon, comes from what is
   kept. Only what is named by a hash is taken from there first. A reader can have a set kept: search, radar, graph and
   the newest pages, all of one build. What is in the set is not kept besides, so that old and new data do not mix. */
const ROOT = new URL(".", location)
const OURS = `wiki-builder ${ROOT.pathname} ` // a path has no space: no other site's names begin so
const PAGES = `${OURS}pages`, DATA = `${OURS}data`, ASSETS = `${OURS}assets ${SITE.assets}`, SET = `${OURS}set `
const MOST = { [PAGES]: 300, [DATA]: 600 } // the oldest go
const LARGEST = 5e6 // bytes of one file
const SLOW = 4000 // milliseconds
const LIST = new URL("assets/wiki/offline.json", ROOT).href
const HASHED = /^(?:assets\/(?:javascripts|stylesheets)\/.*\.[0-9a-f]{8}\.min\.(?:js|css)|search\/[0-9a-f]{12}\/.*)$/
const ASSET = /\.(?:css|js|woff2?)$|^assets\/images\//
const PAGE = /(?:^|\/|\.html)$/
const PRIVATE = /<section class="?wiki-private\b/ // an owner's note, while they serve the site

/* An address as a path of the site; null for what is not the site's, such as another site in a folder below it. */
const within = address => {
  const { origin, pathname } = new URL(address)
  if (origin !== ROOT.origin || !pathname.startsWith(ROOT.pathname)) return null
  const path = pathname.slice(ROOT.pathname.length)
  return SITE.tops.includes(path.split("/")[0]) ? path : null
}

/* What a file is kept under: a page is the same whatever was asked of it. */
const keyOf = (address, path, isPage) =>
  isPage || PAGE.test(path) ? new URL(path.replace(/(^|\/)index\.html$/, "$1"), ROOT).href : address.split("#")[0]

/* --- What is kept ---------------------------------------------------------------- */

const named = async start => (await caches.keys()).filter(name => name.startsWith(start))

const got = (name, key) => caches.match(key, { cacheName: name, ignoreVary: true })

/* The name of the set that is whole, for it has its list; none, or one that was begun. */
let known
const whole = () => known ||= named(SET).then(async names => {
  for (const name of names) if (await got(name, LIST)) return name
})

/* Nothing too where a browser's storage fails. */
const find = async key => {
  try {
    for (const name of [ASSETS, await whole(), PAGES, DATA]) { // scripts and styles of this build first
      const found = name && await got(name, key)
      if (found) return found
    }
  } catch { /* the network has it */ }
}

const isLarge = answer => Number(answer.headers.get("content-length")) > LARGEST

const isGood = answer => answer.status === 200 && answer.type === "basic" && !answer.redirected && !isLarge(answer)

const isHtml = answer => /^text\/html\b/.test(answer.headers.get("content-type") || "")

const store = async (key, path, answer) => {
  const page = isHtml(answer), set = await whole()
  if (page && PRIVATE.test(await answer.clone().text())) return
  if (set && (set === SET + SITE.version || !ASSET.test(path)) && await got(set, key)) return page && (await caches.open(set)).put(key, answer)
  const name = page ? PAGES : ASSET.test(path) ? ASSETS : DATA, cache = await caches.open(name)
  await cache.put(key, answer) // as the newest
  const keys = MOST[name] ? await cache.keys() : []
  await Promise.all(keys.slice(0, -MOST[name]).map(old => cache.delete(old)))
}

/* A page that was taken back is not shown any more. */
const forget = async key => Promise.all((await named(OURS)).map(async name => (await caches.open(name)).delete(key)))

/* --- Requests ------------------------------------------------------------------------ */

const fromNetwork = async (event, key, path) => {
  const answer = await fetch(event.request)
  const done = isGood(answer) ? store(key, path, answer.clone()) : [404, 410].includes(answer.status) ? forget(key) : null
  if (done) event.waitUntil(done.catch(() => { /* no room: it is read all the same */ }))
  return answer
}

const networkFirst = async (event, key, path) => {
  let timer
  const late = new Promise(done => { timer = setTimeout(done, SLOW) }).then(() => find(key))
  const network = fromNetwork(event, key, path)
  event.waitUntil(network.catch(() => { /* told below */ }))
  try {
    return await Promise.race([network, late]) || await network
  } catch (error) {
    const found = await find(key)
    if (found) return found
    if (event.request.mode === "navigate") return notKept()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const cacheFirst = async (event, key, path) => await find(key) || fromNetwork(event, key, path)

const notKept = () => {
  const said = name => SITE.words[name].map((text, at) => `<span lang="${["en", "zh-Hans"][at]}">${text}</span>`)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${SITE.words.away.join(" · ")}</title>
<style>:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif } body { margin: 15vh auto; max-width: 32rem; padding: 1rem } span { display: block } a { color: LinkText } a span { display: inline } a span + span::before { content: " · " }</style>
<main><h1>${said("away").join("")}</h1><p>${said("notKept").join("")}</p>
<p><a href="${ROOT.pathname}">${said("home").join("")}</a></p><p><a href="">${said("again").join("")}</a></p></main></html>`
  return new Response(html, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } })
}

/* Firefox loads the page that <link rel=next> names, in case the reader goes there: that is no visit. */
const isAhead = ({ mode, destination }) => mode === "no-cors" && !destination

addEventListener("fetch", event => {
  const { request } = event, path = within(request.url)
  if (path === null || request.method !== "GET" || request.headers.has("range") || isAhead(request)) return
  const key = keyOf(request.url, path, request.mode === "navigate")
  event.respondWith((HASHED.test(path) ? cacheFirst : networkFirst)(event, key, path))
})

/* --- What pages ask for (offline.js) ------------------------------------------------------ */

/* From the network, or as it is. */
const brought = async (key, cache) => {
  const answer = await fetch(key, { cache })
  if (answer.status !== 200 || answer.type !== "basic") throw new Error(`${answer.status} ${key}`)
  return answer.redirected ? plain(answer) : answer
}

/* Without its redirection, which a browser takes from no worker: a host may leave ".html" out of addresses. */
const plain = async answer => new Response(await answer.blob(), { headers: answer.headers })

const list = async () => {
  const answer = await brought(LIST, "no-cache")
  return { answer, ...await answer.clone().json() }
}

const ACTS = {
  /* What the first page loaded before there was a worker; the browser has most of it at hand. */
  async seen({ addresses }) {
    await Promise.allSettled(addresses.map(async address => {
      const path = within(address), key = path !== null && keyOf(address, path)
      if (!key || await find(key)) return
      const answer = await brought(key, "force-cache")
      if (!isLarge(answer)) await store(key, path, answer)
    }))
  },

  async state() {
    const set = await whole(), { bytes = 0 } = set ? await (await got(set, LIST)).json() : {}
    return { version: SITE.version, bytes: SITE.bytes, kept: set ? set.slice(SET.length) : "", keptBytes: bytes }
  },

  /* What was begun of other builds goes. */
  async list() {
    const { version, files } = await list(), set = await whole()
    for (const name of await named(SET)) if (name !== SET + version && name !== set) await caches.delete(name)
    return { version, files }
  },

  /* Some files of a set; those that are there already stay. */
  async keep({ version, files }) {
    const cache = await caches.open(SET + version)
    await Promise.all(files.map(async path => {
      const key = new URL(path, ROOT).href
      if (within(key) === null || await cache.match(key)) return
      await cache.put(key, (HASHED.test(path) && await find(key)) || await brought(key, "no-cache"))
    }))
  },

  /* The list makes it whole, unless another build came in between. */
  async complete({ version }) {
    const made = await list()
    if (made.version !== version) throw new Error("a new build")
    await (await caches.open(SET + version)).put(LIST, made.answer)
    for (const name of await named(SET)) if (name !== SET + version) await caches.delete(name)
    known = undefined
  },

  async remove() {
    await Promise.all((await named(OURS)).map(name => caches.delete(name)))
    known = undefined
  }
}

addEventListener("message", event => {
  const [port] = event.ports, act = Object.hasOwn(ACTS, event.data?.act) && ACTS[event.data.act]
  if (port && act) event.waitUntil(act(event.data).then(done => port.postMessage({ done }), error => port.postMessage({ error: String(error) })))
})

/* --- A new build ----------------------------------------------------------------------------- */

/* Scripts and styles of another program: all that a reader had, before the old ones go. */
const renewed = async () => {
  const cache = await caches.open(ASSETS)
  const one = async ({ url }) => {
    if (await cache.match(url)) return
    const answer = await fetch(url, { cache: "no-cache" })
    if (isGood(answer)) await cache.put(url, answer)
  }
  const set = await whole(), old = await named(`${OURS}assets `)
  if (set && set !== SET + SITE.version) old.push(set)
  for (const name of old) {
    const keys = name === ASSETS ? [] : await (await caches.open(name)).keys()
    await Promise.all(keys.filter(({ url }) => ASSET.test(within(url) || "")).map(one))
  }
}

addEventListener("install", event => event.waitUntil(renewed().then(() => skipWaiting())))

addEventListener("activate", event => event.waitUntil((async () => {
  const own = await named(OURS)
  await Promise.all(own.filter(name => ![PAGES, DATA, ASSETS].includes(name) && !name.startsWith(SET)).map(name => caches.delete(name)))
  await clients.claim()
})()))
