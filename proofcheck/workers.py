"""Where independent pieces of work run: processes of this machine, or a dask.distributed cluster."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures import TimeoutError as Late
from contextlib import contextmanager
from typing import Any, TypeVar

from pebble import ProcessPool

from proofcheck.errors import BadInput, Unfinished

T = TypeVar("T")
# How processes of a pool are started: it has threads, and what is forked from threads can hang.
METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """So many processes on this machine; none for one job, which needs no other."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield pool


def each(function: Callable[[Any], T], items: Sequence[Any], jobs: int, timeout: float | None) -> Iterator[T]:
    """What a function gives of each item, in order, from so many processes with so many seconds for each
    item; in this process for one job without a limit.  Unfinished names the item that takes longer."""
    if jobs == 1 and timeout is None:
        yield from map(function, items)
        return
    pool = ProcessPool(max_workers=jobs, context=multiprocessing.get_context(METHOD))
    try:
        results = pool.map(function, items, timeout=timeout).result()
        for item in items:
            try:
                yield next(results)
            except Late:
                raise Unfinished(f"{item}: not finished in {timeout:g} s; --timeout allows more") from None
    finally:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()


@contextmanager
def workers(jobs: int | None, scheduler: str = "") -> Iterator[Executor]:
    """So many processes on this machine (all cores without a number), or the workers of a dask.distributed
    scheduler, which does again what a lost worker had in hand."""
    if not scheduler:
        with ProcessPoolExecutor(max_workers=jobs or os.cpu_count()) as pool:
            yield pool
        return
    try:
        from distributed import Client
    except ImportError:
        raise BadInput("--scheduler needs dask.distributed: pip install 'proofcheck[hunt]'") from None
    try:
        client = Client(scheduler, timeout="10s")
    except (OSError, ValueError) as error:
        raise BadInput(f"--scheduler {scheduler}: {str(error).splitlines()[0]}") from None
    with client, client.get_executor() as executor:
        yield executor
