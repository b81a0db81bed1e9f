"""SARIF: valid by the published schema, a result per failure, with the lines to look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from proofcheck.report.place import Places
from proofcheck.report.sarif import sarif
from proofcheck.report.summary import Report, Section
from proofcheck.verdict import EXIT_CODES, Result
from tests.report.common import every_verdict, schema

ROOT = Path(__file__).parents[2]
PLACES = Places(ROOT / "cases", ROOT / "lean")
INDEX, CONTROL = "cases/index.toml", "cases/control.toml"
VALIDATOR = jsonschema.Draft7Validator(schema("sarif-2.1.0.json"))


def written(report: Report, places: Places = PLACES, root: Path = ROOT) -> Any:
    """The log as another program reads it; it must be valid."""
    text = json.dumps(sarif(report, places, root))
    VALIDATOR.validate(json.loads(text))
    return json.loads(text)["runs"][0]


def failure(checker: str, key: str, problem: str = "three_server") -> Any:
    """The result for one failure."""
    found = written(Report([Section(problem, checker, [Result(key, "error", "residual: x")])]))
    return found["results"][0]


def places(result: Any) -> list[tuple[str, str]]:
    """Each location as path and the text of its line."""
    found = []
    for location in [*result["locations"], *result["relatedLocations"]]:
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        line = location["physicalLocation"]["region"]["startLine"]
        found.append((uri, (ROOT / uri).read_text().splitlines()[line - 1].strip()))
    return found


def test_every_failure_is_a_result_and_nothing_else() -> None:
    """A rule per verdict, none for the two that pass."""
    run = written(every_verdict())
    bad = [verdict for verdict, code in EXIT_CODES.items() if code]
    assert [result["ruleId"] for result in run["results"]] == bad
    assert [run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"] for r in run["results"]] == bad
    assert run["invocations"][0]["exitCode"] == EXIT_CODES["error"]
    assert run["invocations"][0]["executionSuccessful"] is False


def test_a_pass_has_no_results_and_says_what_was_left_out() -> None:
    """As a notification, so that it is seen."""
    report = Report([Section("p", "python", [Result("p.a", "proved")])], ["Lean did not check anything"])
    run = written(report)
    assert run["results"] == []
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"] == "left out: Lean did not check anything"


@pytest.mark.parametrize("report", [Report(), Report([Section("three_server", "python", [])])])
def test_nothing_to_prove_is_a_result(report: Report) -> None:
    """Deny by default."""
    assert [result["ruleId"] for result in written(report)["results"]] == ["vacuous"]


def test_an_obligation_points_to_its_lines() -> None:
    """Certificate first; the inequality of the statement after it."""
    key = "three_server.routing.K4.y0.x2+"
    found = places(failure("python", key))
    assert found[0] == ("cases/three_server/routing.K4.y0.json", f'"id": "{key}",')
    path, line = found[1]
    assert path == "cases/three_server/problem.json"
    assert '"name": "K4"' in line


def test_a_lean_failure_points_to_the_theorem() -> None:
    """Of an obligation in its generated module, of a lemma in the module that has it."""
    key = "three_server.routing.K4.y0.x2+"
    path, line = places(failure("lean", key))[0]
    assert path == "lean/ProofCheck/Generated/ThreeServer.lean"
    assert line.startswith(f"theorem «{key}»")
    path, line = places(failure("lean", "ThreeServer.routing_preserves", "(lemmas)"))[0]
    assert path == "lean/ProofCheck/ThreeServer.lean"
    assert line.startswith("theorem routing_preserves")


@pytest.mark.parametrize(
    ("problem", "checker", "key", "expected"),
    [
        ("model2", "python", "model2.K1.mu1.beta0.9", ["cases/model2/K1.mu1.beta0.9.json", INDEX]),
        ("model2", "regenerate", "model2/K1.mu1.beta0.9.json", ["cases/model2/K1.mu1.beta0.9.json"]),
        ("model1", "python", "model1.K3.convex", ["cases/model1/K3.json", INDEX]),
        ("control", "python", "control.stability_m2", ["cases/control/stability_m2.json", CONTROL]),
        (
            "mm1_admission",
            "python",
            "mm1_admission.claim.threshold.x0+",
            ["cases/models/mm1_admission/claim.json", "cases/models/mm1_admission/model.json"],
        ),
        ("two_server", "regenerate", "two_server/cost.json", ["cases/two_server/cost.json"]),
        ("two_server", "python", "two_server.no.such", ["cases/two_server/problem.json"]),
        ("(unlisted)", "gate", "nobody", ["cases/gate.toml"]),
        ("(lemmas)", "lean", "x" * 5000 + "\x00", ["cases/gate.toml"]),
    ],
)
def test_every_kind_of_verdict_has_a_place(problem: str, checker: str, key: str, expected: list[str]) -> None:
    """At least the gate's own file, for what exists nowhere."""
    found = [path for path, _ in places(failure(checker, key, problem))]
    assert found[: len(expected)] == expected


def test_a_path_with_odd_characters_is_a_uri(tmp_path: Path) -> None:
    """Spaces and the like are quoted; what is outside the root is absolute."""
    cases = tmp_path / "my cases %"
    cases.mkdir()
    (cases / "gate.toml").touch()
    report = Report([Section("p", "python", [Result("p.a", "unproved")])])
    (result,) = written(report, Places(cases), tmp_path)["results"]
    artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": "my%20cases%20%25/gate.toml", "uriBaseId": "SRCROOT"}
    (result,) = written(report, Places(cases), ROOT)["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///")


def test_the_fingerprint_is_that_of_obligation_and_checker() -> None:
    """It stays when the reason changes, and differs from that of another obligation."""
    one, other = (
        written(Report([Section("p", "python", [Result("p.a", "error", why)])])) for why in ("x", "y")
    )
    third = written(Report([Section("p", "lean", [Result("p.a", "error", "x")])]))
    prints = [run["results"][0]["partialFingerprints"] for run in (one, other, third)]
    assert prints[0] == prints[1] != prints[2]
