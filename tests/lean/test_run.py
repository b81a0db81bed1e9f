"""Faults planted in the real Lean project, each caught with its reason, beside the untouched twin."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate.gate import Demand, demanded_theorems, read_gate
from proofcheck.certificate.verify import verify
from proofcheck.gate.about import digests
from proofcheck.index.gate import read_index_gate, symbolic_for_lean, verify_symbolic
from proofcheck.lean import audit, data, model_data, toolchain
from proofcheck.lean import build as building
from proofcheck.lean.run import Settings, check, emitted
from proofcheck.lean.subject import subject
from proofcheck.model import gate as model_gate
from proofcheck.report.summary import Report, Section
from proofcheck.verdict import Result

HOME = Path(__file__).parents[2]
Edit = Callable[[Path], None]
KEPT = ("two_server", "three_server", "many_server", "models/mm1_admission.toml")
COST = "«two_server.cost.K1.y0.x0+»"
STRING = "def String : Prop := False\nset_option linter.defProp false in\ndef Text.empty : False := \"boo\""
FOO = "prelude\nimport ProofCheck.Basis\ntheorem «foo.routing.K1.y0.x0» : True := True.intro\n"
K4_LESSER = "(S.add (f (x.add 1) y) (f (x.add 1) (y.add 1)))"
K4_GREATER = "(S.add (f (x.add 2) y) (f x (y.add 1)))"
TURNED = (f"S.le {K4_LESSER} {K4_GREATER}", f"S.le {K4_GREATER} {K4_LESSER}")
K6_FIELD = """  k6 : ∀ x y : Nat, Nat.le (y.add 2) 2 →
    S.le (S.add (f (x.add 1) (y.add 1)) (f (x.add 1) (y.add 1)))
      (S.add (f (x.add 2) y) (f x (y.add 2)))
"""
ONLY_AT_TWO = ("  k6 : ∀ x y : Nat, ", "  k6 : ∀ x y : Nat, Nat.le x 2 → ")
STAYS = "Exists fun (a : Nat) => And (Nat.le a x) (Optimal S 1 (f n) (x.add 1) y a)"
WEAKENED = (f"(hy : Nat.le y 1) :\n    {STAYS}", f"(hy : Nat.le y 1) (_ : False) :\n    {STAYS}")
ROUTED = "(Task.ofRouting p r q).check c"
MODEL_TASK = "(m.task r true op .nil (q.sides.row .g (bases r))).check c"
MODEL_FALSE = (
    "(t : Iteration S c h lam mu beta V A D) (i x : Nat) :",
    "(t : Iteration S c h lam mu beta V A D) (_ : False) (i x : Nat) :",
)
MODEL_ROW = (
    "(.mk (.cons (.mk 1 (.cons 0 .nil)) .nil) (.cons (.mk 1 (.cons 1 .nil)) .nil))",
    "(.mk (.cons (.mk 1 (.cons 1 .nil)) .nil) (.cons (.mk 1 (.cons 0 .nil)) .nil))",
)
K1_TEMPLATE = "(.mk (.cons (.mk 0 0) .nil) (.cons (.mk 1 0) .nil))"
TEMPLATE = (K1_TEMPLATE, "(.mk (.cons (.mk 1 0) .nil) (.cons (.mk 0 0) .nil))")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of cases/ and lean/ with the problems and the model `KEPT`, in which the project is built; tests
    copy it again."""
    home = tmp_path_factory.mktemp("project")
    shutil.copytree(HOME / "cases", home / "cases")
    shutil.copytree(HOME / "lean", home / "lean", ignore=shutil.ignore_patterns(".proofcheck", ".lake"))
    keep_few(home)
    assert run(home).verdict == "expected refutation"
    return home


def keep_few(home: Path) -> None:
    """Leave out what takes long to build, and record the statements that remain."""
    before = demands(home)
    gate = home / "cases" / "gate.toml"
    head, *entries = re.split(r"^(?=\[\[)", gate.read_text("utf-8"), flags=re.MULTILINE)
    gate.write_text("".join([head, *(text for text in entries if text.split('"')[1] in KEPT)]), "utf-8")
    kept = {demand.name for demand in demands(home)}
    assert len(kept) == len(KEPT)
    for demand in before:
        if demand.name not in kept:
            (home / "lean" / subject(demand).path).unlink()
            shutil.rmtree(demand.folder)
    root = home / "lean"
    found = toolchain.find("auto", root=root)
    assert building.build(root, found, jobs=2).ok
    theorems = demanded_theorems(home / "cases")
    assert audit.accept(root, found, demanded=theorems, jobs=2).written


def demands(home: Path) -> list[Any]:
    """Everything that the gate demands and Lean checks."""
    problems = [demand for demand in read_gate(home / "cases") if not demand.without_lean]
    return [*problems, *model_gate.read_models(home / "cases")]


def run(home: Path) -> Report:
    """The Python and the Lean verdicts of a project folder."""
    report = Report(list(python_sections(home)))
    python = {r.id: r.verdict for s in report.sections for r in s.results}
    stated = [symbolic_for_lean(home / "cases")]
    settings = Settings(home / "lean", jobs=2, theorems=tuple(demanded_theorems(home / "cases")))
    report.sections += check(demands(home), python, settings, stated)
    return report


KNOWN: dict[str, list[Section]] = {}  # by the digests of all files under cases/


def python_sections(home: Path) -> list[Section]:
    """The Python verdicts of a project folder, found once for folders with the same files."""
    key = repr(digests(home / "cases", ".toml", ".json"))
    if key not in KNOWN:
        KNOWN[key] = [Section(d.name, "python", verdicts(d)) for d in demands(home)]
        symbolic = verify_symbolic(home / "cases", read_index_gate(home / "cases").expected)
        KNOWN[key].append(Section("model1", "python", symbolic))
    return KNOWN[key]


def verdicts(demand: Any) -> list[Result]:
    """The Python checker's verdicts on a problem or a model."""
    return verify(demand) if isinstance(demand, Demand) else model_gate.verify(demand)


def write(home: Path, name: str, text: str) -> None:
    """Write a Lean source."""
    (home / "lean" / "ProofCheck" / name).write_text(text, "utf-8")


def edit(name: str, old: str, new: str) -> Edit:
    """Replace a text that must occur in a Lean source."""

    def change(home: Path) -> None:
        path = home / "lean" / "ProofCheck" / name
        text = path.read_text("utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


def edit_all(name: str, old: str, new: str) -> Edit:
    """Replace every occurrence of a text in a Lean source."""

    def change(home: Path) -> None:
        path = home / "lean" / "ProofCheck" / name
        text = path.read_text("utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new), "utf-8")

    return change


def append(name: str, text: str) -> Edit:
    """Add declarations at the end of a Lean source."""

    def change(home: Path) -> None:
        path = home / "lean" / "ProofCheck" / name
        path.write_text(path.read_text("utf-8") + "\n" + text + "\n", "utf-8")

    return change


def remove(name: str) -> Edit:
    """Delete a file of the Lean project."""
    return lambda home: (home / "lean" / name).unlink()


def drop_theorem(name: str, theorem: str) -> Edit:
    """Delete a generated theorem, and what puts it together with others."""

    def change(home: Path) -> None:
        path = home / "lean" / "ProofCheck" / "Generated" / name
        blocks = path.read_text("utf-8").split("\n\n")
        kept = [block for block in blocks if theorem not in block]
        assert len(kept) < len(blocks)
        path.write_text("\n\n".join(kept), "utf-8")

    return change


def exchange(name: str, one: str, two: str) -> Edit:
    """Exchange two texts everywhere in a Lean source."""

    def change(home: Path) -> None:
        path = home / "lean" / "ProofCheck" / name
        text = path.read_text("utf-8")
        assert one in text
        assert two in text
        path.write_text(two.join(part.replace(two, one) for part in text.split(one)), "utf-8")

    return change


def cut(name: str, theorem: str) -> Edit:
    """Delete a theorem written by hand, up to the next blank line."""

    def change(home: Path) -> None:
        path = home / "lean" / "ProofCheck" / name
        before, _, rest = path.read_text("utf-8").partition(f"theorem {theorem}")
        assert rest
        path.write_text(before.rpartition("/--")[0] + rest.partition("\n\n")[2], "utf-8")

    return change


def exempt(obligation: str) -> Edit:
    """Say in the list of demands that Lean does not cover an obligation."""

    def change(home: Path) -> None:
        path = home / "cases" / "index.toml"
        listed = f'[symbolic.without_lean]\n"{obligation}" = "a whim"\n'
        path.write_text(listed + path.read_text("utf-8"), "utf-8")

    return change


BANDIT = "RestlessBandit.lean"
PROBE = "«model1.threshold.probe» (h : q.ThresholdValue c t.succ V)"
W_ZERO = "  | .zero => G.zero\n  | .succ t =>\n    G.sub"
FAULTS: list[tuple[str, Edit, str, str]] = [
    ("a source with an error", append("ThreeServer.lean", "theorem wrong : True := False"), "error", "error"),
    ("an axiom", append("ThreeServer.lean", "axiom free : False"), "error", "axiom"),
    (
        "an unproved theorem",
        append("ThreeServer.lean", "theorem hole : False := sorry"),
        "error",
        "sorry",
    ),
    (
        "a renamed theorem",
        edit("Generated/TwoServer.lean", f"theorem {COST}", "theorem «two_server.cost.K9»"),
        "stale",
        "two_server.cost.K1.y0.x0+",
    ),
    (
        "a theorem that is renamed everywhere",
        edit_all("Generated/TwoServer.lean", COST, "«two_server.cost.K9»"),
        "error",
        "a theorem without an obligation",
    ),
    (
        "a turned inequality in the plain cone",
        edit("ThreeServer.lean", *TURNED),
        "error",
        "ThreeServer.lean",
    ),
    ("a cone without K6", edit("ThreeServer.lean", K6_FIELD, ""), "error", "ThreeServer.lean"),
    ("a cone with K6 for small x only", edit("ThreeServer.lean", *ONLY_AT_TWO), "error", "ThreeServer"),
    (
        "a weakened plain theorem that still holds",
        edit("TwoServer.lean", *WEAKENED),
        "error",
        "drift",
    ),
    (
        "a checker that accepts everything",
        edit_all("Check.lean", ROUTED, f"cond ({ROUTED}) true true"),
        "error",
        "Sound.lean",
    ),
    (
        "a checker of models that accepts everything",
        edit("Model/Check.lean", MODEL_TASK, f"cond ({MODEL_TASK}) true true"),
        "error",
        "Sound.lean",
    ),
    (
        "an image of which nothing is attained, which makes the theorems weaker",
        edit("Model/Statement.lean", "(g s))) o.actions\nend", "(g s)) → False) o.actions\nend"),
        "error",
        "Sound.lean",
    ),
    (
        "a plain theorem about a model that is weakened and still holds",
        edit("Model/Unfolding.lean", *MODEL_FALSE),
        "error",
        "drift",
    ),
    (
        "a model with a turned inequality",
        edit("Generated/ModelMm1Admission.lean", *MODEL_ROW),
        "stale",
        "ModelMm1Admission",
    ),
    (
        "a theorem of a model that is gone",
        drop_theorem("ModelMm1Admission.lean", "«mm1_admission.cost.holding.I_x.x0+»"),
        "stale",
        "mm1_admission.cost.holding.I_x.x0+",
    ),
    (
        "a problem with a turned template",
        edit("Generated/TwoServer.lean", *TEMPLATE),
        "stale",
        "TwoServer",
    ),
    (
        "a dropped region",
        drop_theorem("ManyServerM3.lean", "«many_server_m3.routing.K4.y0.x0»"),
        "stale",
        "many_server_m3.routing.K4.y0.x0",
    ),
    ("a generated file that is gone", remove("ProofCheck/Generated/ManyServerM3.lean"), "stale", "emit"),
    (
        "a string literal, which the kernel types by name",
        append("GoalSound.lean", STRING),
        "error",
        "literals",
    ),
    (
        "a quoted name over two lines, which would hide what follows from the scan",
        append("GoalSound.lean", "universe «a\n\"b»\nset_option debug.skipKernelTC true\nuniverse «c\n\"d»"),
        "error",
        "quoted name is not closed",
    ),
    (
        "a kernel function declared outside Basis",
        append("GoalSound.lean", "def Nat.log2 (_ : Nat) : Nat := .zero"),
        "error",
        "the kernel computes it",
    ),
    (
        "a generated file of no problem",
        lambda home: write(home, "Generated/Foo.lean", FOO),
        "error",
        "belongs to no problem",
    ),
    (
        "an emptied file of lemmas",
        lambda home: write(home, "Arithmetic.lean", "prelude\nimport ProofCheck.Basis\n"),
        "error",
        "gone",
    ),
    (
        "a theorem named like an obligation, among the lemmas",
        append("Servers.lean", "theorem «three_server.routing.K1.y0.x99» : True := True.intro"),
        "error",
        "a theorem without an obligation",
    ),
    (
        "a comment in a generated file",
        append("Generated/TwoServer.lean", "/-! one more line -/"),
        "stale",
        "emit",
    ),
    ("a lock that is gone", remove("statements.lock"), "error", "lock"),
    (
        "an emptied lock",
        lambda home: (home / "lean" / "statements.lock").write_text("{}"),
        "error",
        "lock",
    ),
    (
        "a new theorem that is not in the lock",
        append("ThreeServer.lean", "theorem extra : True := True.intro"),
        "error",
        "unlocked",
    ),
    (
        "an obligation of model 1 without its theorem",
        cut(BANDIT, "«model1.index.monotone»"),
        "unproved",
        "model1.index.monotone no theorem",
    ),
    (
        "a weakened theorem of model 1 that still holds",
        edit(BANDIT, PROBE, f"{PROBE} (_ : False)"),
        "error",
        "model1.threshold.probe drift",
    ),
    (
        "two theorems of model 1 with their names exchanged",
        exchange(BANDIT, "«model1.index.step»", "«model1.index.monotone»"),
        "error",
        "model1.index.step drift",
    ),
    (
        "the theorem for every K in the name of one",
        edit(BANDIT, "«model1.K*.convex»", "«model1.K1.convex»"),
        "unproved",
        "no theorem «model1.K2.convex»",
    ),
    (
        "a changed definition that every proof survives",
        edit("IndexMonotone.lean", W_ZERO, W_ZERO.replace("G.zero", "q.K")),
        "error",
        "drift: Probed.W:",
    ),
    (
        "an exemption from Lean where there is a theorem",
        exempt("model1.index.monotone"),
        "error",
        "listed as not covered by Lean, but there is «model1.index.monotone»",
    ),
]


@pytest.mark.parametrize(("edit_", "verdict", "words"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_planted_fault_is_caught(
    built: Path, tmp_path: Path, edit_: Edit, verdict: str, words: str
) -> None:
    """The gate fails, and some reason names what was done."""
    home = tmp_path / "project"
    shutil.copytree(built, home)
    edit_(home)
    report = run(home)
    fine = ("proved", "expected refutation")
    failed = [r for s in report.sections for r in s.results if r.verdict not in fine]
    assert verdict in {r.verdict for r in failed}
    assert report.exit_code != 0
    assert any(words in f"{r.id} {r.reason}" for r in failed), [str(r) for r in failed][:5]


def test_the_untouched_project_passes_and_every_obligation_has_a_lean_verdict(built: Path) -> None:
    """The accepting twin of all the faults above."""
    report = run(built)
    lean = {r.id: r.verdict for s in report.sections if s.checker == "lean" for r in s.results}
    python = {r.id: r.verdict for s in report.sections if s.checker == "python" for r in s.results}
    assert {i for i, v in python.items() if v == "proved"} <= lean.keys()
    assert [i for i, v in lean.items() if v != "proved"] == ["model1.lemma1.printed"]
    assert lean["model1.lemma1.printed"] == python["model1.lemma1.printed"] == "expected refutation"


def test_a_certificate_that_python_refuses_is_stale_for_lean(built: Path, tmp_path: Path) -> None:
    """The emitted file would differ, so Lean's theorem is not about this certificate."""
    home = tmp_path / "project"
    shutil.copytree(built, home)
    path = home / "cases" / "two_server" / "routing.K1.y0.json"
    changed = json.loads(path.read_text("utf-8"))
    changed["obligations"][0]["proof"]["cases"][0]["sum"][0]["times"] = 3
    path.write_text(json.dumps(changed), "utf-8")
    report = run(home)
    lean = {r.id: r.verdict for s in report.sections if s.checker == "lean" for r in s.results}
    assert lean["two_server.routing.K1.y0.x0"] == "stale"
    assert report.exit_code != 0


def test_a_theorem_that_only_lean_refuses_is_a_disagreement(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A certificate that Python accepts, brought to Lean faithfully but refused there."""
    home = tmp_path / "project"
    shutil.copytree(built, home)
    right = data.certificate

    def wrong(problem: Any, task: Any, proof: Any) -> str:
        return "(.leaf 1 .nil)" if task.id == "two_server.routing.K3.y0.x0" else right(problem, task, proof)

    monkeypatch.setattr(data, "certificate", wrong)
    for name, text in emitted(demands(home)).items():
        (home / "lean" / name).write_text(text, "utf-8")
    report = run(home)
    lean = {r.id: r.verdict for s in report.sections if s.checker == "lean" for r in s.results}
    assert lean["two_server.routing.K3.y0.x0"] == "disagreement"
    assert lean["two_server.routing.K3.y0.x1+"] == "error"


def test_a_theorem_of_a_model_that_only_lean_refuses_is_a_disagreement(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for problems."""
    home = tmp_path / "project"
    shutil.copytree(built, home)
    right, wrong_one = model_data.Proof.certificate, "mm1_admission.operator.admission.I_x.x0+"

    def wrong(self: model_data.Proof, proof: Any, path: Any = ()) -> str:
        return "(.leaf 1 .nil)" if self.o.id == wrong_one else right(self, proof, path)

    monkeypatch.setattr(model_data.Proof, "certificate", wrong)
    for name, text in emitted(demands(home)).items():
        (home / "lean" / name).write_text(text, "utf-8")
    lean = {r.id: r.verdict for s in run(home).sections if s.checker == "lean" for r in s.results}
    assert lean[wrong_one] == "disagreement"
    assert lean["mm1_admission.operator.admission.Cx_x.x0+"] == "error"


def test_a_certificate_of_a_model_that_python_refuses_is_stale_for_lean(
    built: Path, tmp_path: Path
) -> None:
    """Also where it cannot be emitted at all."""
    home = tmp_path / "project"
    shutil.copytree(built, home)
    path = home / "cases" / "models" / "mm1_admission" / "operator.admission.json"
    changed = json.loads(path.read_text("utf-8"))
    changed["obligations"][0]["proof"]["cases"].pop()
    path.write_text(json.dumps(changed), "utf-8")
    report = run(home)
    lean = {r.id: r for s in report.sections if s.checker == "lean" for r in s.results}
    stale = lean["mm1_admission.operator.admission.I_x.x0+"]
    assert stale.verdict == "stale"
    assert "proofcheck prove" in stale.reason
    assert report.exit_code != 0


def test_a_theorem_that_only_python_refuses_is_a_disagreement(built: Path) -> None:
    """The reverse."""
    python = {"two_server.cost.K1.y0.x0+": "error"}
    settings = Settings(built / "lean", jobs=2)
    sections = check(demands(built), python, settings, [symbolic_for_lean(built / "cases")])
    lean = {r.id: r.verdict for s in sections for r in s.results}
    assert lean["two_server.cost.K1.y0.x0+"] == "disagreement"
    assert lean["two_server.cost.K1.y1.x0+"] == "proved"


def test_a_theorem_that_the_gate_demands_must_be_there(built: Path) -> None:
    """By name, whatever the lock says."""
    wanted = (*demanded_theorems(built / "cases"), "ThreeServer.no_such_theorem")
    assert "ThreeServer.iterates_threshold" in wanted
    settings = Settings(built / "lean", jobs=2, theorems=wanted)
    sections = check(demands(built), {}, settings, [symbolic_for_lean(built / "cases")])
    failed = [r.id for r in sections[-1].results if r.verdict == "unproved"]
    assert failed == ["ThreeServer.no_such_theorem"]


def test_a_theorem_that_the_gate_no_longer_demands_fails_it(built: Path) -> None:
    """Withdrawn from gate.toml, still recorded in the lock: named, with the reason."""
    kept = tuple(name for name in demanded_theorems(built / "cases") if name != "ThreeServer.reduction")
    settings = Settings(built / "lean", jobs=2, theorems=kept)
    sections = check(demands(built), {}, settings, [symbolic_for_lean(built / "cases")])
    failed = {r.id: r.reason for r in sections[-1].results if r.verdict == "error"}
    assert failed.keys() == {"ThreeServer.reduction"}
    assert failed["ThreeServer.reduction"].startswith("gone: ")


def test_emitting_gives_the_committed_files() -> None:
    """Byte for byte, from the committed certificates."""
    files = emitted(demands(HOME))
    assert len(files) == len(demands(HOME)) > 25
    assert {name: (HOME / "lean" / name).read_text("utf-8") for name in files} == files
