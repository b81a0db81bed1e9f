"""Problems (proofcheck.problem) for inference: routing and events, no parameters, one cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from proofcheck.certificate.gate import PROBLEM_FILE
from proofcheck.certificate.write import generate
from proofcheck.enumerate.forms import Form, event_of, reachable
from proofcheck.enumerate.hypotheses import entries, form_of, highest, split_states
from proofcheck.enumerate.obligations import Task, most_sent, obligations
from proofcheck.infer.language import MARGIN, Language, Operator, Question, Symbolic, constants
from proofcheck.infer.write import problem_text, with_cone
from proofcheck.problem.model import Event, Inequality, State, from_statement


class ProblemLanguage(Language):
    """A problem's statement."""

    def __init__(self, statement: dict[str, Any]) -> None:
        self.statement = statement
        self.problem = problem = from_statement(statement)
        self.name, self.coordinates, self.cone = problem.name, problem.coordinates, problem.cone
        self.labels = tuple(str(number + 1) for number in range(len(problem.coordinates)))
        self.parameters, self.assumptions, self.given = ("1",), (), {}
        still = (0,) * len(problem.coordinates)
        routing = [] if problem.move is None else [Operator("routing", self._sent(problem.move), None)]
        self.operators = (*routing, *map(self._event, problem.events))
        self.costs = (Operator("cost", still, problem.cost),)
        moved: dict[str, Any] = {"use": "f"}
        if routing:
            moved = {"use": "operator", "name": "routing", "of": moved}
        events = [{"use": "operator", "name": f"event.{e.name}", "of": moved} for e in problem.events]
        terms = [{"rate": "1", "of": part} for part in ({"use": "cost", "name": "cost"}, *events)]
        self.step = {"use": "sum", "terms": terms}
        self.identity = repr((problem.coordinates, problem.cost, problem.move, problem.events))

    def _sent(self, move: State) -> State:
        return tuple(max(0, -step) * most_sent(self.problem) for step in move)

    def _event(self, event: Event) -> Operator:
        moves = zip(*(jump.move for jump in event.jumps), strict=True)
        return Operator(f"event.{event.name}", tuple(max(0, *(-v for v in m), 0) for m in moves), event)

    def choices(self, operator: Operator, state: State, symbolic: Symbolic) -> list[Form]:
        """Routing has one for every number of jobs sent, an event one."""
        if operator in self.costs:
            slopes: Form = {("1", (c,)): p for c, p in enumerate(operator.of) if symbolic[c] and p}
            return [slopes | {("1", ()): sum(p * v for p, v in zip(operator.of, state, strict=True))}]
        if operator.of is None:
            return [{("f", target): 1} for target in reachable(self.problem, state)]
        return [event_of(self.problem, [operator.of], "f")(state)]

    def obligations(self, i: Inequality) -> Iterator[Question]:
        """Routing, events, cost; that a cone is closed under sums needs no search."""
        alone = replace(self.problem, cone=(i,), claims=(), reductions=())
        yield from (self._question(task) for task in obligations(alone) if task.operator != "closure")

    def claims(self) -> Iterator[Question]:
        """The claims alone."""
        bare = replace(self.problem, cone=(), reductions=())
        yield from (self._question(task) for task in obligations(bare) if task.operator == "claim")

    def _question(self, task: Task) -> Question:
        alone = replace(task, known={})
        named = entries(self.problem, alone, MARGIN)
        attained = {j: (tuple(e["at"]), e["sends"]) for j, e in enumerate(named) if e["use"] == "attained"}
        splits = ((s, tuple(range(len(reachable(self.problem, s))))) for s in split_states(task))
        own = [form_of(self.problem, alone, entry) for entry in named] + constants(task.symbolic, "n")
        far = highest(task) or (0,) * len(self.coordinates)
        return Question(task.id, task.goal, task.symbolic, far, tuple(own), attained, tuple(splits))

    def certificates(self, cone: list[Inequality], name: str) -> dict[str, str]:
        """As `proofcheck generate` writes them."""
        files = generate(with_cone(self.statement, cone, name))
        return {file: content for file, content in files.items() if file != PROBLEM_FILE}

    def text(self, cone: list[Inequality], name: str) -> str:
        """A problem file."""
        note = "Inferred by proofcheck infer; the format is explained in docs/problem-format.md."
        return problem_text(with_cone(self.statement, cone, name), note)
