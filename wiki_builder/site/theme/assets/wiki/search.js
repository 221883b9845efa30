/* What opens the search: its button, / and s. The search itself is loaded when it is wanted. */
(() => {
  "use strict"
  const here = new URL(".", document.currentScript.src)
  const button = document.querySelector(".wiki-search-open")
  if (!button || window.wikiSearch || !("DecompressionStream" in window)) return
  window.wikiSearch = true
  let loaded = null

  const styled = () => new Promise(done => {
    const style = document.createElement("link")
    style.rel = "stylesheet"
    style.href = new URL("search/search.css", here)
    style.onload = style.onerror = done
    document.head.append(style)
  })

  const open = async () => {
    loaded ||= Promise.all([import(new URL("search/box.js", here)), styled()])
      .then(([{ box }]) => box(new URL("../../", here)))
    ;(await loaded)()
  }

  const writing = element => element.isContentEditable || /^(?:input|select|textarea)$/i.test(element.tagName)

  button.hidden = false
  button.addEventListener("click", open)
  addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return
    if (event.key !== "/" && event.key !== "s") return
    event.preventDefault()
    open()
  })
})()
