/* On a page to which the radar led: the way back to the same filters. */
import { both, make } from "../both.js"
import { pair } from "./words.js"

/** A link back to `from`; where that is the page before, also to the same place in it. */
export const show = (from = document.referrer) => {
  const back = make("a", { href: from }, "← ", ...both(pair("back")))
  if (from === document.referrer) back.addEventListener("click", event => {
    if (history.length < 2 || location.hash) return // a new tab, or the page before is this one
    event.preventDefault()
    history.back()
  })
  document.querySelector(".md-content__inner")?.prepend(make("p", { className: "wiki-back" }, back))
}
