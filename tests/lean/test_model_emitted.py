"""The generated Lean text of a model, read back, says what the statement says.

This reads `lean/ProofCheck/Generated/Model*.lean` with a parser of its own and gives the Lean data the
meaning of `State.lean` and `Statement.lean`, at states of a window; the trusted checker gives the
statement its own.  So too for the model of test_model_agreement.py, which has what no committed one has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate.check_model import Model, State, read
from proofcheck.lean.model_emit import Emitted, generated_file
from proofcheck.model.gate import read_models
from tests.lean.terms import items, parse
from tests.lean.test_model_agreement import odd

HOME = Path(__file__).parents[2]
MODELS = {one.name: one for one in read_models(HOME / "cases")}
Form = dict[Any, int]


def numbers(term: Any) -> list[int]:
    """A list of natural numbers."""
    return [int(item) for item in items(term)]


def limits(term: Any) -> list[int | None]:
    """A list of optional numbers."""
    return [None if item == ".none" else int(item[1]) for item in items(term)]


def nonzero(form: Counter[Any]) -> Form:
    """The atoms that do not vanish."""
    return {atom: k for atom, k in form.items() if k}


def difference(row: Any, key: Any) -> Form:
    """greater - lesser of a row, its atoms read by `key`."""
    total: Counter[Any] = Counter()
    for sign, side in ((-1, row[1]), (1, row[2])):
        for _, times, atom in items(side):
            total[key(atom)] += sign * int(times)
    return nonzero(total)


class Data:
    """A model as the Lean text has it."""

    def __init__(self, name: str) -> None:
        if name == "odd":
            self.statement, proved = odd()
            self.proved, self.refuted = {*proved}, False
            self.text = "\n".join([*Emitted(self.statement, proved).lines(), ""])
        else:
            one = MODELS[name]
            certified = [read(path) for path in one.folder.glob("*.json") if path.name != "model.json"]
            entries = [e for file in certified for e in file["obligations"]]
            self.statement, self.refuted = one.statement, bool(one.expected)
            self.proved = {e["id"] for e in entries if e["verdict"] == "proved"}
            self.text = (HOME / "lean" / generated_file(name)).read_text("utf-8")
        found = re.search(r"def (\w+) : Model :=\n(.*?)\n\n", self.text, re.S)
        assert found is not None
        assert found[1] == name
        _, tops, assumptions, functions, cone, operators, costs, claims = parse(found[2])
        self.tops, self.m = limits(tops), Model(self.statement)
        self.assumptions, self.functions, self.cone, self.operators, self.costs, self.claims = (
            list(items(part)) for part in (assumptions, functions, cone, operators, costs, claims)
        )
        self.given = [name for name in self.m.known if name != "f"]
        pairs = self.assumptions[1 + len(self.m.assumptions) :]
        self.opposite = {}  # number of an opposite -> its parameter
        for below, above in zip(pairs[::2], pairs[1::2], strict=True):
            p, q = (int(atom) for _, _, atom in items(below[1]))
            assert (difference(below, int), difference(above, int)) == ({p: -1, q: -1}, {p: 1, q: 1})
            self.opposite[q] = p

    def parameter(self, number: int) -> tuple[str, int]:
        """The name of a parameter, and -1 for an opposite."""
        sign = -1 if number in self.opposite else 1
        return self.m.parameters[self.opposite.get(number, number)], sign

    def box(self, term: Any) -> tuple[list[int], list[int | None]]:
        """low and high, filled up."""
        low, high = numbers(term[1]), limits(term[2])
        width = len(self.tops)
        return low + [0] * (width - len(low)), high + [None] * (width - len(high))

    def template(self, term: Any) -> tuple[Any, Form]:
        """Box and form of an inequality."""
        return self.box(term[1]), difference(term[2], lambda at: tuple(numbers(at)))

    def comparison(self, term: Any) -> Form:
        """The form of a comparison."""
        values = difference(term[1], lambda at: tuple(numbers(at)))
        return values | difference(term[2], lambda p: self.m.parameters[int(p)])

    def linear(self, term: Any, state: State) -> int:
        """constant + slopes . s."""
        return int(term[1]) + sum(k * v for k, v in zip(numbers(term[2]), state, strict=False))

    def target(self, moves: Any, boundary: str, state: State) -> State | None:
        """Where a move leads, if it can be made."""
        steps = [(1 if kind == ".up" else -1) * int(k) for kind, k in items(moves)]
        there = [v + k for v, k in zip(state, steps + [0] * len(state), strict=False)]
        if all(v >= 0 and (t is None or v <= t) for v, t in zip(there, self.tops, strict=True)):
            return tuple(there)
        if boundary == ".forbid":
            return None
        cut = [max(0, v if t is None else min(v, t)) for v, t in zip(there, self.tops, strict=True)]
        return tuple(cut) if boundary == ".clip" else state

    def form(self, term: Any, state: State) -> Form | None:
        """The value of a form at a state; None where a move cannot be made."""
        total: Counter[Any] = Counter()
        for _, source, (_, plus, minus), moves, boundary in items(term[1]):
            weight = max(0, self.linear(plus, state) - self.linear(minus, state))
            name = "f" if source == ".f" else self.given[int(source[1])]
            there = self.target(moves, boundary, state)
            if weight and there is None:
                return None
            total[name, there] += weight
        for _, number, amount in items(term[2]):
            name, sign = self.parameter(int(number))
            total[name, ()] += sign * self.linear(amount, state)
        return nonzero(total)

    def choices(self, operator: Any, state: State) -> list[Form]:
        """The values of the feasible actions."""
        found = []
        for _, bounds, form in items(operator[2]):
            low, high = self.box(bounds)
            inside = all(a <= v and (b is None or v <= b) for a, v, b in zip(low, state, high, strict=True))
            value = self.form(form, state) if inside else None
            if value is not None:
                found.append(value)
        return found


def window(model: Model) -> Iterator[State]:
    """All modes, the unbounded coordinates up to 5."""
    return product(*(range(6 if top is None else top + 1) for top in model.top))


def stated(model: Model, i: Any) -> Form:
    """greater - lesser of an inequality or claim of the statement."""
    total: Counter[Any] = Counter()
    for sign, side in ((-1, i["lesser"]), (1, i["greater"])):
        for term in side:
            total[tuple(term["at"])] += sign * term["times"]
    for term in i.get("constants", []):
        total[term["parameter"]] += term["times"]
    return nonzero(total)


@pytest.fixture(scope="module", params=[*sorted(MODELS), "odd"])
def data(request: pytest.FixtureRequest) -> Data:
    """One model after the other."""
    return Data(request.param)


def test_coordinates_assumptions_and_inequalities_are_the_statement(data: Data) -> None:
    """Tops, 0 <= 1, the assumptions, what is known of each given function, the cone, the claims; in order."""
    m = data.m
    assert data.tops == m.top
    assert difference(data.assumptions[0], int) == {0: 1}
    forms = [{name: k for (name, _), k in form.items() if k} for form in m.assumptions]
    listed = data.assumptions[1 : 1 + len(forms)]
    assert [difference(row, lambda p: m.parameters[int(p)]) for row in listed] == forms
    known = [data.cone, *map(list, map(items, data.functions))]
    for name, terms in zip(["f", *data.given], known, strict=True):
        expected = [((i["low"], i["high"]), stated(m, i)) for i in m.known[name]]
        assert [data.template(q) for q in terms] == expected
    for (_, bounds, given, goal), claim in zip(data.claims, m.claims, strict=True):
        assert data.box(bounds) == (claim["low"], claim["high"])
        assert [data.comparison(q) for q in items(given)] == [stated(m, q) for q in claim["given"]]
        assert data.comparison(goal) == stated(m, claim)


def test_operators_and_costs_have_the_values_of_the_statement(data: Data) -> None:
    """At every state of a window: the feasible actions in order, and the value of each."""
    m = data.m
    for state in window(m):
        for term, operator in zip(data.operators, m.operators, strict=True):
            assert term[1] == f".{operator['choose']}"
            expected = m.choices(operator, state, m.concrete).values()
            assert data.choices(term, state) == [nonzero(Counter(form)) for form in expected], state
        for term, cost in zip(data.costs, m.costs, strict=True):
            assert data.form(term, state) == nonzero(Counter(m.price(cost, state, m.concrete))), state


def test_theorems_are_the_proved_obligations(data: Data) -> None:
    """Each theorem states its obligation: what, which inequality, in which region."""
    m = data.m
    what = rf"theorem «([^»]+)» : Model\.Obligation\.Statement {m.name} (.*) :="
    found = {name: parse(term)[0] for name, term in re.findall(what, data.text)}
    consistent = re.findall(rf"theorem «([^»]+)» : Model\.Consistent {m.name} :=", data.text)
    assert sorted([*found, *consistent]) == sorted(data.proved)
    assert consistent == [f"{m.name}.assumptions"]
    for o in m.obligations:
        if o.id in found:
            kind, *which, region = found[o.id]
            cells = [(int(k), word == ".tail") for word, k in items(region)]
            assert cells == list(zip(o.at, o.symbolic, strict=True))
            if kind == ".claim":
                assert o.about is None
                assert m.claims[int(which[0])] is o.subject
            else:
                among = {".operator": m.operators, ".cost": m.costs}[kind]
                assert among[int(which[0])] is o.about
                assert m.known["f"][int(which[1])] is o.subject


def linear_step(e: Any, m: Model) -> list[Any]:
    """An expression of the statement as a list of products of rates with f, a cost or an operator."""
    if e["use"] == "sum":
        return [
            ([*([term["rate"]] if term["rate"] != "1" else []), *rates], of)
            for term in e["terms"]
            for rates, of in linear_step(term["of"], m)
        ]
    return [([], (e["use"], e.get("name"), linear_step(e["of"], m) if "of" in e else None))]


def linear_term(term: Any, m: Model) -> list[Any]:
    """A Lean step in the same way."""
    if term == ".current":
        return [([], ("f", None, None))]
    kind, *rest = term
    if kind == ".sum":
        return [*linear_term(rest[0], m), *linear_term(rest[1], m)]
    if kind == ".scaled":
        return [([m.rates[int(rest[0]) + 1], *rates], of) for rates, of in linear_term(rest[1], m)]
    among = m.operators if kind == ".operator" else m.costs
    inner = linear_term(rest[1], m) if kind == ".operator" else None
    return [([], (kind[1:], among[int(rest[0])]["name"], inner))]


def test_the_step_is_that_of_the_statement(data: Data) -> None:
    """The same sum of products of rates, operators and costs; a refuted model has none."""
    found = re.search(rf"def {data.m.name}_step : Model.Step := (.*)", data.text)
    if found is None:
        assert data.refuted
    else:
        assert linear_term(parse(found[1])[0], data.m) == linear_step(data.statement["step"], data.m)


def test_a_model_without_refutations_has_its_theorems_on_value_iteration(data: Data) -> None:
    """Every operator keeps the cone and is total, iterates exist, they are in the cone, the claims hold."""
    m = data.m
    if data.refuted:
        return
    wanted = [f"{part}_{o['name']}" for o in m.operators for part in ("operator", "total")]
    wanted += [f"cost_{c['name']}" for c in m.costs] + ["closed", "exists", "iterates"]
    wanted += ["claims", "claims_along"] if m.claims else []
    theorems = re.findall(rf"^theorem {m.name}_(\w+) ", data.text, re.M)
    assert sorted(theorems) == sorted(wanted)
