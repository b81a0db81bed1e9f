"""Every question about a model's certificates decided anew by z3 and cvc5, from the SMT-LIB text."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check_model
from proofcheck.certificate.document import load
from proofcheck.certificate.model_statement import Model
from proofcheck.model import gate
from proofcheck.model.gate import Wanted, model_of, read_models
from proofcheck.model.reader import statement
from proofcheck.model.write import generate
from proofcheck.smt.model_queries import queries
from proofcheck.smt.queries import OPEN, Query
from proofcheck.smt.run import judge
from proofcheck.smt.solvers import SOLVERS, answer
from proofcheck.tables import parse_table

CASES = Path(__file__).parents[2] / "cases"
MODELS = {one.name: one for one in read_models(CASES)}
# Of each kind: ranges with an end, refutations, given functions, modes, `when`, max.
SHOWN = ("mm1_admission", "admission_reward", "finite_buffer", "service_rate", "environment_admission")
SHOWN += ("lin_kumar", "shorter_queue", "convex_alone", "monotone_alone", "mu_c_reversed", "unequal_servers")
CX = "mm1_admission.operator.admission.Cx_x.x0+"
Entries = dict[str, dict[str, Any]]


def entries(one: Wanted) -> Entries:
    """The committed entries by obligation, free to be changed."""
    return {e["id"]: e for path in gate.certificates(one) for e in load(path, check_model)["obligations"]}


def asked(name: str, found: Entries | None = None) -> dict[str, Query]:
    """All questions about a model by name."""
    one = MODELS[name]
    return {q.name: q for q in queries(model_of(one), entries(one) if found is None else found)}


def kinds(found: dict[str, Query]) -> Counter[str]:
    """How many questions there are of each kind."""
    return Counter(
        "states" if ".states." in name else name.rsplit(".", 1)[1].rstrip("0123456789") for name in found
    )


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", SHOWN)
def test_a_solver_decides_every_question_as_the_certificate_does(name: str, solver: str) -> None:
    """Proved leaves, splits, lists of actions and ranges are unsat; refuted obligations and assumptions that
    hold somewhere are sat."""
    found = asked(name).values()
    assert {query.expected for query in found} == {"unsat", "sat"}
    assert [q.name for q in found if answer(solver, q.text, 30) != q.expected] == []


@pytest.mark.parametrize("name", MODELS)
def test_nothing_is_left_out_of_the_questions(name: str) -> None:
    """A question per leaf, per obligation that is split, per obligation on an operator, and per inequality of
    an operator, a cost or a claim; counted here from the certificates and from the statement."""
    found, said = list(entries(MODELS[name]).values()), MODELS[name].statement
    counted = kinds(asked(name))
    text = [str(e["proof"]) for e in found]
    assert counted["leaf"] == sum(t.count("'goal_times'") for t in text)
    assert counted["refuted"] == sum("'refuted'" in t for t in text) == len(MODELS[name].expected)
    assert counted["cases"] == sum(t.startswith("{'split'") for t in text)
    assert counted["point"] == 1
    assert counted["actions"] == sum(".operator." in e["id"] for e in found)
    subjects = len(said["operators"]) + len(said["costs"])
    assert counted["states"] == subjects * len(said["inequalities"]) + len(said["claims"])


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_case_left_out_is_found(solver: str) -> None:
    """Drop a case of a split, anywhere in the tree: there is an action that no leaf names."""
    found = entries(MODELS["mm1_admission"])
    assert answer(solver, asked("mm1_admission", found)[f"{CX}.cases"].text, 10) == "unsat"
    whole = copy.deepcopy(found[CX]["proof"])
    for drop in (lambda p: p["cases"].pop(), lambda p: p["cases"][1]["cases"].pop()):
        found[CX]["proof"] = copy.deepcopy(whole)
        drop(found[CX]["proof"])
        assert answer(solver, asked("mm1_admission", found)[f"{CX}.cases"].text, 10) == "sat"


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_leaf_that_stands_for_all_cases_is_found(solver: str) -> None:
    """Without what is attained the goal does not follow, whatever the leaf says that it uses."""
    found = entries(MODELS["mm1_admission"])
    leaf = found[CX]["proof"]["cases"][0]["cases"][0]
    for proof in ({"goal_times": 1, "sum": []}, leaf):
        found[CX]["proof"] = proof
        assert answer(solver, asked("mm1_admission", found)[f"{CX}.leaf0"].text, 10) == "sat"


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_refutation_of_what_is_true_is_found(solver: str) -> None:
    """Its question is unsat: the hypotheses with one action attained at each state imply the goal."""
    found = entries(MODELS["mm1_admission"])
    found[CX] = found[CX] | {"proof": {"refuted": {}}}
    query = asked("mm1_admission", found)[f"{CX}.refuted"]
    assert (query.expected, answer(solver, query.text, 10)) == ("sat", "unsat")


def made(text: str) -> tuple[Model, Entries]:
    """A model from its file's text, and what the search finds for it."""
    said = statement(parse_table(text, "text"), "text")
    files = {name: json.loads(content) for name, content in generate(said).items() if name != "model.json"}
    return Model(said), {e["id"]: e for file in files.values() for e in file["obligations"]}


MM1 = (CASES / "models" / "mm1_admission.toml").read_text()


@pytest.mark.parametrize("solver", SOLVERS)
def test_assumptions_that_contradict_each_other_confirm_that_all_is_vacuous(solver: str) -> None:
    """The proof of 0 <= -1 is confirmed, and is no success; that a point satisfies them would be disputed."""
    model, found = made(MM1.replace('"h >= 0"', '"h >= 0", "h <= -1"'))
    key = "mm1_admission.assumptions"
    query = next(q for q in queries(model, found) if q.about == key)
    assert answer(solver, query.text, 10) == query.expected == "unsat"
    assert judge(query, solver, {solver: {query.name: "unsat"}})[0] == "vacuous"
    found[key] = found[key] | {"proof": {"holds_at": {"c": 0, "h": 0}}}
    query = next(q for q in queries(model, found) if q.about == key)
    assert judge(query, solver, {solver: {query.name: answer(solver, query.text, 10)}})[0] == "disagreement"


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_parameter_may_have_any_name_and_either_sign(solver: str) -> None:
    """`n`, as offsets are called: that it is not negative follows only where it is assumed."""
    text = MM1.replace('"h"', '"n"').replace("h >= 0", "n >= 0").replace("h*x", "n*x")
    model, found = made(text)
    assert all(answer(solver, q.text, 10) == q.expected for q in queries(model, found))
    model, found = made(text.replace(', "n >= 0"', ""))
    key = "mm1_admission.cost.holding.I_x.x0+"
    assert "refuted" in found[key]["proof"]
    query = next(q for q in queries(model, found) if q.about == key)
    assert answer(solver, query.text, 10) == query.expected == "sat"


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_region_that_begins_too_early_is_found(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the checker's depth were 0, the departure at x = 0 would be taken for that at all x."""
    one = MODELS["mm1_admission"]
    assert {q.expected for q in asked(one.name).values() if q.name.endswith(".actions")} == {"unsat"}
    monkeypatch.setattr(Model, "reach", lambda self, operator: self.still)
    model = Model(one.statement)
    key = "mm1_admission.operator.departure.I_x.x0+"
    entry = {key: {"proof": {"goal_times": 1, "sum": []}}}
    query = next(q for q in queries(model, entry) if q.name == f"{key}.actions")
    assert answer(solver, query.text, 10) == "sat"


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_region_left_out_is_found(solver: str) -> None:
    """Without the obligation at x = 0 the range is not covered."""
    model = Model(MODELS["convex_alone"].statement)
    name = "convex_alone.states.operator.departure.Cx_x"

    def range_query() -> str:
        return next(q.text for q in queries(model, {}) if q.name == name)

    assert answer(solver, range_query(), 10) == "unsat"
    model.obligations.remove(next(o for o in model.obligations if o.id.endswith("departure.Cx_x.x0")))
    assert answer(solver, range_query(), 10) == "sat"


def test_an_open_case_has_no_expected_answer() -> None:
    """It is not called unprovable."""
    found = entries(MODELS["mm1_admission"])
    found[CX]["proof"] = {"unproved": "later"}
    assert asked("mm1_admission", found)[f"{CX}.leaf0"].expected == OPEN
