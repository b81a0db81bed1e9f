"""Progress for people: bars on stderr, nothing where nobody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, track

from proofcheck.lean.report import Step

T = TypeVar("T")


def err() -> Console:
    """Where progress goes."""
    return Console(stderr=True)


def progress(what: str, quiet: bool) -> Callable[[Iterable[T]], Iterable[T]]:
    """A progress bar for one loop."""

    def wrap(items: Iterable[T]) -> Iterable[T]:
        if quiet or not sys.stderr.isatty():
            return items
        return track(items, description=f"{what:<24}", console=err(), transient=True)

    return wrap


class Bars:
    """A bar for pieces of work and one for Lean, side by side."""

    def __init__(self, quiet: bool, pieces: int, with_lean: bool) -> None:
        columns = (TextColumn("{task.description:<40}"), BarColumn(), MofNCompleteColumn())
        off = quiet or not sys.stderr.isatty()
        self.bars = Progress(*columns, console=err(), transient=True, disable=off)
        self.pieces = self.bars.add_task("certificates", total=pieces)
        self.lean = self.bars.add_task("lean", total=None, visible=with_lean)

    def __enter__(self) -> Bars:
        self.bars.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.bars.stop()

    def done(self, about: str) -> None:
        """Count a piece."""
        self.bars.update(self.pieces, advance=1, description=about)

    def step(self, step: Step) -> None:
        """Show a step of Lean."""
        self.bars.update(self.lean, completed=step.done, total=step.total, description=f"lean {step.module}")
