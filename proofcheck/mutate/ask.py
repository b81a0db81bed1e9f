"""Ask the gate's checkers about a copy of the project, each on its own.

Whom: the Python checkers of certificates, Lean, the gate itself (what is demanded, what belongs to nothing),
and, if asked for, the comparison with what generating gives.  The work is the gate's own plan; a block of it
is done where the edits concern its problem; on the rest the unchanged copy has been asked.  Before Lean is
asked, the generated modules follow the certificates where they can: so Lean judges the changed certificates
themselves, and not only by a comparison of files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from proofcheck.certificate.gate import GATE_FILE, LISTS, Demand, demanded_theorems, unlisted
from proofcheck.errors import BadInput
from proofcheck.gate.cache import described
from proofcheck.gate.plan import plan, stated_for_lean
from proofcheck.lean.build import DEFAULT_TIMEOUT
from proofcheck.lean.run import Settings, differing, emitted
from proofcheck.lean.run import check as check_with_lean
from proofcheck.lean.subject import subject
from proofcheck.model.gate import Wanted, read_models
from proofcheck.mutate.answer import DRIFT, GATE, LEAN, PYTHON, Answer
from proofcheck.mutate.folders import by_source, listed
from proofcheck.mutate.project import Edits, Project, apply
from proofcheck.verdict import Result
from proofcheck.work import Block, Piece, files, perform

WHO = {"python": PYTHON, "regenerate": DRIFT, "gate": GATE}  # by the checker of a block
KNOWN: dict[str, list[Result]] = {}  # what pieces of work gave, by all that they depend on


@dataclass(frozen=True)
class Options:
    """Whether to compare and to ask Lean, which Lean, and how long one module may take, in seconds."""

    compare: bool = True
    lean: bool = True
    toolchain: str = "auto"
    timeout: float = DEFAULT_TIMEOUT


def ask(copy: Project, edits: Edits, options: Options, frozen: Project) -> Answer:
    """What the checkers say of a copy of a frozen project with these edits; with none, all of them are asked
    about everything."""
    answer = Answer()
    try:
        _Asking(copy, edits, options, frozen, answer).everybody()
    except BadInput as refusal:
        answer.asked.append(GATE)
        answer.refuse(GATE, refusal, copy.root)
    return answer


class _Asking:
    """One round of questions.  BadInput: what the gate demands cannot be read."""

    def __init__(
        self, copy: Project, edits: Edits, options: Options, frozen: Project, answer: Answer
    ) -> None:
        self.copy, self.edits, self.options, self.frozen, self.answer = copy, edits, options, frozen, answer
        self.demands = copy.demands()
        self.all = not edits or f"cases/{GATE_FILE}" in edits
        owner = {f"cases/{name}.toml": folders for name, folders in LISTS.items()}
        self.models = read_models(copy.cases)
        made = by_source(listed(copy, self.demands, self.models))
        owner |= {path: tuple(one.name for one in found) for path, found in made.items()}
        self.names = {name for path in edits for name in owner.get(path, _folders(path))}

    def everybody(self) -> None:
        """Ask all that the edits concern."""
        if self.all or any(path.startswith("cases/") for path in self.edits):
            self.cases()
        if self.options.lean:
            self.lean()

    def cases(self) -> None:
        """Ask the gate, and the checkers of the blocks that the edits concern."""
        self.answer.take(GATE, "folders", unlisted(self.copy.cases, self.demands), self.copy.root)
        for block in plan(self.copy.cases, self.demands, self.options.compare):
            who = WHO[block.checker]
            if self.all or who == GATE or block.problem in self.names:
                self.take(who, block.problem, partial(self.joined, block))

    def take(self, who: str, what: str, find: Callable[[], list[Result]]) -> None:
        """Record what somebody finds, or that it cannot be read."""
        try:
            self.answer.take(who, what, find(), self.copy.root)
        except BadInput as refusal:
            self.answer.asked.append(f"{who} {what}")
            self.answer.refuse(who, refusal, self.copy.root)

    def joined(self, block: Block) -> list[Result]:
        """The verdicts of a block."""
        return block.join([result for piece in block.pieces for result in self.done(piece)])

    def done(self, piece: Piece) -> list[Result]:
        """What a piece of work gives, once for all copies in which it depends on the same."""
        contents = [(path, path.read_bytes()) for path in files(piece.reads)]
        key = repr((piece.about, piece.ids, described(piece.work), contents)).replace(str(self.copy.root), "")
        if key not in KNOWN:
            results = perform(piece)
            root = f"{self.copy.root}/"
            KNOWN[key] = [replace(one, reason=one.reason.replace(root, "")) for one in results]
        return KNOWN[key]

    def concerned(self, demand: Demand | Wanted) -> bool:
        """Whether the edits concern a problem or a model."""
        return self.all or demand.folder.name in self.names

    # -------- Lean

    def lean(self) -> None:
        """Build and audit the Lean project, if anything that it is made from has changed."""
        everything: list[Demand | Wanted] = [*self.demands, *self.models]
        demands = [demand for demand in everything if not demand.without_lean]
        concerned = [demand for demand in demands if self.concerned(demand)]
        stated = stated_for_lean(self.copy.cases)
        direct = self.all or "lean" in self.names or stated != stated_for_lean(self.frozen.cases)
        direct = direct or any(subject(demand).outside for demand in concerned)  # for which Lean has no data
        if not (direct or concerned):
            return
        if self.options.compare:
            self.take(DRIFT, "lean", partial(self.generated, demands))
        followed = "lean" not in self.names and self.follow(concerned)
        if not (direct or followed):
            self.answer.notes.append("lean: what it is given has not changed")
            return
        python = {key: "expected refutation" for demand in demands for key in demand.expected}
        settings = Settings(
            self.copy.lean,
            self.options.toolchain,
            1,
            self.options.timeout,
            theorems=tuple(demanded_theorems(self.copy.cases)),
            compare=False,
        )
        sections = check_with_lean(demands, python, settings, stated)
        results = [result for section in sections for result in section.results]
        self.answer.take(LEAN, " ".join(demand.name for demand in concerned), results, self.copy.root)

    def generated(self, demands: list[Demand | Wanted]) -> list[Result]:
        """Which generated modules are not what emitting gives."""
        made = emitted(demands)
        changed = set(differing(self.copy.lean, made))
        stale = [Result(name, "stale", "not what emitting gives") for name in sorted(changed)]
        return stale + [Result(name, "proved") for name in made if name not in changed]

    def follow(self, demands: list[Demand | Wanted]) -> bool:
        """Let the generated modules follow the certificates; whether any changes."""
        fresh: dict[str, bytes] = {}
        for demand in demands:
            try:
                made = emitted([demand])
            except BadInput as refusal:
                reason = str(refusal).replace(f"{self.copy.root}/", "")
                self.answer.notes.append(f"lean: no data can be made: {reason}"[:200])
                continue
            changed = differing(self.copy.lean, made)
            fresh |= {f"lean/{name}": text.encode() for name, text in made.items() if name in changed}
        apply(self.copy, fresh)
        return bool(fresh)


def _folders(path: str) -> list[str]:
    """The names that a path in a copy speaks of: its folders."""
    return path.split("/")[:3]
