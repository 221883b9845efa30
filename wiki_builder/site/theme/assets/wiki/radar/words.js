/* The words of the radar, of read marks and of the front page in both languages. */
import { wording } from "../both.js"

const WORDS = {
  radar: ["Radar", "雷达"],
  find: ["Title, headline, author, concept", "题目、要点、作者、概念"],
  filters: ["Filters", "筛选"],
  sort: ["Sort by", "排序"],
  byDate: ["date", "日期"],
  byScore: ["score", "评分"],
  byRelated: ["relatedness", "相关度"],
  shuffled: ["shuffled", "随机"],
  shuffle: ["Shuffle", "换一批"],
  clear: ["Clear all", "全部清除"],
  category: ["Category", "类别"],
  source: ["Source", "来源"],
  concept: ["Concept", "概念"],
  entity: ["Model, dataset, organisation", "模型、数据集、机构"],
  author: ["Author", "作者"],
  score: ["Score", "评分"],
  from: ["From", "起始日期"],
  to: ["Until", "截止日期"],
  mark: ["My marks", "我的标记"],
  kind: ["Entries", "条目"],
  any: ["any", "不限"],
  atLeast: ["{0} or more", "{0} 分及以上"],
  hasCode: ["has code", "有代码"],
  hasText: ["full text read", "已读全文"],
  unread: ["unread", "未读"],
  isRead: ["read", "已读"],
  isLater: ["later", "稍后读"],
  isStar: ["starred", "已加星"],
  isNo: ["not for me", "不感兴趣"],
  isNew: ["new papers", "新论文"],
  isUpdated: ["updates", "更新版本"],
  file: ["File", "文件"],
  chipAuthor: ["Authors: {0}", "作者：{0}"],
  chipCategory: ["Category: {0}", "类别：{0}"],
  chipSource: ["Source: {0}", "来源：{0}"],
  chipConcept: ["Concept: {0}", "概念：{0}"],
  chipEntity: ["Named: {0}", "提及：{0}"],
  chipScore: ["Score: {0} or more", "评分：{0} 及以上"],
  chipFrom: ["From {0}", "自 {0} 起"],
  chipTo: ["Until {0}", "至 {0} 止"],
  chipMark: ["My marks: {0}", "我的标记：{0}"],
  chipKind: ["Entries: {0}", "条目：{0}"],
  chipCode: ["Has code", "有代码"],
  chipText: ["Full text read", "已读全文"],
  chipWords: ["Text: {0}", "文字：{0}"],
  chipNear: ["Related to: {0}", "相关于：{0}"],
  chipIds: ["A list of {0}", "列表：{0} 篇"],
  chipNewSince: ["New since {0}", "{0} 以来新增"],
  remove: ["Remove filter: {0}", "移除筛选：{0}"],
  starredPapers: ["what I starred", "我加星的论文"],
  shown: ["{0} of {1} papers", "{1} 篇中的 {0} 篇"],
  papers: ["{0} papers", "{0} 篇论文"],
  hidden: ["{0} not for me, hidden", "已隐藏 {0} 篇不感兴趣的论文"],
  more: ["{0} more", "再看 {0} 篇"],
  nothing: ["No paper matches all of this.", "没有符合所有条件的论文。"],
  noTarget: ["Choose a concept, or star a paper, to sort by relatedness.", "请先选择概念或为论文加星，再按相关度排序。"],
  loading: ["Loading …", "加载中……"],
  failed: ["The radar could not be loaded; the list below is of the newest papers.", "雷达无法加载；以下列表为最新论文。"],
  notLoaded: ["This part could not be loaded. Try again with a connection.", "此部分无法加载，请联网后重试。"],
  today: ["today", "今天"],
  daysAgo: ["{0}d ago", "{0} 天前"],
  monthsAgo: ["{0}mo ago", "{0} 个月前"],
  yearsAgo: ["{0}y ago", "{0} 年前"],
  updated: ["updated to v{0}", "更新至 v{0}"],
  updatedSome: ["updated", "有更新"],
  first: ["first announced {0}", "首次公布于 {0}"],
  moreAuthors: ["and {0} more", "等另外 {0} 人"],
  byAuthor: ["Papers by {0}", "{0} 的论文"],
  byCategory: ["Papers in {0}", "{0} 类论文"],
  byConcept: ["Papers on {0}", "关于{0}的论文"],
  importanceLong: ["importance {0} of 10", "重要性 {0}/10"],
  abstract: ["Abstract", "摘要"],
  noAbstract: ["There is no abstract here.", "这里没有摘要。"],
  near: ["More like this", "相似论文"],
  atSource: ["source ↗", "原文 ↗"],
  read: ["Read", "已读"],
  later: ["Later", "稍后"],
  star: ["Star", "加星"],
  no: ["Not for me", "不感兴趣"],
  mine: ["My marks and stars", "我的标记与星标"],
  export: ["Export as JSON", "导出 JSON"],
  import: ["Import …", "导入……"],
  imported: ["{0} marks added", "新增 {0} 个标记"],
  notImported: ["This file holds no marks.", "此文件不含标记。"],
  starList: ["Stars on another device", "在其他设备打开星标"],
  takeStars: ["Star all of these here", "在此全部加星"],
  private: ["Marks stay in this browser.", "标记只保存在此浏览器中。"],
  back: ["back", "返回"],
  conceptPage: ["Page of {0}", "{0} 的页面"],
  since: ["New since your last visit, {0}", "自上次访问（{0}）以来新增"],
  sinceNone: ["Nothing new since your last visit, {0}.", "自上次访问（{0}）以来没有新内容。"],
  sinceAll: ["All {0} on the radar", "在雷达中查看全部 {0} 篇"],
  fresh: ["A fresh hand", "新的一批"],
  actions: ["Marks of this paper", "此论文的标记"]
}

export const { pair, say } = wording(WORDS)

const DAY = 86400e3
const utc = day => Date.UTC(+day.slice(0, 4), +(day.slice(5, 7) || 1) - 1, +(day.slice(8, 10) || 1))

/** How long ago a day, or the month where the day is not known, is from `today`, as a pair. */
export const age = (day, today) => {
  const days = Math.max(0, Math.round((utc(today) - utc(day)) / DAY))
  if (days < 1 && day.length > 7) return pair("today")
  if (days < 60 && day.length > 7) return pair("daysAgo", days)
  const months = Math.max(1, Math.round(days / 30.44))
  return months < 24 ? pair("monthsAgo", months) : pair("yearsAgo", Math.floor(days / 365.25))
}

/** A day in words, as a pair: with its year where that is not the year of `today`. */
export const inWords = (day, today) => ["en-GB", "zh-CN"].map(locale => new Intl.DateTimeFormat(locale, {
  timeZone: "UTC", month: "long",
  ...day.length > 7 && { day: "numeric" },
  ...(day.length <= 7 || day.slice(0, 4) !== today.slice(0, 4)) && { year: "numeric" }
}).format(utc(day)))

/** A source's label, as a pair; most are names. */
export const sourceName = source => source === "file" ? pair("file") : [source, source]
