"""Snapshots of a tree of files, or of a revision in git: the checkers are run there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from proofcheck.delta.snapshot import Snapshot, read_results, snapshot
from proofcheck.errors import BadInput
from proofcheck.gate.since import commit, git

ENTRY = "from proofcheck.entry import main; main()"


def take(what: str, cases: Path, with_lean: bool) -> Snapshot:
    """The snapshot of a results file, of a folder (a work tree as it stands), or of a revision.

    `cases` is the folder with gate.toml; in another tree it is looked for at the same place.
    """
    if Path(what).is_file():
        return read_results(Path(what))
    top = Path(git(cases, "rev-parse", "--show-toplevel").removesuffix("\n")).resolve()
    inside = cases.resolve().relative_to(top)
    if Path(what).is_dir():
        return check_tree(Path(what).resolve(), inside, what, with_lean)
    with checked_out(top, commit(cases, what)) as tree:
        return check_tree(tree, inside, what, with_lean)


@contextmanager
def checked_out(top: Path, revision: str) -> Iterator[Path]:
    """All files of a commit in a folder of their own; the repository itself is not touched."""
    with tempfile.TemporaryDirectory(prefix="proofcheck-") as name:
        tree = Path(name).resolve() / "tree"
        tree.mkdir()
        index = {"GIT_INDEX_FILE": str(tree.parent / "index")}
        git(top, "read-tree", revision, environment=index)
        git(top, "checkout-index", "--all", f"--prefix={tree}/", environment=index)
        yield tree


def check_tree(tree: Path, cases: Path, name: str, with_lean: bool) -> Snapshot:
    """Check a tree: with the proofcheck in it if there is one, or else with this one."""
    options = ["--json", "--without-compare", *([] if with_lean else ["--without-lean"])]
    own = {"PYTHONPATH": str(tree)} if (tree / "proofcheck" / "entry.py").is_file() else {}
    quiet = {key: value for key, value in os.environ.items() if not key.startswith("GITHUB_")}
    with tempfile.TemporaryDirectory(prefix="proofcheck-") as scratch:
        options += ["--listing", f"{scratch}/all.txt"]
        command = [sys.executable, "-c", ENTRY, "check-all", "--cases", str(cases), *options]
        found = subprocess.run(command, cwd=tree, env=quiet | own, capture_output=True, check=False)
    try:
        report = json.loads(found.stdout)
    except ValueError:
        words = found.stderr.decode("utf-8", "replace").strip().splitlines()
        why = words[-1].removeprefix("proofcheck: ") if words else f"exit code {found.returncode}"
        raise BadInput(f"{name}: cannot be checked: {why}") from None
    return snapshot(report, name)
