"""Build with `lake build`: lake does its own incremental work, here its result is checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from proofcheck.lean import ilean, process
from proofcheck.lean.errors import BadAnswer
from proofcheck.lean.messages import Message
from proofcheck.lean.modules import Module
from proofcheck.lean.process import Run
from proofcheck.lean.report import ModuleResult, Progress, Step
from proofcheck.lean.toolchain import Toolchain, environment

LIBRARY = Path(".lake/build/lib/lean")
_LINE = re.compile(r"(error|warning): (?:\./)*([^\s:]+\.lean):(\d+):(\d+): (.*)")


def build(
    root: Path,
    toolchain: Toolchain,
    known: Mapping[str, Module],
    *,
    timeout: float,
    progress: Progress,
) -> dict[str, ModuleResult]:
    """Run `lake build --wfail` in `root` and require products of every module of the project."""
    run = process.run(
        [*toolchain.lake, "build", "--wfail"],
        what="lake build",
        cwd=root,
        env=environment(),
        timeout=timeout * len(known),
    )
    found = _messages(run)
    results: dict[str, ModuleResult] = {}
    for name, module in known.items():
        results[name] = _result(root, module, run, found)
        progress(Step(name, results[name].status, len(results), len(known)))
    return results


def _messages(run: Run) -> tuple[Message, ...]:
    lines = (_LINE.match(line) for line in (run.stdout + "\n" + run.stderr).split("\n"))
    return tuple(Message(m[1], m[2], int(m[3]), int(m[4]), m[5]) for m in lines if m)


def _result(root: Path, module: Module, run: Run, found: tuple[Message, ...]) -> ModuleResult:
    file = str(module.path.relative_to(root))
    own = tuple(message for message in found if message.file == file and not message.harmless)
    if own:
        return ModuleResult(module.name, "failed", run.seconds, own)
    if run.status != 0:
        rest = () if found else (_complaint(file, f"lake build failed: {_tail(run)}"),)
        return ModuleResult(module.name, "failed" if rest else "blocked", run.seconds, rest)
    if objection := _objection(root, module):
        return ModuleResult(module.name, "failed", run.seconds, (_complaint(file, objection),))
    return ModuleResult(module.name, "built", run.seconds)


def _objection(root: Path, module: Module) -> str | None:
    """Why lake's success does not cover this module, if it does not."""
    base = root.joinpath(LIBRARY, *module.name.split("."))
    if not base.with_suffix(".olean").is_file():
        return "lake did not build this module: import it in ProofCheck.lean"
    try:
        seen = ilean.read(base.with_suffix(".ilean")).imports
    except BadAnswer as error:
        return str(error)
    return (
        None
        if set(seen) == set(module.imports)
        else "lake built it from other imports: lake clean, build again"
    )


def _complaint(file: str, text: str) -> Message:
    return Message("error", file, 1, 0, text)


def _tail(run: Run) -> str:
    return " | ".join((run.stdout + run.stderr).strip().splitlines()[-3:]) or "no output"
