/* Copying. Pages that are not served over https have no clipboard; there the old way is still known. */
import { make } from "./both.js"

/** Puts a text on the clipboard; rejected where that cannot be done. */
export const copied = text => navigator.clipboard && isSecureContext ? navigator.clipboard.writeText(text) :
  new Promise((done, failed) => {
    const area = make("textarea", { value: text, readOnly: true, className: "wiki-clipboard" })
    const focused = document.activeElement
    document.body.append(area)
    area.select()
    const ok = document.execCommand("copy")
    area.remove()
    if (focused) focused.focus()
    if (ok) done()
    else failed(new Error("copy"))
  })
