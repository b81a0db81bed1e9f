"""A run as the report shows it: verdicts by obligation and checker, and what may be shown of certificates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofcheck.report.summary import Report, Section
from proofcheck.verdict import Result, gravest

FILES = ("regenerate", "gate")  # checkers whose results are about files, not obligations
ACCEPTED = ("proved", "expected refutation", "refuted", "unproved")

Load = Callable[[Path], dict[str, Any]]  # a certificate file
Check = Callable[[Path], dict[str, tuple[str, str]]]  # its verdicts with reasons, by obligation


@dataclass(frozen=True)
class Run:
    """The verdicts to report, and those that the trusted Python checkers gave while this report was made.

    `origin` is empty where both are the same run; else it says where the verdicts come from.  `digests` are
    those of files before the checkers read them.
    """

    report: Report
    checked: Mapping[str, Result]
    origin: str = ""
    digests: Mapping[Path, str] = field(default_factory=dict)

    def accepted(self, identity: str, again: bool = False) -> bool:
        """Whether the certificate of an obligation was read and accepted by its checker in this run; only
        then is anything of it shown.  `unproved` without a certificate is not, nor is a verdict from the
        cache, unless the caller asks the checker `again`."""
        found = self.checked.get(identity)
        if found is None or found.verdict not in ACCEPTED or found.reason == "no certificate":
            return False
        return again or not found.cached


    def read_as_it_is(self, path: Path) -> bool:
        """Whether a file is now what it was before the checkers of this run read it."""
        try:
            return self.digests.get(path) == sha256(path.read_bytes()).hexdigest()
        except OSError:
            return False

    def shows(self, identity: str, path: Path) -> bool:
        """Whether a certificate may be shown without asking its checker again: accepted in this run, and now
        what it was before; where the digests of the run are known, one of unknown digest is not shown."""
        return self.accepted(identity) and (not self.digests or self.read_as_it_is(path))

    def entries(self, path: Path, ids: Sequence[str], load: Load, check: Check) -> dict[str, dict[str, Any]]:
        """The entries of a certificate file for the obligations `ids` that may be shown, by obligation.  Its
        checker is asked again, unless it has accepted these very bytes in this run."""
        if not (self.read_as_it_is(path) and all(map(self.accepted, ids))):
            verdicts = check(path).values()
            if any(verdict not in ("proved", "refuted", "unproved", "vacuous") for verdict, _ in verdicts):
                return {}
        return {e["id"]: e for e in load(path)["obligations"] if self.accepted(e["id"], again=True)}


@dataclass
class Judged:
    """An obligation with the result of every checker that gave one."""

    id: str
    problem: str
    results: dict[str, Result] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """The gravest verdict."""
        return gravest(self.results.values())


def by_id(results: Iterable[Result]) -> dict[str, Result]:
    """Results by id; of two with one id the graver, so that none hides behind a better one."""
    found: dict[str, Result] = {}
    for result in results:
        known = found.setdefault(result.id, result)
        if gravest([known, result]) != known.verdict:
            found[result.id] = result
    return found


def python_results(sections: Iterable[Section]) -> dict[str, Result]:
    """The results of the trusted Python checkers by obligation."""
    return by_id(r for section in sections if section.checker == "python" for r in section.results)


def about_obligations(section: Section) -> bool:
    """Whether a section's results are about obligations."""
    return section.checker not in FILES and not section.problem.startswith("(")


def by_obligation(report: Report) -> dict[str, Judged]:
    """All obligations of a report, in its order."""
    found: dict[str, Judged] = {}
    for section in filter(about_obligations, report.sections):
        for result in section.results:
            one = found.setdefault(result.id, Judged(result.id, section.problem))
            known = one.results.get(section.checker, result)
            one.results[section.checker] = by_id([known, result])[result.id]
    return found


def checkers(report: Report) -> list[str]:
    """The checkers of obligations, in the order in which they occur."""
    return list(dict.fromkeys(s.checker for s in report.sections if about_obligations(s)))


def certificate_file(folder: Path, group: str) -> Path:
    """Where the certificate of a group of obligations is."""
    return folder / f"{group}.json"
