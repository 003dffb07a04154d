"""Every field of every public door that takes one kind of value refuses all others, in words."""

from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import pytest

from rules_lib.errors import RulesError
from rules_lib.probability import ProbabilityError
from tests.hostile import NO_BOOL, NO_OBJECT, NO_WHOLE_NUMBER, NO_WORD
from tests.hostile_world.bases import base_of, called
from tests.hostile_world.doors import Door, doors
from tests.hostile_world.trial import _names, must_refuse

REASONS = ("allowed", "must be", "by the source", "forbidden by")


def refused_by(hint: Any) -> list[Any]:
    """What a field of this kind does not take; nothing if it takes several kinds."""
    if hint is bool:
        return NO_BOOL
    if hint is int:
        return NO_WHOLE_NUMBER
    if get_origin(hint) is Literal and all(type(each) is str for each in get_args(hint)):
        return [each for each in NO_WORD if each not in get_args(hint)]
    if get_origin(hint) in (Union, UnionType) and len(get_args(hint)) == 2:
        inner = [each for each in get_args(hint) if each is not NoneType]
        return [x for x in refused_by(inner[0]) if x is not None] if len(inner) == 1 else []
    ours = isinstance(hint, type) and hint.__module__.startswith("rules_lib.")
    if ours and not issubclass(hint, Enum | str):
        return NO_OBJECT
    return []


def faults(door: Door, field: str) -> list[str]:
    found = []
    for value in refused_by(door.hints[field]):
        try:
            answer = called(door, {**base_of(door), field: value})
            if hasattr(answer, "__next__"):
                next(answer)
        except (RulesError, ProbabilityError) as error:
            said = str(error)
            known = any(each in said for each in REASONS)
            if not (known and _names(said, door, field) and len(said) < 400 and said.isprintable()):
                found.append(f"{door.name}({field}={type(value).__name__}): {said:.200}")
        except Exception as error:  # noqa: BLE001 - the inside, which nobody should see
            found.append(f"{door.name}({field}={type(value).__name__}): {error!r:.200}")
        else:
            found.append(f"{door.name}({field}={type(value).__name__}): was taken")
    return found


PLACES = [
    (door, field)
    for door in doors().values()
    for field in door.parameters
    if must_refuse(door, field) and refused_by(door.hints[field])
]


@pytest.mark.slow
def test_another_kind_of_value_is_refused_by_name() -> None:
    assert len(PLACES) > 500
    wrong = [each for door, field in PLACES for each in faults(door, field)]
    assert not wrong, "\n".join(wrong)
