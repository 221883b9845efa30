/* The radar's data, as wiki_builder/site/radar/data.py writes it: each piece is fetched once, when it is needed. */

import { unpacked } from "../packed.js"
import { inSite, ROOT } from "../places.js"

const HERE = new URL("../radar-data/", import.meta.url)
const FORMAT = 4
const pieces = new Map()
let cache = "default" // of the browser, for pieces

const piece = name => {
  if (!pieces.has(name))
    pieces.set(name, fetch(new URL(name, HERE), { cache }).then(answer => {
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      return unpacked(answer)
    }).then(JSON.parse).catch(error => {
      pieces.delete(name)
      throw error
    }))
  return pieces.get(name)
}

let abs = "" // where arXiv's papers are read

/** Forgets all pieces: the site was built anew meanwhile, and the browser keeps some of before. */
export const renew = () => {
  pieces.clear()
  columns = shared = single = written = lines = undefined
  cache = "reload"
}

/** What was loaded belongs to two builds of the site. */
export class Outdated extends Error {}

/** Papers by number, if they are those of the index, else an Outdated: numbers change when a paper is rejected. */
export const fitting = (papers, { ids }) => {
  for (const [n, paper] of papers) if (ids[n] !== paper.id) throw new Outdated(`${paper.id} is not number ${n}`)
  return papers
}

/** What `load` makes of pieces; once more with all of them as they stand on the site now, if some were of another build. */
export const ofOneBuild = async load => {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof Outdated)) throw error
    renew()
    return load()
  }
}

/* A piece in another form is another build's. */
const formed = data => {
  if (data.format !== FORMAT) throw new Outdated(`format ${data.format}`)
  return data
}

/** The newest entries: { count, block, words, numbers, categories, became, papers }, papers in the order of numbers, without
    their summaries and reasons: `whole` gives a paper with them; `became` are articles with the papers that they are. */
export const first = async () => {
  const data = formed(await piece("first"))
  abs = data.abs
  const whole = (paper, n) => texts([n], data.block).then(found => fitting(new Map([[n, found.get(n)]]), { ids: { [n]: paper.id } }).get(n))
  return { became: [], ...data, papers: papers(data).map((paper, i) => ({ ...paper, whole: () => whole(paper, data.numbers[i]) })) }
}

/** The last day on which papers came, and the ids of all that did: { last, ids }. */
export const latest = async () => {
  const data = formed(await piece("latest"))
  return { last: data.last, ids: ids(data.ids) }
}

/** What came while one was away: its newest days, as { span, days }, and a day's changes, as { concepts, papers }. */
export const days = async () => formed(await piece("away/days"))
export const changes = async day => formed(await piece(`away/${day}`))

/* Those of arXiv stand without their kind. */
const ids = text => text ? text.split(" ").map(id => id.includes(":") ? id : `arxiv:${id}`) : []

/** What is shown of papers, by number; a piece holds `size` of them. */
export const texts = async (numbers, size) => {
  const wanted = [...new Set(numbers.map(n => Math.floor(n / size)))]
  const found = new Map()
  await Promise.all(wanted.map(async at => {
    papers(await piece(`text/${at}`)).forEach((paper, i) => found.set(at * size + i, paper))
  }))
  return found
}

const papers = data => data.rows.map(([id, url, title, hen, hzh, sen, szh, ren, rzh, authors, left, categories, source, score,
  arrived, date, first, version, updated, flags, named, kind, wen, wzh, also = []]) => ({
  id, url: inSite(new URL(url, ROOT)), title, headline: [hen, hzh], summary: [sen, szh], reason: [ren, rzh], authors, left, categories,
  source, kind, score, why: [wen, wzh], arrived, date, first, version, updated: !!updated, code: !!(flags & 1), full: !!(flags & 2), held: !!(flags & 4),
  origin: id.startsWith("arxiv:") && abs ? abs.replace("{id}", id.slice(6)) : "",
  topics: named.map(id => topic(id, ...data.topics[id])), also: also.map(([label, url]) => ({ label, url: inSite(new URL(url, ROOT)) }))
}))

const topic = (id, en, zh, kind, url) => {
  const own = `${kind === "concept" ? "concepts" : "entities"}/${id}/`
  return { id, kind, name: [en, zh || en], url: url && inSite(new URL(url === "+" ? own : url, ROOT)) }
}

/** Numbers from their distances. */
const numbers = steps => {
  const found = new Uint32Array(steps.length)
  for (let i = 0, at = 0; i < steps.length; i++) found[i] = at += steps[i]
  return found
}

let columns

/** Columns over all papers: count, ids, at (number by id), days (of all dates, sorted), dates (places in days),
    arrived, scores, weights (scores, and what orders some that have none), flags, updated (1), and for each source and category its numbers. */
export const index = () => columns ||= piece("index").then(read).catch(error => {
  columns = undefined
  throw error
})

const read = data => {
  const own = ids(formed(data).ids), count = own.length
  const days = [...new Set([...data.arrived.map(([day]) => day), ...Object.keys(data.dates)])].sort()
  const place = new Map(days.map((day, i) => [day, i]))
  const arrived = new Uint16Array(count), scores = new Uint8Array(count), flags = new Uint8Array(count), weights = new Float64Array(count), updated = new Uint8Array(count)
  let n = 0
  for (const [day, many] of data.arrived) arrived.fill(place.get(day), n, n += many)
  const dates = arrived.slice()
  for (const [day, own] of Object.entries(data.dates)) for (const n of own) dates[n] = place.get(day)
  for (let i = 0; i < count; i++) {
    weights[i] = scores[i] = parseInt(data.scores[i], 16) || 0
    flags[i] = +data.flags[i]
  }
  for (const [n, weight] of data.weights) weights[n] = weight
  for (const [n] of data.updates) updated[n] = 1
  const sources = new Map(Object.entries(data.sources).map(([name, own]) => [name, numbers(own)]))
  const categories = new Map(Object.entries(data.categories).map(([code, [en, zh, own]]) => [code, { name: [en, zh], papers: numbers(own) }]))
  return { count, ids: own, at: new Map(own.map((id, i) => [id, i])), days, dates, arrived, scores, weights, flags, updated, sources, categories }
}

let shared, single

const described = rows => new Map(rows.map(([id, en, zh, kind, url, own, aliases = ""]) =>
  [id, { ...topic(id, en, zh, kind, url), papers: numbers(own), key: plain(`${en}\n${zh}\n${id}\n${aliases}`) }]))

/** The topics that papers share, by id, the weightiest first: { id, kind, name, url, papers, key }. */
export const topics = () => shared ||= piece("topics").then(described).catch(error => {
  shared = undefined
  throw error
})

/** All topics, likewise: also those of one paper alone. */
export const everyTopic = () => single ||= Promise.all([topics(), piece("alone")]).then(([own, rows]) => new Map([...own, ...described(rows)])).catch(error => {
  single = undefined
  throw error
})

let written

/** The numbers of each author's papers, by name, and the names for looking them up. */
export const authors = () => written ||= piece("authors").then(data => ({
  papers: new Map(data.names.map((name, i) => [name, numbers(data.papers[i])])),
  names: data.names.map(name => [plain(name), name])
})).catch(error => {
  written = undefined
  throw error
})

let lines

/** What free text is looked for in, by number: words in ASCII, and others. */
export const words = async () => {
  const { count, words: size } = await first()
  lines ||= Promise.all(Array.from({ length: Math.ceil(count / size) }, (_, at) => piece(`words/${at}`)))
    .then(all => [0, 1].map(part => all.flatMap(own => own[part])))
  return lines.catch(error => {
    lines = undefined
    throw error
  })
}

/** For comparing what is typed with names: width, case and accents aside. */
export const plain = text => (/^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase()
