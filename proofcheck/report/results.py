"""Results files: what `check-all --json-report` wrote, read again.

A file is refused unless it follows its schema, its digest is that of its content, and its verdict and counts
are those of its rows.  That guards against slips and careless edits; whoever computes the digest anew can
write any results file.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema

from proofcheck.errors import BadInput
from proofcheck.report.summary import Report, Section, fingerprint
from proofcheck.verdict import EXIT_CODES, Result, Said, counts, gravest

SCHEMA = json.loads((resources.files("proofcheck.report") / "report.schema.json").read_text("utf-8"))


def load(path: Path) -> Any:
    """The JSON in a results file; BadInput if it is none."""
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except RecursionError:
        raise BadInput(f"{path}: nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"{path}: not JSON: {error}") from None


def require_report(report: Any, name: str) -> None:
    """Refuse what is no report, or does not agree with itself."""
    found = report.get("format") if isinstance(report, dict) else None
    if found != SCHEMA["properties"]["format"]["const"]:
        raise BadInput(f"{name}: format {found!r:.60}, known: {SCHEMA['properties']['format']['const']}")
    try:
        jsonschema.Draft202012Validator(SCHEMA).validate(report)
    except jsonschema.ValidationError as error:
        raise BadInput(f"{name}: {error.json_path.removeprefix('$.')}: {error.message[:200]}") from None
    require_agreement(report, name)


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


def read_report(path: Path) -> Report:
    """The report in a results file."""
    raw = load(path)
    require_report(raw, str(path))
    rest = {key: raw[key] for key in ("left_out", "started", "seconds", "versions", "digests")}
    return Report([_section(section) for section in raw["sections"]], **rest)


def _section(raw: dict[str, Any]) -> Section:
    rows = raw["results"]
    results = [Result(row["id"], row["verdict"], row["reason"], row["cached"]) for row in rows]
    said = {
        row["id"]: Said(row["says"], row["sha256"], tuple(row["axioms"])) for row in rows if "says" in row
    }
    return Section(raw["problem"], raw["checker"], results, raw["seconds"], said, raw["version"])
