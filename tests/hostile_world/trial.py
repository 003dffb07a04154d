"""Puts one value into one door, and says what is wrong with what comes back."""

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any, TypeVar

from rules_lib.errors import RulesError
from tests.hostile_world.bases import base_of, called
from tests.hostile_world.doors import Door
from tests.hostile_world.named import CALLED, HELD_LATER, SHOWN_LATER, TAKEN

OURS = (RulesError,)
LONGEST_MESSAGE = 1000
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


def _names(message: str, door: Door, field: str) -> bool:
    """Whether a message says which argument is wrong, or whose only one."""
    own = door.name.rpartition(".")[2]
    return any(word in message for word in (field, own, *CALLED.get(field, ())))


def looked_at(answer: Any) -> None:
    """What a prompt and a notebook do with an answer."""
    repr(answer), str(answer)
    getattr(answer, "_repr_html_", str)()


def fault(door: Door, field: str, make: Callable[[], Any], *, rude: bool, look: bool) -> str:
    """What is wrong with the answer to a value; empty if nothing is.

    Args:
        door, field, make: which argument is what.
        rude: it must be refused, by name.
        look: the answer must bear to be looked at.
    """
    value = make()
    try:
        with memory_limited(), work_counted():
            answer = called(door, {**base_of(door), field: value})
            if hasattr(answer, "__next__"):
                list(islice(answer, 100))
            if look and door.hints[field] is not Hashable and door.name not in SHOWN_LATER:
                looked_at(answer)
    except OURS as error:
        message = str(error)
        if len(message) > LONGEST_MESSAGE:
            return f"a message of {len(message)} letters"
        if not message.isprintable():
            return f"a message that cannot be printed: {message!r:.80}"
        if rude and not _names(message, door, field):
            return f"a message that does not name {field!r}: {message:.100}"
        return ""
    except (Exception, Hangs) as error:  # noqa: BLE001 - the inside, which nobody should see
        return f"{type(error).__name__}: {str(error)[:100]}"
    return "was taken" if rude else ""
