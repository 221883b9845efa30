/* What Material's pages lack for a keyboard and for a screen reader. They read well without it. */

/** The drawer opens by a button, which says how it stands; Escape shuts it. Without scripts it is a box with a label. */
const drawer = (box, label) => {
  const button = document.createElement("button")
  button.type = "button"
  button.className = `${label.className} wiki-drawer`
  button.append(...label.childNodes)
  label.replaceWith(button)
  const told = () => button.setAttribute("aria-expanded", String(box.checked))
  button.setAttribute("aria-controls", "wiki-nav")
  button.addEventListener("click", () => box.click())
  box.addEventListener("change", told)
  addEventListener("keydown", event => {
    if (event.key !== "Escape" || !box.checked) return
    box.click()
    button.focus()
  })
  told()
}

/** Each listing's buttons are no landmark of their own. */
const listings = () => document.querySelectorAll("nav.md-code__nav:not([role])").forEach(nav => nav.setAttribute("role", "none"))

/** What scrolls sideways takes the focus, so that the arrow keys move it. */
const scrolling = new ResizeObserver(changes => {
  for (const { target } of changes)
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
    else target.removeAttribute("tabindex")
})
const boxes = () =>
  document.querySelectorAll(".md-typeset :is(.md-typeset__scrollwrap, div.arithmatex, pre > code)").forEach(box => scrolling.observe(box))

/** A menu of the header shuts by Escape, by a click elsewhere, and when the focus leaves it. */
const menu = details => {
  const shut = () => { details.open = false }
  addEventListener("click", event => { if (!details.contains(event.target)) shut() })
  details.addEventListener("focusout", event => { if (event.relatedTarget && !details.contains(event.relatedTarget)) shut() })
  details.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !details.open) return
    shut()
    details.firstElementChild.focus()
  })
}

document.querySelectorAll(".wiki-nav details").forEach(menu)
drawer(document.getElementById("__drawer"), document.querySelector(".md-header label[for='__drawer']"))
const listed = new MutationObserver(listings)
for (const pre of document.querySelectorAll(".md-typeset pre")) listed.observe(pre, { childList: true })
listings()
if (document.readyState === "complete") boxes()
else addEventListener("load", boxes)
