"""Words and options that the sources and the lake configuration may not use."""

from __future__ import annotations

import pytest

from proofcheck.lean import forbidden, modules


def texts(project) -> list[str]:
    return [f.text for f in forbidden.scan(project.root, modules.load(project.root))]


def test_a_clean_project_has_none(project):
    assert texts(project) == []


@pytest.mark.parametrize("word", sorted(forbidden.WORDS))
def test_each_forbidden_word_is_found_with_its_line(empty, word):
    empty.write("ProofCheck.A", f"prelude\n\n{word} x\n")
    assert texts(empty) == [f"line 3: the word {word} is not allowed"]
    empty.write("ProofCheck.A", f"prelude\n\n-- {word} x\ndef {word.strip('#')}_x := x\n")
    assert texts(empty) == []
    empty.write("ProofCheck.A", f"prelude\n\n@[«{word}»] def y := x\n")
    assert texts(empty) == [f"line 3: the word {word} is not allowed"]


@pytest.mark.parametrize(
    "use", ["@[extern f] def", "attribute [implemented_by f] g", "Lean.sorryAx"]
)
def test_forbidden_words_are_found_inside_other_code(empty, use):
    empty.write("ProofCheck.A", f"prelude\n{use}\n")
    assert len(texts(empty)) == 1


@pytest.mark.parametrize("option", ["debug.skipKernelTC", "pp.all", "warn.sorry", "compiler.check"])
def test_an_option_that_is_not_listed_is_refused(empty, option):
    empty.write("ProofCheck.A", f"prelude\nset_option {option} true in\n")
    assert texts(empty) == [f"line 2: the option {option} is not allowed"]


@pytest.mark.parametrize("option", [*sorted(forbidden.OPTIONS), "linter.unusedVariables"])
def test_a_listed_option_is_allowed(empty, option):
    empty.write("ProofCheck.A", f"prelude\nset_option {option} false\n")
    assert texts(empty) == []


@pytest.mark.parametrize("marker", forbidden.MARKERS)
def test_a_marker_is_allowed_in_the_basis_alone_and_only_as_it_is(empty, marker):
    empty.write("ProofCheck.Basis", f"prelude\nunsafe axiom {marker} : Type\n")
    assert texts(empty) == []
    empty.write("ProofCheck.Basis", f"prelude\naxiom {marker} : Type\n")
    assert texts(empty) == ["line 2: the word axiom is not allowed"]
    empty.write("ProofCheck.Basis", f"prelude\nunsafe axiom {marker}.more : Type\n")
    assert len(texts(empty)) == 2
    empty.write("ProofCheck.Basis", "prelude\n")
    empty.write("ProofCheck.Other", f"prelude\nunsafe axiom {marker} : Type\n")
    assert len(texts(empty)) == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('moreLeanArgs = ["-DskipKernelTC=true"]', "the key moreLeanArgs can change"),
        ("weakLeanArgs = []", "the key weakLeanArgs can change"),
        (
            "[leanOptions]\ndebug.skipKernelTC = true",
            "the option debug.skipKernelTC is not allowed",
        ),
        ("[[lean_lib]]\nname = 'X'\nleanOptions = {pp.all = true}", "the option pp.all is not"),
        (
            "[[lean_lib]]\nleanOptions = [{name = 'a.b', value = 1}]",
            "the option a.b is not allowed",
        ),
        ("not toml", "cannot be read"),
    ],
)
def test_lake_may_not_change_what_lean_checks(project, line, reason):
    file = project.root / "lakefile.toml"
    file.write_text("name = 'p'\n[leanOptions]\nautoImplicit = true\n", encoding="utf-8")
    assert texts(project) == []
    file.write_text(f"{line}\n", encoding="utf-8")
    (text,) = texts(project)
    assert text.startswith(reason)


def test_a_lakefile_that_is_a_program_is_refused(project):
    (project.root / "lakefile.lean").write_text("", encoding="utf-8")
    assert texts(project) == ["only lakefile.toml is read here, remove the file"]
