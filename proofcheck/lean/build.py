"""Build the Lean project: every module compiled without error or warning, or a report of why not.

With the wheel this module does what lake does: imports first, in parallel where the graph allows,
the output flags lake passes, and only what changed. With lake it leaves that to `lake build`.
"""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from proofcheck.lean import ilean, lake, messages, modules, products
from proofcheck.lean.errors import writing
from proofcheck.lean.messages import Message
from proofcheck.lean.modules import Module
from proofcheck.lean.products import Store
from proofcheck.lean.report import BuildReport, ModuleResult, Progress, Status, Step, silent
from proofcheck.lean.toolchain import STATE_DIR, Toolchain

DEFAULT_TIMEOUT = 300.0
FLAGS = ("--json", "-o", "-i", "-c")


def build(
    root: Path,
    toolchain: Toolchain,
    *,
    jobs: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    progress: Progress = silent,
) -> BuildReport:
    """Build the project in `root` with up to `jobs` Lean processes, `timeout` seconds per module.

    Errors in the Lean sources are in the report. Raises ModuleGraphError, BadSource, BuildBusy,
    LeanCrashed, LeanTimeout, NotWritable and LeanUnavailable; modules finished before that stay built.
    """
    start = time.monotonic()
    root = root.resolve()
    known = modules.load(root)
    if toolchain.kind == "lake":
        results = lake.build(root, toolchain, known, timeout=timeout, progress=progress)
    else:
        store = Store(root / STATE_DIR)
        with writing(root / STATE_DIR), store.locked():
            store.prune(set(known))
            results = _Builder(root, toolchain, known, store, timeout, progress).run(jobs or cpus())
    ordered = tuple(results[name] for name in known)
    return BuildReport(toolchain.identity, ordered, time.monotonic() - start)


def search_path(root: Path, toolchain: Toolchain) -> Path:
    """The directory in which the toolchain's build puts compiled modules."""
    root = root.resolve()
    return root / lake.LIBRARY if toolchain.kind == "lake" else Store(root / STATE_DIR).lib


def cpus() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class _Builder:
    """One build with the wheel: the state of the walk over the import graph."""

    def __init__(
        self,
        root: Path,
        toolchain: Toolchain,
        known: dict[str, Module],
        store: Store,
        timeout: float,
        progress: Progress,
    ) -> None:
        self.root, self.toolchain, self.known, self.store = root, toolchain, known, store
        self.timeout, self.progress = timeout, progress
        self.graph = modules.graph(known)
        self.keys: dict[str, str] = {}
        self.results: dict[str, ModuleResult] = {}
        self.running: dict[Future[ModuleResult], str] = {}
        self.cancel = threading.Event()

    def run(self, jobs: int) -> dict[str, ModuleResult]:
        """Walk the graph; on an exception stop all Lean processes before it is passed on."""
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            try:
                while self.graph.is_active():
                    for name in sorted(self.graph.get_ready()):
                        self.begin(name, pool)
                    self.collect()
            except BaseException:
                self.cancel.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return self.results

    def begin(self, name: str, pool: ThreadPoolExecutor) -> None:
        """Settle a module whose imports are settled, or give it to the pool."""
        module = self.known[name]
        if not all(self.results[other].ok for other in module.imports):
            self.store.discard(name)
            self.settle(ModuleResult(name, "blocked", 0.0))
            return
        import_keys = {other: self.keys[other] for other in module.imports}
        self.keys[name] = products.key(module, import_keys, self.toolchain.identity, FLAGS)
        if self.store.is_current(name, self.keys[name]):
            self.settle(ModuleResult(name, "cached", 0.0))
            return
        self.running[pool.submit(self.compile, module)] = name

    def collect(self) -> None:
        """Wait for a running module to end, unless none is running."""
        finished, _ = wait(self.running, return_when=FIRST_COMPLETED)
        for future in finished:
            del self.running[future]
            self.settle(future.result())

    def settle(self, result: ModuleResult) -> None:
        """Record the end of a module and let the modules that import it become ready."""
        self.results[result.name] = result
        self.graph.done(result.name)
        self.report(result.name, result.status)

    def report(self, name: str, state: Status) -> None:
        """Tell the caller about a module that ended."""
        self.progress(Step(name, state, len(self.results), len(self.known)))

    def compile(self, module: Module) -> ModuleResult:
        """Compile one module into scratch space; only a clean result is moved into the store."""
        self.store.discard(module.name)
        self.progress(Step(module.name, "started", len(self.results), len(self.known)))
        scratch = self.store.scratch()
        file = str(module.path.relative_to(self.root))
        run = self.toolchain.run_lean(
            _arguments(scratch, file),
            what=module.name,
            cwd=self.root,
            search_path=self.store.lib,
            timeout=self.timeout,
            cancel=self.cancel,
        )
        found = messages.read(run, file)
        if all(message.harmless for message in found):
            found += _objections(module, scratch, file)
        if not all(message.harmless for message in found):
            return ModuleResult(module.name, "failed", run.seconds, found)
        self.store.install(module.name, self.keys[module.name], scratch)
        return ModuleResult(module.name, "built", run.seconds, found)


def _arguments(scratch: Path, file: str) -> list[str]:
    out = [
        f"{flag}{scratch / 'module'}{suffix}"
        for flag, suffix in (("-o", ".olean"), ("-i", ".ilean"), ("-c", ".c"))
    ]
    return ["--json", *out, file]


def _objections(module: Module, scratch: Path, file: str) -> tuple[Message, ...]:
    """Reasons not to keep products that Lean made without complaint."""
    texts: list[str] = []
    if module.path.read_bytes() != module.content:
        texts.append("the source changed while it was being compiled: build again")
    missing = [
        suffix for suffix in products.SUFFIXES if not (scratch / f"module{suffix}").is_file()
    ]
    if missing:
        texts.append(f"Lean reported success and wrote no {missing[0]} file")
    elif set(ilean.read(scratch / "module.ilean").imports) != set(module.imports):
        texts.append("the imports read from the header are not the imports Lean saw")
    return tuple(Message("error", file, 1, 0, text) for text in texts)
