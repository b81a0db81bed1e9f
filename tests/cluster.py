"""A dask.distributed cluster of two processes on this machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from distributed import LocalCluster


@contextmanager
def local_cluster() -> Iterator[Any]:
    """Two workers, one thread each; their nannies start them again when they die."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster


def kill_one(cluster: Any) -> int:
    """End a worker at once, as a lost machine would; its process id."""
    pid = next(int(one.pid) for one in cluster.workers.values() if one.pid)  # not one that is starting
    os.kill(pid, signal.SIGKILL)
    return pid
