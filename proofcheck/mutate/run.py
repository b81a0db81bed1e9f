"""Plant faults one by one, ask, and keep a journal: a run that is stopped can go on."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import proofcheck
from proofcheck import __version__
from proofcheck.errors import BadInput
from proofcheck.mutate.answer import Answer, Catch
from proofcheck.mutate.ask import Options, ask
from proofcheck.mutate.fault import Fault
from proofcheck.mutate.project import Project, changes, linked

FORMAT = "proofcheck-mutate/1"


@dataclass(frozen=True)
class Outcome:
    """What became of a fault: who was asked, who caught it, and in how many seconds."""

    kind: str
    site: str
    equivalent: bool
    answer: Answer
    seconds: float

    @property
    def status(self) -> str:
        """`killed` or `survived`; for an equivalent one `alive` or `dead`."""
        caught = self.answer.independently
        if self.equivalent:
            return "dead" if caught else "alive"
        return "killed" if caught else "survived"

    @property
    def good(self) -> bool:
        """Whether the gate did what it must."""
        return self.status in ("killed", "alive")

    def as_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return asdict(self) | {"status": self.status}


def plant(project: Project, fault: Fault, options: Options) -> Outcome:
    """Ask the checkers about a copy with this fault.  One that changes nothing is not asked about, and
    survives."""
    start = time.perf_counter()
    edits = fault.edits()
    if not changes(project, edits):
        nothing = Answer(notes=["changes nothing, so there is nothing to notice"])
        return Outcome(fault.kind, fault.site, fault.equivalent, nothing, time.perf_counter() - start)
    with tempfile.TemporaryDirectory(prefix="fault-", dir=project.root.parent) as folder:
        answer = ask(linked(project, Path(folder), edits), edits, options, project)
    return Outcome(fault.kind, fault.site, fault.equivalent, answer, time.perf_counter() - start)


def unchanged(project: Project, fault: Fault, options: Options) -> Outcome:
    """Ask the checkers about the frozen copy itself; its Lean modules stay built for all the others."""
    start = time.perf_counter()
    answer = ask(project, {}, options, project)
    return Outcome(fault.kind, fault.site, fault.equivalent, answer, time.perf_counter() - start)


def planted(
    project: Project, faults: list[Fault], options: Options, jobs: int, journal: Journal
) -> Iterator[Outcome]:
    """The outcome of every fault, those in the journal first; each new one is written there at once."""
    todo = [fault for fault in faults if fault.name not in journal.known]
    yield from (journal.known[fault.name] for fault in faults if fault.name in journal.known)
    one_by_one = (plant(project, fault, options) for fault in todo)
    for outcome in one_by_one if jobs == 1 else _abreast(project, todo, options, jobs):
        journal.write(outcome)
        yield outcome


def _abreast(project: Project, faults: list[Fault], options: Options, jobs: int) -> Iterator[Outcome]:
    """Several copies at a time, each in a process of its own, in the order in which they end."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        waiting: list[Future[Outcome]] = [pool.submit(plant, project, fault, options) for fault in faults]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class Journal:
    """One line of JSON per outcome, after a line that says of what project and with which options."""

    def __init__(self, path: Path, project: Project, options: Options, seed: int, resume: bool) -> None:
        self.path = path
        self.known: dict[str, Outcome] = {}
        self.head = {
            "format": FORMAT,
            "version": __version__,
            "project": project.digest(),
            "code": _code(),
            "seed": seed,
            "options": asdict(options),
        }
        try:
            if resume and path.exists():
                self._read()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(self.head) + "\n", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None

    def _read(self) -> None:
        lines = self.path.read_text("utf-8").splitlines()
        if not lines or _parsed(lines[0]) != self.head:
            raise BadInput(f"{self.path}: of another project, code, seed or options; run without --resume")
        kept = [lines[0]]
        for line in lines[1:]:
            raw = _parsed(line)
            if raw is None:
                break  # the line that was being written when the run was stopped
            outcome = _outcome(raw)
            self.known[f"{outcome.kind} @ {outcome.site}"] = outcome
            kept.append(line)
        self.path.write_text("\n".join(kept) + "\n", encoding="utf-8")

    def write(self, outcome: Outcome) -> None:
        """Append an outcome."""
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(outcome.as_json()) + "\n")


def _code() -> str:
    """The SHA-256 of the sources of the package: other checkers, another journal."""
    home = Path(proofcheck.__file__).parent
    sources = sorted(home.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _outcome(raw: dict[str, Any]) -> Outcome:
    answer = raw["answer"]
    caught = [Catch(**catch) for catch in answer["caught"]]
    made = Answer(answer["asked"], answer["notes"], caught)
    return Outcome(raw["kind"], raw["site"], raw["equivalent"], made, raw["seconds"])


def in_order(faults: list[Fault], outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes in the order of the faults."""
    by_name = {f"{one.kind} @ {one.site}": one for one in outcomes}
    return [by_name[fault.name] for fault in faults if fault.name in by_name]
