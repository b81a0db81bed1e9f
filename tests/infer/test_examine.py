"""Examinations: what K1-K6 keep and lose, and functions that show it."""

from __future__ import annotations

import numpy as np
import pytest

from proofcheck.infer.examine import Hypotheses, Prover, examine, integers
from proofcheck.infer.language import Language, Question
from proofcheck.infer.lattice import Instances, Window
from proofcheck.problem.model import Inequality
from tests.infer.common import by_name, language
from tests.properties import model as servers


def asked(here: Language, i: Inequality) -> list[Question]:
    return list(here.obligations(i))


@pytest.mark.parametrize("name", ["K1", "K2", "K3", "K4", "K5", "K6"])
def test_the_cone_of_three_servers_keeps_itself(name: str) -> None:
    """And each inequality uses some of the cone."""
    cone = by_name("three_server")
    found = examine(language("three_server"), cone[name], list(cone.values()))
    assert (found.open, found.values) == ("", ())
    assert {*found.used} <= {*cone}
    assert name in found.used


def test_three_slow_servers_lose_k3_and_k5() -> None:
    """Under routing; K1, K2, K4, K6 are kept.  The function is in the cone, its routed image is not."""
    cone = by_name("many_server", 3)
    for name, i in cone.items():
        found = examine(language("many_server", 3), i, list(cone.values()))
        assert bool(found.open) == (name in ("K3", "K5")), name
        if found.open:
            assert f".routing.{name}." in found.open
            *values, _ = found.values
            f = np.array(values, dtype=object).reshape([last + 1 for last in found.corner])
            assert servers.violated(f, tuple(cone)) == []
            assert name in servers.violated(servers.routed(f), tuple(cone))


def test_without_k3_slow_departures_lose_k4() -> None:
    """A cone that is too small: the obligation is named."""
    cone = by_name("three_server")
    found = examine(language("three_server"), cone["K4"], [i for n, i in cone.items() if n != "K3"])
    assert "event.slow_departure.K4" in found.open


def test_a_prover_with_some_names() -> None:
    """The same obligation, from all and from too few."""
    cone = by_name("three_server")
    (question,) = (
        q for q in asked(language("three_server"), cone["K4"]) if "slow" in q.id and ".y0.x0" in q.id
    )
    prover = Prover(Hypotheses(language("three_server"), cone.values()), question)
    assert prover.open_case() is None
    assert prover.used == {"K3", "K4"} or prover.used <= {*cone}
    assert prover.open_case(frozenset(cone) - {"K3"}) == {}
    assert prover.open_case(frozenset({"K3", "K4", "K1"})) is None


def test_the_cost_is_an_operator() -> None:
    """-x - y is not in a cone that the cost x + y is in: K1 reversed stays open at the cost."""
    k1 = by_name("three_server")["K1"]
    reversed_ = type(k1)("R", "", "", k1.low, k1.high, type(k1.sides)(k1.sides.greater, k1.sides.lesser))
    found = [q for q in asked(language("three_server"), reversed_) if ".cost." in q.id]
    hypotheses = Hypotheses(language("three_server"), [reversed_])
    assert found
    assert all(Prover(hypotheses, q).open_case() is not None for q in found)
    fine = [q for q in asked(language("three_server"), k1) if ".cost." in q.id]
    assert len(fine) == len(found)
    assert all(Prover(hypotheses, q).open_case() is None for q in fine)


def test_claims_follow_from_k4_and_k6() -> None:
    """And not from K4 alone."""
    cone, three = by_name("three_server"), language("three_server")
    hypotheses = Hypotheses(three, cone.values())
    provers = [Prover(hypotheses, question) for question in three.claims()]
    assert len(provers) == 5
    both, one = frozenset({"K4", "K6"}), frozenset({"K4"})
    assert all(p.open_case(both) is None for p in provers)
    assert any(p.open_case(one) is not None for p in provers)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0.0, 0.5, 1.5], (0, 1, 3)),
        ([0.0, 1 / 3, -1.0], (0, 1, -3)),
        ([0.0, 0.123, 0.246], (0, 1, 2)),
        ([0.0, 0.0], ()),
        ([1.0, 2**0.5], ()),
    ],
)
def test_small_integers(values: list[float], expected: tuple[int, ...]) -> None:
    assert integers(np.array(values)) == expected


def test_a_function_comes_with_its_window() -> None:
    """As many values as there are states up to the corner."""
    cone = by_name("many_server", 3)
    found = examine(language("many_server", 3), cone["K3"], [*cone.values()])
    assert len(found.values) == (found.corner[0] + 1) * (found.corner[1] + 1) + 1
    window = Window(language("many_server", 3), found.corner)
    column = np.array([found.values], dtype=np.int64).T
    assert Instances(window, [*cone.values()]).violated(column) == set()
