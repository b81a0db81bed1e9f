"""The journal: what is done is not done again, and a torn line is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofcheck.errors import BadInput
from proofcheck.mutate import run
from proofcheck.mutate.ask import Options
from proofcheck.mutate.kinds import chosen
from proofcheck.mutate.project import Project
from proofcheck.mutate.run import Journal, in_order, planted

ALONE = Options(compare=False, lean=False)


def journal(path: Path, frozen: Project, seed: int = 0, resume: bool = True) -> Journal:
    return Journal(path, frozen, ALONE, seed, resume)


def test_a_run_that_was_stopped_goes_on(
    frozen: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what the journal lacks is planted; a line that was cut off counts as lacking."""
    path = tmp_path / "journal.jsonl"
    faults = chosen(frozen, ("multiplier", "rescaled"), 6, 0)
    first = list(planted(frozen, faults[:4], ALONE, 1, journal(path, frozen)))
    path.write_text(path.read_text()[:-20])
    planted_anew: list[str] = []
    original = run.plant

    def counted(project: Project, fault: run.Fault, options: Options) -> run.Outcome:
        planted_anew.append(fault.name)
        return original(project, fault, options)

    monkeypatch.setattr(run, "plant", counted)
    again = in_order(faults, planted(frozen, faults, ALONE, 1, journal(path, frozen)))
    assert planted_anew == [fault.name for fault in faults[3:]]
    assert [one.site for one in again] == [fault.site for fault in faults]
    assert again[:3] == first[:3]
    assert len(path.read_text().splitlines()) == 1 + len(faults)


def test_a_journal_of_something_else_is_refused(frozen: Project, tmp_path: Path) -> None:
    """Another seed or project: one clear line; without resuming it is begun anew."""
    path = tmp_path / "journal.jsonl"
    journal(path, frozen)
    with pytest.raises(BadInput, match="without --resume"):
        journal(path, frozen, seed=1)
    (frozen.cases / "two_server" / "extra.txt").write_text("")
    with pytest.raises(BadInput, match="without --resume"):
        journal(path, frozen)
    assert journal(path, frozen, seed=1, resume=False).known == {}
    path.write_text("nonsense\n")
    with pytest.raises(BadInput, match="without --resume"):
        journal(path, frozen)


def test_several_copies_at_a_time_give_the_same(frozen: Project, tmp_path: Path) -> None:
    """Two processes: the same outcomes, whatever the order."""
    faults = chosen(frozen, ("case-dropped", "rescaled"), 4, 0)

    def statuses(jobs: int) -> list[tuple[str, str, str]]:
        book = journal(tmp_path / f"{jobs}.jsonl", frozen)
        outcomes = in_order(faults, planted(frozen, faults, ALONE, jobs, book))
        return [(one.site, one.status, one.answer.word("python")) for one in outcomes]

    assert statuses(1) == statuses(2)


def test_a_journal_line_says_what_was_asked_and_answered(frozen: Project, tmp_path: Path) -> None:
    """Plain data, one line per fault."""
    path = tmp_path / "journal.jsonl"
    list(planted(frozen, chosen(frozen, ("multiplier",), 1, 0), ALONE, 1, journal(path, frozen)))
    head, line = map(json.loads, path.read_text().splitlines())
    assert head["format"] == run.FORMAT
    assert line["status"] == "killed"
    assert line["answer"]["asked"] == ["gate folders", "python two_server"]
    assert line["answer"]["caught"][0]["word"] == "residual"
