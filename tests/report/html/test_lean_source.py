"""Where theorems stand: every obligation of Model 1 has its own, at the line that the page names."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofcheck.certificate import check_model1
from proofcheck.report.html.lean_source import theorems, written_theorems
from tests.common import CASES

LEAN = CASES.parent / "lean"
IDS = [o.id for o in check_model1.obligations()]


@pytest.mark.parametrize("obligation", IDS)
def test_every_obligation_of_model_1_is_led_to_its_theorem(obligation: str) -> None:
    """The line begins the theorem; its name is the obligation's, or differs from it by `*` for a number."""
    found = written_theorems(LEAN, [obligation])[obligation]
    line = Path(found.file).read_text("utf-8").splitlines()[found.line - 1]
    assert line.startswith(f"theorem {found.name}")
    inner = found.name.strip("«»").split(".")
    same = [
        a == b or (a == "K*" and b[1:].isdigit()) for a, b in zip(inner, obligation.split("."), strict=True)
    ]
    assert all(same)
    assert ":" in found.statement


def project(tmp_path: Path, text: str) -> Path:
    """A Lean project with one file written by hand."""
    (tmp_path / "ProofCheck" / "Generated").mkdir(parents=True)
    (tmp_path / "ProofCheck" / "Own.lean").write_text(text, "utf-8")
    return tmp_path


def test_a_theorem_in_a_comment_is_none(tmp_path: Path) -> None:
    """And one in code is."""
    text = "/- not this:\ntheorem «model1.a» : False := x\n-/\n\n"
    text += "theorem «model1.b» (n : Nat) :\n    True :=\n  y\n"
    found = written_theorems(project(tmp_path, text), ["model1.a", "model1.b"])
    assert list(found) == ["model1.b"]
    assert (found["model1.b"].line, found["model1.b"].statement) == (5, "(n : Nat) : True")


def test_of_two_theorems_none_is_named(tmp_path: Path) -> None:
    """Which of them would be meant?  Lean's verdict is then an error; a single one is named."""
    text = "theorem «model1.K*.a» : True := x\ntheorem «model1.K3.a» : True := x\n"
    found = written_theorems(project(tmp_path, text), ["model1.K3.a", "model1.K4.a"])
    assert {i: theorem.name for i, theorem in found.items()} == {"model1.K4.a": "«model1.K*.a»"}


@pytest.mark.parametrize("text", ["theorem «model1.a» : True := x /- open", "theorem «model1.a : True := x"])
def test_a_file_that_cannot_be_read_gives_none(tmp_path: Path, text: str) -> None:
    """What Lean makes of it is in its own verdicts."""
    assert written_theorems(project(tmp_path, text), ["model1.a"]) == {}


def test_generated_theorems_are_found_by_the_obligation() -> None:
    """At their line."""
    found = theorems(LEAN)["three_server.routing.K4.y0.x2+"]
    line = Path(found.file).read_text("utf-8").splitlines()[found.line - 1]
    assert "«three_server.routing.K4.y0.x2+»" in line
