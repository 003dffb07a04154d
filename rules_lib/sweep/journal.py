"""A file that keeps the results of a sweep as they come, so that a killed program can go on.

One pickle after the other: first what the sweep is, then place and result of each situation. The
last may be cut off where the program was killed; it is dropped.
"""

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from rules_lib.errors import InvalidValue
from rules_lib.sweep.attempts import Answer
from rules_lib.sweep.situations import Situation

FORMAT = "rules_lib sweep 1"

Journal = tuple[Mapping[int, Answer], Callable[[int, Answer], object]]
"""The answers from before, and what to tell each new one, with its place."""


@contextmanager
def journal_of(
    path: object, function: Callable[..., Any], situations: Sequence[Situation]
) -> Iterator[Journal]:
    """The journal in this file, which is made if it is not there; without a path there is none."""
    if path is None:
        yield {}, lambda _place, _answer: None
        return
    if not isinstance(path, str | Path):
        raise InvalidValue("journal", path, "None, or a path, as a text or a Path")
    name = getattr(function, "__qualname__", type(function).__qualname__)
    with _opened(path) as file:
        known = _read(file, (FORMAT, name, tuple(situations)), str(path))

        def note(place: int, answer: Answer) -> None:
            # What cannot be kept is worked out again.
            kept = None if answer.failure else _pickled((place, answer.value))
            if kept is not None:
                file.write(kept)
                file.flush()

        yield known, note


def _opened(path: str | Path) -> BinaryIO:
    try:
        return cast("BinaryIO", open(path, "a+b"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no file has such a name"
        allowed = f"a file that can be written ({why})"
        raise InvalidValue("journal", str(path), allowed) from None


def _read(file: BinaryIO, head: tuple[Any, ...], path: str) -> dict[int, Answer]:
    """The answers in the file; what it is stands at its beginning, and is written if it is new."""
    found: dict[int, Answer] = {}
    if file.tell() == 0:
        kept = _pickled(head)
        if kept is None:
            raise InvalidValue("journal", path, "situations that can be pickled")
        file.write(kept)
        file.flush()
        return found
    file.seek(0)
    try:
        same = bool(pickle.load(file) == head)
    except Exception:  # noqa: BLE001 - whatever it is, it is no journal
        same = False
    if not same:
        raise InvalidValue("journal", path, "a new file, or the journal of this same sweep")
    while True:
        whole = file.tell()
        try:
            place, value = pickle.load(file)
        except Exception:  # noqa: BLE001 - the end, or a record that was cut off
            file.truncate(whole)
            return found
        found[place] = Answer(value)


def _pickled(what: object) -> bytes | None:
    try:
        return pickle.dumps(what)
    except Exception:  # noqa: BLE001 - other people's values fail to be pickled in any way
        return None
