"""Lean and the Python checker agree on every falsified proof, and on their accepting twins.

Each semantic cheat of tests/cheats.py is put before the Lean checker as
`check problem obligation certificate = false`, from the same falsified document; the committed
proof of the same obligation as `= true`.  The kernel decides both by computation.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.lean import build, data, emit, toolchain
from proofcheck.problem.model import from_statement
from tests.cheats import Cheat, semantic_cheats
from tests.common import document, problem, statement

ROOT = Path(__file__).parents[2] / "lean"
CHEATS = list(semantic_cheats())


def task_of(cheat: Cheat, identity: str) -> tuple[Any, Task]:
    """The problem and the task that a cheat claims to prove."""
    model = from_statement(statement(cheat.problem))
    return model, next(task for task in obligations(model) if task.id == identity)


def proof_in(found: Any, identity: str) -> Any:
    """The proof of an obligation in a document."""
    return next(e["proof"] for e in found["obligations"] if e["id"] == identity)


def lean_term(cheat: Cheat, identity: str, found: Any) -> str | None:
    """The proof as a Lean certificate; None if Lean's data cannot even express it."""
    model, task = task_of(cheat, identity)
    try:
        term = data.certificate(model, task, proof_in(found, identity))
    except (LookupError, TypeError, ValueError, check.Rejected):
        return None
    return None if "-" in term else term


def equation(cheat: Cheat, identity: str, term: str, verdict: str) -> str:
    """That the checker, evaluated by the kernel, gives this verdict."""
    model, task = task_of(cheat, identity)
    what = data.obligation(model, task)
    return f"example : Eq (check {cheat.problem} {what} {term}) {verdict} := rfl"


@pytest.fixture(scope="module")
def lean() -> toolchain.Toolchain:
    """A toolchain with the project built."""
    found = toolchain.find("auto", root=ROOT)
    assert build.build(ROOT, found).ok
    return found


def refused_lines(lean: toolchain.Toolchain, folder: Path, lines: list[str]) -> list[int]:
    """The positions of the equations that Lean does not accept."""
    modules = sorted({emit.module_name(cheat.problem) for cheat, _, _ in CHEATS})
    head = ["prelude", *(f"import ProofCheck.Generated.{m}" for m in modules), "noncomputable section"]
    source = folder / "Agreement.lean"
    source.write_text("\n".join([*head, *lines, ""]), "utf-8")
    run = lean.run_lean(
        ["--json", "-D", "maxErrors=1000", str(source)],
        what="agreement",
        cwd=ROOT,
        search_path=build.search_path(ROOT, lean),
        timeout=120,
    )
    from proofcheck.lean import messages

    found = messages.read(run, str(source))
    return sorted({m.line - len(head) - 1 for m in found if not m.harmless})


def test_lean_refuses_every_semantic_cheat(lean: toolchain.Toolchain, tmp_path: Path) -> None:
    """At least forty falsified proofs; Lean's data cannot express some, its checker refuses the rest."""
    terms = [(cheat, identity, lean_term(cheat, identity, found)) for cheat, found, identity in CHEATS]
    expressible = [(c, i, term) for c, i, term in terms if term is not None]
    assert len(CHEATS) >= 40
    assert len(expressible) >= 40
    lines = [equation(c, i, term, "false") for c, i, term in expressible]
    accepted = refused_lines(lean, tmp_path, lines)
    assert [expressible[k][0].name for k in accepted] == []


def test_lean_accepts_the_twin_of_every_cheat(lean: toolchain.Toolchain, tmp_path: Path) -> None:
    """The committed proof of the same obligation is accepted by both checkers."""
    twins = []
    for cheat, _, identity in CHEATS:
        found = document(cheat.problem, cheat.group)
        verdicts = check.check_file(
            problem(cheat.problem), ROOT.parent / "cases" / cheat.problem / f"{cheat.group}.json"
        )
        if verdicts[identity][0] == "proved":
            term = lean_term(cheat, identity, found)
            assert term is not None, cheat.name
            twins.append((cheat, identity, term))
    lines = [equation(c, i, term, "true") for c, i, term in twins]
    assert len(twins) >= 40
    assert refused_lines(lean, tmp_path, lines) == []


def test_the_harness_notices_a_wrong_verdict(lean: toolchain.Toolchain, tmp_path: Path) -> None:
    """Controls: `true` for a falsified proof and `false` for a right one are both refused by Lean."""
    cheat, found, identity = next(c for c in CHEATS if lean_term(c[0], c[2], c[1]) is not None)
    bad = lean_term(cheat, identity, found)
    good = lean_term(cheat, identity, document(cheat.problem, cheat.group))
    assert bad is not None
    assert good is not None
    lines = [equation(cheat, identity, bad, "true"), equation(cheat, identity, good, "false")]
    assert refused_lines(lean, tmp_path, lines) == [0, 1]
