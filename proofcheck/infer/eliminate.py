"""The largest closed subset of the candidates, by elimination to the fixed point.

A candidate that an operator does not keep, given *all* candidates that are left, belongs to no closed subset
of them, and goes.  What shows it is a function in the cone whose image violates the candidate; the same
function is tried exactly against all others, under every operator, so that one round takes out many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import add

import numpy as np
from scipy import sparse

from proofcheck.infer.examine import Outcome, margin
from proofcheck.infer.lattice import Instances, Values, Window
from proofcheck.infer.reduce import Cone
from proofcheck.problem.model import Inequality, State

Examine = Callable[[list[Inequality], list[Inequality]], Iterable[Outcome]]  # candidates, the cone


@dataclass(frozen=True)
class Round:
    """What one round did: generators examined, those that stayed open, and all that went."""

    alive: int
    generators: int
    open: int
    gone: int
    functions: int


class Elimination:
    """The state of the elimination; `rounds` runs it."""

    def __init__(self, cone: Cone, examine: Examine) -> None:
        self.cone, self.examine = cone, examine
        self.kept: dict[int, set[str]] = {}  # by number, the names of what it was proved from
        self.windows: dict[State, Window] = {}
        self.instances: dict[State, tuple[list[int], Instances]] = {}

    def rounds(self) -> Iterator[Round]:
        """Drop from the cone what belongs to no closed subset, round by round; the last drops nothing."""
        while True:
            cone, before = self.cone, len(self.cone.alive)
            generators = [cone.all[k] for k in cone.generators]
            todo = [k for k in cone.generators if k not in self.kept]
            outcomes = list(self.examine([cone.all[k] for k in todo], generators))
            self.kept |= {k: {*o.used} for k, o in zip(todo, outcomes, strict=True) if not o.open}
            opened = {k for k, outcome in zip(todo, outcomes, strict=True) if outcome.open}
            gone, functions = set(opened), 0
            for corner in sorted({outcome.corner for outcome in outcomes if outcome.values}):
                window = self.window(corner)
                within = members(window, generators, outcomes)
                functions += within.shape[1]
                gone |= self.violated(window, within, margin(cone.language, generators))
            yield Round(before, len(generators), len(opened), len(gone), functions)
            if not gone:
                return
            self.drop(gone)

    def drop(self, gone: set[int]) -> None:
        """Drop candidates, and all that was proved from them."""
        names = {self.cone.all[k].name for k in gone}
        self.kept = {k: used for k, used in self.kept.items() if not used & names and k not in gone}
        self.cone.drop(gone)
        for numbers, instances in self.instances.values():
            instances.drop({place for place, k in enumerate(numbers) if k in gone})

    def window(self, corner: State) -> Window:
        """The window with this corner, made once."""
        if corner not in self.windows:
            self.windows[corner] = Window(self.cone.language, corner)
        return self.windows[corner]

    def violated(self, window: Window, values: Values, beyond: State) -> set[int]:
        """The candidates alive that the image of some function under some operator violates.

        They are looked at so far from the corner that all hypotheses an examination would use hold.
        """
        found: set[int] = set()
        for operator in (*self.cone.language.operators, *self.cone.language.costs):
            corner = window.smaller(tuple(map(add, window.table(operator).up, beyond)))
            if min(corner) < 0:
                continue
            inner = self.window(corner)
            if inner.corner not in self.instances:
                numbers = sorted(self.cone.alive)
                every = Instances(inner, [self.cone.all[k] for k in numbers])
                self.instances[inner.corner] = numbers, every
            numbers, instances = self.instances[inner.corner]
            image = window.onto(inner, window.after(operator, values))
            found |= {numbers[place] for place in instances.violated(image)}
        return found


def members(window: Window, cone: list[Inequality], outcomes: list[Outcome]) -> Values:
    """The functions on this window that satisfy the cone there, with what is presumed of the rest of their
    columns, exactly, one column each."""
    columns = {o.values for o in outcomes if o.values and o.corner == window.corner}
    table = np.array(sorted(columns), dtype=np.int64).T
    known = sparse.vstack([window.presumed, Instances(window, cone).matrix])
    low: Values = known @ table
    return np.asarray(table[:, np.all(low >= 0, axis=0)])
