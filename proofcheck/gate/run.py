"""Do all pieces of work on processes side by side, and make sections of what they give.

A process that takes too long is stopped, and what it owes is `timeout`; one that dies owes `error`.  The
sections are in the order of the blocks, whatever ends first.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as Late
from dataclasses import replace
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from proofcheck.errors import BadInput
from proofcheck.gate.cache import Cache
from proofcheck.gate.progress import progress
from proofcheck.report.summary import Section
from proofcheck.work import Block, Done, Piece, lost, perform
from proofcheck.workers import METHOD

T = TypeVar("T")
NO_CACHE = Cache(None)


def begin() -> None:
    """Let the process that others are forked from load this package while the gate is still being read."""
    if METHOD == "forkserver":
        from multiprocessing import forkserver

        multiprocessing.set_forkserver_preload(["proofcheck.gate.plan"])
        forkserver.ensure_running()


def run(
    blocks: list[Block],
    jobs: int,
    timeout: float,
    cache: Cache = NO_CACHE,
    meanwhile: Callable[[], T | None] = lambda: None,
    tell: Callable[[str], None] = lambda about: None,
) -> tuple[list[Section], T | None]:
    """The sections of the blocks, on up to `jobs` processes with `timeout` seconds for each piece; and what
    `meanwhile` gives, which runs here while they work (with a single job, after that).

    Raises BadInput if a piece does; all processes are stopped before an exception leaves this function.
    """
    begin()
    pieces = [piece for block in blocks for piece in block.pieces]
    known = {n: found for n, piece in enumerate(pieces) if (found := cache.get(piece))}
    todo = sorted(set(range(len(pieces))) - known.keys(), key=lambda n: (-pieces[n].size, n))
    pool = ProcessPool(max_workers=max(1, min(jobs, len(todo))), context=multiprocessing.get_context(METHOD))
    try:
        futures = {n: pool.schedule(timed, args=(pieces[n], cache), timeout=timeout) for n in todo}
        for n, future in futures.items():
            future.add_done_callback(lambda _, n=n: tell(pieces[n].about))  # type: ignore[misc]
        other = meanwhile() if jobs > 1 else None
        done = [known.get(n) or outcome(pieces[n], futures[n], timeout) for n in range(len(pieces))]
        other = meanwhile() if jobs == 1 else other
        pool.close()  # type: ignore[no-untyped-call]
    except BaseException:
        pool.stop()  # type: ignore[no-untyped-call]
        raise
    finally:
        pool.join()
    rest = iter(done)
    return [section(block, [next(rest) for _ in block.pieces]) for block in blocks], other


def alone(block: Block, quiet: bool = True) -> Section:
    """A block done in this process, piece by piece."""
    pieces = progress(f"{block.checker} {block.problem}", quiet)(block.pieces)
    return section(block, [timed(piece, NO_CACHE) for piece in pieces])


def timed(piece: Piece, cache: Cache) -> Done:
    """Do a piece, with the time it takes, and remember what came of it."""
    key, start = cache.key(piece), time.perf_counter()
    done = Done(perform(piece))
    done.seconds = time.perf_counter() - start
    cache.put(piece, key, done)
    return done


def outcome(piece: Piece, future: Future[Any], timeout: float) -> Done:
    """What came of a piece that another process did, however it ended."""
    try:
        found: Done = future.result()
        return found
    except Late:
        why = f"not finished in {timeout:g} s; --timeout allows more"
        return Done(lost(piece, "timeout", why), timeout)
    except BadInput:
        raise
    except (ProcessExpired, CancelledError) as error:
        return Done(lost(piece, "error", f"its process died: {error}"))
    except Exception as error:  # what it found could not be sent, or its files not be looked at
        return Done(lost(piece, "error", f"{type(error).__name__}: {error}"[:500]))


def section(block: Block, done: list[Done]) -> Section:
    """The section of a block, with the verdicts that are from the cache marked."""
    results = block.join([result for one in done for result in one.results])
    cached = {result.id for one in done if one.cached for result in one.results}
    marked = [replace(result, cached=True) if result.id in cached else result for result in results]
    seconds = sum(one.seconds for one in done if not one.cached)
    return Section(block.problem, block.checker, marked, seconds, block.said(), block.version)
