"""All minimal closed subsets that contain what is required.

What follows from a set still follows as inequalities are added.  So if an obligation of a set S is open, S is
enlarged to a set M with which it still is, but with none more: then every closed set above S has something
outside M, and the search branches over that.  Every minimal closed set is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from proofcheck.infer.examine import Hypotheses, Prover
from proofcheck.infer.language import Language
from proofcheck.problem.model import Inequality

Names = frozenset[str]
CLAIMS = ""  # the name of what must follow from every subset: the claims


class Subsets:
    """The subsets of some inequalities, and which obligations follow from them."""

    def __init__(self, language: Language, universe: list[Inequality], claims: bool = False) -> None:
        self.universe = [i.name for i in universe]
        hypotheses = Hypotheses(language, universe)
        asked = {i.name: language.obligations(i) for i in universe}
        asked[CLAIMS] = language.claims() if claims else iter(())
        self.provers = {name: [Prover(hypotheses, one) for one in found] for name, found in asked.items()}
        self.follows = cache(self._follows)

    def _follows(self, name: str, number: int, names: Names) -> bool:
        return self.provers[name][number].open_case(names) is None

    def open(self, names: Names) -> tuple[str, int] | None:
        """The first obligation of a subset that does not follow from it."""
        present = [CLAIMS, *(name for name in self.universe if name in names)]
        every = ((name, number) for name in present for number in range(len(self.provers[name])))
        return next((each for each in every if not self.follows(*each, names)), None)

    def largest_open(self, obligation: tuple[str, int], names: Names) -> Names:
        """A set above this one with which the obligation stays open, and with none more."""
        for name in self.universe:
            if name not in names and not self.follows(*obligation, names | {name}):
                names = names | {name}
        return names

    def minimal(self, required: Names) -> list[Names]:
        """All minimal closed subsets that contain what is required, small ones first."""
        closed: set[Names] = set()
        for found in self._closed(required):
            closed = {other for other in closed if not found <= other} | {found}
        return sorted(closed, key=lambda names: (len(names), sorted(map(self.universe.index, names))))

    def _closed(self, required: Names) -> Iterator[Names]:
        """Closed sets above the required, all minimal ones among them."""
        seen, waiting, found = set(), [required], set[Names]()
        while waiting:
            names = waiting.pop()
            if names in seen or any(one <= names for one in found):
                continue
            seen.add(names)
            obligation = self.open(names)
            if obligation is None:
                found.add(names)
                yield names
                continue
            beyond = set(self.universe) - self.largest_open(obligation, names)
            waiting += [names | {name} for name in sorted(beyond, key=self.universe.index, reverse=True)]
