/* The reader's marks, out and in: a file for another device, and an address for the stars. */
import { download } from "../bibtex.js"
import { both, make } from "../both.js"
import { copied } from "../clipboard.js"
import * as marks from "../marks.js"
import { pair } from "./words.js"

export const mine = page => {
  const told = make("p", { aria: { role: "status" } })
  const file = make("input", { type: "file", accept: "application/json,.json", className: "wiki-radar-file" })
  file.addEventListener("change", async () => {
    try {
      told.replaceChildren(...both(pair("imported", marks.imported(await file.files[0].text()))))
    } catch {
      told.replaceChildren(...both(pair("notImported")))
    }
    file.value = ""
  })
  const copy = () => copied(marks.address()).then(() => told.replaceChildren(...both(pair("starsCopied"))),
    () => told.replaceChildren(make("a", { href: marks.address() }, ...both(pair("starsNotCopied")))))
  const stars = make("button", { type: "button", className: "wiki-radar-stars", onclick: copy }, ...both(pair("starList")))
  const take = make("button", { type: "button", className: "wiki-radar-take", onclick: () => marks.setAll(marks.named(page.view.ids), "star") }, ...both(pair("takeStars")))
  const send = make("a", { className: "wiki-radar-send", target: "_blank", rel: "noopener" }, ...both(pair("send")))
  send.addEventListener("click", () => {
    const out = marks.outbox()
    if (!out) return
    send.href = out.href
    setTimeout(() => marks.isSent(out.rows)) // once the address was followed
    told.replaceChildren(...both(pair("sent")))
  })
  const again = make("button", { type: "button", className: "wiki-radar-again", onclick: () => marks.again(true) }, ...both(pair("again")))
  marks.following(() => {
    const out = marks.outbox()
    send.hidden = !out
    if (out) send.href = out.href
    again.hidden = !!out || !marks.again()
    stars.hidden = !marks.all("star").length
    take.hidden = !page.view.ids
  })
  return make("details", { className: "wiki-radar-mine", open: !!page.view.ids }, make("summary", {}, ...both(pair("mine"))),
    make("p", {}, ...both(pair(document.documentElement.wikiMarks ? "privateSent" : "private"))),
    make("div", {}, make("button", { type: "button", onclick: save }, ...both(pair("export"))),
      make("button", { type: "button", onclick: () => file.click() }, ...both(pair("import"))), file, send, again, stars, take), told)
}

marks.shared().catch(() => {}) // without a network they come another time

const save = () => download("wiki-marks.json", marks.exported(), "application/json")
