/* Files that are gzip by themselves (packed in wiki_builder/site/slim.py), so that a host needs less room for them and one
   that compresses nothing sends as little. */

/** The text of an answer. */
export const unpacked = answer => new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).text()
