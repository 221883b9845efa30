/* A paper's page: copies its BibTeX, its citation and its address, and offers a form to report each claim.
   What is copied stands in div.wiki-cite, where the template wrote it; nothing is asked of another host. */
(() => {
  "use strict"
  const WORDS = {
    copy: ["Copy", "复制"],
    bibtex: ["BibTeX", "BibTeX"],
    citation: ["Citation", "引文"],
    link: ["Link", "链接"],
    copied: ["Copied", "已复制"],
    failed: ["Could not be copied", "无法复制"],
    report: ["Report this claim", "报告此论断"],
    claim: ["Claim", "论断"],
    page: ["Page", "页面"],
    english: ["In English", "英文"],
    chinese: ["In Chinese", "中文"],
    quote: ["Quoted from the paper", "论文原文"],
    wrong: ["What is wrong", "问题所在"]
  }
  const MOST = { words: 500, quote: 800 } // an address of 8,000 characters is refused by some servers
  const LANGS = ["en", "zh-Hans"]

  const cite = document.querySelector(".wiki-cite")
  if (!cite) return

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }

  /* A word in both languages; the style sheet shows the reader's. */
  const both = key => new Set(WORDS[key]).size === 1 ? [WORDS[key][0]] :
    WORDS[key].map((text, at) => make("span", { className: "wiki", lang: LANGS[at] }, text)).flatMap((s, at) => at ? [" ", s] : [s])

  const pair = key => WORDS[key].join(" · ")

  const here = () => location.origin === "null" ? location.href.split(/[?#]/)[0] : location.origin + location.pathname

  /* --- Copying ---------------------------------------------------------------- */

  const status = make("span", { className: "wiki-copied", role: "status" })

  /* Pages that are not served over https have no clipboard; there the old way is still known. */
  const copied = text => navigator.clipboard && isSecureContext ? navigator.clipboard.writeText(text) :
    new Promise((done, failed) => {
      const area = make("textarea", { value: text, readOnly: true, className: "wiki-clipboard" })
      const focused = document.activeElement
      document.body.append(area)
      area.select()
      const ok = document.execCommand("copy")
      area.remove()
      if (focused) focused.focus()
      if (ok) done()
      else failed(new Error("copy"))
    })

  const button = (key, text) => {
    const made = make("button", { type: "button" }, ...both(key))
    made.addEventListener("click", () => {
      copied(text()).then(() => status.replaceChildren(...both("copied")), () => status.replaceChildren(...both("failed")))
    })
    return made
  }

  const row = make("div", { className: "wiki-copy", role: "group" },
    make("span", {}, ...both("copy")),
    button("bibtex", () => cite.dataset.bibtex + "\n"),
    button("citation", () => cite.dataset.line),
    button("link", here),
    status)
  row.setAttribute("aria-label", pair("copy"))
  const facts = document.querySelector("section.wiki-facts")
  if (facts) facts.after(row)
  else cite.before(row)

  /* --- Reporting a claim ---------------------------------------------------------- */

  const short = (text, most) => text.length > most ? text.slice(0, most) + "…" : text

  /* What an element says, its maths as it was written, without what is nested in it. */
  const text = element => {
    const copy = element.cloneNode(true)
    copy.querySelectorAll("ul, ol, .wiki-evidence, .headerlink, .wiki-report").forEach(inner => inner.remove())
    for (const maths of copy.querySelectorAll(".arithmatex")) {
      const source = maths.querySelector("annotation")
      maths.replaceWith(`$${source ? source.textContent : maths.textContent.trim().slice(2, -2)}$`)
    }
    return copy.textContent.replace(/\s+/g, " ").trim()
  }

  const wording = (id, lang) => {
    const marks = document.querySelectorAll(`section.wiki[lang="${lang}"] a.wiki-evidence[href="#e-${CSS.escape(id)}"]`)
    const item = marks.length ? marks[0].closest("li, td, p") : null
    return item ? short(text(item), MOST.words) : ""
  }

  const report = quote => {
    const id = quote.id.slice(2)
    const mark = quote.querySelector("mark")
    const summary = quote.closest("details").querySelector("summary")
    const parts = [
      [pair("page"), here()],
      [pair("claim"), `${cite.dataset.id}#${id}${summary ? ` (${text(summary)})` : ""}`],
      [pair("english"), wording(id, LANGS[0])],
      [pair("chinese"), wording(id, LANGS[1])],
      [pair("quote"), mark ? short(text(mark), MOST.quote) : ""]
    ]
    const body = parts.filter(([, said]) => said).map(([name, said]) => `**${name}**: ${said}`)
    const form = new URLSearchParams()
    form.set(cite.dataset.title, `${cite.dataset.id}#${id}`)
    form.set(cite.dataset.body, [...body, `**${pair("wrong")}**:`, ""].join("\n\n"))
    return make("a", { className: "wiki-report", rel: "noopener noreferrer", href: `${cite.dataset.issues}?${form}` },
      ...both("report"))
  }

  if (cite.dataset.issues)
    for (const quote of document.querySelectorAll(".wiki-quote > blockquote[id^='e-']")) quote.after(report(quote))
})()
