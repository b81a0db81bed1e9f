"""The tutorial, followed word by word from an empty folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofcheck.certificate import check_model
from proofcheck.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial-models.md").read_text("utf-8")
GATE, QUEUE, CONVEX = (Path("cases") / f"{name}.toml" for name in ("gate", "queue", "convex_only"))
BLOCK = re.compile(r"```([\w-]+)(.*?)\n(.*?)```", re.DOTALL)


def commands(text: str) -> None:
    """Run a console block: each line of output shown must occur, in order."""
    first, *shown = text.strip("\n").split("\n")
    program, *arguments = shlex.split(first.removeprefix("$ "))
    assert program == "proofcheck"
    output = CliRunner().invoke(main, arguments).output
    at = 0
    for line in shown:
        found = output.find(line.rstrip(), at)
        assert found >= 0, f"{first}: {line!r} is not in\n{output}"
        at = found + len(line.rstrip())


def test_every_block_of_the_page_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are written, commands are run, in the order of the page."""
    monkeypatch.chdir(tmp_path)
    Path("cases").mkdir()
    ran = 0
    for language, title, text in BLOCK.findall(PAGE):
        ran += 1
        if language == "console":
            commands(text)
        elif language == "toml" and title.strip() == "gate.toml":
            GATE.write_text(text)
        elif language == "toml" and title.strip() == "gate.toml more":
            model = QUEUE.read_text().replace('"queue"', '"convex_only"')
            CONVEX.write_text(model.replace('["I(x)", "Cx(x)"]', '["Cx(x)"]'))
            assert CliRunner().invoke(main, ["prove", str(CONVEX)]).exit_code == 1
            with GATE.open("a") as gate:
                gate.write(text)
        elif language == "toml":
            QUEUE.write_text(text)
        elif language == "toml-cone":
            old = re.sub(r"(?m)^cone = .*\n", text, QUEUE.read_text())
            QUEUE.write_text(old)
        else:
            assert language == "sh"
            program, statement = shlex.split(text)[2:4]
            assert program == "proofcheck.certificate.check_model"
            assert text.endswith("$(ls cases/queue/*.json | grep -v model.json)\n")
            others = [str(path) for path in Path("cases/queue").glob("*.json") if path.name != "model.json"]
            assert check_model.main(statement, *others) == 0
            assert check_model.main(statement, *others[1:]) == check_model.EXIT["unproved"]  # one is missing
    assert ran == 11
    done = CliRunner().invoke(main, ["check-all", "--without-lean"])
    assert done.exit_code == 0, done.output
    assert "1 expected refutation" in done.output
