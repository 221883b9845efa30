/* The question in the address, as `?search=`: it can be sent, kept and come back to, and "back" closes the search.

   The search is open where the address has the parameter, even an empty one. */

const KEY = "search"

/** The question of the address; null without one. */
export const given = () => new URLSearchParams(location.search).get(KEY)

const address = words => {
  const url = new URL(location)
  if (words === null) url.searchParams.delete(KEY)
  else url.searchParams.set(KEY, words)
  return url
}

/** The search was opened: a step in the browser's history, unless the address says so already. */
export const enter = () => {
  if (given() === null) history.pushState({ ...history.state, wikiSearch: true }, "", address(""))
}

/** Another question, in the same step. */
export const write = words => {
  if (given() !== null && given() !== words) history.replaceState(history.state, "", address(words))
}

/** The search was closed: back over its step; one who came by a link has none. Whether a popstate follows. */
export const leave = () => {
  if (given() === null) return false
  if (history.state?.wikiSearch) history.back()
  else history.replaceState(history.state, "", address(null))
  return Boolean(history.state?.wikiSearch)
}
