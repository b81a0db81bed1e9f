"""Check a folder of certificates with the trusted checker, against the statement demanded.

Every obligation of the statement gets exactly one verdict; a file that belongs to no group is a
failure of its own.  A refutation counts as success only where it is expected; what is expected and
not refuted fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from proofcheck.certificate import check
from proofcheck.certificate.gate import PROBLEM_FILE, Demand
from proofcheck.verdict import Result

OPEN = {
    "refuted": "a case is refuted by a function that was checked; see proofcheck explain",
    "unproved": "a case is open; see proofcheck explain",
}
Progress = Callable[[list[Path]], Iterable[Path]]


def certificates(folder: Path) -> list[Path]:
    """The certificate files in a folder, sorted."""
    return sorted(path for path in folder.glob("*.json") if path.name != PROBLEM_FILE)


def foreign(folder: Path) -> list[Result]:
    """What lies in a folder and is no certificate."""
    names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    why = f"{folder}: does not belong here"
    return [Result(name, "error", why) for name in names if not name.endswith(".json")]


def verify(demand: Demand, progress: Progress = lambda paths: paths) -> list[Result]:
    """Verdicts on all obligations of the problem, in its order, then on files that belong to none."""
    problem = check.Problem(demand.statement)
    stated = statement_differs(demand)
    if stated:
        return [Result(o.id, "stale", stated) for o in problem.obligations]
    results = {o.id: Result(o.id, "unproved", "no certificate") for o in problem.obligations}
    for path in progress(certificates(demand.folder)):
        for key, (verdict, reason) in check.check_file(problem, path).items():
            why = f"{path}: {reason or OPEN[verdict]}" if verdict != "proved" else ""
            results[key] = Result(key, verdict, why)
    return [*with_expected(results, demand.expected).values(), *foreign(demand.folder)]


def statement_differs(demand: Demand) -> str:
    """Why the folder's own problem file is not what is demanded, or nothing."""
    path = demand.folder / PROBLEM_FILE
    try:
        found = check.read(path)
        check.require_same(found, demand.statement, str(path))
    except check.Rejected as refusal:
        return f"{path}: {refusal}"
    return ""


def with_expected(results: dict[str, Result], expected: dict[str, str]) -> dict[str, Result]:
    """The results, with each expected refutation listed as such, and as an error where it does not occur."""
    for key, reason in expected.items():
        if key not in results:
            results[key] = Result(key, "error", "expected to be refuted, but there is no such obligation")
        elif results[key].verdict == "refuted":
            results[key] = Result(key, "expected refutation", reason)
        elif results[key].verdict == "proved":
            results[key] = Result(key, "error", "expected to be refuted, but proved")
    return results
