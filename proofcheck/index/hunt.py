"""Search many instances of Model 2 for one that is not indexable, or has no optimal threshold policy.

Each instance ends as a row of a table: proved, refuted (with a certificate either way) or unproved with the
reason; no doubtful case is dropped.  A run can be stopped and resumed: what the table lists is not done
again.
"""

from __future__ import annotations

import csv
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from proofcheck.errors import BadInput
from proofcheck.index.certify import certify
from proofcheck.index.enclosure import Undecided
from proofcheck.index.instance import Instance, instance
from proofcheck.verdict import Result

T = TypeVar("T")
TABLE = "table.csv"
COLUMNS = ("instance", "K", "departures", "beta", "delta", "verdict", "breakpoints", "seconds", "reason")


@dataclass(frozen=True)
class Task:
    """An instance, the margin below K as a fraction of K, and the seconds that its search may take."""

    instance: Instance
    margin: Fraction
    limit: float = math.inf

    @property
    def delta(self) -> Fraction:
        """What is searched is [0, K - delta]."""
        return self.instance.K * self.margin


def grid(sizes: list[int], mus: list[str], betas: list[str]) -> Iterator[Instance]:
    """All combinations, Poisson departures."""
    for size, mu, beta in product(sizes, mus, betas):
        yield instance(size, beta, mu=mu)


def random_poisson(sizes: list[int], count: int, seed: int) -> Iterator[Instance]:
    """Rates from .01 to 10 and discounts from .05 to .9999, both spread over their orders of magnitude."""
    source = random.Random(seed)
    for _ in range(count):
        mu = Fraction(round(10 ** source.uniform(-2, 1), 3)).limit_denominator(1000)
        beta = 1 - Fraction(round(10 ** source.uniform(-4, -0.02), 4)).limit_denominator(10000)
        yield instance(source.choice(sizes), beta, mu=max(mu, Fraction(1, 100)))


def random_laws(sizes: list[int], count: int, seed: int) -> Iterator[Instance]:
    """Laws on 0..K with small whole weights, many of them 0, and beta a multiple of 1/20."""
    source = random.Random(seed)
    found = 0
    while found < count:
        size = source.choice(sizes)
        weights = [source.choice((0, 0, 1, 2, 5, 20)) for _ in range(size + 1)]
        if sum(weights[1:]):
            found += 1
            law = [Fraction(w, sum(weights)) for w in weights]
            yield instance(size, Fraction(source.randrange(1, 20), 20), law=law)


def within(seconds: float) -> Callable[[Iterable[T]], Iterator[T]]:
    """The same items, for so long; then Undecided, which a hunt records as `unproved`."""
    start = time.perf_counter()

    def passed(items: Iterable[T]) -> Iterator[T]:
        for number, item in enumerate(items, 1):
            if time.perf_counter() - start > seconds:
                raise Undecided(f"not done after {seconds:g} s, at breakpoint {number}; --timeout gives more")
            yield item

    return passed


def solve(task: Task) -> tuple[dict[str, Any], str]:
    """The row of a task, and the text of its certificate (or nothing)."""
    start, arm = time.perf_counter(), task.instance
    found = certify(arm, task.delta, within(task.limit))
    departures = ",".join(map(str, arm.law)) if arm.law else f"mu={arm.mu}"
    points = (found.certificate or {}).get("breakpoints")
    row = {
        "instance": arm.name,
        "K": arm.K,
        "departures": departures,
        "beta": str(arm.beta),
        "delta": str(task.delta),
        "verdict": found.verdict,
        "breakpoints": len(points) if points is not None else "",
        "seconds": f"{time.perf_counter() - start:.3f}",
        "reason": found.reason or (found.certificate or {}).get("shows", ""),
    }
    return row, found.text if found.certificate else ""


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a table; BadInput if it is another table."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: {error}") from None
    if tuple(reader.fieldnames or ()) != COLUMNS or any(None in row.values() for row in rows):
        raise BadInput(f"{path}: not a table of a hunt (or its last line is cut off)")
    return rows


def hunt(tasks: Iterable[Task], folder: Path, pool: Executor) -> Iterator[dict[str, Any]]:
    """Solve what the folder's table does not list yet; write each row and certificate as it is ready."""
    path = folder / TABLE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _append(path, ",".join(COLUMNS) + "\n")
        done = {(row["instance"], row["delta"]) for row in read_table(path)}
        todo = {(t.instance.name, str(t.delta)): t for t in tasks}
        waiting = [pool.submit(solve, task) for key, task in todo.items() if key not in done]
        try:
            for future in as_completed(waiting):
                row, text = future.result()
                if text:
                    _replace(folder / f"{row['instance']}.json", text)
                _append(path, _line(row))
                yield row
        finally:
            for future in waiting:
                future.cancel()
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}") from None


def results(rows: Iterable[dict[str, str]]) -> list[Result]:
    """The rows as verdicts."""
    return [Result(row["instance"], row["verdict"], row["reason"]) for row in rows]


def _line(row: dict[str, Any]) -> str:
    cells = [str(row[column]) for column in COLUMNS]
    return (
        ",".join(f'"{c}"' if set(c) & set(',"\n') else c for c in (c.replace('"', '""') for c in cells))
        + "\n"
    )


def _append(path: Path, text: str) -> None:
    """One write, so that a line is there whole or not at all."""
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write(text)


def _replace(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.part")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)
