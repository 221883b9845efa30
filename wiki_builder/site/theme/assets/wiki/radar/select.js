/* Selecting and ordering: pure functions over the columns of data.js, fast enough for 20,000 papers on a phone. */
import { plain } from "./data.js"

const NEAR_TOPICS = 40 // of what is looked for; the others weigh little
const VISIT = "visit" // in place of a day: that of the last visit
const DAY = 86400e3

const bits = (count, ...lists) => {
  const found = new Uint8Array(count)
  for (const list of lists) for (let i = 0; i < list.length; i++) found[list[i]] = 1
  return found
}

/** The numbers of the papers that a view shows, in its order, and how many of them are hidden as not for me.
    `data` is { index, topics, authors, lines } of data.js as far as loaded, and traditional.js as spelled, `marks` the module of marks. */
export const select = (view, data, marks) => {
  const { index } = data, keep = new Uint8Array(index.count).fill(1)
  const only = mask => { for (let i = 0; i < keep.length; i++) keep[i] &= mask[i] }
  const oneOf = (names, papers) => names.length && only(bits(index.count, ...names.map(name => papers(name) || [])))
  oneOf(view.author, name => data.authors?.papers.get(name))
  oneOf(view.category, code => index.categories.get(code)?.papers)
  oneOf(view.source, name => index.sources.get(name))
  for (const id of [...view.concept, ...view.entity]) oneOf([id], id => data.topics?.get(id)?.papers)
  if (view.ids) only(numbered(marks.named(view.ids), index))
  if (view.score) only(index.scores.map(score => score >= +view.score))
  dated(view, index, only, marks)
  if (view.code) only(index.flags.map(flags => flags & 1))
  if (view.text) only(index.flags.map(flags => flags >> 1 & 1))
  if (view.kind) only(index.updated.map(updated => updated === +(view.kind === "updated")))
  if (view.words) only(matching(view.words, data))
  const target = view.sort === "related" || view.near ? sought(view, data, marks) : null
  if (view.near) only(target ? target.weights.map((weight, n) => weight > 0 && !target.own[n]) : new Uint8Array(index.count))
  const hidden = marked(view, index, keep, marks)
  const numbers = []
  for (let n = 0; n < keep.length; n++) if (keep[n]) numbers.push(n)
  return { numbers: ordered(numbers, view, index, target?.weights), hidden, aimless: !target && aimless(view, index, marks) }
}

/* Why nothing is related to what the reader looks for; the word for it, if they look for that. */
const aimless = ({ near, sort, concept, entity }, index, marks) => {
  if (near && near !== "starred") return marks.named(near).some(id => index.at.has(id)) ? "noneNear" : "noSuchPaper"
  const sought = marks.all("star").length || !near && concept.length + entity.length
  return (near || sort === "related") && (!sought ? "noTarget" : near ? "noneNear" : "noShared")
}

const numbered = (ids, index) => bits(index.count, ids.map(id => index.at.get(id)).filter(n => n !== undefined))

const dated = (view, index, only, marks) => {
  const place = day => index.days.findIndex(other => other >= day)
  if (view.from) {
    const from = place(view.from)
    only(index.dates.map(day => from >= 0 && day >= from))
  }
  if (view.to) {
    const past = index.days.findIndex(other => other > view.to)
    if (past >= 0) only(index.dates.map(day => day < past))
  }
  if (!view.since) return
  const before = marks.before(), came = arrivals(index)
  if (before && [VISIT, visited(before, index)].includes(view.since)) only(came.map((day, n) => +marks.isNew(before, index.ids[n], index.days[day])))
  else if (view.since !== VISIT) {
    const since = place(view.since)
    only(came.map(day => since >= 0 && day >= since))
  }
}

/* When each paper came, or its later version, as places in days. */
const arrivals = ({ arrived, dates, updated }) => arrived.map((day, n) => updated[n] ? Math.max(day, dates[n]) : day)

/** The first day of what is new since the visit `before`, for an address: elsewhere nobody knows of that visit. */
export const visited = ({ last, ids }, index) => {
  const day = index.days.indexOf(last)
  return arrivals(index).some((came, n) => came === day && !ids.includes(index.ids[n])) ? last :
    new Date(Date.parse(last) + DAY).toISOString().slice(0, 10)
}

/* What is not for me is shown only to one who asks for it, or has the list from somebody. */
const marked = (view, index, keep, marks) => {
  const mask = kind => numbered(marks.all(kind), index)
  let hidden = 0
  if (view.mark !== "no" && !view.ids) {
    const no = mask("no")
    for (let n = 0; n < keep.length; n++) {
      hidden += keep[n] & no[n]
      keep[n] &= 1 - no[n]
    }
  }
  if (view.mark) {
    const own = mask(view.mark === "unread" ? "read" : view.mark), wanted = +(view.mark !== "unread")
    for (let n = 0; n < keep.length; n++) keep[n] &= +(own[n] === wanted)
  }
  return hidden
}

/* Every word has to stand in the title, a headline or summary, or in an author's or concept's name; one in traditional
   characters may stand there in simplified ones. */
const matching = (words, data) => {
  const found = new Uint8Array(data.index.count).fill(1), [ascii, others] = data.lines
  const longest = plain(words).split(/\s+/).filter(Boolean).sort((a, b) => b.length - a.length) // which leaves fewest papers to the others
  for (const word of longest) {
    const forms = [word, ...data.spelled?.spellings(word) || []]
    const mask = bits(found.length, ...forms.flatMap(form => [...named(form, data)]))
    for (const form of forms)
      for (let n = 0; n < found.length; n++) if (found[n] && !mask[n]) mask[n] = +(ascii[n].includes(form) || others[n].includes(form))
    for (let n = 0; n < found.length; n++) found[n] &= mask[n]
  }
  return found
}

const named = function * (word, data) {
  for (const topic of data.topics.values()) if (topic.key.includes(word)) yield topic.papers
  for (const [key, name] of data.authors.names) if (key.includes(word)) yield data.authors.papers.get(name)
}

/* What the reader looks for: a paper, what they starred, or the chosen concepts with what stands beside them.
   A topic weighs more the fewer papers share it. */
const sought = (view, { index, topics }, marks) => {
  const chosen = [...view.concept, ...view.entity]
  const ids = view.near && view.near !== "starred" ? marks.named(view.near) : chosen.length && !view.near ? [] : marks.all("star")
  const own = ids.length ? numbered(ids, index) : bits(index.count, ...chosen.map(id => topics.get(id)?.papers || []))
  const target = []
  for (const topic of topics.values()) {
    if (topic.papers.length < 2) continue
    let shared = 0
    for (let i = 0; i < topic.papers.length; i++) shared += own[topic.papers[i]]
    if (shared) target.push([topic, shared * Math.log(1 + index.count / topic.papers.length) ** 2])
  }
  if (!target.length) return null
  target.sort((a, b) => b[1] - a[1])
  const weights = new Float64Array(index.count)
  for (const [topic, weight] of target.slice(0, NEAR_TOPICS))
    for (let i = 0; i < topic.papers.length; i++) weights[topic.papers[i]] += weight
  return { weights, own: ids.length ? own : new Uint8Array(index.count) }
}

/* One number for each paper, so that sorting is of numbers alone: the first wish, then date, then score. */
const ordered = (numbers, view, index, weights) => {
  const newest = n => index.dates[n] * 16 + index.weights[n]
  const key = view.shuffle ? dealt(view.shuffle, index) :
    view.sort === "score" ? n => index.weights[n] * 1e6 + index.dates[n] :
    weights ? n => weights[n] : newest
  const keys = new Float64Array(index.count)
  for (const n of numbers) keys[n] = key(n)
  return numbers.sort((a, b) => keys[b] - keys[a] || newest(b) - newest(a) || a - b)
}

/* A paper's place in a hand hangs on its id and the seed alone: the same address deals the same hand. */
const dealt = (seed, { ids }) => n => {
  let hash = 2166136261
  for (const text of [seed, ids[n]])
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  hash = Math.imul(hash ^ hash >>> 15, 2246822507)
  return (hash ^ hash >>> 13) >>> 0
}
