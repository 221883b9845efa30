/* How old a paper, the members of its event and related papers are, by the reader's day. */
import { both, make } from "../both.js"
import * as marks from "../marks.js"
import { age } from "../radar/words.js"

export const show = () => {
  for (const time of document.querySelectorAll(".wiki-related time, .wiki-event time")) {
    time.title = time.dateTime = time.textContent
    time.replaceChildren(...both(age(time.dateTime, marks.today())))
  }
  for (const time of document.querySelectorAll(".wiki-kicker time"))
    time.parentElement.after(" ", make("span", {}, ...both(age(time.textContent, marks.today()))))
}
