/* What came while the reader was away: since the last visit, or on a first one in the last ten days, which stand there without
   scripts. Concepts are ranked as wiki_builder/library/away.py does it. */
import { both, make } from "../both.js"
import { fold } from "../folds.js"
import * as marks from "../marks.js"
import { inSite, ROOT } from "../places.js"
import * as data from "./data.js"
import { rendered, typeset } from "./text.js"
import { inWords, pair } from "./words.js"

const PAPERS = 5, CONCEPTS = 8, LINES = 3
const DAY = 86400e3
const TEN = "days" // in the address

export const show = async section => {
  const shown = async () => {
    const [first, latest, index, told] = await Promise.all([data.first(), data.latest(), data.index(), data.days()])
    marks.became(first.became)
    const visit = marks.visit(latest.last, latest.ids)
    return fill(section, await span(visit, told, index, first))
  }
  try {
    await marks.shared().catch(() => {})
    await data.ofOneBuild(shown)
  } catch (error) {
    console.warn(error) // what stands there stays
  }
  section.dataset.ready = ""
}

/* Which days, and what came on them: { visit, since, papers, concepts, happened }. */
const span = async (visit, told, index, first) => {
  const newest = told.days[0] ?? "", ten = new URLSearchParams(location.search).has(TEN)
  const back = newest && new Date(Date.parse(newest) - told.span * DAY).toISOString().slice(0, 10)
  const before = visit && !ten ? visit : { last: back, ids: index.ids.filter((id, n) => index.days[index.arrived[n]] <= back) }
  const isNew = (by, day) => marks.isNew(before, by, day)
  const days = told.days.filter(day => day >= before.last), pieces = await Promise.all(days.map(day => data.changes(day)))
  const came = index.ids.map((id, n) => n).filter(n => !index.ids[n].startsWith("post:") && isNew(index.ids[n], index.days[index.arrived[n]]))
  const weightiest = (a, b) => index.scores[b] - index.scores[a] || index.arrived[b] - index.arrived[a] || (index.ids[a] < index.ids[b] ? -1 : 1)
  const five = came.filter(n => !marks.has(index.ids[n], "no")).sort(weightiest).slice(0, PAPERS)
  const papers = data.fitting(await data.texts(five, first.block), index)
  const all = days.flatMap((day, at) => pieces[at].papers.map(([id, by, name, url, en, zh, sources, flags]) => ({ id, by, day, name, url, said: [en, zh], sources, flags })))
  return {
    visit: before === visit ? visit : null, visited: !!visit, told, count: came.length, older: told.days.length && told.days.at(-1) > before.last ? told.days.at(-1) : "",
    papers: five.map(n => papers.get(n)), concepts: ranked(days, pieces, isNew), happened: all.filter(one => isNew(one.by, one.day))
  }
}

/* By concept what changed in it, those first in which most and weightiest did; what changed in several is told of the first. */
const ranked = (days, pieces, isNew) => {
  const found = new Map(), told = new Set()
  for (const [at, piece] of pieces.entries())
    for (const [id, en, zh, url, changes] of piece.concepts) {
      const own = changes.filter(([, paper]) => isNew(paper, days[at])).map(([weight, paper, key, ...rest]) => ({ weight, paper, key, day: days[at], said: rest.slice(0, 2), sources: rest[2] }))
      const known = found.get(id) ?? { id, name: [en, zh || en], url, changes: [] }
      known.changes.push(...own)
      if (known.changes.length) found.set(id, known)
    }
  const weight = one => one.changes.reduce((sum, { weight }) => sum + weight, 0)
  const text = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
  return [...found.values()].sort((a, b) => weight(b) - weight(a) || text(a.id, b.id)).map(one => {
    const changes = one.changes.filter(({ key }) => !told.has(key)).sort((a, b) => b.weight - a.weight || text(a.day, b.day) || text(a.paper, b.paper))
    changes.forEach(({ key }) => told.add(key))
    return { ...one, changes }
  }).filter(({ changes }) => changes.length)
}

/* --- What is shown ----------------------------------------------------------------- */

const fill = (section, found) => {
  const { visit, told, count } = found, newest = told.days[0] ?? ""
  const said = visit ? pair("awaySince", inWords(visit.day, marks.today()), count) : pair("awayDays", told.span, inWords(newest, marks.today()), count)
  const lead = [make("p", { className: "wiki-away-span" }, ...both(said), ...found.visited ? [" · ", choice(!!visit, told.span)] : [])]
  if (found.older) lead.push(make("p", {}, ...both(pair("awayOlder", inWords(found.older, marks.today())))))
  const mine = new Set(["star", "read", "later"].flatMap(kind => marks.all(kind)))
  const own = found.happened.filter(({ id, flags }) => mine.has(id) || flags & 2)
  const parts = [papers(found.papers), concepts(found.concepts), happened(found.happened.filter(({ flags }) => flags & 1), "awayNone"), happened(own, "awayNoneMine")]
  const heads = [...section.querySelectorAll("h2")]
  while (section.firstChild && section.firstChild !== heads[0]) section.firstChild.remove()
  section.prepend(...lead)
  for (const [at, head] of heads.entries()) {
    while (head.nextSibling && head.nextSibling !== heads[at + 1]) head.nextSibling.remove()
    head.after(...parts[at] ?? [])
  }
  fold(section)
  typeset(section)
}

/* The other span. */
const choice = (isVisit, days) => {
  const other = isVisit ? pair("awayTen", days) : pair("awayLast")
  return make("a", { href: isVisit ? `?${TEN}` : location.pathname }, ...both(other))
}

const empty = key => [make("p", {}, ...both(pair(key)))]

const list = (tag, items, key = "awayNone") => items.length ? [make(tag, {}, ...items)] : empty(key)

const papers = found => list("ol", found.map(paper => {
  const named = paper.headline[0] || paper.headline[1] ? paper.headline : [paper.title, paper.title]
  const item = make("li", {}, make("a", { href: paper.url }, ...rendered(named)), " ", make("small", {}, [paper.score ? `${paper.score}/10 · ` : "", paper.arrived].join("")))
  marks.attach(item, paper.id)
  return item
}))

const concepts = found => {
  const more = found.length - CONCEPTS
  return [...list("ul", found.slice(0, CONCEPTS).map(({ name, url, changes }) => make("li", {},
    make("a", { href: address(url) }, ...both(name)), ...changes.length > LINES ? [" ", make("small", {}, `+${changes.length - LINES}`)] : [],
    make("ul", {}, ...changes.slice(0, LINES).map(({ said, sources }) => make("li", {}, ...told(said, sources))))))),
  ...more > 0 ? [make("p", {}, `… +${more}`)] : []]
}

const happened = (found, key) => list("ul", found.map(one => {
  const item = make("li", {}, make("a", { href: address(one.url) }, one.name), " ", ...told(one.said, one.sources), " ", make("small", {}, one.day))
  marks.attach(item, one.id)
  return item
}), key)

const told = (said, sources) => [...rendered(said), ...sources.flatMap(([name, url]) => [" ", make("a", { href: address(url) }, name)])]

const address = url => inSite(new URL(url, ROOT))
