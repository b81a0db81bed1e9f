"""What is known of one server, from proofcheck.index: indices, beliefs and departures as enclosures.

Policies compare states by how far they are from the best one: K less the Whittle index, or the probability
of not being empty.  Those distances are enclosed in exact rationals and put in order: enclosures that overlap
are computed again with more digits, until all are apart.  States with the same *name* have the same distance:
that is a tie, and there are no others.  Names are made so that other ties are impossible, or refused:

* K less the index: (rate, q, age); at age 0 the index is 0 whatever the rate.  In model 1 it is
  a e^(-mu tau) + b e^(-mu tau - mu) with rational a, b > 0, and by the theorem of Lindemann and Weierstrass
  other exponents give other numbers.  In model 2 a tie of two rates would stay undecided, and be refused.
* The probability of not being empty: (q, mu tau).  It is e^(-mu tau) times a rational number, which for fixed
  mu tau grows with q: the same theorem applies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil

from proofcheck.errors import BadInput
from proofcheck.index import index_table
from proofcheck.index.enclosure import Enclosure, Undecided, decided, enclose
from proofcheck.index.instance import MOST_DIGITS, MOST_MU, Instance, instance
from proofcheck.index.law import Beliefs
from proofcheck.index.optimal import Violated

FIRST_DIGITS = 12


@cache
def index_distances(
    model: int, backlog: int, rate: Fraction, beta: Fraction, last: int, digits: int
) -> dict[tuple[int, int], Enclosure]:
    """(q, age) -> K less the Whittle index, for ages 1..last; q is K in model 1.

    BadInput if the server is not indexable, or if that is not decided.
    """
    ask = {"model": model, "K": backlog, "mu": rate, "beta": beta, "digits": digits}
    try:
        found = index_table(taus=range(1, last + 1), **ask)  # type: ignore[arg-type]
    except (Violated, Undecided) as reason:
        raise BadInput(f"policy whittle, rate {rate}: no Whittle indices: {reason}") from None
    return {((backlog, *state)[-2:]): index.below_K for state, index in found.items()}  # type: ignore[misc]


@cache
def occupied(q: int, mean: Fraction, digits: int) -> Enclosure:
    """P(fewer than q departures) for a Poisson law: q jobs have not all left."""
    slots = ceil(mean / MOST_MU)
    one = poisson_server(q, mean / slots)
    return decided(lambda: enclose(Beliefs(one).occupied(q, slots), digits), 64 + 4 * digits)


def poisson_server(backlog: int, mean: Fraction) -> Instance:
    """A server with that mean number of departures per slot; the discount plays no role."""
    return instance(backlog, "1/2", mu=mean)


@cache
def departures(backlog: int, rate: Fraction) -> tuple[list[Fraction], list[Fraction]]:
    """P(D = k) for k < K and P(D >= k) for k <= K departures in one slot, to 30 digits each."""
    one = poisson_server(backlog, rate)

    def compute() -> tuple[list[Fraction], list[Fraction]]:
        beliefs = Beliefs(one)
        exactly = [enclose(p, 30).lower for p in beliefs.departures(1)]
        at_least = [enclose(1 - beliefs.occupied(k, 1), 30).lower for k in range(backlog + 1)]
        return exactly, at_least

    return decided(compute, 256)


def in_order(distances: Callable[[int], Mapping[Hashable, Enclosure]]) -> dict[Hashable, int]:
    """The names in order, the one furthest away first: name -> rank; `distances` takes the digits wanted.

    BadInput if two stay undecided with as many digits as there may be.
    """
    digits = FIRST_DIGITS
    while True:
        try:
            found = sorted(distances(digits).items(), key=lambda item: item[1].lower, reverse=True)
        except Undecided as reason:
            raise BadInput(f"states cannot be put in order: {reason}") from None
        close = [(a, b) for (a, far), (b, near) in pairwise(found) if not near.upper < far.lower]
        if not close:
            return {name: rank for rank, (name, _) in enumerate(found)}
        digits *= 4
        if digits > MOST_DIGITS:
            raise BadInput(f"undecided with {digits // 4} digits which of two states comes first: {close[0]}")
