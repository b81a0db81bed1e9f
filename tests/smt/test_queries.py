"""Every question decided anew by z3 and cvc5, from the SMT-LIB text."""

from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate.document import load
from proofcheck.certificate.gate import Demand, choose
from proofcheck.certificate.verify import certificates
from proofcheck.smt.language import covers, follows
from proofcheck.smt.queries import OPEN, Query, queries
from proofcheck.smt.solvers import SOLVERS, answer

CASES = Path(__file__).parents[2] / "cases"
DEMANDS = choose(CASES, ("two_server", "three_server", "many_server_m3"))
TWO, THREE, MANY = DEMANDS
K3 = "three_server.routing.K3.y1.x1"


def entries(demand: Demand) -> dict[str, dict[str, Any]]:
    """The committed entries by obligation, free to be changed."""
    return {e["id"]: e for path in certificates(demand.folder) for e in load(path)["obligations"]}


def asked(demand: Demand, found: dict[str, dict[str, Any]] | None = None) -> dict[str, Query]:
    """All questions about a problem by name."""
    return {q.name: q for q in queries(demand.statement, entries(demand) if found is None else found)}


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("demand", DEMANDS, ids=lambda demand: demand.name)
def test_a_solver_decides_every_question_as_the_certificate_does(demand: Demand, solver: str) -> None:
    """Proved leaves, splits, exclusions and ranges are unsat, refuted leaves sat."""
    found = asked(demand).values()
    assert {query.expected for query in found} <= {"unsat", "sat"}
    assert [q.name for q in found if answer(solver, q.text, 30) != q.expected] == []


def test_nothing_is_left_out_of_the_questions() -> None:
    """A question per leaf, per split obligation, per exclusion, and per operator and inequality; counted
    here from the certificates and from the statement."""
    for demand in DEMANDS:
        kinds = Counter(name.rsplit(".", 1)[1].rstrip("0123456789") for name in asked(demand))
        found = entries(demand).values()
        assert kinds["leaf"] == sum(str(e["proof"]).count("'case':") for e in found)
        assert kinds["cases"] == sum("split" in e["proof"] for e in found)
        assert kinds["excluded"] == sum(len(e.get("excluded", [])) for e in found)
        said = demand.statement
        operators = len(said["events"]) + len(["routing", "cost", "closure"])
        parts = len(said["rates"]) + len(["routing", "cost"])
        ranges = operators * len(said["inequalities"]) + len(said["claims"]) + parts * len(said["reductions"])
        assert sum(".states." in name for name in asked(demand)) == ranges


def test_only_the_refuted_leaves_are_expected_to_be_satisfiable() -> None:
    """Three slow servers: exactly the six jumps by three; fewer servers: none."""
    counted = {d.name: sum(q.expected == "sat" for q in asked(d).values()) for d in DEMANDS}
    assert counted == {"two_server": 0, "three_server": 0, "many_server_m3": 6}


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_case_left_out_is_found(solver: str) -> None:
    """Drop a case of a split, anywhere in the tree: there is a minimiser that no leaf names."""
    found = entries(THREE)
    assert answer(solver, asked(THREE, found)[f"{K3}.cases"].text, 10) == "unsat"
    whole = copy.deepcopy(found[K3]["proof"])
    for drop in (lambda p: p["cases"].pop(), lambda p: p["cases"][1]["cases"].pop()):
        found[K3]["proof"] = copy.deepcopy(whole)
        drop(found[K3]["proof"])
        assert answer(solver, asked(THREE, found)[f"{K3}.cases"].text, 10) == "sat"


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_leaf_that_lacks_a_case_is_found(solver: str) -> None:
    """Without what is attained the goal does not follow."""
    found = entries(THREE)
    found[K3]["proof"] = {"case": "all", "goal_times": 1, "sum": []}
    assert answer(solver, asked(THREE, found)[f"{K3}.leaf0"].text, 10) == "sat"


@pytest.mark.parametrize("solver", SOLVERS)
def test_an_exclusion_that_excludes_too_much_is_found(solver: str) -> None:
    """Turned around: that more jobs are as good where fewer are the minimiser."""
    key = "three_server.reduction.F.y0.x0.routing"
    found = entries(THREE)
    (excluded,) = found[key]["excluded"]
    assert answer(solver, asked(THREE, found)[f"{key}.excluded0"].text, 10) == "unsat"
    at = excluded["at"]
    pair = {tuple(state): a for state, a in excluded["pair"]}
    more, excluded["fewer"] = excluded["fewer"], pair[tuple(at)]
    excluded["pair"] = [[state, more if state == at else a] for state, a in excluded["pair"]]
    assert answer(solver, asked(THREE, found)[f"{key}.excluded0"].text, 10) == "sat"


def test_an_open_case_has_no_expected_answer() -> None:
    """It is not called unprovable."""
    found = entries(TWO)
    key = "two_server.claim.send_one.y0.x0+"
    found[key]["proof"] = {"case": "all", "unproved": "later"}
    assert asked(TWO, found)[f"{key}.leaf0"].expected == OPEN


@pytest.mark.parametrize("solver", SOLVERS)
def test_what_does_not_follow_is_satisfiable(solver: str) -> None:
    """The export is no rubber stamp: 0 <= f(0) does not give 0 <= f(0) - 1."""
    f, one = ("f", (0,)), ("1", ())
    assert answer(solver, follows([{f: 1}], {f: 1, one: -1}), 10) == "sat"
    assert answer(solver, follows([{f: 1}], {f: 2}), 10) == "unsat"
    assert answer(solver, follows([{f: 1, one: -1}], {f: 1, one: -1}), 10) == "unsat"
    assert answer(solver, follows([], {}), 10) == "unsat"


@pytest.mark.parametrize("solver", SOLVERS)
def test_what_is_not_covered_is_satisfiable(solver: str) -> None:
    """0 <= v <= 2 is covered by 0, 1 and v >= 2, and by nothing less; no case covers nothing."""
    given = ["(>= v 0)", "(<= v 2)"]
    assert answer(solver, covers(["v"], given, [["(= v 0)"], ["(= v 1)"], ["(>= v 2)"]]), 10) == "unsat"
    assert answer(solver, covers(["v"], given, [["(= v 0)"], ["(>= v 2)"]]), 10) == "sat"
    assert answer(solver, covers(["v"], given, []), 10) == "sat"
    assert answer(solver, covers(["v"], given, [[]]), 10) == "unsat"
