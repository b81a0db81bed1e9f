"""What a gate asks Lean about: a problem or a model, with its obligations and its generated module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from proofcheck.certificate import model_statement
from proofcheck.certificate.check import Rejected
from proofcheck.certificate.gate import Demand
from proofcheck.enumerate.obligations import obligations
from proofcheck.errors import BadInput
from proofcheck.lean import data, emit, model_emit
from proofcheck.model.gate import Wanted
from proofcheck.problem.model import from_statement

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, Rejected, model_statement.Rejected)


@dataclass(frozen=True)
class Subject:
    """Name, ids of all obligations, the generated file by its path in the Lean project, how to make it, what
    makes the certificates, and why Lean does not cover it (empty if it does)."""

    name: str
    ids: tuple[str, ...]
    path: Path
    make: Callable[[], dict[str, str]]
    certify: str
    outside: str = ""

    @property
    def module(self) -> str:
        """The Lean module."""
        return ".".join(self.path.with_suffix("").parts)

    def emit(self) -> dict[str, str]:
        """The generated file with its text, by path; nothing where Lean does not cover the subject.

        Raises BadInput for certificates that cannot be read.
        """
        try:
            return {} if self.outside else self.make()
        except UNREADABLE as error:
            raise BadInput(f"{self.name}: cannot be emitted: {error!r}; first: {self.certify}") from None


def subject(demand: Demand | Wanted) -> Subject:
    """What a demand of the gate asks Lean."""
    if isinstance(demand, Wanted):
        ids = tuple(o.id for o in model_statement.Model(demand.statement).obligations)
        make = partial(model_emit.emit, demand.statement, demand.folder)
        certify = f"proofcheck prove, with the file of {demand.name}"
        return Subject(demand.name, ids, model_emit.generated_file(demand.name), make, certify)
    problem, outside = from_statement(demand.statement), ""
    try:
        data.require_supported(problem)
    except data.Unsupported as reason:
        outside = str(reason)
    ids = tuple(task.id for task in obligations(problem))
    certify = f"proofcheck generate {demand.name}"
    make = partial(emit.emit, demand)
    return Subject(demand.name, ids, emit.generated_file(demand), make, certify, outside)
