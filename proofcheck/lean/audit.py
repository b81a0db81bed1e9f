"""Audit the built project: do the expected theorems exist, say what was agreed, assume nothing?

An audit builds first, so it never reads a stale product. It fails on any error, warning, axiom,
hole, missing or changed theorem, changed definition under a statement, forbidden word, and on an
empty list. Its report is plain data; `accept` records deliberate changes of statements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from proofcheck.lean import build as building
from proofcheck.lean import census, forbidden, lock, modules, names, vocabulary
from proofcheck.lean.build import DEFAULT_TIMEOUT
from proofcheck.lean.errors import BadLock
from proofcheck.lean.finding import LOCK_KINDS, Finding
from proofcheck.lean.lock import Lock
from proofcheck.lean.names import Name
from proofcheck.lean.questions import Asker, Declaration
from proofcheck.lean.report import BuildReport, Progress, silent
from proofcheck.lean.toolchain import Toolchain


@dataclass(frozen=True)
class TheoremReport:
    """One expected theorem; the statement is the text Lean prints after elaboration."""

    name: str
    present: bool
    statement: str | None
    fingerprint: str | None
    axioms: tuple[str, ...] | None

    def to_json(self) -> dict[str, object]:
        """The row as plain data."""
        return {
            "name": self.name,
            "present": self.present,
            "statement": self.statement,
            "fingerprint": self.fingerprint,
            "axioms": None if self.axioms is None else list(self.axioms),
        }


@dataclass(frozen=True)
class AuditReport:
    """The outcome: rows in the order asked for, what the statements rest on, reasons to fail."""

    built: BuildReport
    theorems: tuple[TheoremReport, ...]
    findings: tuple[Finding, ...]
    observed: Lock
    on_record: int = 0  # answers about compiled modules that have not changed since
    asked: int = 0

    @property
    def toolchain(self) -> str:
        """Which Lean."""
        return self.built.toolchain

    @property
    def reused(self) -> str:
        """How much is of this run, and how much of earlier ones."""
        before = sum(module.status == "cached" for module in self.built.modules)
        now = sum(module.status == "built" for module in self.built.modules)
        modules = f"{now} modules compiled now, {before} before and unchanged"
        return f"{modules}; {self.asked} questions asked now, {self.on_record} answers on record"

    @property
    def ok(self) -> bool:
        """Whether there was something to audit, all of it is proved, and nothing was found."""
        proved = all(row.present and row.axioms == () for row in self.theorems)
        return bool(self.theorems) and proved and not self.findings

    def to_json(self) -> dict[str, object]:
        """The report as plain data."""
        return {
            "ok": self.ok,
            "toolchain": self.toolchain,
            "theorems": [row.to_json() for row in self.theorems],
            "definitions": {
                name: lock.fingerprint(text) for name, text in self.observed.definitions.items()
            },
            "findings": [finding.to_json() for finding in self.findings],
        }


@dataclass(frozen=True)
class Acceptance:
    """What `accept` did: whether the lock was written, the changes, and what stood in the way."""

    written: bool
    changes: tuple[Finding, ...]
    obstacles: tuple[Finding, ...]


def audit(
    root: Path,
    toolchain: Toolchain,
    theorems: Sequence[str] | None = None,
    *,
    demanded: Sequence[str] = (),
    jobs: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    progress: Progress = silent,
) -> AuditReport:
    """Audit these theorems, or all that Lean lists, against the lock in `root`, which also says which are
    `demanded`.

    Everything wrong with the project is a finding. Raises what `build` raises, and ValueError
    for an expected name that is not a Lean name.
    """
    root = root.resolve()
    wanted = None if theorems is None else [names.components(theorem) for theorem in theorems]
    known = modules.load(root)
    findings = forbidden.scan(root, known)
    built = building.build(root, toolchain, jobs=jobs, timeout=timeout, progress=progress)
    if not built.ok:
        findings += _list_findings([("anything",)] if wanted is None else wanted)
        findings += [Finding("build", message.file, str(message)) for message in built.failures]
        if not built.failures:
            findings += [Finding("build", module, "was not built") for module in built.left_out]
        rows = tuple(_absent(name) for name in dict.fromkeys(wanted or ()))
        return AuditReport(built, rows, tuple(findings), Lock(toolchain.version, {}, {}))
    asker = Asker(root, toolchain, known, timeout)
    counted = census.take(asker, wanted)
    listed = sorted(counted.theorems()) if wanted is None else wanted
    findings += _list_findings(listed)
    if modules.load(root) != known:  # what was built is not what was scanned for words
        findings.append(Finding("build", str(root), "a source changed while it was read: audit again"))
    report = _report(root, built, asker, listed, counted, findings, tuple(sorted(demanded)))
    if all(finding.kind in LOCK_KINDS for finding in report.findings):
        asker.record.write()
    return report


def accept(
    root: Path,
    toolchain: Toolchain,
    theorems: Sequence[str] | None = None,
    *,
    demanded: Sequence[str] = (),
    jobs: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    progress: Progress = silent,
) -> Acceptance:
    """Record the present statements and definitions, and the `demanded` names, as the agreed ones.

    Writes nothing when the audit finds anything besides differences from the lock.
    """
    report = audit(
        root, toolchain, theorems, demanded=demanded, jobs=jobs, timeout=timeout, progress=progress
    )
    obstacles = tuple(finding for finding in report.findings if finding.kind not in LOCK_KINDS)
    changes = tuple(finding for finding in report.findings if finding.kind in LOCK_KINDS)
    if not obstacles:
        lock.write(root / lock.FILE, report.observed)
    return Acceptance(not obstacles, changes, obstacles)


def _list_findings(wanted: Sequence[Name]) -> list[Finding]:
    """The list of expected names must not be empty and must not repeat."""
    if not wanted:
        return [Finding("empty", "theorems", "the list of expected theorems is empty")]
    repeated = sorted(name for name, count in Counter(wanted).items() if count > 1)
    return [
        Finding("duplicate", names.show(name), "is expected more than once") for name in repeated
    ]


def _report(
    root: Path,
    built: BuildReport,
    asker: Asker,
    wanted: Sequence[Name],
    counted: census.Census,
    findings: list[Finding],
    demanded: tuple[str, ...],
) -> AuditReport:
    proved = counted.theorems()
    unique = dict.fromkeys(wanted)
    statements = {name: proved[name].text for name in unique if name in proved}
    words = vocabulary.collect(asker, statements, counted.declarations)
    observed = Lock(
        asker.toolchain.version,
        {names.show(name): text for name, text in statements.items()},
        {names.show(name): item.text for name, item in words.entries.items()},
        demanded,
    )
    findings = findings + counted.findings + _presence(unique, counted) + words.findings
    if not asker.undisturbed():  # by an edit, and another build
        note = "modules were compiled anew while they were asked about: audit again"
        findings.append(Finding("answer", "audit", note))
    rows = tuple(_row(name, proved.get(name), counted.axioms.get(name)) for name in unique)
    findings = findings + _against_lock(root, observed)
    counts = len(asker.record.used), len(asker.record.fresh)
    return AuditReport(built, rows, tuple(findings), observed, *counts)


def _presence(wanted: Sequence[Name] | dict[Name, None], counted: census.Census) -> list[Finding]:
    found: list[Finding] = []
    for name in wanted:
        item, used = counted.declarations.get(name), counted.axioms.get(name)
        if item is None:
            found.append(Finding("missing", names.show(name), "no module declares it"))
        elif item.kind != "theorem":
            found.append(Finding("not-a-theorem", names.show(name), f"is declared as {item.kind}"))
        elif used is None:
            found.append(Finding("answer", names.show(name), "Lean did not list its axioms"))
        elif used:
            found.append(
                Finding("axiom", names.show(name), f"depends on axioms: {', '.join(used)}")
            )
    return found


def _absent(name: Name) -> TheoremReport:
    return TheoremReport(names.show(name), False, None, None, None)


def _row(name: Name, item: Declaration | None, axioms: tuple[str, ...] | None) -> TheoremReport:
    text = item.text if item else None
    mark = lock.fingerprint(text) if text is not None else None
    return TheoremReport(names.show(name), item is not None, text, mark, axioms)


def _against_lock(root: Path, observed: Lock) -> list[Finding]:
    try:
        return lock.compare(lock.read(root / lock.FILE), observed)
    except BadLock as error:
        return [Finding("lock", lock.FILE, str(error))]
