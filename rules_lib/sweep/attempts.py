"""What happens where a situation is evaluated: here, in a thread, or in another process."""

import pickle
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rules_lib.type_checks import checked

_worked = getattr(time, "thread_time", time.perf_counter)
"""Seconds of work of this thread; the Python of a browser has no such clock."""


@checked
@dataclass(frozen=True, slots=True)
class Failure:
    """Why a situation has no result.

    Attributes:
        parameters: the situation.
        kind: name of the error's class, such as ``"InvalidValue"``.
        message: what the error says.
        details: the traceback where it happened; empty if the executor was at fault.
        error: the error itself, unless it cannot travel from one process to another.
    """

    parameters: Mapping[str, Any]
    kind: str
    message: str
    details: str = field(default="", compare=False, repr=False)
    error: Exception | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return f"{said}: {self.kind}: {self.message}"


@dataclass(frozen=True, slots=True)
class Answer:
    """A result, or why there is none."""

    value: Any = None
    failure: Failure | None = None


WAITS = 0.05
"""Work that takes less of the processor's time than this waits for something else."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Situations that a worker goes through in one go; called where the worker is.

    Attributes:
        stop: the first failure is the last answer.
    """

    function: Callable[..., Any]
    situations: Sequence[Mapping[str, Any]]
    stop: bool

    def __call__(self) -> "Went":
        """What came of it, in order.

        On a busy machine the clock tells more of the others; but work that waits takes no time of
        the processor at all.
        """
        clock, worked = time.perf_counter(), _worked()
        values: list[Any] = []
        failures: dict[int, Failure] = {}
        for at, situation in enumerate(self.situations):
            answer = attempt(self.function, situation)
            values.append(answer.value)
            if answer.failure:
                failures[at] = answer.failure
                if self.stop:
                    break
        clock, worked = time.perf_counter() - clock, _worked() - worked
        return values, failures, worked if worked > WAITS * clock else clock


Went: TypeAlias = tuple[list[Any], dict[int, Failure], float]
"""A value for each situation of a chunk, failures by their places in it, and the seconds it took.
A plain list costs less to send than as many answers."""


def attempt(function: Callable[..., Any], parameters: Mapping[str, Any]) -> Answer:
    """Call ``function`` with the parameters by name; its errors come back as a failure."""
    try:
        return Answer(function(**parameters))
    except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to this situation
        return Answer(failure=failed(parameters, error, traceback.format_exc()))


def failed(parameters: Mapping[str, Any], error: BaseException, details: str = "") -> Failure:
    """The failure that an error means for a situation."""
    return Failure(parameters, type(error).__name__, str(error), details, _portable(error))


def _portable(error: BaseException) -> Exception | None:
    """The error, if it survives pickling: one that does not would break a pool of processes."""
    if not isinstance(error, Exception):
        return None
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - other people's errors fail to be pickled in any way
        return None
    return error
