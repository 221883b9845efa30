/* On a page to which the radar led: the way back, to the same filters and the same place. */
import { both, make } from "../both.js"
import { pair } from "./words.js"

export const show = () => {
  const back = make("a", { href: document.referrer }, "← ", ...both(pair("back")))
  back.addEventListener("click", event => {
    event.preventDefault()
    history.back()
  })
  document.querySelector(".md-content__inner")?.prepend(make("p", { className: "wiki-back" }, back))
}
