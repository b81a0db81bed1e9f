"""A run as GitHub Actions shows it: a job summary, and an annotation per failure."""

from __future__ import annotations

from pathlib import Path

from proofcheck.report.place import Places
from proofcheck.report.summary import Report
from proofcheck.report.text import block, line, markdown
from proofcheck.verdict import MEANING, counts, succeeded

MOST_ANNOTATIONS = 10  # GitHub shows ten errors of a step
MOST_ROWS = 200


def summary(report: Report) -> str:
    """The report in Markdown, for the file that GITHUB_STEP_SUMMARY names."""
    word = "passed" if report.exit_code == 0 else f"failed: {report.verdict}"
    text = [f"## proofcheck {word} (exit code {report.exit_code})", ""]
    text += [f"- left out: {markdown(sentence)}" for sentence in report.left_out]
    text += ["", "| problem | checker | verdicts | seconds |", "|---|---|---|---:|"]
    for section in report.sections:
        found = ", ".join(f"{n} {verdict}" for verdict, n in counts(section.results).items())
        cached = sum(result.cached for result in section.results)
        found = (found or "nothing") + (f" ({cached} from the cache)" if cached else "")
        cells = (markdown(section.problem), section.checker, found, f"{section.seconds:.2f}")
        text.append(f"| {' | '.join(cells)} |")
    rows = [
        f"| {result.verdict} | {markdown(result.id)} | {section.checker} | {markdown(result.reason)} |"
        for section in report.sections
        for result in section.results
        if not succeeded(result.verdict)
    ]
    if rows:
        text += ["", "| verdict | obligation | checker | reason |", "|---|---|---|---|", *rows[:MOST_ROWS]]
    if len(rows) > MOST_ROWS:
        text += ["", f"and {len(rows) - MOST_ROWS} more"]
    return "\n".join(text) + "\n"


def commands(report: Report, places: Places, root: Path) -> list[str]:
    """Workflow commands: an error per failure, at most ten, then one that says how many more there are."""
    failures = [(s, r) for s in report.sections for r in s.results if not succeeded(r.verdict)]
    found = []
    for section, result in failures[:MOST_ANNOTATIONS]:
        place = places.of(section, result)[0]
        about = {"file": relative(place.path, root), "line": str(place.line)}
        about["title"] = f"{result.verdict}: {result.id} ({section.checker})"
        found.append(command("error", about, result.reason or MEANING[result.verdict]))
    if not failures and report.exit_code:
        found.append(command("error", {"title": report.verdict}, MEANING[report.verdict]))
    if len(failures) > MOST_ANNOTATIONS:
        rest = f"{len(failures) - MOST_ANNOTATIONS} more failures are in the log"
        found.append(command("error", {"title": "proofcheck"}, rest))
    return found


def command(name: str, properties: dict[str, str], message: str) -> str:
    """One workflow command, whatever its parts contain."""
    about = ",".join(f"{key}={in_property(line(value))}" for key, value in properties.items())
    return f"::{name} {about}::{in_data(block(message))}"


def in_data(text: str) -> str:
    """The message of a command, as GitHub escapes it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def in_property(text: str) -> str:
    """The value of a property of a command, as GitHub escapes it."""
    return in_data(text).replace(":", "%3A").replace(",", "%2C")


def relative(path: Path, root: Path) -> str:
    """The path as annotations want it: from the repository's root."""
    full = path.resolve()
    return full.relative_to(root.resolve()).as_posix() if full.is_relative_to(root.resolve()) else str(full)
