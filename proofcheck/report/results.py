"""Read a report that an earlier run wrote as JSON.

The file may come from anybody.  What is derived in it (verdict, exit code, counts, digest) is computed again
from the results, and a file in which one of them differs is refused; so is one that lists nothing.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema

from proofcheck.errors import BadInput
from proofcheck.report.summary import Report, Said, Section
from proofcheck.report.text import line
from proofcheck.verdict import Result

SCHEMA = "report.schema.json"


def read_results(path: Path) -> Report:
    """The report in a JSON file of `check-all`; BadInput, with the place, where it is none."""
    try:
        raw = json.loads(path.read_text("utf-8"))
        jsonschema.validate(raw, json.loads((files("proofcheck.report") / SCHEMA).read_text("utf-8")))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except RecursionError:
        raise BadInput(f"{path}: nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"{path}: not JSON: {line(str(error))[:200]}") from None
    except jsonschema.ValidationError as error:
        where, why = error.json_path.removeprefix("$."), line(error.message)[:200]
        raise BadInput(f"{path}: not a report: {where}: {why}") from None
    report = _report(raw)
    if not report.sections:
        raise BadInput(f"{path}: a report without results")
    anew = report.as_json()
    for key in anew:
        if raw[key] != anew[key]:
            raise BadInput(f"{path}: {key} is not what its results give; the file was changed")
    return report


def _report(raw: dict[str, Any]) -> Report:
    sections = [_section(section) for section in raw["sections"]]
    rest = {key: raw[key] for key in ("left_out", "started", "seconds", "versions", "digests")}
    return Report(sections, **rest)


def _section(raw: dict[str, Any]) -> Section:
    results = [Result(r["id"], r["verdict"], r["reason"]) for r in raw["results"]]
    said = {
        r["id"]: Said(r["says"], r["sha256"], tuple(r["axioms"])) for r in raw["results"] if "says" in r
    }
    return Section(raw["problem"], raw["checker"], results, raw["seconds"], said, raw["version"])
