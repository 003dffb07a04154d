"""Puts one value into one door, and says what is wrong with what comes back."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any

from rules_lib.errors import RulesError
from rules_lib.probability import ProbabilityError
from tests.hostile_world.bases import base_of, called
from tests.hostile_world.doors import Door

OURS = (RulesError, ProbabilityError)
LONGEST_MESSAGE = 1000
MOST_CALLS = 3_000_000
"""Calls that one answer may take: some seconds of work."""


class Hangs(BaseException):
    """Works and works."""


@contextmanager
def work_counted() -> Iterator[None]:
    """Stop what makes too many calls. Counted, not timed: the same on every machine."""
    left = MOST_CALLS

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            sys.setprofile(None)
            raise Hangs(f"more than {MOST_CALLS} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def fault(door: Door, field: str, make: Callable[[], Any], *, must_refuse: bool = False) -> str:
    """What is wrong with the answer to a value; empty if nothing is."""
    value = make()
    try:
        with work_counted():
            answer = called(door, {**base_of(door), field: value})
            if hasattr(answer, "__next__"):
                list(islice(answer, 100))
    except OURS as error:
        message = str(error)
        if len(message) > LONGEST_MESSAGE:
            return f"a message of {len(message)} letters"
        if not message.isprintable():
            return f"a message that cannot be printed: {message!r:.80}"
        if must_refuse and field not in message:
            return f"a message that does not name {field!r}: {message:.100}"
        return ""
    except (Exception, Hangs) as error:  # noqa: BLE001 - the inside, which nobody should see
        return f"{type(error).__name__}: {str(error)[:100]}"
    return "was taken" if must_refuse else ""
