"""Time and memory of the Lean project: from clean, again without a change, and per generated module.

    scripts/bench lean [--most 6] [--jobs 2]

Works on a copy of the project in a temporary folder, to which it adds many_server for m = 3, ...,
as proved by a fresh search (what is refuted there has no theorem).
"""

from __future__ import annotations

import argparse
import resource
import shutil
import tempfile
import time
from pathlib import Path

from proofcheck.certificate.document import leaves
from proofcheck.certificate.gate import Demand, demand
from proofcheck.certificate.write import generate, write_folder
from proofcheck.lean import build, emit, toolchain

HOME = Path(__file__).parents[1]


def project(folder: Path, most: int) -> list[Demand]:
    """A copy of the Lean project with more generated modules; the demands they come from."""
    shutil.copytree(HOME / "lean", folder / "lean", ignore=shutil.ignore_patterns(".proofcheck", ".lake"))
    many = [("many_server", {"m": m}) for m in range(3, most + 1)]
    wanted: list[tuple[str, dict[str, int]]] = [("two_server", {}), ("three_server", {}), *many]
    demands = [demand(folder / "cases", name, sizes, {}) for name, sizes in wanted]
    for one in demands:
        list(write_folder(one.folder, generate(one.statement)))
        for name, text in emit.emit(one).items():
            (folder / "lean" / name).write_text(text, encoding="utf-8")
    return demands


def main() -> None:
    """Print the two tables."""
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("--most", type=int, default=6)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        demands = project(folder, options.most)
        lean = toolchain.find("auto", root=folder / "lean")
        seconds = []
        for _ in range(2):
            start = time.perf_counter()
            report = build.build(folder / "lean", lean, jobs=options.jobs)
            seconds.append(time.perf_counter() - start)
            if not report.ok:
                raise SystemExit("\n".join(map(str, report.failures)))
            if len(seconds) == 1:
                times = {module.name: module.seconds for module in report.modules}
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(f"toolchain: {report.toolchain}, jobs: {options.jobs}\n")
        print("| build | seconds |\n| --- | ---: |")
        print(f"| all {len(times)} modules from clean | {seconds[0]:.1f} |")
        print(f"| again, nothing changed | {seconds[1]:.2f} |")
        print(f"\nLargest Lean process: {memory:.0f} MB.\n")
        print("| generated module | theorems | leaves | seconds | ms per leaf |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for one in demands:
            proofs = emit.proofs(one)
            count = sum(len(list(leaves(proof))) for proof in proofs.values())
            spent = times[f"ProofCheck.Generated.{emit.module_name(one.name)}"]
            print(f"| {one.name} | {len(proofs)} | {count} | {spent:.1f} | {1e3 * spent / count:.1f} |")


if __name__ == "__main__":
    main()
