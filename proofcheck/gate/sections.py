"""What a gate demands, section by section: generated again and compared, and checked."""

from __future__ import annotations

from pathlib import Path

from proofcheck.certificate.gate import Demand, demanded_lists
from proofcheck.certificate.verify import verify
from proofcheck.certificate.write import differences, generate
from proofcheck.control import gate as control_gate
from proofcheck.gate.progress import progress, stopwatch
from proofcheck.index.commands import index_sections
from proofcheck.report.summary import Section
from proofcheck.verdict import Result


def make_files(wanted: Demand, quiet: bool) -> dict[str, str]:
    """Generate a problem's files, with progress."""
    return generate(wanted.statement, progress(f"search {wanted.name}", quiet))


def compared(one: Demand, quiet: bool) -> Section:
    """Generate again and compare byte by byte."""
    with stopwatch() as seconds:
        files = make_files(one, quiet)
        changed = set(differences(one.folder, files))
        names = sorted(files.keys() | changed)
        why = f"not what generating gives; run: proofcheck generate {one.name}"
        stale = [Result(f"{one.name}/{name}", "stale", why) for name in names if name in changed]
        same = [Result(f"{one.name}/{name}", "proved") for name in names if name not in changed]
        results = stale + same
        return Section(one.name, "regenerate", results, seconds())


def verified(one: Demand, quiet: bool) -> Section:
    """Run the trusted checker."""
    with stopwatch() as seconds:
        results = verify(one, progress(f"check {one.name}", quiet))
        return Section(one.name, "python", results, seconds())


def control_sections(cases: Path, compare: bool) -> list[Section]:
    """Control certificates: made anew and compared, and checked."""
    wanted = {"regenerate": control_gate.compare} if compare else {}
    sections = []
    for checker, run in (wanted | {"python": control_gate.verify}).items():
        with stopwatch() as seconds:
            results = run(cases)
            sections.append(Section("control", checker, results, seconds()))
    return sections


def listed_sections(cases: Path, compare: bool, quiet: bool) -> list[Section]:
    """The certificates of the lists that `gate.toml` names: index, control."""
    asked = demanded_lists(cases)
    index = list(index_sections(cases, compare, quiet)) if "index" in asked else []
    return index + (control_sections(cases, compare) if "control" in asked else [])
