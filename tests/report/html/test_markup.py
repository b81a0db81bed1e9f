"""What is made in code is escaped as templates escape."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from proofcheck.report.html import markup
from proofcheck.report.html.drawing import Drawing, Mark
from proofcheck.report.html.tex import Formula

EVIL = '<img src=x onerror="alert(1)">\'&\x00\u202e'


def shapes() -> Drawing:
    """A picture whose words are hostile."""
    return Drawing(10.0, 10.0, "M0 0H1", [(1.0, 1.0, EVIL)], [Mark(1, 1, "lesser", EVIL)], [], [], EVIL, EVIL)


@pytest.mark.parametrize(
    "made",
    [
        markup.text(EVIL),
        markup.math(Formula(EVIL, EVIL)),
        markup.badge(EVIL),
        markup.numbers([EVIL]),
        markup.items([EVIL]),
        markup.drawing(shapes()),
    ],
)
def test_hostile_text_is_text(made: str) -> None:
    """The elements are well formed, none is theirs, and what does not show is shown."""
    tree = ElementTree.fromstring(f"<p>{made}</p>")
    assert "img" not in {element.tag for element in tree.iter()}
    assert not {name for element in tree.iter() for name in element.attrib} & {"onerror", "src"}
    everything = "".join(tree.itertext()) + "".join(v for e in tree.iter() for v in e.attrib.values())
    assert "\\x00\\u202e" in everything
    assert "alert(1)" in everything


def test_a_formula_without_words_is_read_as_its_tex() -> None:
    """With words it is read as these."""
    assert ">x<" in markup.math(Formula("x", ""))
    assert ">the words<" in markup.math(Formula("x", "the words"))
    assert 'class="tex display"' in markup.math(Formula("x", ""), display=True)


def test_no_picture_is_nothing() -> None:
    """For problems that have no plane to be drawn in."""
    assert markup.drawing(None) == ""
