/* Where the site's pages stand, and which paper an address names. The site's settings choose the form of all addresses:
   a folder's, papers/2605/2605.02801/, or a file's, papers/2605/2605.02801.html. */

export const ROOT = new URL("../../", import.meta.url)
const given = document.documentElement.wikiPlaces || {} // by head.js

/** The address of "radar", "graph" or "concepts"; null where the site has no such page. */
export const place = name => given[name] ? new URL(given[name], ROOT).href : null

/** An address if it is one of this site's, in full; empty for any other. What a browser kept for the site may be another's
    work, since all sites of a host share its stores: nothing of it is followed or shown as a link but through here. */
export const inSite = address => {
  try {
    const url = new URL(address, document.baseURI)
    return url.protocol === ROOT.protocol && url.origin === ROOT.origin && url.pathname.startsWith(ROOT.pathname) ? url.href : ""
  } catch {
    return ""
  }
}

/** A page's address without what was asked of it. */
export const plain = address => address.split(/[?#]/)[0].replace(/index\.html$/, "")

/** The last part of a page's address, as data name it: "credit-assignment". */
export const nameOf = address => plain(address).replace(/(?:\/|\.html)$/, "").split("/").pop()

/** The id of the paper whose page has an address; empty for another page, or one that was moved. */
export const idOf = address => {
  const within = inSite(address), path = within && new URL(within).pathname.slice(ROOT.pathname.length)
  const [, folder, own] = /^papers\/([^/]+)\/(?!index\.html$)([^/]+?)(?:\/(?:index\.html)?|(?<!\.evidence)\.html)$/.exec(path) || []
  if (!own) return ""
  return /^\d{4}$/.test(folder) ? `arxiv:${own}` : /^[a-z-]+(\.[A-Za-z-]+)?$/.test(folder) && /^\d{7}$/.test(own) ? `arxiv:${folder}/${own}` : `${folder}:${own}`
}
