"""The reduced and the original optimum agree for mu1 >= mu2: by certificate and by brute force."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from proofcheck.control.grow import grow
from proofcheck.control.model import ServerModel, server_model
from proofcheck.control.original import solve_original
from tests.control import brute
from tests.control.common import floats, model


def random_models(count: int) -> list[ServerModel]:
    """Stable models with mu1 > mu2, one to three slow servers."""
    draw = random.Random(7)
    found = []
    while len(found) < count:
        mu1, mu2, lam = (Fraction(draw.randint(1, 12), draw.randint(1, 12)) for _ in range(3))
        slow = draw.randint(1, 3)
        if mu2 < mu1 and 10 * lam <= 9 * (mu1 + slow * mu2):
            found.append(server_model(lam, mu1, mu2, slow, Fraction(9, 10)))
    return found


def test_the_original_optimum_is_the_reduced_one_on_fifty_models() -> None:
    """Certified for each; and the original value iterated in the test lies within the bounds."""
    for one in random_models(50):
        claims = grow(one, 2, Fraction(1, 10**8), 64).document["claims"]
        assert claims["original_model"] == "the same bounds", one
        assert claims["slow_while_fast_idle"] == "never optimal for the last job", one
        assert claims["idle_fast_with_jobs"].startswith("never optimal at x <= "), one
        assert claims["idle_fast_with_jobs"] != "never optimal at x <= 0", one
        f = brute.original(*floats(one), cut=28, rounds=180)
        low, high = (float(Fraction(claims["cost_from_empty"][end])) for end in ("low", "high"))
        assert low - 3e-5 <= f[0, 0, 0] <= high + 3e-5, one


@pytest.mark.parametrize("slow", [1, 2, 3])
def test_no_job_goes_to_a_slow_server_while_the_fast_one_is_idle(slow: int) -> None:
    """What the two claims say together, for all q <= X: after such an action either a job waits beside the
    idle fast server, or the last one was sent.  Each such action is worse than the best by brute force."""
    one = model("1/2", "1", "1/3", slow, "9/10")
    claims = grow(one, 2, Fraction(1, 10**8), 64).document["claims"]
    assert claims["slow_while_fast_idle"] == "never optimal for the last job"
    last = int(claims["idle_fast_with_jobs"].removeprefix("never optimal at x <= "))
    assert last >= 3
    f = brute.original(*floats(one), cut=28, rounds=300)
    for q in range(1, min(last, 12) + 1):
        for y in range(slow):
            best = min(f[q - i - j, i, y + j] for i in (0, 1) for j in range(min(slow - y, q - i) + 1))
            for j in range(1, min(slow - y, q) + 1):
                assert f[q - j, 0, y + j] > best + 1e-6, (q, y, j)


def test_the_original_solver_agrees() -> None:
    """Policy iteration on (q,z,y) gives the same cost and never idles the fast server."""
    one = model("1/2", "1", "1/3", 2, "19/20")
    low, high = solve_original(one, 60)
    found = grow(one, 2, Fraction(1, 10**10), 64).found
    expected = float(found.upper.box[0, 0]) / found.unit
    assert low.values[0, 0, 0] == pytest.approx(expected, rel=1e-10)
    assert high.values[0, 0, 0] == pytest.approx(expected, rel=1e-10)
    assert not high.idles(20)


def test_without_the_assumption_the_models_differ() -> None:
    """For mu1 < mu2 the reduced model is a relaxation, and nothing is claimed about the original one."""
    one = model("7/5", "1", "2", 2, "9/10")
    proved = grow(one, 2, Fraction(1, 10**10), 64)
    found = proved.found
    _, high = solve_original(one, 60)
    assert proved.document["claims"]["original_model"] == "not claimed"
    assert high.values[0, 0, 0] > float(found.upper.box[0, 0]) / found.unit + 0.01
    assert high.idles(3)
