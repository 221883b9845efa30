/* Loads what draws concepts, where there is something to draw: the graph's page, and a concept's
   neighbours once a reader asks for the picture. Without it both are lists of links. */
(() => {
  "use strict"
  const here = new URL(".", document.currentScript.src)
  const page = document.querySelector("div.wiki-graph:empty")
  const near = document.querySelectorAll("details.wiki-near")
  if (window.wikiGraph || (!page && !near.length)) return
  window.wikiGraph = true

  const start = (module, element) =>
    import(new URL(`graph/${module}.js`, here)).then(({ show }) => show(element, here))

  if (page) start("page", page)
  for (const details of near) details.addEventListener("toggle", () => start("near", details), { once: true })
})()
