/* BibTeX of a selection, for any script of the site:
     import { bibtex, download } from "./bibtex.js"
     download("selection.bib", await bibtex(["arxiv:2605.02801", …]))
   Entries stand in small files by number (wiki_builder/site/exports/files.py), each of which is read once. */

import { unpacked } from "./packed.js"

const folder = new URL("bibtex/", import.meta.url)
const read = new Map()

/** The name of the file that holds a paper's entry: 2605.02, astro-ph, file. */
export const shard = paper => {
  const [, kind, own] = /^([^:]*):(.*)$/.exec(paper) || [null, paper, ""]
  return kind !== "arxiv" ? kind : own.includes("/") ? own.split("/")[0] : own.slice(0, 7)
}

const entries = name => {
  if (!read.has(name))
    read.set(name, fetch(new URL(encodeURIComponent(name), folder)).then(answer => {
      if (answer.status === 404) return "{}" // no paper of the site is in it
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      return unpacked(answer)
    }).then(JSON.parse).catch(error => {
      read.delete(name)
      throw error
    }))
  return read.get(name)
}

/** The entries of papers by id, in the order given; papers that the site does not know are left out.
    Throws an Error where a file cannot be loaded. */
export const bibtex = async papers => {
  const known = Object.assign({}, ...await Promise.all([...new Set(papers.map(shard))].map(entries)))
  return papers.filter(paper => Object.hasOwn(known, paper)).map(paper => known[paper] + "\n").join("\n")
}

/** Gives the reader a text as a file. */
export const download = (name, text, type = "application/x-bibtex") => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
