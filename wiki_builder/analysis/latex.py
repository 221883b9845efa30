"""The LaTeX commands that papers and models commonly write; any other is an author's own macro."""

from __future__ import annotations

from typing import Final

_WORDS = """
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi omicron
pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi
Pi Sigma Upsilon Phi Psi Omega digamma aleph beth hbar ell imath jmath wp Re Im partial infty nabla
emptyset varnothing forall exists nexists neg lnot land lor wedge vee top bot therefore because
angle triangle square diamond star ast circ bullet frac dfrac tfrac cfrac sfrac binom dbinom tbinom
sqrt root sum prod coprod int iint iiint oint bigcup bigcap bigsqcup bigvee bigwedge bigoplus
bigotimes bigodot biguplus lim limsup liminf sup inf max min argmax argmin arg det dim exp gcd hom
ker lg ln log Pr sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth deg mod bmod pmod
pod operatorname DeclareMathOperator le leq leqslant leqq ge geq geqslant geqq lt gt ne neq ll gg
lll ggg sim simeq approx approxeq cong equiv propto asymp doteq triangleq coloneqq coloneq eqqcolon
prec preceq succ succeq subset subseteq subsetneq supset supseteq supsetneq sqsubset sqsubseteq
sqsupseteq in ni notin owns mid nmid parallel nparallel perp models vdash dashv vDash Vdash bowtie
smile frown not lesssim gtrsim lessgtr pm mp times div cdot cdots ldots dots dotsc dotsb vdots ddots
cap cup uplus sqcap sqcup setminus smallsetminus oplus ominus otimes oslash odot amalg dagger
ddagger wr boxplus boxtimes to gets mapsto longmapsto rightarrow leftarrow leftrightarrow Rightarrow
Leftarrow Leftrightarrow longrightarrow longleftarrow longleftrightarrow Longrightarrow
Longleftarrow Longleftrightarrow uparrow downarrow updownarrow Uparrow Downarrow nearrow searrow
swarrow nwarrow hookrightarrow hookleftarrow rightharpoonup rightharpoondown leftharpoonup
leftharpoondown rightleftharpoons leadsto rightsquigarrow iff implies impliedby xrightarrow
xleftarrow upharpoonright restriction circlearrowleft circlearrowright left right middle big Big
bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm langle rangle lceil rceil lfloor
rfloor lvert rvert lVert rVert vert Vert lbrace rbrace lbrack rbrack backslash hat widehat tilde
widetilde bar overline underline vec dot ddot dddot check breve acute grave mathring overbrace
underbrace overset underset stackrel overrightarrow overleftarrow prime substack mathrm mathbf
mathit mathsf mathtt mathcal mathbb mathfrak mathscr mathds mathbbm boldsymbol bm pmb bold mathop
mathbin mathrel mathord mathopen mathclose mathpunct mathnormal rm bf it sf tt sc sl em cal text
textbf textit textrm textsf texttt textsc textsl textmd textup textnormal textsuperscript
textsubscript textcolor textquotesingle textquotedblleft textquotedblright textasciitilde
textasciicircum textbackslash textgreater textless textendash textemdash textbullet textdegree
textregistered texttrademark textmu texteuro emph underbar uline url href hyperref ref eqref cref
Cref autoref label cite citep citet citeauthor citeyear citealp footnote footnotemark item begin end
title section subsection paragraph caption par noindent newline linebreak newpage newcommand
renewcommand def displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag
tag quad qquad hspace vspace hfill thinspace enspace phantom hphantom vphantom smash mbox hbox fbox
boxed raisebox color colorbox cancel bcancel xcancel tiny scriptsize footnotesize small normalsize
large Large LARGE huge Huge bfseries itshape ttfamily sffamily rmfamily scshape mdseries upshape
normalfont xspace protect ensuremath mathchoice mathstrut strut rule centering includegraphics
multicolumn multirow toprule midrule bottomrule hline cline array matrix pmatrix bmatrix vmatrix
cases aligned gathered ss ae AE oe OE aa AA o O l L i j copyright pounds euro S P dag ddag checkmark
xmark cmark natural flat sharp clubsuit diamondsuit heartsuit spadesuit blacksquare blacktriangle
Box Diamond lozenge bigstar bigcirc triangledown triangleleft triangleright complement mho eth
hslash nolinebreak allowbreak slash SI si num unit percent degree celsius micro textperthousand
LaTeX TeX BibTeX today thanks and relax null lcm rank tr Tr diag sign sgn supp Var Cov KL softmax
sigmoid
"""
COMMANDS: Final = frozenset(_WORDS.split())
