"""Errors of wording: negation, direction, comparison, hedge, quantifier, first and best, causes."""

from __future__ import annotations

import re

from benchmarks.grounding.plants.lexicon import (
    ANTONYMS,
    COMPARISON,
    DIRECTION,
    PRESENTS,
    VERBS,
)
from benchmarks.grounding.plants.world import Pair, World, appended, exchanged, within
from benchmarks.grounding.statement import Statement

# Where a verb begins a Chinese predicate, so that an adverb may stand before it.
_HERE = r"(?:(?<=[，；：）A-Za-z0-9上中下时后者体器型架法统略都均])|(?<=[A-Za-z0-9上] )|^)"

NEGATED: tuple[Pair, ...] = (
    *(
        (rf"(?<!not )(?<!ly )\b{verb}\b", f"does not {bare}", rf"{_HERE}(?:{zh})(?!为|的|幅|尤|率)", rf"{no}\g<0>")
        for verb, bare, zh, no in VERBS
    ),
    (r"\bdo not\b", "do", r"(?<!并)不(?=依赖|足以|是|能|提供|表|保证|具|需要|需|再|会)", ""),
    (r"\bdoes not\b", "does", r"(?:并)?不(?=依赖|足以|是|能|显式|提供|表|保证|具|需要|需|再|会)|并未", ""),
    (r"\b(?:cannot|can not)\b", "can", r"不能|无法|难以|不足以", "能够"),
    (r"\bis not\b", "is", r"不(?=是|在|再|能|够)|并非|并未", ""),
    (r"\bare not\b", "are", r"不(?=是|在|再|能|够)|并非", ""),
    (r"\bneeds no\b", "needs", r"无需|不需要", "需要"),
    (r"\bno longer\b", "still", r"不再", "仍然"),
    (r"\bholds no\b", "holds an", r"没有", "有"),
    (r"\bNo (?=significant|image|standardized)", "", r"没有", "有"),
    (r"\bneither\b", "each", r"均未|都未", "均"),
    (r"\bdo not\b", "do", r"不足以", "足以"),
    (r"\bwithout (?=additional|any|retraining|external|requiring|accumulating|costly)", "only with ",
     r"(?:在)?不需要|无需|没有|不经|不会|不依赖", "需要"),
    (r"\bassigns no\b", "assigns", r"不为", "为"),
    (r"\bassumes no\b", "assumes", r"不假设", "假设"),
    (r"\b(can|could|may|will)\b(?! not| also)", r"\1 not", r"(?<![不未])(?:可以|能够|可(?=能|用|在|作|扩)|能(?=使|在|够)|将)", "不能"),
    (r"\bis\b(?= (?:\w+ )?(?:effective|competitive|compatible|robust|needed|required|possible|feasible|tailored|designed|trained|kept|based|built|used|updated|applied))",
     "is not", r"是(?=有效|专|基于|可行|必)|被|(?<![不未])(?:有效|稳健|可行|基于|用于|采用|需要)", r"不\g<0>"),
    (r"\bare\b(?= (?:\w+ )?(?:effective|robust|needed|required|trained|kept|used|updated|validated|organized|created|stored|generated|verified))",
     "are not", r"(?<![不未])(?:有效|稳健|保留|更新|使用|生成|存储|验证|创建|组织)", r"并未\g<0>"),
)  # fmt: skip


def negation_flipped(statement: Statement, world: World) -> Statement | None:
    """*Improves* has become *does not improve*, *cannot* has become *can*."""
    return exchanged(statement, world, NEGATED, quoted=False)


def direction_flipped(statement: Statement, world: World) -> Statement | None:
    """*Improves* has become *worsens*, *falls* has become *rises*."""
    return exchanged(statement, world, DIRECTION, quoted=False)


def comparison_reversed(statement: Statement, world: World) -> Statement | None:
    """*Beats* has become *loses to*."""
    return exchanged(statement, world, COMPARISON, quoted=False)


def opposite_property(statement: Statement, world: World) -> Statement | None:
    """A property is its opposite: frozen and fine-tuned, sparse and dense, offline and online."""
    return exchanged(statement, world, ANTONYMS)


# --- First, best, all, may ----------------------------------------------------

_ACHIEVES = (
    "outperforms",
    "surpasses",
    "achieves",
    "reaches",
    "improves",
    "exceeds",
    "combines",
    "supports",
    "trains",
    "enables",
    "generalizes",
    "learns",
)
FIRST: tuple[Pair, ...] = (
    *(
        (rf"^{verb}\b", f"Is the first to {bare}", rf"^([^，。；]{{0,12}}?)({zh})", r"\1首次\2")
        for verb, bare, zh in PRESENTS
    ),
    *(
        (rf"(?<=\w )(?<!ly )\b{verb}\b", f"is the first to {bare}", rf"{_HERE}(?:{zh})(?!率|的)", r"首次\g<0>")
        for verb, bare, zh, _ in VERBS
        if verb in _ACHIEVES
    ),
    (r"\bis an?\b(?! first)", "is the first", r"是(?:一个|一种|一项|一款)?(?!首|一)", "是首个"),
)  # fmt: skip


def first_added(statement: Statement, world: World) -> Statement | None:
    """*First*, 首次, where the paper does not say so."""
    if re.search(r"\bfirst\b", world.evidence(statement), re.IGNORECASE):
        return None
    return exchanged(statement, world, FIRST, quoted=False)


def state_of_the_art_added(statement: Statement, world: World) -> Statement | None:
    """The best result ever, where the evidence says nothing of the kind."""
    if re.search(r"state[- ]of[- ]the[- ]art|\bbest\b|SOTA", world.near(statement), re.IGNORECASE):
        return None
    en, zh = world.rng.choice(
        (
            (", setting a new state of the art", "，刷新了最先进水平"),
            (", the best result reported to date", "，为迄今报告的最佳结果"),
        )
    )
    bad = re.search(r"underperform|worse|degrade|fail|poor|trail|drop", statement.text.en)
    return appended(statement, en, zh) if statement.part == "results" and not bad else None


def only_added(statement: Statement, world: World) -> Statement | None:
    """*Only*, *alone*, 仅, where the evidence says nothing of the kind."""
    pairs: list[Pair] = [
        (r"^On ((?-i:[A-Z])[^,;]+),", r"On \1 alone,", r"^在(?= ?(?-i:[A-Z]))", "仅在"),
        (r"\bon ((?-i:[A-Z])[\w.-]*)(?=\.$)", r"on \1 alone", r"(?<!仅)在 ?(?=(?-i:[A-Z])[\w.-]* ?上)", "仅在 "),
        (r"\balso\b", "only", r"也|还", "仅"),
        (r"\bfor (long-horizon|multi-turn|complex)", r"only for \1", r"面向|针对|在", r"仅\g<0>"),
        (r"\bApplies? to\b", "Applies only to", r"适用于", "仅适用于"),
    ]  # fmt: skip
    if re.search(r"\bonly|\bsolely|\balone\b|exclusively|merely", world.evidence(statement)):
        return None
    return exchanged(statement, world, pairs, quoted=False)


def only_dropped(statement: Statement, world: World) -> Statement | None:
    """*Only*, 仅, has become *not only*: what holds in one case holds in general."""
    pairs: list[Pair] = [
        (r"(?<!-)\bonly (when|if)\b", r"not only \1", r"只有当|只有在|仅当", r"并非\g<0>"),
        (r"(?<!-)\bonly on\b", "not only on", r"只在|仅在", "不仅在"),
        (r"(?<!-)\bonly for\b", "not only for", r"只(?=有对|报告了)|(?:只|仅)(?=对|针对)", "不仅"),
        (r"(?<!-)\bonly to\b", "not only to", r"(?:只|仅)(?=作用于|对)", "不仅"),
        (r"(?<!-)\bonly the\b", "not only the", r"只(?!有)|仅(?!从|计)", "不仅"),
        (r"(?<!-)\bonly\b(?! (?:when|if|on|for|to|the|as|\d|\$))", "not only", r"只(?!需|有|用)|仅(?!用|计|需)", "不仅"),
        (r"(?<!-),? only\b\.$", " and on others.", r"只(?=报告)", "不仅"),
    ]  # fmt: skip
    return exchanged(statement, world, pairs)


HEDGES: tuple[Pair, ...] = (
    (r"\b(?:can|may|might|could)\b(?! not)", "will always", r"可能(?:会)?|可以|可望|能够|可(?=用|在|能|作)|能(?=够|在|使|为|改|把)|会", "必然会"),
    (r"\boften\b", "always", r"(?:往往|经常|常常|通常)是?", "总是"),
    (r"\bsometimes\b", "always", r"有时", "总是"),
    (r"\busually\b", "always", r"通常|一般", "总是"),
    (r"\btypically\b", "always", r"通常|一般", "总是"),
    (r"\btends? to\b", "invariably", r"倾向于|容易|易", "必然"),
    (r"\blargely\b", "fully", r"基本|大多|很大程度上", "完全"),
    (r"\bmostly\b", "entirely", r"大多|主要", "完全"),
    (r"\bpotentially\b", "certainly", r"可能|有望|潜在地?", "必定"),
    (r"\blikely\b", "certain", r"可能", "必定"),
    (r"\broughly\b", "exactly", r"约|大约|大致", "正好"),
    (r"\babout\b(?= \d)", "exactly", r"约|大约", "正好"),
    (r"\baround\b(?= \d)", "exactly", r"约|大约", "正好"),
    (r"\bprimarily\b", "exclusively", r"主要", "完全"),
)  # fmt: skip


def hedge_dropped(statement: Statement, world: World) -> Statement | None:
    """*May* and *often* have become *always*."""
    return exchanged(statement, world, HEDGES, quoted=False)


def doubt_added(statement: Statement, world: World) -> Statement | None:
    """What the paper states is said to be open."""
    if statement.part != "results" or not re.match(r"[A-Z][\w-]*", statement.text.en):
        return None
    en, zh = world.rng.choice(
        (
            ("It remains to be verified that ", "尚待验证的是，"),
            ("The authors could not confirm that ", "作者未能证实："),
            ("It is an open question whether ", "尚无定论的是："),
        )
    )
    text = statement.text
    return statement.worded(en + within(text.en, world), zh + text.zh)


def evidence_raised(statement: Statement, world: World) -> Statement | None:
    """*Suggests* and *hypothesis* have become *proves* and *theorem*."""
    pairs: list[Pair] = [
        (r"\bsuggest(s?)\b", r"prove\1", r"表明|提示|显示|暗示", "证明"),
        (r"\bindicate(s?)\b", r"prove\1", r"表明|显示", "证明"),
        (r"\bPuts forward the hypothesis\b", "Proves the theorem", r"提出假设", "证明定理"),
        (r"\bshow(s?)\b", r"prove\1 formally", r"表明|显示", "从理论上证明"),
        (r"\bdemonstrate(s?)\b", r"prove\1 formally", r"表明|证明|展示", "从理论上证明"),
        (r"\bargue(s?)\b", r"prove\1", r"主张|认为", "证明"),
        (r"\bwhich the authors see as\b", "which is proven to be", r"作者认为", "已证明"),
        (r"\bthe authors (?:note|say|observe|point out)\b", "the authors prove", r"作者(?:指出|称)", "作者证明"),
        (r"\b(?:Points out|Notes)\b", "Proves", r"指出", "证明"),
        (r"\bshows? promise\b", "are proven to work", r"很有前景|具有潜力", "已被证明有效"),
        (r"\b(?:is|are) (?:appealing|promising)\b", "is proven to work", r"很有吸引力|前景可期", "已被证明有效"),
        (r"\bcorrelates? with\b", "causes", r"相关", "因果相关"),
        (r"\bcorrelates? (?:with )?(.*?) at\b", r"causes \1 at", r"的?相关(?:系数)?为", "的因果效应为"),
        (r"\bwhich implies\b", "which proves", r"意味着", "证明"),
    ]  # fmt: skip
    if re.search(r"\bprov(?:e|es|en|able)\b|theorem", world.evidence(statement)):
        return None
    return exchanged(statement, world, pairs, quoted=False)


def overclaim_added(statement: Statement, world: World) -> Statement | None:
    """*In all cases and without exception* is put behind it."""
    en, zh = world.rng.choice(
        (
            (", in all cases and without exception", "，在所有情况下均无例外"),
            (", whatever the task and the model", "，无论何种任务和模型皆然"),
            (", which holds in general", "，这一点普遍成立"),
        )
    )
    return appended(statement, en, zh) if statement.part != "limitations" else None


QUANTIFIERS: tuple[Pair, ...] = (
    (r"\ball\b(?! of)", "some", r"所有的?|全部", "部分"),
    (r"\bevery\b", "only some", r"每个|每一|每幅|所有的?", "部分"),
    (r"\bmost\b(?! (?:of|important|recent|relevant|sensitive|negative|common|suitable|likely))", "few", r"大多数|多数|大多", "少数"),
    (r"\bmany\b", "few", r"许多|多个|大量|很多", "少数"),
    (r"\bsome\b(?! \d)", "all", r"部分|一些|某些", "所有"),
    (r"\bseveral\b", "all", r"多个|若干|几种|多种(?!子)", "所有"),
    (r"\bany\b", "one particular", r"任意|任何", "某一特定"),
    (r"\bconsistently\b", "occasionally", r"始终|一致|稳定地?|持续", "偶尔"),
    (r"\balways\b", "sometimes", r"总是|始终", "有时"),
    (r"\bboth\b(?= (?:games|benchmarks|languages|models|settings|tasks|methods|routers))", "one of the two", r"两种|两个", "两者之一的"),
    (r"\bdiverse\b", "nearly identical", r"多样化?的?", "几乎相同的"),
    (r"\bfully\b", "partly", r"(?<!没有)(?:完全|全程|全面|充分)", "部分"),
    (r"\bentire\b", "partial", r"整个|全部", "部分"),
)  # fmt: skip


def quantifier_changed(statement: Statement, world: World) -> Statement | None:
    """*All* has become *some*, *most* has become *few*, *consistently* has become *occasionally*."""
    return exchanged(statement, world, QUANTIFIERS, quoted=False)


_DEGREES: tuple[Pair, ...] = (
    (r"\b(?:substantially|significantly|markedly|severely|greatly|strongly|clearly)\b", "slightly",
     r"显著|大幅|明显|大大|严重|强烈", "略微"),
    (r"\b(?:substantial|significant|strong|large)\b(?= (?:gain|improvement|performance|increase|drop|loss))", "marginal",
     r"显著|大幅|明显|较大", "微小"),
    (r"\b(?:slightly|modestly|marginally)\b", "dramatically", r"略微?|小幅|仅略|轻微", "大幅"),
    (r"\bnegligible\b", "considerable", r"可以?忽略(?:不计)?的?", "相当大的"),
    (r"\b(?:especially|particularly)(?= (?:strong|large|sparse|effective))", "not particularly", r"尤其|尤为|特别", "并不特别"),
    (r"\bbarely\b", "greatly", r"几乎无法|几乎不", "大大"),
    (r"\bessentially unchanged\b", "greatly changed", r"基本上没有", "明显"),
    (r"\bstrong\b(?= (?:baseline|competitive|RL))", "weak", r"强劲的?|强大的?|强(?=基线)", "弱"),
    (r"\bcomparable\b", "far superior", r"相当", "远远更好"),
    (r"\bcompetitive with\b", "far superior to", r"具有?竞争力", "具有压倒性优势"),
    (r"\bperforms comparably to\b", "far outperforms", r"表现相当", "相比遥遥领先"),
    (r"\bhighly\b", "hardly", r"高度", "几乎不"),
    (r"\blittle\b", "much", r"有限|很少|几乎没有", "充足"),
    (r"\bcostly\b", "cheap", r"昂贵|成本高昂", "廉价"),
)  # fmt: skip


def degree_changed(statement: Statement, world: World) -> Statement | None:
    """*Substantially* has become *slightly*, *comparable* has become *far superior*."""
    return exchanged(statement, world, _DEGREES, quoted=False)


KINDS = (
    negation_flipped,
    direction_flipped,
    comparison_reversed,
    opposite_property,
    first_added,
    state_of_the_art_added,
    only_added,
    only_dropped,
    hedge_dropped,
    doubt_added,
    evidence_raised,
    overclaim_added,
    quantifier_changed,
    degree_changed,
)
