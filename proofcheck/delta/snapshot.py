"""What was found on all obligations at one time, as a results file tells it.

A results file is what `check-all --json-report` wrote.  It is refused unless it follows its schema, its
digest is that of its content, and its verdict and counts are those of its rows.  That guards against slips
and careless edits; whoever computes the digest anew can write any results file.  Where that matters, give
revisions.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema

from proofcheck.errors import BadInput
from proofcheck.report.summary import fingerprint
from proofcheck.verdict import EXIT_CODES, Result, counts, gravest

FILES = ("regenerate", "gate")  # sections about files, not about obligations
SCHEMA = json.loads((resources.files("proofcheck.report") / "report.schema.json").read_text("utf-8"))


@dataclass(frozen=True)
class Fact:
    """A verdict of one checker on one obligation: the statement's words and digest (empty where unknown) and
    the axioms its proof uses."""

    verdict: str
    reason: str
    words: str
    sha256: str
    axioms: tuple[str, ...]


Key = tuple[str, str]  # checker, id


@dataclass(frozen=True)
class Snapshot:
    """All facts by checker and id, and what the run left out."""

    name: str
    facts: dict[Key, Fact]
    left_out: tuple[str, ...]

    @property
    def checkers(self) -> set[str]:
        """The checkers that gave a verdict."""
        return {checker for checker, _ in self.facts}


def read_results(path: Path) -> Snapshot:
    """The snapshot in a results file."""
    try:
        return snapshot(json.loads(path.read_text("utf-8")), str(path))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except RecursionError:
        raise BadInput(f"{path}: nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"{path}: not JSON: {error}") from None


def snapshot(report: Any, name: str) -> Snapshot:
    """The snapshot in a report; BadInput if it is none, or does not agree with itself."""
    found = report.get("format") if isinstance(report, dict) else None
    if found != SCHEMA["properties"]["format"]["const"]:
        raise BadInput(f"{name}: format {found!r:.60}, known: {SCHEMA['properties']['format']['const']}")
    try:
        jsonschema.Draft202012Validator(SCHEMA).validate(report)
    except jsonschema.ValidationError as error:
        raise BadInput(f"{name}: {error.json_path.removeprefix('$.')}: {error.message[:200]}") from None
    require_agreement(report, name)
    facts: dict[Key, Fact] = {}
    for section in report["sections"]:
        for row in section["results"]:
            key = section["checker"], row["id"]
            if key in facts:
                raise BadInput(f"{name}: {row['id']!r:.200} stands twice for {section['checker']}")
            said = row.get("says", ""), row.get("sha256", ""), tuple(row.get("axioms", ()))
            if section["checker"] not in FILES:
                facts[key] = Fact(row["verdict"], row["reason"], *said)
    if not facts:
        raise BadInput(f"{name}: no obligation in it")
    return Snapshot(name, facts, tuple(report["left_out"]))


def require_agreement(report: dict[str, Any], name: str) -> None:
    """Refuse a report whose digest, verdict or counts are not those of its content."""
    content = {key: value for key, value in report.items() if key != "sha256"}
    if fingerprint(content) != report["sha256"]:
        raise BadInput(f"{name}: sha256 is not that of the content: it was changed after it was written")
    ends = []
    for number, section in enumerate(report["sections"]):
        results = [Result(row["id"], row["verdict"]) for row in section["results"]]
        ends.append(gravest(results))
        if section["counts"] != counts(results):
            raise BadInput(f"{name}: sections[{number}].counts is not that of its results")
    verdict = max(ends, key=list(EXIT_CODES).index, default="vacuous")
    if (report["verdict"], report["exit_code"]) != (verdict, EXIT_CODES[verdict]):
        raise BadInput(f"{name}: verdict {report['verdict']}, but its sections give {verdict}")
