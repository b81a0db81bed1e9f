"""What inference needs of a statement, whatever language it is written in.

A statement has coordinates, parameters under linear assumptions, given functions of which inequalities are
known, operators, costs, and a step of value iteration made of them.  Forms {atom: coefficient} are read
`0 <= form`; an atom is ("f", state), ("h", state) for a given function h, (parameter, ()), or
(parameter, (c,)), the parameter times n_c where a region is symbolic in coordinate c.  The constant 1 is the
parameter "1".  Nothing here says what is in the cone: that is what is asked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from proofcheck.enumerate.forms import Form
from proofcheck.problem.model import Coordinate, Inequality, State

MARGIN = 1  # how far beyond what an obligation speaks of hypotheses are looked for first
Symbolic = tuple[bool, ...]  # per coordinate
Expression = dict[str, Any]  # a step, as docs/model-format.md has it


@dataclass(frozen=True)
class Operator:
    """An operator or a cost: the least (or greatest) of its choices at every state.

    From `depth` on nothing about it depends on an unbounded coordinate.  `of` is what its language has.
    """

    name: str
    depth: State
    of: Any
    least: bool = True


@dataclass(frozen=True)
class Question:
    """An obligation, without the cone: 0 <= goal, from its own hypotheses and inequalities to be chosen.

    `attained` holds by number the hypotheses that are there only in the case in which an action attains the
    operator at a state; `splits` are the states, with their actions, at which cases are told apart.  It
    speaks of states up to `highest`.
    """

    id: str
    goal: Form
    symbolic: Symbolic
    highest: State
    own: tuple[Form, ...]
    attained: dict[int, tuple[State, Any]]
    splits: tuple[tuple[State, tuple[Any, ...]], ...]


class Language(ABC):
    """One statement.  `cone` is what it was written with: its names are used, and nothing else of it."""

    name: str
    coordinates: tuple[Coordinate, ...]
    labels: tuple[str, ...]  # of the coordinates, in standard names of inequalities
    cone: tuple[Inequality, ...]
    parameters: tuple[str, ...]  # "1" among them
    assumptions: tuple[Form, ...]
    given: dict[str, list[Inequality]]
    operators: tuple[Operator, ...]
    costs: tuple[Operator, ...]
    step: Expression
    identity: str  # changes with everything that an examination depends on

    @abstractmethod
    def choices(self, operator: Operator, state: State, symbolic: Symbolic) -> list[Form]:
        """The values of the feasible actions, at states below the depth or from it on for all n."""

    @abstractmethod
    def obligations(self, i: Inequality) -> Iterator[Question]:
        """That all operators keep an inequality, and all costs satisfy it."""

    @abstractmethod
    def claims(self) -> Iterator[Question]:
        """That the statement's claims hold."""

    @abstractmethod
    def certificates(self, cone: list[Inequality], name: str) -> dict[str, str]:
        """The certificate files of the statement with this cone and name."""

    @abstractmethod
    def text(self, cone: list[Inequality], name: str) -> str:
        """The statement with this cone and name, as a person would write it."""

    def regions(self, depth: State) -> Iterator[tuple[State, Symbolic]]:
        """All states: by least state, and in which coordinates it stands for itself and all above."""
        lasts = [deep if c.top is None else c.top for c, deep in zip(self.coordinates, depth, strict=True)]
        for state in product(*(range(last + 1) for last in lasts)):
            ends = zip(self.coordinates, state, lasts, strict=True)
            yield state, tuple(c.top is None and v == last for c, v, last in ends)

    def window(self, highest: State, beyond: State) -> State:
        """A corner: every mode, and so far beyond a state."""
        ends = zip(highest, beyond, self.coordinates, strict=True)
        return tuple(v + more if c.top is None else c.top for v, more, c in ends)


def constants(symbolic: Symbolic, offset: str) -> list[Form]:
    """1 >= 0 and n_c >= 0: what may be left over.  `offset` is the name that n_c has in forms."""
    offsets: list[Form] = [{(offset, (c,)): 1} for c, free in enumerate(symbolic) if free]
    return [{("1", ()): 1}, *offsets]
