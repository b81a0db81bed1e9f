"""Model 1, finite queues: a probe refills the queue, so the state is the age tau of the last probe.

E(tau) is the expected backlog at age tau, E(0) = K.  The subsidy at which thresholds tau - 1 and tau are
equally good is

    W(tau) = [ (1 - beta^tau)(K - E(tau-1)) - (beta - beta^tau)(K - E(tau)) ] / (1 - beta),   W(1) = 0,

and the Whittle index of state tau is W(tau+1) (Chadaga and Modiano, Theorem 2).  Near K that form cancels;
what is left to K is a sum of positive terms,

    K - W(tau+1) = E(tau) + beta (1 - beta^tau)/(1 - beta) * (E(tau) - E(tau+1)),

and it is computed from this form.  W increases for every law (docs/index-certificates.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from flint import arb

from proofcheck.errors import BadInput
from proofcheck.index.enclosure import Enclosure, Index, ball, decided, enclose, positive
from proofcheck.index.instance import MOST_TAU, Instance
from proofcheck.index.law import Beliefs


def shortfall(instance: Instance, beliefs: Beliefs, tau: int) -> arb:
    """K - W(tau+1), a sum of positive terms; for tau = 0 it is K."""
    here, after = beliefs.expected(tau), beliefs.expected(tau + 1)
    beta = ball(instance.beta)
    return here + beta * (1 - beta**tau) / ball(1 - instance.beta) * (here - after)


def expected_backlog(instance: Instance, tau: int, digits: int) -> Enclosure:
    """E(tau)."""
    return decided(lambda: enclose(Beliefs(instance).expected(tau), digits), _bits(digits))


def table(instance: Instance, taus: Iterable[int], digits: int) -> list[Index]:
    """The Whittle indices of the states tau (from 1)."""
    find = _finder(instance, digits)
    return [find(tau) for tau in taus]


def equal_subsidies(instance: Instance, taus: Iterable[int], digits: int) -> list[Enclosure]:
    """W(tau), tau from 1: the subsidy at which the thresholds tau - 1 and tau are equally good; W(1) = 0."""
    find, none = _finder(instance, digits), Enclosure(Fraction(0), Fraction(0), digits)
    return [find(tau - 1).value if tau > 1 else none for tau in taus]


def _bits(digits: int) -> int:
    return 64 + (7 * digits + 1) // 2


def _finder(instance: Instance, digits: int) -> Callable[[int], Index]:
    """One set of beliefs per precision serves all states."""
    shared: dict[int, Beliefs] = {}

    def find(tau: int) -> Index:
        def compute() -> Index:
            fresh = Beliefs(instance)
            rest = shortfall(instance, shared.setdefault(fresh.bits, fresh), tau)
            return Index(enclose(instance.K - rest, digits), enclose(rest, digits))

        return decided(compute, _bits(digits))

    return find


def threshold(instance: Instance, gamma: Fraction) -> int | None:
    """The least optimal threshold: probe at this age and later.  None: never probe (gamma = K).

    W(t) <= gamma <= W(t+1).  Undecided if gamma equals an index and no precision can tell.
    """
    if not 0 <= gamma <= instance.K:
        raise BadInput(f"gamma: {gamma} is not between 0 and K = {instance.K}")
    if gamma == instance.K:
        return None

    def compute() -> int:
        beliefs = Beliefs(instance)

        def idles(tau: int) -> bool:
            return positive(ball(gamma) - instance.K + shortfall(instance, beliefs, tau))

        high = 1
        while idles(high):
            high *= 2
            if high > MOST_TAU:
                raise BadInput(f"gamma: so near K that the threshold passes {MOST_TAU}")
        low = high // 2  # idles at low, or low is 0
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if idles(middle) else (low, middle)
        return high

    return decided(compute)
