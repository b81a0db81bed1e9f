"""Auditing with the real Lean: each way to prove less than agreed, and the reason given."""

from __future__ import annotations

import json

import pytest

from proofcheck.lean import audit
from proofcheck.lean.coverage import coverage
from proofcheck.lean.finding import Finding

K1 = "ProofCheck.Generated.«two.K1.y0.x2+»"


def kinds(findings: tuple[Finding, ...]) -> set[tuple[str, str]]:
    return {(finding.kind, finding.name) for finding in findings}


def text_of(findings: tuple[Finding, ...], kind: str, name: str) -> str:
    (text,) = [f.text for f in findings if (f.kind, f.name) == (kind, name)]
    return text


def test_an_accepted_project_passes(locked):
    report = locked.audit()
    assert report.ok, report.findings
    assert [row.name for row in report.theorems] == list(locked.theorems)
    assert all(row.present and row.axioms == () for row in report.theorems)


def test_statements_are_those_lean_prints_in_full(locked):
    rows = {row.name: row.statement for row in locked.audit().theorems}
    assert rows[K1] == f"theorem {K1} : ProofCheck.Good Bool.true"
    assert rows["ProofCheck.sound"] == (
        "theorem ProofCheck.sound : ∀ (b : Bool) "
        "(h : @Eq.{1} Bool (ProofCheck.check b) Bool.true), ProofCheck.Good b"
    )


def test_the_report_is_plain_data_and_repeats_exactly(locked):
    first, second = (json.dumps(locked.audit().to_json()) for _ in range(2))
    assert first == second
    data = json.loads(first)
    assert data["ok"] is True
    assert len(data["theorems"][0]["fingerprint"]) == 64
    assert set(data["definitions"]) >= {
        "ProofCheck.check",
        "ProofCheck.Cone",
        "ProofCheck.Le",
        "Eq",
    }


def test_spelling_of_a_name_does_not_matter(locked):
    names = ["«ProofCheck».increasing", *locked.theorems[1:]]
    assert locked.audit(*names).ok


def test_an_empty_list_fails(locked):
    report = audit.audit(locked.root, locked.lean, [])
    assert not report.ok
    assert ("empty", "theorems") in kinds(report.findings)


def test_a_name_expected_twice_fails(locked):
    report = locked.audit(*locked.theorems, K1)
    assert kinds(report.findings) == {("duplicate", K1)}


def test_a_renamed_theorem_is_missing(locked):
    locked.edit("ProofCheck.Cone", "theorem increasing", "theorem rising")
    report = locked.audit()
    assert kinds(report.findings) == {
        ("missing", "ProofCheck.increasing"),
        ("gone", "ProofCheck.increasing"),
    }
    assert not report.theorems[0].present


def test_a_theorem_turned_into_a_definition_is_not_a_theorem(locked):
    locked.edit(
        "ProofCheck.Checker", "theorem sound", "set_option linter.defProp false in\ndef sound"
    )
    assert ("not-a-theorem", "ProofCheck.sound") in kinds(locked.audit().findings)


def test_a_project_that_does_not_build_fails_with_the_error(locked):
    locked.edit("ProofCheck.Checker", ": Good b := h", ": Good b := b")
    report = locked.audit()
    assert kinds(report.findings) == {("build", "ProofCheck/Checker.lean")}
    assert "Type mismatch" in report.findings[0].text
    assert not any(row.present for row in report.theorems)


def test_a_warning_fails_the_audit(locked):
    locked.edit(
        "ProofCheck.Cone",
        "theorem increasing",
        "theorem unused (n : Nat) : True := .intro\ntheorem increasing",
    )
    report = locked.audit()
    assert "warning: Variable name `n`" in text_of(report.findings, "build", "ProofCheck/Cone.lean")


def test_an_axiom_under_a_theorem_is_caught_three_times(locked):
    """By the words of the source, by its declaration, and by the theorem that uses it."""
    locked.edit(
        "ProofCheck.Checker", "theorem sound", "axiom all_good (b : Bool) : Good b\ntheorem sound"
    )
    locked.edit("ProofCheck.Checker", ": Good b := h", ": Good b :=\n  (fun _ => all_good b) h")
    findings = locked.audit().findings
    assert kinds(findings) == {
        ("forbidden", "ProofCheck.Checker"),
        ("axiom", "ProofCheck.all_good"),
        ("axiom", "ProofCheck.sound"),
        *(("axiom", name) for name in locked.theorems if "Generated" in name),
    }
    assert text_of(findings, "axiom", K1) == "depends on axioms: ProofCheck.all_good"
    assert "the word axiom is not allowed" in text_of(findings, "forbidden", "ProofCheck.Checker")


def test_an_axiom_that_nothing_uses_fails_too(locked):
    locked.edit("ProofCheck.Cone", "theorem increasing", "axiom extra : True\ntheorem increasing")
    assert kinds(locked.audit().findings) == {
        ("forbidden", "ProofCheck.Cone"),
        ("axiom", "ProofCheck.extra"),
    }


def test_another_unsafe_marker_is_not_excused(locked):
    locked.edit(
        "ProofCheck.Basis", "unsafe axiom lcAny", "unsafe axiom lcMore : Type\nunsafe axiom lcAny"
    )
    assert kinds(locked.audit().findings) == {
        ("forbidden", "ProofCheck.Basis"),
        ("axiom", "lcMore"),
    }


def test_an_unproved_theorem_fails(locked):
    locked.edit("ProofCheck.Checker", ": Good b := h", ": Good b := sorry")
    findings = locked.audit().findings
    assert kinds(findings) == {
        ("build", "ProofCheck/Checker.lean"),
        ("forbidden", "ProofCheck.Checker"),
    }
    assert "the word sorry is not allowed" in text_of(findings, "forbidden", "ProofCheck.Checker")


def test_an_inequality_turned_round_is_drift_with_a_diff(locked):
    locked.edit(
        "ProofCheck.Cone",
        "(n : Nat) : Le (f n) (f n.succ) := h.k1 n",
        "(n : Nat) : Le (f n) (f n) := (fun _ => .refl (f n)) (h.k1 n)",
    )
    findings = locked.audit().findings
    assert kinds(findings) == {("drift", "ProofCheck.increasing")}
    shown = text_of(findings, "drift", "ProofCheck.increasing").split("\n")
    assert any(line.startswith("-") and "(f (Nat.succ n))" in line for line in shown)
    assert any(line.startswith("+") and "ProofCheck.Le (f n) (f n)" in line for line in shown)


def test_an_added_hypothesis_is_drift(locked):
    locked.edit(
        "ProofCheck.Checker",
        "(h : Eq (check b) .true) : Good b",
        "(h : Eq (check b) .true) (_ : True) : Good b",
    )
    locked.edit(
        "ProofCheck.Generated.Two",
        "K1.y0.x2+» : Good .true := sound .true rfl",
        "K1.y0.x2+» : Good .true := sound .true rfl .intro",
    )
    locked.edit(
        "ProofCheck.Generated.Two",
        "K2.y0.x2+» : Good .true := sound .true rfl",
        "K2.y0.x2+» : Good .true := sound .true rfl .intro",
    )
    assert ("drift", "ProofCheck.sound") in kinds(locked.audit().findings)


def test_a_statement_about_less_is_drift(locked):
    """A region dropped from a theorem that keeps its name."""
    locked.edit(
        "ProofCheck.Cone",
        "(h : Cone f) (n : Nat) : Le (f n) (f n.succ) := h.k1 n",
        "(h : Cone f) : Le (f .zero) (f (Nat.succ .zero)) := h.k1 .zero",
    )
    assert kinds(locked.audit().findings) == {("drift", "ProofCheck.increasing")}


def test_a_dropped_field_is_drift_of_the_structure_under_an_unchanged_statement(locked):
    locked.edit("ProofCheck.Cone", "  k2 : (n : Nat) → Eq (f n) n\n", "")
    findings = locked.audit().findings
    assert ("drift", "ProofCheck.Cone") in kinds(findings)
    assert ("drift", "ProofCheck.increasing") not in kinds(findings)
    assert ("drift", "ProofCheck.Cone.mk") in kinds(findings)
    assert "-  ProofCheck.Cone.k2" in text_of(findings, "drift", "ProofCheck.Cone").split("\n")


def test_a_field_that_says_less_is_drift(locked):
    locked.edit("ProofCheck.Cone", "k2 : (n : Nat) → Eq (f n) n", "k2 : (n : Nat) → Eq (f n) (f n)")
    assert kinds(locked.audit().findings) == {
        ("drift", "ProofCheck.Cone.k2"),
        ("drift", "ProofCheck.Cone.mk"),
    }


def test_a_changed_relation_is_drift(locked):
    locked.edit("ProofCheck.Cone", "| step (n m", "| all (n m : Nat) : Le n m\n  | step (n m")
    assert kinds(locked.audit().findings) == {
        ("drift", "ProofCheck.Le"),
        ("unlocked", "ProofCheck.Le.all"),
    }


def test_an_always_true_check_with_a_matching_weaker_goal_is_drift(locked):
    """Everything compiles and every printed statement is unchanged; the definitions are not."""
    locked.edit(
        "ProofCheck.Checker", "check (b : Bool) : Bool := b", "check (_ : Bool) : Bool := .true"
    )
    locked.edit(
        "ProofCheck.Checker",
        "Good (b : Bool) : Prop := Eq b .true",
        "Good (_ : Bool) : Prop := Eq Bool.true .true",
    )
    assert kinds(locked.audit().findings) == {
        ("drift", "ProofCheck.check"),
        ("drift", "ProofCheck.Good"),
    }


def test_a_change_inside_a_recursive_definition_is_drift(locked):
    """Lean prints recursion through helper constants; the change shows in the helper."""
    locked.edit("ProofCheck.Checker", "def check (b : Bool) : Bool := b\n", STEPS)
    assert locked.accept().written
    assert locked.audit().ok
    locked.edit("ProofCheck.Checker", "| .zero, b => b", "| .zero, _ => .true")
    locked.edit("ProofCheck.Checker", ": Good b := h", ": Good b := (fun _ => sure b) h")
    locked.edit(
        "ProofCheck.Checker",
        "Good (b : Bool) : Prop := Eq b .true",
        "Good (_ : Bool) : Prop := Eq Bool.true .true\ntheorem sure (b : Bool) : Good b := rfl",
    )
    found = kinds(locked.audit().findings)
    assert ("drift", "ProofCheck.first._f") in found
    assert ("drift", "ProofCheck.first") not in found


STEPS = """\
def count (_ : Bool) : Nat := .zero
def first : Nat → Bool → Bool
  | .zero, b => b
  | .succ n, b => first n b
def check (b : Bool) : Bool := first (count b) b
"""


def test_arithmetic_that_the_kernel_replaces_is_locked_though_no_statement_uses_it(locked):
    locked.edit(
        "ProofCheck.Basis",
        "inductive Nat where\n  | zero : Nat\n  | succ (n : Nat) : Nat\n",
        ADDITION,
    )
    assert locked.accept().written
    assert locked.audit().ok
    locked.edit("ProofCheck.Basis", "| n, .succ m => .succ (Nat.add n m)", "| _, .succ _ => .zero")
    findings = locked.audit().findings
    assert ("drift", "Nat.add") in kinds(findings)
    assert not {f.name for f in findings} & set(locked.theorems)


ADDITION = """\
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat
noncomputable section
def Nat.add : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => .succ (Nat.add n m)
end
"""


def test_a_changed_instance_is_drift(locked):
    locked.edit("ProofCheck.Cone", "/-- Increasing", INSTANCE + "\n/-- Increasing")
    assert locked.accept(*locked.theorems, "ProofCheck.origin_is").written
    assert locked.audit(*locked.theorems, "ProofCheck.origin_is").ok
    locked.edit(
        "ProofCheck.Cone",
        "instance : Origin Nat := ⟨.zero⟩",
        "instance : Origin Nat := ⟨Nat.succ .zero⟩",
    )
    found = locked.audit(*locked.theorems, "ProofCheck.origin_is").findings
    assert kinds(found) == {("drift", "ProofCheck.instOriginNat")}


INSTANCE = """\
class Origin (α : Type) where
  origin : α
instance : Origin Nat := ⟨.zero⟩
theorem origin_is : Eq (Origin.origin : Nat) Origin.origin := rfl
"""


def test_a_new_theorem_must_be_accepted(locked):
    locked.edit(
        "ProofCheck.Cone", "end ProofCheck", "theorem more : True := .intro\nend ProofCheck"
    )
    assert locked.audit().ok
    report = locked.audit(*locked.theorems, "ProofCheck.more")
    assert kinds(report.findings) == {
        ("unlocked", "ProofCheck.more"),
        ("unlocked", "True"),
        ("unlocked", "True.intro"),
    }
    assert locked.accept(*locked.theorems, "ProofCheck.more").written
    assert locked.audit(*locked.theorems, "ProofCheck.more").ok


def test_a_theorem_left_off_the_list_is_gone(locked):
    report = locked.audit(*locked.theorems[:-1])
    assert kinds(report.findings) == {("gone", locked.theorems[-1])}


def test_a_project_without_lock_fails_until_accepted(project):
    findings = project.audit().findings
    assert kinds(findings) == {("lock", "statements.lock")}
    assert "anew: proofcheck lean accept" in findings[0].text
    assert project.accept().written
    assert project.audit().ok


def test_accept_writes_nothing_while_anything_else_is_wrong(locked):
    before = (locked.root / "statements.lock").read_bytes()
    locked.edit("ProofCheck.Cone", "theorem increasing", "axiom extra : True\ntheorem increasing")
    outcome = locked.accept()
    assert not outcome.written
    assert ("axiom", "ProofCheck.extra") in kinds(outcome.obstacles)
    assert (locked.root / "statements.lock").read_bytes() == before


def test_accept_reports_the_changes_it_records(locked):
    locked.edit("ProofCheck.Cone", "  k2 : (n : Nat) → Eq (f n) n\n", "")
    outcome = locked.accept()
    assert outcome.written
    assert ("drift", "ProofCheck.Cone") in kinds(outcome.changes)
    assert locked.audit().ok


def test_a_proof_may_change_without_drift(locked):
    locked.edit(
        "ProofCheck.Checker", ": Good b := h", ": Good b :=\n  have again : Good b := h\n  again"
    )
    assert locked.audit().ok


def test_a_private_definition_under_a_statement_is_refused(locked):
    locked.edit(
        "ProofCheck.Checker",
        "def check (b : Bool) : Bool := b",
        "private def inner (b : Bool) : Bool := b\ndef check (b : Bool) : Bool := inner b",
    )
    found = kinds(locked.audit().findings)
    assert ("forbidden", "ProofCheck.Checker") in found
    assert ("private", "ProofCheck.check") in found


def test_one_name_declared_by_two_modules_is_caught(locked):
    locked.write("ProofCheck.Generated.Copy", locked.path("ProofCheck.Generated.Two").read_text())
    found = kinds(locked.audit().findings)
    assert ("duplicate", K1) in found


def test_without_a_list_all_theorems_that_lean_lists_are_audited(locked):
    ids = ["two.K1.y0.x2+", "two.K2.y0.x2+"]
    report = audit.audit(locked.root, locked.lean)
    assert all(row.present and row.axioms == () for row in report.theorems)
    declared = [row.name for row in report.theorems]
    assert set(declared) > set(locked.theorems)
    generated = [name for name in declared if name.startswith("ProofCheck.Generated.")]
    assert coverage(ids, generated).ok
    assert coverage([*ids, "two.K3.y0.x2+"], generated).missing == ("two.K3.y0.x2+",)
    assert coverage(ids[:1], generated).orphans == ("ProofCheck.Generated.«two.K2.y0.x2+»",)


NUMERALS = """\
class OfNat (α : Type u) (_ : Nat) where
  ofNat : α
instance instOfNatNat : (n : Nat) → OfNat Nat n := fun n => OfNat.mk n
noncomputable section
def Nat.add : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => .succ (Nat.add n m)
end
"""

STEEP = """\
structure Steep (f : Nat → Nat) : Prop where
  start : Eq (f 0) 0
  slope : (n : Nat) → Le (f n) (f (n.add 2))

theorem steep (f : Nat → Nat) (h : Steep f) : Le (f 1) (f (Nat.add 1 2)) := h.slope 1

end ProofCheck
"""


@pytest.fixture
def numbered(project):
    """A project with numerals in a statement and in a structure under it, accepted."""
    text = project.path("ProofCheck.Basis").read_text(encoding="utf-8")
    project.write("ProofCheck.Basis", text + NUMERALS)
    project.edit("ProofCheck.Cone", "end ProofCheck\n", STEEP)
    assert project.accept("ProofCheck.steep").written
    return project


def test_statements_with_numerals_are_printed_in_full(numbered):
    """Lean cannot print numerals with all options on here; its raw form is taken."""
    report = numbered.audit("ProofCheck.steep")
    assert report.ok, report.findings
    statement = " ".join((report.theorems[0].statement or "").split())
    assert statement.startswith("theorem ProofCheck.steep : forall (f : Nat -> Nat)")
    assert "(OfNat.ofNat.{0} Nat 2 (instOfNatNat 2))" in statement


def test_a_numeral_changed_in_a_field_is_drift(numbered):
    numbered.edit("ProofCheck.Cone", "Eq (f 0) 0", "Eq (f 0) 1")
    assert kinds(numbered.audit("ProofCheck.steep").findings) == {
        ("drift", "ProofCheck.Steep.start"),
        ("drift", "ProofCheck.Steep.mk"),
    }


def test_a_numeral_changed_in_a_statement_is_drift(numbered):
    numbered.edit(
        "ProofCheck.Cone",
        "Le (f 1) (f (Nat.add 1 2)) := h.slope 1",
        "Le (f 2) (f (Nat.add 2 2)) := h.slope 2",
    )
    assert kinds(numbered.audit("ProofCheck.steep").findings) == {("drift", "ProofCheck.steep")}
