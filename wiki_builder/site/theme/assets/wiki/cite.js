/* A paper's page: copies its BibTeX, its citation and its address, and offers a form to report each claim.
   What is copied stands in the head, and its entry in a file of the site's (bibtex.js); nothing is asked of another host. */
import { both, following, make, wording } from "./both.js"
import { copied } from "./clipboard.js"
import { WORDS } from "./words/cite.js"

const { pair, say } = wording(WORDS)
const MOST = { words: 500, quote: 800 } // an address of 8,000 characters is refused by some servers
const LANGS = ["en", "zh-Hans"]
const AUTHORS = 10 // that a citation names

const cite = document.querySelector(".wiki-cite")

const inBoth = key => pair(key).join(" · ")

const here = () => location.origin === "null" ? location.href.split(/[?#]/)[0] : location.origin + location.pathname

/* --- Copying ---------------------------------------------------------------- */

const status = make("span", { className: "wiki-copied", role: "status" })

const button = (key, text) => {
  const tell = said => () => status.replaceChildren(...both(pair(said)))
  const ahead = () => { text().catch(() => { /* the click tells */ }) } // a browser lets one copy for a moment after the click
  return make("button", { type: "button", onclick: () => text().then(copied).then(tell("copied"), tell("failed")),
    onpointerenter: ahead, onfocus: ahead }, ...both(pair(key)))
}

const entry = async () => {
  const { bibtex } = await import("./bibtex.js"), found = await bibtex([cite.dataset.id])
  if (!found) throw new Error(`no entry of ${cite.dataset.id}`)
  return found
}

const told = name => [...document.querySelectorAll(`meta[name="citation_${name}"]`)].map(meta => meta.content)

/* A paper in one line: authors, title, number, category and year, of what the head has for citation managers. */
const line = async () => {
  const authors = told("author"), [id] = told("arxiv_id"), { category } = cite.dataset
  const more = authors.length > AUTHORS || "more" in cite.dataset ? " et al." : ""
  const parts = [authors.slice(0, AUTHORS).join(", ") + more, ...told("title"),
    id ? `arXiv:${id}${category ? ` [${category}]` : ""}` : "", told("publication_date")[0]?.slice(0, 4)]
  return parts.filter(Boolean).map(part => /[.?!]$/.test(part) ? part : `${part}.`).join(" ")
}

const row = make("div", { className: "wiki-copy", role: "group" },
  make("span", {}, ...both(pair("copy"))),
  button("bibtex", entry),
  button("citation", line),
  button("link", async () => here()),
  status)
following(() => row.setAttribute("aria-label", say("copy")))
const edit = document.querySelector("a[rel=edit]")
if (edit) status.before(make("a", { href: edit.href }, ...both(pair("edit"))))
const facts = document.querySelector("section.wiki-facts")
if (facts) facts.append(row)
else cite.before(row)

/* What an element says, its maths as it was written, without what is nested in it. */
const text = element => {
  const copy = element.cloneNode(true)
  copy.querySelectorAll("ul, ol, a[href*='#e-'], .headerlink").forEach(inner => inner.remove())
  for (const maths of copy.querySelectorAll(".arithmatex")) {
    const source = maths.querySelector("annotation")
    maths.replaceWith(`$${source ? source.textContent : maths.textContent.trim().slice(2, -2)}$`)
  }
  return copy.textContent.replace(/\s+/g, " ").trim()
}

/* --- For citation managers, which read the page as it stands in the browser ------------- */

const abstract = document.querySelector("#wiki-abstract-en")
if (abstract) {
  const copy = abstract.cloneNode(true)
  copy.querySelectorAll("h1, h2, h3").forEach(heading => heading.remove())
  document.head.append(make("meta", { name: "citation_abstract", content: text(copy) }))
}

/* --- Reporting a claim ---------------------------------------------------------- */

const short = (text, most) => text.length > most ? text.slice(0, most) + "…" : text

const worded = (id, lang) => {
  const marks = document.querySelectorAll(`section.wiki[lang="${lang}"] a[href$="#e-${CSS.escape(id)}"]`)
  const item = marks.length ? marks[0].closest("li, td, p") : null
  return item ? short(text(item), MOST.words) : ""
}

/** A link to a form that reports a claim, filled in with its wording in both languages; `name` is what the page
    calls it, `quote` the paper's words. Null where the wiki's repository has no such form. */
export const report = (id, name, quote) => {
  if (!cite.dataset.issues) return null
  const parts = [
    [inBoth("page"), here()],
    [inBoth("claim"), `${cite.dataset.id}#${id}${name ? ` (${name})` : ""}`],
    [inBoth("english"), worded(id, LANGS[0])],
    [inBoth("chinese"), worded(id, LANGS[1])],
    [inBoth("quote"), short(quote, MOST.quote)]
  ]
  const body = parts.filter(([, said]) => said).map(([said, what]) => `**${said}**: ${what}`)
  const form = new URLSearchParams()
  form.set(cite.dataset.title, `${cite.dataset.id}#${id}`)
  form.set(cite.dataset.body, [...body, `**${inBoth("wrong")}**:`, ""].join("\n\n"))
  return make("a", { className: "wiki-report", rel: "noopener noreferrer", href: `${cite.dataset.issues}?${form}` },
    ...both(pair("report")))
}
