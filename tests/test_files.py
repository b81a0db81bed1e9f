"""Files are written whole or not at all, and only files are replaced."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from proofcheck.errors import BadInput
from proofcheck.files import require_writable, write_whole
from proofcheck.index.commands import write_file

WRITERS: list[Callable[[Path], object]] = [
    lambda path: write_whole(path, "new"),
    lambda path: list(write_file(path, "new")),
    require_writable,
]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("through", ["itself", "link"])
def test_a_pipe_is_never_replaced(tmp_path: Path, write: Callable[[Path], object], through: str) -> None:
    """Nor what stands for a device, also behind a link: a run as root would take /dev/null from everyone."""
    pipe = tmp_path / "itself"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    with pytest.raises(BadInput, match="cannot be written: it is not an ordinary file"):
        write(tmp_path / through)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert {path.name for path in tmp_path.iterdir()} == {"itself", "link"}


@pytest.mark.parametrize("write", WRITERS[:2])
def test_a_file_is_replaced_whole(tmp_path: Path, write: Callable[[Path], object]) -> None:
    """New or old; no temporary file stays."""
    for _ in range(2):
        write(tmp_path / "file")
        assert (tmp_path / "file").read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
