"""The search: small problems with known proofs, and every leaf added up anew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check
from proofcheck.certificate.write import generate
from proofcheck.enumerate.forms import evaluate, function
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.problem.model import Problem, from_statement
from proofcheck.problem.reader import read_statement
from proofcheck.search.farkas import Search
from tests.common import leaves

LINE = """
format = "proofcheck-problem/1"
name = "line"
[[coordinate]]
name = "x"
"""
RISING = """
[[inequality]]
name = "Up"
lesser = [{ at = [0] }]
greater = [{ at = [1] }]
"""
CONVEX = """
[[inequality]]
name = "Cx"
lesser = [{ times = 2, at = [1] }]
greater = [{ at = [0] }, { at = [2] }]
"""


def claimed(tmp_path: Path, cone: str, claim: str) -> tuple[Problem, Task, Any]:
    """A problem on the line with one claim, the claim's task, and the search's proof of it."""
    path = tmp_path / "line.toml"
    path.write_text(f"{LINE}{cone}\n[[claim]]\nname = 'C'\n{claim}\n", "utf-8")
    problem = from_statement(read_statement(str(path)))
    task = next(task for task in obligations(problem) if task.group == "claim")
    return problem, task, Search(problem).certificate(task)["proof"]


def used(leaf: Any) -> dict[tuple[str, int], int]:
    return {(use["use"], *use["at"]): use["times"] for use in leaf["sum"] if "at" in use}


def verdict(tmp_path: Path) -> str:
    """What the trusted checker says of the certificate that is generated for the claim."""
    full = read_statement(str(tmp_path / "line.toml"))
    files = generate(full)
    (tmp_path / "claim.json").write_text(files["claim.json"], "utf-8")
    ((found, reason),) = check.check_file(check.Problem(full), tmp_path / "claim.json").values()
    assert reason == ""
    return found


def test_a_chain(tmp_path: Path) -> None:
    """f(x) <= f(x+3) follows from f rising by three steps: each is used once."""
    _, _, leaf = claimed(tmp_path, RISING, "lesser = [{ at = [0] }]\ngreater = [{ at = [3] }]")
    assert leaf["goal_times"] == 1
    assert used(leaf) == {("Up", 0): 1, ("Up", 1): 1, ("Up", 2): 1}
    assert verdict(tmp_path) == "proved"


def test_known_multipliers(tmp_path: Path) -> None:
    """3 f(x+1) <= 2 f(x) + f(x+3) for f convex: twice at x, once at x + 1, and in no other way."""
    claim = "lesser = [{ times = 3, at = [1] }]\ngreater = [{ times = 2, at = [0] }, { at = [3] }]"
    _, _, leaf = claimed(tmp_path, CONVEX, claim)
    assert (leaf["goal_times"], used(leaf)) == (1, {("Cx", 0): 2, ("Cx", 1): 1})
    assert verdict(tmp_path) == "proved"


def test_rational_multipliers_become_integers(tmp_path: Path) -> None:
    """Cx/2 at x proves half of it; the goal is taken twice and the hypothesis once."""
    cone = CONVEX.replace("times = 2", "times = 4").replace(
        "at = [0] }, { at", "times = 2, at = [0] }, { times = 2, at"
    )
    claim = "lesser = [{ times = 2, at = [1] }]\ngreater = [{ at = [0] }, { at = [2] }]"
    _, _, leaf = claimed(tmp_path, cone, claim)
    assert (leaf["goal_times"], used(leaf)) == (2, {("Cx", 0): 1})
    assert verdict(tmp_path) == "proved"


def test_what_is_given_is_used(tmp_path: Path) -> None:
    """If f(x+2) <= f(x), a rising f has f(x+1) <= f(x)."""
    claim = (
        "given = [{ lesser = [{ at = [2] }], greater = [{ at = [0] }] }]\n"
        "lesser = [{ at = [1] }]\ngreater = [{ at = [0] }]"
    )
    _, _, leaf = claimed(tmp_path, RISING, claim)
    assert [use for use in leaf["sum"] if use["use"] == "given"] == [
        {"times": 1, "use": "given", "number": 0}
    ]
    assert used(leaf) == {("Up", 1): 1}
    assert verdict(tmp_path) == "proved"


def test_a_false_claim_is_refuted(tmp_path: Path) -> None:
    """f(x+1) <= f(x) is false for a rising f: the witness rises there."""
    _, _, leaf = claimed(tmp_path, RISING, "lesser = [{ at = [1] }]\ngreater = [{ at = [0] }]")
    found = leaf["refuted"]
    values = [found["f"][f"({x})"] for x in range(found["window"][0] + 1)]
    assert values == sorted(values)
    assert values[1] > values[0]
    assert verdict(tmp_path) == "refuted"


def test_what_is_neither_proved_nor_refuted_is_open(tmp_path: Path) -> None:
    """A false claim with something given has no certificate, and no refutation is looked for."""
    claim = (
        "given = [{ lesser = [{ at = [0] }], greater = [{ at = [2] }] }]\n"
        "lesser = [{ at = [1] }]\ngreater = [{ at = [0] }]"
    )
    _, _, leaf = claimed(tmp_path, RISING, claim)
    assert set(leaf) == {"unproved"}
    assert verdict(tmp_path) == "unproved"


def _hypothesis(problem: Problem, task: Task, use: dict[str, Any]) -> Counter[Any]:
    if use["use"] == "given":
        return Counter(task.given[use["number"]])
    x, y = use["at"]
    if "sends" in use:
        sign = 1 if use["use"] == "upper" else -1
        return Counter({("f", (x - use["sends"], y + use["sends"])): sign, ("g", (x, y)): -sign})
    known = {i.name: i for i in task.known[use["of"]]}
    return Counter(evaluate(known[use["use"]].sides, (x, y), function(use["of"])))


@pytest.mark.parametrize(
    ("name", "sizes"), [("two_server", {}), ("three_server", {}), ("many_server", {"m": 3})]
)
def test_every_leaf_adds_up(name: str, sizes: dict[str, int]) -> None:
    """goal_times * goal = sum of times * hypothesis in every leaf, with no more than a constant to spare."""
    problem = from_statement(read_statement(name, sizes))
    search, counted = Search(problem), 0
    for task in obligations(problem):
        for _, leaf in leaves(search.certificate(task)["proof"]):
            if "refuted" in leaf:
                continue
            total: Counter[Any] = Counter()
            for atom, coefficient in task.goal.items():
                total[atom] += leaf["goal_times"] * coefficient
            for use in leaf["sum"]:
                assert use["times"] > 0
                for atom, coefficient in _hypothesis(problem, task, use).items():
                    total[atom] -= use["times"] * coefficient
            rest = {atom: value for atom, value in total.items() if value}
            assert all(
                function_name in ("1", "n") and value > 0 for (function_name, _), value in rest.items()
            )
            counted += 1
    assert counted >= len(list(obligations(problem))) - 6


@pytest.mark.parametrize(("name", "sizes"), [("three_server", {}), ("many_server", {"m": 3})])
def test_the_tree_does_not_depend_on_what_was_searched_before(name: str, sizes: dict[str, int]) -> None:
    """Searching the obligations backwards, or each by itself, gives the same proofs."""
    problem = from_statement(read_statement(name, sizes))
    tasks = [task for task in obligations(problem) if task.group.startswith(("routing.K3", "reduction"))]
    forwards, backwards = Search(problem), Search(problem)
    one = {task.id: forwards.certificate(task) for task in tasks}
    assert {task.id: backwards.certificate(task) for task in tasks[::-1]} == one
    assert {task.id: Search(problem).certificate(task) for task in tasks} == one
    assert all(forwards.proof(task) == one[task.id]["proof"] for task in tasks)
