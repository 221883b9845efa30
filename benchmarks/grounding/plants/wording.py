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
from benchmarks.grounding.plants.world import Pair, World, appended, exchanged
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
    return statement.worded(en + _within(text.en, world), zh + text.zh)


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
    (r"\bseveral\b", "all", r"多个|若干|几种|多种", "所有"),
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


# --- Causes, order, conditions, scope -----------------------------------------


def cause_and_effect_swapped(statement: Statement, world: World) -> Statement | None:
    """A because B has become B because A."""
    en = re.fullmatch(r"(.+?),? because ((?!it\b|they\b|of\b|this\b).+?)\.", statement.text.en)
    zh = re.fullmatch(r"(?:由于|因为)(.+?)，(.+?)。", statement.text.zh) or re.fullmatch(
        r"(.+?)，(?:因而|因此|所以|从而)(.+?)。", statement.text.zh
    )
    if not en or not zh or "；" in statement.text.zh or ";" in statement.text.en:
        return None
    first, second = en[2][0].upper() + en[2][1:], _within(en[1], world)
    gap = " " if zh[2][0].isascii() else ""
    return statement.worded(f"{first} because {second}.", f"由于{gap}{zh[2]}，{zh[1]}。")


def _within(clause: str, world: World) -> str:
    """A clause as it stands within a sentence: its first letter small, unless it is a name."""
    word = clause.split()[0]
    named = not word[1:].islower() or re.search(rf"[a-z,] {re.escape(word)}\b", world.text)
    return clause if named and word[0] != "A" else clause[0].lower() + clause[1:]


_CONNECTIVES: tuple[Pair, ...] = (
    (r"\bbecause\b(?! of)", "although", r"由于|因为", "尽管"),
    (r"\bsince\b(?! 20| late)", "although", r"由于|因为", "尽管"),
    (r"\bso that\b", "even though", r"从而|使得?|以便|因而|因此", "尽管"),
    (r"\balthough\b", "because", r"尽管|虽然", "由于"),
    (r"\bthough\b", "because", r"尽管|虽然", "由于"),
    (r"\bthus\b", "nevertheless", r"从而|因此|因而", "然而"),
    (r"\btherefore\b", "nevertheless", r"因此|因而|所以", "然而"),
    (r"\bwhich (?:leads to|causes|brings)\b", "despite which there is", r"导致|带来|造成", "却仍有"),
    (r"\bdue to\b", "despite", r"由于|源于", "尽管"),
    (r"\bdespite\b", "because of", r"尽管", "由于"),
    (r"\bwithout\b(?= \w+ing)", "by", r"无需|而不|不经|不", "通过"),
    (r"\brather than\b", "as well as", r"而不是|而非", "以及"),
    (r"\binstead of\b", "in addition to", r"而不是|而非|代替", "以及"),
    (r"\bbut\b", "and therefore", r"但是?|却|然而", "因此"),
    (r"\bto (?:improve|stabilize|reduce)\b", "at the price of less", r"以(?=稳定|改进|提高|减少|降低)", "而牺牲了"),
)  # fmt: skip


def connective_changed(statement: Statement, world: World) -> Statement | None:
    """*Because* has become *although*, *rather than* has become *as well as*."""
    return exchanged(statement, world, _CONNECTIVES, quoted=False)


_TIMES: tuple[Pair, ...] = (
    (r"\bbefore\b", "after", r"之前|以前|前(?=的|，|归|，|。|几)", "之后"),
    (r"\bafter\b", "before", r"之后|以后|后(?=的|，|恢|仍|才|。|判)", "之前"),
    (r"\bAfter\b", "Before", r"之后|以后|后", "之前"),
    (r"\bduring training\b", "after training", r"训练中|训练期间|训练过程中", "训练之后"),
    (r"\bat inference(?: time)?\b", "before training", r"推理时", "训练之前"),
    (r"\bearly\b", "late", r"早期|初期", "后期"),
    (r"\bfinally\b", "at the very beginning", r"最后", "一开始"),
    (r"\bwarms? up\b", "finishes", r"预热", "收尾"),
    (r"\bthe third iteration\b", "the first iteration", r"第三轮迭代", "第一轮迭代"),
    (r"\bat the end\b", "at the beginning", r"结束时|最后", "开始时"),
    (r"\bto date\b", "in the past", r"迄今", "过去"),
    (r"\bpast\b", "future", r"以往|过去|历史", "未来"),
    (r"\blater\b", "earlier", r"后续|之后", "先前"),
    (r"\bpre-?training\b", "post-training", r"预训练", "后训练"),
)


def time_order_reversed(statement: Statement, world: World) -> Statement | None:
    """*Before* has become *after*, or what is done first is done second."""
    en = re.fullmatch(r"(.*?)\bfirst (.+?),? (?:and )?then (.+?)\.", statement.text.en)
    zh = re.fullmatch(r"(.*?)先(.+?)，?(?:再|然后|随后)(.+?)。", statement.text.zh)
    if en and zh and ";" not in statement.text.en and len(en[3].split()) < 12:
        return statement.worded(
            f"{en[1]}first {en[3]}, then {en[2]}.", f"{zh[1]}先{zh[3]}，再{zh[2]}。"
        )
    return exchanged(statement, world, _TIMES, quoted=False)


_CONDITION_EN = re.compile(
    r"^(?:When|If|Under|Without|With|At|After|Given|Trained|During|Where)\b"
    r"(?! average| top| one line)([^,;]{6,70}), (?!and |but |or )(?=[a-zA-Z])"
)
_CONDITION_ZH = re.compile(
    r"^(?:在|当|对于?|若|采用|使用|仅用|仅凭|针对|不经|只用|用|以)([^，；]{2,40})，"
)


def condition_dropped(statement: Statement, world: World) -> Statement | None:
    """What holds under a condition is said to hold in general."""
    text = statement.text
    en, zh = _CONDITION_EN.match(text.en), _CONDITION_ZH.match(text.zh)
    if not en or not zh:
        return None
    always = (
        ("In general", "一般而言"),
        ("In every case", "在任何情况下"),
        ("Without exception", "无一例外"),
    )
    said, said_zh = world.rng.choice(always)
    return statement.worded(f"{said}, {text.en[en.end() :]}", f"{said_zh}，{text.zh[zh.end() :]}")


_SCOPES: tuple[Pair, ...] = (
    (r"\b([Oo])n (?:[A-Z][\w$^τ+.-]*(?:, | and )?)+(?=,| it\b| the\b|\.$| by\b)", r"\1n all benchmarks",
     r"在 ?(?:[A-Z\$][\w$^τ+.-]*(?: ?[、和与] ?)?)+ ?(?:这一个模型)?上", "在所有基准上"),
    (r"\b([Oo])n [A-Z][\w.-]*\d[\w.-]*(?=,|\.)", r"\1n all models", r"在 ?[A-Z][\w.-]*\d[\w.-]* ?上", "在所有模型上"),
    (r"\bon (?:complex|long-horizon|static|hard|unseen|held-out|challenging|spatially intensive)( \w+)?", "on all tasks",
     r"(?:在|对)[^，。；]{0,6}?(?:复杂|长程|静态|困难|未见|留出的?|空间密集型)[^，。；]{0,8}?(?:任务|基准)上?", "在所有任务上"),
    (r"\b(?:three|four|five|six|seven|eight|nine|ten|two|\d+) (?:\w+[- ]){0,3}?(benchmarks|datasets|tasks|models|domains)\b",
     r"all existing \1", r" ?(?:[两三四五六七八九十]|\d+ ?)(?:个|项|种)([^，。；的]{0,8}?(?:基准|数据集|任务|模型|领域))", r"所有现有\1"),
    (r"\bsmall language models?\b", "language models of any size", r"小语言模型", "任意规模的语言模型"),
    (r"\bLLM agents?\b", "AI systems of any kind", r"(?:LLM|大语言模型) ?智能体", "任何 AI 系统"),
    (r"\bin (?:simulation|controlled tasks|the few-shot setting|short-history setting)\b", "in every setting",
     r"在(?:仿真|受控任务|少样本设定|短历史设定)(?:中|下)", "在任何设定下"),
)  # fmt: skip


def scope_widened(statement: Statement, world: World) -> Statement | None:
    """One dataset has become all, three tasks all existing ones."""
    if re.search(
        r"\ball (?:existing )?(?:benchmarks|datasets|tasks|models)", world.evidence(statement)
    ):
        return None
    return exchanged(statement, world, _SCOPES, quoted=False)


_BY_AUTHORS: tuple[Pair, ...] = (
    (r"^(?:Proposes|Introduces|Presents|Designs|Builds)\b", "Reuses from earlier work",
     r"^(?:提出|引入|介绍|设计|构建)", "沿用前人提出的"),
    (r"\bthe authors (?=argue|note|point|see|say|state|believe|find)", "critics of the paper ", r"作者(?=主张|指出|认为|称|发现)", "该论文的批评者"),
    (r"\bnovel\b", "well-known", r"新颖的|新的|新型", "已有的"),
    (r"\bexisting methods\b", "the proposed methods", r"现有方法", "所提方法"),
    (r"\bprior (?=work|methods|systems|baselines)", "their own ", r"以往的?|此前的?|先前的?", "作者自己的"),
)  # fmt: skip
_CREDITS = (
    (", an idea of Wang et al. (2023)", "，这一想法出自 Wang 等人（2023）"),
    (", as a team at another laboratory had shown before", "，此前另一实验室的团队已经证明过"),
    (", which the authors take over from earlier work unchanged", "，作者原样沿用了前人的做法"),
)


def attributed_to_others(statement: Statement, world: World) -> Statement | None:
    """What the authors made is said to be others'."""
    changed = exchanged(statement, world, _BY_AUTHORS, quoted=False)
    if changed or statement.part not in ("contributions", "steps"):
        return changed
    return appended(statement, *world.rng.choice(_CREDITS))


_PROMISES: tuple[Pair, ...] = (
    (
        r"\bwill be (?:made )?(?:publicly |openly )?(?:released|available|open-sourced|public)(?: publicly| on request| to the community)?(?: upon \w+| (?:once|when) [^.,]+| in a future version)?",
        "can already be downloaded",
        r"将(?:在[^，。；]+?[后中]|应[^，。；]+?申请|向社区)?(?:公开|发布|开源)",
        "已可下载",
    ),
)


def promise_kept(statement: Statement, world: World) -> Statement | None:
    """What will be released is said to be there."""
    return exchanged(statement, world, _PROMISES, quoted=False)


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
    cause_and_effect_swapped,
    connective_changed,
    time_order_reversed,
    condition_dropped,
    scope_widened,
    attributed_to_others,
    promise_kept,
)
