"""Who catches what: the reason of every kind, and controls on the harness itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.mutate import ask as asking
from proofcheck.mutate.answer import DRIFT, GATE, LEAN, PYTHON
from proofcheck.mutate.ask import Options
from proofcheck.mutate.fault import Fault
from proofcheck.mutate.kinds import KINDS, chosen
from proofcheck.mutate.project import Project, linked
from proofcheck.mutate.run import Outcome, plant, unchanged
from proofcheck.verdict import Result
from proofcheck.work import Piece

ALONE = Options(compare=False, lean=False)
REASONS = {
    "multiplier": (PYTHON, {"residual"}),
    "goal-multiplier": (PYTHON, {"residual"}),
    "hypothesis-moved": (PYTHON, {"residual", "outside-domain"}),
    "hypothesis-dropped": (PYTHON, {"residual"}),
    "case-dropped": (PYTHON, {"not-exhaustive"}),
    "case-open": (PYTHON, {"unproved"}),
    "obligations-emptied": (PYTHON, {"differs"}),
    "goal-reworded": (PYTHON, {"differs"}),
    "format-old": (PYTHON, {"stale"}),
    "hash-changed": (PYTHON, {"stale"}),
    "file-emptied": (PYTHON, {"malformed"}),
    "delete-certificate": (GATE, {"no certificate"}),
    "template-flipped": (PYTHON, {"differs"}),
    "problem-removed": (GATE, {"bad input"}),  # the small gate demands one problem only
}


@pytest.mark.parametrize("kind", REASONS)
def test_a_fault_is_caught_for_its_reason(frozen: Project, kind: str) -> None:
    """Each of these, wherever it is planted, is refused by whom it must be, with the word that fits."""
    who, words = REASONS[kind]
    for fault in list(KINDS[kind].faults(frozen, 0))[:3]:
        if fault.site.endswith("problem.json"):
            continue
        outcome = plant(frozen, fault, ALONE)
        assert outcome.status == "killed", fault.name
        assert outcome.answer.word(who) in words, (fault.name, outcome.answer.caught)


def test_every_fault_in_the_small_project_is_killed_and_every_control_alive(frozen: Project) -> None:
    """All kinds, many places, without Lean and without comparing."""
    outcomes = [plant(frozen, fault, ALONE) for fault in chosen(frozen, (), 200, 1, lean=False)]
    assert len(outcomes) == 200
    assert sum(one.equivalent for one in outcomes) >= 5
    assert [one.site for one in outcomes if not one.good] == []


def test_the_unchanged_copy_is_accepted(frozen: Project) -> None:
    """By everybody, the comparison included."""
    outcome = unchanged(frozen, Fault("unchanged", "", dict, True), Options(lean=False))
    assert outcome.status == "alive"
    assert outcome.answer.caught == []
    assert {asked.split()[0] for asked in outcome.answer.asked} == {GATE, PYTHON, DRIFT}


def _first(frozen: Project, kind: str) -> Fault:
    return next(iter(KINDS[kind].faults(frozen, 0)))


def test_the_comparison_alone_does_not_kill(frozen: Project) -> None:
    """A rescaled certificate is not what generating gives, and still must live."""
    outcome = plant(frozen, _first(frozen, "rescaled"), Options(compare=True, lean=False))
    assert outcome.answer.word(DRIFT) == "stale"
    assert outcome.answer.word(PYTHON) == ""
    assert outcome.status == "alive"


def test_who_was_not_asked_is_not_said_to_accept(frozen: Project) -> None:
    """Lean is left out on request, and where the certificates give it the data it had."""
    outcome = plant(frozen, _first(frozen, "goal-reworded"), ALONE)
    assert outcome.answer.heard(PYTHON)
    assert not outcome.answer.heard(LEAN)


def test_a_fault_that_changes_nothing_is_not_called_killed(frozen: Project) -> None:
    """It survives, with a note, so that whoever wrote it hears of it."""
    path = "cases/two_server/claim.json"
    outcome = plant(frozen, Fault("none", path, lambda: {path: frozen.read(path)}), ALONE)
    assert outcome.status == "survived"
    assert outcome.answer.notes == ["changes nothing, so there is nothing to notice"]
    assert outcome.answer.asked == []


def pretend(monkeypatch: pytest.MonkeyPatch, *verdict: str) -> None:
    """From now on every piece of Python's work gives this verdict on all that it owes, or none at all."""

    def perform(piece: Piece) -> list[Result]:
        return [Result(key, said, "so it is") for key in piece.ids for said in verdict]

    monkeypatch.setattr(asking, "KNOWN", {})
    monkeypatch.setattr(asking, "perform", perform)


def _planted(frozen: Project, kind: str) -> Outcome:
    return plant(frozen, _first(frozen, kind), ALONE)


def test_a_checker_that_accepts_everything_lets_faults_survive(
    frozen: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: the table does not say `killed` by itself."""
    assert _planted(frozen, "multiplier").status == "killed"
    pretend(monkeypatch, "proved")
    assert _planted(frozen, "multiplier").status == "survived"


def test_a_checker_that_refuses_everything_kills_the_controls(
    frozen: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: the table does not say `alive` by itself."""
    assert _planted(frozen, "rescaled").status == "alive"
    pretend(monkeypatch, "error")
    assert _planted(frozen, "rescaled").status == "dead"


def test_a_checker_that_says_nothing_does_not_accept(
    frozen: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty list of verdicts is no success."""
    pretend(monkeypatch)
    assert _planted(frozen, "rescaled").status == "dead"


def check_all(copy: Project, *arguments: str) -> int:
    """The exit code of the whole gate on a copy."""
    listing = ["--listing", str(copy.root / "all.txt")]
    cases = ["--cases", str(copy.cases)]
    return CliRunner().invoke(main, ["check-all", "--without-lean", *cases, *listing, *arguments]).exit_code


def test_the_command_check_all_agrees(frozen: Project, tmp_path: Path) -> None:
    """What is killed here makes the whole gate red, what lives leaves it green: one fault of each kind."""
    assert check_all(linked(frozen, tmp_path / "unchanged", {})) == 0
    for k, fault in enumerate(chosen(frozen, (), 45, 2, lean=False)):
        copy = linked(frozen, tmp_path / str(k), fault.edits())
        green = check_all(copy, "--without-compare") == 0
        assert green == fault.equivalent, fault.name
        assert plant(frozen, fault, ALONE).good, fault.name


LEAN_REASONS = {
    "case-dropped": "refused",
    "lock-edited": "lock",
    "lock-edited.signed": "drift",
    "delete-lock-entry": "unlocked",
    "theorem-demand-removed": "gone",
    "declaration-added": "forbidden",
    "reduction-dropped.regenerated": "",
}


def lean_fault(whole: Project, kind: str) -> Fault:
    """The first fault of a kind, in a problem that Lean covers."""
    found = chosen(whole, (kind,), None, 0)
    return next(fault for fault in found if "many_server_events" not in fault.site)


def test_lean_catches_on_its_own(whole: Project) -> None:
    """In the whole project, built once: Lean refuses each with the word that fits, and accepts the unchanged
    copy and a rescaled certificate."""
    options = Options(compare=False)
    control = unchanged(whole, Fault("unchanged", "", dict, True), options)
    assert control.status == "alive", control.answer.caught
    assert control.answer.heard(LEAN)
    for kind, word in LEAN_REASONS.items():
        fault = lean_fault(whole, kind)
        outcome = plant(whole, fault, options)
        assert outcome.answer.word(LEAN), fault.name
        assert word in ("", outcome.answer.word(LEAN)), (fault.name, outcome.answer.caught[:3])
    for fault in chosen(whole, ("range-narrowed.regenerated",), None, 0):
        if fault.site == "cases/two_server.toml: Cx":  # Lean covers ranges from x = 0 on only
            assert plant(whole, fault, options).answer.word(LEAN) == "unavailable"
            break
    else:
        raise AssertionError("the range of Cx is not narrowed")
    alive = plant(whole, lean_fault(whole, "rescaled"), options)
    assert alive.answer.heard(LEAN)
    assert alive.status == "alive", alive.answer.caught
