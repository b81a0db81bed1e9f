"""The gate of frontier certificates: everything listed, nothing else, searched anew to the byte."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofcheck.certificate import check_frontier
from proofcheck.cli import main
from proofcheck.errors import BadInput
from proofcheck.frontier import gate
from proofcheck.gate.run import alone

CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A copy of what is committed."""
    shutil.copy(CASES / "frontier.toml", tmp_path)
    shutil.copytree(CASES / "frontier", tmp_path / "frontier")
    return tmp_path


def verdicts(cases: Path) -> dict[str, str]:
    (block,) = gate.blocks(cases, compare=False)
    return {result.id: result.verdict for result in alone(block).results}


def compared(cases: Path) -> dict[str, str]:
    block, _ = gate.blocks(cases, compare=True)
    return {result.id: result.verdict for result in alone(block).results}


def test_what_is_committed_is_refuted_and_reproducible(cases: Path) -> None:
    """Every refutation is accepted and expected, and searching again gives the same bytes."""
    assert set(verdicts(cases).values()) == {"expected refutation"}
    assert set(compared(cases).values()) == {"proved"}


def test_no_cone_is_refuted_for_three_to_six(cases: Path) -> None:
    assert {f"frontier.no_cone_m{m}" for m in (3, 4, 5, 6)} <= verdicts(cases).keys()


def test_a_missing_file_is_unproved(cases: Path) -> None:
    (cases / "frontier" / "no_cone_m4.json").unlink()
    assert verdicts(cases)["frontier.no_cone_m4"] == "unproved"


def test_a_file_nobody_demands_is_an_error(cases: Path) -> None:
    shutil.copy(cases / "frontier" / "no_cone_m4.json", cases / "frontier" / "extra.json")
    assert verdicts(cases)["frontier.extra.json"] == "error"


@pytest.mark.parametrize(
    ("other", "place"),
    [
        ("no_cone_m4", "no_cone_m3"),
        ("no_cone_m3", "costs_by_position_m3"),
        ("costs_by_position_m3", "no_cone_m3"),
        ("costs_by_position_m3", "e_fails_m3"),
        ("e_fails_m3", "costs_by_position_m3"),
    ],
)
def test_a_certificate_of_something_else_is_stale(cases: Path, other: str, place: str) -> None:
    """Accepted by the checker, but not about what is demanded."""
    shutil.copy(cases / "frontier" / f"{other}.json", cases / "frontier" / f"{place}.json")
    assert verdicts(cases)[f"frontier.{place}"] == "stale"


def test_another_inequality_is_stale(cases: Path) -> None:
    """E multiplied by two fails as well, but it is not the E demanded."""
    path = cases / "frontier" / "e_fails_m3.json"
    raw = json.loads(path.read_text())
    for side in ("lesser", "greater"):
        for term in raw["violates"][side]:
            term["times"] = 2
    path.write_text(json.dumps(raw | {"claims": check_frontier.claims(raw)}))
    assert check_frontier.check_file(path) == ("refuted", "")
    assert verdicts(cases)["frontier.e_fails_m3"] == "stale"


def test_a_set_closed_under_arrivals_too_is_stale(cases: Path) -> None:
    """x + y after an arrival can be added to any chain, but then less is refuted than is demanded."""
    path = cases / "frontier" / "no_cone_m3.json"
    raw = json.loads(path.read_text())
    raw["chain"][-1]["sum"].append({"times": 1, "of": "cost", "after": ["arrival"]})
    path.write_text(json.dumps(raw | {"claims": check_frontier.claims(raw)}))
    assert check_frontier.check_file(path) == ("refuted", "")
    assert verdicts(cases)["frontier.no_cone_m3"] == "stale"


def test_another_byte_is_stale(cases: Path) -> None:
    path = cases / "frontier" / "no_cone_m3.json"
    path.write_text(json.dumps(json.loads(path.read_text())))
    found = compared(cases)
    assert found["frontier/no_cone_m3.json"] == "stale"
    assert found["frontier/no_cone_m4.json"] == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "refutation = []",
        "x",
        "[[refutation]]\nname = 'a'\nslow = 3",
        "[[refutation]]\nname = 'a'\nslow = 3\nexpected_refutation = ''",
        "[[refutation]]\nname = 'a'\nslow = 3\nexpected_refutation = 'b'\nmore = 1",
        "[[refutation]]\nname = 'a'\nslow = 3\nexpected_refutation = 'b'\n[refutation.violates]\nlesser = []",
        "[[refutation]]\nname = 'a'\nslow = 3\nexpected_refutation = 'b'\n" * 2,
    ],
)
def test_bad_gates_are_refused(tmp_path: Path, text: str) -> None:
    """An empty list and a name twice too."""
    (tmp_path / "frontier.toml").write_text(text)
    with pytest.raises(BadInput, match=r"frontier\.toml"):
        gate.read_gate(tmp_path)


def test_the_command_writes_what_is_missing(cases: Path) -> None:
    """And says how much; a second run changes nothing."""
    (cases / "frontier" / "no_cone_m5.json").unlink()
    for changed in (1, 0):
        result = CliRunner().invoke(main, ["frontier-gate", "--cases", str(cases)])
        assert (result.exit_code, result.output) == (0, f"{cases / 'frontier'}: 6 files, {changed} changed\n")
    assert set(verdicts(cases).values()) == {"expected refutation"}
