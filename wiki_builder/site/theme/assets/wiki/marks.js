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
const SENT = `wiki-marks-sent:${ROOT.pathname}` // the moment of the last mark that was sent
const DEVICE = "wiki-device"
const FORMAT = 2
const MOST_SENT = 6_000 // characters of an address that prefills a file; servers refuse long ones
const MOST = 50_000 // marks of a kind that are read, the latest of them; a store that others can write to may hold more
const NAMED = 5_000 // papers that an address names

/** The marks that a paper can have. */
export const KINDS = ["read", "later", "star", "no"]
const ID = /^(?=.{3,100}$)[a-z]+:[A-Za-z0-9][\w-]*(?:[./][\w-]+)*$/
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,6})?Z)?$/

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

/** Whether a paper has a mark. */
export const has = (id, kind) => marks()[kind].has(id)

/** The ids with a mark, the latest first. */
export const all = kind => [...marks()[kind].keys()].reverse()

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
const now = () => new Date(last = Math.max(Date.now(), last + 1)).toISOString() // no moment twice

const EITHER = { no: ["star", "later"], star: ["no"], later: ["no", "read"], read: ["later"] }

/* Whether that changes anything. */
const put = (id, kind, on, at = now()) => {
  if (!ID.test(id) || has(id, kind) === on) return false
  if (on) EITHER[kind].filter(other => has(id, other)).forEach(other => say(id, other, false, at))
  say(id, kind, on, at)
  return true
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

/* Joins what another device said; how many marks that adds. */
const join = told => {
  let count = 0
  for (const [id, kind, on, at] of told) {
    const own = marks(), before = own[kind].get(id) ?? own.off.get(`${kind} ${id}`) ?? ""
    if (at <= before) continue
    const later = on && EITHER[kind].some(other => (own[other].get(id) ?? "") > at)
    if (later || !put(id, kind, on, at)) say(id, kind, on && !later, at)
    else count += on
  }
  return count
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
  if (event.key !== KEY && event.key !== null) return
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

const sent = told => JSON.stringify({ format: FORMAT, marks: told })

/** All marks as a JSON text, for another device or the wiki's inbox. */
export const exported = () => sent(rows())

/** Joins the marks of such a text; how many are new. Throws an Error for any other text. */
export const imported = text => {
  const value = JSON.parse(text)
  if (value?.format !== FORMAT || !Array.isArray(value.marks)) throw new Error("not a list of marks")
  const sound = value.marks.filter(([id, kind, on, at]) => ID.test(id) && KINDS.includes(kind) && typeof on === "boolean" && MOMENT.test(at))
  const count = join(sound.slice(-MOST).sort((a, b) => (a[3] < b[3] ? -1 : 1)))
  changed()
  return count
}

const unsent = () => rows().filter(([, , , at]) => at > (stored(SENT) || ""))

/* So many rows, or some less or more, that those of one moment stay together. */
const whole = (waiting, count) => {
  const parts = n => n && n < waiting.length && waiting[n][3] === waiting[n - 1][3]
  let less = count
  while (parts(less)) less -= 1
  while (!less && parts(count)) count += 1
  return less || count
}

/** The address that opens the repository's editor with a new file of what this device has not sent yet, as { href, last,
    left }: `last` is the moment to tell `isSent` once it was followed, `left` what did not fit. Null where nothing is to
    be sent, or nobody takes it in. */
export const outbox = () => {
  const waiting = unsent(), inbox = document.documentElement.wikiMarks?.inbox
  if (!inbox || !waiting.length) return null
  const device = stored(DEVICE) || crypto.getRandomValues(new Uint32Array(1))[0].toString(36)
  store(DEVICE, device)
  let count = waiting.length, href
  const address = () => {
    const last = waiting[count - 1][3], name = `${last.replace(/\D/g, "")}-${device}.json`
    return `${inbox}?filename=${name}&value=${encodeURIComponent(sent(waiting.slice(0, count)))}`
  }
  while ((href = address()).length > MOST_SENT && count > 1) count = whole(waiting, Math.floor(count * 0.8))
  return { href, last: waiting[count - 1][3], left: waiting.length - count }
}

/** Notes that all up to a moment was sent. */
export const isSent = last => {
  store(SENT, last)
  told()
}

/** Joins what the wiki publishes of its owner's marks, where it does. */
export const shared = async () => {
  const file = document.documentElement.wikiMarks?.shown
  if (!file) return
  const answer = await fetch(new URL(file, ROOT))
  if (answer.ok) imported(await answer.text())
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
