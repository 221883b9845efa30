/* The words of the radar, of read marks and of the front page in both languages. */
import { wording } from "../both.js"
import { WORDS } from "../words/radar.js"

export const { pair, say } = wording(WORDS)

const DAY = 86400e3
const utc = day => Date.UTC(+day.slice(0, 4), +(day.slice(5, 7) || 1) - 1, +(day.slice(8, 10) || 1))

/** How long ago a day, or the month where the day is not known, is from `today`, as a pair: what has passed in full. */
export const age = (day, today) => {
  const known = day.length > 7, days = Math.max(0, Math.round((utc(today) - utc(day)) / DAY))
  const months = known ? Math.floor(days / 365.25 * 12) : Math.max(0, month(today) - month(day))
  if (known && months < 2) return days ? pair("daysAgo", days) : pair("today")
  return !months ? pair("thisMonth") : months < 24 ? pair("monthsAgo", months) : pair("yearsAgo", Math.floor(months / 12))
}

const month = day => 12 * day.slice(0, 4) + +day.slice(5, 7)

/** A day in words, as a pair: with its year where that is not the year of `today`. */
export const inWords = (day, today) => ["en-GB", "zh-CN"].map(locale => new Intl.DateTimeFormat(locale, {
  timeZone: "UTC", month: "long",
  ...day.length > 7 && { day: "numeric" },
  ...(day.length <= 7 || day.slice(0, 4) !== today.slice(0, 4)) && { year: "numeric" }
}).format(utc(day)))

/** A source's label, as a pair; most are names. */
export const sourceName = source => source === "file" ? pair("file") : [source, source]
