/* A view of the radar: which filters hold, and in what order. It stands in the address, and nowhere else. */
import { language, ordered } from "../both.js"

/** What the address may say; lists are filters that may stand several times. */
const LISTS = { author: "author", category: "cat", source: "source", concept: "concept", entity: "named" }
const ONES = { words: "q", score: "score", from: "from", to: "to", since: "since", mark: "mark", kind: "kind", near: "near", ids: "ids", sort: "sort", shuffle: "shuffle" }
const FLAGS = { code: "code", text: "text" }
const DAY = /^\d{4}-\d{2}-\d{2}$/
const VALID = {
  score: value => /^([1-9]|10)$/.test(value), from: value => DAY.test(value), to: value => DAY.test(value), since: value => value === "visit" || DAY.test(value),
  mark: value => ["unread", "read", "later", "star", "no"].includes(value), kind: value => ["new", "updated"].includes(value),
  sort: value => ["score", "related"].includes(value), shuffle: value => /^[a-z0-9]{1,12}$/.test(value)
}

const MOST = 50, LONGEST = 500, LONGEST_LIST = 100_000 // filters of a kind; characters of a value, and of papers' ids

/** The view without filters. */
export const none = () => ({
  ...Object.fromEntries(Object.keys(LISTS).map(name => [name, []])),
  ...Object.fromEntries(Object.keys(ONES).map(name => [name, ""])),
  code: false, text: false
})

/** The view that an address's query and hash name; what makes no sense in them is passed over. Papers by their ids stand
    in the hash, which may be long: see `address` of marks.js. */
export const parse = (query, hash = location.hash) => {
  const given = new URLSearchParams(query), view = none(), named = new URLSearchParams(hash.slice(1)).get("ids")
  if (named) given.set("ids", named)
  for (const [name, key] of Object.entries(LISTS)) view[name] = [...new Set(given.getAll(key).map(ordered).filter(Boolean))].slice(0, MOST)
  for (const [name, key] of Object.entries(ONES)) {
    const value = ordered(given.get(key) || "").slice(0, name === "ids" ? LONGEST_LIST : LONGEST)
    view[name] = value && (VALID[name]?.(value) ?? true) ? value : ""
  }
  for (const [name, key] of Object.entries(FLAGS)) view[name] = given.get(key) === "1"
  return view
}

/** The query and hash of a view, the same for the same filters; an address with a language has the one that is shown. */
export const query = (view, before = "") => {
  const made = new URLSearchParams()
  if (new URLSearchParams(before).has("lang")) made.set("lang", language())
  for (const [name, key] of Object.entries(LISTS)) view[name].forEach(value => made.append(key, value))
  for (const [name, key] of Object.entries(ONES)) if (view[name] && name !== "ids") made.set(key, view[name])
  for (const [name, key] of Object.entries(FLAGS)) if (view[name]) made.set(key, "1")
  const ids = view.ids && `#ids=${encodeURIComponent(view.ids)}`
  return made.size || ids ? `?${made}${ids}`.replace(/%3A/gi, ":").replace(/%2C/gi, ",") : ""
}

/** Whether the newest entries, as they stand in the first piece, are this view. */
export const isPlain = view => !query(view)

/** Which pieces of data a view needs. */
export const needs = view => ({
  topics: !!(view.concept.length || view.entity.length || view.words || view.near || view.sort === "related"),
  every: !!view.words,
  authors: !!(view.author.length || view.words),
  words: !!view.words,
  chinese: /\p{Script=Han}/u.test(view.words)
})
