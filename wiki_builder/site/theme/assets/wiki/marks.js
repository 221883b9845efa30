/* What a reader marks, kept in this browser: read, later, star, not for me; and when they were here last.

   A paper is named by its id ("arxiv:2605.02801"). Elements follow their paper's marks by attributes,
   `data-wiki-read`, `data-wiki-later`, `data-wiki-star`, `data-wiki-no`: see `attach`. Each wiki of a host
   has a store of its own. Nothing leaves the browser but by the reader's hand: as a file, or, where the wiki takes marks
   in (its settings' [site] marks), as a file for its repository's inbox.

   What is kept is the last word on each mark, with its moment, also where one was taken away: so what two devices
   say joins to the same, in whatever order and however often it is told. */

import { place, ROOT } from "./places.js"

const KEY = `wiki-marks:${ROOT.pathname}`
const VISIT = `wiki-visit:${ROOT.pathname}`
const PAUSE = 4 * 3600e3 // what comes after a longer pause is another visit
const SENT = `wiki-marks-sent:${ROOT.pathname}` // "kind id" → the moment of the mark that the wiki was told
const LAST = `wiki-marks-last:${ROOT.pathname}` // what it was told last
const FORMAT = 2
const MOST_SENT = 6_000 // characters of an address that prefills a file; servers refuse long ones
const MOST = 50_000 // marks of a kind that are read, the latest of them; a store that others can write to may hold more
const NAMED = 5_000 // papers that an address names

/** The marks that a paper can have. */
export const KINDS = ["read", "later", "star", "no"]
const ID = /^(?=.{3,100}$)[a-z]+:[A-Za-z0-9][\w-]*(?:[./][\w-]+)*$/
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{3})?Z)?$/

const followers = new Set()
let kept // by kind: id → the moment of its mark; in `off`, "kind id" → when it was taken away

const empty = () => Object.fromEntries([...KINDS, "off"].map(kind => [kind, new Map()]))

const checked = value => {
  const found = empty()
  for (const kind of [...KINDS, "off"])
    for (const [key, at] of Object.entries(value?.[kind] || {}).slice(-MOST))
      if (ID.test(key.split(" ").pop()) && MOMENT.test(at)) found[kind].set(key, at)
  return found
}

const stored = key => {
  try {
    return JSON.parse(localStorage.getItem(key))
  } catch {
    return null
  }
}

/* Whether it is kept; what is not holds until the page is left. */
const store = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

const marks = () => kept ||= checked(stored(KEY))
const plain = () => Object.fromEntries([...KINDS, "off"].map(kind => [kind, Object.fromEntries(marks()[kind])]))

const attached = new Set() // the elements that show their paper's marks, held weakly: lists come and go

const told = () => {
  followers.forEach(follow => follow())
  for (const held of attached) {
    const element = held.deref()
    if (element) shows(element)
    else attached.delete(held)
  }
}

const changed = id => {
  if (!store(KEY, plain())) notKept(id)
  told()
}

/* Once, where the reader is looking: behind the buttons of the paper, or what has the focus. */
let line
const notKept = async id => {
  if (line) return
  line = Object.assign(document.createElement("p"), { className: "wiki-unkept", role: "status" })
  const own = [...attached].map(held => held.deref()).find(one => one?.dataset.wikiId === id && one.getClientRects().length && buttons(one).length)
  const at = own ? buttons(own)[0].parentElement : document.activeElement?.closest("article :is(li, td, p, h2, h3, h4, details)")
  if (at?.matches("li, td, details")) at.append(line)
  else if (at) at.after(line)
  else document.querySelector("article").prepend(line)
  const [{ both }, { WORDS }] = await Promise.all([import("./both.js"), import("./words/reading.js")])
  line.append(...both(WORDS.notKept))
}

/* Of these the one that was set later holds; at one moment the first. As the wiki has it (core/values/marks.py). */
const PAIRS = [["no", "star"], ["no", "later"], ["read", "later"]]
const OVER = Object.fromEntries(KINDS.map(kind => [kind, PAIRS.flatMap(([a, b]) => (a === kind ? [[b, false]] : b === kind ? [[a, true]] : []))]))

/** Whether a paper has a mark. */
export const has = (id, kind) => {
  const own = marks(), at = own[kind].get(id)
  return at !== undefined && !OVER[kind].some(([other, first]) => {
    const theirs = own[other].get(id) ?? ""
    return theirs > at || (first && theirs === at)
  })
}

/** The ids with a mark, the latest first. */
export const all = kind => [...marks()[kind].keys()].filter(id => has(id, kind)).reverse()

/** Sets or takes a mark; what is not for me is neither starred nor for later, what is read is not for later, and the
    other way round. */
export const set = (id, kind, on = true) => {
  if (put(id, kind, on)) changed(id)
}

/** Sets a mark for many at once. */
export const setAll = (ids, kind) => {
  if (ids.filter(id => put(id, kind, true)).length) changed(ids[0])
}

let last = 0
/* No moment twice, and none before what is known of the paper's marks, by whatever clock. */
const now = id => {
  last = Math.max(Date.now(), last + 1)
  const known = KINDS.map(kind => said(id, kind)?.[1] ?? "").sort().pop()
  return new Date(known ? Math.max(last, Date.parse(known) + 1) : last).toISOString()
}

/* Whether that changes anything. */
const put = (id, kind, on) => {
  if (!ID.test(id) || has(id, kind) === on) return false
  const at = now(id)
  if (on) OVER[kind].filter(([other]) => has(id, other)).forEach(([other]) => say(id, other, false, at))
  say(id, kind, on, at)
  return true
}

/* The last word on a mark, as [on, at]; undefined where there is none. */
const said = (id, kind) => {
  const own = marks(), at = own[kind].get(id), off = own.off.get(`${kind} ${id}`)
  return at !== undefined ? [true, at] : off && [false, off]
}

const say = (id, kind, on, at) => {
  const own = marks(), key = `${kind} ${id}`
  own[kind].delete(id)
  own.off.delete(key)
  if (on) own[kind].set(id, at)
  else own.off.set(key, at)
}

/* What is known of all marks, the first said first: rows as the wiki's inbox takes them. */
const rows = () => {
  const said = KINDS.flatMap(kind => [...marks()[kind]].map(([id, at]) => [id, kind, true, at]))
  const taken = [...marks().off].map(([key, at]) => [...key.split(" ").reverse(), false, at])
  return [...said, ...taken].sort((a, b) => (a[3] < b[3] ? -1 : a[3] > b[3] ? 1 : 0))
}

/* Joins what another device said: of each mark the last word; how many marks that adds. */
const join = told => {
  let count = 0
  for (const [id, kind, on, at] of told) {
    const [was, before] = said(id, kind) ?? [false, ""], had = has(id, kind)
    if (at < before || (at === before && (was || !on))) continue
    say(id, kind, on, at)
    count += !had && has(id, kind)
  }
  return count
}

/** What was marked on a journal's article is marked on the paper that it is, `pairs` of ids, as the wiki has it of the
    marks that it was told (stages/one_work.py). */
export const became = pairs => {
  const carried = pairs.flatMap(([article, paper]) => KINDS.filter(kind => said(article, kind)?.[0]).map(kind => [paper, kind, ...said(article, kind)]))
  if (join(carried)) changed()
}

/** Changes a mark; whether the paper has it now. */
export const toggle = (id, kind) => {
  set(id, kind, !has(id, kind))
  return has(id, kind)
}

/** Calls `follow` now and whenever a mark changes, in this window or another; what it gives ends that. */
export const following = follow => {
  followers.add(follow)
  follow()
  return () => followers.delete(follow)
}

addEventListener("storage", event => {
  if (![KEY, SENT, null].includes(event.key)) return
  kept = undefined
  told()
})

/** Gives an element its paper's id and, from now on, its marks as attributes; buttons within it that have a
    `data-wiki-mark` set theirs, and say by `aria-pressed` whether it is set. */
export const attach = (element, id) => {
  element.dataset.wikiId = id
  for (const button of buttons(element)) button.addEventListener("click", () => toggle(id, button.dataset.wikiMark))
  shows(element)
  attached.add(new WeakRef(element))
}

const buttons = element => element.matches("[data-wiki-mark]") ? [element] : element.querySelectorAll("[data-wiki-mark]")

const shows = element => {
  const id = element.dataset.wikiId
  for (const kind of KINDS) element.toggleAttribute(`data-wiki-${kind}`, has(id, kind))
  for (const button of buttons(element)) button.setAttribute("aria-pressed", String(has(id, button.dataset.wikiMark)))
}

/* --- Out and in ---------------------------------------------------------------- */

const text = told => JSON.stringify({ format: FORMAT, marks: told })

/** All marks as a JSON text, for another device or the wiki's inbox. */
export const exported = () => text(rows())

/* The sound rows of such a text. */
const read = json => {
  const value = JSON.parse(json)
  if (value?.format !== FORMAT || !Array.isArray(value.marks)) throw new Error("not a list of marks")
  return value.marks.filter(Array.isArray).slice(-MOST).filter(([id, kind, on, at]) =>
    ID.test(id) && KINDS.includes(kind) && typeof on === "boolean" && MOMENT.test(at))
}

/** Joins the marks of such a text; how many are new. Throws an Error for any other text. */
export const imported = json => {
  const count = join(read(json))
  changed()
  return count
}

const key = ([id, kind]) => `${kind} ${id}`
const unsent = () => {
  const sent = stored(SENT) || {}
  return rows().filter(row => sent[key(row)] !== row[3])
}

const FENCE = "```"

/** The address that opens the repository's editor with a new file of what the wiki was not told yet, or its form for a
    new issue that says so, by the settings' [site] marks_by, as { href, rows }; `rows` are those to tell `isSent` once it was followed. Null where nothing is to be sent, or nobody takes it in. */
export const outbox = () => {
  const waiting = unsent(), { inbox, issues } = document.documentElement.wikiMarks ?? {}
  if (!(inbox || issues) || !waiting.length) return null
  const chance = crypto.getRandomValues(new Uint32Array(1))[0].toString(36) // two devices at one moment
  const name = `${new Date().toISOString().replace(/\D/g, "")}-${chance}`
  const issue = told => `${issues}?title=${encodeURIComponent(`wiki-builder marks ${name}`)}&body=${encodeURIComponent(`${FENCE}json\n${text(told)}\n${FENCE}`)}`
  const address = told => issues ? issue(told) : `${inbox}?filename=${name}.json&value=${encodeURIComponent(text(told))}`
  let told = waiting
  while (told.length > 1 && address(told).length > MOST_SENT) told = told.slice(0, Math.floor(told.length * 0.8))
  return { href: address(told), rows: told }
}

/** Notes that rows were sent. */
export const isSent = sent => {
  tell(sent)
  store(LAST, sent.map(key))
  told()
}

const tell = sent => store(SENT, { ...stored(SENT), ...Object.fromEntries(sent.map(row => [key(row), row[3]])) })

/** What was sent last is to be sent again: whether there is any. Without `really` nothing is done. */
export const again = really => {
  const keys = stored(LAST) || []
  if (really) {
    const sent = stored(SENT) || {}
    keys.forEach(one => delete sent[one])
    store(SENT, sent)
    store(LAST, [])
    told()
  }
  return keys.length > 0
}

/** Joins what the wiki publishes of its owner's marks, where it does; that it need not be told. */
export const shared = async () => {
  const file = document.documentElement.wikiMarks?.shown
  if (!file) return
  const answer = await fetch(new URL(file, ROOT))
  if (!answer.ok) return
  const known = read(await answer.text())
  join(known)
  tell(known)
  changed()
}

const short = id => id.replace(/^arxiv:/, "")

/** The address under which the radar shows these papers on any device; without `ids`, those with a star. They stand
    behind its #, which is sent to no host: servers refuse long addresses. */
export const address = (ids = all("star")) => new URL(`#ids=${ids.map(short).join(",")}`, place("radar") ?? location.href).href

/** The ids in such an address. */
export const named = list => [...new Set(list.split(",", NAMED))].map(id => id.includes(":") ? id : `arxiv:${id}`).filter(id => ID.test(id))

/* --- The last visit ------------------------------------------------------------ */

/** Today where the reader is. */
export const today = () => {
  const now = new Date(), two = n => String(n).padStart(2, "0")
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Notes that the reader sees the wiki as of `last`, the day on which its newest papers came, which are `ids`.
    Gives the visit before this one, as { last, ids, day }; null for a first visit. A visit goes on until a
    pause of four hours. What is new since then is what came after `last`, and of that day what is not in `ids`. */
export const visit = (last, ids) => {
  const kept = stored(VISIT), known = isVisit(kept) ? kept : null, now = Date.now()
  const goesOn = known && now - known.at < PAUSE && now >= known.at
  const before = goesOn ? isVisit(known.before) ? known.before : null : known ? { last: known.last, ids: known.ids, day: known.day } : null
  store(VISIT, { last, ids, day: today(), at: now, before })
  return before
}

const isVisit = value =>
  typeof value?.last === "string" && value.last.length < 40 && Array.isArray(value.ids) && value.ids.length <= MOST && DAY.test(value.day)

/** The visit before this one, as `visit` gives it. */
export const before = () => {
  const known = stored(VISIT)?.before
  return isVisit(known) ? known : null
}

/** Whether a paper that came on the day `arrived` is new to one who was here at `before`. */
export const isNew = (before, id, arrived) =>
  arrived > before.last || (arrived === before.last && !before.ids.includes(id))
