/* Loads what draws concepts, where there is something to draw: the graph's page, and a concept's
   neighbours once they are opened. Without it both are lists of links. */
(() => {
  "use strict"
  const here = new URL(".", document.currentScript.src)
  const page = document.querySelector("div.wiki-graph:empty")
  const neighbours = document.querySelectorAll(":is(details, section).wiki-neighbours")
  if (window.wikiGraph || (!page && !neighbours.length)) return
  window.wikiGraph = true

  const start = (module, element) =>
    import(new URL(`graph/${module}.js`, here)).then(({ show }) => show(element, here))

  const whenOpen = section => {
    if (section.open !== false) start("near", section)
    else section.addEventListener("toggle", () => start("near", section), { once: true })
  }

  if (page) start("page", page)
  neighbours.forEach(whenOpen)
})()
