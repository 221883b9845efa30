/* The words of the search in both languages. */
import { both, chosen, following, language, make, wording } from "../both.js"

const WORDS = {
  search: ["Search", "搜索"],
  ask: ["Papers, concepts, authors, arXiv ids", "论文、概念、作者、arXiv 编号"],
  results: ["Results", "搜索结果"],
  types: ["Types of results", "结果类型"],
  close: ["Close", "关闭"],
  keys: ["↑ ↓ choose · Enter opens · Esc closes", "↑ ↓ 选择 · 回车打开 · Esc 关闭"],
  all: ["All", "全部"],
  concept: ["Concept", "概念"],
  entity: ["Name", "名称"],
  paper: ["Paper", "论文"],
  day: ["Day", "日报"],
  page: ["Page", "页面"],
  concepts: ["Concepts", "概念"],
  entities: ["Names", "名称"],
  papers: ["Papers", "论文"],
  days: ["Days", "日报"],
  pages: ["Pages", "页面"],
  one: ["1 result", "1 条结果"],
  count: ["{0} results", "{0} 条结果"],
  none: ["Nothing found for “{0}”", "没有找到“{0}”"],
  fewer: ["Every word must stand on a page; try fewer.", "页面须包含全部词语，可减少词语再试。"],
  more: ["{0} more", "再显示 {0} 条"],
  failed: ["The search could not be loaded.", "搜索无法加载。"]
}

export const { pair, say } = wording(WORDS)
export { both, chosen, following, language, make }
