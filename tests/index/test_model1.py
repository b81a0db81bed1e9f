"""Model 1 against exact fractions, value iteration and its limits."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from proofcheck.errors import BadInput
from proofcheck.index import model1, whittle_index
from proofcheck.index.instance import instance
from tests.index import brute

LAWS = [["1/2", "1/2"], ["2/27", "20/27", "0", "0", "0", "5/27"], ["1/3", "0", "1/3", "1/3"]]


def expected_backlogs(size: int, law: list[str], last: int) -> list[Fraction]:
    """E(0), ..., E(last) by moving the distribution of the backlog slot by slot."""
    chances, found = {size: Fraction(1)}, []
    for _ in range(last + 1):
        found.append(sum((j * p for j, p in chances.items()), Fraction(0)))
        moved: dict[int, Fraction] = {}
        for j, p in chances.items():
            for d, share in enumerate(law):
                moved[max(j - d, 0)] = moved.get(max(j - d, 0), Fraction(0)) + p * Fraction(share)
        chances = moved
    return found


def subsidy(size: int, beta: Fraction, backlog: list[Fraction], tau: int) -> Fraction:
    """W(tau) as the paper prints it."""
    power = beta**tau
    return ((1 - power) * (size - backlog[tau - 1]) - (beta - power) * (size - backlog[tau])) / (1 - beta)


@pytest.mark.parametrize("law", LAWS)
def test_the_index_of_tau_is_w_of_tau_plus_one(law: list[str]) -> None:
    """Exactly, for general laws; it is not W(tau) (W(1) = 0 would be the index of state 1)."""
    beta, arm = Fraction(9, 10), instance(5, "0.9", law=law)
    backlog = expected_backlogs(5, law, 13)
    assert subsidy(5, beta, backlog, 1) == 0
    for tau, index in enumerate(model1.table(arm, range(1, 13), 25), 1):
        exact = subsidy(5, beta, backlog, tau + 1)
        assert index.value.lower <= exact <= index.value.upper
        assert index.below_K.lower <= 5 - exact <= index.below_K.upper
        assert not index.value.lower <= subsidy(5, beta, backlog, tau) <= index.value.upper


@pytest.mark.parametrize(
    ("size", "mu", "beta", "tau"), [(3, "1", "1/2", 2), (4, "0.7", "0.8", 5), (1, "2", "3/4", 1)]
)
def test_value_iteration_agrees_to_25_digits(size: int, mu: str, beta: str, tau: int) -> None:
    """The subsidy at which value iteration finds probing and idling equally good in state tau."""
    queue = brute.queue(1, size, beta, brute.poisson(mu), 110)
    index = whittle_index(model=1, K=size, mu=mu, beta=beta, tau=tau, digits=30)
    assert abs(Fraction(brute.index(queue, size, tau)) - Fraction(index.text)) < Fraction(1, 10**25)


def test_as_beta_vanishes_the_index_is_the_myopic_reward() -> None:
    """beta -> 0: K - E(tau)."""
    arm = instance(4, "1e-40", mu="0.3")
    for tau in (1, 2, 7):
        reward = 4 - Fraction(model1.expected_backlog(arm, tau, 40).text)
        index = whittle_index(model=1, K=4, beta="1e-40", mu="0.3", tau=tau, digits=30)
        assert abs(Fraction(index.text) - reward) < Fraction(1, 10**28)


def test_near_k_the_distance_has_all_its_digits() -> None:
    """K - W(tau+1) at tau = 400 is about 1e-80; its leading term is beta^0 E(tau) (1 + ...)."""
    found = whittle_index(model=1, K=2, beta="1/2", mu="1/2", tau=400, digits=20).below_K
    with brute.localcontext() as context:
        context.prec = 150
        law = brute.poisson("1/2")
        e = [2 * law(0, t) + law(1, t) for t in (400, 401)]
        power = Decimal(2) ** -401
        direct = 2 * ((1 - power) * e[0] - (Decimal("0.5") - power) * e[1])
    assert abs(Fraction(found.text) / Fraction(direct) - 1) < Fraction(1, 10**19)


@pytest.mark.parametrize("law", LAWS)
def test_the_threshold_brackets_the_subsidy(law: list[str]) -> None:
    """W(t) <= gamma <= W(t+1) for the threshold t; at gamma = 0 it is 1, at K there is none."""
    beta, arm = Fraction(9, 10), instance(3, "0.9", law=law)
    backlog = expected_backlogs(3, law, 60)
    for gamma in (Fraction(1, 7), Fraction(3, 2), Fraction(29, 10)):
        t = model1.threshold(arm, gamma)
        assert t is not None
        assert subsidy(3, beta, backlog, t) <= gamma <= subsidy(3, beta, backlog, t + 1)
    assert model1.threshold(arm, Fraction(3)) is None
    with pytest.raises(BadInput, match="gamma: 4 is not between 0 and K = 3"):
        model1.threshold(arm, Fraction(4))


def test_misprint_in_lemma_1() -> None:
    """E(tau) - E(tau-1) is not non-increasing: K = 1, e^-mu = 1/2 gives -1/2, then -1/4.

    The decrease E(tau-1) - E(tau) is non-increasing, for every law.
    """
    backlog = expected_backlogs(1, ["1/2", "1/2"], 2)
    assert (backlog[1] - backlog[0], backlog[2] - backlog[1]) == (Fraction(-1, 2), Fraction(-1, 4))
    for law in LAWS:
        e = expected_backlogs(5, law, 20)
        drops = [a - b for a, b in pairwise(e)]
        assert drops == sorted(drops, reverse=True)


def test_a_threshold_in_steps_of_w_matches_the_identity() -> None:
    """W(tau+1) - W(tau) = (1-beta^tau)/(1-beta) [(E(tau-1)-E(tau)) - beta (E(tau)-E(tau+1))], exactly."""
    beta = Fraction(7, 9)
    for law in LAWS:
        e = expected_backlogs(4, law, 12)
        for tau in range(1, 11):
            step = subsidy(4, beta, e, tau + 1) - subsidy(4, beta, e, tau)
            drop, next_drop = e[tau - 1] - e[tau], e[tau] - e[tau + 1]
            assert step == (1 - beta**tau) / (1 - beta) * (drop - beta * next_drop)
            assert step >= (1 - beta**tau) * next_drop >= 0
