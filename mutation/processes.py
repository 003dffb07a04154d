"""Runs work in processes forked from this one, a few at a time."""

import json
import os
import select
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = 3600
"""Seconds without any news after which the work that is going on is given up."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: with an answer, by a signal, or by an error of its own."""

    answer: Any = None
    signal: int = 0
    error: str = ""


def each(
    tasks: Iterable[T], work: Callable[[T], Any], jobs: int, quiet: bool = True
) -> Iterator[tuple[T, Ended]]:
    """Do some work for each task in a process of its own; answers travel as JSON."""
    waiting = iter(tasks)
    running: dict[int, tuple[int, T, list[bytes]]] = {}
    more = True
    while more or running:
        while more and len(running) < jobs:
            try:
                task = next(waiting)
            except StopIteration:
                more = False
                break
            pipe, process = _fork(work, task, quiet)
            running[pipe] = process, task, []
        if not running:
            return
        ready, _, _ = select.select(list(running), [], [], PATIENCE)
        if not ready:
            for process, _, _ in running.values():
                os.kill(process, signal.SIGKILL)
        for pipe in ready:
            process, task, parts = running[pipe]
            part = os.read(pipe, 1 << 20)
            if part:
                parts.append(part)
            else:
                os.close(pipe)
                del running[pipe]
                yield task, _ended(process, b"".join(parts))


@dataclass(frozen=True, slots=True)
class Child:
    """A process that was started."""

    pipe: int
    process: int

    def wait(self) -> Ended:
        """Return how it ended, once it has."""
        parts = []
        while part := os.read(self.pipe, 1 << 20):
            parts.append(part)
        os.close(self.pipe)
        return _ended(self.process, b"".join(parts))


def start(work: Callable[[T], Any], task: T) -> Child:
    """Do some work in a process of its own."""
    return Child(*_fork(work, task, True))


def _ended(process: int, text: bytes) -> Ended:
    _, status = os.waitpid(process, 0)
    if os.WIFSIGNALED(status):
        return Ended(signal=os.WTERMSIG(status))
    try:
        answer = json.loads(text)
    except ValueError:
        return Ended(error=f"exit code {os.waitstatus_to_exitcode(status)} without an answer")
    return Ended(answer.get("answer"), error=answer.get("error", ""))


def _fork(work: Callable[[T], Any], task: T, quiet: bool) -> tuple[int, int]:
    """Start the work; return the end of a pipe to read from, and the process."""
    sys.stdout.flush()
    sys.stderr.flush()
    inward, outward = os.pipe()
    process = os.fork()
    if process:
        os.close(outward)
        return inward, process
    os.close(inward)
    try:
        if quiet:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
        answer = {"answer": work(task)}
    except BaseException:  # noqa: BLE001 - whatever it is, it is told
        answer = {"error": traceback.format_exc(limit=-3)}
    try:
        left = memoryview(json.dumps(answer).encode())
        while left:
            left = left[os.write(outward, left) :]
    finally:  # nobody may listen any more, but this process must not go on as its parent would
        os._exit(0)
