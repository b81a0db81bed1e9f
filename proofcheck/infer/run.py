"""The whole inference: candidates, filter, elimination, minimal subsets.  Deterministic for a given seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from math import prod

from proofcheck.errors import BadInput
from proofcheck.infer.candidates import Form, form_of, generate, inequality, points, standard
from proofcheck.infer.eliminate import Elimination, Round
from proofcheck.infer.examine import Outcome, examine
from proofcheck.infer.functions import random_functions
from proofcheck.infer.journal import Journal, key
from proofcheck.infer.language import Language
from proofcheck.infer.lattice import Instances, Window
from proofcheck.infer.minimal import Subsets
from proofcheck.infer.reduce import Cone
from proofcheck.problem.model import Inequality, State

NEAR, BEYOND = 1, 4  # how far beyond the box, and the box and the operators' depth, candidates are compared
MOST_STATES = 250  # with functions on windows of at most so many states


@dataclass(frozen=True)
class Settings:
    """What is generated (box per coordinate, most points), and the random functions: how many batches, from
    which seed."""

    box: State
    points: int = 6
    samples: int = 200
    seed: int = 0


@dataclass(frozen=True)
class Largest:
    """The largest closed subset: its generators, and how many candidates it holds; how many there were, and
    how many of them no random function violates."""

    candidates: int
    unviolated: int
    alive: int
    cone: Cone
    rounds: tuple[Round, ...]

    @property
    def generators(self) -> list[Inequality]:
        """Those from which all others follow."""
        return [self.cone.all[k] for k in self.cone.generators]


class Crew:
    """Examines candidates by an executor, and remembers outcomes in a journal."""

    def __init__(self, language: Language, pool: Executor, journal: Journal) -> None:
        self.language, self.pool, self.journal = language, pool, journal

    def examine(self, candidates: list[Inequality], cone: list[Inequality]) -> list[Outcome]:
        """The outcomes in the order of the candidates, whoever found them."""
        names = [key(self.language, i, cone) for i in candidates]
        known = self.journal.outcomes
        try:
            todo = {
                self.pool.submit(examine, self.language, i, cone): name
                for i, name in zip(candidates, names, strict=True)
                if name not in known
            }
            for future in as_completed(todo):
                self.journal.add(todo[future], future.result())
        except BrokenProcessPool:
            raise BadInput("a worker process was stopped; with --journal, run again to go on") from None
        return [known[name] for name in names]


def candidates(language: Language, settings: Settings, given: Sequence[Inequality]) -> list[Inequality]:
    """The generated ones and the given ones, simple ones first, each once, named by number."""
    found = [inequality(language, form, "") for form in generate(language, settings.box, settings.points)]
    known = {mark(i) for i in found}
    extra = {mark(i): i for i in given if mark(i) not in known}
    found += extra.values()
    found.sort(key=lambda i: (points(form_of(i)), mark(i)[0], i.low))
    return [replace(i, name=f"c{number}", standard="", meaning="") for number, i in enumerate(found)]


def mark(i: Inequality) -> tuple[Form, State, tuple[int | None, ...]]:
    """What an inequality says, without its name."""
    return form_of(i), i.low, i.high


def corners(language: Language, box: State) -> tuple[State, State]:
    """A small window and a large one: as far as BEYOND the box and the depth, or less if that is too many
    states."""

    def corner(beyond: int) -> State:
        ends = zip(box, language.coordinates, strict=True)
        return tuple(side + beyond if c.top is None else c.top for side, c in ends)

    depth = max(max(operator.depth) for operator in language.operators)
    far = (corner(beyond) for beyond in range(depth + BEYOND, depth, -1))
    fitting = (one for one in far if prod(last + 1 for last in one) <= MOST_STATES)
    return corner(NEAR), next(fitting, corner(depth + 1))


def unviolated(language: Language, found: list[Inequality], settings: Settings) -> set[int]:
    """The numbers of the candidates that every random function satisfies: of those that are left after a few
    on a small window, which is where most go."""
    left = list(range(len(found)))
    near, far = corners(language, settings.box)
    for corner, samples in ((near, settings.samples // 10), (far, settings.samples)):
        instances, gone = Instances(Window(language, corner), [found[k] for k in left]), set[int]()
        for values in random_functions(language, corner, samples, settings.seed):
            violated = instances.violated(values)
            if violated:
                gone |= violated
                instances.drop(violated)
        left = [k for place, k in enumerate(left) if place not in gone]
    return set(left)


def largest(
    language: Language,
    settings: Settings,
    given: Sequence[Inequality],
    crew: Crew,
    progress: Callable[[Iterator[Round]], Iterable[Round]] = lambda rounds: rounds,
) -> Largest:
    """The largest subset of the candidates that every operator keeps."""
    found = candidates(language, settings, given)
    left = unviolated(language, found, settings)
    cone = Cone(language, found, left)
    rounds = tuple(progress(Elimination(cone, crew.examine).rounds()))
    return Largest(len(found), len(left), len(cone.alive), cone, rounds)


def named(language: Language, found: Iterable[Inequality], known: Sequence[Inequality]) -> list[Inequality]:
    """The inequalities with the names they have among the known ones; new ones are N1, N2, ..."""
    names = {mark(i): i for i in reversed(known)}
    taken, new, renamed = {i.name for i in known}, 0, []
    for i in found:
        old = names.get(mark(i))
        if old is None:
            new += 1
            while f"N{new}" in taken:
                new += 1
            called = standard(language, form_of(i))
            renamed.append(replace(i, name=f"N{new}", standard=called, meaning=called))
        else:
            renamed.append(old)
    return renamed


def minimal(
    language: Language, found: Largest, required: Sequence[Inequality], claims: bool
) -> tuple[list[Inequality], list[list[Inequality]]]:
    """The inequalities chosen from, generators and required ones, and all minimal closed subsets of them
    that contain what is required and, if asked, prove the statement's claims; none if nothing is asked.

    Raises BadInput if something required is in no closed subset of the candidates.
    """
    by_mark = {mark(i): k for k, i in enumerate(found.cone.all)}
    numbers = [by_mark.get(mark(i)) for i in required]
    for i, k in zip(required, numbers, strict=True):
        if k is None or k not in found.cone.alive:
            why = "is not among the candidates" if k is None else "is in no closed subset of the candidates"
            raise BadInput(f"--require {i.name}: {why}")
    chosen = sorted({*found.cone.generators, *(k for k in numbers if k is not None)})
    universe = [found.cone.all[k] for k in chosen]
    needed = frozenset(i.name for i, k in zip(universe, chosen, strict=True) if k in numbers)
    subsets = Subsets(language, universe, claims).minimal(needed) if required or claims else []
    return universe, [[i for i in universe if i.name in names] for names in subsets]
