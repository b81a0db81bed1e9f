"""Search for a chain of functions that ends without a threshold: untrusted, the checker repeats it.

`D(x,y) = f(x,y) - f(x-1,y+1)` is what sending one job from (x,y) gains.  Two functions of every closed set
that contains x + y move all gains alike: with F and S the fast and the slow departures after routing,

    F^k (x + y)  =  y + (x-k)+          lowers D by 1 at x <= k,
    S (x + y)    =  m x + (m-1) y       raises D by 1.

So each step S f may be followed by any shift of the gains.  Only the signs of the gains matter to the next
step, and signs change where a shift brings some D(x,y) to 0: these shifts, and one more or less, are tried,
depth first, until the last function is routed without a threshold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from proofcheck.certificate.check_frontier import EVENTS, FORMAT, Table, line, routed, sends, total
from proofcheck.errors import NothingFound
from proofcheck.frontier.document import closed

DEEPEST = 4  # steps after the first
FAST, SLOW = "fast_departure", "slow_departure"


@dataclass(frozen=True)
class Drop:
    """All best numbers of jobs to send at (x, y) are larger than all at (then, y)."""

    y: int
    x: int
    then: int


def no_threshold(f: Table, m: int) -> Drop | None:
    """The first place where the optimal number of jobs to send must fall as x grows by one."""
    for y in range(m):
        values = [sends(f, m, x, y) for x in range(len(f))]
        best = [[a for a, v in enumerate(vs) if v == min(vs)] for vs in values]
        for x, (here, next_) in enumerate(pairwise(best)):
            if min(here) > max(next_):
                return Drop(y, x, x + 1)
    return None


class Chains:
    """The search for m slow servers, on x = 0..2m+1, beyond which the gains do not change any more."""

    def __init__(self, m: int) -> None:
        self.m, self.rows = m, 2 * m + 2
        self.lower = line(0, 1, m, self.rows)  # F^k (x + y) for k = rows
        self.raise_ = line(m, m - 1, m, self.rows)

    def step(self, f: Table) -> Table:
        """S f."""
        return EVENTS[SLOW](routed(f, self.m), self.m)

    def shifted(self, f: Table, shift: int) -> Table:
        """f with every gain raised by `shift`, which may be negative."""
        return total([(1, f), (abs(shift), self.raise_ if shift > 0 else self.lower)])

    def shifts(self, f: Table) -> Iterator[int]:
        """The shifts that bring a gain to 0, and one more or less."""
        gains = {f[x][y] - f[x - 1][y + 1] for x in range(1, self.rows) for y in range(self.m)}
        yield from (near - gain for gain in sorted(gains) for near in (-1, 0, 1))

    def search(self, f: Table, steps: int) -> tuple[list[int], Drop] | None:
        """The shifts before each of so many further steps, and after the last; and the drop."""
        for shift in self.shifts(f):
            moved = self.shifted(f, shift)
            if steps == 0:
                drop = no_threshold(moved, self.m)
                if drop:
                    return [shift], drop
                continue
            found = self.search(self.step(moved), steps - 1)
            if found:
                return [shift, *found[0]], found[1]
        return None

    def shortest(self) -> tuple[list[int], Drop]:
        """The first chain with fewest steps.  Raises NothingFound if none is short enough."""
        start = self.step(self.raise_)
        for steps in range(DEEPEST + 1):
            found = self.search(start, steps)
            if found:
                return found
        raise NothingFound(f"no chain of at most {DEEPEST} steps without a threshold for m = {self.m}")


def certificate(m: int) -> dict[str, Any]:
    """The certificate that no set of functions as in the module's text has thresholds, for m slow servers.

    Raises NothingFound if none is found."""
    search = Chains(m)
    shifts, drop = search.shortest()
    lower = {"name": "lower", "sum": [term("cost", [FAST] * search.rows)]}
    derivation = [{"name": "raise", "sum": [term("cost", [SLOW])]}]
    derivation += [lower] if min(shifts) < 0 else []
    last = "raise"
    for number, shift in enumerate(shifts):
        moved = [term("raise" if shift > 0 else "lower", [], abs(shift))] if shift else []
        derivation.append({"name": f"f{number}", "sum": [term(last, [SLOW]), *moved]})
        last = f"f{number}"
    return closed(
        {
            "format": FORMAT,
            "slow": m,
            "rows": search.rows,
            "chain": derivation,
            "not_threshold": {"y": drop.y, "x": drop.x, "then": drop.then},
        }
    )


def term(of: str, after: list[str], times: int = 1) -> dict[str, Any]:
    """times * (the events, each after routing, of a function)."""
    return {"times": times, "of": of, "after": after}
