"""Whoever has an answer can copy it and cannot change it, for it may be someone else's, too."""

import atexit
import copy
import json
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import Enum
from functools import cache
from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.values.frozen import FrozenMap, frozen, thawed
from tests.hostile_world.bases import base_of, called
from tests.hostile_world.doors import Door
from tests.hostile_world.named import situation
from tests.sharing.answers import Walk, answer, by_module, constants, is_ours, public

WRITES: list[Callable[[Any], object]] = [
    lambda x: x.__setitem__(next(iter(x)), "spoiled"),
    lambda x: x.__setitem__(0, "spoiled"),
    lambda x: x.__delitem__(next(iter(x))),
    lambda x: x.__delitem__(0),
    lambda x: x.__ior__({"spoiled": 1}),
    lambda x: x.__ior__({"spoiled"}),
    lambda x: x.__iadd__(["spoiled"]),
    lambda x: x.__imul__(2),
    lambda x: x.update({"spoiled": 1}),
    lambda x: x.setdefault("spoiled", 1),
    lambda x: x.append("spoiled"),
    lambda x: x.extend(["spoiled"]),
    lambda x: x.insert(0, "spoiled"),
    lambda x: x.add("spoiled"),
    lambda x: x.reverse(),
    lambda x: x.sort(),
    lambda x: x.pop(),
    lambda x: x.pop(next(iter(x))),
    lambda x: x.popitem(),
    lambda x: x.clear(),
]


def spoiled(path: str, value: Any) -> Iterator[str]:
    """What of a value could be written to; it is as before afterwards."""
    if isinstance(value, dict | list | set | bytearray) or is_ours(value):
        for at, write in enumerate(WRITES):
            spare = copy.copy(value)
            try:
                write(spare)
            except (TypeError, AttributeError, KeyError, IndexError, StopIteration):
                continue
            yield f"{path} ({type(value).__name__}), write {at}"
            break
    if is_ours(value) and not isinstance(value, Enum):
        for name in public(value):
            before = vars(value).get(name) if hasattr(value, "__dict__") else None
            try:
                setattr(value, name, "spoiled")
            except (TypeError, AttributeError):
                continue
            setattr(value, name, before)
            yield f"{path}.{name} = … ({type(value).__name__})"


@pytest.mark.slow
@pytest.mark.parametrize("module", sorted(by_module()))
def test_an_answer_can_be_copied_and_not_changed(module: str) -> None:
    """Copied are the answers themselves, and one of each kind of value inside them."""
    walk, kinds = Walk(), set()
    wrong: list[str] = []
    for door in by_module()[module]:
        first = answer(door)
        if type(first) in (dict, set) or isinstance(first, list):  # the caller's own
            before = copy.deepcopy(first)
            first.clear()
            if answer(door) != before:
                wrong.append(f"{door.name}: emptied for the next one, too")
            inside = list(before.values()) if isinstance(before, dict) else list(before)
            first = tuple(inside)
        for path, value in walk.of(door.name, first):
            whole, ours = path == door.name, is_ours(value)
            if (ours and type(value) not in kinds) or (
                whole and type(value) in (dict, list, tuple, set)
            ):
                kinds.add(type(value))
                wrong += differing(path, value)
            wrong += spoiled(path, value)
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_no_public_constant_can_be_changed() -> None:
    walk = Walk()
    found = [each for name, thing in constants() for each in walk.of(name, thing)]
    assert len(found) > 20
    assert not [each for path, value in found for each in spoiled(path, value)]


def given(door: Door) -> Iterator[tuple[str, dict[str, Any]]]:
    """The valid arguments of a door with one list or mapping in them that its caller can change.

    Lists stand for tuples, too, where the door takes them.
    """
    for field, value in base_of(door).items():
        if type(value) in (list, tuple):
            yield field, {**base_of(door), field: list(value)}
        elif isinstance(value, dict):
            yield field, {**base_of(door), field: dict(value)}


@pytest.mark.slow
@pytest.mark.parametrize("module", sorted(by_module()))
def test_what_is_given_is_kept_as_it_was(module: str) -> None:
    """Whoever gives a list or a mapping may go on and change it."""
    wrong = []
    for door in by_module()[module]:
        for field, arguments in given(door):
            try:
                first = called(door, arguments)
                before = pickle.dumps(first)
            except Exception:  # noqa: BLE001 - no list, please; or nothing that can be kept
                continue
            arguments[field].clear()
            if pickle.dumps(first) != before:
                wrong.append(f"{door.name}({field}=…)")
    assert not wrong, "\n".join(wrong)


@cache
def elsewhere() -> ProcessPoolExecutor:
    """A process of its own, which has other hashes of texts."""
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    atexit.register(pool.shutdown)
    return pool


def _same(value: Any) -> Any:
    return value


WAYS: dict[str, Callable[[Any], Any]] = {
    "copied": copy.copy,
    "deeply copied": copy.deepcopy,
    "pickled": lambda value: pickle.loads(pickle.dumps(value)),
    "sent there and back": lambda value: elsewhere().submit(_same, value).result(),
}


def differing(path: str, value: Any) -> Iterator[str]:
    """How a value is not what it was."""
    for name, again in WAYS.items():
        try:
            twin = again(value)
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not be
            yield f"{path}: cannot be {name}: {error!r:.150}"
            continue
        if type(twin) is not type(value) or twin != value:
            yield f"{path}: {name}, it is another"
        elif _hash(twin) != _hash(value):
            yield f"{path}: {name}, it has another hash"


def _hash(value: Any) -> int | None:
    try:
        return hash(value)
    except TypeError:
        return None


def test_the_best_play_of_a_copy_is_the_same() -> None:
    best = charge.decide(situation(), charge.rout("Y"))
    again = pickle.loads(pickle.dumps(best))
    assert again.odds == best.odds
    assert again.odds.outcomes.probability(lambda end: end.gone("Y")) == best.value


# ---------------------------------------------------------------- the mapping that answers hold

MAP: Any = FrozenMap({"b": 1, "a": (2,)})


def test_what_is_thawed_is_plain_and_has_other_texts() -> None:
    found = thawed(FrozenMap({"a": ("x", 1), "b": FrozenMap({"c": "y"})}), str.upper)
    assert found == {"a": ["X", 1], "b": {"c": "Y"}}
    assert (type(found), type(found["b"])) == (dict, dict)


def test_it_says_how_to_get_one_that_can() -> None:
    with pytest.raises(TypeError, match=r"dict\(it\) is a copy that can"):
        MAP["b"] = 2
    with pytest.raises(AttributeError):
        MAP.b = 2
    for spare in (dict(MAP), MAP.copy(), MAP | {}):
        spare["b"] = 2
        assert MAP["b"] == 1


def test_it_reads_like_a_mapping() -> None:
    assert MAP == {"a": (2,), "b": 1}
    assert str(MAP) == "{'b': 1, 'a': (2,)}"
    assert hash(MAP) == hash(FrozenMap({"a": (2,), "b": 1}))
    assert [*copy.copy(MAP)] == ["b", "a"]
    assert json.dumps(MAP) == '{"b": 1, "a": [2]}'


def test_what_is_inside_is_frozen_too() -> None:
    given: Any = {"a": [1, {"b": [2]}], "c": "text"}
    kept = frozen(given)
    given["a"][1]["b"].append(3)
    assert kept == {"a": (1, {"b": (2,)}), "c": "text"}
    assert type(kept["a"][1]) is FrozenMap
