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

  const mark = () => {
    for (const button of document.querySelectorAll(".wiki-language button"))
      button.setAttribute("aria-pressed", String(button.value === root.dataset.lang))
  }

  /* Material searches for any of the words. The characters of a Chinese word are all wanted:
     大语言模型 goes to the search worker (message 2 is a query) as "大 语 言 模 型". */
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message && message.type === 2 && typeof message.data === "string" && !message.data.includes('"'))
      message = { ...message, data: message.data.replace(/[\u3400-\u9fff]{2,}/g, word => ` "${[...word].join(" ")}" `).trim() }
    return post.call(this, message, ...rest)
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
    if (!target) return
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
  }

  for (const button of document.querySelectorAll(".wiki-language button"))
    button.addEventListener("click", () => language(button.value))
  addEventListener("hashchange", reveal)
  contents()
  mark()
  reveal()
  maths(document)
  document.addEventListener("wiki-maths", ({ target }) => maths(target))
  graphs()
  readers()
})()
