/* One entry of the radar: what is shown of a paper, and what can be done with it. */
import { both, make, telling } from "../both.js"
import { attach, today } from "../marks.js"
import { markButtons } from "./buttons.js"
import { nodes, rendered, typeset } from "./text.js"
import { age, inWords, pair, say, sourceName } from "./words.js"

const AUTHORS = 8

/** A place for a paper that is on its way. */
export const waiting = number =>
  make("li", { className: "wiki-entry wiki-entry-waiting", aria: { "aria-busy": "true" } }, make("p", { className: "wiki-entry-meta" }, counted(number)))

/** A paper as an item of a numbered list. `on` answers filter(name, value) and near(paper); null where there is no radar
    to show what they ask for. */
export const entry = (paper, number, categoryName, on) => {
  const item = make("li", { className: "wiki-entry" },
    meta(paper, number, categoryName, on), heading(paper),
    ...paper.headline[0] || paper.headline[1] ? [make("p", { className: "wiki-entry-title", lang: "en" }, ...nodes(paper.title))] : [],
    ...authors(paper, on), ...paragraph("summary", paper.summary), ...score(paper), ...topics(paper, on))
  item.append(actions(paper, item, categoryName, on))
  attach(item, paper.id)
  return item
}

const counted = number => make("span", { className: "wiki-entry-number" }, `${String(number).padStart(2, "0")}.`)

const meta = (paper, number, categoryName, on) => {
  const now = today(), [code] = paper.categories
  const place = make("span", { className: "wiki-entry-source" }, ...both(sourceName(paper.source)))
  if (code && !on) place.append(` (${code.toUpperCase()})`)
  else if (code) {
    const name = categoryName(code)
    const button = make("button", { type: "button", onclick: () => on.filter("category", code) }, `(${code.toUpperCase()})`)
    telling(button, () => {
      button.title = say("byCategory", name)
      button.setAttribute("aria-label", `${code.toUpperCase()}: ${say("byCategory", name)}`)
    })
    place.append(" ", button)
  }
  const old = make("span", { className: "wiki-entry-age" }, ...both(age(paper.first, now)))
  const parts = paper.updated || paper.first === paper.date ? [place, " ", time(paper.date), " · ", old] :
    [place, " · ", dated(paper.source === "file" ? "published" : "first", paper.first, now), " · ", old, " · ", dated("added", paper.date, now)]
  if (paper.updated) parts.push(" · ", make("span", { className: "wiki-entry-updated" }, ...both(update(paper, now))))
  if (paper.held) parts.push(" · ", make("span", { className: "wiki-entry-held" }, ...both(pair("held"))))
  return make("p", { className: "wiki-entry-meta" }, counted(number), " ", ...parts)
}

const time = day => make("time", { dateTime: day }, day)

/* "first announced November 2019", "added 19 June" */
const dated = (key, day, now) => make("time", { dateTime: day }, ...both(pair(key, inWords(day, now))))

/* "updated to v4 · first announced 3 March" */
const update = (paper, now) => {
  const [en, zh] = paper.version ? pair("updated", paper.version) : pair("updatedSome")
  if (paper.first === paper.date) return [en, zh]
  const first = pair("first", inWords(paper.first, now))
  return [`${en} · ${first[0]}`, `${zh} · ${first[1]}`]
}

const heading = paper => {
  const [en, zh] = paper.headline
  return make("h2", { className: "wiki-entry-headline" },
    make("a", { href: paper.url }, ...en || zh ? rendered(paper.headline) : nodes(paper.title)))
}

const paragraph = (name, texts) => {
  const made = rendered(texts)
  return made.length ? [make("p", { className: `wiki-entry-${name}` }, ...made)] : []
}

const authors = (paper, on) => {
  if (!paper.authors.length) return []
  const line = make("p", { className: "wiki-entry-authors" })
  paper.authors.slice(0, AUTHORS).forEach((name, i) => line.append(i ? ", " : "", on ? filter(name, "byAuthor", [name, name], () => on.filter("author", name)) : name))
  const all = paper.authors.length + paper.left, left = all - Math.min(AUTHORS, paper.authors.length)
  const counts = [left, all] // English says how many more there are, Chinese how many in all
  if (left) line.append(" ", ...both(pair("moreAuthors", counts.map(count => count.toLocaleString("en")))))
  return [line]
}

/* A name that filters by itself. */
const filter = (text, key, value, act) => {
  const button = make("button", { type: "button", className: "wiki-entry-filter", onclick: act }, ...Array.isArray(text) ? both(text) : [text])
  telling(button, () => { button.title = say(key, value) })
  return button
}

const score = paper => {
  if (!paper.score) return []
  const made = rendered(paper.reason)
  const points = make("strong", { className: "wiki-entry-score" }, `${paper.score}/10`)
  telling(points, () => { points.title = say("importanceLong", paper.score) })
  return [make("p", { className: "wiki-entry-reason" }, points, ...made.length ? [" ", ...made] : [])]
}

const topics = (paper, on) => listed(paper.topics.map(({ id, kind, name }) =>
  on ? filter(name, "byConcept", name, () => on.filter(kind === "concept" ? "concept" : "entity", id)) : make("span", {}, ...both(name))))

const listed = items => items.length ? [make("ul", { className: "wiki-entry-topics" }, ...items.map(item => make("li", {}, item)))] : []

/* All categories in full: above stands the first one's code, and where there is no mouse nothing says what it means. */
const categories = (paper, categoryName, on) => listed(paper.categories.map(code => {
  const name = categoryName(code), text = name.map(one => one === code ? code : `${code} ${one}`)
  return on ? filter(text, "byCategory", name, () => on.filter("category", code)) : make("span", {}, ...both(text))
}))

/* --- What can be done ------------------------------------------------------------- */

const actions = (paper, item, categoryName, on) => {
  const bar = make("div", { className: "wiki-entry-actions", aria: { role: "group" } })
  telling(bar, () => bar.setAttribute("aria-label", say("actions")))
  const unfold = make("button", { type: "button", className: "wiki-entry-unfold", aria: { "aria-expanded": "false" } }, ...both(pair("abstract")))
  unfold.addEventListener("click", () => toggled(unfold, paper, item, () => categories(paper, categoryName, on)))
  bar.append(unfold, ...markButtons())
  if (on) bar.append(make("button", { type: "button", onclick: () => on.near(paper) }, ...both(pair("near"))))
  if (paper.origin) bar.append(make("a", { href: paper.origin, rel: "noopener" }, ...both(pair("atSource"))))
  return bar
}

const toggled = async (button, paper, item, further) => {
  const open = button.getAttribute("aria-expanded") !== "true"
  button.setAttribute("aria-expanded", String(open))
  const known = item.querySelector(".wiki-entry-abstract")
  if (known) known.hidden = !open
  else if (open) {
    const place = make("div", { className: "wiki-entry-abstract" }, make("p", {}, ...both(pair("loading"))))
    item.querySelector(".wiki-entry-actions").before(place)
    place.replaceChildren(...await abstract(paper), ...further())
    typeset(place)
  }
}

/* The abstract stands on the paper's page, with what a person made of it. */
const abstract = async paper => {
  try {
    const answer = await fetch(paper.url)
    if (!answer.ok) throw new Error(`${paper.url}: ${answer.status}`)
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    const found = [...page.querySelectorAll("#wiki-abstract-en, #wiki-abstract-zh")].map(section => {
      section.querySelectorAll("h1, h2, h3, .headerlink").forEach(element => element.remove())
      section.removeAttribute("id")
      for (const name of ["href", "src"]) for (const element of section.querySelectorAll(`[${name}]`)) // as seen from the paper's page
        element.setAttribute(name, new URL(element.getAttribute(name), answer.url).href)
      return document.adoptNode(section)
    }).filter(section => section.textContent.trim())
    return found.length ? found : [make("p", {}, ...both(pair("noAbstract")))]
  } catch (error) {
    console.warn(error)
    return [make("p", {}, ...both(pair("notLoaded")))]
  }
}
