"""Value iteration with constant rates: against exact value iteration in proofcheck.control."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from proofcheck.control.horizon import Pair, iterates, not_threshold
from proofcheck.control.model import server_model
from proofcheck.errors import BadInput
from proofcheck.frontier.constant import certificate

POSITION: dict[str, Any] = {
    "lam": "4/15",
    "mu1": 1,
    "mu2": "14/19",
    "discount": "9/10",
    "cost": ["3/14", 3],
    "terminal": ["989/20", "13/17"],
    "steps": 7,
}
RATES = {"lam": "39/100", "mu1": 1, "mu2": "2/25", "discount": 1}
EQUAL = RATES | {"cost": [1, 1], "terminal": [0, 0], "steps": 5}
E = {
    "lesser": [{"times": 1, "at": [1, 1]}, {"times": 1, "at": [0, 2]}],
    "greater": [{"times": 1, "at": [1, 0]}, {"times": 1, "at": [0, 3]}],
}


def last_iterate(entry: dict[str, Any], slow: int, window: int) -> Any:
    """The same function by other code."""
    rates = [Fraction(entry[name]) for name in ("lam", "mu1", "mu2")]
    costs: list[Pair] = [(Fraction(a), Fraction(b)) for a, b in (entry["cost"], entry["terminal"])]
    model = server_model(*rates, slow, Fraction(entry["discount"]))
    *_, last = iterates(model, entry["steps"], window, *costs)
    return last


def test_costs_by_position_have_no_threshold() -> None:
    """One job at x = 8, none at x = 9, each the only best: by exact value iteration too."""
    found = certificate(3, POSITION, None)
    assert found["not_threshold"] == {"y": 0, "x": 8, "then": 9}
    assert [entry["best"] for entry in found["claims"]["not_a_threshold"]] == [[1], [0]]
    assert not_threshold(last_iterate(POSITION, 3, 14), 12) == [{"y": 0, "x": 8, "sends": 1, "then": 0}]


def test_two_slow_servers_have_thresholds_with_the_same_costs() -> None:
    """The cone of three_server contains both costs, so nothing can be found."""
    with pytest.raises(BadInput, match="nothing fails"):
        certificate(2, POSITION, None)


def test_the_fifth_iterate_violates_e() -> None:
    """The values are those of exact value iteration."""
    found = certificate(3, EQUAL, E)
    assert found["violates"]["at"] == [2, 0]
    last = last_iterate(EQUAL, 3, 8)
    lesser, greater = (Fraction(found["claims"][side]) for side in ("lesser", "greater"))
    f = last.values
    assert lesser == Fraction(int(f[3, 1] + f[2, 2]), last.scale)
    assert greater == Fraction(int(f[3, 0] + f[2, 3]), last.scale)
    assert lesser > greater


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4, 6])
def test_other_iterates_satisfy_e(steps: int) -> None:
    """There is nothing to refute at these steps."""
    with pytest.raises(BadInput, match="nothing fails"):
        certificate(3, EQUAL | {"steps": steps}, E)


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"lam": 0}, "bad-model"), ({"lam": "2/4"}, "not-exact"), ({"discount": 2}, "bad-model")],
)
def test_a_bad_model_is_bad_input(change: dict[str, Any], reason: str) -> None:
    """One line with the checker's reason."""
    with pytest.raises(BadInput, match=reason):
        certificate(3, EQUAL | change, E)
