/* The dialog: a combobox with a list of results, in the reader's language. */
import { excerpt, marked } from "./excerpt.js"
import { open } from "./index.js"
import { ranked } from "./rank.js"
import { question } from "./terms.js"
import { both, chosen, following, language, make, pair, say } from "./words.js"

const SHOWN = 10
const PAUSE = 90 // milliseconds without a key
const PLURALS = { concept: "concepts", entity: "entities", paper: "papers", day: "days", page: "pages" }
const LANGUAGES = { en: "en", zh: "zh-Hans" }

/** Puts the dialog on the page and gives what opens it; `site` is the address of the site's root. */
export const box = site => {
  let index = null, asked = null, found = [], kind = "all", shown = 0, active = -1, turn = 0, pause = 0, adding = null

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
  const shownPages = () => kind === "all" ? found : found.filter(number => index.kind(number) === kind)

  const activate = at => {
    options().forEach((option, number) => option.setAttribute("aria-selected", String(number === at)))
    active = at
    const option = options()[at]
    if (option) input.setAttribute("aria-activedescendant", option.id)
    else input.removeAttribute("aria-activedescendant")
    option?.scrollIntoView({ block: "nearest" })
  }

  /* --- Results --- */

  const titles = page => {
    const [en, zh] = page.title
    const order = !zh ? [["en", en]] : language() === "zh" ? [["zh", zh], ["en", en]] : [["en", en], ["zh", zh]]
    const wanted = language() === "en" || page.kind !== "paper" && language() === "zh" ? order.slice(0, 1) : order
    return wanted.map(([lang, text], at) =>
      make("span", { className: at ? "wiki-search-second" : "wiki-search-title", lang: LANGUAGES[lang] }, ...marked(text, asked)))
  }

  /* In the reader's language if the words stand there, else where they do. */
  const excerpts = page => {
    const [en, zh, any] = page.text
    const told = { en: ["en", en], zh: ["zh", zh], any: ["", any] }
    const first = language() === "both" ? ["en", "zh"] : [language()]
    const rest = ["en", "zh", "any"].filter(name => !first.includes(name))
    const shown = [...page.title, page.title.join(" · ")]
    const all = [...first, ...rest].map(name => [told[name][0], excerpt(told[name][1], asked, shown), first.includes(name)])
    const most = Math.max(...all.map(one => one[1].words))
    const own = all.filter(one => one[2] && one[1].words)
    const wanted = own.length ? own : all.filter(one => one[1].words === most && most).slice(0, 1)
    return wanted.map(([lang, piece]) =>
      make("span", { className: "wiki-search-excerpt", lang: LANGUAGES[lang] || "" }, ...marked(piece.text, asked)))
  }

  const option = (page, number) => {
    const about = [say(page.kind), page.date].filter(Boolean).join(" · ")
    return make("a", {
      id: `wiki-search-${number}`, href: new URL(page.url, site).href, tabIndex: -1,
      className: `wiki-search-option wiki-search-${page.kind}`, aria: { role: "option", "aria-selected": "false" }
    }, make("span", { className: "wiki-search-kind" }, about), ...titles(page), ...excerpts(page))
  }

  const draw = async (from, until, mine) => {
    const numbers = shownPages().slice(from, until)
    const pages = await Promise.all(numbers.map(index.page))
    if (mine !== turn) return
    if (!from) list.replaceChildren()
    list.append(...pages.map((page, at) => option(page, from + at)))
    shown = from + pages.length
    const left = shownPages().length - shown
    more.hidden = left <= 0
    more.textContent = say("more", Math.min(SHOWN, left))
    input.setAttribute("aria-expanded", String(shown > 0))
    if (!from) {
      activate(-1)
      results.scrollTop = 0
    }
  }

  const tell = () => {
    const count = shownPages().length
    if (!asked?.words.length) status.replaceChildren()
    else if (count) status.replaceChildren(...both(count === 1 ? pair("one") : pair("count", count)))
    else {
      const word = input.value.trim()
      status.replaceChildren(...both(pair("none", [word, word])), ...asked.words.length > 1 ? [" ", ...both(pair("fewer"))] : [])
    }
  }

  const choose = () => {
    const counts = new Map(index.kinds.map(name => [name, found.filter(number => index.kind(number) === name).length]))
    const present = index.kinds.filter(name => counts.get(name))
    if (kind !== "all" && !counts.get(kind)) kind = "all"
    types.hidden = present.length < 2
    types.replaceChildren(...["all", ...present].map(name => make("button", {
      type: "button", value: name, aria: { "aria-pressed": String(name === kind) }
    }, say(PLURALS[name] || name), " ", make("small", {}, (name === "all" ? found.length : counts.get(name)).toLocaleString("en")))))
  }

  const show = async mine => {
    choose()
    tell()
    await draw(0, SHOWN, mine)
  }

  const fail = mine => {
    if (mine !== turn) return
    found = []
    list.replaceChildren()
    more.hidden = types.hidden = true
    input.setAttribute("aria-expanded", "false")
    status.replaceChildren(...both(pair("failed")))
  }

  const search = async () => {
    const mine = ++turn
    const { value } = input
    dialog.setAttribute("aria-busy", "true")
    try {
      index ||= await open(new URL("search/", site))
      const next = question(value)
      const pages = await ranked(index, next)
      if (mine !== turn) return
      ;[asked, found] = [next, pages]
      await show(mine)
    } catch (error) {
      fail(mine)
    }
    if (mine !== turn) return
    dialog.removeAttribute("aria-busy")
    dialog.dataset.asked = value // the list's question; the field may be ahead of it
  }

  const soon = () => {
    clearTimeout(pause)
    pause = setTimeout(search, PAUSE)
  }

  /* --- What the reader does --- */

  /* Further results: once at a time, however fast the keys come. */
  const add = (mine = turn) =>
    adding ||= draw(shown, shown + SHOWN, mine).catch(() => fail(mine)).finally(() => { adding = null })

  /* The same answer in another language or of another type; a question that is under way does it by itself. */
  const again = () => {
    if (dialog.hasAttribute("aria-busy")) return
    const mine = ++turn
    show(mine).catch(() => fail(mine))
  }

  const step = async by => {
    if (by > 0 && active === shown - 1 && !more.hidden) await add()
    const count = options().length
    if (count) activate(by > 0 ? Math.min(active + 1, count - 1) : Math.max(active - 1, -1))
  }

  const go = async event => {
    event.preventDefault()
    clearTimeout(pause)
    if (dialog.dataset.asked !== input.value || !options().length) await search()
    const option = options()[Math.max(active, 0)]
    option?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: event.ctrlKey, metaKey: event.metaKey }))
  }

  input.addEventListener("input", event => event.isComposing || soon())
  input.addEventListener("compositionend", soon)
  dialog.addEventListener("keydown", event => {
    event.stopPropagation() // keys of the page behind
    if (event.isComposing) return // these keys are the input method's
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      input.focus()
      step(event.key === "ArrowDown" ? 1 : -1)
    } else if (event.key === "Enter" && event.target === input) go(event)
    else if (event.key === "Escape") { // a search field would be emptied first
      event.preventDefault()
      dialog.close()
    }
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
  list.addEventListener("click", event => event.ctrlKey || event.metaKey || event.shiftKey || dialog.close())
  close.addEventListener("click", () => dialog.close())
  dialog.addEventListener("click", event => event.target === dialog && dialog.close())

  document.body.append(dialog)
  following(() => {
    input.placeholder = say("ask")
    for (const [element, word] of [[input, "search"], [dialog, "search"], [close, "close"], [list, "results"], [types, "types"]])
      element.setAttribute("aria-label", say(word))
    hint.textContent = chosen(pair("keys"))
    if (asked) again()
  })
  return () => {
    if (dialog.open) return
    dialog.showModal()
    input.focus()
    input.select()
  }
}
