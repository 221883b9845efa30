/* The files of the index, fetched when a question needs them; what they hold stands in wiki_builder/site/search/files.py. */

import { unpacked } from "../packed.js"

const FORMAT = 2
const FIRST = 32
const BEYOND = 0x10000
const SHIFT = 0x2800
const FILES = 5 // that one beginning of a word may ask for

const fetched = async (address, options) => {
  const answer = await fetch(address, options)
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`)
  return answer
}

/** What is got once, by its number; a failure is forgotten, so that it can be tried again. */
const kept = get => {
  const known = new Map()
  return number => {
    if (!known.has(number)) {
      known.set(number, get(number))
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

/** How many entries of a list in order are not behind `wanted`. */
const upTo = (list, wanted) => {
  let low = 0, high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle] <= wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** The index in a folder of the site. */
export const open = async folder => {
  const about = await (await fetched(new URL("index.json", folder), { cache: "no-cache" })).json()
  if (about.format !== FORMAT) throw new Error(`the index has format ${about.format}`)
  const file = path => fetched(new URL(`${about.version}/${path}`, folder)).then(unpacked)
  const block = kept(async number => (await file(`t/${number}`)).split("\n").map(line => line.split("\t")))
  const page = kept(async number => JSON.parse(await file(`p/${number}`)))
  const kinds = Object.keys(about.kinds)

  /** The terms of the file in which a term stands, or would, each with its list for every level. */
  const around = async term => about.blocks.length ? block(Math.max(0, upTo(about.blocks, term) - 1)) : []

  /** One term with its lists; none if no page has it. */
  const term = async wanted => (await around(wanted)).filter(line => line[0] === wanted)

  /** The terms that begin with `start`; of a short beginning only the first files. */
  const beginning = async start => {
    const first = Math.max(0, upTo(about.blocks, start) - 1)
    let end = Math.min(first + 1, about.blocks.length)
    while (end < Math.min(about.blocks.length, first + FILES) && about.blocks[end].startsWith(start)) end += 1
    const numbers = Array.from({ length: end - first }, (_, at) => first + at)
    return (await Promise.all(numbers.map(block))).flat().filter(line => line[0].startsWith(start))
  }

  /** The type of a page, by its number. */
  const kind = number => {
    let end = 0
    return kinds.find(name => number < (end += about.kinds[name]))
  }

  return { size: about.pages, kinds, around, beginning, term, page, kind }
}
