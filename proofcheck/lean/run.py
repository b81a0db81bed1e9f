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

from proofcheck.certificate.gate import Demand
from proofcheck.certificate.write import same
from proofcheck.errors import BadInput
from proofcheck.lean import audit as auditing
from proofcheck.lean import coverage, modules, names
from proofcheck.lean import stated as by_hand
from proofcheck.lean.audit import AuditReport
from proofcheck.lean.build import DEFAULT_TIMEOUT
from proofcheck.lean.emit import GENERATED
from proofcheck.lean.errors import LeanError
from proofcheck.lean.report import BuildReport, Progress, silent
from proofcheck.lean.stated import Stated
from proofcheck.lean.subject import Subject, subject
from proofcheck.lean.toolchain import find
from proofcheck.model.gate import Wanted
from proofcheck.report.summary import Section
from proofcheck.verdict import Result, Said


@dataclass(frozen=True)
class Settings:
    """Where the Lean project is and how to run Lean."""

    root: Path
    choice: str = "auto"
    jobs: int | None = None
    timeout: float = DEFAULT_TIMEOUT
    progress: Progress = field(default=silent)
    theorems: tuple[str, ...] = ()  # demanded by name
    compare: bool = True  # whether generated files must be what emitting gives


def emitted(demands: Sequence[Demand | Wanted]) -> dict[str, str]:
    """All generated files by path in the Lean project, of the problems and models that Lean covers.

    Raises BadInput for certificates that cannot be read.
    """
    return {path: text for demand in demands for path, text in subject(demand).emit().items()}


def _stale(subjects: Sequence[Subject], root: Path) -> list[str]:
    """The generated files that are not what emitting gives, or cannot be emitted at all."""
    files: dict[str, str] = {}
    for one in subjects:
        try:
            files |= one.emit()
        except BadInput:
            files[str(one.path)] = "cannot be emitted"
    return differing(root, files)


def differing(root: Path, files: Mapping[str, str]) -> list[str]:
    """Generated files that are missing, do not belong, or differ by a byte."""
    present = {str(p.relative_to(root)) for p in (root / GENERATED).glob("*.lean")}
    changed = [n for n in present & files.keys() if not same(root / n, files[n])]
    return sorted([*(present ^ files.keys()), *changed])


@dataclass(frozen=True)
class Seen:
    """What Lean made of the project: the generated files that are stale, then an error or the audit, which
    begins with the build; and the seconds it took."""

    stale: list[str]
    error: LeanError | None = None
    report: AuditReport | None = None
    seconds: float = 0.0


def check(
    demands: Sequence[Demand | Wanted],
    python: Mapping[str, str],
    settings: Settings,
    stated: Sequence[Stated] = (),
) -> list[Section]:
    """Lean's verdicts: a section per problem or model, and per list of obligations whose theorems are written
    by hand, then one on the lemmas and the project as a whole.

    `python` has the Python checker's verdicts by obligation.
    """
    return judge(demands, python, settings, look(demands, settings), stated)


def look(demands: Sequence[Demand | Wanted], settings: Settings) -> Seen:
    """Run Lean: build the project and audit it.  No verdict of another checker is needed for that."""
    start = time.perf_counter()
    stale = _stale([subject(demand) for demand in demands], settings.root) if settings.compare else []
    try:
        report = audited(settings)
    except LeanError as error:
        return Seen(stale, error=error)
    return Seen(stale, None, report, time.perf_counter() - start)


def audited(settings: Settings) -> AuditReport:
    """The project built, and all its theorems audited.  Raises LeanError."""
    toolchain = find(settings.choice, root=settings.root)
    modules.require_top(settings.root)
    return auditing.audit(
        settings.root,
        toolchain,
        demanded=settings.theorems,
        jobs=settings.jobs,
        timeout=settings.timeout,
        progress=settings.progress,
    )


def judge(
    demands: Sequence[Demand | Wanted],
    python: Mapping[str, str],
    settings: Settings,
    seen: Seen,
    stated: Sequence[Stated] = (),
) -> list[Section]:
    """The verdicts that follow from what Lean made of the project and from the Python checker's."""
    subjects = [subject(demand) for demand in demands]
    stale, report = seen.stale, seen.report
    if report is None:
        reason, verdict = (str(seen.error), seen.error.verdict) if seen.error else ("not built", "error")
        sections = [_unchecked(one, verdict, reason, python) for one in subjects]
        return sections + [by_hand.unchecked(s, verdict, reason) for s in stated]
    if not report.built.ok:
        sections = [_not_built(one, report.built, stale, python, settings.root) for one in subjects]
        sections += [by_hand.unchecked(s, "error", "the Lean project was not built") for s in stated]
        failures = report.built.failures
        return [_whole([Result(str(m), "error", "Lean refuses it") for m in failures]), *sections]
    sections = [_audited(one, report, stale, python) for one in subjects]
    sections += [by_hand.audited(s, report, python) for s in stated]
    known = {coverage.theorem_of(i, ()) for one in subjects for i in expected(one, python)}
    known = known.union(*(by_hand.belonging(s, [row.name for row in report.theorems]) for s in stated))
    sections.append(_whole([*_lemmas(known, report), *_foreign(subjects, stale)]))
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
    """The digest of the statement that Lean printed for the theorem of each result, and its axioms."""
    rows = {row.name: row for row in report.theorems}
    found = {}
    for result in results:
        own = rows.get(result.id) or rows.get(coverage.theorem_of(result.id, ()))
        row = own or next((row for row in report.theorems if by_hand.covers(row.name, result.id)), None)
        if row is not None and row.fingerprint is not None:
            found[result.id] = Said("", row.fingerprint, row.axioms or ())
    return found


def expected(one: Subject, python: Mapping[str, str]) -> list[str]:
    """The obligations that Lean must have a theorem for: all but those refuted."""
    return [i for i in one.ids if python.get(i) not in ("refuted", "expected refutation")]


def _unchecked(one: Subject, verdict: str, reason: str, python: Mapping[str, str]) -> Section:
    results = [Result(i, verdict, reason) for i in expected(one, python)]
    return Section(one.name, "lean", results)


def _whole(results: list[Result]) -> Section:
    return Section("(lemmas)", "lean", results)


def _not_built(
    one: Subject, built: BuildReport, stale: list[str], python: Mapping[str, str], root: Path
) -> Section:
    """Which theorems Lean refuses, from the places of its errors; the others stay unchecked."""
    found = next((m for m in built.modules if m.name == one.module), None)
    refused: dict[str, str] = {}
    for message in found.messages if found is not None else ():
        if not message.harmless:
            refused.setdefault(_theorem_at(root / message.file, message.line), str(message))
    reason = f"{one.module} was not built"
    results = []
    for i in expected(one, python):
        disputed = i in refused and python.get(i) == "proved"
        verdict = "stale" if str(one.path) in stale else "disagreement" if disputed else "error"
        results.append(Result(i, verdict, refused.get(i, reason)))
    return Section(one.name, "lean", results)


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
    one: Subject, report: AuditReport, stale: list[str], python: Mapping[str, str]
) -> Section:
    if one.outside:
        return _unchecked(one, "unavailable", one.outside, python)
    path = str(one.path)
    why = {f.name: str(f) for f in report.findings}
    rows = {row.name: row for row in report.theorems}
    results = []
    for i in expected(one, python):
        theorem = coverage.theorem_of(i, ())
        row = rows.get(theorem)
        if path in stale:
            results.append(Result(i, "stale", _remedy(one, path, python)))
        elif row is None:
            results.append(Result(i, "unproved", f"no theorem {theorem}"))
        elif theorem in why or not row.present or row.axioms != ():
            results.append(Result(i, "error", why.get(theorem, f"axioms {row.axioms}")))
        elif python.get(i, "proved") != "proved":
            results.append(Result(i, "disagreement", f"Lean proves it, the Python verdict is {python[i]}"))
        else:
            results.append(Result(i, "proved"))
    return Section(one.name, "lean", results)


def _remedy(one: Subject, path: str, python: Mapping[str, str]) -> str:
    """What to do about a stale generated file: certificates come first."""
    mine = [v for i, v in python.items() if i.startswith(f"{one.name}.")]
    if any(v not in ("proved", "expected refutation", "refuted") for v in mine):
        return f"certificates are missing or refused; first: {one.certify}"
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


def _foreign(subjects: Sequence[Subject], stale: list[str]) -> list[Result]:
    """Generated files that belong to no problem or model of the gate."""
    known = {str(one.path) for one in subjects}
    why = "belongs to no problem or model of the gate"
    return [Result(path, "error", why) for path in stale if path not in known]
