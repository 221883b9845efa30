/* What opens the search: its button, /, s, Ctrl+K, an address with ?search=; and what marks the words on the page of a
   result, whose address has ?h=. Both are loaded when they are wanted; what is typed until then is kept. */
(() => {
  "use strict"
  const here = new URL(".", document.currentScript.src)
  const button = document.querySelector(".wiki-search-open")
  // A page that was opened from disk may load neither modules nor the index.
  if (!button || window.wikiSearch || location.protocol === "file:" || !("DecompressionStream" in window)) return
  window.wikiSearch = true
  let loaded = null, started = null

  const styled = () => new Promise((done, failed) => {
    const style = document.createElement("link")
    style.rel = "stylesheet"
    style.href = new URL("search/search.css", here)
    style.onload = done
    style.onerror = failed
    document.head.append(style)
  })

  /* A field in the button's place, until the box is there: keys, an input method's too, go on as they do in any. */
  const hold = () => {
    const field = document.createElement("input")
    const before = document.activeElement
    let composed = Promise.resolve(), last = ""
    Object.assign(field, { type: "search", className: button.className, autocomplete: "off", spellcheck: false, ariaLabel: button.innerText.trim() })
    field.addEventListener("compositionstart", () => { composed = new Promise(done => field.addEventListener("compositionend", done, { once: true })) })
    field.addEventListener("keydown", event => {
      if (!event.isComposing && /^(?:Enter|Escape)$/.test(event.key)) last ||= event.key
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation() // keys of the page behind
    })
    button.after(field)
    button.hidden = true
    field.focus()
    const release = () => {
      field.remove()
      button.hidden = false
      before?.focus({ preventScroll: true }) // to which the reader comes back
      return { typed: field.value, last }
    }
    return { settled: () => composed, release }
  }

  let waiting = false
  const open = async words => {
    if (waiting) return
    waiting = true
    const held = started || words ? null : hold()
    loaded ||= Promise.all([import(new URL("search/box.js", here)), styled()])
      .then(([{ box }]) => { started = box(new URL("../../", here)) })
    try {
      await loaded
      await held?.settled()
    } catch {
      loaded = null
    }
    waiting = false
    const { typed = "", last = "" } = held?.release() || {}
    if (last === "Escape") return
    if (!started) return alert(button.dataset.failed)
    started(words || typed)
    if (last) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: last, bubbles: true, cancelable: true }))
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
