"""Progress for people: a bar on stderr, nothing where nobody watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import track

T = TypeVar("T")


def err() -> Console:
    """Where progress and errors go."""
    return Console(stderr=True)


def progress(what: str, quiet: bool) -> Callable[[Iterable[T]], Iterable[T]]:
    """A progress bar on stderr, for people only."""

    def wrap(items: Iterable[T]) -> Iterable[T]:
        if quiet or not sys.stderr.isatty():
            return items
        return track(items, description=f"{what:<24}", console=err(), transient=True)

    return wrap


@contextmanager
def stopwatch() -> Iterator[Callable[[], float]]:
    """Seconds since the block began."""
    start = time.perf_counter()
    yield lambda: time.perf_counter() - start
