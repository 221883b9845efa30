/* The words of the graphs in both languages. */
import { both, chosen, following, language, make, wording } from "../both.js"
import { WORDS } from "../words/graph.js"

export const { pair, say } = wording(WORDS)
export { both, chosen, following, language, make }

/** A node's two names. */
export const names = node => [node.en, node.zh]
