"""The whole path of optimal policies as the subsidy rises from 0: breakpoints in order.

At gamma = 0 every threshold is 1 (for a law of bounded departures the first age at which the queue can be
empty; the states before have index 0).  On an interval the policy is fixed and gain(q,t_q) is affine in
gamma; the first of these K gains to vanish ends the interval: there the state (q,t_q) becomes passive, its
Whittle index is that gamma, and t_q grows by one.  Each interval is certified as it is passed (optimal.py),
so the passive sets are known to be nested up to the last breakpoint given.  Thresholds grow without bound as
gamma approaches K, so the path stops at a subsidy below K.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from proofcheck.index.enclosure import FIRST_BITS, MOST_BITS, Enclosure, Index, Undecided, ball, enclose, ends
from proofcheck.index.instance import Instance
from proofcheck.index.model2 import Affine, Arm, Thresholds
from proofcheck.index.optimal import Violated, require_optimal


@dataclass(frozen=True)
class Breakpoint:
    """Here the state (q, age) becomes passive: its Whittle index."""

    q: int
    age: int
    index: Index


def walk(
    instance: Instance, upto: Fraction | None, digits: int = 12, most: int = MOST_BITS
) -> Iterator[Breakpoint]:
    """All breakpoints in [0, upto], upto < K, each once the interval before it is certified.

    The one at `upto` is not among them, and without `upto` they never end.

    Violated where no threshold policy is optimal or the passive set shrinks; Undecided where the most
    precision allowed does not decide a comparison.
    """
    bits = max(FIRST_BITS, 64 + 4 * digits)
    thresholds: Thresholds = instance.start
    entered, arm = 0, _arm(instance, bits)
    while True:
        try:
            with ctx.workprec(bits):
                found = _interval(arm, thresholds, entered, upto, digits)
        except Undecided as reason:
            if 2 * bits > most:
                raise Undecided(f"{reason}, undecided at {bits} bits") from None
            bits *= 2
            arm = _arm(instance, bits)
            continue
        if found is None:
            return
        yield found
        entered = found.q
        thresholds = tuple(t + (q == entered) for q, t in enumerate(thresholds, 1))


def policies(
    instance: Instance, upto: Fraction, digits: int = 12
) -> Iterator[tuple[Breakpoint, Thresholds, Thresholds]]:
    """The breakpoints in [0, upto] in order, each with the optimal thresholds t_1..t_K below and above it."""
    below: Thresholds = instance.start
    for point in walk(instance, upto, digits):
        above = tuple(t + (q == point.q) for q, t in enumerate(below, 1))
        yield point, below, above
        below = above


def _arm(instance: Instance, bits: int) -> Arm:
    with ctx.workprec(bits):
        return Arm(instance)


def _interval(
    arm: Arm, thresholds: Thresholds, entered: int, upto: Fraction | None, digits: int
) -> Breakpoint | None:
    """Certify the interval that begins where `entered` got its threshold; its end, or None at `upto`."""
    values = arm.values(thresholds)
    left = _root(values.gain(entered, thresholds[entered - 1] - 1)) if entered else arb(0)
    if left is None:
        raise Undecided(f"the slope of gain({entered},{thresholds[entered - 1] - 1})")
    roots = [(_root(values.gain(q, t)), q) for q, t in enumerate(thresholds, 1)]
    ahead = [(root, q) for root, q in roots if root is not None]
    right, leaving = min(ahead, key=lambda pair: pair[0].mid(), default=(arb(arm.K), 0))
    if upto is not None and not right.mid() <= ball(upto):
        right, leaving = ball(upto), 0
    try:
        require_optimal(values, [left, right], entered, leaving)
    except Violated as violation:
        low, high = ends(left)[0], ends(right)[1]
        violation.near = tuple(low + (high - low) * k / 16 for k in range(17))
        raise
    if leaving == 0:
        return None
    age = thresholds[leaving - 1]
    return Breakpoint(leaving, age, Index(enclose(right, digits), enclose(arm.K - right, digits)))


def _root(line: Affine) -> arb | None:
    """Where a function that certainly falls vanishes."""
    slope, constant = line
    return -constant / slope if slope < 0 else None


def indices(
    instance: Instance, wanted: Iterable[tuple[int, int]], digits: int
) -> dict[tuple[int, ...], Index]:
    """The Whittle indices of states (q, age); q = 0 has index K, for a queue known to be empty stays so."""
    states = sorted(set(wanted))
    none, all_of_it = (Enclosure(x, x, digits) for x in (Fraction(0), Fraction(instance.K)))
    found: dict[tuple[int, ...], Index] = {}
    for q, age in states:
        if q == 0:
            found[q, age] = Index(all_of_it, none)
        elif age < instance.start[q - 1]:
            found[q, age] = Index(none, all_of_it)
    missing = set(states) - found.keys()
    steps = walk(instance, None, digits)
    while missing:
        step = next(steps)
        if (step.q, step.age) in missing:
            found[step.q, step.age] = step.index
            missing.remove((step.q, step.age))
    return {state: found[state] for state in states}
