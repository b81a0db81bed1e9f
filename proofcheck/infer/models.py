"""Models (proofcheck.model) for inference: any operators, parameters under assumptions, given functions.

What an operator does, and what must be proved about it, is asked of the trusted reading of the statement.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import copy
from hashlib import sha256

from proofcheck.certificate.check_model import Checker
from proofcheck.certificate.model_statement import Form, Model, Obligation, Raw
from proofcheck.infer.language import MARGIN, Language, Operator, Question, Symbolic, constants
from proofcheck.infer.write import as_statement, model_table, model_text
from proofcheck.model.hypotheses import entries, form_of, split_states, spoken_of
from proofcheck.model.reader import statement as read
from proofcheck.model.write import MODEL_FILE, generate
from proofcheck.problem.model import Coordinate, Inequality, State, inequality_of

TEXTS = ("format", "name", "title", "source", "inequalities", "claims")  # no operator depends on them


class ModelLanguage(Language):
    """A model: the table that a person wrote, and its statement."""

    def __init__(self, table: Raw, place: str) -> None:
        self.table, self.place = table, place
        self.statement = statement = read(table, place)
        model = Model(statement)
        self.name, self.labels = model.name, tuple(model.names)
        self.coordinates = tuple(
            Coordinate(c["name"], c["meaning"], c["top"]) for c in statement["coordinates"]
        )
        self.cone = tuple(map(inequality_of, statement["inequalities"]))
        self.parameters, self.assumptions = tuple(model.parameters), tuple(model.assumptions)
        functions = statement["functions"]
        self.given = {one["name"]: list(map(inequality_of, one["inequalities"])) for one in functions}
        self.bare = _with(model, [], [])
        self.operators = tuple(
            Operator(o["name"], model.depth[o["name"]], o, o["choose"] == "min") for o in model.operators
        )
        self.costs = tuple(Operator(c["name"], model.still, c) for c in model.costs)
        self.step = statement["step"]
        said = {key: part for key, part in statement.items() if key not in TEXTS}
        self.identity = sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    def choices(self, operator: Operator, state: State, symbolic: Symbolic) -> list[Form]:
        """The values of the actions; of a cost, itself."""
        return [*self.bare.choices(operator.of, state, symbolic).values()]

    def obligations(self, i: Inequality) -> Iterator[Question]:
        """Operators and costs; the first obligation of a model, its assumptions, is not about the cone."""
        _, *found = _with(self.bare, [as_statement(i)], []).obligations
        yield from map(self._question, found)

    def claims(self) -> Iterator[Question]:
        """The claims alone."""
        _, *found = _with(self.bare, [], self.statement["claims"]).obligations
        yield from map(self._question, found)

    def _question(self, o: Obligation) -> Question:
        checker = Checker(self.bare, o)
        named = list(entries(checker, MARGIN))
        attained = {j: (tuple(e["at"]), e["action"]) for j, e in enumerate(named) if e["use"] == "attained"}
        splits = ((s, tuple(checker.after[s])) for s in split_states(checker))
        own = [form_of(checker, entry) for entry in named] + constants(o.symbolic, "1")
        far = tuple(map(max, zip(*spoken_of(checker), o.at, strict=True)))
        return Question(o.id, o.goal, o.symbolic, far, tuple(own), attained, tuple(splits))

    def certificates(self, cone: list[Inequality], name: str) -> dict[str, str]:
        """As `proofcheck prove` writes them."""
        files = generate(read(model_table(self.table, self.coordinates, cone, name), self.place))
        return {file: content for file, content in files.items() if file != MODEL_FILE}

    def text(self, cone: list[Inequality], name: str) -> str:
        """A model file: the one that was read, with another cone, without its comments."""
        note = "Inferred by proofcheck infer; the format is explained in docs/model-format.md."
        return model_text(model_table(self.table, self.coordinates, cone, name), note)


def _with(model: Model, cone: list[Raw], claims: list[Raw]) -> Model:
    """The same model with another cone and other claims, and nothing known of its given functions: their
    inequalities are hypotheses like those of the cone."""
    other = copy(model)
    other.__dict__.pop("obligations", None)
    other.known, other.claims = {name: cone if name == "f" else [] for name in model.known}, claims
    return other
