"""Chains: what the search finds is true on the whole lattice, and there is nothing to find for m = 1, 2."""

from __future__ import annotations

import pytest

from proofcheck.certificate import check_frontier
from proofcheck.errors import NothingFound
from proofcheck.frontier.chain import FAST, SLOW, Chains, certificate, term
from proofcheck.frontier.document import closed
from tests.frontier.common import best, chain, cost


@pytest.mark.parametrize("m", [3, 4, 5, 6, 7, 8])
def test_the_last_function_has_no_threshold(m: int) -> None:
    """Recomputed by the definitions alone, without tables: fewer jobs at a larger x."""
    found = certificate(m)
    f, drop = chain(found["chain"], m), found["not_threshold"]
    here, then = (best(f, m, x, drop["y"]) for x in (drop["x"], drop["then"]))
    assert drop["x"] < drop["then"]
    assert min(here) > max(then)


@pytest.mark.parametrize("m", [3, 6])
def test_a_chain_uses_departures_of_the_cost_only(m: int) -> None:
    """Nothing else is put in: every function is a positive sum of departures of earlier ones."""
    found = certificate(m)
    terms = [t for step in found["chain"] for t in step["sum"]]
    assert {event for t in terms for event in t["after"]} == {FAST, SLOW}
    assert all(t["times"] > 0 for t in terms)


@pytest.mark.parametrize("m", [1, 2])
def test_nothing_is_found_where_there_is_a_cone(m: int) -> None:
    """One and two slow servers have thresholds: the cone is proved."""
    with pytest.raises(NothingFound, match="no chain"):
        certificate(m)


@pytest.mark.parametrize("m", [4, 5, 9, 14, 20])
def test_the_shifts_follow_a_formula(m: int) -> None:
    """m, m^2 - 2m + 3 and m^3 - m^2 + m + 2 lower the gains so that one job is best at x = m + 1, none at
    x = m + 2: the chain is the same for every m from 4 on."""
    shifts = [m, m**2 - 2 * m + 3, m**3 - m**2 + m + 2]
    derivation = [
        {"name": "lower", "sum": [term("cost", [FAST] * (2 * m))]},
        {"name": "f", "sum": [term("cost", [SLOW])]},
    ]
    for number, shift in enumerate(shifts):
        last = derivation[-1]["name"]
        moved = [term(str(last), [SLOW]), term("lower", [], shift)]
        derivation.append({"name": f"f{number}", "sum": moved})
    witness = {"y": 0, "x": m + 1, "then": m + 2}
    raw = {"format": check_frontier.FORMAT, "slow": m, "rows": 2 * m, "chain": derivation}
    claims = closed(raw | {"not_threshold": witness})["claims"]
    assert [entry["at"] for entry in claims["not_a_threshold"]] == [f"({m + 1},0)", f"({m + 2},0)"]
    assert claims["not_a_threshold"][1]["best"] == [0]


@pytest.mark.parametrize("m", [3, 5])
def test_gains_move_alike(m: int) -> None:
    """F^k (x + y) lowers every gain by one for x <= k, S (x + y) raises it by one."""
    search = Chains(m)
    lower = chain([{"name": "f", "sum": [term("cost", [FAST] * search.rows)]}], m)
    higher = chain([{"name": "f", "sum": [term("cost", [SLOW])]}], m)
    for x in range(1, search.rows):
        for y in range(m):
            gains = [f(x, y) - f(x - 1, y + 1) for f in (cost, lower, higher)]
            assert gains == [0, -1, 1]
            assert search.lower[x][y] == lower(x, y)
            assert search.raise_[x][y] == higher(x, y)
