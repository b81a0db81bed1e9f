"""Stability as the report shows it: what is drawn says what the checker wrote, and the drift holds."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest

from proofcheck.report.html import Run
from proofcheck.report.html.control_pages import Stability, solved
from proofcheck.report.summary import Report
from proofcheck.verdict import Result
from tests.common import CASES

NAMES = {r"\lambda": "lam", r"\mu_{1}": "mu1", r"\mu_{2}": "mu2", "s": "s", "n": "n"}
FACTOR = re.compile(r"(\\lambda|\\mu_\{[12]\}|s)(?:\^\{(\d+)\})?|(\d+)")


@pytest.fixture(scope="module", params=[1, 2, 3])
def page(request: pytest.FixtureRequest) -> Stability:
    """The stability of m slow servers, accepted."""
    key = f"control.stability_m{request.param}"
    run = Run(Report(), {key: Result(key, "proved")})
    (found,) = [one.stability for one in solved(CASES, run) if one.id == key]
    assert found is not None
    return found


def rates(slow: int, seed: int) -> dict[str, Fraction]:
    """Stable rates, at random."""
    draw = Random(seed)
    lam, mu1, mu2 = (Fraction(draw.randint(1, 40), 7) for _ in range(3))
    lam = min(lam, (mu1 + slow * mu2) * Fraction(9, 10))
    return {"lam": lam, "mu1": mu1, "mu2": mu2, "s": mu1 + slow * mu2 - lam}


def product(tex: str, at: dict[str, Fraction]) -> Fraction:
    """A product of numbers and powers."""
    value = Fraction(1)
    for name, power, number in FACTOR.findall(tex):
        value *= Fraction(number) if number else at[NAMES[name]] ** int(power or 1)
    return value


def drawn(tex: str, at: dict[str, Fraction]) -> Fraction:
    """A sum of fractions."""
    total = Fraction(0)
    for term in tex.split(" + "):
        match = re.fullmatch(r"\\frac\{(.*)\}\{(.*)\}", term)
        total += product(match[1], at) / product(match[2], at) if match else product(term, at)
    return total


def increments(page: Stability, at: dict[str, Fraction]) -> list[Fraction]:
    """D(0), ..., D(slow + 2), from the TeX of the page."""
    *below, tail = [formula.tex.split(" = ", 1)[1] for formula in page.increments]
    found = [drawn(tex, at) for tex in below]
    slope, constant = tail.split(r",\quad")[0].split(r"\,n + ")
    return found + [drawn(slope, at) * n + drawn(constant, at) for n in range(page.slow, page.slow + 3)]


@pytest.mark.parametrize("seed", range(20))
def test_the_drift_of_what_is_drawn_is_at_most_minus_n(page: Stability, seed: int) -> None:
    """d D(n-1) - lam D(n) >= n, wherever departures have rate d: at (0,y), (1,y), and all servers busy."""
    at = rates(page.slow, seed)
    d = increments(page, at)
    states = [(x, y) for x in (0, 1) for y in range(page.slow + 1)][1:] + [(2, page.slow)]
    for x, y in states:
        n = x + y
        departures = min(x, 1) * at["mu1"] + y * at["mu2"]
        assert departures * d[n - 1] - at["lam"] * d[n] >= n


def test_what_remains_is_the_difference_of_the_two_sides_of_the_drift(page: Stability) -> None:
    """lam (2n+1) + (mu1 [x>=1] + mu2 y)(1 - 2n) + remains = b - 2 s n at every state, for random rates."""
    at = rates(page.slow, 1)
    bound = value(re.fullmatch(r".* <= (.*) - 2 \(mu1.*", page.square)[1], at)  # type: ignore[index]
    for state, remains, _ in page.regions:
        x, y = (1, page.slow) if "x >=" in state else tuple(map(int, re.findall(r"\d+", state)))
        n = x + y
        drift = at["lam"] * (2 * n + 1) + (at["mu1"] * x + at["mu2"] * y) * (1 - 2 * n)
        assert drift + value(remains, at) == bound - 2 * at["s"] * n


def value(words: str, at: dict[str, Fraction]) -> Fraction:
    """`4 mu1 + 5 mu2`."""
    parts = (part.split() for part in words.split(" + ") if part != "0")
    return sum((int(size) * at[name] for size, name in parts), Fraction(0))


def test_every_condition_is_named_and_a_departure_leads_down_from_every_state(page: Stability) -> None:
    """S1, S2, S3 and the empty system; a slow server at (0,y), the fast one elsewhere."""
    assert [name for name, _, _ in page.conditions] == ["S1", "S2", "S3", "(0,0)"]
    for state, _, down in page.regions:
        assert down == ("" if state == "(0,0)" else "slow" if state.startswith("(0") else "fast")


def test_nothing_is_shown_of_a_refused_certificate() -> None:
    """Only its name and its file."""
    run = Run(Report(), {"control.stability_m2": Result("control.stability_m2", "error", "differs")})
    (found,) = [one for one in solved(CASES, run) if one.name == "stability_m2"]
    assert not found.accepted
    assert found.stability is None
