/* The dialog: a combobox with a list of results, in the reader's language. */
import { place } from "../places.js"
import { enter, given, leave, write } from "./address.js"
import { answered } from "./answer.js"
import { open } from "./index.js"
import { nearest } from "./nearest.js"
import { byAuthor, option } from "./results.js"
import { whole } from "./whole.js"
import { both, chosen, following, make, pair, say } from "./words.js"

const SHOWN = 10
const PAUSE = 90 // milliseconds without a key
const PLURALS = { concept: "concepts", entity: "entities", paper: "papers", post: "posts", day: "days", page: "pages" }

/** Puts the dialog on the page and gives what opens it, with a question if there is one; `site` is the address of the site's root. */
export const box = site => {
  let index = null // a promise, once it was asked for
  let answer = null // { index, value, spelled, asked, found, instead }: what is shown now
  let shown = 0 // pages in the list
  let kind = "all", active = -1, turn = 0, pause = 0, adding = null, leaving = false, byAddress = false

  const input = make("input", {
    type: "search", autocomplete: "off", spellcheck: false, enterKeyHint: "go",
    aria: { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "wiki-search-list",
      autocapitalize: "off", autocorrect: "off" }
  })
  const close = make("button", { type: "button", className: "wiki-search-close", textContent: "×" })
  const types = make("div", { className: "wiki-search-types", hidden: true, aria: { role: "group" } })
  const status = make("p", { className: "wiki-search-status", aria: { role: "status" } })
  const list = make("div", { id: "wiki-search-list", className: "wiki-search-list", aria: { role: "listbox" } })
  const more = make("button", { type: "button", className: "wiki-search-more", hidden: true })
  const hint = make("p", { className: "wiki-search-hint" })
  const results = make("div", { className: "wiki-search-results" }, list, more)
  const head = make("div", { className: "wiki-search-head" }, input, close)
  const dialog = make("dialog", { className: "wiki-search md-typeset" }, head, types, status, results, hint)

  const options = () => [...list.children]
  const shownPages = () => kind === "all" ? answer.found : answer.found.filter(number => answer.index.kind(number) === kind)

  const activate = at => {
    options().forEach((option, number) => option.setAttribute("aria-selected", String(number === at)))
    active = at
    const chosen = options()[at]
    if (chosen) input.setAttribute("aria-activedescendant", chosen.id)
    else input.removeAttribute("aria-activedescendant")
    chosen?.scrollIntoView({ block: "nearest" })
  }

  /* --- What is shown --- */

  const draw = async (from, mine) => {
    const { index, asked } = answer
    const wanted = shownPages()
    const pages = await whole(await Promise.all(wanted.slice(from, from + SHOWN).map(index.page)), asked, site)
    if (mine !== turn) return
    if (!from) list.replaceChildren(...byAuthor(pages, answer.value))
    shown = from + pages.length
    list.append(...pages.map((page, at) => option(page, from + at, asked, site)))
    const left = wanted.length - shown
    more.hidden = left <= 0
    more.textContent = say("more", Math.min(SHOWN, left))
    input.setAttribute("aria-expanded", String(wanted.length > 0))
    if (from) return
    activate(-1)
    results.scrollTop = 0
  }

  const act = (words, done) =>
    make("button", { type: "button", className: "wiki-search-act", onclick: done }, ...both(words))

  const elsewhere = () => [["radar", place("radar")], ["allConcepts", place("concepts")]].filter(([, href]) => href)
    .flatMap(([key, href]) => [" ", make("a", { href }, ...both(pair(key)))])

  const tell = () => {
    const { asked, instead, spelled } = answer
    const count = shownPages().length
    const word = input.value.trim()
    if (!asked.words.length) status.replaceChildren()
    else if (count) {
      const as = spelled ? pair("spelled", [spelled, spelled]) : ["", ""]
      status.replaceChildren(...both((count === 1 ? pair("one") : pair("count", count)).map((half, at) => half + as[at])))
    }
    else status.replaceChildren(...both(pair("none", [word, word])), " ",
      ...instead ? [act(pair("instead", [instead, instead]), () => ask(instead))] :
        asked.words.length > 1 ? both(pair("fewer")) : [], make("span", { className: "wiki-search-else" }, ...elsewhere()))
  }

  const choose = () => {
    const counts = new Map(answer.index.kinds.map(name => [name, 0]))
    for (const number of answer.found) counts.set(answer.index.kind(number), counts.get(answer.index.kind(number)) + 1)
    const present = [...counts.keys()].filter(name => counts.get(name))
    if (!present.includes(kind)) kind = "all"
    types.hidden = present.length < 2
    types.replaceChildren(...["all", ...present].map(name => make("button", {
      type: "button", value: name, aria: { "aria-pressed": String(name === kind) }
    }, say(PLURALS[name] || name), " ", make("small", {}, (name === "all" ? answer.found.length : counts.get(name)).toLocaleString("en")))))
  }

  const show = mine => {
    choose()
    tell()
    return draw(0, mine)
  }

  const fail = mine => {
    if (mine !== turn) return
    answer = index = null
    list.replaceChildren()
    more.hidden = types.hidden = true
    activate(-1)
    input.setAttribute("aria-expanded", "false")
    status.replaceChildren(...both(pair("failed")), " ", act(pair("again"), () => ask(input.value)))
  }

  /* --- Questions and answers; one that comes late is left --- */

  const found = async (value, mine) => {
    index ||= open(new URL("search/", site))
    const asking = await index, { spelled, asked, pages } = await answered(asking, value)
    const instead = pages.length ? "" : await nearest(asking, asked)
    if (mine !== turn) return
    answer = { index: asking, value: spelled || value, spelled, asked, found: pages, instead }
    await show(mine)
  }

  /* Once more with a new index if a file is not there: the site may have been built again since the page was opened. */
  const search = async () => {
    clearTimeout(pause)
    const mine = ++turn
    const { value } = input
    dialog.setAttribute("aria-busy", "true")
    const anew = () => {
      if (mine !== turn) return
      index = null
      return found(value, mine)
    }
    await found(value, mine).catch(anew).catch(() => fail(mine))
    if (mine !== turn) return
    dialog.removeAttribute("aria-busy")
    dialog.dataset.asked = value // the list's question; the field may be ahead of it
    write(value.trim())
  }

  const soon = () => {
    clearTimeout(pause)
    pause = setTimeout(search, PAUSE)
  }

  const ask = words => {
    input.value = words
    input.focus()
    return search()
  }

  /* --- What the reader does --- */

  /* Further results: once at a time, however fast the keys come. */
  const add = () => adding ||= draw(shown, turn).catch(search).finally(() => { adding = null })

  /* The same answer in another language or of another type; a question that is under way does it by itself. */
  const again = () => {
    if (answer && !dialog.hasAttribute("aria-busy")) show(++turn).catch(search)
  }

  const step = async by => {
    if (by > 0 && active === options().length - 1 && !more.hidden) await add()
    const count = options().length
    if (count) activate(by > 0 ? Math.min(active + 1, count - 1) : Math.max(active - 1, -1))
  }

  const go = async ({ ctrlKey, metaKey }) => {
    if (dialog.dataset.asked !== input.value || !options().length) await search()
    options()[Math.max(active, 0)]?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey }))
  }

  const move = by => {
    input.focus()
    step(by)
  }

  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: () => dialog.close(), // a search field would be emptied first
    Enter: go
  }

  input.addEventListener("input", event => event.isComposing || soon())
  input.addEventListener("compositionend", soon)
  dialog.addEventListener("keydown", event => {
    event.stopPropagation() // keys of the page behind
    if (event.isComposing) return // these keys are the input method's
    const key = (event.ctrlKey || event.metaKey) && event.key === "k" ? () => start() : keys[event.key]
    if (!key || event.key === "Enter" && event.target !== input) return
    event.preventDefault()
    key(event)
  })
  types.addEventListener("click", event => {
    const button = event.target.closest("button")
    if (!button) return
    kind = button.value
    again()
    types.querySelector(`[value=${kind}]`)?.focus()
  })
  more.addEventListener("click", async () => {
    await add()
    input.focus()
  })
  close.addEventListener("click", () => dialog.close())
  dialog.addEventListener("click", event => event.target === dialog && dialog.close())

  /* --- The address; it stays as it is when a result is opened, so that "back" leads to the results --- */

  /* The event comes a task later: by then one who went back may have gone forward, and is not to be sent back again. */
  dialog.addEventListener("close", () => {
    if (byAddress) byAddress = false
    else if (!dialog.open && leave()) leaving = true
  })

  const start = words => {
    if (!dialog.open) dialog.showModal()
    enter()
    if (words) ask(words)
    else {
      input.focus()
      input.select()
      write(input.value.trim())
    }
  }

  addEventListener("popstate", () => {
    const reopened = leaving && dialog.open // it was opened again before the step back was done
    leaving = false
    if (reopened) start()
    else if (given() !== null) dialog.open || start(given())
    else if (dialog.open) {
      byAddress = true
      dialog.close()
    }
  })

  document.body.append(dialog)
  following(() => {
    input.placeholder = say("ask")
    for (const [element, word] of [[input, "search"], [dialog, "search"], [close, "close"], [list, "results"], [types, "types"]])
      element.setAttribute("aria-label", say(word))
    hint.textContent = chosen(pair("keys"))
    again()
  })
  return start
}
