"""Work on processes: the same sections whatever happens to a process, and in the same order."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proofcheck.errors import BadInput
from proofcheck.gate.run import alone, begin, run
from proofcheck.verdict import Result
from tests.gate import pieces
from tests.gate.pieces import block, piece

ROOT = Path(__file__).parents[2]
TIMEOUT = 60.0


def verdicts(*work: pieces.Piece, jobs: int = 2, timeout: float = TIMEOUT) -> list[Result]:
    """The results of one block."""
    begin()
    (section,), _ = run([block(*work)], jobs, timeout)
    return section.results


def test_results_are_in_the_order_of_the_pieces() -> None:
    """Not in that in which they end."""
    work = [piece(pieces.good, f"p.{n}", 0.3 - 0.1 * n) for n in range(4)]
    assert [result.id for result in verdicts(*work)] == ["p.0", "p.1", "p.2", "p.3"]


def test_several_blocks_keep_their_pieces() -> None:
    """A section per block; one without pieces is there as well."""
    begin()
    one, two, three = (piece(pieces.good, name) for name in "abc")
    sections, _ = run([block(one), block(), block(two, three)], 2, TIMEOUT)
    assert [[result.id for result in section.results] for section in sections] == [["a"], [], ["b", "c"]]


def test_what_takes_too_long_is_stopped_and_called_timeout() -> None:
    """Even where it does not look at signals; what comes after it is done all the same."""
    others = [piece(pieces.good, f"p.{n}") for n in range(5)]
    found = verdicts(piece(pieces.hang, "p.slow"), *others, timeout=2.0)
    assert found[0].verdict == "timeout"
    assert found[0].reason == "work on p.slow: not finished in 2 s; --timeout allows more"
    assert {result.verdict for result in found[1:]} == {"proved"}


def test_a_process_that_dies_is_an_error() -> None:
    """What it owes fails, with the reason; the others are not touched."""
    found = verdicts(piece(pieces.die, "p.dead"), piece(pieces.good, "p.a"), piece(pieces.good, "p.b"))
    assert [result.verdict for result in found] == ["error", "proved", "proved"]
    assert "its process died" in found[0].reason


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_mistake_of_ours_is_an_error_not_a_crash(jobs: int) -> None:
    """With its words."""
    found = verdicts(piece(pieces.crash, "p.a"), piece(pieces.good, "p.b"), jobs=jobs)
    assert found == [
        Result("p.a", "error", "work on p.a: ZeroDivisionError: division by zero"),
        Result("p.b", "proved"),
    ]
    assert alone(block(piece(pieces.crash, "p.a"))).results == found[:1]


def test_work_that_gives_no_verdict_does_not_pass() -> None:
    """What is owed stays unproved."""
    assert verdicts(piece(pieces.silent, "p.a"))[0].verdict == "unproved"


def test_bad_input_ends_the_run() -> None:
    """The first in order, whatever ends first; no process is left."""
    with pytest.raises(BadInput, match=r"p\.a: cannot be used"):
        verdicts(piece(pieces.good, "p.0"), piece(pieces.refuse, "p.a"), piece(pieces.refuse, "p.b"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_something_else_can_be_done_meanwhile(jobs: int) -> None:
    """Here, in this process; its value comes back."""
    begin()
    (section,), other = run([block(piece(pieces.good, "p.a"))], jobs, TIMEOUT, meanwhile=os.getpid)
    assert (section.results[0].verdict, other) == ("proved", os.getpid())


def test_an_exception_here_stops_the_processes() -> None:
    """At once, not after the piece that hangs."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    begin()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run([block(piece(pieces.hang, "p.a"))], 2, 600.0, meanwhile=interrupted)
    assert time.monotonic() - start < 60


def test_the_pieces_are_told_as_they_end() -> None:
    """For a progress bar."""
    begin()
    told: list[str] = []
    run([block(piece(pieces.good, "p.a"), piece(pieces.good, "p.b"))], 2, TIMEOUT, tell=told.append)
    assert sorted(told) == ["work on p.a", "work on p.b"]


def test_no_process_outlives_a_run_that_is_killed(tmp_path: Path) -> None:
    """SIGKILL of the run: its workers notice and end."""
    script = (
        "from pathlib import Path\n"
        "from proofcheck.gate.run import begin, run\n"
        "from tests.gate import pieces\n"
        "begin()\n"
        f"work = [pieces.piece(pieces.counted, str(n), Path({str(tmp_path / 'mark')!r})) for n in range(2)]\n"
        "work += [pieces.piece(pieces.good, f'{n}-', 3.0) for n in range(4)]\n"
        "run([pieces.block(*work)], 2, 600.0)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, start_new_session=True)
    try:
        wait_until(lambda: (tmp_path / "mark").exists())
    finally:
        process.kill()
        process.wait()
    wait_until(lambda: not members(process.pid))


def members(session: int) -> list[int]:
    """The processes of a session that are alive."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, its = path.read_text().rsplit(")", 1)[1].split()[:4]
        except OSError:
            continue
        if int(its) == session and state != "Z":
            found.append(int(path.parent.name))
    return found


def wait_until(true: object, seconds: float = 60.0) -> None:
    """Wait for something to become true."""
    assert callable(true)
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)
