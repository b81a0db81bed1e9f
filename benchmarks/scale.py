"""A whole run with many leaves: enumerated, searched, written, and checked from the files.

    scripts/bench scale [--leaves 1000 10000 100000] [--jobs 1 2]

The problem is routing to m slow servers with the cone K1, K2, K4, K6 (cases/many_server_routing.toml), for
an m that gives so many leaves.  Every run is a process of its own, so its memory is its own: the largest
resident set of the main process, and of its largest worker.  Seconds are those of the clock, processor
seconds those of all processes together.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from proofcheck.certificate.document import leaves
from proofcheck.certificate.gate import PROBLEM_FILE, Demand
from proofcheck.certificate.verify import checks
from proofcheck.certificate.write import generate, write_folder
from proofcheck.gate.run import run as check
from proofcheck.problem.reader import read_statement
from proofcheck.workers import processes

PROBLEM = Path(__file__).parents[1] / "cases" / "many_server_routing.toml"
SIZES = {1000: 6, 10_000: 12, 100_000: 22}  # leaves at least: slow servers
HEADS = ["m", "obligations", "leaves", "processes", "search s", "check s", "processor s"]
HEADS += ["processor ms per leaf", "MB on disk", "MB main", "MB worker"]


def used() -> tuple[float, int, int]:
    """Processor seconds of this process and its ended workers; the largest resident sets of both, in MB."""
    own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    seconds = own.ru_utime + own.ru_stime + workers.ru_utime + workers.ru_stime
    return seconds, own.ru_maxrss // 1024, workers.ru_maxrss // 1024


def run(m: int, jobs: int) -> list[Any]:
    """One run, as a row; everything must be proved."""
    statement = read_statement(str(PROBLEM), {"m": m})
    with tempfile.TemporaryDirectory() as folder:
        demand, start = Demand(statement, Path(folder), {}), time.perf_counter()
        with processes(jobs) as pool:
            list(write_folder(demand.folder, generate(statement, pool=pool)))
        middle = time.perf_counter()
        (section,), _ = check([checks(demand)], jobs, 3600.0)
        results = section.results
        end, (seconds, main, worker) = time.perf_counter(), used()
        if {r.verdict for r in results} != {"proved"}:
            raise SystemExit(f"m = {m}: not everything is proved")
        count, size = 0, 0
        for path in demand.folder.glob("*.json"):
            size += path.stat().st_size
            if path.name != PROBLEM_FILE:
                entries = json.loads(path.read_text("utf-8"))["obligations"]
                count += sum(1 for entry in entries for _ in leaves(entry["proof"]))
    times = [f"{s:.1f}" for s in (middle - start, end - middle, seconds)] + [f"{1000 * seconds / count:.2f}"]
    return [m, len(results), count, jobs, *times, size >> 20, main, worker if jobs > 1 else ""]


def main() -> None:
    """Print the table; each run is a process of its own."""
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("--leaves", type=int, nargs="+", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--one", type=int, nargs=2, metavar=("M", "JOBS"), help="One run, printed as JSON.")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(run(*options.one)))
        return
    print("| " + " | ".join(HEADS) + " |\n|" + " ---: |" * len(HEADS), flush=True)
    for wanted in options.leaves:
        for jobs in options.jobs:
            command = [sys.executable, __file__, "--one", str(SIZES[wanted]), str(jobs)]
            row = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            print("| " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()
