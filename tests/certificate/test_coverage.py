"""Coverage names what is missing, with a concrete point."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofcheck.certificate.gate import read_gate
from proofcheck.certificate.verify import problem_of
from proofcheck.cli import main

CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A copy of the committed cases."""
    shutil.copytree(CASES, tmp_path / "cases")
    return tmp_path / "cases"


def coverage(cases: Path, *more: str) -> Result:
    """Run `proofcheck coverage`."""
    return CliRunner().invoke(main, ["coverage", *more, "--cases", str(cases)])


def test_every_obligation_is_closed_exactly_once() -> None:
    """No hole and no overlap in what is committed."""
    result = coverage(CASES, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    problems = Counter(c["id"].split(".")[0] for c in found)
    counted = {"two_server": 62, "three_server": 114, "many_server_m3": 194}
    assert problems == counted | {d.name: len(problem_of(d).obligations) for d in read_gate(CASES)[3:]}
    assert all(c["leaves"] and not c["overlaps"] and not c["uncovered"] for c in found)


def test_a_deleted_certificate_is_an_uncovered_region(cases: Path) -> None:
    """The obligation is named, not just the file."""
    (cases / "three_server" / "routing.K5.y0.json").unlink()
    result = coverage(cases, "three_server")
    assert result.exit_code == 3
    assert "three_server.routing.K5.y0.x2+: 0 leaves" in result.output
    assert "UNCOVERED: the whole region: there is no certificate" in result.output


def test_a_dropped_case_is_an_uncovered_minimiser(cases: Path) -> None:
    """The number of jobs that no leaf covers is shown."""
    path = cases / "three_server" / "routing.K6.y0.json"
    document = json.loads(path.read_text())
    entry = next(e for e in document["obligations"] if e["id"].endswith("x2+"))
    entry["proof"]["cases"].pop()
    path.write_text(json.dumps(document))
    result = coverage(cases, "three_server")
    assert result.exit_code == 3
    assert "UNCOVERED: a(4,0) = 2, a(2,2) = 0" in result.output
