"""Every public function, class and method meets every hostile value, one argument at a time.

The walk finds the doors by itself; ``named.py`` knows valid values where plain ones do not do. In
`make test` each argument meets the worst values and one in eight of the others, in `make deep` all.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.hostile_world.bases import base_of, called
from tests.hostile_world.doors import Door, doors
from tests.hostile_world.named import FOR, HELD_AS_GIVEN, LONG_ANSWERS
from tests.hostile_world.trial import fault, may_take, must_refuse
from tests.hostile_world.values import QUICK, SLOW
from tests.sample import SOME_OR_EVERY, Chosen

NEW = """
{name} is public and new. Tests call it with plain values: 3 for a whole number, "x" for a text.
That did not work: {error}
Name valid values for its parameters in FOR (or, for a class, in VALUES), in
tests/hostile_world/named.py. If nobody outside should call it, give it a name that begins with _.
"""


ALL = {**QUICK, **SLOW}
PLACES = [f"{door.name}:{field}" for door in doors().values() for field in door.parameters]
NUMBER = {place: number for number, place in enumerate(PLACES)}


def faults(door: Door, chosen: Chosen) -> Iterator[str]:
    for field in door.parameters:
        for kind in (*QUICK, *chosen(list(SLOW), NUMBER[f"{door.name}:{field}"], one_in=8)):
            if (f"{door.name}:{field}", kind) in LONG_ANSWERS:
                continue
            value, held = ALL[kind](), must_refuse(door, field)
            rude = held and not may_take(door.hints[field], value)
            found = fault(door, field, value, rude=rude, look=held and kind not in HELD_AS_GIVEN)
            if found:
                yield f"{door.name}({field}={kind}): {found}"


def inside(value: Any, hostile: Any) -> Iterator[Any]:
    """The value with something hostile in the place of its first item, or of its first key."""
    if isinstance(value, dict) and value:
        first = next(iter(value))
        yield {**value, first: hostile}
        with suppress(Exception):  # not everything can be a key
            yield {hostile: value[first]}
    elif type(value) in (list, tuple) and value:
        yield type(value)([hostile, *value[1:]])
        for deeper in inside(value[0], hostile):
            yield type(value)([deeper, *value[1:]])


def faults_inside(door: Door, chosen: Chosen) -> Iterator[str]:
    for field, valid in base_of(door).items():
        for kind in chosen(list(ALL), NUMBER[f"{door.name}:{field}"], one_in=8):
            if (f"{door.name}:{field}", kind) in LONG_ANSWERS:
                continue
            for at, value in enumerate(inside(valid, ALL[kind]())):
                found = fault(door, field, value, rude=False, look=False)
                if found:
                    yield f"{door.name}({field}={kind}, inside {at}): {found}"


def by_module() -> dict[str, list[Door]]:
    found: dict[str, list[Door]] = {}
    for door in doors().values():
        found.setdefault(door.call.__module__.removeprefix("rules_lib."), []).append(door)
    return found


def test_the_walk_finds_what_people_use() -> None:
    names = {name.rpartition(".")[2] for name in doors()}
    assert len(names) > 250
    assert {"Card", "parse", "odds", "adjudicate", "legality", "Party", "from_toml"} <= names
    assert {"filled", "joint", "sweep", "measure", "tell", "from_ids"} <= names


def test_no_value_is_named_for_a_door_that_is_gone() -> None:
    parameters = {f"{door.name}:{field}" for door in doors().values() for field in door.parameters}
    assert sorted(FOR.keys() - parameters) == []


@pytest.mark.slow
@pytest.mark.parametrize("module", sorted(by_module()))
def test_every_door_opens_to_valid_values(module: str) -> None:
    for door in by_module()[module]:
        try:
            called(door, base_of(door))
        except Exception as error:  # noqa: BLE001 - whatever it is, a valid call must not raise
            pytest.fail(NEW.format(name=door.name, error=f"{type(error).__name__}: {error}"))


@pytest.mark.slow
@SOME_OR_EVERY
@pytest.mark.parametrize("module", sorted(by_module()))
def test_no_door_lets_anything_hostile_in(module: str, chosen: Chosen) -> None:
    """As an argument, or inside a list or a table that is one."""
    doors_of = by_module()[module]
    wrong = [each for door in doors_of for each in faults(door, chosen)]
    wrong += [each for door in doors_of for each in faults_inside(door, chosen)]
    assert not wrong, "\n".join(wrong)
