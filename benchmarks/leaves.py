"""Leaves searched and checked per second, beside z3 on the same leaves, in one run.

    scripts/bench [--rounds 5] [--most 6] [--sample 60]

For m = 1, ..., 6 slow servers: search with exact rebuild, check with the trusted checker, and z3's
verdict from the leaf's SMT-LIB text, all in this process.  Times are medians over the rounds; z3
answers a sample of the leaves, evenly spread, for it would take minutes otherwise.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import z3

from proofcheck.certificate import check
from proofcheck.certificate.document import leaves
from proofcheck.enumerate.obligations import Task, obligations
from proofcheck.problem.model import from_statement
from proofcheck.problem.reader import read_statement
from proofcheck.search.farkas import Search
from proofcheck.smt.queries import queries


def median(rounds: int, run: Callable[[], Any]) -> float:
    """The median time of a call, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return statistics.median(times)


def ask(text: str) -> str:
    """z3's verdict on an SMT-LIB text."""
    solver = z3.SolverFor("QF_LRA")
    solver.from_string(text)
    return str(solver.check())


def row(m: int, rounds: int, sample: int) -> list[str]:
    """One line of the table."""
    statement = read_statement("many_server", {"m": m})
    problem, trusted = from_statement(statement), check.Problem(statement)
    by_id = {o.id: o for o in trusted.obligations}

    def search(tasks: list[Task]) -> list[dict[str, Any]]:
        one = Search(problem)
        return [one.proof(task) for task in tasks]

    def checked(tasks: list[Task], found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        pairs = zip(tasks, found, strict=True)
        return [check.Checker(trusted, by_id[task.id]).tree(proof, {}) for task, proof in pairs]

    everything = list(obligations(problem))
    anew = checked(everything, search(everything))
    kinds = [{leaf.kind for leaf in leaves(proof)} for proof in anew]
    proved = [task for task, kind in zip(everything, kinds, strict=True) if kind == {"proved"}]
    refuted = [task for task, kind in zip(everything, kinds, strict=True) if kind != {"proved"}]
    closed = [leaf for proof in anew for leaf in leaves(proof)]
    found = search(proved)
    count = sum(len(list(leaves(proof))) for proof in found)
    entries = {task.id: {"proof": proof} for task, proof in zip(everything, anew, strict=True)}
    asked = [query for query in queries(statement, entries) if ".leaf" in query.name]
    some = asked[:: max(1, len(asked) // sample)]
    for query in some:
        if ask(query.text) != query.expected:
            raise SystemExit(f"z3 disagrees on {query.name}")
    per_search = median(rounds, lambda: search(proved)) / count
    per_check = median(rounds, lambda: checked(proved, found)) / count
    per_z3 = median(rounds, lambda: [ask(query.text) for query in some]) / len(some)
    against = sum(leaf.kind == "refuted" for leaf in closed)
    per_refuted = median(rounds, lambda: search(refuted)) / against if against else 0.0
    return [
        str(m),
        f"{len(proved)} + {len(refuted)}",
        f"{count}",
        f"{1 / per_search:,.0f}",
        f"{1 / per_check:,.0f}",
        f"{1 / per_z3:,.0f}",
        f"{per_z3 / per_search:.1f}",
        f"{per_search / per_check:.1f}",
        f"{1e3 * per_search:.2f}",
        f"{1e3 * per_refuted:.1f}" if against else "",
    ]


def main() -> None:
    """Print the table."""
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=int, default=6)
    parser.add_argument("--sample", type=int, default=60)
    options = parser.parse_args()
    heads = ["m", "proved + refuted", "leaves", "searched/s", "checked/s", "z3 verdicts/s"]
    heads += ["search : z3", "check : search", "ms per leaf", "ms per refuted leaf"]
    print("| " + " | ".join(heads) + " |\n|" + " ---: |" * len(heads), flush=True)
    for m in range(1, options.most + 1):
        print("| " + " | ".join(row(m, options.rounds, options.sample)) + " |", flush=True)


if __name__ == "__main__":
    main()
