"""`proofcheck prove`, `new`, `explain` and the gate on models, as a person runs them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from proofcheck.cli import main
from proofcheck.verdict import EXIT_CODES
from tests.model.common import MODELS, QUEUE


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    """A command; no traceback may come of it."""
    done = CliRunner().invoke(main, arguments)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_what_new_writes_is_proved(here: Path) -> None:
    """From an empty folder to a proof in two commands; nothing is overwritten."""
    assert run("new", "mine").exit_code == 0
    done = run("prove", "mine.toml")
    assert done.exit_code == 0
    assert "10 proved" in done.output
    assert {path.name for path in (here / "mine").iterdir()} >= {
        "model.json",
        "claim.json",
        "operator.admission.json",
    }
    text = (here / "mine.toml").read_text()
    again = run("new", "mine")
    assert again.exit_code == 10
    assert "is there already" in again.output
    assert (here / "mine.toml").read_text() == text


def test_processes_find_the_same_certificates(here: Path) -> None:
    """Byte for byte, with a limit or without."""
    (here / "queue.toml").write_text(QUEUE)
    for out, more in (("one", []), ("two", ["--jobs", "2"]), ("late", ["--timeout", "100"])):
        assert run("prove", "queue.toml", "--out", out, *more).exit_code == 0
    found = [{p.name: p.read_bytes() for p in (here / out).iterdir()} for out in ("one", "two", "late")]
    assert found[0] == found[1] == found[2]


def test_an_obligation_that_takes_too_long_ends_prove_and_nothing_is_written(here: Path) -> None:
    """With its name and the exit code of `timeout`."""
    (here / "queue.toml").write_text(QUEUE)
    done = run("prove", "queue.toml", "--out", "out", "--timeout", "0.000001")
    assert done.exit_code == EXIT_CODES["timeout"]
    assert re.fullmatch(r"timeout: \S+: not finished in 1e-06 s; --timeout allows more", done.stderr.strip())
    assert not (here / "out").exists()


def test_new_refuses_a_name_that_a_model_cannot_have(here: Path) -> None:
    """And writes nothing."""
    assert run("new", "9 lives").exit_code == 10
    assert not list(here.iterdir())


def test_prove_writes_the_same_bytes_again_and_only_what_changed(here: Path) -> None:
    """And a file that no longer belongs is removed."""
    (here / "queue.toml").write_text(QUEUE)
    run("prove", "queue.toml", "--out", "out")
    before = {path.name: path.read_bytes() for path in (here / "out").iterdir()}
    (here / "out" / "operator.old.json").write_text("{}")
    assert "0 changed" not in run("prove", "queue.toml", "--out", "out").output
    assert {path.name: path.read_bytes() for path in (here / "out").iterdir()} == before
    assert "0 changed" in run("prove", "queue.toml", "--out", "out").output


def test_prove_reports_as_json(here: Path) -> None:
    """The report of the other commands."""
    (here / "queue.toml").write_text(QUEUE)
    report = json.loads(run("prove", "queue.toml", "--json").output)
    assert report["verdict"] == "proved"
    assert len(report["sections"][0]["results"]) == 10


@pytest.mark.parametrize(
    ("old", "new", "code", "word"),
    [
        ('cone = ["I(x)", "Cx(x)"]', 'cone = ["Cx(x)"]', 1, "refuted"),
        ('"h >= 0"]', '"h >= 0", "h + 1 <= c", "c <= 0"]', 5, "vacuous"),
        ('"Cx(x)"]', '"Convex(x)"]', 10, "not a template"),
    ],
)
def test_verdicts_have_their_exit_codes(here: Path, old: str, new: str, code: int, word: str) -> None:
    """Refuted, vacuous, bad input; the unchanged model is proved."""
    (here / "queue.toml").write_text(QUEUE)
    assert run("prove", "queue.toml").exit_code == 0
    (here / "queue.toml").write_text(QUEUE.replace(old, new, 1))
    done = run("prove", "queue.toml")
    assert done.exit_code == code
    assert word in done.output


def test_bad_input_writes_nothing(here: Path) -> None:
    """One line on stderr."""
    (here / "queue.toml").write_text(QUEUE.replace('"Cx(x)"', '"Cx(z)"'))
    done = run("prove", "queue.toml")
    assert done.exit_code == 10
    assert done.output.count("\n") == 1
    assert [path.name for path in here.iterdir()] == ["queue.toml"]


def gate(folder: Path, text: str) -> None:
    """A gate with one model, proved, in the folder `cases`."""
    folder.mkdir(exist_ok=True)
    (folder / "queue.toml").write_text(QUEUE)
    (folder / "gate.toml").write_text(text)
    assert run("prove", str(folder / "queue.toml")).exit_code == 0


GATE = '[[model]]\nsource = "queue.toml"\nwithout_lean = true\n'


def verdict(*arguments: str) -> tuple[int, Any]:
    """Exit code and report of check-all in the current folder."""
    done = run("check-all", "--json", *arguments)
    return done.exit_code, json.loads(done.output)


def test_a_gate_of_models_alone_passes(here: Path) -> None:
    """Generated again and compared, checked; Lean is left out by name, and the report says so."""
    gate(here / "cases", GATE)
    code, report = verdict("--without-lean")
    assert (code, report["verdict"]) == (0, "proved")
    assert {section["checker"] for section in report["sections"]} == {"regenerate", "python"}


def test_a_model_that_lean_did_not_check_is_not_green_unless_the_gate_says_so(here: Path) -> None:
    """Without a Lean project the demand fails; left out by name it passes, and the report says so."""
    gate(here / "cases", '[[model]]\nsource = "queue.toml"\n')
    assert run("check-all").exit_code != 0
    (here / "cases" / "gate.toml").write_text(GATE)
    done = run("check-all")
    assert done.exit_code == 0, done.output
    assert "LEFT OUT: Lean did not check queue: gate.toml says so" in done.output


@pytest.mark.parametrize(
    ("what", "change", "word"),
    [
        (
            "another cone",
            lambda p: p["toml"].write_text(QUEUE.replace('"Cx(x)"', '"Cx(x)", "D(x)"')),
            "stale",
        ),
        ("no certificates", lambda p: shutil.rmtree(p["folder"]), "stale"),
        ("a certificate less", lambda p: (p["folder"] / "claim.json").unlink(), "unproved"),
        ("a file more", lambda p: (p["folder"] / "more.json").write_text("{}"), "error"),
        ("another file more", lambda p: (p["folder"] / "more.txt").write_text(""), "error"),
        ("a folder more", lambda p: (p["here"] / "more").mkdir(), "error"),
        (
            "an edited certificate",
            lambda p: (p["folder"] / "claim.json").write_text(
                (p["folder"] / "claim.json").read_text().replace('"times": 1', '"times": 2', 1)
            ),
            "error",
        ),
    ],
)
def test_what_is_not_as_demanded_fails_the_gate(here: Path, what: str, change: Any, word: str) -> None:
    """Each with its verdict; before the change it passes."""
    gate(here / "cases", GATE)
    assert verdict("--without-lean", "--without-compare")[0] == 0
    cases = here / "cases"
    change({"here": cases, "toml": cases / "queue.toml", "folder": cases / "queue"})
    code, report = verdict("--without-lean", "--without-compare")
    assert code != 0
    assert word in {r["verdict"] for s in report["sections"] for r in s["results"]}


def test_an_expected_refutation_is_on_all_states_unless_the_gate_says_otherwise(here: Path) -> None:
    """A witness made narrower is accepted by the checker, which says so, but not by the gate."""
    cases, expected = here / "cases", '[model.expected_refutations]\n"operator.departure.Cx_x.x0" = "why"\n'
    gate(cases, GATE)
    (cases / "queue.toml").write_text(QUEUE.replace('["I(x)", "Cx(x)"]', '["Cx(x)"]'))
    (cases / "gate.toml").write_text(GATE + expected)
    run("prove", "cases/queue.toml")
    assert verdict("--without-lean", "--without-compare")[0] == 0
    (path,) = cases.rglob("operator.departure.json")
    document = json.loads(path.read_text())
    (refuted,) = (e["proof"]["refuted"] for e in document["obligations"] if "refuted" in e["proof"])
    assert refuted["scope"] == "global"
    refuted.update(scope="window", degree=None)
    path.write_text(json.dumps(document))
    code, report = verdict("--without-lean", "--without-compare")
    reasons = [r["reason"] for s in report["sections"] for r in s["results"] if r["verdict"] == "unproved"]
    assert (code, len(reasons), "refuted on a window only" in reasons[0]) == (3, 1, True)
    narrow = 'refuted_on_a_window = ["operator.departure.Cx_x.x0"]\n'
    (cases / "gate.toml").write_text(GATE + narrow + expected)
    assert verdict("--without-lean", "--without-compare")[0] == 0
    run("prove", "cases/queue.toml")  # on all states again, so that the exemption is not needed
    code, report = verdict("--without-lean", "--without-compare")
    reasons = [r["reason"] for s in report["sections"] for r in s["results"] if r["verdict"] == "error"]
    assert (code, len(reasons), "refuted on all states" in reasons[0]) == (8, 1, True)
    (cases / "gate.toml").write_text(GATE + narrow)
    assert "is not an expected refutation" in run("check-all", "--without-lean").stderr


def test_expected_refutations_count_both_ways(here: Path) -> None:
    """A listed refutation that does not occur fails, as does one that is not listed."""
    gate(here / "cases", GATE)
    (here / "cases" / "gate.toml").write_text(
        GATE + '[model.expected_refutations]\n"operator.departure.Cx_x.x0" = "why"\n'
    )
    assert verdict("--without-lean", "--without-compare")[0] == 8
    (here / "cases" / "queue.toml").write_text(QUEUE.replace('["I(x)", "Cx(x)"]', '["Cx(x)"]'))
    run("prove", "cases/queue.toml")
    assert verdict("--without-lean", "--without-compare")[0] == 0
    (here / "cases" / "gate.toml").write_text(GATE)
    assert verdict("--without-lean", "--without-compare")[0] == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "names no problem and no model"),
        ('[[model]]\nsource = "queue.toml"\nwithout_lean = false\n', "True was expected"),
        ('[[model]]\nsource = "queue.toml"\nexpected = 1\n', "unexpected"),
        (GATE + GATE, "listed twice"),
        ('[[model]]\nsource = "other.toml"\n', "No such file"),
    ],
)
def test_a_wrong_gate_is_bad_input(here: Path, text: str, reason: str) -> None:
    """One line; the right gate passes."""
    gate(here / "cases", GATE)
    (here / "cases" / "gate.toml").write_text(text)
    done = run("check-all", "--without-lean", "--without-compare")
    assert done.exit_code == 10
    assert reason in done.output


def test_explain_tells_a_proof_as_a_sum() -> None:
    """Cases by their best actions, hypotheses with multipliers."""
    done = run("explain", str(MODELS / "mm1_admission" / "operator.admission.json"), "--case", "I_x.x0+")
    assert done.exit_code == 0
    assert "case        reject is best at (n+1)" in done.output
    assert "f(n+1) <= f(n+2)" in done.output
    assert "adds up to the goal" in done.output


def test_explain_shows_the_failing_point_and_what_would_save_it() -> None:
    """For convexity alone: the increasing functions, which every operator keeps."""
    done = run("explain", str(MODELS / "convex_alone" / "operator.departure.json"), "--case", "x0")
    assert "refuted     at (0) the goal reads 2 <= 1" in done.output
    assert (
        "would hold  with I(x) in the cone, which the costs satisfy, and every operator keeps it"
        in done.output
    )


def test_explain_suggests_the_assumption_that_a_cost_lacks() -> None:
    """The mu c rule for the wrong queue."""
    done = run("explain", str(MODELS / "mu_c_reversed" / "cost.json"), "--case", "First.x0+.y0+")
    assert "would hold  under the assumption c2 <= 2 c1" in done.output


def test_explain_explains_nothing_that_the_checker_refuses(here: Path) -> None:
    """An edited certificate has the checker's verdict, as one of a problem has; an older one is stale."""
    shutil.copytree(MODELS / "mm1_admission", here / "m")
    path = here / "m" / "claim.json"
    assert run("explain", str(path)).exit_code == 0
    path.write_text(path.read_text().replace('"times": 1', '"times": 3', 1))
    done = run("explain", str(path))
    assert done.exit_code == EXIT_CODES["error"]
    assert "residual" in done.output
    path.write_text(path.read_text().replace('"sha256": "', '"sha256": "0', 1))
    done = run("explain", str(path))
    assert done.exit_code == EXIT_CODES["stale"]
    assert "made for model" in done.output


def test_explain_of_a_statement_says_that_it_is_no_certificate() -> None:
    """A file that cannot be used: bad input, as for problems."""
    done = run("explain", str(MODELS / "mm1_admission" / "model.json"))
    assert done.exit_code == 10
    assert "model.json: not a certificate of format proofcheck-model-certificate/1" in done.output


@pytest.mark.parametrize("stray", ["a/b/other", "a/other"])
def test_a_folder_beside_a_listed_model_or_beside_its_folders_fails_the_gate(here: Path, stray: str) -> None:
    """Its certificates are checked by nobody; without it the gate passes."""
    cases, deep = here / "cases", here / "cases" / "a" / "b"
    gate(cases, GATE)
    deep.mkdir(parents=True)
    for name in ("queue", "queue.toml"):
        (cases / name).rename(deep / name)
    (cases / "gate.toml").write_text(GATE.replace('"queue.toml"', '"a/b/queue.toml"'))
    asked = ("check-all", "--cases", "cases", "--without-lean", "--without-compare")
    assert run(*asked).exit_code == 0
    shutil.copytree(deep / "queue", cases / stray)
    done = run(*asked)
    assert done.exit_code == EXIT_CODES["error"]
    assert f"error {stray} not listed in" in " ".join(done.output.split())
