"""What changed since a revision in git, and which pieces of work that can affect."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from proofcheck.errors import BadInput
from proofcheck.gate.about import PACKAGE
from proofcheck.work import Block

LIBRARIES = ("requirements.lock", "pyproject.toml")  # at the root: what they pin can change what is generated
TIMEOUT = 60.0


def git(folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """What a git command prints; BadInput with its own words if it fails."""
    command, env = ["git", "-C", str(folder), *arguments], {**os.environ, **(environment or {})}
    try:
        found = subprocess.run(command, env=env, capture_output=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadInput(f"git cannot be run: {error}") from None
    if found.returncode:
        words = found.stderr.decode("utf-8", "replace").strip().splitlines()
        raise BadInput(f"git {arguments[0]}: {words[0] if words else f'exit code {found.returncode}'}")
    return found.stdout.decode("utf-8", "surrogateescape")


def commit(folder: Path, revision: str) -> str:
    """The full name of a commit; BadInput if the revision is none."""
    try:
        arguments = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        return git(folder, *arguments).strip()
    except BadInput:
        top = git(folder, "rev-parse", "--show-toplevel").strip()
        raise BadInput(f"{revision}: no such revision in {top}") from None


@dataclass(frozen=True)
class Changes:
    """The files that differ from a commit: changed, added, removed, untracked."""

    commit: str
    top: Path
    paths: frozenset[Path]

    @classmethod
    def since(cls, folder: Path, revision: str) -> Changes:
        """The changes in the work tree that holds a folder."""
        top = Path(git(folder, "rev-parse", "--show-toplevel").removesuffix("\n")).resolve()
        found = commit(folder, revision)
        names = git(top, "diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", found, "--")
        names += git(top, "ls-files", "--others", "--exclude-standard", "-z")
        # what git ignores among the cases is of no revision, so it may have changed
        names += git(top, "ls-files", "--others", "-z", "--", str(folder.resolve()))
        return cls(found, top, frozenset(top / name for name in names.split("\0") if name))

    def affect(self, paths: tuple[Path, ...]) -> bool:
        """Whether one of the paths changed, or what is in it, or the code or libraries that generate.  A path
        that is a link may have changed itself, or where it leads."""
        roots = [path.resolve() for path in (*paths, PACKAGE)] + [self.top / name for name in LIBRARIES]
        roots += [path.parent.resolve() / path.name for path in paths]
        return any(path == root or root in path.parents for path in self.paths for root in roots)


def restricted(blocks: list[Block], changes: Changes) -> tuple[list[Block], list[str]]:
    """The blocks, without comparisons that nothing since then can affect; and sentences that say which."""
    kept, skipped = [], []
    for block in blocks:
        pieces = tuple(piece for piece in block.pieces if changes.affect(piece.reads))
        if block.checker != "regenerate" or len(pieces) == len(block.pieces):
            kept.append(block)
            continue
        count, total = len(block.pieces) - len(pieces), len(block.pieces)
        skipped.append(block.problem if not pieces else f"{block.problem} ({count} of {total})")
        if pieces:
            kept.append(block.with_pieces(pieces))
    if not skipped:
        return kept, []
    return kept, [
        "not generated again, because nothing that they depend on has changed since "
        f"{changes.commit[:12]}: {', '.join(skipped)}"
    ]
