"""Pieces of work that other processes can import."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from functools import partial
from pathlib import Path
from typing import Any

from proofcheck.errors import BadInput
from proofcheck.verdict import Result
from proofcheck.work import Block, Piece


def good(key: str, seconds: float = 0.0) -> list[Result]:
    """Proved, after a while."""
    time.sleep(seconds)
    return [Result(key, "proved")]


def counted(key: str, counter: Path) -> list[Result]:
    """Proved; leaves a mark each time it is done."""
    with counter.open("a") as file:
        file.write("x")
    return [Result(key, "proved")]


def failing(key: str) -> list[Result]:
    """Refused."""
    return [Result(key, "error", "residual: x")]


def silent(_: str) -> list[Result]:
    """Gives no verdict at all."""
    return []


def crash(_: str) -> list[Result]:
    """A mistake of ours."""
    raise ZeroDivisionError("division by zero")


def die(_: str) -> list[Result]:
    """Ends the process, as a lack of memory does."""
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def hang(_: str) -> list[Result]:
    """Never comes back, not even to look at signals."""
    ctypes.PyDLL(None).sleep(1000)
    return []


def refuse(key: str) -> list[Result]:
    """Input that cannot be used."""
    raise BadInput(f"{key}: cannot be used")


def piece(work: Any, key: str, *arguments: Any, reads: tuple[Path, ...] = ()) -> Piece:
    """A piece that owes one verdict."""
    return Piece(f"work on {key}", (key,), partial(work, key, *arguments), reads)


def block(*pieces: Piece) -> Block:
    """A block that takes verdicts as they are; what is owed and missing is `unproved`."""
    return Block("p", "python", pieces, partial(owed, [key for one in pieces for key in one.ids]))


def owed(keys: list[str], found: list[Result]) -> list[Result]:
    """A verdict for each key."""
    results = {key: Result(key, "unproved", "no verdict") for key in keys}
    return list((results | {result.id: result for result in found}).values())
