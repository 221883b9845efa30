/* On the front page: whether the wiki was left behind. Runs end well on days without papers too, so that the last one is
   old only if runs failed, or stopped. arXiv announces from Monday to Friday, by New York's calendar. */
const DAY = 86400e3
const LATE = 2 // announcements that may be missing: one of today that is still to come, and one that failed

/* Today where arXiv is, at midnight in UTC. */
const today = () => Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York" }).format(Date.now()))

/** The announcements that were due after a day (in milliseconds) and up to another; counted no further than needed. */
export const missed = (last, now) => {
  let count = 0
  for (let day = last + DAY; day <= now && count <= LATE; day += DAY) count += new Date(day).getUTCDay() % 6 > 0
  return count
}

/** Shows one of the two lines of `element`; what was due when the wiki stopped is said no longer. A wiki that is
    finished has one line, which stays. */
export const show = element => {
  const stale = missed(Date.parse(element.dataset.day), today()) > LATE
  const finished = !element.querySelector(".wiki-stale")
  if (!finished) for (const line of element.children) line.hidden = line.classList.contains("wiki-stale") !== stale
  element.classList.toggle("wiki-is-stale", stale && !finished)
  for (const due of document.querySelectorAll(".wiki-due")) due.hidden = stale
}
