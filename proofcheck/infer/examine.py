"""Whether an operator keeps an inequality, given a cone; and if not, a function that shows it.

This is the search for a proof as it is made of certificates, with all inequalities of a finite window as
hypotheses; what it finds is certified later, like anything.  Where a case stays open, the linear program is
infeasible, and its dual is a function on the window that satisfies the cone there and whose image violates
the inequality.  Rounded to integers it is tried exactly, so it can be used against other candidates as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from proofcheck.enumerate.forms import Form
from proofcheck.infer.candidates import form_of, reach
from proofcheck.infer.language import MARGIN, Language, Question, Symbolic
from proofcheck.infer.lattice import Window, instances
from proofcheck.problem.model import Inequality, State
from proofcheck.search.lp import System, distinct_costs

MULTIPLES = 24  # a dual function is tried with values in multiples of 1, 1/2, ..., 1/24
BOUND = 2**20  # of the values of a function that is kept
TOLERANCE = 1e-6
ALWAYS = ""  # the name of hypotheses that are not of the cone
Vector = npt.NDArray[np.float64]
Case = dict[State, object]  # the action that attains the operator at a state


@dataclass(frozen=True)
class Outcome:
    """`open`: the obligation that does not follow from the cone, or nothing; then `used` are the names of
    what all follows from.  If open, perhaps a function on the states up to `corner`, to be tried exactly: the
    values of a column of the window, in their order."""

    open: str = ""
    used: tuple[str, ...] = ()
    corner: State = ()
    values: tuple[int, ...] = ()


def examine(language: Language, i: Inequality, cone: list[Inequality]) -> Outcome:
    """The first obligation of an inequality that stays open, in order."""
    used: set[str] = set()
    hypotheses = Hypotheses(language, cone)
    for question in language.obligations(i):
        prover = Prover(hypotheses, question)
        if prover.open_case() is not None:
            return Outcome(question.id, (), prover.wide.corner, prover.wide.function())
        used |= prover.used
    return Outcome(used=tuple(sorted(used)))


class Hypotheses:
    """The instances of a cone, and of what is known of given functions, on windows; made once for each."""

    def __init__(self, language: Language, cone: Iterable[Inequality]) -> None:
        self.language = language
        known = [(ALWAYS, name, i) for name, given in language.given.items() for i in given]
        self.known = [*known, *((i.name, "f", i) for i in cone)]
        self.margin = margin(language, (i for _, _, i in self.known))
        self._on: dict[tuple[State, Symbolic], list[tuple[str, Form]]] = {}

    def on(self, corner: State, symbolic: Symbolic) -> list[tuple[str, Form]]:
        """The instances up to a corner, each with the name of its inequality."""
        if (corner, symbolic) not in self._on:
            self._on[corner, symbolic] = [
                (name, form)
                for name, function, i in self.known
                for form in instances(i, function, corner, symbolic)
            ]
        return self._on[corner, symbolic]


def margin(language: Language, cone: Iterable[Inequality]) -> State:
    """How far beyond an obligation hypotheses reach at most: what follows from a cone MARGIN beyond it may
    follow from instances that reach as far again as the widest inequality."""
    reaches = [(0,) * len(language.coordinates), *(reach(form_of(i)) for i in cone)]
    return tuple(MARGIN + max(far) for far in zip(*reaches, strict=True))


class Prover:
    """One obligation, with the instances of its cone as hypotheses: all, or those of some inequalities.

    They are those on a small window, and where they do not suffice those on a large one.
    """

    def __init__(self, hypotheses: Hypotheses, question: Question) -> None:
        self.hypotheses, self.question = hypotheses, question

    @cached_property
    def near(self) -> Attempt:
        """With hypotheses up to MARGIN beyond the obligation."""
        return Attempt(self.hypotheses, self.question, (MARGIN,) * len(self.question.highest))

    @cached_property
    def wide(self) -> Attempt:
        """With those as far as any that may matter."""
        return Attempt(self.hypotheses, self.question, self.hypotheses.margin)

    @property
    def used(self) -> set[str]:
        """The names of the inequalities used by the cases closed so far."""
        return self.near.used | (self.wide.used if "wide" in self.__dict__ else set())

    def open_case(self, names: frozenset[str] | None = None) -> Case | None:
        """The first case of actions in which the goal does not follow; None if it follows in all."""
        return None if self.near.open_case(names) is None else self.wide.open_case(names)


class Attempt:
    """One obligation with the hypotheses on one window."""

    def __init__(self, hypotheses: Hypotheses, question: Question, beyond: State) -> None:
        self.question, self.language = question, hypotheses.language
        self.corner = self.language.window(question.highest, beyond)
        known = hypotheses.on(self.corner, question.symbolic)
        self.names = [ALWAYS] * len(question.own) + [name for name, _ in known]
        forms = [*question.own, *(form for _, form in known)]
        self.system = System(forms, distinct_costs(len(forms)))
        self.used: set[str] = set()

    def open_case(self, names: frozenset[str] | None) -> Case | None:
        """The first case in which the goal does not follow."""
        usable = None if names is None else names | {ALWAYS}
        closed = [j for j, name in enumerate(self.names) if usable is not None and name not in usable]
        return self._search(closed, {}, self.question.splits)

    def _search(
        self, closed: list[int], case: Case, splits: tuple[tuple[State, tuple[object, ...]], ...]
    ) -> Case | None:
        attained = self.question.attained.items()
        other = [j for j, (state, a) in attained if case.get(state) != a]
        solution = self.system.solve(self.question.goal, [*closed, *other])
        if solution is not None:
            self.used |= {self.names[j] for j in solution} - {ALWAYS}
            return None
        if not splits:
            return case
        (state, actions), *rest = splits
        found = (self._search(closed, case | {state: a}, tuple(rest)) for a in actions)
        return next((one for one in found if one is not None), None)

    def function(self) -> tuple[int, ...]:
        """After an open case: the dual function in integers, or nothing if it has none that are small."""
        dual = self.system.separating(self.question.goal)
        values = np.array([dual.get(atom, 0.0) for atom in Window(self.language, self.corner).atoms])
        return integers(values)


def integers(values: Vector) -> tuple[int, ...]:
    """The values in small integers, but for a common factor; or nothing."""
    sizes = np.abs(values[np.abs(values) > TOLERANCE])
    if not sizes.size:
        return ()
    for unit in (1.0, float(sizes.min())):
        for times in range(1, MULTIPLES + 1):
            scaled = values * (times / unit)
            whole = np.rint(scaled)
            if np.abs(scaled - whole).max() < TOLERANCE and np.abs(whole).max() < BOUND:
                return tuple(int(v) for v in whole)
    return ()
