"""The import graph, read from the headers of the sources."""

from __future__ import annotations

import pytest

from proofcheck.lean import modules
from proofcheck.lean.errors import BadSource, ImportCycle, MissingModule, ModuleGraphError


def header(*imports: str) -> str:
    return "prelude\n" + "".join(f"import {name}\n" for name in imports)


def test_imports_come_first_and_ties_are_alphabetical(empty):
    empty.write("ProofCheck", header("ProofCheck.C", "ProofCheck.A"))
    empty.write("ProofCheck.C", header("ProofCheck.D.E"))
    empty.write("ProofCheck.A", header("ProofCheck.D.E"))
    empty.write("ProofCheck.D.E", header())
    expected = ["ProofCheck.D.E", "ProofCheck.A", "ProofCheck.C", "ProofCheck"]
    assert list(modules.load(empty.root)) == expected


def test_a_project_without_modules_is_refused(empty):
    with pytest.raises(ModuleGraphError, match=r"no Lean source ProofCheck\.lean"):
        modules.load(empty.root)


def test_the_module_that_lake_begins_with_must_be_there(empty):
    """The library in the wheel would do without; lake would build nothing, and call that a success."""
    empty.write("ProofCheck.A", header())
    with pytest.raises(MissingModule, match=r"ProofCheck\.lean: missing"):
        modules.require_top(empty.root)
    empty.write("ProofCheck", header("ProofCheck.A"))
    modules.require_top(empty.root)


def test_a_missing_module_is_named_with_the_file_that_wants_it(empty):
    empty.write("ProofCheck.A", header("ProofCheck.B"))
    with pytest.raises(MissingModule, match=r"A\.lean: imports ProofCheck\.B, which the project"):
        modules.load(empty.root)
    empty.write("ProofCheck.B", header())
    assert list(modules.load(empty.root)) == ["ProofCheck.B", "ProofCheck.A"]


def test_a_library_outside_the_project_is_a_missing_module(empty):
    empty.write("ProofCheck.A", header("Init"))
    with pytest.raises(MissingModule, match="imports Init"):
        modules.load(empty.root)


@pytest.mark.parametrize("cycle", [["A"], ["A", "B"], ["A", "B", "C"]])
def test_a_cycle_is_named(empty, cycle):
    for name, following in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        empty.write(f"ProofCheck.{name}", header(f"ProofCheck.{following}"))
    with pytest.raises(ImportCycle) as error:
        modules.load(empty.root)
    assert all(f"ProofCheck.{name}" in str(error.value) for name in cycle)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("prelude", ()),
        ("prelude\nimport A.B\nimport C\n\ndef import_x := 1", ("A.B", "C")),
        ("/- import X -/ prelude -- import Y\nimport A /- import Z -/\nimport B", ("A", "B")),
        ("prelude import A import B", ("A", "B")),
        ("prelude\nimport «A»\n", ("«A»",)),
        ("prelude\nimport A\nimport A\n", ("A",)),
        ('prelude\ndef s := "\nimport A\n"', ()),
    ],
)
def test_imports_are_those_of_the_header(text, expected):
    assert modules.imports(text, place="T.lean") == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "must start with prelude"),
        ("import A", "must start with prelude"),
        ("preludex", "must start with prelude"),
        ("prelude\npublic import A", "'public import A' is not of the form"),
        ("prelude\nimport all A", "T.lean:2: header line 'import all A' is not of the form"),
        ("prelude\nimport A\nimport", "'import' is not of the form"),
        ("prelude /- open", "T.lean:1: comment or string is not closed"),
    ],
)
def test_a_header_of_another_shape_is_refused(text, reason):
    with pytest.raises(BadSource, match=reason):
        modules.imports(text, place="T.lean")


def test_a_source_that_is_not_utf8_is_refused(empty):
    empty.write("ProofCheck.A", header())
    empty.path("ProofCheck.A").write_bytes(b"prelude\n-- \xff")
    with pytest.raises(BadSource, match=r"A\.lean: not UTF-8 \(byte 11\)"):
        modules.load(empty.root)


def test_a_file_name_that_is_no_module_name_is_refused(empty):
    empty.write("ProofCheck.A", header())
    (empty.root / "ProofCheck" / "A-1.lean").write_text(header(), encoding="utf-8")
    with pytest.raises(BadSource, match="'A-1' cannot be part of a module name"):
        modules.load(empty.root)
