"""Refutations: for three slow servers exactly the cases fail in which the busy slow servers jump by three."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from typing import Any

import pytest

from proofcheck.certificate.gate import read_gate
from proofcheck.certificate.write import generate
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.problem.model import from_statement
from proofcheck.problem.reader import read_statement
from proofcheck.search.refute import refute
from tests.common import CASES, leaves

FAILING = {f"{name}.y0.{region}" for name in ("K3", "K5") for region in ("x1", "x2", "x3+")}
# y and x-offset of the two states of the larger side, between whose totals x + y the jump is
LARGER = {"K3": ((0, 0), (1, 1)), "K5": ((0, 0), (0, 2))}


@cache
def generated() -> dict[str, Any]:
    """The certificates for m = 3, generated anew, by id."""
    files = generate(read_statement("many_server", {"m": 3}))
    documents = [json.loads(text) for name, text in files.items() if name != "problem.json"]
    return {
        entry["id"].removeprefix("many_server_m3."): entry for d in documents for entry in d["obligations"]
    }


def test_exactly_six_obligations_are_refuted() -> None:
    """K3 and K5 for y = 0 from x = 1 on, and nothing else; all others are proved."""
    verdicts = {key: entry["verdict"] for key, entry in generated().items()}
    assert {key for key, word in verdicts.items() if word == "refuted"} == {f"routing.{k}" for k in FAILING}
    assert {word for key, word in verdicts.items() if key.removeprefix("routing.") not in FAILING} == {
        "proved"
    }
    assert len(verdicts) == 194


def test_the_gate_expects_just_these() -> None:
    """What is listed as expected is what happens."""
    demand = next(demand for demand in read_gate(CASES) if demand.name == "many_server_m3")
    assert set(demand.expected) == {f"many_server_m3.routing.{key}" for key in FAILING}


def _leaf(tree: Any, sent: dict[tuple[int, ...], int]) -> Any:
    while "split" in tree:
        tree = tree["cases"][sent[tuple(tree["split"])]]
    return tree


@pytest.mark.parametrize("name", ["K3", "K5"])
def test_exactly_the_jumps_by_three_fail(name: str) -> None:
    """For y = 0 and each region: a case is refuted if and only if the number of busy servers jumps by 3."""
    refuted = 0
    for x in range(4):
        entry = generated()[f"routing.{name}.y0.x{x}{'+' if x == 3 else ''}"]
        low, high = ((x + dx, y) for dx, y in LARGER[name])
        for a, b in product(range(min(low[0], 3) + 1), range(min(high[0], 3 - high[1]) + 1)):
            leaf = _leaf(entry["proof"], {low: a, high: b})
            jump = (high[1] + b) - a
            assert ("refuted" in leaf) == (jump >= 3), (x, a, b)
            assert jump <= 3
            refuted += "refuted" in leaf
    assert refuted == 3


def _cone(f: dict[tuple[int, int], Any]) -> list[tuple[Any, Any]]:
    """Both sides of every instance of (K1)-(K6) on the window, written out by hand."""
    sides = []
    for x, y in f:
        for lesser, greater in (
            ([(0, 0)], [(1, 0)]),
            ([(0, 0)], [(0, 1)]),
            ([(1, 0), (0, 1)], [(0, 0), (1, 1)]),
            ([(1, 0), (1, 1)], [(2, 0), (0, 1)]),
            ([(0, 1), (0, 1)], [(0, 0), (0, 2)]),
            ([(1, 1), (1, 1)], [(2, 0), (0, 2)]),
        ):
            states = [[(x + a, y + b) for a, b in side] for side in (lesser, greater)]
            if all(s in f for side in states for s in side):
                sides.append((sum(f[s] for s in states[0]), sum(f[s] for s in states[1])))
    return sides


@pytest.mark.parametrize("key", sorted(FAILING))
def test_each_witness_refutes(key: str) -> None:
    """By direct evaluation: f is in the cone on its window, routing breaks the inequality there."""
    entry = generated()[f"routing.{key}"]
    x = int(key.split(".x")[1].strip("+"))
    for _, leaf in leaves(entry["proof"]):
        if "refuted" not in leaf:
            continue
        last, top = leaf["refuted"]["window"]
        assert (top, last >= x + 2) == (3, True)
        f = {(a, b): leaf["refuted"]["f"][f"({a},{b})"] for a in range(last + 1) for b in range(4)}
        instances = _cone(f)
        assert len(instances) > 50
        assert all(lesser <= greater for lesser, greater in instances)
        g = {(a, b): min(f[a - n, b + n] for n in range(min(a, 3 - b) + 1)) for a, b in f}
        if key.startswith("K3"):
            lesser, greater = g[x + 1, 0] + g[x, 1], g[x, 0] + g[x + 1, 1]
        else:
            lesser, greater = 2 * g[x, 1], g[x, 0] + g[x, 2]
        assert lesser > greater
        assert (leaf["refuted"]["lesser"], leaf["refuted"]["greater"]) == (str(lesser), str(greater))


def _task(name: str, sizes: dict[str, int], key: str) -> tuple[Any, Task]:
    problem = from_statement(read_statement(name, sizes))
    return problem, next(task for task in obligations(problem) if task.id.endswith(key))


def test_what_is_proved_is_not_refuted() -> None:
    """For m = 2 there is no witness in any full case of K3 and K5: the same search finds none."""
    problem, task = _task("three_server", {}, "routing.K5.y0.x2+")
    for a in range(3):
        assert refute(problem, task, {(2, 0): a, (2, 2): 0}) is None
    problem, task = _task("many_server", {"m": 3}, "routing.K5.y0.x1")
    assert refute(problem, task, {(1, 0): 1, (1, 2): 1}) is None
    assert refute(problem, task, {(1, 0): 0, (1, 2): 1}) is not None


def test_only_goals_about_one_function_are_refuted() -> None:
    """Sums of two functions, and claims with something given, are left open."""
    for key in ("closure.K1.y0.x0+", "claim.send_one.y0.x0+", "reduction.F.y0.x0.lam"):
        problem, task = _task("three_server", {}, key)
        assert refute(problem, task, {}) is None


def test_a_witness_violates_the_goal() -> None:
    """What is returned for the jump from 0 to 3 is a function with 2 g(1,1) > g(1,0) + g(1,2)."""
    problem, task = _task("many_server", {"m": 3}, "routing.K5.y0.x1")
    found = refute(problem, task, {(1, 0): 0, (1, 2): 1})
    assert found is not None
    f = {(x, y): found["f"][f"({x},{y})"] for x in range(found["window"][0] + 1) for y in range(4)}
    assert all(lesser <= greater for lesser, greater in _cone(f))
    lesser, greater = 2 * min(f[1, 1], f[0, 2]), min(f[1, 0], f[0, 1]) + min(f[1, 2], f[0, 3])
    assert lesser > greater
