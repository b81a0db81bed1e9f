"""The index Lean writes next to a compiled module."""

from __future__ import annotations

import json

import pytest

from proofcheck.lean import ilean
from proofcheck.lean.errors import BadAnswer


def test_the_index_of_a_real_module_is_read(project):
    assert project.build().ok
    index = ilean.read(project.product("ProofCheck.Generated.Two", ".ilean"))
    assert index.imports == ("ProofCheck.Checker",)
    assert index.declarations == {
        "ProofCheck.Generated.«two.K1.y0.x2+»": 5,
        "ProofCheck.Generated.«two.K2.y0.x2+»": 6,
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        json.dumps({"version": 6, "decls": {}, "directImports": []}),
        '{"version": 5}',
    ],
)
def test_another_format_is_refused(tmp_path, text):
    (tmp_path / "x.ilean").write_text(text, encoding="utf-8")
    with pytest.raises(BadAnswer, match=r"not an index that Lean wrote .*: build again from clean"):
        ilean.read(tmp_path / "x.ilean")
