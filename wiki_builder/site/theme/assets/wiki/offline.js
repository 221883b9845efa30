/* Reading without a connection: registers the worker (offline/worker.js, at the site's root), and has it keep what a
   reader wants to take along. A site that is served to its owner has an empty file in the place of this one. */
import { both, make, wording } from "./both.js"
import { ROOT } from "./places.js"
import { WORDS } from "./words/offline.js"

const { pair } = wording(WORDS)
const AT_ONCE = 24 // files of one message, so that a browser does not think the worker stuck
const WORKER = new URL("offline.js", ROOT).href

const megabytes = bytes => Math.max(0.1, Math.round(bytes / 1e5) / 10)

const working = registration => registration.active || new Promise(done => {
  const worker = registration.installing || registration.waiting
  worker.addEventListener("statechange", () => worker.state === "activated" && done(worker))
})

/* What the worker answers to a message. */
const ask = ({ active }, act, more) => new Promise((done, failed) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => {
    port1.close()
    if (data.error) failed(new Error(data.error))
    else done(data.done)
  }
  active.postMessage({ act, ...more }, [port2])
})

/* Has the set kept, a few files at a time; `tell` is given how much of it is there, in percent. */
const keep = async (registration, tell) => {
  const { version, files } = await ask(registration, "list")
  for (let at = 0; at < files.length; at += AT_ONCE) {
    tell(Math.floor(10 * at / files.length) * 10)
    await ask(registration, "keep", { version, files: files.slice(at, at + AT_ONCE) })
  }
  await ask(registration, "complete", { version })
}

/* A line of the footer: what can be kept, or what is. */
const control = registration => {
  const button = make("button", { type: "button" }), status = make("span", { aria: { role: "status" } })
  let said = ""

  const tell = (key, ...values) => {
    if (said === (said = [key, ...values].join())) return
    status.replaceChildren(...both(pair(key, ...values)))
  }

  const show = async () => {
    const { bytes, kept, keptBytes, version } = await ask(registration, "state")
    button.replaceChildren(...both(kept ? pair("remove") : pair("keep", megabytes(bytes))))
    button.onclick = kept ? remove : take
    if (kept) tell("kept", megabytes(keptBytes))
    return kept && kept !== version
  }

  const act = async (work, after) => {
    button.setAttribute("aria-disabled", "true") // and not disabled, which would lose the focus
    button.onclick = null
    let failed = false
    await work().catch(error => {
      failed = true
      console.warn(error)
    })
    await show()
    button.removeAttribute("aria-disabled")
    if (failed || after) tell(failed ? "failed" : after)
  }

  const take = () => act(() => keep(registration, percent => tell("keeping", percent)))
  const remove = () => act(() => ask(registration, "remove"), "removed")

  /* After a new build what is kept is brought up to date, without a word. */
  const renew = async () => {
    if (await show() && !navigator.connection?.saveData) keep(registration, () => {}).then(show, () => { /* another time */ })
  }

  navigator.serviceWorker.addEventListener("controllerchange", () => renew().catch(console.warn))
  return renew().then(() => make("p", { className: "wiki-offline" }, button, " ", status))
}

/* What was asked for before there was a worker: what has come, and then what comes late. */
const keepSeen = async registration => {
  const since = performance.now() // what is asked for from now on the worker keeps itself
  const ahead = document.querySelector("link[rel=next]")?.href // which Firefox loads in case the reader goes there
  const seen = entries => ask(registration, "seen", { addresses: entries.map(({ name }) => name).filter(name => name !== ahead) })
  const late = new PerformanceObserver(list => {
    const before = list.getEntries().filter(({ startTime }) => startTime < since)
    if (before.length) seen(before).catch(() => { /* another time */ })
  })
  late.observe({ type: "resource" })
  await seen([{ name: location.href }, ...performance.getEntriesByType("resource")])
}

const start = async () => {
  const isNew = navigator.serviceWorker.controller?.scriptURL !== WORKER
  const registration = await navigator.serviceWorker.register(WORKER)
  await working(registration)
  if (isNew) await keepSeen(registration)
  const line = await control(registration), footer = document.querySelector(".md-copyright"), last = footer?.querySelector(":scope > p:last-of-type")
  if (last) last.after(line)
  else footer?.prepend(line)
}

start().catch(() => { /* a browser that allows no worker: the site is read with a connection */ })
