"""The classical results and their false neighbours: expected verdicts, and evaluations of their own."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate.model_statement import Model
from proofcheck.errors import BadInput
from proofcheck.model.gate import compare, read_models, unlisted, verify
from proofcheck.model.reader import statement
from proofcheck.model.write import generate
from proofcheck.tables import parse_table, read_table
from tests.common import CASES, groups
from tests.common import document as problem_document
from tests.model.common import MODELS, QUEUE, State, Statement, after, committed, difference, models, states

FALSE = {
    "blocked_arrivals",
    "convex_alone",
    "four_servers",
    "monotone_alone",
    "mu_c_reversed",
    "unequal_servers",
    "whole_batches",
}


def test_every_model_file_is_in_the_gate_and_as_expected() -> None:
    """Fifteen results proved whole, seven neighbours refuted exactly where it is said, and nothing else."""
    wanted = read_models(CASES)
    assert {one.name for one in wanted} == {path.stem for path in models()}
    assert len({one.name for one in wanted} - FALSE) == 15
    assert unlisted(wanted, CASES) == []
    for one in wanted:
        found = {result.verdict for result in verify(one)}
        expected = {"proved", "expected refutation"} if one.name in FALSE else {"proved"}
        assert found == expected, one.name
        assert one.statement["source"]


def test_generating_again_gives_the_same_bytes() -> None:
    """For every committed model."""
    for one in read_models(CASES):
        assert {result.verdict for result in compare(one)} == {"proved"}, one.name


def refutations(name: str) -> list[tuple[Any, dict[str, Any]]]:
    """The refuted obligations of a committed model, each with its witness."""
    model = Model(committed(name))
    entries = [
        e
        for path in sorted((MODELS / name).glob("*.json"))
        if path.name != "model.json"
        for e in json.loads(path.read_text())["obligations"]
    ]
    found = {e["id"]: e["proof"]["refuted"] for e in entries if "refuted" in e["proof"]}
    return [(o, found[o.id]) for o in model.obligations if o.id in found]


@pytest.mark.parametrize("name", sorted(FALSE))
def test_a_witness_refutes_by_an_evaluation_of_its_own(name: str) -> None:
    """Far beyond the window the continued f is in the cone, and the goal fails for T f at the point."""
    model = committed(name)
    assert refutations(name)
    for o, witness in refutations(name):
        assert witness["scope"] == "global"
        corner = witness["window"]
        tops = [c["top"] for c in model["coordinates"]]

        def f(s: State, corner: list[int] = corner, table: dict[str, Any] = witness["f"]) -> Fraction:
            """Affine beyond the corner, coordinate by coordinate."""
            for c, (v, last) in enumerate(zip(s, corner, strict=True)):
                if v > last:
                    end, before = (f((*s[:c], last - k, *s[c + 1 :])) for k in (0, 1))
                    return end + (v - last) * (end - before)
            return Fraction(table[f"({','.join(map(str, s))})"])

        assert witness["degree"] == 1
        parameters = {"1": Fraction(1)} | {p: Fraction(v) for p, v in witness["parameters"].items()}
        for assumption in model["assumptions"]:
            sides = [
                sum(t["times"] * parameters[t["parameter"]] for t in assumption[k])
                for k in ("lesser", "greater")
            ]
            assert sides[0] <= sides[1]
        for inequality in model["inequalities"]:
            last = max(v for v, top in zip(corner, tops, strict=True)) + 4
            assert all(difference(inequality, f, parameters, s) >= 0 for s in states(inequality, last))
        about = o.about
        at = tuple(v + n for v, n in zip(o.at, witness["n"], strict=True))
        g = operand(model, about, f, parameters)
        assert difference(o.subject, g, parameters, at) < 0
        assert all(difference(given, f, parameters, at) >= 0 for given in o.subject.get("given", []))


def operand(model: Statement, about: Any, f: Any, parameters: dict[str, Any]) -> Any:
    """What an obligation is about: T f, a cost without given functions, or f."""
    if about is None:
        return f
    if "actions" in about:
        return after(model, about["name"], f, {}, parameters)
    return lambda s: sum(
        (c["constant"] + sum(a * v for a, v in zip(c["slopes"], s, strict=True))) * parameters[c["parameter"]]
        for c in about["costs"]
    )


def test_the_server_models_agree_with_the_problems_of_the_older_language() -> None:
    """three_servers and four_servers have the verdicts of three_server and many_server_m3 on routing."""
    for name, folder in (("three_servers", "three_server"), ("four_servers", "many_server_m3")):
        names = {"K1": "I_x", "K2": "I_y", "K3": "Super_x_y", "K4": "SuperC_x_y", "K5": "Cx_y", "K6": "K6"}
        old = {
            (names[part[0]], *part[1:]): e["verdict"]
            for group in groups(folder)
            if group.startswith("routing")
            for e in problem_document(folder, group)["obligations"]
            for part in [e["id"].split(".")[2:]]
        }
        new = {
            tuple(e["id"].split(".")[3:]): e["verdict"]
            for e in json.loads((MODELS / name / "operator.routing.json").read_text())["obligations"]
        }
        assert old == new


@pytest.mark.parametrize("name", sorted({path.stem for path in models()} - FALSE))
def test_value_iteration_stays_in_the_cone(name: str) -> None:
    """Six exact iterates at random rational parameters and rates satisfy every inequality and claim."""
    model = committed(name)
    rng = random.Random(name)
    given = {f["name"]: (lambda s: Fraction(s[0] ** 2 + s[0])) for f in model["functions"]}
    for _ in range(2):
        parameters = feasible(model, rng)
        rates = {"1": Fraction(1)} | {r: Fraction(rng.randint(0, 6), 2) for r in model["rates"]}
        f = iterate(model, given, parameters, rates, 4)
        for inequality in [*model["inequalities"], *model["claims"]]:
            for s in states(inequality, 4):
                if all(difference(g, f, parameters, s) >= 0 for g in inequality.get("given", [])):
                    assert difference(inequality, f, parameters, s) >= 0, (inequality["name"], s)


def feasible(model: Statement, rng: random.Random) -> dict[str, Any]:
    """Random values of the parameters that satisfy the assumptions."""
    while True:
        values = {"1": Fraction(1)} | {p: Fraction(rng.randint(0, 12), 2) for p in model["parameters"]}
        sides = [
            [sum(t["times"] * values[t["parameter"]] for t in a[k]) for k in ("lesser", "greater")]
            for a in model["assumptions"]
        ]
        if all(a <= b for a, b in sides):
            return values


def iterate(model: Statement, given: Any, parameters: Any, rates: Any, times: int) -> Any:
    """The function that `times` steps make of 0, evaluated where it is asked for."""
    memo: dict[Any, Any] = {}

    def value(expression: Any, k: int, s: State) -> Any:
        key = (json.dumps(expression), k, s)
        if key not in memo:
            memo[key] = fresh(expression, k, s)
        return memo[key]

    def fresh(e: Any, k: int, s: State) -> Any:
        if e["use"] == "f":
            return value(model["step"], k - 1, s) if k else Fraction(0)
        if e["use"] == "sum":
            return sum(rates[t["rate"]] * value(t["of"], k, s) for t in e["terms"])
        if e["use"] == "cost":
            cost = next(c for c in model["costs"] if c["name"] == e["name"])
            slopes = (
                (c, c["constant"] + sum(a * v for a, v in zip(c["slopes"], s, strict=True)))
                for c in cost["costs"]
            )
            return sum(w * parameters[c["parameter"]] for c, w in slopes) + sum(
                u["times"] * given[u["name"]](s) for u in cost["functions"]
            )
        return after(model, e["name"], lambda t: value(e["of"], k, t), given, parameters)(s)

    return lambda s: value({"use": "f"}, times, s)


def test_with_equal_rates_the_two_told_apart_queues_are_proved() -> None:
    """The accepting twin of unequal_servers: the same file with rate 1 in place of 2."""
    text = (MODELS / "unequal_servers.toml").read_text()
    twin = statement(parse_table(text.replace("2*f", "1*f"), "twin"), "twin")
    entries = [
        e for name, t in generate(twin).items() if name != "model.json" for e in json.loads(t)["obligations"]
    ]
    assert {e["verdict"] for e in entries} == {"proved"}


def test_the_sources_are_named_in_every_file() -> None:
    """Each model says where the result is from, or of which one it is the neighbour."""
    for path in models():
        assert len(read_table(path)["source"]) > 20


@pytest.mark.parametrize(
    ("name", "inequality", "at"),
    [
        ("blocked_arrivals", "Cx_x", (6,)),
        ("mu_c_reversed", "First", (0, 0)),
        ("unequal_servers", "Same", (0, 1, 0)),
    ],
)
def test_iterates_of_false_models_leave_the_cone(name: str, inequality: str, at: State) -> None:
    """Value iteration itself violates what was refuted: what is checked above can fail."""
    model = committed(name)
    parameters = {"1": Fraction(1), "c1": Fraction(1), "c2": Fraction(9, 2), "h": Fraction(1)}
    rates = {rate: Fraction(2) for rate in ["1", *model["rates"]]}
    wanted = next(i for i in model["inequalities"] if i["name"] == inequality)
    assert difference(wanted, iterate(model, {}, parameters, rates, 2), parameters, at) < 0


def test_two_models_of_one_name_are_refused(tmp_path: Path) -> None:
    """In two folders too: Lean knows a model by its name, and would be asked about the second one only."""
    for folder in ("models", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "queue.toml").write_text(QUEUE)
    entries = [f'[[model]]\nsource = "{folder}/queue.toml"\n' for folder in ("models", "other")]
    (tmp_path / "gate.toml").write_text(entries[0])
    assert [one.name for one in read_models(tmp_path)] == ["queue"]
    (tmp_path / "gate.toml").write_text("".join(entries))
    with pytest.raises(BadInput, match="a model is listed twice"):
        read_models(tmp_path)
