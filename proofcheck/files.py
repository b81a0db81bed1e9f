"""Write files whole or not at all."""

from __future__ import annotations

from pathlib import Path

from proofcheck.errors import BadInput


def write_whole(path: Path, content: str | bytes) -> None:
    """Replace a file in one step; its folder is made if need be.  Raises BadInput if that fails."""
    require_ordinary(path)
    temporary = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)
        temporary.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def require_ordinary(path: Path) -> None:
    """BadInput if replacing the path would replace a device, pipe or folder, such as /dev/null."""
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: cannot be written: it is not an ordinary file")


def require_writable(path: Path) -> None:
    """Refuse before the work, not after it: BadInput if `write_whole` would fail."""
    require_ordinary(path)
    trial = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
