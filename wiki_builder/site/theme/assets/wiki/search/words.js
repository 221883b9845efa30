/* The words of the search in both languages. */
import { both, chosen, following, language, make, wording } from "../both.js"
import { WORDS } from "../words/search.js"

export const { pair, say } = wording(WORDS)
export { both, chosen, following, language, make }
