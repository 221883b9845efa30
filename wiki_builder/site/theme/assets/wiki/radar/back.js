/* On a page to which the radar led, or the front page: the way back to the same filters, or the same hand. */
import { both, make } from "../both.js"
import { inSite } from "../places.js"
import { pair } from "./words.js"

/* An address without its language: the reader may have chosen another since. */
const plain = address => address.replace(/([?&])lang=[^&#]*(?:&|(?=#|$))/, "$1").replace(/[?&](?=#|$)/, "")

const led = document.documentElement.wikiFrom || "" // by head.js

/** A link back to `from`; where that is the page before, also to the same place in it. */
export const show = (from = led) => {
  if (!inSite(from)) return
  const back = make("a", { href: plain(from) }, "← ", ...both(pair("back")))
  if (from === led) back.addEventListener("click", event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (history.length < 2 || location.hash) return // a new tab, or the page before is this one
    event.preventDefault()
    history.back()
  })
  document.querySelector(".md-content__inner")?.prepend(make("p", { className: "wiki-back" }, back))
}
