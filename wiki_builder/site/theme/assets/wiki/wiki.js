/* The wiki's own script: the language switch, maths where a page has some, evidence that is linked to. */
(() => {
  "use strict"
  const root = document.documentElement
  const here = new URL(".", document.currentScript.src)

  const shows = element => element && element.offsetParent !== null

  /* The table of contents lists both languages; an entry follows its section. */
  const contents = () => {
    for (const link of document.querySelectorAll(".md-nav--secondary a[href*='#'], .md-nav--integrated a[href*='#']")) {
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)))
      const section = target && target.closest(".wiki[lang]")
      const item = link.closest("li")
      if (section && item) {
        item.lang = section.lang
        item.classList.add("wiki")
      }
    }
  }

  const language = chosen => {
    const before = firstInView()
    root.dataset.lang = chosen
    try { localStorage.setItem("wiki-language", chosen) } catch (e) { /* private windows */ }
    mark()
    if (before) keepPlace(before)
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
  const half = text => text.split(" · ")[{ en: 0, zh: 1 }[root.dataset.lang]] || text
  const buttons = new Map()

  const labelled = () => {
    const lang = root.dataset.lang
    root.lang = { en: "en", zh: "zh-Hans" }[lang] || root.dataset.own
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

  /* On a switch the reader stays at the section they were reading, in the other language. */
  const firstInView = () => scrollY < 100 ? null :
    [...document.querySelectorAll("section.wiki")].find(s => shows(s) && s.getBoundingClientRect().bottom > 120)

  const keepPlace = section => {
    const name = [...section.classList].find(c => c.startsWith("wiki-"))
    const now = shows(section) ? section : [...document.querySelectorAll(`section.${CSS.escape(name)}`)].find(shows)
    if (now) now.scrollIntoView()
  }

  /* A link to something hidden: open its <details>, and show its language. */
  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1))
    const target = id && document.getElementById(id)
    if (!target || target.matches("a[href*='#e-']")) return // a claim: paper/evidence.js leads to it
    const section = target.closest(".wiki[lang]")
    const hidden = section && !shows(section)
    if (hidden) {
      root.dataset.lang = "both"
      mark()
    }
    const closed = target.closest("details")
    for (let d = closed; d; d = d.parentElement.closest("details")) d.open = true
    if (hidden || closed) target.scrollIntoView()
  }

  /* A graph is drawn where a page has one: the graph's own page, or a concept's neighbours. */
  const graphs = () => {
    if (!document.querySelector("div.wiki-graph, .wiki-neighbours")) return
    const script = document.createElement("script")
    script.src = new URL("graph.js", here)
    document.head.append(script)
  }

  /* Where a page has its radar or its front page's cards, a module fills them; without it both are plain lists. */
  const readers = () => {
    const parts = { "div.wiki-radar:empty": "radar/page.js", "div.wiki-today": "radar/today.js" }
    const found = Object.keys(parts).map(name => [document.querySelector(name), parts[name]]).filter(([element]) => element)
    const styled = found.length && new Promise(done => {
      const style = document.createElement("link")
      style.rel = "stylesheet"
      style.href = new URL("radar.css", here)
      style.onload = style.onerror = done
      document.head.append(style)
    })
    for (const [element, name] of found)
      Promise.all([import(new URL(name, here)), styled]).then(([{ show }]) => show(element))
    if (!found.length && document.referrer.split(/[?#]/)[0] === new URL("../../radar/", here).href)
      import(new URL("radar/back.js", here)).then(({ show }) => show())
    const paper = document.querySelector("div.wiki-cite")
    if (paper) import(new URL("paper/page.js", here)).then(({ show }) => show(paper))
    import(new URL("keys.js", here))
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
      script.onload = done
      document.head.append(style, script)
    })
    katex.then(() => spans.forEach(typeset))
  }

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
  const changes = new MutationObserver(labelled)
  changes.observe(root, { attributeFilter: ["data-lang"] })
  for (const late of document.querySelectorAll("pre, .highlight, .md-dialog")) changes.observe(late, { childList: true, subtree: true })
  contents()
  mark()
  labelled()
  reveal()
  maths(document)
  document.addEventListener("wiki-maths", ({ target }) => maths(target))
  graphs()
  readers()
  import(new URL("access.js", here))
})()
