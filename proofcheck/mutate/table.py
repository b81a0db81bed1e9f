"""The kill table: every kind of fault, who caught how many, and for which reasons."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.console import Console
from rich.table import Table

from proofcheck.mutate.answer import DRIFT, GATE, LEAN, PYTHON
from proofcheck.mutate.run import FORMAT, Outcome
from proofcheck.verdict import EXIT_CODES, Result, gravest

CATCHERS = (PYTHON, LEAN, GATE, DRIFT)


def rows(outcomes: list[Outcome]) -> list[list[str]]:
    """One row per fault: its status, itself, and the reason of each who caught it."""
    return [
        [one.status, one.kind, one.site, *(one.answer.word(who) or _silent(one, who) for who in CATCHERS)]
        for one in outcomes
    ]


def _silent(outcome: Outcome, who: str) -> str:
    """`accepts` for somebody who was asked, `-` for somebody who was not."""
    return "accepts" if outcome.answer.heard(who) else "-"


def listing(outcomes: list[Outcome]) -> str:
    """The whole kill table as text, one line per fault."""
    head = ["status", "kind", "fault", *CATCHERS]
    table = [head, *rows(outcomes)]
    widths = [max(len(row[k]) for row in table) for k in range(len(head))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
    return "\n".join(lines) + "\n"


def summary(outcomes: list[Outcome]) -> Table:
    """One row per kind: how many, how many as they must be, and who caught them for which reasons."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("kind", "faults", "as due", *CATCHERS):
        table.add_column(heading, justify="right" if heading in ("faults", "as due") else "left")
    kinds: dict[str, list[Outcome]] = {}
    for one in outcomes:
        kinds.setdefault(one.kind, []).append(one)
    for kind, members in kinds.items():
        good = sum(one.good for one in members)
        table.add_row(kind, str(len(members)), str(good), *(_reasons(members, who) for who in CATCHERS))
    return table


def _reasons(members: list[Outcome], who: str) -> str:
    counted = Counter(filter(None, (one.answer.word(who) for one in members)))
    shown = [f"{count} {text}" for text, count in counted.most_common(3)]
    more = sum(counted.values()) - sum(count for _, count in counted.most_common(3))
    return ", ".join([*shown, *([f"{more} others"] if more else [])]) or "-"


def verdict(outcomes: list[Outcome]) -> str:
    """`proved` if the gate did as it must with everything planted, `refuted` if not; `vacuous` if nothing was
    planted; the gate's own verdict if it does not even accept the unchanged copy, which comes first."""
    if not outcomes[0].good:
        return gravest(Result(c.id, c.verdict) for c in outcomes[0].answer.caught if c.verdict in EXIT_CODES)
    if not all(one.good for one in outcomes):
        return "refuted"
    return "proved" if len(outcomes) > 1 else "vacuous"


def show(outcomes: list[Outcome], console: Console, every: bool) -> None:
    """Print what went wrong (or every fault), the summary, and the verdict."""
    if every:
        console.print(listing(outcomes), end="", markup=False, highlight=False, soft_wrap=True)
    for one in outcomes:
        if not one.good:
            console.print(f"{one.status.upper():<10}{one.kind}: {one.site}", style="bold red", markup=False)
            caught = [f"{catch.who}: {catch.verdict}: {catch.reason}" for catch in one.answer.caught[:3]]
            for line in [*caught, *one.answer.notes, f"asked: {', '.join(one.answer.asked)}"]:
                console.print(f"    {line}", markup=False, highlight=False)
    console.print(summary(outcomes))
    counted = Counter(one.status for one in outcomes)
    said = ", ".join(f"{counted[s]} {s}" for s in ("killed", "survived", "alive", "dead") if counted[s])
    words = {"proved": "every fault killed, every control alive", "vacuous": "FAILED: nothing was planted"}
    word = words.get(verdict(outcomes), "FAILED")
    style = "bold red" if word.startswith("FAILED") else "bold green"
    console.print(f"{word}: {said}", style=style, highlight=False)


def as_json(outcomes: list[Outcome]) -> dict[str, Any]:
    """The kill table for programs."""
    counted = Counter(one.status for one in outcomes)
    return {
        "format": FORMAT,
        "verdict": verdict(outcomes),
        "counts": dict(sorted(counted.items())),
        "faults": [one.as_json() for one in outcomes],
    }
