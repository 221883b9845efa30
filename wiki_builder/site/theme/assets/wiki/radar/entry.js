/* One entry of the radar: what is shown of a paper, and what can be done with it. */
import { both, language, make, telling } from "../both.js"
import { attach, today } from "../marks.js"
import { markButtons } from "./buttons.js"
import { nodes, rendered, typeset } from "./text.js"
import { age, inWords, pair, say, sourceName } from "./words.js"

const AUTHORS = 8

/** A place for a paper that is on its way. */
export const waiting = number =>
  make("li", { className: "wiki-entry wiki-entry-waiting", aria: { "aria-busy": "true" } }, counted(number))

/** A paper as an item of a numbered list: a row of two lines, and an arrow that opens the rest. `on` answers
    filter(name, value) and near(paper); null where there is no radar to show what they ask for. */
export const entry = (paper, number, categoryName, on) => {
  const item = make("li", { className: "wiki-entry" }, counted(number),
    make("div", { className: "wiki-entry-main" }, heading(paper), " ", meta(paper, categoryName, on)))
  item.append(unfold(paper, number, item, whole => details(whole, categoryName, on)))
  attach(item, paper.id)
  return item
}

const counted = number => make("span", { className: "wiki-entry-number" }, String(number).padStart(2, "0"))

/* --- A row -------------------------------------------------------------------------- */

const meta = (paper, categoryName, on) => {
  const now = today(), [code] = paper.categories, parts = []
  parts.push([make("span", { className: "wiki-entry-source" }, ...both(sourceName(paper.source)))])
  const old = make("span", { className: "wiki-entry-age" }, ...both(age(paper.first, now)))
  if (paper.updated || paper.first === paper.date) parts.push([time(paper.date)], [old])
  else parts.push([dated(paper.source === "file" ? "published" : "first", paper.first, now)], [old], [dated("added", paper.date, now)])
  if (paper.updated) parts.push([make("span", { className: "wiki-entry-updated" }, ...both(update(paper, now)))])
  if (paper.held) parts.push([make("span", { className: "wiki-entry-held" }, ...both(pair("held")))])
  if (code) parts.push([on ? filter(code, "byCategory", categoryName(code), () => on.filter("category", code)) : code])
  if (paper.why[0]) parts.push([make("span", { className: "wiki-entry-why" }, ...both(paper.why))])
  if (paper.also.length) parts.push([make("span", { className: "wiki-entry-also" }, ...both(pair("also")), ...paper.also.flatMap(({ label, url }, i) => [i ? ", " : "", make("a", { href: url }, label)]))])
  return make("p", { className: "wiki-entry-meta" }, ...score(paper), ...parts.flatMap((part, i) => i ? [" · ", ...part] : part), ...author(paper, on))
}

/* The first author, and how many more there are; on a phone the arrow says it. */
const author = ({ authors: [name, ...others], left }, on) => name ? [make("span", { className: "wiki-entry-by" }, " · ", named(name, on), others.length + left ? ` +${others.length + left}` : "")] : []

const named = (name, on) => on ? filter(name, "byAuthor", [name, name], () => on.filter("author", name)) : name

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

const headed = ({ headline: [en, zh] }) => !!(en || zh)

const heading = paper => make("h2", { className: "wiki-entry-headline" },
  headed(paper) ? make("a", { href: paper.url }, ...rendered(paper.headline)) :
    make("a", { href: paper.url, lang: /[\u3400-\u9fff]/.test(paper.title) ? "zh-Hans" : "en" }, ...nodes(paper.title)))

const score = paper => {
  if (!paper.score) return []
  const points = make("span", { className: "wiki-entry-score" }, make("strong", {}, String(paper.score)), "/10")
  points.dataset.score = paper.score > 6 ? "high" : paper.score < 5 ? "low" : ""
  return [telling(points, () => { points.title = say("importanceLong", paper.score) }), " "]
}

/* The arrow; what it opens is loaded and made when it is asked for, once. */
const unfold = (paper, number, item, made) => {
  const button = make("button", { type: "button", className: "wiki-entry-unfold", aria: { "aria-expanded": "false" } })
  const isOpen = () => button.getAttribute("aria-expanded") === "true"
  let place
  telling(button, () => button.setAttribute("aria-label", button.title = say("unfold", number)))
  button.addEventListener("click", async () => {
    button.setAttribute("aria-expanded", String(!isOpen()))
    if (!place) {
      item.append(place = make("div", { className: "wiki-entry-details", aria: { "data-wiki-fold": "" } }))
      place.append(...made(await whole(paper)))
      typeset(item)
      if (language() === "both") import("../folds.js").then(({ fold }) => fold(item)).catch(console.warn)
    }
    place.hidden = !isOpen()
  })
  return button
}

/* A row that came first says less; without a connection that is what there is. */
const whole = paper => Promise.resolve(paper.whole?.() ?? paper).catch(error => {
  console.warn(error)
  return paper
})

/* A name that filters by itself. */
const filter = (text, key, value, act) => {
  const button = make("button", { type: "button", className: "wiki-entry-filter", onclick: act }, ...Array.isArray(text) ? both(text) : [text])
  telling(button, () => { button.title = say(key, value) })
  return button
}

/* --- What the arrow opens ------------------------------------------------------------- */

const details = (paper, categoryName, on) => {
  const place = make("div", { className: "wiki-entry-abstract" }, make("p", {}, ...both(pair("loading"))))
  const made = [
    ...headed(paper) ? [make("p", { className: "wiki-entry-title", lang: "en" }, ...nodes(paper.title))] : [],
    ...authors(paper, on), ...paragraph("summary", paper.summary), ...paragraph("reason", paper.reason), ...topics(paper, on),
    actions(paper, on), place
  ]
  abstract(paper).then(found => {
    place.replaceChildren(...found, ...categories(paper, categoryName, on))
    typeset(place)
  })
  return made
}

const paragraph = (name, texts) => {
  const made = rendered(texts)
  return made.length ? [make("p", { className: `wiki-entry-${name}` }, ...made)] : []
}

const authors = (paper, on) => {
  if (!paper.authors.length) return []
  const line = make("p", { className: "wiki-entry-authors" })
  paper.authors.slice(0, AUTHORS).forEach((name, i) => line.append(i ? ", " : "", named(name, on)))
  const all = paper.authors.length + paper.left, left = all - Math.min(AUTHORS, paper.authors.length)
  const counts = [left, all] // English says how many more there are, Chinese how many in all
  if (left) line.append(" ", ...both(pair("moreAuthors", counts.map(count => count.toLocaleString("en")))))
  return [line]
}

const topics = (paper, on) => listed(paper.topics.map(({ id, kind, name }) =>
  on ? filter(name, "byConcept", name, () => on.filter(kind === "concept" ? "concept" : "entity", id)) : make("span", {}, ...both(name))))

const listed = items => items.length ? [make("ul", { className: "wiki-entry-topics" }, ...items.map(item => make("li", {}, item)))] : []

/* All categories in full: in the row stands the first one's code, and where there is no mouse nothing says what it means. */
const categories = (paper, categoryName, on) => listed(paper.categories.map(code => {
  const name = categoryName(code), text = name.map(one => one === code ? code : `${code} ${one}`)
  return on ? filter(text, "byCategory", name, () => on.filter("category", code)) : make("span", {}, ...both(text))
}))

const actions = (paper, on) => {
  const bar = make("div", { className: "wiki-entry-actions", aria: { role: "group" } }, ...markButtons())
  telling(bar, () => bar.setAttribute("aria-label", say("actions")))
  if (on && paper.kind !== "post") bar.append(make("button", { type: "button", onclick: () => on.near(paper) }, ...both(pair("near"))))
  if (paper.origin) bar.append(atSource(paper.origin))
  attach(bar, paper.id)
  return bar
}

const atSource = href => make("a", { href, rel: "noopener" }, ...both(pair("atSource")))

/* The abstract stands on the paper's page, with what a person made of it; on a post's, where it was published. */
const abstract = async paper => {
  try {
    const answer = await fetch(paper.url)
    if (!answer.ok) throw new Error(`${paper.url}: ${answer.status}`)
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    if (paper.kind === "post")
      return [...page.querySelectorAll(".wiki-facts a[href^='http']")].map(({ href }) => make("p", {}, atSource(href)))
    const found = [...page.querySelectorAll("#wiki-abstract-en, #wiki-abstract-zh")].map(folded => {
      folded.querySelectorAll("summary, h1, h2, h3, .headerlink").forEach(element => element.remove())
      const section = make("section", { className: folded.className, lang: folded.lang }, ...folded.childNodes) // the row's arrow is its fold
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
