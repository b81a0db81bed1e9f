"""Tiny self-contained Lean projects, built and audited by the real Lean of the wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofcheck.lean import audit, build, toolchain
from proofcheck.lean.audit import Acceptance, AuditReport
from proofcheck.lean.report import BuildReport
from proofcheck.lean.toolchain import Toolchain

PIN = "leanprover/lean4:v4.35.0\n"

OPTIONS = """\
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false
"""

BASIS = f"""\
prelude
{OPTIONS}
unsafe axiom lcErased : Type
unsafe axiom lcAny : Type

set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PUnit : Sort u where
  | unit : PUnit
abbrev Unit : Type := PUnit
abbrev Unit.unit : Unit := PUnit.unit
set_option bootstrap.inductiveCheckResultingUniverse false in
structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β
structure Prod (α : Type u) (β : Type v) where
  fst : α
  snd : β
inductive False : Prop
inductive True : Prop where
  | intro : True
inductive Eq : α → α → Prop where
  | refl (a : α) : Eq a a
theorem rfl {{α : Sort u}} {{a : α}} : Eq a a := Eq.refl a
inductive HEq : {{α : Sort u}} → α → {{β : Sort u}} → β → Prop where
  | refl (a : α) : HEq a a
abbrev Eq.ndrec.{{u1, u2}} {{α : Sort u2}} {{a : α}} {{motive : α → Sort u1}} (m : motive a)
    {{b : α}} (h : Eq a b) : motive b := h.rec m
def id {{α : Sort u}} (a : α) : α := a
def cast {{α β : Sort u}} (h : Eq α β) (a : α) : β := h.rec a
theorem congrArg {{α : Sort u}} {{β : Sort v}} {{a₁ a₂ : α}} (f : α → β) (h : Eq a₁ a₂) :
    Eq (f a₁) (f a₂) := h.rec rfl
theorem eq_of_heq {{α : Sort u}} {{a a' : α}} (h : HEq a a') : Eq a a' :=
  have (α β : Sort u) (a : α) (b : β) (h₁ : HEq a b) : (h : Eq α β) → Eq (cast h a) b :=
    h₁.rec (fun _ => rfl)
  this α α a a' h rfl
theorem heq_of_eq {{α : Sort u}} {{a a' : α}} (h : Eq a a') : HEq a a' := h.rec (HEq.refl a)
inductive Bool : Type where
  | false : Bool
  | true : Bool
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat
"""

CONE = f"""\
prelude
import ProofCheck.Basis
{OPTIONS}
noncomputable section
namespace ProofCheck

inductive Le : Nat → Nat → Prop where
  | refl (n : Nat) : Le n n
  | step (n m : Nat) : Le n m → Le n m.succ

/-- Increasing, and the identity. -/
structure Cone (f : Nat → Nat) : Prop where
  k1 : (n : Nat) → Le (f n) (f n.succ)
  k2 : (n : Nat) → Eq (f n) n

theorem increasing (f : Nat → Nat) (h : Cone f) (n : Nat) : Le (f n) (f n.succ) := h.k1 n

end ProofCheck
"""

CHECKER = f"""\
prelude
import ProofCheck.Basis
{OPTIONS}
noncomputable section
namespace ProofCheck

def check (b : Bool) : Bool := b
def Good (b : Bool) : Prop := Eq b .true

theorem sound (b : Bool) (h : Eq (check b) .true) : Good b := h

end ProofCheck
"""

GENERATED = """\
prelude
import ProofCheck.Checker
namespace ProofCheck.Generated

theorem «two.K1.y0.x2+» : Good .true := sound .true rfl
theorem «two.K2.y0.x2+» : Good .true := sound .true rfl

end ProofCheck.Generated
"""

THEOREMS = (
    "ProofCheck.increasing",
    "ProofCheck.sound",
    "ProofCheck.Generated.«two.K1.y0.x2+»",
    "ProofCheck.Generated.«two.K2.y0.x2+»",
)


class Project:
    """A Lean project in a temporary directory, with the toolchain that works on it."""

    theorems = THEOREMS

    def __init__(self, root: Path, lean: Toolchain) -> None:
        self.root, self.lean = root, lean

    def path(self, module: str) -> Path:
        return self.root.joinpath(*module.split(".")).with_suffix(".lean")

    def write(self, module: str, text: str) -> None:
        self.path(module).parent.mkdir(parents=True, exist_ok=True)
        self.path(module).write_text(text, encoding="utf-8")

    def edit(self, module: str, old: str, new: str) -> None:
        """Replace a text that occurs exactly once."""
        text = self.path(module).read_text(encoding="utf-8")
        assert text.count(old) == 1, (module, old)
        self.write(module, text.replace(old, new))

    def product(self, module: str, suffix: str = ".olean") -> Path:
        return (self.root / ".proofcheck" / "lib").joinpath(*module.split(".")).with_suffix(suffix)

    def build(self, **options: object) -> BuildReport:
        return build.build(self.root, self.lean, **options)  # type: ignore[arg-type]

    def statuses(self) -> dict[str, str]:
        """Build, and give the status of each module without the common prefix."""
        modules = self.build(jobs=2).modules
        return {m.name.removeprefix("ProofCheck."): m.status for m in modules}

    def audit(self, *theorems: str) -> AuditReport:
        return audit.audit(self.root, self.lean, theorems or self.theorems)

    def accept(self, *theorems: str) -> Acceptance:
        return audit.accept(self.root, self.lean, theorems or self.theorems)


@pytest.fixture(scope="session")
def lean(tmp_path_factory: pytest.TempPathFactory) -> Toolchain:
    """The real Lean of the wheel."""
    root = tmp_path_factory.mktemp("pin")
    (root / "lean-toolchain").write_text(PIN, encoding="utf-8")
    return toolchain.find("wheel", root=root)


@pytest.fixture
def empty(tmp_path: Path, lean: Toolchain) -> Project:
    """A project with a pin and no module."""
    root = tmp_path / "lean"
    root.mkdir()
    (root / "lean-toolchain").write_text(PIN, encoding="utf-8")
    return Project(root, lean)


@pytest.fixture
def project(empty: Project) -> Project:
    """A project of four modules that builds."""
    empty.write("ProofCheck.Basis", BASIS)
    empty.write("ProofCheck.Cone", CONE)
    empty.write("ProofCheck.Checker", CHECKER)
    empty.write("ProofCheck.Generated.Two", GENERATED)
    return empty


@pytest.fixture
def locked(project: Project) -> Project:
    """The same project with its statements accepted."""
    outcome = project.accept()
    assert outcome.written, outcome.obstacles
    return project
