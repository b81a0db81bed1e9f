"""Put all questions about a problem or a model before each solver, and judge the answers by obligation.

A solver that answers as the certificate says confirms it: `proved`, or `refuted` where that refutes.  One
that answers otherwise, or otherwise than the other solver, is a `disagreement`; none is believed more than
another.  What is not answered is `timeout` or `unproved`; a solver that is not installed is `unavailable`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_model
from proofcheck.certificate.document import load
from proofcheck.certificate.gate import Demand
from proofcheck.certificate.model_statement import Rejected
from proofcheck.certificate.verify import certificates, with_expected
from proofcheck.enumerate.obligations import obligations
from proofcheck.errors import BadInput
from proofcheck.model import gate as model_gate
from proofcheck.model.gate import Wanted
from proofcheck.problem.model import from_statement
from proofcheck.report.summary import Section
from proofcheck.smt import model_queries
from proofcheck.smt.queries import OPEN, Query, queries
from proofcheck.smt.solvers import Failed, Unavailable, answer
from proofcheck.verdict import EXIT_CODES, Result

TIMEOUT = 10.0  # seconds for one question
CONFIRMED = {"unsat": "proved", "sat": "refuted"}
Progress = Callable[[Sequence[Query]], Iterable[Query]]
Judgement = tuple[str, str]  # a verdict, and why
Answers = Mapping[str, Judgement | str]  # by question: a solver's word, or the verdict on having none


@dataclass(frozen=True)
class Asking:
    """How questions are made of a problem's or a model's certificates: its obligations, its files, and what
    reads and asks."""

    ids: list[str]
    paths: list[Path]
    load: Callable[[Path], Any]
    queries: Callable[[Mapping[str, dict[str, Any]]], Iterable[Query]]


def asking(one: Demand | Wanted) -> Asking:
    """The way for a problem, or for a model."""
    if isinstance(one, Wanted):
        model = model_gate.model_of(one)
        ask_about = partial(model_queries.queries, model)
        ids = [o.id for o in model.obligations]
        return Asking(ids, model_gate.certificates(one), partial(load, checker=check_model), ask_about)
    ids = [task.id for task in obligations(from_statement(one.statement))]
    return Asking(ids, certificates(one.folder), load, partial(queries, one.statement))


def questions(one: Demand | Wanted) -> tuple[list[Query], dict[str, str]]:
    """All questions about the certificates of a problem or a model, and why an obligation has none."""
    way = asking(one)
    found: dict[str, dict[str, Any]] = {}
    unread: list[str] = []
    for path in way.paths:
        try:
            found |= {entry["id"]: entry for entry in way.load(path)["obligations"]}
        except (BadInput, LookupError, TypeError) as refusal:
            unread.append(str(refusal))
    why = "; ".join(["no certificate that can be read", *unread])[:300]
    try:
        return list(way.queries(found)), {i: why for i in way.ids if i not in found}
    except (LookupError, TypeError, ValueError, AttributeError, Rejected) as error:
        return [], dict.fromkeys(way.ids, f"malformed: {type(error).__name__} {error}"[:300])


def sections(
    one: Demand | Wanted,
    solvers: Sequence[str],
    timeout: float = TIMEOUT,
    progress: Progress = lambda some: some,
) -> list[Section]:
    """One section per solver.  Every obligation has a verdict in each, as has every family of states."""
    asked, silent = questions(one)
    answers: dict[str, Answers] = {}
    seconds: dict[str, float] = {}
    for solver in solvers:
        start = time.perf_counter()
        answers[solver] = {query.name: ask(solver, query, timeout) for query in progress(asked)}
        seconds[solver] = time.perf_counter() - start
    return [
        Section(one.name, solver, _results(one.expected, asked, silent, solver, answers), seconds[solver])
        for solver in solvers
    ]


def ask(solver: str, query: Query, timeout: float) -> Judgement | str:
    """`sat` or `unsat`, or the verdict on a solver that says neither."""
    try:
        said = answer(solver, query.text, timeout)
    except Unavailable as missing:
        return "unavailable", str(missing)
    except Failed as failure:
        return "error", f"{query.name}: {failure}"
    if said in CONFIRMED:
        return said
    verdict = "timeout" if said == "timeout" else "unproved"
    return verdict, f"{query.name}: {solver} says {said}, allowed {timeout:g} s"


def judge(query: Query, solver: str, answers: Mapping[str, Answers]) -> Judgement:
    """The verdict on a question by a solver, given what every solver answered."""
    own = answers[solver][query.name]
    if not isinstance(own, str):
        return own
    words = {name: said[query.name] for name, said in answers.items()}
    heard = {name: said for name, said in words.items() if isinstance(said, str)}
    if len(set(heard.values())) > 1:
        said = ", ".join(f"{name} {word}" for name, word in heard.items())
        return "disagreement", f"{query.name}: the solvers differ: {said}"
    if query.expected == OPEN:
        return "unproved", f"{query.name}: open in the certificate; {solver} says {own}"
    if own != query.expected:
        return "disagreement", f"{query.name}: {solver} says {own}, the certificate {query.expected}"
    confirmed = query.confirms or CONFIRMED[own]
    return confirmed, "" if confirmed == "proved" else f"{query.name}: {own}"


def _results(
    expected: dict[str, str],
    asked: list[Query],
    silent: dict[str, str],
    solver: str,
    answers: Mapping[str, Answers],
) -> list[Result]:
    """The gravest judgement on each thing asked about, in the order of the questions."""
    judged: dict[str, Judgement] = {key: ("unproved", why) for key, why in silent.items()}
    for query in asked:
        both = [judge(query, solver, answers), judged.get(query.about, ("proved", ""))]
        judged[query.about] = max(both, key=lambda one: list(EXIT_CODES).index(one[0]))
    results = {key: Result(key, *judgement) for key, judgement in judged.items()}
    return list(with_expected(results, expected).values())
