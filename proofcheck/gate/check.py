"""A whole run of a gate, from the question to the report."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from proofcheck.certificate.gate import (
    GATE_FILE,
    Demand,
    choose,
    demanded_lists,
    demanded_theorems,
    unlisted,
)
from proofcheck.gate import about
from proofcheck.gate.cache import Cache
from proofcheck.gate.plan import plan, stated_for_lean
from proofcheck.gate.progress import Bars
from proofcheck.gate.run import run
from proofcheck.gate.since import Changes, restricted
from proofcheck.lean import run as lean
from proofcheck.lean.build import cpus
from proofcheck.model.gate import Wanted, read_models
from proofcheck.report.summary import Report, Section
from proofcheck.smt.commands import smt_sections
from proofcheck.smt.run import TIMEOUT
from proofcheck.smt.solvers import SOLVERS
from proofcheck.work import DEFAULT_TIMEOUT


@dataclass(frozen=True)
class Question:
    """What is to be checked, by whom, and with what means.  `lean` is the Lean project's folder, or None."""

    cases: Path
    lean: Path | None = None
    toolchain: str = "auto"
    compare: bool = True
    smt: bool = False
    since: str | None = None
    jobs: int = field(default_factory=cpus)
    timeout: float = DEFAULT_TIMEOUT
    cache: Cache = field(default_factory=lambda: Cache(None))
    quiet: bool = True


def answer(asked: Question) -> Report:
    """Everything the gate demands, by every checker asked for."""
    began = time.perf_counter()
    report, demands = Report(started=datetime.now(UTC).isoformat(timespec="seconds")), choose(asked.cases, ())
    report.versions, report.digests = about.versions(), about.digests(asked.cases, ".json", ".toml")
    if foreign := unlisted(asked.cases, demands):
        report.sections.append(Section("(unlisted)", "gate", foreign))
    every: list[Demand | Wanted] = [*demands, *read_models(asked.cases)]
    covered = [demand for demand in every if not demand.without_lean]
    report.left_out = left_out(asked, [demand.name for demand in every if demand.without_lean])
    stated = stated_for_lean(asked.cases) if asked.lean else []
    report.left_out += [line for some in stated for line in some.left_out]
    blocks = plan(asked.cases, demands, asked.compare)
    if asked.since is not None and asked.compare:
        blocks, skipped = restricted(blocks, Changes.since(asked.cases, asked.since))
        report.left_out += skipped
    with Bars(asked.quiet, sum(len(block.pieces) for block in blocks), asked.lean is not None) as bars:
        settings = lean_settings(asked, covered or stated, bars)
        sections, seen = run(
            blocks, asked.jobs, asked.timeout, asked.cache,
            lambda: lean.look(covered, settings) if settings else None, bars.done,
        )  # fmt: skip
    report.sections += sections
    report.sections += smt_sections(every, list(SOLVERS), TIMEOUT, asked.quiet) if asked.smt else []
    if settings is not None and seen is not None:
        python = {r.id: r.verdict for s in sections if s.checker == "python" for r in s.results}
        report.sections += lean.judge(covered, python, settings, seen, stated)
        report.versions |= {"lean products": seen.report.reused} if seen.report else {}
    report.left_out += from_cache(asked.cache, report)
    report.seconds = time.perf_counter() - began
    return report


def lean_settings(asked: Question, covered: Sequence[object], bars: Bars) -> lean.Settings | None:
    """How Lean is run, if it is asked for and there is something to ask."""
    theorems = tuple(demanded_theorems(asked.cases))
    if asked.lean is None or not (covered or theorems):
        return None
    return lean.Settings(asked.lean, asked.toolchain, asked.jobs, asked.timeout, bars.step, theorems)


def left_out(asked: Question, exempt: list[str]) -> list[str]:
    """What will not be done, one sentence each."""
    found = [] if asked.lean else ["Lean did not check anything"]
    found += [] if asked.compare else ["certificates were not generated again and compared"]
    found += [f"Lean did not check {name}: {GATE_FILE} says so" for name in exempt if asked.lean]
    outside = demanded_lists(asked.cases) if asked.smt else []
    return found + [f"no SMT solver was asked about what {name}.toml demands" for name in outside]


def from_cache(cache: Cache, report: Report) -> list[str]:
    """What is taken on trust from the cache, one sentence each."""
    count = sum(result.cached for section in report.sections for result in section.results)
    found = []
    if count:
        found.append(
            f"{count} verdicts are of an earlier run on the same files and code, taken from {cache.folder}: "
            "whoever can write there can change them"
        )
    if cache.damaged:
        found.append(
            f"{len(cache.damaged)} damaged entries of {cache.folder} were not used: what they were about was "
            "checked now"
        )
    return found
