"""Every leaf decided anew by z3, from the exported SMT-LIB text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import z3
from click.testing import CliRunner

from proofcheck.certificate.document import load
from proofcheck.certificate.gate import Demand, read_gate
from proofcheck.certificate.smt import queries, script
from proofcheck.certificate.verify import certificates
from proofcheck.cli import main

CASES = Path(__file__).parents[2] / "cases"
DEMANDS = read_gate(CASES)


def answer(text: str) -> str:
    """z3's answer to an SMT-LIB script."""
    solver = z3.SolverFor("QF_LRA")
    solver.from_string(text)
    return str(solver.check())


@pytest.mark.parametrize("demand", DEMANDS, ids=lambda demand: demand.name)
def test_z3_decides_every_leaf_as_its_certificate_does(demand: Demand) -> None:
    """A proved leaf's negated goal is unsat, a refuted leaf's is sat."""
    entries = {e["id"]: e for path in certificates(demand.folder) for e in load(path)["obligations"]}
    found = list(queries(demand.statement, entries))
    assert len(found) >= len(entries)
    assert {query.expected for query in found} <= {"unsat", "sat"}
    assert [q.name for q in found if answer(q.text) != q.expected] == []


def test_only_the_refuted_leaves_are_expected_to_be_satisfiable() -> None:
    """Three slow servers: exactly the six jumps by three; fewer servers: none."""
    counted = {}
    for demand in DEMANDS:
        entries = {e["id"]: e for path in certificates(demand.folder) for e in load(path)["obligations"]}
        counted[demand.name] = sum(q.expected == "sat" for q in queries(demand.statement, entries))
    assert counted == {"two_server": 0, "three_server": 0, "many_server_m3": 6}


def test_a_goal_that_does_not_follow_is_satisfiable() -> None:
    """The export is no rubber stamp: 0 <= f(0) does not give 0 <= f(0) - 1."""
    f, one = ("f", (0,)), ("1", ())
    assert answer(script([{f: 1}], {f: 1, one: -1})) == "sat"
    assert answer(script([{f: 1}], {f: 2})) == "unsat"
    assert answer(script([{f: 1, one: -1}], {f: 1, one: -1})) == "unsat"


def test_export_smt_writes_one_file_per_leaf_and_an_index(tmp_path: Path) -> None:
    """The files are those of the index, and a solver reads them."""
    result = CliRunner().invoke(
        main, ["export-smt", "two_server", "--cases", str(CASES), "--out", str(tmp_path)]
    )
    assert result.exit_code == 0, result.output
    index = json.loads((tmp_path / "index.json").read_text())
    assert {path.name for path in tmp_path.glob("*.smt2")} == set(index)
    name = "two_server.routing.K4.y0.x0.leaf0.smt2"
    assert answer((tmp_path / name).read_text()) == index[name] == "unsat"
