"""Verdicts by obligation: confirmed, disagreement, timeout, unavailable."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofcheck.certificate import check
from proofcheck.certificate.gate import Demand, demand, read_gate
from proofcheck.cli import main
from proofcheck.model.gate import wanted
from proofcheck.smt import run, solvers
from proofcheck.smt.queries import OPEN, Query
from proofcheck.smt.run import judge, sections
from proofcheck.verdict import BAD_INPUT, EXIT_CODES, gravest

CASES = Path(__file__).parents[2] / "cases"
KEY = "two_server.routing.K4.y0.x0"
LEAF = f"{KEY}.leaf0"


@pytest.fixture
def two(tmp_path: Path) -> Demand:
    """`two_server` with a copy of its certificates."""
    shutil.copytree(CASES / "two_server", tmp_path / "two_server")
    (tmp_path / "gate.toml").write_text('[[problem]]\nsource = "two_server"\n')
    return demand(tmp_path, "two_server", {}, {})


def verdicts(one: Demand, *names: str, timeout: float = 30) -> dict[str, dict[str, str]]:
    """By solver and id."""
    found = sections(one, names or tuple(solvers.SOLVERS), timeout)
    return {section.checker: {r.id: r.verdict for r in section.results} for section in found}


def test_both_solvers_confirm_every_obligation(two: Demand) -> None:
    """Each obligation that the trusted checker lists, and the ranges of states."""
    ids = {o.id for o in check.Problem(two.statement).obligations}
    for found in verdicts(two).values():
        assert {key for key in found if ".states." not in key} == ids
        assert set(found.values()) == {"proved"}


def test_an_expected_refutation_is_confirmed_as_one() -> None:
    """Three slow servers: six, by both solvers."""
    many = read_gate(CASES)[2]
    for section in sections(many, ["z3"], 30):
        found = [r.id for r in section.results if r.verdict == "expected refutation"]
        assert sorted(found) == sorted(many.expected)
        assert gravest(section.results) == "expected refutation"


@pytest.mark.parametrize("solver", solvers.SOLVERS)
def test_a_wrong_expected_answer_is_a_disagreement(
    two: Demand, solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted in one question: exactly its obligation, with both answers in the reason."""
    original = run.questions

    def planted(one: Demand) -> tuple[list[Query], dict[str, str]]:
        asked, silent = original(one)
        return [replace(q, expected="sat") if q.name == LEAF else q for q in asked], silent

    monkeypatch.setattr(run, "questions", planted)
    (section,) = sections(two, [solver], 30)
    (wrong,) = [r for r in section.results if r.verdict != "proved"]
    assert (wrong.id, wrong.verdict) == (KEY, "disagreement")
    assert wrong.reason == f"{LEAF}: {solver} says unsat, the certificate sat"


def test_a_solver_that_lies_disagrees_with_the_other(two: Demand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is believed more: both columns say so."""
    monkeypatch.setitem(solvers.SOLVERS, "cvc5", lambda text, limit: "sat")
    found = verdicts(two)
    assert set(found["z3"].values()) == set(found["cvc5"].values()) == {"disagreement"}


def test_a_case_dropped_from_a_certificate_is_a_disagreement(two: Demand) -> None:
    """The split claims to cover everything, and does not."""
    path = two.folder / "routing.K3.y0.json"
    document = json.loads(path.read_text())
    entry = next(e for e in document["obligations"] if "split" in e["proof"] and len(e["proof"]["cases"]) > 1)
    del entry["proof"]["cases"][1]
    path.write_text(json.dumps(document))
    for found in verdicts(two).values():
        assert {key for key, verdict in found.items() if verdict == "disagreement"} == {entry["id"]}


def test_a_missing_or_broken_certificate_is_not_confirmed(two: Demand) -> None:
    """No certificate, nothing to ask: unproved; the others stand."""
    (two.folder / "claim.json").unlink()
    (two.folder / "cost.json").write_text("{")
    for found in verdicts(two, "z3").values():
        wrong = {key: verdict for key, verdict in found.items() if verdict != "proved"}
        assert {key.split(".")[1] for key in wrong} == {"claim", "cost"}
        assert set(wrong.values()) == {"unproved"}


def test_what_cannot_be_turned_into_questions_confirms_nothing(two: Demand) -> None:
    """An entry of another shape: every obligation is unproved, with the reason; no traceback."""
    path = two.folder / "claim.json"
    document = json.loads(path.read_text())
    document["obligations"][0]["proof"] = {"split": 1, "cases": 2}
    path.write_text(json.dumps(document))
    (section,) = sections(two, ["z3"], 30)
    assert {r.verdict for r in section.results} == {"unproved"}
    assert all(r.reason.startswith("malformed") for r in section.results)


def test_a_missing_solver_is_unavailable_and_the_other_still_answers(
    two: Demand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every obligation in its column; nothing is called proved for it."""
    there = solvers.find_spec
    monkeypatch.setattr(solvers, "find_spec", lambda name: None if name == "cvc5" else there(name))
    found = verdicts(two)
    assert set(found["cvc5"].values()) == {"unavailable"}
    assert set(found["z3"].values()) == {"proved"}


QUERY = Query("q", "o", "", "unsat")


@pytest.mark.parametrize(
    ("query", "answers", "verdict"),
    [
        (QUERY, {"z3": "unsat", "cvc5": "unsat"}, "proved"),
        (QUERY, {"z3": "unsat", "cvc5": ("timeout", "")}, "proved"),
        (QUERY, {"z3": "sat", "cvc5": "sat"}, "disagreement"),
        (QUERY, {"z3": "unsat", "cvc5": "sat"}, "disagreement"),
        (QUERY, {"z3": ("unproved", "unknown"), "cvc5": "unsat"}, "unproved"),
        (QUERY, {"z3": ("timeout", ""), "cvc5": "unsat"}, "timeout"),
        (QUERY, {"z3": ("error", ""), "cvc5": "unsat"}, "error"),
        (replace(QUERY, expected="sat"), {"z3": "sat", "cvc5": "sat"}, "refuted"),
        (replace(QUERY, expected=OPEN), {"z3": "unsat", "cvc5": "unsat"}, "unproved"),
        (replace(QUERY, expected=OPEN), {"z3": "unsat", "cvc5": "sat"}, "disagreement"),
    ],
)
def test_z3_is_judged_by_what_it_and_the_other_say(
    query: Query, answers: dict[str, str | tuple[str, str]], verdict: str
) -> None:
    """The table of verdicts on one question."""
    assert judge(query, "z3", {name: {"q": said} for name, said in answers.items()})[0] == verdict


@pytest.mark.parametrize(("said", "verdict"), [("timeout", "timeout"), ("unknown", "unproved")])
def test_no_answer_is_no_proof(two: Demand, monkeypatch: pytest.MonkeyPatch, said: str, verdict: str) -> None:
    """A solver that always says so."""
    monkeypatch.setitem(solvers.SOLVERS, "z3", lambda text, limit: said)
    assert set(verdicts(two, "z3")["z3"].values()) == {verdict}


def test_the_command_reports_both_solvers(two: Demand) -> None:
    """A row each; the exit code of the gravest verdict."""
    arguments = ["smt", "--cases", str(two.folder.parent)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "z3" in result.output
    assert "cvc5" in result.output
    (two.folder / "claim.json").unlink()
    result = CliRunner().invoke(main, [*arguments, "--solver", "z3", "--json"])
    assert result.exit_code == EXIT_CODES["unproved"]
    (section,) = json.loads(result.output)["sections"]
    assert section["checker"] == "z3"


def test_check_all_asks_the_solvers_on_request(two: Demand, tmp_path: Path) -> None:
    """`--with-smt` adds their rows, and their columns to the listing."""
    listing = tmp_path / "all.txt"
    arguments = ["check-all", "--without-lean", "--cases", str(two.folder.parent), "--listing", str(listing)]
    result = CliRunner().invoke(main, [*arguments, "--with-smt"])
    assert result.exit_code == 0, result.output
    assert listing.read_text().splitlines()[1].split() == ["regenerate", "python", "z3", "cvc5", "obligation"]
    result = CliRunner().invoke(main, arguments)
    assert "cvc5" not in result.output


def test_models_are_asked_about_and_lists_are_said_to_be_left_out(two: Demand, tmp_path: Path) -> None:
    """A model has its rows and its columns in the listing; what no solver was asked about is named."""
    cases, name = two.folder.parent, "no_cone_m3.json"
    (cases / "models").mkdir()
    (cases / "frontier").mkdir()
    shutil.copytree(CASES / "models" / "convex_alone", cases / "models" / "convex_alone")
    shutil.copy(CASES / "models" / "convex_alone.toml", cases / "models")
    shutil.copy(CASES / "frontier" / name, cases / "frontier")
    entry = (CASES / "frontier.toml").read_text().split("[[refutation]]")[1]
    (cases / "frontier.toml").write_text(f"[[refutation]]{entry}")
    expected = '"operator.departure.Cx_x.x0" = "why"'
    (cases / "gate.toml").write_text(
        'frontier = "frontier.toml"\n[[problem]]\nsource = "two_server"\n[[model]]\n'
        f'source = "models/convex_alone.toml"\n[model.expected_refutations]\n{expected}\n'
    )
    listing = tmp_path / "all.txt"
    arguments = ["check-all", "--without-lean", "--cases", str(cases), "--listing", str(listing)]
    result = CliRunner().invoke(main, [*arguments, "--with-smt", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    said = "no SMT solver was asked about what frontier.toml demands"
    assert said in found["left_out"]
    asked = {section["problem"] for section in found["sections"] if section["checker"] in ("z3", "cvc5")}
    assert asked == {"two_server", "convex_alone"}
    assert said not in CliRunner().invoke(main, [*arguments, "--json"]).output


def test_names_are_of_problems_and_models(two: Demand) -> None:
    """Both are chosen by name; of a name that is neither, one line."""
    cases = ["smt", "--cases", str(CASES), "--solver", "z3", "--json"]
    result = CliRunner().invoke(main, [*cases, "convex_alone", "two_server"])
    assert result.exit_code == 0, result.output
    assert [s["problem"] for s in json.loads(result.output)["sections"]] == ["convex_alone", "two_server"]
    result = CliRunner().invoke(main, [*cases, "nonsense"])
    assert result.exit_code == BAD_INPUT
    assert "nonsense: no problem or model of" in result.stderr


def test_a_broken_certificate_of_a_model_confirms_nothing(tmp_path: Path) -> None:
    """One that cannot be read, one of another format, one of another shape; the others stand."""
    shutil.copytree(CASES / "models", tmp_path / "models")
    one = wanted(tmp_path / "models" / "mm1_admission.toml", {})
    (one.folder / "claim.json").write_text("{")
    cost = one.folder / "cost.json"
    cost.write_text(cost.read_text().replace("certificate/1", "certificate/0"))
    (section,) = sections(one, ["z3"], 30)
    wrong = {r.id.split(".")[1]: r for r in section.results if r.verdict != "proved"}
    assert {key: r.verdict for key, r in wrong.items()} == {"claim": "unproved", "cost": "unproved"}
    assert all("certificate" in r.reason for r in wrong.values())
    path = one.folder / "operator.admission.json"
    document = json.loads(path.read_text())
    document["obligations"][0]["proof"] = {"split": [1], "cases": 2}
    path.write_text(json.dumps(document))
    (section,) = sections(one, ["z3"], 30)
    assert {r.verdict for r in section.results} == {"unproved"}
    assert all(r.reason.startswith("malformed") for r in section.results)


def test_the_same_questions_are_exported(two: Demand, tmp_path: Path) -> None:
    """A file each and an index; a solver that reads the file answers as the index says."""
    out = tmp_path / "out"
    arguments = ["export-smt", "--cases", str(two.folder.parent), "--out", str(out)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    index = json.loads((out / "index.json").read_text())
    asked, silent = run.questions(two)
    assert silent == {}
    assert index == {f"{q.name}.smt2": q.expected for q in asked}
    assert {path.name for path in out.glob("*.smt2")} == set(index)
    for name in (f"{LEAF}.smt2", f"{KEY}.cases.smt2", "two_server.states.routing.routing.K4.smt2"):
        assert solvers.answer("z3", (out / name).read_text(), 10) == index[name] == "unsat"
    (two.folder / "claim.json").unlink()
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == BAD_INPUT
    assert len(result.stderr.splitlines()) == 1
