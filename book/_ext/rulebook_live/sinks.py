"""Where outputs go: to the running cell, or to the Output widget that is being filled."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Output = dict[str, Any]
Sink = Callable[[Output], None]

_sinks: list[Sink] = []


def emit(output: Output) -> None:
    """Hand an output to whoever collects now; outside of all cells it is dropped."""
    if _sinks:
        _sinks[-1](output)


def push(sink: Sink) -> None:
    """Send outputs to this sink from now on."""
    _sinks.append(sink)


def pop(sink: Sink) -> None:
    """Take a sink away again."""
    _sinks.remove(sink)


@contextmanager
def collected() -> Iterator[list[Output]]:
    """Collect the outputs of one cell."""
    outputs: list[Output] = []

    def sink(output: Output) -> None:
        outputs[:] = joined(outputs, output)

    push(sink)
    try:
        yield outputs
    finally:
        pop(sink)


def joined(outputs: list[Output], new: Output) -> list[Output]:
    """Return the outputs with a new one, which continues a text before it."""
    last = outputs[-1] if outputs else {}
    if new["output_type"] == "stream" and last.get("name") == new["name"]:
        return [*outputs[:-1], {**new, "text": last["text"] + new["text"]}]
    return [*outputs, new]


class Stream(io.TextIOBase):
    """What ``print`` writes to."""

    def __init__(self, name: str) -> None:
        self._name = name

    def writable(self) -> bool:
        """Return that it takes text."""
        return True

    def write(self, text: str) -> int:
        """Pass the text on."""
        if text:
            emit({"output_type": "stream", "name": self._name, "text": text})
        return len(text)
