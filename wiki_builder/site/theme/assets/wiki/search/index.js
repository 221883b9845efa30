/* The files of the index, fetched when a question needs them; what they hold stands in wiki_builder/site/search/files.py. */

const FORMAT = 1
const FIRST = 32
const BEYOND = 0x10000
const SHIFT = 0x2800
const FILES = 5 // that one beginning of a word may ask for

const unpacked = async answer => {
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`)
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).text()
}

/** What is fetched once, by its number; a failure is forgotten, so that it can be tried again. */
const kept = fetched => {
  const known = new Map()
  return number => {
    if (!known.has(number)) {
      known.set(number, fetched(number))
      known.get(number).catch(() => known.delete(number))
    }
    return known.get(number)
  }
}

/** The numbers of pages in a list of distances. */
export const pages = list => {
  const found = []
  let at = -FIRST
  for (const one of list) {
    const code = one.codePointAt(0)
    at += (code < BEYOND ? code : code - SHIFT) - (found.length ? FIRST : 0)
    found.push(at)
  }
  return found
}

/** Where `wanted` stands, or would, in a list in order: the number of entries before it. */
const before = (list, wanted) => {
  let low = 0, high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle] < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** The index in a folder of the site. */
export const open = async folder => {
  const answer = await fetch(new URL("index.json", folder), { cache: "no-cache" })
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`)
  const about = await answer.json()
  if (about.format !== FORMAT) throw new Error(`the index has format ${about.format}`)
  const file = path => fetch(new URL(`${path}?${about.version}`, folder)).then(unpacked)
  const block = kept(async number => (await file(`t/${number}`)).split("\n").map(line => line.split("\t")))
  const page = kept(async number => JSON.parse(await file(`p/${number}`)))

  /** The terms that begin with `start`, each with its list for every level. */
  const beginning = async start => {
    const found = []
    const first = Math.max(0, before(about.blocks, start) - (about.blocks[before(about.blocks, start)] === start ? 0 : 1))
    for (let number = first; number < Math.min(about.blocks.length, first + FILES); number++) {
      if (number > first && !about.blocks[number].startsWith(start)) break
      for (const line of await block(number)) if (line[0].startsWith(start)) found.push(line)
    }
    return found
  }

  /** One term with its lists; none if no page has it. */
  const term = async wanted => {
    const number = before(about.blocks, wanted) - (about.blocks[before(about.blocks, wanted)] === wanted ? 0 : 1)
    return number < 0 ? [] : (await block(number)).filter(line => line[0] === wanted)
  }

  /** The type of a page, by its number. */
  const kind = number => {
    let end = 0
    return Object.keys(about.kinds).find(name => number < (end += about.kinds[name]))
  }

  return { size: about.pages, kinds: Object.keys(about.kinds), beginning, term, page, kind }
}
