"""Check a folder of certificates with the trusted checker, against the statement demanded.

Every obligation of the statement gets exactly one verdict; a file that belongs to no group is a
failure of its own.  A refutation counts as success only where it is expected; what is expected and
not refuted fails.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

from proofcheck.certificate import check
from proofcheck.certificate.compare import Search, comparison
from proofcheck.certificate.gate import PROBLEM_FILE, Demand
from proofcheck.certificate.write import generate
from proofcheck.verdict import Result, Said
from proofcheck.work import Block, Piece, version

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
    paths = progress(certificates(demand.folder))
    return gathered(demand, [result for path in paths for result in group(demand, path)])


def checks(demand: Demand) -> Block:
    """The trusted checker on a problem: a piece per certificate file."""
    owed = by_group(problem_of(demand).obligations)
    pieces = tuple(
        Piece(str(path), owed.get(path.stem, (path.name,)), partial(group, demand, path), (path,))
        for path in certificates(demand.folder)
    )
    join, says = partial(gathered, demand), partial(said, demand)
    return Block(demand.name, "python", pieces, join, says, version(check.__file__))


def comparisons(demand: Demand, cases: Path) -> Block:
    """All files of a problem generated again and compared."""
    groups = by_group(problem_of(demand).obligations)
    names = (PROBLEM_FILE, *(f"{name}.json" for name in groups))
    search = Search(names, partial(generate, demand.statement), tuple(sorted(cases.glob("*.toml"))))
    return comparison(demand.folder, f"generate {demand.name}", [search])


def by_group(obligations: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """The ids of obligations by the group they are in."""
    ordered = sorted(obligations, key=lambda o: o.group)
    return {name: tuple(o.id for o in members) for name, members in groupby(ordered, lambda o: o.group)}


def group(demand: Demand, path: Path) -> list[Result]:
    """The trusted checker's verdicts on the obligations of one certificate file."""
    found = check.check_file(problem_of(demand), path)
    return [
        Result(key, verdict, f"{path}: {reason or OPEN[verdict]}" if verdict != "proved" else "")
        for key, (verdict, reason) in found.items()
    ]


def gathered(demand: Demand, found: Iterable[Result]) -> list[Result]:
    """A verdict for each obligation, from those of the files; then those on files that belong to none."""
    obligations = problem_of(demand).obligations
    if stated := statement_differs(demand):
        return [Result(o.id, "stale", stated) for o in obligations]
    results = {o.id: Result(o.id, "unproved", "no certificate") for o in obligations}
    results |= {result.id: result for result in found}
    return [*with_expected(results, demand.expected).values(), *foreign(demand.folder)]


def problem_of(demand: Demand) -> check.Problem:
    """The trusted checker's reading of what is demanded."""
    return _problem(json.dumps(demand.statement))


@lru_cache(maxsize=64)
def _problem(statement: str) -> check.Problem:
    return check.Problem(json.loads(statement))


def said(demand: Demand) -> dict[str, Said]:
    """What each obligation says: claim and goal in words; and the digest of all that the checker makes of it,
    the hypotheses with it."""
    problem = problem_of(demand)
    terms = {name: [i.low, i.high, i.terms] for name, i in problem.inequalities.items()}
    found = {}
    for o in problem.obligations:
        known = {function: [(name, terms[name]) for name in names] for function, names in o.known.items()}
        moves = [problem.move, problem.most, problem.top] if o.routed else None
        forms = [sorted(form.items()) for form in (o.goal, *o.given)]
        whole = repr((o.symbolic, forms, sorted(known.items()), o.routed, moves))
        words = f"{o.claim}: {problem.words(o.goal, o.symbolic)}"
        found[o.id] = Said(words, hashlib.sha256(whole.encode()).hexdigest())
    return found


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
