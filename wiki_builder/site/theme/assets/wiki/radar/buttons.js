/* Buttons for the marks of a paper, wherever one is shown. */
import { both, make } from "../both.js"
import { pair } from "./words.js"

/** Buttons for the marks of a paper, for `attach` of marks.js. */
export const markButtons = (kinds = ["read", "later", "star", "no"]) => kinds.map(kind => {
  const button = make("button", { type: "button", className: "wiki-mark", aria: { "aria-pressed": "false" } }, ...both(pair(kind)))
  button.dataset.wikiMark = kind
  return button
})
