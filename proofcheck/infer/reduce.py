"""Which inequalities follow from others: a set as generators and, for the rest, what each follows from.

An inequality that follows from some that an operator keeps is kept by it too: its sum is a sum of theirs.  So
only the generators have to be examined, and only where one is dropped do others come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from proofcheck.enumerate.forms import shift
from proofcheck.infer.candidates import Form, form_of, normal, points, reach
from proofcheck.infer.language import Language
from proofcheck.infer.lattice import instances
from proofcheck.problem.model import Inequality, State
from proofcheck.search.lp import Column, System, distinct_costs


class Cone:
    """Inequalities in a fixed order, simple ones first; `generators` imply all that are alive."""

    def __init__(self, language: Language, inequalities: list[Inequality], alive: Iterable[int]) -> None:
        self.language, self.all = language, inequalities
        self.forms = [form_of(i) for i in inequalities]
        self.everywhere = [self._everywhere(i) for i in inequalities]
        self.alive = set(alive)
        self.by_form = {f: k for k, f in enumerate(self.forms) if k in self.alive and self.everywhere[k]}
        self.generators: list[int] = []
        self.support: dict[int, set[int]] = {}
        farthest = map(max, zip(*map(reach, self.forms), strict=True))
        tops = (c.top for c in language.coordinates)
        self.corner = tuple(far if top is None else top for far, top in zip(farthest, tops, strict=True))
        self._system = _System(self, [])
        self._place(sorted(self.alive))

    def _everywhere(self, i: Inequality) -> bool:
        """Whether it speaks of every state from which its points are states."""
        ends = zip(i.high, reach(form_of(i)), self.language.coordinates, strict=True)
        free = all(high == (None if c.top is None else c.top - far) for high, far, c in ends)
        return free and not any(i.low)

    def drop(self, gone: set[int]) -> None:
        """Take these out, with all that follows from nothing else."""
        self.alive -= gone
        self.generators = [k for k in self.generators if k not in gone]
        loose = sorted(k for k, needed in self.support.items() if k in gone or needed & gone)
        for k in loose:
            del self.support[k]
        self._place([k for k in loose if k in self.alive])

    def _place(self, loose: list[int]) -> None:
        """Each becomes a generator, unless it follows from those there are; then superfluous ones go."""
        for k in loose:
            if not self._from_parts(k):
                self._from_generators(k, self.generators)
        for k in sorted(self.generators, reverse=True):
            self._from_generators(k, [j for j in self.generators if j != k])
        self.generators.sort()

    def _from_parts(self, k: int) -> bool:
        """Whether it is the sum of two with fewer points, and then remembers them."""
        for parts in halves(self.forms[k]) if self.everywhere[k] else ():
            found = {self.by_form.get(normal(part), -1) for part in parts}
            if found <= self.alive:
                self.support[k] = found
                return True
        return False

    def _from_generators(self, k: int, generators: list[int]) -> None:
        """Record what it follows from, or make it a generator."""
        found = self._follows(k, generators) if self.everywhere[k] else None
        if found is None:
            self.generators = sorted({*self.generators, k})
        else:
            self.support[k] = found
            self.generators = [j for j in self.generators if j != k]

    def _follows(self, k: int, generators: list[int]) -> set[int] | None:
        """The generators that add up to every instance of it, or None."""
        if not self._system.covers(generators):
            self._system = _System(self, generators)
        found: set[int] = set()
        for mode in modes(self.language, self.all[k]):
            goal = {("f", shift(at, mode)): times for at, times in self.forms[k]}
            needed = self._system.needed(goal, generators)
            if needed is None:
                return None
            found |= needed
        return found


class _System:
    """The instances of some generators on a window that holds every form at every mode, for many goals."""

    def __init__(self, cone: Cone, generators: list[int]) -> None:
        free = tuple(c.top is None for c in cone.language.coordinates)
        found = [(k, form) for k in generators for form in instances(cone.all[k], "f", cone.corner, free)]
        self.owners = [k for k, _ in found]
        self.generators = set(generators)
        self.system = System([form for _, form in found], distinct_costs(len(found)))

    def covers(self, generators: list[int]) -> bool:
        """Whether it has all of these."""
        return self.generators >= {*generators}

    def needed(self, goal: Column, generators: list[int]) -> set[int] | None:
        """Those of the generators that add up to the goal, or None."""
        closed = [j for j, k in enumerate(self.owners) if k not in set(generators)]
        solution = self.system.solve(goal, closed)
        return None if solution is None else {self.owners[j] for j in solution}


def modes(language: Language, i: Inequality) -> Iterator[State]:
    """Where an inequality about all states starts: every mode of it, unbounded coordinates 0."""
    ends = zip(i.low, i.high, language.coordinates, strict=True)
    return product(*(range(1) if c.top is None else range(low, (high or 0) + 1) for low, high, c in ends))


def halves(form: Form) -> Iterator[tuple[Form, Form]]:
    """All ways to write a form as one of two points and the rest, without cancellation."""
    for at, times in form:
        for other, counter in form:
            if times < 0 < counter and points(form) > 2:
                rest = dict(form)
                rest[at] += 1
                rest[other] -= 1
                kept = tuple((state, k) for state, k in sorted(rest.items()) if k)
                yield tuple(sorted([(at, -1), (other, 1)])), kept
