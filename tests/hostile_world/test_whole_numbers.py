"""Whole numbers of any kind are whole numbers, and what is kept of them is a plain ``int``.

Every door gets each whole number of its valid arguments as numpy's, too, and must answer as it
does to a plain one, with nothing of numpy inside.
"""

import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import IntEnum
from functools import cache
from itertools import islice
from typing import Any

import numpy
import pytest

from rules_lib.errors import whole_number
from rules_lib.probability import Distribution, dice
from tests.hostile_world.bases import NoBase, base_of, called, value_of
from tests.hostile_world.doors import KINDS, Door, doors
from tests.hostile_world.named import HELD_LATER
from tests.hostile_world.trial import OURS

Make = Callable[[int], Any]


def of_numpy(number: int) -> Any:
    """The smallest kind that holds it: what is reckoned with it as it is soon runs over."""
    return numpy.uint8(number) if 0 <= number < 256 else numpy.int64(number)


AS_GIVEN = {
    "paper_tigers.melee.odds.BestPolicy:decisions",
    "paper_tigers.melee.odds.BestPolicy:ties",
    "paper_tigers.melee.state.Exchange:rolls",
    "paper_tigers.melee.state.Exchange:after",
}
"""Hold what anybody's function answered, or the plain records of ``HELD_LATER``."""

_OF_NUMPY = re.compile(r"np\.\w+\((-?\d+|True)\)")


def exchanged(value: Any, make: Make) -> Any:
    """The value with other numbers for its whole numbers, in lists and tables, too."""
    if type(value) is int:
        return make(value)
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(exchanged(each, make) for each in value)
    if isinstance(value, tuple):
        return type(value)(*(exchanged(each, make) for each in value))
    if isinstance(value, dict):
        items = value.items()
        return type(value)({exchanged(key, make): exchanged(x, make) for key, x in items})
    return value


def has_numbers(value: Any) -> bool:
    found: list[int] = []

    def counted(number: int) -> int:
        found.append(number)
        return number

    exchanged(value, counted)
    return bool(found)


@cache
def places() -> list[tuple[Door, str, dict[str, Any]]]:
    """Each argument of each door that has whole numbers in it, with all arguments of the door."""
    return [
        (door, field, {**base_of(door), field: value})
        for door in doors().values()
        for field in door.parameters
        if f"{door.name}:{field}" not in AS_GIVEN and door.name not in HELD_LATER
        for value in valid(door, field)
        if has_numbers(value)
    ]


def valid(door: Door, field: str) -> Iterator[Any]:
    """A valid value of an argument, also of one that is mostly left out."""
    parameter, base = door.parameters[field], base_of(door)
    if field in base:
        yield base[field]
    elif parameter.default is None:
        with suppress(NoBase):
            yield value_of(door.hints[field])
    elif parameter.kind is not KINDS.VAR_KEYWORD:
        yield parameter.default


def answer(door: Door, arguments: Mapping[str, Any]) -> tuple[str, str]:
    """What a door says, and all that it keeps of it."""
    try:
        said = called(door, arguments)
    except OURS as error:
        return _OF_NUMPY.sub(r"\1", str(error)), ""
    if hasattr(said, "__next__"):
        said = list(islice(said, 100))
    shown, kept = repr(said), ""
    with suppress(Exception):  # not everything can be pickled
        kept = repr(pickle.dumps(said))
    return re.sub(r" at 0x\w+", "", shown), shown + kept


def test_the_walk_meets_many_numbers() -> None:
    assert len({door.name for door, _, _ in places()}) > 130


@pytest.mark.slow
def test_any_whole_number_is_answered_as_a_plain_one() -> None:
    wrong = []
    for door, field, arguments in places():
        other = {**arguments, field: exchanged(arguments[field], of_numpy)}
        # First the other one: no answer to it may come from a cache, or stay in one.
        said, kept = answer(door, other)
        plain, _ = answer(door, arguments)
        if said != plain:
            wrong.append(f"{door.name}({field}): {said:.100} instead of {plain:.100}")
        if re.search(r"\bnp\.|numpy", kept):
            wrong.append(f"{door.name}({field}): keeps a number of numpy")
    assert not wrong, "\n".join(wrong)


def test_distributions_of_them_stay_exact() -> None:
    large = numpy.int64(2**62)
    assert Distribution.certain(large).repeat(4).mean() == 2**64
    mapped: Distribution[Any] = dice.die(6).map(numpy.uint8)
    assert mapped.repeat(100) == dice.total(100)
    assert {type(face) for face in mapped} == {int}


class Face(IntEnum):
    ONE = 1
    SIX = 6


def test_a_member_of_an_enumeration_stays_an_outcome() -> None:
    assert {type(face) for face in Distribution.uniform(Face)} == {Face}
    assert type(whole_number(Face.SIX)) is int
