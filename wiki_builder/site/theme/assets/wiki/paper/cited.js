/* A concept's page: a number of a citation leads to the cited claim on the paper's page, and says the paper's name. Without
   this script it leads to the paper's row in the table of papers (wiki_builder/site/citations.py). */
export const show = () => {
  const told = {}
  for (const section of document.querySelectorAll("section.wiki[lang]:has(sup > a)")) {
    const kind = section.className, claims = (told[kind] = section.dataset.claims || told[kind] || "").split(" ")
    for (const [at, link] of [...section.querySelectorAll("sup a[href^='#r']")].entries()) {
      const paper = document.querySelector(`${link.getAttribute("href")} a`)
      if (!paper || !claims[at]) continue
      link.title = paper.textContent
      link.href = claims[at] === "-" ? paper.href : `${paper.href}#e-${claims[at]}` // no claim: the paper as a whole
    }
  }
}
