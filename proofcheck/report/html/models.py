"""Obligations of models as they are shown: goal, cases with their sums, refutations with their values.

All words are those of the trusted checker; a certificate is shown after the checker has accepted it here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_model, model_statement
from proofcheck.certificate.model_statement import Model, Obligation
from proofcheck.certificate.verify import by_group
from proofcheck.model.explain import about, leaves, listed, named, refuted
from proofcheck.model.gate import Wanted
from proofcheck.report.html import tex
from proofcheck.report.html.run import Run, certificate_file
from proofcheck.report.html.tex import Formula


@dataclass(frozen=True)
class Use:
    """A hypothesis with its multiplier, and why it may be used."""

    times: Formula
    says: Formula
    why: str


@dataclass(frozen=True)
class Case:
    """A leaf of the case tree: the actions it supposes, and the sum that closes it or why it is open."""

    words: str
    uses: list[Use]
    goal_times: int
    open: str


@dataclass(frozen=True)
class Shown:
    """An obligation of a model on its page."""

    id: str
    model: str
    step: str
    subject: str
    mode: str
    region: str
    claim: str
    goal: Formula
    known: list[str]
    assumed: list[Formula]
    given: list[Formula]
    file: Path
    accepted: bool = False
    cases: list[Case] = field(default_factory=list)
    refuted: list[str] = field(default_factory=list)
    holds_at: str = ""


def shown(wanted: Wanted, run: Run) -> Iterator[Shown]:
    """Every obligation of a model, in the checker's order."""
    model = Model(wanted.statement)
    entries = _entries(model, wanted.folder, run)
    for o in model.obligations:
        file = certificate_file(wanted.folder, o.group)
        page = _shown(model, o, file)
        yield _proved(model, o, entries[o.id]["proof"], page) if o.id in entries else page


def _entries(model: Model, folder: Path, run: Run) -> dict[str, dict[str, Any]]:
    """The entries of all certificates that the checker has accepted, by obligation."""
    found: dict[str, dict[str, Any]] = {}
    for group, ids in by_group(model.obligations).items():
        path = certificate_file(folder, group)
        found |= run.entries(path, ids, model_statement.read, partial(check_model.check_file, model))
    return found


def _shown(model: Model, o: Obligation, file: Path) -> Shown:
    """The obligation without its proof."""
    subject = o.subject["name"] if o.subject else ""
    place = model.name_of(o.at, o.symbolic) if o.subject else ""
    claim = "the assumptions do not contradict each other"
    if o.subject:
        claim = ", ".join(filter(None, [subject, o.subject["standard"], f"for {about(o)}", f"at {place}"]))
    parts: dict[bool, list[str]] = {True: [], False: []}  # of modes, of unbounded coordinates
    if o.subject:
        for name, top, value, free in zip(model.names, model.top, o.at, o.symbolic, strict=True):
            parts[top is not None].append(f"{name} {'>=' if free else '='} {value}")
    return Shown(
        id=o.id,
        model=model.name,
        step=o.group,
        subject=subject,
        mode=", ".join(parts[True]),
        region=", ".join(parts[False]),
        claim=claim,
        goal=tex.words(model.words(o.goal, o.symbolic)),
        known=[f"{f} satisfies {', '.join(i['name'] for i in known)}" for f, known in model.known.items()],
        assumed=[tex.words(model.words(form, o.symbolic)) for form in model.assumptions],
        given=[tex.words(model.words(form, o.symbolic)) for form in o.given],
        file=file,
    )


def _proved(model: Model, o: Obligation, proof: dict[str, Any], page: Shown) -> Shown:
    """The obligation with what its accepted certificate says."""
    if "holds_at" in proof:
        return replace(page, accepted=True, holds_at=listed(proof["holds_at"]))
    if "refuted" in proof:
        lines = [text for _, text in refuted(model, o, proof["refuted"])]
        return replace(page, accepted=True, refuted=lines)
    found = leaves(check_model.Checker(model, o), proof)
    return replace(page, accepted=True, cases=[_case(model, o, *leaf) for leaf in found])


def _case(model: Model, o: Obligation, case: check_model.Case, leaf: dict[str, Any]) -> Case:
    words = ", ".join(f"{action} is best at {model.name_of(s, o.symbolic)}" for s, action in case.items())
    uses = [_use(model, o, use) for use in leaf.get("sum", [])]
    return Case(words, uses, leaf.get("goal_times", 1), leaf.get("unproved", ""))


def _use(model: Model, o: Obligation, use: dict[str, Any]) -> Use:
    times = Formula(tex.number(use["times"]), str(use["times"]))
    return Use(times, tex.words(use["says"]), named(model, o, use))
