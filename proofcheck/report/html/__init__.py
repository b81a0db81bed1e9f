"""The report as a folder of web pages: static, no network, made of what the checkers accepted in a run."""

from __future__ import annotations

import gc
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from proofcheck.errors import BadInput
from proofcheck.report.html.run import Run, python_results
from proofcheck.report.html.site import Site, Sources, assets
from proofcheck.report.summary import Report

MARK = ".proofcheck-report"  # in every report's folder: only such a folder is replaced

__all__ = ["Run", "Sources", "remove_report", "require_ours", "write_report", "write_run"]


def write_report(report: Report, sources: Sources, out: Path) -> Path:
    """Write the report of a run that has just ended; returns its first page.

    Certificates are shown where the Python checkers of this run accepted them.  Raises BadInput if the folder
    cannot be written or is not a report's.
    """
    before = {sources.cases / name: digest for name, digest in report.digests.items()}
    return write_run(Run(report, python_results(report.sections), digests=before), sources, out)


def write_run(run: Run, sources: Sources, out: Path) -> Path:
    """Write the report of a run into `out`, whole or not at all: it is made beside `out` and then moved."""
    require_ours(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as made:
            fresh, old = Path(made) / "new", Path(made) / "old"
            with _without_collector():
                _fill(fresh, Site(run, sources))
            if out.exists():
                out.rename(old)
            fresh.rename(out)
    except OSError as error:
        raise BadInput(f"{error.filename or out}: {error.strerror}; the report was not written") from None
    return out / "index.html"


def remove_report(out: Path) -> None:
    """Remove the report of an earlier run, so that it cannot be taken for a later one's."""
    require_ours(out)
    try:
        if out.is_dir():
            shutil.rmtree(out)
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}; the old report was not removed") from None


def require_ours(out: Path) -> None:
    """Refuse to replace anything but a report or an empty folder."""
    ours = out.is_dir() and not out.is_symlink() and ((out / MARK).is_file() or not any(out.iterdir()))
    if out.is_symlink() or (out.exists() and not ours):
        raise BadInput(f"{out}: is there and is not a report; name another folder")


@contextmanager
def _without_collector() -> Iterator[None]:
    """Without Python's cycle collector, which would look through a million small objects again and again."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _fill(folder: Path, site: Site) -> None:
    folder.mkdir()
    for path, content in assets().items():
        _write(folder / path, content)
    for path, text in site.pages():
        _write(folder / path, text.encode("utf-8"))
    for figure in site.figures:
        for file in figure.files:
            _write(folder / "figures" / file.name, file.read_bytes())
    (folder / MARK).write_text("Made by proofcheck report; replaced as a whole by the next one.\n", "utf-8")


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
