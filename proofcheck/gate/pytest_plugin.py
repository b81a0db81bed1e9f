"""pytest plugin: the obligations of a gate as test items, one per obligation and checker.

Does nothing unless asked: `pytest --proofcheck cases`, or `proofcheck = "cases"` among pytest's settings,
which counts where pytest is run without arguments.  A checker runs when the first of its items does.  What it
finds on files that belong to nothing is an item of its own, as is an obligation without certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from proofcheck.verdict import Result

REST = "(everything else)"
ASKED = pytest.StashKey["Asked"]()


class Asked:
    """What the user asked for: the gate's file, the Lean project or None, whether to generate again."""

    def __init__(self, gate: Path, lean: Path | None, compare: bool) -> None:
        self.gate, self.lean, self.compare = gate, lean, compare


class NotProved(Exception):
    """A verdict that does not let a gate pass."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options and the setting."""
    group = parser.getgroup("proofcheck", "obligations of a gate as test items")
    group.addoption("--proofcheck", metavar="CASES", help="Check the gate in this folder.")
    group.addoption("--proofcheck-lean", metavar="PROJECT", help="Ask Lean too, with this Lean project.")
    group.addoption(
        "--proofcheck-without-compare", action="store_true", help="Do not generate again and compare."
    )
    parser.addini("proofcheck", "Folder of a gate, checked if pytest is run without arguments.", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Add the gate to what is collected."""
    told, setting = config.getoption("--proofcheck"), config.getini("proofcheck")
    if told is None and (not setting or config.args_source is config.ArgsSource.ARGS):
        return
    folder = config.invocation_params.dir / told if told is not None else config.rootpath / setting
    lean = config.getoption("--proofcheck-lean")
    gate = (folder / "gate.toml").absolute()
    project = config.invocation_params.dir / lean if lean else None
    config.stash[ASKED] = Asked(gate, project, not config.getoption("--proofcheck-without-compare"))
    config.args.append(str(gate))


def pytest_report_header(config: pytest.Config) -> list[str]:
    """What is left out is said first."""
    asked = config.stash.get(ASKED, None)
    if asked is None:
        return []
    found = [f"proofcheck: {asked.gate}"]
    found += [] if asked.lean else ["proofcheck: LEFT OUT: Lean does not check anything (--proofcheck-lean)"]
    return found + ([] if asked.compare else ["proofcheck: LEFT OUT: certificates are not generated again"])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The gate that was asked for, and no other file."""
    asked = parent.config.stash.get(ASKED, None)
    if asked is None or file_path != asked.gate:
        return None
    return Gate.from_parent(parent, path=file_path)


class Gate(pytest.File):
    """A gate: its checkers."""

    def collect(self) -> Iterator[pytest.Collector]:
        """A checker on a problem each; an error in one line if the gate cannot be read."""
        from proofcheck.certificate.gate import choose, unlisted
        from proofcheck.errors import BadInput
        from proofcheck.gate.plan import plan, stated_for_lean
        from proofcheck.gate.run import alone
        from proofcheck.model.gate import read_models

        asked, cases = self.config.stash[ASKED], self.path.parent
        try:
            demands = choose(cases, ())
            blocks = plan(cases, demands, asked.compare)
        except BadInput as error:
            raise self.CollectError(f"proofcheck: {error}") from None
        foreign = partial(unlisted, cases, demands)
        checkers = [Checker.of(self, "(unlisted).gate", [], foreign, may_be_empty=True)]
        for block in blocks:
            keys = dict.fromkeys([*block.said(), *(key for piece in block.pieces for key in piece.ids)])
            name = f"{block.problem}.{block.checker}"
            checkers.append(Checker.of(self, name, keys, partial(results_of, alone, block)))
        yield from checkers
        if asked.lean:
            python = [one for one in checkers if one.name.endswith(".python")]
            stated = stated_for_lean(cases)
            every: list[Any] = [*demands, *read_models(cases)]
            covered = [one for one in every if not one.without_lean]
            owed = [*lean_ids(covered), *(i for some in stated for i in some.covered)]
            yield Checker.of(self, "lean", owed, partial(lean_results, self, covered, stated, python))


def results_of(alone: Callable[[Any], Any], block: Any) -> list[Result]:
    """The verdicts of a block that is done in this process."""
    found: list[Result] = alone(block).results
    return found


def lean_ids(covered: list[Any]) -> list[str]:
    """The obligations of problems and models that Lean must have a theorem for."""
    from proofcheck.lean.subject import subject

    return [i for demand in covered for i in subject(demand).ids if i not in demand.expected]


def lean_results(gate: Gate, covered: list[Any], stated: list[Any], python: list[Checker]) -> list[Result]:
    """Lean's verdicts on everything, the project as a whole included."""
    from proofcheck.certificate.gate import demanded_theorems
    from proofcheck.lean.run import Settings, check

    project = gate.config.stash[ASKED].lean or Path("lean")
    verdicts = {result.id: result.verdict for checker in python for result in checker.results.values()}
    settings = Settings(project, theorems=tuple(demanded_theorems(gate.path.parent)))
    sections = check(covered, verdicts, settings, stated)
    return [result for section in sections for result in section.results]


class Checker(pytest.Collector):
    """One checker on one problem: an item per obligation, and one for what it finds besides."""

    keys: list[str]
    run: Callable[[], list[Result]]
    may_be_empty: bool

    @classmethod
    def of(
        cls,
        parent: Gate,
        name: str,
        keys: Iterable[str],
        run: Callable[[], list[Result]],
        may_be_empty: bool = False,
    ) -> Checker:
        """A checker with what it owes and what makes it run."""
        found: Checker = cls.from_parent(parent, name=name)
        found.keys, found.run, found.may_be_empty = list(keys), run, may_be_empty
        return found

    @cached_property
    def results(self) -> dict[str, Result]:
        """All verdicts by id; the checker runs once."""
        return {result.id: result for result in self.run()}

    def collect(self) -> Iterator[pytest.Item]:
        """An item per obligation, then one for the rest."""
        for key in self.keys:
            yield Obligation.from_parent(self, name=key)
        yield Rest.from_parent(self, name=REST)


class Verdict(pytest.Item):
    """An item that fails with one line."""

    @property
    def checker(self) -> Checker:
        """The checker it belongs to."""
        assert isinstance(self.parent, Checker)
        return self.parent

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The verdict and its reason; no traceback, unless the fault is ours."""
        from proofcheck.errors import BadInput

        if isinstance(excinfo.value, NotProved | BadInput):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The gate's file and the item's name."""
        return self.path, None, f"{self.checker.name}: {self.name}"


class Obligation(Verdict):
    """One obligation by one checker."""

    def runtest(self) -> None:
        """Pass if the checker accepts it; no verdict is a failure."""
        from proofcheck.verdict import succeeded

        result = self.checker.results.get(self.name)
        if result is None:
            raise NotProved("unproved: the checker gave no verdict on it")
        if not succeeded(result.verdict):
            raise NotProved(f"{result.verdict}: {result.reason}")


class Rest(Verdict):
    """What a checker finds besides the obligations: files that belong to nothing, an empty list."""

    def runtest(self) -> None:
        """Fail with every bad verdict that has no item of its own, and where there is nothing to prove."""
        from proofcheck.verdict import succeeded

        found, owed = self.checker.results, set(self.checker.keys)
        bad = [r for r in found.values() if r.id not in owed and not succeeded(r.verdict)]
        if bad:
            raise NotProved("\n".join(f"{r.verdict}: {r.id}: {r.reason}" for r in bad))
        if not found and not self.checker.may_be_empty:
            raise NotProved("vacuous: nothing to prove")
