/* The words of the graphs in both languages. */
import { both, chosen, following, language, make, wording } from "../both.js"

const WORDS = {
  graph: ["Graph of concepts", "概念图谱"],
  keys: [
    "Graph of concepts. Arrow keys go from concept to concept, space unfolds, Enter opens the page, plus and minus zoom, 0 shows all. The list beside it says the same.",
    "概念图谱。方向键在概念之间移动，空格键展开，回车键打开页面，加减键缩放，0 键显示全图。旁边的列表内容相同。"
  ],
  hint: ["Click unfolds · double click opens", "单击展开 · 双击打开"],
  find: ["Find a concept", "查找概念"],
  filters: ["Filters", "筛选"],
  kinds: ["Kinds", "种类"],
  concept: ["Concepts", "概念"],
  model: ["Models", "模型"],
  dataset: ["Datasets", "数据集"],
  organisation: ["Organisations", "机构"],
  seen: ["First seen", "首次出现"],
  from: ["First seen from", "首次出现不早于"],
  to: ["First seen until", "首次出现不晚于"],
  count: ["Begin with", "起始数量"],
  heaviest: ["the {0} weightiest", "最常见的 {0} 个"],
  all: ["all {0}", "全部 {0} 个"],
  closer: ["Zoom in", "放大"],
  farther: ["Zoom out", "缩小"],
  fit: ["Show all", "显示全图"],
  again: ["Start again", "重新开始"],
  shown: ["{0} of {1} shown", "显示 {0} / {1} 个"],
  papers: ["{0} papers", "{0} 篇论文"],
  paper: ["1 paper", "1 篇论文"],
  beside: ["Beside: {0}", "相邻：{0}"],
  alone: ["Nothing shown beside it", "图中没有相邻项"],
  more: ["{0} and {1} more", "{0}等 {1} 项"],
  further: ["Next {0} of {1} more", "其余 {1} 个中的下 {0} 个"],
  unfold: ["Unfold {0} more beside {1}", "展开 {1} 的另外 {0} 个相邻项"],
  unfolded: ["{0} more beside {1}; {2} shown", "{1} 新增 {0} 个相邻项；共显示 {2} 个"],
  complete: ["All beside {0} are shown", "{0} 的相邻项已全部显示"],
  found: ["{0} found", "找到 {0} 个"],
  none: ["Nothing has this name", "没有这个名称"],
  at: ["{0}, {1}, {2} beside it, {3} of them not shown", "{0}，{1}，{2} 个相邻项，其中 {3} 个未显示"],
  failed: ["The graph could not be loaded; the list below is complete for the weightiest.", "概念图谱无法加载；以下列表仍列出最常见的概念。"],
  broader: ["Broader", "上位概念"],
  narrower: ["Narrower", "下位概念"],
  related: ["Related", "相关概念"],
  together: ["In the same papers", "同现于论文"],
  whole: ["In the graph of all concepts", "在概念图谱中查看"]
}

export const { pair, say } = wording(WORDS)
export { both, chosen, following, language, make }

/** A node's two names. */
export const names = node => [node.en, node.zh]
