"""Write files whole or not at all."""

from __future__ import annotations

from pathlib import Path

from proofcheck.errors import BadInput


def write_whole(path: Path, content: str | bytes) -> None:
    """Replace a file in one step; its folder is made if need be.  Raises BadInput if that fails."""
    temporary = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)
        temporary.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def require_writable(path: Path) -> None:
    """Refuse before the work, not after it: BadInput if `write_whole` would fail."""
    trial = path.with_name(f".{path.name}.part")
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
