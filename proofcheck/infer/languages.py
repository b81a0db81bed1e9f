"""Which language a statement is written in."""

from __future__ import annotations

from pathlib import Path

from proofcheck.errors import BadInput
from proofcheck.infer.language import Language
from proofcheck.infer.models import ModelLanguage
from proofcheck.infer.problems import ProblemLanguage
from proofcheck.model.reader import STATEMENT_FORMAT
from proofcheck.problem.reader import builtin_names, read_statement
from proofcheck.tables import read_table


def read(source: str, sizes: dict[str, int] | None = None) -> Language:
    """The statement of a built-in problem, or of the problem or model file with this path.

    Raises BadInput with one line naming file, place and reason.
    """
    path = Path(source)
    if source not in builtin_names() and path.suffix and path.exists():
        table = read_table(path)
        if table.get("format") == STATEMENT_FORMAT:
            if sizes:
                raise BadInput(f"--size: {source} is a model; only problems have sizes")
            return ModelLanguage(table, source)
    return ProblemLanguage(read_statement(source, sizes))
