"""The same results from processes of this machine and from a cluster, though a worker of it is killed."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from distributed import default_client

from proofcheck.cli import main
from proofcheck.errors import BadInput, Unfinished
from proofcheck.workers import each, workers
from tests.cluster import kill_one, local_cluster
from tests.common import CASES

STATEMENTS = ("three_server", str(CASES / "models" / "three_servers.toml"))
INFER = ["--claims", "--points", "4", "--samples", "2", "--json"]
HUNT = ["hunt", "--K", "2..4", "--mu", "0.2,0.7,1.5", "--beta", "0.5,0.9"]


def invoke(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


class Killer(threading.Thread):
    """Kills a worker as soon as the file has so many lines; `at` is how many there were then."""

    def __init__(self, cluster: Any, path: Path, lines: int) -> None:
        super().__init__()
        self.cluster, self.path, self.lines, self.at = cluster, path, lines, 0
        self.start()

    def run(self) -> None:
        """Look until it is time, or for two minutes."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and not self.at:
            found = self.path.read_bytes().count(b"\n") if self.path.exists() else 0
            if found >= self.lines:
                kill_one(self.cluster)
                self.at = found
            time.sleep(0.005)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_inference_on_a_cluster(statement: str, tmp_path: Path) -> None:
    """A worker is killed while candidates of a problem or a model are examined: nothing is lost, the result
    is the same."""
    infer = ["infer", statement, *INFER]
    journal = tmp_path / "journal"
    with local_cluster() as cluster:
        killer = Killer(cluster, journal, 4)
        found = invoke(*infer, "--scheduler", cluster.scheduler_address, "--journal", str(journal))
        killer.join()
    assert 4 <= killer.at < journal.read_bytes().count(b"\n")
    assert json.loads(found) == json.loads(invoke(*infer, "--jobs", "1"))
    (one,) = json.loads(found)["minimal"]
    assert len(one["names"]) == 6
    assert one["open"] == {}


def table(folder: Path) -> list[list[str]]:
    """The rows, without the seconds."""
    rows = [line.split(",") for line in (folder / "table.csv").read_text().splitlines()]
    place = rows[0].index("seconds")
    return sorted(row[:place] + row[place + 1 :] for row in rows)


def test_a_hunt_on_a_cluster(tmp_path: Path) -> None:
    """The same table and the same certificates, each instance once, though a worker is killed."""
    near, far = tmp_path / "near", tmp_path / "far"
    with local_cluster() as cluster:
        killer = Killer(cluster, far / "table.csv", 3)
        invoke(*HUNT, "--out", str(far), "--scheduler", cluster.scheduler_address)
        killer.join()
    assert 3 <= killer.at < 1 + 18
    invoke(*HUNT, "--out", str(near), "--jobs", "1")
    assert len(table(far)) == 1 + 3 * 3 * 2
    assert table(far) == table(near)
    names = sorted(path.name for path in near.glob("*.json"))
    assert names == sorted(path.name for path in far.glob("*.json"))
    assert all((near / name).read_bytes() == (far / name).read_bytes() for name in names)


@pytest.mark.parametrize(("jobs", "timeout"), [(1, None), (2, None), (1, 60.0), (2, 60.0)])
def test_each_item_in_order(jobs: int, timeout: float | None) -> None:
    """Whatever ends first, in this process or in others."""
    naps = [0.2, 0.0, 0.1, 0.0]
    assert list(each(nap, naps, jobs, timeout)) == naps


def test_an_item_that_takes_too_long_is_named() -> None:
    """What came before it is there; its process is stopped, and nobody waits for it."""
    start = time.monotonic()
    results = each(nap, [0.0, 60.0], 2, 1.0)
    assert next(results) == 0.0
    with pytest.raises(Unfinished, match=r"^60.0: not finished in 1 s; --timeout allows more$"):
        next(results)
    assert time.monotonic() - start < 30


def nap(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_no_scheduler_there() -> None:
    """One line with the address."""
    with pytest.raises(BadInput, match=r"--scheduler nowhere"), workers(None, "nowhere"):
        pass


def test_nothing_of_a_cluster_stays_behind() -> None:
    """Whoever worked on a cluster is disconnected afterwards, also where the work ends badly."""
    with local_cluster() as cluster:
        with workers(None, cluster.scheduler_address) as pool:
            assert list(pool.map(abs, [-1, 2])) == [1, 2]
        with pytest.raises(ZeroDivisionError), workers(None, cluster.scheduler_address) as pool:
            pool.submit(divmod, 1, 0).result()
        with pytest.raises(ValueError, match="No clients found"):
            default_client()
