"""Where independent pieces of work run: processes of this machine, or a dask.distributed cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from proofcheck.errors import BadInput


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """So many processes on this machine; none for one job, which needs no other."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield pool


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
