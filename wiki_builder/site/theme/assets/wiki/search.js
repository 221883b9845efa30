/* What opens the search: its button, /, s, Ctrl+K, an address with ?search=; and what marks the words on the page of a
   result, whose address has ?h=. Both are loaded when they are wanted. */
(() => {
  "use strict"
  const here = new URL(".", document.currentScript.src)
  const button = document.querySelector(".wiki-search-open")
  // A page that was opened from disk may load neither modules nor the index.
  if (!button || window.wikiSearch || location.protocol === "file:" || !("DecompressionStream" in window)) return
  window.wikiSearch = true
  let loaded = null

  const styled = () => new Promise((done, failed) => {
    const style = document.createElement("link")
    style.rel = "stylesheet"
    style.href = new URL("search/search.css", here)
    style.onload = done
    style.onerror = failed
    document.head.append(style)
  })

  const open = async words => {
    loaded ||= Promise.all([import(new URL("search/box.js", here)), styled()])
      .then(([{ box }]) => box(new URL("../../", here)))
    try {
      (await loaded)(words)
    } catch {
      loaded = null
      alert(button.dataset.failed)
    }
  }

  /* The words to mark go from the address, which is the page's own again. */
  const mark = async words => {
    const url = new URL(location)
    url.searchParams.delete("h")
    history.replaceState(history.state, "", url)
    const { hits } = await import(new URL("search/hits.js", here))
    hits(words)
  }

  const arrived = () => {
    const asked = new URLSearchParams(location.search)
    if (asked.has("search")) open(asked.get("search"))
    else if (asked.has("h")) mark(asked.get("h")).catch(() => { /* the page is readable without marks */ })
  }

  const writing = element => element.isContentEditable || /^(?:input|select|textarea)$/i.test(element.tagName)
  const opens = ({ key, ctrlKey, metaKey, altKey, shiftKey, target }) =>
    ctrlKey || metaKey ? key === "k" && !altKey && !shiftKey : (key === "/" || key === "s") && !altKey && !writing(target)

  button.hidden = false
  button.addEventListener("click", () => open())
  addEventListener("keydown", event => {
    if (event.defaultPrevented || !opens(event)) return
    event.preventDefault()
    open()
  })
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", arrived)
  else arrived()
})()
