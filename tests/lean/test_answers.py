"""Answers on record: found for the same compiled modules and no others, and filed by sound audits only."""

from __future__ import annotations

import json

import pytest

from proofcheck.lean import build, modules, questions
from proofcheck.lean.answers import Question, Record, digests
from proofcheck.lean.messages import Message
from proofcheck.lean.modules import Module
from proofcheck.lean.questions import RECORD, Asker
from proofcheck.lean.toolchain import STATE_DIR

NAME = ("A", "b")
AXIOMS = Question("#print axioms", NAME)
ANSWER = (Message("information", "Audit.lean", 7, 0, "'A.b' does not depend on any axioms"),)


def module(name: str, *imports: str) -> Module:
    return Module(name, None, b"", imports)  # type: ignore[arg-type]


def compiled(library, **contents: str) -> dict[str, Module]:
    """Three modules, B importing A."""
    for name, text in contents.items():
        (library / f"{name}.olean").write_text(text)
    return {"A": module("A"), "B": module("B", "A"), "C": module("C")}


def record(tmp_path, about: dict[str, str]) -> Record:
    found = Record(tmp_path / "answers.json", about)
    found.owners = {NAME: "B"}
    return found


@pytest.fixture
def filed(tmp_path) -> dict[str, str]:
    about = digests(compiled(tmp_path, A="a", B="b", C="c"), tmp_path, "Lean")
    first = record(tmp_path, about)
    assert first.find(AXIOMS) is None
    first.add(AXIOMS, ANSWER)
    assert first.find(AXIOMS) is None, "not before it is filed"
    first.write()
    return about


def test_an_answer_is_found_again_with_its_text(tmp_path, filed):
    (found,) = record(tmp_path, filed).find(AXIOMS)
    assert (found.severity, found.text) == ("information", ANSWER[0].text)


@pytest.mark.parametrize("other", [Question("#print sig", NAME), Question("#print axioms", ("A", "c"))])
def test_another_question_is_not_answered(tmp_path, filed, other):
    assert record(tmp_path, filed).find(other) is None


@pytest.mark.parametrize(
    ("changed", "still"), [("A", False), ("B", False), ("C", True), ("toolchain", False)]
)
def test_an_answer_holds_while_its_module_and_what_that_imports_are_the_same(
    tmp_path, filed, changed, still
):
    contents = {"A": "a", "B": "b", "C": "c"} | ({changed: "other"} if changed in "ABC" else {})
    about = digests(compiled(tmp_path, **contents), tmp_path, "Lean" if changed in "ABC" else "Lean 2")
    assert (record(tmp_path, about).find(AXIOMS) is not None) is still


@pytest.mark.parametrize("changed", "ABC")
def test_an_answer_about_a_name_of_no_module_holds_while_all_modules_are_the_same(tmp_path, changed):
    about = digests(compiled(tmp_path, A="a", B="b", C="c"), tmp_path, "Lean")
    first = Record(tmp_path / "answers.json", about)
    first.add(AXIOMS, ANSWER)
    first.write()
    assert Record(tmp_path / "answers.json", about).find(AXIOMS) is not None
    later = digests(compiled(tmp_path, **{changed: "other"}), tmp_path, "Lean")
    assert Record(tmp_path / "answers.json", later).find(AXIOMS) is None


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 1, "answers": 3}', '{"format": 0, "answers": {}}']
)
def test_a_file_that_is_no_record_holds_no_answers(tmp_path, filed, text):
    (tmp_path / "answers.json").write_text(text)
    assert record(tmp_path, filed).find(AXIOMS) is None


def test_answers_that_nobody_used_are_not_kept(tmp_path, filed):
    later = record(tmp_path, filed)
    later.add(Question("#print sig", NAME), ANSWER)
    later.write()
    assert record(tmp_path, filed).find(AXIOMS) is None
    assert record(tmp_path, filed).find(Question("#print sig", NAME)) is not None


# -------- with Lean


def asked(locked, monkeypatch) -> list[Question]:
    """What a further audit, which must pass, still asks Lean."""
    found: list[Question] = []

    def ask(self, some):
        found.extend(some)
        return original(self, some)

    original = Asker._asked
    monkeypatch.setattr(Asker, "_asked", ask)
    assert locked.audit().ok
    monkeypatch.undo()
    return found


def test_an_unchanged_project_is_not_asked_about_again_and_a_changed_module_is(locked, monkeypatch):
    assert asked(locked, monkeypatch) == []
    assert "0 modules compiled now, 4 before and unchanged; 0 questions asked now" in locked.audit().reused
    locked.edit("ProofCheck.Checker", ":= h\n", ":= id h\n")
    again = asked(locked, monkeypatch)
    assert questions.axioms_of(("ProofCheck", "sound")) in again
    assert questions.axioms_of(("ProofCheck", "Generated", "two.K1.y0.x2+")) in again, "it imports Checker"
    assert questions.axioms_of(("ProofCheck", "increasing")) not in again
    assert asked(locked, monkeypatch) == []


def test_an_audit_that_finds_something_files_nothing(locked):
    path = locked.root / STATE_DIR / RECORD
    path.unlink(missing_ok=True)
    locked.edit("ProofCheck.Cone", "theorem increasing", "axiom free : True\ntheorem increasing")
    for _ in range(2):
        assert not locked.audit().ok
        assert not path.exists()


def test_an_axiom_is_seen_though_answers_without_it_are_on_record(locked):
    assert locked.audit().ok
    locked.edit("ProofCheck.Checker", "theorem sound", "axiom free : True\ntheorem sound")
    assert ("axiom", "ProofCheck.free") in {(f.kind, f.name) for f in locked.audit().findings}


def test_what_is_on_record_is_what_lean_says(locked):
    assert locked.audit().ok
    known = modules.load(locked.root)
    recorded = Asker(locked.root, locked.lean, known, 60.0)
    kept = json.loads((locked.root / STATE_DIR / RECORD).read_text())["answers"]
    texts = {text for messages in kept.values() for _, text in messages}
    question = questions.signature_of(("ProofCheck", "sound"))
    (fresh,) = recorded._asked([question]).per_command
    assert fresh[0].text in texts


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("attribute [class] ProofCheck.Cone", ("drift", "ProofCheck.Cone")),
        ("theorem ProofCheck.Cone.k1._default : True := True.intro", ("answer", "ProofCheck.Cone")),
    ],
)
def test_what_another_module_makes_of_a_type_is_seen(locked, line, finding):
    assert locked.audit().ok
    locked.write("ProofCheck.Late", f"prelude\nimport ProofCheck.Cone\n{line}\n")
    assert finding in {(f.kind, f.name) for f in locked.audit().findings}


def test_answers_about_modules_that_another_build_replaces_meanwhile_are_not_filed(locked, monkeypatch):
    original = Asker._asked

    def ask(self, some):
        monkeypatch.undo()
        locked.edit("ProofCheck.Checker", ":= id b\n", ":= b\n")
        assert locked.build().ok
        return original(self, some)

    locked.edit("ProofCheck.Checker", "Bool := b\n", "Bool := id b\n")
    monkeypatch.setattr(Asker, "_asked", ask)
    assert "audit again" in "".join(f.text for f in locked.audit().findings)
    locked.edit("ProofCheck.Checker", "Bool := b\n", "Bool := id b\n")
    assert ("drift", "ProofCheck.check") in {(f.kind, f.name) for f in locked.audit().findings}


def test_a_second_name_for_a_compiled_module_disturbs_nobody(locked, monkeypatch):
    """Copies that share their files by hard links are made while an audit asks."""
    original = Asker._asked
    compiled = build.search_path(locked.root, locked.lean) / "ProofCheck" / "Checker.olean"

    def ask(self, some):
        compiled.with_suffix(f".{len(list(compiled.parent.iterdir()))}").hardlink_to(compiled)
        return original(self, some)

    locked.edit("ProofCheck.Checker", ":= h\n", ":= id h\n")
    monkeypatch.setattr(Asker, "_asked", ask)
    assert locked.audit().ok
    assert compiled.stat().st_nlink > 1


def test_a_source_that_changes_between_the_scan_and_the_build_is_seen(locked, monkeypatch):
    """The words of what is built must have been looked at."""

    def edit_first(*arguments, **options):
        locked.edit("ProofCheck.Cone", "end ProofCheck", "private def hidden : Nat := .zero\nend ProofCheck")
        monkeypatch.undo()
        return build.build(*arguments, **options)

    monkeypatch.setattr(build, "build", edit_first)
    report = locked.audit()
    assert "audit again" in " ".join(f.text for f in report.findings if f.kind == "build")
