/* A paper's page: marks near its title, evidence in place. */
import { following, make } from "../both.js"
import * as marks from "../marks.js"
import { markButtons } from "../radar/buttons.js"
import { say } from "../radar/words.js"
import { show as showEvidence } from "./evidence.js"

export const show = cite => {
  marked(cite.dataset.id)
  showEvidence(cite)
}

/* Beside the text, what is done with the paper. Reading a page for a moment is not having read the paper,
   so nothing is marked by itself. */
const marked = id => {
  const title = document.querySelector("section.wiki-title") || document.querySelector(".md-content__inner h1")
  if (!title || !id) return
  const bar = make("div", { className: "wiki-marks", role: "group" }, ...markButtons())
  following(() => bar.setAttribute("aria-label", say("actions")))
  title.append(bar)
  marks.attach(bar, id)
}
