"""Puts one value into one door, and says what is wrong with what comes back."""

import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from enum import Enum
from itertools import islice
from types import FrameType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import numpy

from rules_lib.errors import RulesError
from tests.hostile_world.bases import base_of, called
from tests.hostile_world.doors import Door
from tests.hostile_world.named import CALLED, HELD_LATER, SHOWN_LATER, TAKEN
from tests.hostile_world.values import Rude

OURS = (RulesError,)
LONGEST_MESSAGE = 1000
REASONS = ("allowed", "must be", "needs", "is no", "by the source", "forbidden by")
MOST_CALLS = 5_000_000
"""Calls that one answer may take: some seconds of work."""


class Hangs(BaseException):
    """Works and works."""


MOST_MEMORY = 2**30
"""Bytes that an answer may take beyond what is taken already."""


@contextmanager
def memory_limited() -> Iterator[None]:
    """Make what takes more fail with a ``MemoryError``, where the system can."""
    try:
        import resource
    except ImportError:  # such as on Windows
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as status:
        taken = int(status.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MOST_MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextmanager
def work_counted() -> Iterator[None]:
    """Stop what makes too many calls. Counted, not timed: the same on every machine."""
    left = MOST_CALLS

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal left
        left -= event in ("call", "c_call")
        if left < 0:
            sys.setprofile(None)
            raise Hangs(f"more than {MOST_CALLS} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def must_refuse(door: Door, field: str) -> bool:
    """Whether a parameter takes only some kinds of values, and looks at once."""
    hint = door.hints[field]
    anything = hint in (Any, object) or isinstance(hint, TypeVar)
    return not anything and f"{door.name}:{field}" not in TAKEN and door.name not in HELD_LATER


def may_take(hint: Any, value: Any) -> bool:
    """Whether an annotation lets a value in; where it has several kinds, nobody says."""
    inner = [each for each in get_args(hint) if each is not type(None)]
    if get_origin(hint) in (Union, UnionType) and len(inner) == 1:
        return value is None or may_take(inner[0], value)
    if hint is bool:
        return isinstance(value, bool | numpy.bool_)
    if hint is int:
        return isinstance(value, int | numpy.integer) and not isinstance(value, bool)
    if get_origin(hint) is Literal and all(type(each) is str for each in inner):
        return isinstance(value, str) and value in inner
    ours = isinstance(hint, type) and hint.__module__.startswith("rules_lib.")
    if ours and not issubclass(hint, Enum | str) and not getattr(hint, "_is_protocol", False):
        return isinstance(value, hint)
    return not isinstance(value, Rude)


def _names(message: str, door: Door, field: str) -> bool:
    """Whether a message says which argument is wrong, or whose only one."""
    own = door.name.rpartition(".")[2]
    return any(word in message for word in (field, own, *CALLED.get(field, ())))


def looked_at(answer: Any) -> None:
    """What a prompt and a notebook do with an answer."""
    repr(answer), str(answer)
    getattr(answer, "_repr_html_", str)()


def fault(door: Door, field: str, value: Any, *, rude: bool, look: bool) -> str:
    """What is wrong with the answer to a value; empty if nothing is.

    Args:
        door, field, value: which argument is what.
        rude: it must be refused: by name, with what is allowed.
        look: the answer must bear to be looked at.
    """
    try:
        with memory_limited(), work_counted():
            answer = called(door, {**base_of(door), field: value})
            if hasattr(answer, "__next__"):
                list(islice(answer, 100))
            if look and door.hints[field] is not Hashable and door.name not in SHOWN_LATER:
                looked_at(answer)
    except OURS as error:
        message = str(error)
        if len(message) > LONGEST_MESSAGE or not message.isprintable():
            return f"a message of {len(message)} letters, or one not to be printed: {message!r:.80}"
        told = any(each in message for each in REASONS) and _names(message, door, field)
        return "" if told or not rude else f"a message without field or reason: {message:.100}"
    except (Exception, Hangs) as error:  # noqa: BLE001 - the inside, which nobody should see
        return f"{type(error).__name__}: {str(error)[:100]}"
    return "was taken" if rude else ""
