"""The gate of control certificates: everything listed, nothing else, made anew to the byte."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from proofcheck.control import gate
from proofcheck.errors import BadInput
from proofcheck.gate.run import alone

CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A copy of what is committed."""
    shutil.copy(CASES / gate.GATE_FILE, tmp_path)
    shutil.copytree(CASES / gate.FOLDER, tmp_path / gate.FOLDER)
    return tmp_path


def verdicts(cases: Path) -> dict[str, str]:
    return {result.id: result.verdict for result in gate.verify(cases)}


def compared(cases: Path) -> dict[str, str]:
    """The verdicts of making all certificates anew."""
    comparison, _ = gate.blocks(cases, True)
    return {result.id: result.verdict for result in alone(comparison).results}


def test_what_is_committed_is_proved_and_reproducible(cases: Path) -> None:
    """Every certificate is accepted, and making it again gives the same bytes."""
    assert set(verdicts(cases).values()) == {"proved"}
    assert set(compared(cases).values()) == {"proved"}


def test_a_missing_file_is_unproved(cases: Path) -> None:
    (cases / gate.FOLDER / "stability_m2.json").unlink()
    assert verdicts(cases)["control.stability_m2"] == "unproved"


def test_a_file_nobody_demands_is_an_error(cases: Path) -> None:
    shutil.copy(cases / gate.FOLDER / "stability_m2.json", cases / gate.FOLDER / "extra.json")
    assert verdicts(cases)["control.extra.json"] == "error"


@pytest.mark.parametrize(
    ("other", "place"),
    [("stability_m1", "stability_m2"), ("two_server_average", "three_server_average")],
)
def test_a_certificate_of_something_else_is_stale(cases: Path, other: str, place: str) -> None:
    """Accepted by the checker, but not about what is demanded."""
    folder = cases / gate.FOLDER
    shutil.copy(folder / f"{other}.json", folder / f"{place}.json")
    assert verdicts(cases)[f"control.{place}"] == "stale"


def test_another_byte_is_stale(cases: Path) -> None:
    path = cases / gate.FOLDER / "stability_m2.json"
    path.write_text(json.dumps(json.loads(path.read_text())))
    assert compared(cases)["control/stability_m2.json"] == "stale"


@pytest.mark.parametrize(
    "text", ["", "certificate = []", "[[certificate]]\nname = 'a'", "x", "[[certificate]]\nname='a'\nslow=1"]
)
def test_bad_gates_are_refused(tmp_path: Path, text: str) -> None:
    """An empty list too."""
    (tmp_path / gate.GATE_FILE).write_text(text)
    with pytest.raises(BadInput, match=gate.GATE_FILE):
        gate.read_gate(tmp_path)
