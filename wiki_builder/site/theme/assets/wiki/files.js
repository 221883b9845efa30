/* Beside the BibTeX of a day's or a concept's papers, which is a file, a button that copies it. */
import { both, make, wording } from "./both.js"
import { copied } from "./clipboard.js"
import { WORDS } from "./words/cite.js"

const { pair } = wording(WORDS)

export const show = link => {
  let text
  const load = () => text ||= fetch(link.href).then(answer => {
    if (!answer.ok) throw new Error(`${link.href}: ${answer.status}`)
    return answer.text()
  }).catch(error => {
    text = undefined
    throw error
  })
  const ahead = () => load().catch(() => { /* the click tells */ }) // a browser lets one copy for a moment after the click
  const status = make("span", { className: "wiki-copied", role: "status" })
  const tell = key => () => status.replaceChildren(...both(pair(key)))
  const copy = () => load().then(copied).then(tell("copied"), tell("failed"))
  const button = { type: "button", onclick: copy, onpointerenter: ahead, onfocus: ahead }
  link.after(" ", make("button", button, ...both(pair("copy").map(said => `${said} BibTeX`))), status)
}
