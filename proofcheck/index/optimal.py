"""Is a threshold policy optimal, between two subsidies?  Decided by signs, with balls.

The conditions are those of docs/index-certificates.md, which has the proofs: known(0) > 0 >= known(j), and
gain(q,.) changes sign exactly at t_q.  For Poisson departures two ages per q suffice (total positivity); for
a general law every age up to the tail is looked at, and from there on

    gain(q,t) >= known(0) - 2 P(not empty at age t) * (K + max over j of |v_K - v_j|)

decides all ages.  Every function here is affine in gamma for fixed thresholds, so the ends of an interval
decide all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb

from proofcheck.errors import BadInput
from proofcheck.index.enclosure import Enclosure, Undecided, ball, decided, enclose
from proofcheck.index.instance import MOST_TAU, Instance
from proofcheck.index.model2 import Arm, Thresholds, Values, at


class Violated(Exception):
    """Certainly a threshold policy is not optimal, thresholds fall with q, or a passive set shrinks.

    `near` are subsidies at which to look for a witness.
    """

    near: tuple[Fraction, ...] = ()


def require_optimal(values: Values, gammas: Sequence[arb], entered: int = 0, leaving: int = 0) -> None:
    """Violated or Undecided unless the policy is optimal from the first subsidy to the last.

    At the first one, q = `entered` has just been given its threshold and ties one age below it; at the last
    one, q = `leaving` ties at its threshold.  Both ties are exact by construction and not looked at; nor are
    those at gamma = 0 before the queue can be empty.
    """
    for k, gamma in enumerate(gammas):
        first, last = k == 0, k == len(gammas) - 1
        known = [at(line, gamma) for line in values.known]
        _require(known[0], "known(0)", gamma)
        for j, t in enumerate(values.thresholds, 1):
            if t > 1 and values.arm.instance.law is None:
                _require(-known[j], f"-known({j})", gamma)
        for q, t in enumerate(values.thresholds, 1):
            if not (last and q == leaving):
                _require(at(values.gain(q, t), gamma), f"gain({q},{t})", gamma)
            if t > 1 and not (first and q == entered) and not gamma.is_zero():
                _require(-at(values.gain(q, t - 1), gamma), f"-gain({q},{t - 1})", gamma)
            if values.arm.instance.law is not None:
                _require_all_ages(values, q, gamma)
    if list(values.thresholds) != sorted(values.thresholds):
        raise Violated(f"thresholds {values.thresholds} do not increase with q")


def _require(value: arb, what: str, gamma: arb) -> None:
    if value > 0:
        return
    if value < 0:
        raise Violated(f"{what} < 0 at gamma = {gamma.str(12, radius=False)}")
    raise Undecided(f"the sign of {what} at gamma = {gamma.str(12, radius=False)}")


def _require_all_ages(values: Values, q: int, gamma: arb) -> None:
    """Beyond t_q probing gains up to the tail; before t_q - 1 waiting for t_q is better than probing."""
    t = values.thresholds[q - 1]
    for age in range(t + 1, tail(values, q, gamma)):
        _require(at(values.gain(q, age), gamma), f"gain({q},{age})", gamma)
    waiting = arb(0)
    for age in range(t - 1, 0, -1):
        waiting = values.arm.beta * waiting - at(values.gain(q, age), gamma)
        if age < t - 1 and not gamma.is_zero():
            _require(waiting, f"V({q},{age}) - R({q},{age})", gamma)


def tail(values: Values, q: int, gamma: arb) -> int:
    """An age from which on probing gains; by doubling, so at most twice the least one."""
    arm = values.arm
    own = [at(line, gamma) for line in values.v]
    most = 2 * (arm.K + max(abs(own[-1] - one).upper() for one in own))
    left = at(values.known[0], gamma)
    _require(left, "known(0)", gamma)
    age = 1
    while not left > arm.beliefs.occupied(q, age) * most:
        age *= 2
        if age > MOST_TAU:
            raise Undecided(f"the tail of q = {q} begins beyond age {MOST_TAU}")
    return age


def require_gamma(instance: Instance, gamma: Fraction) -> None:
    """Refuse a subsidy outside [0, K]."""
    if not 0 <= gamma <= instance.K:
        raise BadInput(f"gamma: {gamma} is not between 0 and K = {instance.K}")


def thresholds(instance: Instance, gamma: Fraction) -> Thresholds | None:
    """The optimal thresholds at a subsidy; None at gamma = K, where no probe ever pays.

    Violated if no threshold policy is optimal; Undecided on a tie that no precision resolves.
    """
    require_gamma(instance, gamma)
    return None if gamma == instance.K else decided(lambda: solve(instance, gamma).thresholds)


def value(instance: Instance, gamma: Fraction, q: int, age: int, digits: int) -> Enclosure:
    """V(q,age) at a subsidy."""
    require_gamma(instance, gamma)
    if gamma == instance.K:
        always = gamma / (1 - instance.beta)
        return Enclosure(always, always, digits)

    def compute() -> Enclosure:
        return enclose(at(solve(instance, gamma).value(q, age), ball(gamma)), digits)

    return decided(compute, 64 + 4 * digits)


def solve(instance: Instance, gamma: Fraction) -> Values:
    """The optimal policy at a subsidy, certified: policy iteration steered by midpoints finds it."""
    values = search(instance, gamma)
    require_optimal(values, [ball(gamma)])
    return values


def search(instance: Instance, gamma: Fraction) -> Values:
    """Policy iteration over first probing ages, steered by midpoints; proves nothing."""
    arm, subsidy = Arm(instance), ball(gamma)
    policy: Thresholds = instance.start
    while not at(arm.values(policy).known[0], subsidy).mid() > 0:  # worse than never to probe
        policy = tuple(2 * t for t in policy)
        if policy[0] > MOST_TAU:
            raise Undecided(f"a policy that beats idling, with thresholds up to {MOST_TAU},")
    seen: set[Thresholds] = set()
    while policy not in seen:
        seen.add(policy)
        values = arm.values(policy)
        find = _first_by_halving if instance.law is None else _first_by_stopping
        policy = tuple(find(values, q, subsidy) for q in range(1, arm.K + 1))
    return arm.values(policy)


def _first_by_halving(values: Values, q: int, gamma: arb) -> int:
    """The age at which gain(q,.) turns positive, if it turns once."""

    def gains(age: int) -> bool:
        return bool(at(values.gain(q, age), gamma).mid() >= 0)

    low, high = 0, 1
    while not gains(high):
        low, high = high, 2 * high
        if high > MOST_TAU:
            raise Undecided(f"the threshold of q = {q}, beyond age {MOST_TAU},")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if gains(middle) else (middle, high)
    return high


def _first_by_stopping(values: Values, q: int, gamma: arb) -> int:
    """The first age at which probing is as good as any later plan."""
    probes = best_actions(values, q, gamma)
    return probes.index(True) + 1


def best_actions(values: Values, q: int, gamma: arb) -> list[bool]:
    """Whether to probe at age 1, 2, ... up to the tail, if v is right; by midpoints."""
    last = tail(values, q, gamma)
    probes, ahead = [True], at(values.probe(q, last), gamma).mid()
    for age in range(last - 1, 0, -1):
        idle = (gamma + values.arm.beta * ahead).mid()
        probe = at(values.probe(q, age), gamma).mid()
        probes.append(bool(probe >= idle))
        ahead = max(probe, idle)
    return probes[::-1]
