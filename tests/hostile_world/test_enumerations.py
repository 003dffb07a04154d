"""Enumerations take their words and nothing else, and say so as the rest of the library does."""

from enum import Enum
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.values.enums import WordEnum
from tests.hostile_world.doors import modules
from tests.hostile_world.trial import LONGEST_MESSAGE
from tests.hostile_world.values import QUICK, SLOW
from tests.in_turn import in_turn

ENUMERATIONS = sorted(
    {
        thing
        for module in modules().values()
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Enum) and list(thing)
        if thing.__module__.startswith("rules_lib")
    },
    key=lambda each: (each.__module__, each.__name__),
)


def test_all_enumerations_are_of_this_kind() -> None:
    assert len(ENUMERATIONS) > 10
    assert all(issubclass(each, WordEnum) for each in ENUMERATIONS)


@in_turn("kind", ENUMERATIONS)
def test_a_word_that_is_not_theirs_is_refused_by_name(kind: Any) -> None:
    for name, make in {**QUICK, **SLOW}.items():
        with pytest.raises(InvalidValue) as error:
            kind(make())
        message = str(error.value)
        assert message.startswith(f"{kind.__name__}: "), name
        assert all(repr(str(each)) in message for each in kind), name
        assert len(message) < LONGEST_MESSAGE, name
