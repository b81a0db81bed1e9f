"""The Lean side of a gate: emitted files compared, project built, theorems audited, verdicts told.

Lean's verdict on an obligation is `proved` when its theorem is present, says what the lock says
and depends on no axiom, in a project that builds without a warning.  Where the Python checker and
Lean differ on a certificate, the verdict is `disagreement`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from proofcheck.certificate.check import Rejected
from proofcheck.certificate.gate import Demand
from proofcheck.certificate.write import same
from proofcheck.enumerate.obligations import obligations
from proofcheck.errors import BadInput
from proofcheck.lean import audit as auditing
from proofcheck.lean import build as building
from proofcheck.lean import coverage, data, names
from proofcheck.lean import stated as by_hand
from proofcheck.lean.audit import AuditReport
from proofcheck.lean.build import DEFAULT_TIMEOUT
from proofcheck.lean.emit import GENERATED, emit, generated_file, module_name
from proofcheck.lean.errors import LeanError
from proofcheck.lean.report import BuildReport, Progress, silent
from proofcheck.lean.stated import Stated
from proofcheck.lean.toolchain import Toolchain, find
from proofcheck.problem.model import from_statement
from proofcheck.report.summary import Section
from proofcheck.verdict import Result, Said

PREFIX = "ProofCheck."


@dataclass(frozen=True)
class Settings:
    """Where the Lean project is and how to run Lean."""

    root: Path
    choice: str = "auto"
    jobs: int | None = None
    timeout: float = DEFAULT_TIMEOUT
    progress: Progress = field(default=silent)
    theorems: tuple[str, ...] = ()  # demanded by name


def emitted(demands: list[Demand]) -> dict[str, str]:
    """All generated files by path in the Lean project, of the problems that Lean covers.

    Raises BadInput for certificates that cannot be read.
    """
    files: dict[str, str] = {}
    for demand in demands:
        try:
            files |= emit(demand)
        except data.Unsupported:
            continue
        except (LookupError, TypeError, ValueError, AttributeError, Rejected) as error:
            raise BadInput(f"{demand.folder}: cannot be emitted: {error!r}; run: proofcheck verify") from None
    return files


def _stale(demands: list[Demand], root: Path) -> list[str]:
    """The generated files that are not what emitting gives, or cannot be emitted at all."""
    files: dict[str, str] = {}
    for demand in demands:
        try:
            files |= emitted([demand])
        except BadInput:
            files[str(generated_file(demand))] = "cannot be emitted"
    return differing(root, files)


def differing(root: Path, files: Mapping[str, str]) -> list[str]:
    """Generated files that are missing, do not belong, or differ by a byte."""
    present = {str(p.relative_to(root)) for p in (root / GENERATED).glob("*.lean")}
    changed = [n for n in present & files.keys() if not same(root / n, files[n])]
    return sorted([*(present ^ files.keys()), *changed])


def audited(root: Path, toolchain: Toolchain, timeout: float) -> list[str]:
    """The names of all theorems of the built project, as Lean recorded them."""
    return sorted(auditing.declared_theorems(root, toolchain, timeout=timeout))


@dataclass(frozen=True)
class Seen:
    """What Lean made of the project: the generated files that are stale, then how far it came: an error, or
    the build, and if that is clean the audit; and the seconds it took."""

    stale: list[str]
    error: LeanError | None = None
    built: BuildReport | None = None
    report: AuditReport | None = None
    seconds: float = 0.0


def check(
    demands: list[Demand], python: Mapping[str, str], settings: Settings, stated: Sequence[Stated] = ()
) -> list[Section]:
    """Lean's verdicts: a section per problem and per list of obligations whose theorems are written by hand,
    then one on the lemmas and the project as a whole.

    `python` has the Python checker's verdicts by obligation.
    """
    return judge(demands, python, settings, look(demands, settings), stated)


def look(demands: list[Demand], settings: Settings) -> Seen:
    """Run Lean: build the project and audit it.  No verdict of another checker is needed for that."""
    start = time.perf_counter()
    stale = _stale(demands, settings.root)
    report = None
    try:
        toolchain = find(settings.choice, root=settings.root)
        options = {"jobs": settings.jobs, "timeout": settings.timeout, "progress": settings.progress}
        built = building.build(settings.root, toolchain, **options)  # type: ignore[arg-type]
        if built.ok:
            theorems = audited(settings.root, toolchain, settings.timeout)
            report = auditing.audit(settings.root, toolchain, theorems, **options)  # type: ignore[arg-type]
    except LeanError as error:
        return Seen(stale, error=error)
    return Seen(stale, None, built, report, time.perf_counter() - start)


def judge(
    demands: list[Demand],
    python: Mapping[str, str],
    settings: Settings,
    seen: Seen,
    stated: Sequence[Stated] = (),
) -> list[Section]:
    """The verdicts that follow from what Lean made of the project and from the Python checker's."""
    if seen.built is None:
        reason, verdict = (str(seen.error), seen.error.verdict) if seen.error else ("not built", "error")
        sections = [_unchecked(demand, verdict, reason, python) for demand in demands]
        return sections + [by_hand.unchecked(one, verdict, reason) for one in stated]
    stale, report = seen.stale, seen.report
    if report is None:
        sections = [_not_built(demand, seen.built, stale, python, settings.root) for demand in demands]
        sections += [by_hand.unchecked(one, "error", "the Lean project was not built") for one in stated]
        failures = seen.built.failures
        return [_whole([Result(str(m), "error", "Lean refuses it") for m in failures]), *sections]
    sections = [_audited(demand, report, stale, python) for demand in demands]
    sections += [by_hand.audited(one, report, python) for one in stated]
    known = {coverage.theorem_of(i, ()) for demand in demands for i in expected(demand, python)}
    known = known.union(*(by_hand.belonging(one, [row.name for row in report.theorems]) for one in stated))
    sections.append(_whole([*_lemmas(known, report), *_foreign(demands, stale)]))
    present = {row.name for row in report.theorems}
    gone = [name for name in settings.theorems if name not in present]
    why = "demanded by gate.toml, but not there"
    sections[-1].results += [Result(name, "unproved", why) for name in gone]
    failed = any(r.verdict not in ("proved", "expected refutation") for s in sections for r in s.results)
    if not report.ok and not failed:
        sections[-1].results.append(Result("audit", "error", "; ".join(map(str, report.findings))))
    sections[-1].seconds = seen.seconds
    for section in sections:
        section.version = report.toolchain
        section.said = _said(section.results, report)
    return sections


def _said(results: list[Result], report: AuditReport) -> dict[str, Said]:
    """The digest of the statement that Lean printed for each theorem, and its axioms."""
    rows = {row.name: row for row in report.theorems}
    found = {}
    for result in results:
        row = rows.get(result.id) or rows.get(coverage.theorem_of(result.id, ()))
        if row is not None and row.fingerprint is not None:
            found[result.id] = Said("", row.fingerprint, row.axioms or ())
    return found


def expected(demand: Demand, python: Mapping[str, str]) -> list[str]:
    """The obligations that Lean must have a theorem for: all but those refuted."""
    ids = (task.id for task in obligations(from_statement(demand.statement)))
    return [i for i in ids if python.get(i) not in ("refuted", "expected refutation")]


def _unchecked(demand: Demand, verdict: str, reason: str, python: Mapping[str, str]) -> Section:
    results = [Result(i, verdict, reason) for i in expected(demand, python)]
    return Section(demand.name, "lean", results)


def _whole(results: list[Result]) -> Section:
    return Section("(lemmas)", "lean", results)


def _not_built(
    demand: Demand, built: BuildReport, stale: list[str], python: Mapping[str, str], root: Path
) -> Section:
    """Which theorems Lean refuses, from the places of its errors; the others stay unchecked."""
    module = f"{PREFIX}Generated.{module_name(demand.name)}"
    found = next((m for m in built.modules if m.name == module), None)
    refused: dict[str, str] = {}
    for message in found.messages if found is not None else ():
        if not message.harmless:
            refused.setdefault(_theorem_at(root / message.file, message.line), str(message))
    reason = f"{module} was not built"
    results = []
    for i in expected(demand, python):
        disputed = i in refused and python.get(i) == "proved"
        verdict = "stale" if str(generated_file(demand)) in stale else "disagreement" if disputed else "error"
        results.append(Result(i, verdict, refused.get(i, reason)))
    return Section(demand.name, "lean", results)


def _theorem_at(source: Path, line: int) -> str:
    """The obligation whose theorem begins last at or before a line of a generated file."""
    name = ""
    try:
        for text in source.read_text("utf-8").splitlines()[:line]:
            if text.startswith("theorem «"):
                name = text.split("«")[1].split("»")[0]
    except OSError:
        pass
    return name


def _audited(
    demand: Demand, report: AuditReport, stale: list[str], python: Mapping[str, str]
) -> Section:
    try:
        data.require_supported(from_statement(demand.statement))
    except data.Unsupported as outside:
        return _unchecked(demand, "unavailable", str(outside), python)
    path = str(generated_file(demand))
    why = {f.name: str(f) for f in report.findings}
    rows = {row.name: row for row in report.theorems}
    results = []
    for i in expected(demand, python):
        theorem = coverage.theorem_of(i, ())
        row = rows.get(theorem)
        if path in stale:
            results.append(Result(i, "stale", _remedy(demand, path, python)))
        elif row is None:
            results.append(Result(i, "unproved", f"no theorem {theorem}"))
        elif theorem in why or not row.present or row.axioms != ():
            results.append(Result(i, "error", why.get(theorem, f"axioms {row.axioms}")))
        elif python.get(i, "proved") != "proved":
            results.append(Result(i, "disagreement", f"Lean proves it, the Python verdict is {python[i]}"))
        else:
            results.append(Result(i, "proved"))
    return Section(demand.name, "lean", results)


def _remedy(demand: Demand, path: str, python: Mapping[str, str]) -> str:
    """What to do about a stale generated file: certificates come first."""
    mine = [v for i, v in python.items() if i.startswith(f"{demand.name}.")]
    if any(v not in ("proved", "expected refutation", "refuted") for v in mine):
        return f"certificates are missing or refused; first: proofcheck generate {demand.name}"
    return f"{path} is not what emitting gives; run: proofcheck lean emit"


def _lemmas(known: set[str], report: AuditReport) -> list[Result]:
    """The theorems that are no obligation (`known` are those that are), those named like one but of no
    problem, and every finding that is about neither."""
    why = {f.name: str(f) for f in report.findings}
    results = []
    for row in report.theorems:
        like_obligation = "." in names.components(row.name)[-1]
        if row.name in known:
            continue
        if like_obligation:
            results.append(Result(row.name, "error", "a theorem without an obligation"))
        else:
            bad = row.name in why or row.axioms != ()
            results.append(Result(row.name, "error" if bad else "proved", why.get(row.name, "")))
    shown = known | {result.id for result in results}
    return results + [Result(f.name, "error", str(f)) for f in report.findings if f.name not in shown]


def _foreign(demands: list[Demand], stale: list[str]) -> list[Result]:
    """Generated files that belong to no problem of the gate."""
    known = {str(generated_file(demand)) for demand in demands}
    return [Result(path, "error", "belongs to no problem of the gate") for path in stale if path not in known]
