/* The wiki's own script: the language switch, maths where a page has some, evidence that is linked to. */
(() => {
  "use strict"
  const root = document.documentElement
  const here = new URL(".", document.currentScript.src)

  /* The id that a hash names; as it stands where it is badly written. */
  const decoded = hash => {
    try {
      return decodeURIComponent(hash.slice(1))
    } catch {
      return hash.slice(1)
    }
  }

  const shows = element => element?.checkVisibility()

  const language = chosen => {
    const place = inView()
    wikiChoose(chosen)
    if (place) keepPlace(place)
  }

  /* What no style can switch: the document's language and title, titles and labels of elements, and what Material's
     script says as "English · 中文". */
  const labels = ["title", "aria-label", "placeholder"].flatMap(name =>
    [...document.querySelectorAll(`[data-en-${name}], [data-two-${name}]`)].map(element => {
      const both = element.getAttribute(name), [en, zh] = both.split(" · ")
      return { element, name, both, en: element.getAttribute(`data-en-${name}`) || en, zh: element.getAttribute(`data-zh-${name}`) || zh }
    }))
  const title = document.querySelector("title")
  const titles = { both: title.textContent, en: title.dataset.en, zh: title.dataset.zh }
  const half = text => text.split(" · ")[{ en: 0, zh: 1 }[root.dataset.ui]] || text
  const buttons = new Map()

  const labelled = () => {
    const lang = root.dataset.ui
    root.lang = { en: "en", zh: "zh-Hans" }[lang]
    mark()
    title.textContent = titles[lang] || titles.both
    for (const label of labels) label.element.setAttribute(label.name, label[lang])
    for (const button of document.querySelectorAll(".md-code__button, .md-clipboard"))
      if (!buttons.has(button)) buttons.set(button, button.title)
    for (const [button, both] of buttons) button.title = half(both)
    for (const said of document.querySelectorAll(".md-dialog__inner"))
      if (half(said.textContent) !== said.textContent) said.textContent = half(said.textContent)
  }

  const mark = () => {
    for (const button of document.querySelectorAll(".wiki-language button"))
      button.setAttribute("aria-pressed", String(button.value === root.dataset.lang))
  }

  /* On a switch the reader stays at the paragraph, item or heading they were reading, in the other language. */
  const BLOCKS = "h1, h2, h3, h4, h5, h6, p, li, tr, dt, dd, pre, figure"
  const ASIDE = ".wiki-facts, .wiki-stamp, .wiki-cite, [popover], details:not([open])" // or beside the text, or unseen
  const LINE = 120 // pixels from the top: below the header

  /* The first block in view, and how far it was read. */
  const inView = () => {
    if (scrollY < 100) return null
    const block = [...document.querySelectorAll(`article :is(${BLOCKS}):not(.wiki)`)].find(one =>
      one.getBoundingClientRect().bottom > LINE && shows(one) && !one.querySelector(BLOCKS) && !one.closest(ASIDE))
    if (!block) return null
    const { top, height } = block.getBoundingClientRect()
    return { block, top: Math.max(top, LINE), read: Math.max(0, LINE - top) / height }
  }

  /* Its place in its section, of which the other language has one of the same name. */
  const counterpart = block => {
    const section = block.closest("section.wiki[lang]")
    const name = section && [...section.classList].find(c => c.startsWith("wiki-"))
    const within = section?.closest(".wiki-pair") || document
    const all = section ? [...within.querySelectorAll(`section.${CSS.escape(name)}[lang]`)] : []
    const own = all.filter(one => one.lang === section.lang).indexOf(section)
    const other = all.filter(one => one.lang !== section?.lang)[own]
    if (!other) return null
    const at = [...section.querySelectorAll(block.localName)].indexOf(block), blocks = other.querySelectorAll(block.localName)
    return blocks[Math.min(at, blocks.length - 1)] || other
  }

  const keepPlace = ({ block, top, read }) => {
    const now = shows(block) ? block : counterpart(block)
    if (!now || !shows(now)) return
    const place = now.getBoundingClientRect()
    scrollBy({ top: place.top + read * place.height - top, behavior: "instant" })
  }

  /* A link to something hidden: open its <details>, and show its language. */
  const reveal = () => {
    const id = decoded(location.hash)
    const target = id && document.getElementById(id)
    if (!target || target.matches("a[href*='#e-']")) return // a claim: paper/evidence.js leads to it
    const section = target.closest(".wiki[lang]")
    const hidden = section && !shows(section)
    if (hidden) root.dataset.lang = "both"
    const closed = target.closest("details")
    for (let d = closed; d; d = d.parentElement.closest("details")) d.open = true
    if (hidden || closed) target.scrollIntoView()
  }

  /* A graph is drawn where a page has one: the graph's own page, or a concept's neighbours. */
  const graphs = () => {
    if (!document.querySelector("div.wiki-graph, .wiki-near")) return
    const script = document.createElement("script")
    script.src = new URL("graph.js", here)
    document.head.append(script)
  }

  /* A module, and what it shows; one that cannot be loaded is missed, and nothing else with it. */
  const loading = []
  const part = (name, ...about) => {
    loading.push(import(new URL(name, here)).then(({ show }) => show?.(...about)).catch(console.warn))
  }

  /* Where a page has its radar or its front page's cards, a module fills them; without it both are plain lists. */
  const readers = () => {
    const parts = { "div.wiki-radar:empty": "radar/page.js", "div.wiki-today": "radar/today.js", "section.wiki-away": "radar/away.js" }
    const found = Object.keys(parts).map(name => [document.querySelector(name), parts[name]]).filter(([element]) => element)
    for (const [element, name] of found)
      loading.push(import(new URL(name, here)).then(({ show }) => show(element)).catch(error => {
        console.warn(error)
        element.hidden = element.matches("div") // then what stands there without scripts does
      }))
    const { radar } = root.wikiPlaces || {}, paper = document.querySelector("div.wiki-cite")
    const before = [radar, ...paper ? ["", "index.html"] : []].filter(path => path !== undefined).map(path => new URL(`../../${path}`, here).href)
    if (!found.length && before.includes((root.wikiFrom || "").split(/[?#]/)[0])) part("radar/back.js")
    if (paper) part("paper/page.js", paper)
    if (document.querySelector(".wiki-kicker time, .wiki-related time, .wiki-event time")) part("paper/ages.js")
    if (document.querySelector("a.wiki-gist")) part("paper/gists.js")
    if (document.querySelector("[data-claims]")) part("paper/cited.js")
    if (document.querySelector(".wiki-related, .wiki-papers, .wiki-results-table")) part("paper/long.js")
    const file = document.querySelector(".wiki-files a[download]")
    if (file) part("files.js", file)
    if (document.querySelector(".wiki-pair, .wiki-text, .wiki-related")) part("folds.js")
    part("keys.js")
  }

  /* From disk a browser loads no modules, and so neither search nor lists nor buttons: the reader is told why. */
  const fromDisk = () => {
    self.wikiFromDisk = (...said) => {
      const made = (name, properties) => Object.assign(document.createElement(name), properties)
      const line = made("p", { className: "wiki-from-disk" })
      for (const [at, lang] of ["en", "zh-Hans"].entries()) {
        const half = made("span", { className: "wiki", lang })
        half.append(...said[at].split("`").map((textContent, code) => made(code % 2 ? "code" : "span", { textContent })))
        line.append(half, " ")
      }
      document.querySelector("article")?.prepend(line)
    }
    const script = document.createElement("script")
    script.src = new URL("words/disk.js", here)
    document.head.append(script)
  }

  let katex
  const maths = within => {
    const spans = within.querySelectorAll(".arithmatex")
    if (!spans.length) return
    katex ||= new Promise(done => {
      const style = document.createElement("link")
      style.rel = "stylesheet"
      style.href = new URL("katex/katex.min.css", here)
      const script = document.createElement("script")
      script.src = new URL("katex/katex.min.js", here)
      script.onload = style.onload = () => window.katex && style.sheet && done()
      script.onerror = style.onerror = stands
      document.head.append(style, script)
    })
    katex.then(() => {
      spans.forEach(typeset)
      document.body.getBoundingClientRect() // asks for the fonts
      document.fonts.ready.then(stands)
    })
  }

  /* What maths would move is held back (wiki.css) until it has its place. */
  const stands = () => root.classList.add("wiki-typeset")

  const typeset = span => {
    const source = span.textContent.trim()
    const inner = /^\\[(\[]([\s\S]*)\\[)\]]$/.exec(source)
    if (!inner) return
    window.katex.render(inner[1], span, {
      displayMode: source.startsWith("\\["), throwOnError: false, trust: false, strict: false, maxSize: 20, maxExpand: 500
    })
    /* A link that is all maths is heard by its symbols. */
    const link = span.closest("a:not([aria-label])"), symbols = span.querySelector("semantics > :first-child")
    if (link && symbols && link.textContent === span.textContent) link.setAttribute("aria-label", symbols.textContent)
  }

  for (const button of document.querySelectorAll(".wiki-language button"))
    button.addEventListener("click", () => language(button.value))
  addEventListener("hashchange", reveal)
  addEventListener("popstate", wikiAddress)
  const changes = new MutationObserver(labelled)
  changes.observe(root, { attributeFilter: ["data-lang"] })
  for (const late of document.querySelectorAll("pre, .highlight, .md-dialog")) changes.observe(late, { childList: true, subtree: true })
  labelled()
  reveal()
  if (!document.querySelector(".arithmatex")) stands() // what comes later is typeset where it is put
  maths(document)
  document.addEventListener("wiki-maths", ({ target }) => maths(target))
  if (location.protocol === "file:") fromDisk()
  else {
    graphs()
    readers()
    part("access.js")
    /* For reading without a connection, once nothing else is to be done. */
    if (navigator.serviceWorker) addEventListener("load", async () => {
      await Promise.all(loading);
      (window.requestIdleCallback || setTimeout)(() => part("offline.js"))
    })
  }
})()
