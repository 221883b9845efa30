"""The glossary that ships with the program: the field's terms in both languages, and acronyms with
several meanings.

It is general knowledge of the field, not of a wiki: a wiki's own words stand in its registry.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

from wiki_builder.core import names
from wiki_builder.core.characters import IS_HAN

# Acronyms with more meanings than the glossary has rows for.
_AMBIGUOUS = """
AC: actor-critic, arithmetic coding, alternating current
AD: automatic differentiation, autonomous driving, anomaly detection, Alzheimer's disease
AE: autoencoder, adversarial example, acoustic emission
AL: active learning, adversarial learning, augmented Lagrangian
AP: average precision, affinity propagation
AR: autoregressive model, augmented reality, action recognition
ARC: Abstraction and Reasoning Corpus, AI2 Reasoning Challenge
ASR: automatic speech recognition, attack success rate
AT: adversarial training, attention transfer
BC: behavior cloning, betweenness centrality
BN: batch normalization, Bayesian network
BO: Bayesian optimization, bilevel optimization
BP: backpropagation, belief propagation, blood pressure
CA: credit assignment, cellular automaton, cross-attention
CAD: computer-aided design, computer-aided diagnosis, context-aware decoding
CAI: constitutional AI, conversational AI
CAM: class activation map, computer-aided manufacturing
CCA: canonical correlation analysis, connected component analysis
CD: contrastive divergence, contrastive decoding, coordinate descent, concept drift
CE: cross entropy, context engineering
CF: collaborative filtering, counterfactual, catastrophic forgetting
CFG: classifier-free guidance, context-free grammar, control-flow graph
CG: conjugate gradient, computer graphics, column generation
CI: confidence interval, continuous integration, causal inference
CL: continual learning, contrastive learning, curriculum learning, computational linguistics
CM: consistency model, confusion matrix
CP: conformal prediction, constraint programming, canonical polyadic decomposition
CPT: continued pre-training, conditional probability table
CS: compressed sensing, computer science, code switching
CSP: constraint satisfaction problem, common spatial pattern
CT: computed tomography, continual training
CV: computer vision, cross-validation, coefficient of variation
DA: domain adaptation, data augmentation, discriminant analysis, dialogue act
DAE: denoising autoencoder, differential-algebraic equation
DBN: deep belief network, dynamic Bayesian network
DL: deep learning, description logic
DLM: diffusion language model, dynamic linear model
DM: diffusion model, data mining, dialogue management
DP: dynamic programming, differential privacy, data parallelism, Dirichlet process, dependency parsing
DR: dimensionality reduction, domain randomization, doubly robust, dense retrieval
DS: dialogue system, distant supervision, data science
DT: decision tree, decision transformer, digital twin
EA: evolutionary algorithm, entity alignment
EBM: energy-based model, explainable boosting machine, evidence-based medicine
EE: event extraction, early exit
EM: expectation-maximization, exact match, electron microscopy
EMA: exponential moving average, ecological momentary assessment
EP: expert parallelism, expectation propagation
ER: experience replay, entity resolution, entity recognition
ES: evolution strategy, expert system, early stopping
FA: factor analysis, finite automaton, firefly algorithm
FCN: fully convolutional network, fully connected network
FFT: full fine-tuning, fast Fourier transform
FIM: Fisher information matrix, fill-in-the-middle
FL: federated learning, fault localization, fuzzy logic
FM: foundation model, flow matching, factorization machine
FR: face recognition, false rejection
FT: fine-tuning, Fourier transform
GA: genetic algorithm, gradient accumulation, geometric algebra
GAE: generalized advantage estimation, graph autoencoder
GLM: generalized linear model, General Language Model
GMM: Gaussian mixture model, generalized method of moments
GP: Gaussian process, genetic programming
GPR: Gaussian process regression, ground-penetrating radar
GRL: graph representation learning, gradient reversal layer
GS: Gaussian splatting, Gibbs sampling, grid search
GT: ground truth, game theory, graph transformer
HE: homomorphic encryption, histogram equalization
HPO: hyperparameter optimization, Human Phenotype Ontology
IB: information bottleneck, instance-based learning
IBL: instance-based learning, image-based lighting
ICP: iterative closest point, inductive conformal prediction, invariant causal prediction
IE: information extraction, inference engine
IL: imitation learning, incremental learning
ILP: integer linear programming, inductive logic programming
IR: information retrieval, intermediate representation, infrared, image restoration
IS: importance sampling, inception score, instance segmentation
IT: instruction tuning, information technology, information theory
ITS: intelligent tutoring system, intelligent transportation system
KD: knowledge distillation, kernel density
KR: knowledge representation, kernel regression, kernel ridge regression
LA: linear attention, linear algebra
LDA: latent Dirichlet allocation, linear discriminant analysis
LM: language model, Levenberg-Marquardt algorithm
LMM: large multimodal model, linear mixed model
LP: linear programming, link prediction, label propagation, linear probing
LR: logistic regression, learning rate, low resolution, linear regression
LRM: large reasoning model, large reconstruction model
MA: moving average, meta-analysis, multi-agent
MAD: multi-agent debate, median absolute deviation, mean absolute deviation
MAE: masked autoencoder, mean absolute error
MC: Monte Carlo method, Markov chain, multiple choice
MD: molecular dynamics, missing data
MDE: monocular depth estimation, model-driven engineering
MDL: minimum description length, multi-domain learning
MDS: multidimensional scaling, multi-document summarization, maximum distance separable
MF: matrix factorization, mean field
MI: mutual information, mechanistic interpretability, motor imagery, multiple imputation
MIA: membership inference attack, medical image analysis
MIM: masked image modeling, man in the middle, mutual information maximization
ML: machine learning, maximum likelihood
MLA: multi-head latent attention, meta-learning algorithm
MLE: maximum likelihood estimation, machine learning engineering
MLM: masked language modeling, multimodal language model, multilingual language model
MM: multimodal, majorization-minimization
MoA: mixture of agents, mixture of attention
MP: message passing, model parallelism, matching pursuit, mixed precision
MPC: model predictive control, multi-party computation
MT: machine translation, multi-task, mean teacher
NAR: non-autoregressive model, neural algorithmic reasoning, nonlinear autoregressive
NAS: neural architecture search, network-attached storage
NAT: non-autoregressive transformer, network address translation
NB: naive Bayes, negative binomial
NC: neural collapse, node classification, noise contrastive
NCA: neural cellular automaton, neighborhood component analysis
NE: Nash equilibrium, named entity, neuroevolution, network embedding
NF: normalizing flow, neural field
NLI: natural language inference, natural language interface
NN: neural network, nearest neighbor
NP: neural process, noun phrase, nondeterministic polynomial time
NRE: neural relation extraction, neural ratio estimation
NTM: neural Turing machine, neural topic model
OD: object detection, origin-destination, outlier detection
ORM: outcome reward model, object-relational mapping
OT: optimal transport, operational technology, operational transformation
PA: passive-aggressive, privileged architecture, perturbation analysis
PE: positional encoding, prompt engineering, program execution
PF: particle filter, Pareto front
PG: policy gradient, pointer-generator network
PGD: projected gradient descent, proximal gradient descent, perturbed gradient descent
PI: policy iteration, prediction interval, prompt injection
PL: preference learning, Plackett-Luce model, pseudo-labeling, programming language
PLM: pre-trained language model, protein language model
PO: preference optimization, policy optimization, partial observability
PPI: protein-protein interaction, prediction-powered inference
PR: pattern recognition, precision-recall, pull request
PRM: process reward model, probabilistic roadmap
PS: parameter server, propensity score, photometric stereo
PT: pre-training, prompt tuning, parallel tempering
QA: question answering, quality assurance, quantum annealing
QE: query expansion, quality estimation
QG: question generation, query generation
QP: quadratic programming, quantization parameter
RAE: regularized autoencoder, recursive autoencoder, relative absolute error
RBF: radial basis function
RE: relation extraction, reverse engineering, requirements engineering
RF: random forest, rectified flow, receptive field, radio frequency
RFT: rejection sampling fine-tuning, reinforcement fine-tuning
RNN: recurrent neural network, recursive neural network
RPE: relative positional encoding, reward prediction error
RS: recommender system, remote sensing, rejection sampling, random search
RTE: recognizing textual entailment, radiative transfer equation
SA: simulated annealing, self-attention, sentiment analysis, situational awareness
SAE: sparse autoencoder, stacked autoencoder
SAM: Segment Anything Model, sharpness-aware minimization
SAR: synthetic aperture radar, search and rescue
SAT: Boolean satisfiability problem, Scholastic Assessment Test, self-adversarial training
SC: self-consistency, spectral clustering, semantic communication
SD: standard deviation, stable diffusion, speculative decoding
SDF: signed distance function, spectral density function
SE: squeeze-and-excitation, software engineering, speech enhancement, standard error, semantic entropy
SEM: structural equation model, scanning electron microscopy, standard error of the mean
SER: speech emotion recognition, symbol error rate
SG: stochastic game, scene graph, stop gradient
SI: swarm intelligence, synaptic intelligence, stochastic interpolant
SL: supervised learning, split learning, structure learning
SLM: small language model, statistical language model, speech language model, spatial light modulator
SLU: spoken language understanding
SMC: sequential Monte Carlo, sliding mode control, secure multi-party computation, statistical model checking
SMT: statistical machine translation, satisfiability modulo theories
SNN: spiking neural network, Siamese neural network, self-normalizing neural network
SP: semantic parsing, signal processing, structured prediction
SR: super-resolution, symbolic regression, speech recognition, successor representation
SRL: semantic role labeling, state representation learning, safe reinforcement learning
SSL: self-supervised learning, semi-supervised learning
ST: speech translation, straight-through, style transfer, self-training
STL: signal temporal logic, single-task learning, seasonal-trend decomposition
SV: speaker verification, Shapley value, support vector
SWA: sliding window attention, stochastic weight averaging
TC: text classification, total correlation
TD: temporal-difference learning, technical debt
TE: transfer entropy, textual entailment, traffic engineering
TL: transfer learning, temporal logic
TM: topic model, Turing machine, translation memory, theory of mind
TP: true positive, tensor parallelism, theorem proving
TS: Thompson sampling, time series, tabu search, text summarization
TTA: test-time adaptation, test-time augmentation
TTS: text-to-speech, test-time scaling
UDA: unsupervised domain adaptation, unsupervised data augmentation
VAD: voice activity detection, valence-arousal-dominance, video anomaly detection
VC: voice conversion, Vapnik-Chervonenkis dimension
VI: variational inference, value iteration
VP: verb phrase, variance preserving, visual prompting
VPT: visual prompt tuning, video pre-training
WS: weak supervision, word segmentation
WSD: word sense disambiguation, warmup-stable-decay
"""  # noqa: E501
_FIELDS = 7
_VOWEL = re.compile(r"[aeiou]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """One term: its names in both languages, its acronyms, Chinese renderings that are wrong, and
    what the terminologist doubts.
    """

    en: str
    zh: str
    acronyms: tuple[str, ...] = ()
    other_zh: tuple[str, ...] = ()
    other_en: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    doubt: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Every right name, in both languages, acronyms apart."""
        return (self.en, *self.other_en, self.zh, *self.other_zh)


@dataclass(frozen=True, eq=False)
class Glossary:
    """Entries by the keys of all their names; several entries may claim a key."""

    by_key: Mapping[str, tuple[GlossaryTerm, ...]] = field(repr=False)
    # by key: as written, what it stands for
    acronyms: Mapping[str, tuple[tuple[str, str], ...]] = field(repr=False)

    def lookup(self, key: str) -> tuple[GlossaryTerm, ...]:
        """The entries that claim a key, as a name or as an acronym; more than one:
        it is ambiguous.
        """
        return self.by_key.get(key, ())

    @lru_cache(maxsize=50_000)  # noqa: B019 - there is one glossary, and it is kept for good
    def meanings(self, name: str) -> tuple[str, ...]:
        """The English names of all that ``name`` may stand for, as it is written: none, one, or
        several.

        The case tells acronyms apart where it does so in print: ``LoRA`` is low-rank adaptation,
        ``lora`` may be the radio. An acronym in lower case counts only if it cannot be a word.
        """
        key = names.key(name)
        if key not in self.by_key and key not in self.acronyms:
            return ()
        named = [
            entry.en
            for entry in self.by_key.get(key, ())
            if any(names.key(n) == key for n in entry.names)
        ]
        return tuple(dict.fromkeys((*named, *self._stands_for(key, name))))

    def _stands_for(self, key: str, name: str) -> tuple[str, ...]:
        claims = self.acronyms.get(key, ())
        written = names.singular(names.tidy_name(name))
        exact = tuple(meaning for acronym, meaning in claims if acronym == written)
        if exact or not claims:
            return exact
        is_word = written.islower() and (len(written) < 3 or _VOWEL.search(written))
        return () if is_word else tuple(meaning for _, meaning in claims)


@cache
def glossary() -> Glossary:
    """The glossary of ``glossary.tsv`` and of the acronyms with several meanings, read once."""
    text = (
        files("wiki_builder.concepts.matching").joinpath("glossary.tsv").read_text(encoding="utf-8")
    )
    entries = [_entry(line) for line in text.splitlines() if line and not line.startswith("#")]
    by_key: dict[str, dict[GlossaryTerm, None]] = {}
    acronyms: dict[str, dict[tuple[str, str], None]] = {}
    for entry in entries:
        for name in (*entry.names, *entry.acronyms):
            by_key.setdefault(names.key(name), {})[entry] = None
        for acronym in entry.acronyms:
            acronyms.setdefault(names.key(acronym), {})[acronym, entry.en] = None
    for acronym, meaning in _ambiguous():
        acronyms.setdefault(names.key(acronym), {})[acronym, _known(meaning, by_key)] = None
    return Glossary(
        {key: tuple(found) for key, found in by_key.items()},
        {key: tuple(found) for key, found in acronyms.items()},
    )


def _entry(line: str) -> GlossaryTerm:
    en, zh, *lists, doubt = (line.split("\t") + [""] * _FIELDS)[:_FIELDS]
    acronyms, other_zh, other_en, wrong = (
        tuple(name for name in part.split(",") if name) for part in lists
    )
    return GlossaryTerm(en, zh, acronyms, other_zh, other_en, wrong, doubt)


def _ambiguous() -> list[tuple[str, str]]:
    rows = (line.split(": ") for line in _AMBIGUOUS.strip().splitlines())
    return [(acronym, meaning) for acronym, meanings in rows for meaning in meanings.split(", ")]


def _known(meaning: str, by_key: Mapping[str, Mapping[GlossaryTerm, None]]) -> str:
    """The name of the entry that an expansion is, if there is one, so that it counts once."""
    found = by_key.get(names.key(meaning), {})
    return next(iter(found)).en if len(found) == 1 else meaning


def is_chinese(name: str) -> bool:
    """Whether a name holds a Chinese character."""
    return bool(IS_HAN.search(name))
