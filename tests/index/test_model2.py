"""Model 2 against value iteration, its limits, and the paper's misprints."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import islice, pairwise

import pytest
from flint import ctx

from proofcheck.errors import BadInput
from proofcheck.index import index_table, optimal, whittle_index
from proofcheck.index.enclosure import Undecided
from proofcheck.index.instance import instance
from proofcheck.index.model2 import Arm
from proofcheck.index.path import walk
from tests.index import brute

FALLS = ["2/27", "20/27", "0", "0", "0", "5/27"]  # departures for which no threshold policy is optimal


def index(arguments: dict[str, object]) -> Fraction:
    """The middle of the enclosure, to 30 digits."""
    found = whittle_index(**({"model": 2, "digits": 30} | arguments)).value  # type: ignore[arg-type]
    return (found.lower + found.upper) / 2


@pytest.mark.parametrize(
    ("size", "mu", "beta", "q", "tau"),
    [(2, "1", "1/2", 2, 1), (3, "1.3", "0.7", 1, 3), (3, "1.3", "0.7", 3, 2), (4, "2", "0.6", 4, 4)],
)
def test_value_iteration_agrees_to_25_digits(size: int, mu: str, beta: str, q: int, tau: int) -> None:
    """The subsidy at which value iteration finds probing and idling equally good in state (q, tau)."""
    queue = brute.queue(2, size, beta, brute.poisson(mu), 80)
    found = index({"K": size, "mu": mu, "beta": beta, "q": q, "tau": tau})
    assert abs(Fraction(brute.index(queue, q, tau)) - found) < Fraction(1, 10**25)


def test_value_iteration_agrees_for_a_general_law() -> None:
    """Departures 0, 1, 2 with chances 1/2, 1/4, 1/4."""
    law = ["1/2", "1/4", "1/4"]
    queue = brute.queue(2, 3, "0.6", brute.general(law), 130)
    found = index({"K": 3, "law": law, "beta": "0.6", "q": 2, "tau": 3})
    assert abs(Fraction(brute.index(queue, 2, 3)) - found) < Fraction(1, 10**25)


def test_values_and_thresholds_agree_with_value_iteration() -> None:
    """V to 25 digits, and each threshold is the first age at which probing gains."""
    arm, gamma = instance(3, "0.7", mu="0.8"), Fraction(7, 4)
    value, gain = brute.solve(brute.queue(2, 3, "0.7", brute.poisson("0.8"), 120), Decimal("1.75"), 35)
    assert optimal.thresholds(arm, gamma) == tuple(
        next(t for t in range(1, 120) if gain[q, t] > 0) for q in (1, 2, 3)
    )
    for q, age in [(1, 1), (3, 1), (2, 5), (3, 60)]:
        ours = Fraction(optimal.value(arm, gamma, q, age, 30).text)
        assert abs(ours - Fraction(value[q, age])) < Fraction(1, 10**25)


@pytest.mark.parametrize("tau", [1, 3, 8])
def test_with_one_place_both_models_are_one(tau: int) -> None:
    """K = 1: the index of (1, tau) is Model 1's index of tau, to 30 digits."""
    arguments = {"K": 1, "mu": "0.4", "beta": "0.95", "tau": tau}
    assert abs(index(arguments | {"q": 1}) - index(arguments | {"model": 1})) < Fraction(1, 10**29)


def test_an_empty_queue_has_index_k() -> None:
    """q = 0, exactly, at every age."""
    for tau in (1, 50):
        found = whittle_index(model=2, K=6, mu="0.5", beta="0.99", q=0, tau=tau).value
        assert found.lower == found.upper == 6


def test_as_beta_vanishes_the_index_is_the_myopic_reward() -> None:
    """beta -> 0: K P^tau(q,0), the chance of at least q departures times K."""
    law = brute.poisson("0.6")
    for q, tau in [(1, 1), (3, 2), (4, 9)]:
        reward = 4 * (1 - sum(law(k, tau) for k in range(q)))
        found = index({"K": 4, "mu": "0.6", "beta": "1e-40", "q": q, "tau": tau})
        assert abs(found - Fraction(reward)) < Fraction(1, 10**24)  # decimal's usual 28 places


def test_what_departs_never_has_index_zero() -> None:
    """At most one departure per slot: (3, 1) and (3, 2) cannot be empty, index 0; (3, 3) can."""
    found = index_table(model=2, K=3, law="1/2,1/2", beta="4/5", taus=[1, 2, 3], q=3)
    assert [f.value.upper == 0 for f in found.values()] == [True, True, False]


def test_the_path_is_ordered_and_its_breakpoints_are_the_thresholds() -> None:
    """Between two breakpoints the thresholds at a subsidy are the number of breakpoints before it, plus 1."""
    arm = instance(3, "0.9", mu="0.5")
    steps = list(islice(walk(arm, None), 25))
    assert all(a.index.value.upper < b.index.value.lower for a, b in pairwise(steps))
    for k in range(1, 25):
        between = (steps[k - 1].index.value.upper + steps[k].index.value.lower) / 2
        counted = tuple(1 + sum(s.q == q for s in steps[:k]) for q in (1, 2, 3))
        assert optimal.thresholds(arm, between.limit_denominator(10**6)) == counted


def test_at_gamma_k_no_probe_pays() -> None:
    """The threshold is infinite; V is the subsidy forever.  Beyond K there is nothing to ask."""
    arm = instance(2, "0.9", mu="0.5")
    assert optimal.thresholds(arm, Fraction(2)) is None
    assert optimal.value(arm, Fraction(2), 1, 1, 10).lower == 20
    with pytest.raises(BadInput, match="gamma: 5/2 is not between 0 and K = 2"):
        optimal.thresholds(arm, Fraction(5, 2))


def test_a_tie_is_never_guessed() -> None:
    """At most one departure, K = 1, beta = 1/2, P(departure) = 1/2: the index of (1, 1) is a rational; there
    the threshold could be 1 or 2."""
    arm = instance(1, "1/2", law="1/2,1/2")
    exact = (1 - Fraction(1, 4)) * Fraction(1, 2) - (Fraction(1, 2) - Fraction(1, 4)) * Fraction(3, 4)
    tie = 2 * exact  # W(2) = [(1 - beta^2)(1 - E(1)) - (beta - beta^2)(1 - E(2))] / (1 - beta)
    with pytest.raises(Undecided, match="undecided at 16384 bits"):
        optimal.thresholds(arm, tie)
    assert optimal.thresholds(arm, tie - Fraction(1, 100)) == (1,)
    assert optimal.thresholds(arm, tie + Fraction(1, 100)) == (2,)


def test_a_crude_cap_on_the_age_spoils_other_thresholds() -> None:
    """Cut off at age 6, value iteration gives q = 1 another threshold than the exact tail rule does, though
    both are below 6."""
    full = optimal.thresholds(instance(3, "0.9", mu="0.3"), Fraction(1))
    _, gain = brute.solve(brute.queue(2, 3, "0.9", brute.poisson("0.3"), 6), Decimal(1), 20)
    capped = next(t for t in range(1, 7) if gain[1, t] > 0)
    assert full is not None
    assert max(capped, full[0]) < 6
    assert capped != full[0]


def discounted_probes(queue: brute.Queue, thresholds: tuple[int, ...]) -> dict[tuple[int, int], Decimal]:
    """The expected discounted number of probes from every state under a threshold policy, by iteration."""
    active = dict.fromkeys(queue.belief, Decimal(0))
    for _ in range(int(30 / -float(queue.beta.log10()))):
        active = {
            (q, t): 1 + after_probe(queue, active, (q, t))
            if t >= thresholds[q - 1]
            else queue.beta * active[q, min(t + 1, queue.last)]
            for q, t in active
        }
    return active


def after_probe(queue: brute.Queue, active: brute.Step, state: tuple[int, int]) -> Decimal:
    """The probes that follow a probe: from (K, 1) if it finds 0, else from what it finds."""
    belief = queue.belief[state]
    return queue.beta * sum(p * active[j or queue.size, 1] for j, p in enumerate(belief))


def test_misprint_in_proposition_2() -> None:
    """At a boundary the active time after probing is at least that after idling: the proposition prints the
    policies the other way round, which fails at every breakpoint here."""
    arm = instance(2, "0.9", mu="0.5")
    queue = brute.queue(2, 2, "0.9", brute.poisson("0.5"), 90)
    thresholds = [1, 1]
    for step in islice(walk(arm, None), 8):
        active = discounted_probes(queue, tuple(thresholds))
        probing = 1 + after_probe(queue, active, (step.q, step.age))
        idling = queue.beta * (1 + after_probe(queue, active, (step.q, step.age + 1)))
        assert probing > idling
        thresholds[step.q - 1] += 1


def test_the_boundary_inequality_is_the_slope_of_the_gain() -> None:
    """d gain / d gamma = idle time after probing - idle time after idling, minus the active times."""
    arm = instance(2, "0.9", mu="0.5")
    queue = brute.queue(2, 2, "0.9", brute.poisson("0.5"), 90)
    active = discounted_probes(queue, (2, 3))
    with ctx.workprec(200):
        slope = Arm(arm).values((2, 3)).gain(2, 3)[0]
    times = 1 + after_probe(queue, active, (2, 3)) - queue.beta * (1 + after_probe(queue, active, (2, 4)))
    assert abs(float(slope) + float(times)) < 1e-12


def test_theorem_3_needs_poisson() -> None:
    """K = 5, beta = 4/5, gamma = 39/25, departures 0, 1, 5: after seeing 5, probe at age 3, idle at 4, probe
    from 5 on.  Value iteration, and our search refuses to give thresholds."""
    queue = brute.queue(2, 5, "4/5", brute.general(FALLS), 100)
    _, gain = brute.solve(queue, Decimal("1.56"), 20)
    assert [gain[5, t] > 0 for t in range(1, 100)] == [False, False, True, False, *[True] * 95]
    with pytest.raises(optimal.Violated):
        optimal.thresholds(instance(5, "4/5", law=FALLS), Fraction(39, 25))


def test_double_precision_sees_violations_that_do_not_exist() -> None:
    """K = 6, mu = .01, beta = .9999999: the first gains are below 1e-15 of the values they are taken from,
    so a double has their sign by chance; balls order the breakpoints."""
    steps = list(islice(walk(instance(6, "0.9999999", mu="0.01"), None), 200))
    gaps = [b.index.value.lower - a.index.value.upper for a, b in pairwise(steps)]
    assert min(gaps) > 0
    assert float(steps[0].index) < 1e-16 * 6
