"""Reports to write: one with every verdict and every kind of character."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from proofcheck.report.summary import Report, Section
from proofcheck.verdict import EXIT_CODES, Result, Said

DATA = Path(__file__).parents[1] / "data"
ODD = "a\x00b\x1b[31m\ud800\ufffe\u202e<script>]]>&\"'|`,:%\r\n::error::\n\u00e9\U0001f600"


def schema(name: str) -> Any:
    """A published schema."""
    return json.loads((DATA / name).read_text("utf-8"))


def every_verdict() -> Report:
    """A report in which every verdict occurs, with odd texts."""
    odd = [Result(f"p.{verdict}.{ODD}", verdict, f"why: {ODD}") for verdict in EXIT_CODES]
    plain = [Result("p.a", "proved"), Result("p.b", "proved")]
    said = {"p.a": Said("0 <= f", "0" * 64), "p.b": Said("", "1" * 64, ("propext",))}
    sections = [Section("p", "python", odd, 1.25), Section("p", "lean", plain, 0.5, said, "Lean 4")]
    versions = {"proofcheck": "0.1.0"}
    return Report(sections, [f"nothing was left out but {ODD}"], "2026-01-01T00:00:00+00:00", 2.0, versions)
