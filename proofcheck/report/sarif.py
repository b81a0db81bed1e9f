"""A run's failures as SARIF 2.1.0: what code scanning shows beside the lines."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any
from urllib.parse import quote

from proofcheck import __version__
from proofcheck.report.place import Place, Places
from proofcheck.report.summary import Report, Section
from proofcheck.report.text import block, line
from proofcheck.verdict import EXIT_CODES, MEANING, Result, succeeded

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULES = [verdict for verdict in EXIT_CODES if not succeeded(verdict)]
WORDS = {"lean": "the Lean theorem", "certificate": "the certificate", "statement": "the statement"}


def sarif(report: Report, places: Places, root: Path) -> dict[str, Any]:
    """The report as a SARIF log: a rule per verdict, a result per failure; files relative to `root`."""
    results = [
        result_of(section, result, places.of(section, result), root)
        for section in report.sections
        for result in section.results or [Result("(nothing to prove)", "vacuous")]
        if not succeeded(result.verdict)
    ]
    if not report.sections:
        nothing = Section("(gate)", "gate", [])
        empty = Result("(nothing to prove)", "vacuous")
        results = [result_of(nothing, empty, places.of(nothing, empty), root)]
    notes = [{"level": "warning", "message": {"text": f"left out: {line(text)}"}} for text in report.left_out]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "proofcheck", "version": __version__, "rules": rules()}},
                "invocations": [
                    {
                        "executionSuccessful": report.exit_code == 0,
                        "exitCode": report.exit_code,
                        "toolExecutionNotifications": notes,
                    }
                ],
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {"SRCROOT": {"description": {"text": "Where the gate was run."}}},
                "results": results,
            }
        ],
    }


def rules() -> list[dict[str, Any]]:
    """A rule per verdict that fails."""
    return [
        {
            "id": verdict,
            "shortDescription": {"text": MEANING[verdict]},
            "defaultConfiguration": {"level": "error"},
            "properties": {"exitCode": EXIT_CODES[verdict]},
        }
        for verdict in RULES
    ]


def result_of(section: Section, result: Result, places: list[Place], root: Path) -> dict[str, Any]:
    """One failure; its fingerprint is that of obligation and checker: the same from run to run."""
    key = f"{section.checker}/{section.problem}/{result.id}"
    why = block(result.reason) or MEANING[result.verdict]
    return {
        "ruleId": result.verdict,
        "ruleIndex": RULES.index(result.verdict),
        "level": "error",
        "message": {"text": f"{line(result.id)} ({section.checker}): {result.verdict}: {why}"},
        "locations": [location(places[0], root)],
        "relatedLocations": [
            {**location(place, root), "message": {"text": WORDS.get(place.what, f"the {place.what}")}}
            for place in places[1:]
        ],
        "partialFingerprints": {
            "obligation/v1": hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
        },
        "properties": {"obligation": line(result.id), "problem": section.problem, "checker": section.checker},
    }


def location(place: Place, root: Path) -> dict[str, Any]:
    """A line of a file; relative to `root` where it lies inside."""
    artifact = {"uri": address(place.path, root)}
    if "://" not in artifact["uri"]:
        artifact["uriBaseId"] = "SRCROOT"
    return {"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": place.line}}}


def address(path: Path, root: Path) -> str:
    """The path as a URI."""
    full = path.resolve()
    try:
        return quote(full.relative_to(root.resolve()).as_posix(), errors="surrogateescape")
    except ValueError:
        return "file://" + quote(full.as_posix(), errors="surrogateescape")
