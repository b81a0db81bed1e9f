"""What a build did, module by module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from proofcheck.lean.messages import Message

Status = Literal["built", "cached", "failed", "blocked"]


@dataclass(frozen=True)
class ModuleResult:
    """The outcome for one module.

    `built`: compiled now, without error or warning. `cached`: the product at hand is current.
    `failed`: Lean reported an error or a warning. `blocked`: an import did not succeed.
    """

    name: str
    status: Status
    seconds: float
    messages: tuple[Message, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether a product exists that may be imported."""
        return self.status in ("built", "cached")


@dataclass(frozen=True)
class BuildReport:
    """The outcome for all modules, in import order."""

    toolchain: str
    modules: tuple[ModuleResult, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether there are modules and all of them are built or cached."""
        return bool(self.modules) and all(module.ok for module in self.modules)

    @property
    def failures(self) -> tuple[Message, ...]:
        """The errors and warnings of the failed modules."""
        return tuple(
            m for module in self.modules if not module.ok for m in module.messages if not m.harmless
        )

    @property
    def left_out(self) -> tuple[str, ...]:
        """The modules without a usable product."""
        return tuple(module.name for module in self.modules if not module.ok)

    def to_json(self) -> dict[str, object]:
        """The report as plain data."""
        return {
            "toolchain": self.toolchain,
            "ok": self.ok,
            "seconds": round(self.seconds, 3),
            "modules": [
                {
                    "name": module.name,
                    "status": module.status,
                    "seconds": round(module.seconds, 3),
                    "messages": [message.to_json() for message in module.messages],
                }
                for module in self.modules
            ],
        }


@dataclass(frozen=True)
class Step:
    """One step of progress: `state` is `started` or the status a module ended with."""

    module: str
    state: Status | Literal["started"]
    done: int
    total: int


Progress = Callable[[Step], None]


def silent(_: Step) -> None:
    """A progress callback that shows nothing."""
