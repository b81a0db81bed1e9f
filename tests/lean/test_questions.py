"""Reading Lean's answers: whatever is not a full and fitting answer is refused."""

from __future__ import annotations

import pytest

from proofcheck.lean import modules, questions
from proofcheck.lean.errors import BadAnswer
from proofcheck.lean.messages import Message
from proofcheck.lean.questions import Asker, axioms, axioms_of, declaration, signature_of

NAME = ("A", "b")
RAW = (
    "[Error pretty printing expression: Unknown constant `rawNatLit`. "
    "Falling back to raw printer.]\n"
)


def answer(text: str, severity: str = "information") -> tuple[Message, ...]:
    return (Message(severity, "Audit.lean", 1, 0, text),)


@pytest.mark.parametrize(
    ("text", "kind", "kept"),
    [
        ("theorem A.b : True", "theorem", "theorem A.b : True"),
        ("@[defeq] theorem A.b : True", "theorem", "theorem A.b : True"),
        ("@[reducible] def A.b.{u} : T :=\nx", "def", "@[reducible] def A.b.{u} : T :=\nx"),
        (f"theorem A.b : {RAW}P 2", "theorem", "theorem A.b : P 2"),
        (
            f"theorem A.b : {RAW}forall (x._@.M._hyg.2 : N) (y._@.M._hyg.9 : N), P x._@.M._hyg.2",
            "theorem",
            "theorem A.b : forall (x✝1 : N) (y✝2 : N), P x✝1",
        ),
        ("unsafe axiom A.b : Type", "axiom", "unsafe axiom A.b : Type"),
        ("recursor A.b.{u} : T", "recursor", "recursor of A"),
    ],
)
def test_a_full_answer_is_read(text, kind, kept):
    found = declaration(NAME, answer(text))
    assert (found.name, found.kind, found.text) == (NAME, kind, kept)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("theorem A.c : True", "A.b: Lean printed A.c instead"),
        ("A.b : True", "Lean printed something else"),
        ("theorem A.b : P (⋯)", "Lean did not print all of it"),
        ("theorem A.b : failed to pretty print expression (use ...)", "did not print all of it"),
        ("theorem A.b : [Error pretty printing expression: oops]\nP", "did not print all of it"),
        (f"def A.b : T := {RAW}f _uniq.7", "a variable without its name"),
        ("structure A.b : Type\nfields:\n  A.b.c : T", "not the shape of a structure"),
        ("structure A.b : Type\nnumber of parameters: 0\nconstructor:\n", "not the shape"),
        ("inductive A.b : Type\nnumber of parameters: 0\nconstructors:\n?c : T", "not the shape"),
    ],
)
def test_a_partial_or_other_answer_is_refused(text, reason):
    with pytest.raises(BadAnswer, match=reason):
        declaration(NAME, answer(text))


@pytest.mark.parametrize("messages", [(), answer("x", "error"), answer("x") + answer("y")])
def test_no_answer_an_error_and_two_answers_are_refused(messages):
    with pytest.raises(BadAnswer):
        declaration(NAME, messages)
    with pytest.raises(BadAnswer):
        axioms(NAME, messages)


def test_a_type_is_outlined_by_its_members():
    text = (
        "structure A.b (x : T) : Prop\nnumber of parameters: 1\nfields:\n"
        f"  A.b.k1 : {RAW}    forall (y : Nat), P _uniq.7\n  A.b.k2.{{u}} :\n      long\n"
        "constructor:\n  [Error pretty printing signature: Unknown constant `rawNatLit`]\n  A.b.mk"
    )
    assert declaration(NAME, answer(text)).text.split("\n") == [
        "structure A.b (x : T) : Prop",
        "number of parameters: 1",
        "fields:",
        "  A.b.k1",
        "  A.b.k2",
        "constructor:",
        "  A.b.mk",
    ]


def test_axioms_are_read_and_sorted():
    assert axioms(NAME, answer("'A.b' does not depend on any axioms")) == ()
    assert axioms(NAME, answer("'A.b' depends on axioms: [z,\n y]")) == ("y", "z")


@pytest.mark.parametrize(
    "text",
    ["'A.c' does not depend on any axioms", "does not depend on any axioms", "'A.b' depends"],
)
def test_an_answer_about_other_axioms_is_refused(text):
    with pytest.raises(BadAnswer, match="something else about axioms"):
        axioms(NAME, answer(text))


def test_answers_belong_to_the_command_on_their_line(project):
    assert project.build().ok
    asker = Asker(project.root, project.lean, modules.load(project.root), 60.0)
    good, missing = ("ProofCheck", "increasing"), ("ProofCheck", "nothing")
    commands = [signature_of(missing), axioms_of(good), signature_of(good)]
    answers = asker.ask(commands)
    assert not answers.clean
    assert questions.is_unknown(answers.per_command[0])
    assert axioms(good, answers.per_command[1]) == ()
    assert declaration(good, answers.per_command[2]).kind == "theorem"
    assert asker.ask(commands[1:]).clean


def test_an_import_that_fails_is_not_an_answer(project):
    assert project.build().ok
    nowhere = modules.Module("ProofCheck.Nowhere", project.root / "Nowhere.lean", b"", ())
    asker = Asker(project.root, project.lean, {nowhere.name: nowhere}, 60.0)
    answers = asker.ask([signature_of(("Nat",))])
    assert not answers.clean
    assert answers.stray[0].severity == "error"
