"""Faults in models, in files that make several problems, and at the frontier: who catches each, and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofcheck.certificate import check, check_frontier
from proofcheck.certificate.model_statement import Model
from proofcheck.model.reader import read_model
from proofcheck.mutate.answer import GATE, PYTHON
from proofcheck.mutate.ask import Options
from proofcheck.mutate.fault import Fault
from proofcheck.mutate.folders import by_source, folders
from proofcheck.mutate.kinds import KINDS, chosen
from proofcheck.mutate.project import Project, linked
from proofcheck.mutate.run import plant, unchanged
from proofcheck.mutate.statements import equivalent
from tests.mutate.test_ask import check_all

ALONE = Options(compare=False, lean=False)
REASONS = {
    "multiplier": (PYTHON, {"residual"}),
    "goal-multiplier": (PYTHON, {"residual"}),
    "hypothesis-moved": (PYTHON, {"residual", "outside-domain"}),
    "hypothesis-replaced": (PYTHON, {"residual", "outside-domain", "unknown-hypothesis"}),
    "hypothesis-dropped": (PYTHON, {"residual"}),
    "case-dropped": (PYTHON, {"not-exhaustive"}),
    "split-dropped": (PYTHON, {"not-in-this-case", "residual", "bad-split"}),
    "case-open": (PYTHON, {"unproved"}),
    "region-widened": (PYTHON, {"residual", "outside-domain", "bad-split", "bad-refutation", "differs"}),
    "refutation-flat": (PYTHON, {"bad-refutation"}),
    "refutation-turned": (PYTHON, {"bad-refutation"}),
    "refutation-narrowed": (PYTHON, {"unproved"}),
    "refutation-overclaimed": (PYTHON, {"differs"}),
    "goal-reworded": (PYTHON, {"differs"}),
    "obligations-emptied": (PYTHON, {"differs"}),
    "obligation-dropped": (PYTHON, {"differs"}),
    "format-old": (PYTHON, {"stale"}),
    "hash-changed": (PYTHON, {"stale"}),
    "folders-swapped": (PYTHON, {"stale"}),
    "folders-swapped.consistent": (PYTHON, {"differs"}),
    "file-emptied": (PYTHON, {"malformed"}),
    "file-foreign": (PYTHON, {"differs"}),
    "template-flipped": (PYTHON, {"differs"}),
    "claim-flipped": (PYTHON, {"differs"}),
    "claim-flipped.consistent": (PYTHON, {"differs", "residual"}),
    "premise-dropped.consistent": (PYTHON, {"unknown-hypothesis"}),
    "assumption-contradicted.consistent": (PYTHON, {"bad-refutation"}),
    "window-allowed": (GATE, {"refuted on all states"}),
    "problem-removed": (GATE, {"not listed"}),
    "expected-added": (GATE, {"expected to be refuted, but proved", "no such obligation"}),
}


@pytest.mark.parametrize("kind", REASONS)
def test_a_fault_in_a_model_is_caught_for_its_reason(models: Project, kind: str) -> None:
    """Wherever it is planted, it is refused by whom it must be, with the word that fits."""
    who, words = REASONS[kind]
    found = list(KINDS[kind].faults(models, 0))
    assert found
    for fault in found[:4]:
        outcome = plant(models, fault, ALONE)
        assert outcome.status == "killed", fault.name
        assert outcome.answer.word(who) in words, (fault.name, outcome.answer.caught)


def test_every_fault_in_models_is_killed_and_every_control_alive(models: Project) -> None:
    """All kinds, many places, without Lean and without comparing."""
    assert unchanged(models, Fault("unchanged", "", dict, True), ALONE).status == "alive"
    outcomes = [plant(models, fault, ALONE) for fault in chosen(models, (), 220, 1, lean=False)]
    assert sum(one.equivalent for one in outcomes) >= 5
    assert [(one.kind, one.site) for one in outcomes if not one.good] == []


def test_check_all_agrees_about_models(models: Project, tmp_path: Path) -> None:
    """What is killed here makes the whole gate red, what lives leaves it green: one fault of each kind."""
    assert check_all(linked(models, tmp_path / "unchanged", {})) == 0
    faults = chosen(models, (), 40, 3, lean=False)
    for k, fault in enumerate(faults):
        copy = linked(models, tmp_path / str(k), fault.edits())
        assert (check_all(copy, "--without-compare") == 0) == fault.equivalent, fault.name


def test_every_line_of_a_model_file_is_missed(models: Project) -> None:
    """But for lines that say nothing; each other one is noticed by the trusted checker or cannot be read."""
    faults = [f for f in KINDS["delete-problem-line"].faults(models, 0) if "convex_alone" in f.site]
    assert len(faults) == len(models.text("cases/models/convex_alone.toml").splitlines())
    for fault in faults:
        assert plant(models, fault, ALONE).good, fault.name
        assert fault.equivalent == (fault.site.split(": ", 1)[1] == ""), fault.site


def test_a_consistent_change_of_a_model_is_whole(models: Project, tmp_path: Path) -> None:
    """`model.json` is what the changed file says, and every certificate is made for it."""
    fault = next(f for f in KINDS["claim-flipped.consistent"].faults(models, 0) if "mm1" in f.site)
    copy = linked(models, tmp_path / "copy", fault.edits())
    before, said = (read_model(p.cases / "models" / "mm1_admission.toml") for p in (models, copy))
    folder = copy.cases / "models" / "mm1_admission"
    assert json.loads((folder / "model.json").read_text()) == said
    files = [path for path in folder.glob("*.json") if path.stem != "model"]
    heads = {json.loads(path.read_text())["model"]["sha256"] for path in files}
    assert heads == {Model(said).digest} != {Model(before).digest}


def test_a_model_may_be_called_otherwise_than_its_file(tmp_path: Path, models: Project) -> None:
    """A fault in the file is still asked about."""
    (models.cases / "models" / "mm1_admission.toml").rename(models.cases / "models" / "other.toml")
    gate = models.cases / "gate.toml"
    gate.write_text(gate.read_text().replace("mm1_admission.toml", "other.toml"))
    fault = next(f for f in KINDS["claim-flipped"].faults(models, 0) if "other.toml" in f.site)
    outcome = plant(models, fault, ALONE)
    assert outcome.answer.word(PYTHON) == "differs"


def test_a_model_of_another_name_leaves_its_old_folder_to_nobody(models: Project) -> None:
    """That is the gate's to say, whoever else is asked."""
    path = "cases/models/mm1_admission.toml"
    text = models.text(path).replace('name = "mm1_admission"', 'name = "mm1"')
    outcome = plant(models, Fault("renamed", path, lambda: {path: text.encode()}), ALONE)
    assert outcome.answer.word(GATE) in ("not listed", "no certificate")
    assert any(c.id == "models/mm1_admission" for c in outcome.answer.caught)


# -------- problem files that make several problems


def test_a_consistent_change_follows_in_every_problem_of_a_file(shared: Project, tmp_path: Path) -> None:
    """Both statements and all digests; so each problem is refused by its proofs, not by a stale digest."""
    (made,) = by_source(folders(shared)).values()
    assert [folder.name for folder in made] == ["many_server_routing_m3", "many_server_routing_m4"]
    for kind in ("template-flipped", "inequality-dropped"):
        fault = next(iter(KINDS[f"{kind}.consistent"].faults(shared, 0)))
        copy = linked(shared, tmp_path / kind, fault.edits())
        for folder in made:
            said = json.loads(copy.text(folder.repeated))
            assert said == folder.stated(copy.text(folder.source)) != folder.statement
            heads = [json.loads(copy.text(path))["problem"]["sha256"] for path in folder.certificates(copy)]
            assert set(heads) == {check.Problem(said).digest}
        caught = plant(shared, fault, ALONE).answer.caught
        assert not any("stale" in (catch.word, catch.verdict) for catch in caught)
        for folder in made:
            assert any(catch.id.startswith(f"{folder.name}.") for catch in caught), folder.name


def test_a_size_that_the_gate_does_not_set_is_the_files(shared: Project) -> None:
    """The number of servers in the file says nothing where the gate names another; else it does."""
    text = shared.text("cases/many_server_routing.toml")
    assert "\nm = " in text
    changed = text.replace("\nm = ", "\nm = 1")
    assert equivalent(folders(shared), changed)
    gate = shared.cases / "gate.toml"
    gate.write_text('[[problem]]\nsource = "many_server_routing.toml"\n')
    assert not equivalent(folders(shared), changed)


# -------- the frontier

FRONTIER = {
    "frontier-link-removed": (PYTHON, {"bad-derivation"}),
    "frontier-witness-moved": (PYTHON, {"threshold", "holds", "out-of-range"}),
    "frontier-model-changed": (PYTHON, {"stale"}),
    "frontier-format-old": (PYTHON, {"stale"}),
    "frontier-swapped": (PYTHON, {"stale"}),
}


@pytest.mark.parametrize("kind", FRONTIER)
def test_a_fault_at_the_frontier_is_caught_for_its_reason(frontier: Project, kind: str) -> None:
    """In every certificate that has a place for it."""
    who, words = FRONTIER[kind]
    for fault in KINDS[kind].faults(frontier, 0):
        outcome = plant(frontier, fault, ALONE)
        assert outcome.status == "killed", fault.name
        assert outcome.answer.word(who) in words, (fault.name, outcome.answer.caught)


def test_a_changed_rate_at_the_frontier_is_refused_though_it_refutes(
    frontier: Project, tmp_path: Path
) -> None:
    """It is a certificate of something else than the gate demands."""
    for k, fault in enumerate(KINDS["frontier-model-changed"].faults(frontier, 0)):
        copy = linked(frontier, tmp_path / str(k), fault.edits())
        (path,) = fault.edits()
        assert check_frontier.check_file(copy.root / path) == ("refuted", "")


@pytest.mark.parametrize("kind", ["frontier-number", "frontier-part-dropped", "delete-frontier-line"])
def test_every_number_part_and_line_at_the_frontier_counts(frontier: Project, kind: str) -> None:
    """But for rows that are not needed."""
    faults = [f for f in KINDS[kind].faults(frontier, 0) if "e_fails_m3" in f.site or f.equivalent]
    assert len(faults) > 20
    assert sum(f.equivalent for f in faults) == (6 if kind == "frontier-number" else 0)
    assert [f.name for f in faults if not plant(frontier, f, ALONE).good] == []
