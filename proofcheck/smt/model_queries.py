"""What certificates of models claim, as SMT-LIB 2 problems for a solver that knows nothing of certificates.

- A *leaf*: every hypothesis near the goal and the negated goal, over the reals.  `unsat` if the goal follows.
- A *refuted* obligation: the same, with one action attained at each state where that matters.  `sat`: no
  proof from these hypotheses exists.
- The *assumptions*: `sat` if some values of the parameters satisfy all of them.
- The *cases* of an obligation: numbers n >= 0 and feasible actions that no leaf names.  `unsat` if the split
  covers every action.
- The *actions* of an obligation: an n >= 0 for which an action is feasible, or leads out of the states, and
  for n = 0 not, or the other way round.  `unsat` if one list of actions speaks for all n.
- The *states* of an inequality under an operator, of a cost, of a claim: a state of its range in no region.

Feasibility is read from the statement here, not asked of the trusted checker, which lists the actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from proofcheck.certificate.check_model import Case, Checker
from proofcheck.certificate.document import Leaf, leaves
from proofcheck.certificate.model_statement import Form, Model, Obligation, Raw, Rejected, State, plus, signed
from proofcheck.model.hypotheses import Entry, entries, form_of, split_states
from proofcheck.smt.language import covers, follows, joined, number, symbol
from proofcheck.smt.queries import EXPECTED, MARGIN, Query

REFUTED_MARGIN = 3  # as far as the search looks for a proof before it refutes
Named = list[tuple[Entry, Form]]  # hypotheses, with what they say


def queries(model: Model, found: Mapping[str, Raw]) -> Iterator[Query]:
    """All questions about a model, given the certificates' entries by obligation; none about an obligation
    without an entry."""
    for o in model.obligations:
        if o.id in found:
            yield from _obligation(Checker(model, o), found[o.id]["proof"])
    yield from _states(model)


def _obligation(checker: Checker, proof: Raw) -> Iterator[Query]:
    o = checker.o
    if "holds_at" in proof:
        text = follows(checker.m.assumptions, o.goal)
        yield Query(f"{o.id}.point", o.id, text, "sat", "proved")
        return
    every = _hypotheses(checker, REFUTED_MARGIN if "refuted" in proof else MARGIN)
    if "refuted" in proof:
        free = [form for entry, form in every if entry["use"] != "attained"]
        text = follows(free, o.goal, _attained(checker, every))
        yield Query(f"{o.id}.refuted", o.id, text, EXPECTED["refuted"])
    else:
        closed = list(leaves(proof))
        for k, leaf in enumerate(closed):
            text = follows(_usable(checker, every, leaf), o.goal)
            confirms = "vacuous" if o.subject is None and leaf.kind == "proved" else ""
            yield Query(f"{o.id}.leaf{k}", o.id, text, EXPECTED[leaf.kind], confirms)
        if any(leaf.path for leaf in closed):
            yield Query(f"{o.id}.cases", o.id, _cases(checker, closed), "unsat")
    if o.about and "actions" in o.about:
        yield Query(f"{o.id}.actions", o.id, _actions(checker), "unsat")


# -------- hypotheses


def _hypotheses(checker: Checker, margin: int) -> Named:
    """All that reach at most so far beyond the goal; offsets are not negative."""
    near = [(entry, form_of(checker, entry)) for entry in entries(checker, margin)]
    return near + [({"use": "offset"}, {("1", (c,)): 1}) for c, free in enumerate(checker.symbolic) if free]


def _usable(checker: Checker, every: Named, leaf: Leaf) -> list[Form]:
    """The hypotheses of a case: all, but of those on what is attained only the case's own; and those that the
    leaf itself uses, should they be further away."""
    case = {state: _listed(checker, state)[position] for state, position in leaf.path}
    near = [
        form
        for entry, form in every
        if entry["use"] != "attained" or case.get(tuple(entry["at"])) == entry["action"]
    ]
    return near + [form for form in _used(checker, leaf, case) if form not in near]


def _used(checker: Checker, leaf: Leaf, case: Case) -> Iterator[Form]:
    """What the hypotheses of a leaf say, as far as it may use them."""
    for use in leaf.entry.get("sum", []):
        entry = use | ({"at": tuple(use["at"])} if "at" in use else {})
        with suppress(Rejected):
            yield checker.hypothesis(use["use"], entry, case)


def _attained(checker: Checker, every: Named) -> list[list[Form]]:
    """Per state where the attaining action matters: what is known if it is this one, or that one."""
    return [
        [form for entry, form in every if entry["use"] == "attained" and tuple(entry["at"]) == state]
        for state in split_states(checker)
    ]


def _listed(checker: Checker, state: State) -> list[str]:
    """The actions that the trusted checker lists at a state, as the cases of a split go through them."""
    return list(checker.after[state])


# -------- exhaustiveness


def _free(checker: Checker) -> list[str]:
    return [symbol("n", [c]) for c, free in enumerate(checker.symbolic) if free]


def _offsets(checker: Checker) -> list[str]:
    return [f"(>= {name} 0)" for name in _free(checker)]


def _value(checker: Checker, state: State, c: int) -> str:
    """A coordinate of a state, with its offset."""
    here = number(state[c])
    return f"(+ {here} {symbol('n', [c])})" if checker.symbolic[c] else here


def _within(checker: Checker, state: State, low: list[int], high: list[int | None]) -> str:
    """That a state lies between two corners; there may be no upper one."""
    conditions = []
    for c, (least, most) in enumerate(zip(low, high, strict=True)):
        value = _value(checker, state, c)
        conditions.append(f"(>= {value} {number(least)})")
        conditions += [f"(<= {value} {number(most)})"] if most is not None else []
    return joined("and", conditions, "true")


def _leads_inside(checker: Checker, term: Raw, state: State) -> str:
    """That a term of an action leads to a state."""
    there = plus(state, tuple(term["move"]))
    return _within(checker, there, [0] * len(there), checker.m.top)


def _counts(term: Raw, state: State) -> bool:
    """Whether a term has a weight at a state; it depends on modes only, so on no offset."""
    return bool(term["constant"] + sum(k * v for k, v in zip(term["slopes"], state, strict=True)))


def _feasible(checker: Checker, action: Raw, state: State) -> str:
    """That an action may be taken: where it says so, and its terms lead to states."""
    when = _within(checker, state, action["when"]["low"], action["when"]["high"])
    forbidding = [t for t in action["terms"] if t["boundary"] == "forbid" and _counts(t, state)]
    return joined("and", [when, *(_leads_inside(checker, t, state) for t in forbidding)], "true")


def _cases(checker: Checker, closed: list[Leaf]) -> str:
    """Whether the leaves cover every feasible action, for every n."""
    actions = checker.o.about["actions"]
    numbers = {action["name"]: number(k) for k, action in enumerate(actions)}
    states = sorted({state for leaf in closed for state, _ in leaf.path})
    given = _offsets(checker)
    for state in states:
        taken = symbol("a", state)
        some = [f"(and (= {taken} {numbers[a['name']]}) {_feasible(checker, a, state)})" for a in actions]
        given.append(joined("or", some, "false"))
    cases = [
        [f"(= {symbol('a', state)} {numbers[_listed(checker, state)[k]]})" for state, k in leaf.path]
        for leaf in closed
    ]
    return covers([*_free(checker), *(symbol("a", state) for state in states)], given, cases)


def _actions(checker: Checker) -> str:
    """Whether the same actions are feasible for every n, and lead to states or not, as they do for n = 0."""
    o, m = checker.o, checker.m
    conditions = []
    for state in sorted({plus(o.at, tuple(t["at"])) for _, t in signed(o.subject) if "at" in t}):
        listed = m.choices(o.about, state, o.symbolic)
        for action in o.about["actions"]:
            conditions.append(_as(_feasible(checker, action, state), action["name"] in listed))
            rest = [t for t in action["terms"] if action["name"] in listed and _counts(t, state)]
            conditions += [
                _as(_leads_inside(checker, t, state), m.inside(plus(state, tuple(t["move"])))) for t in rest
            ]
    return covers(_free(checker), _offsets(checker), [conditions])


def _as(condition: str, holds: bool) -> str:
    return condition if holds else f"(not {condition})"


def _states(model: Model) -> Iterator[Query]:
    """Whether the obligations on an inequality cover the whole range of it."""
    families: dict[str, list[Obligation]] = {}
    for o in model.obligations:
        if o.subject is not None:
            about = f".{o.about['name']}" if o.group == "cost" else ""
            families.setdefault(f"{o.group}{about}.{o.subject['name']}", []).append(o)
    names = [symbol(name) for name in model.names]
    for name, members in families.items():
        i = members[0].subject
        given = []
        for variable, low, high in zip(names, i["low"], i["high"], strict=True):
            given.append(f"(>= {variable} {number(low)})")
            given += [f"(<= {variable} {number(high)})"] if high is not None else []
        full = f"{model.name}.states.{name}"
        yield Query(full, full, covers(names, given, [_region(names, o) for o in members]), "unsat")


def _region(names: list[str], o: Obligation) -> list[str]:
    parts = zip(names, o.at, o.symbolic, strict=True)
    return [f"({'>=' if symbolic else '='} {name} {number(v)})" for name, v, symbolic in parts]
