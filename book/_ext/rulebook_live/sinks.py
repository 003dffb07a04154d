"""Where outputs go: to the running cell."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

Output = dict[str, Any]

_cells: list[list[Output]] = []


def emit(output: Output) -> None:
    """Hand an output to the cell that runs; outside of all cells it is dropped."""
    if _cells:
        _cells[-1][:] = joined(_cells[-1], output)


@contextmanager
def collected() -> Iterator[list[Output]]:
    """Collect the outputs of one cell."""
    _cells.append([])
    try:
        yield _cells[-1]
    finally:
        _cells.pop()


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
