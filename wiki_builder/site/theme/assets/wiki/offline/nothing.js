/* In the place of ../offline.js where the site keeps nothing in browsers: what an earlier build's worker still wrote
   while it went away goes with the next page. */
import { ROOT } from "./places.js"

const ours = `wiki-builder ${ROOT.pathname} `
for (const name of await globalThis.caches?.keys() ?? []) if (name.startsWith(ours)) caches.delete(name)
