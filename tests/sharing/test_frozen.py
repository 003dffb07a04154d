"""The one mapping that answers hold."""

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from rules_lib.values.frozen import FrozenMap, frozen, thawed
from tests.in_turn import in_turn

MAP: Any = FrozenMap({"b": 1, "a": (2,)})

READS = {"copy", "fromkeys", "get", "items", "keys", "values"}
WRITES = sorted(
    name
    for name in {*vars(dict), "__setattr__"} - READS
    if not name.startswith("_") or name in ("__setitem__", "__delitem__", "__ior__", "__setattr__")
)
ARGUMENTS: dict[str, tuple[object, ...]] = {
    "__setitem__": ("b", 2),
    "__delitem__": ("b",),
    "__setattr__": ("b", 2),
    "__ior__": ({"b": 2},),
    "pop": ("b",),
    "setdefault": ("c", 2),
    "update": ({"b": 2},),
}


@in_turn("name", WRITES)
def test_it_cannot_be_changed(name: str) -> None:
    with pytest.raises((TypeError, AttributeError)):
        getattr(MAP, name)(*ARGUMENTS.get(name, ()))
    assert list(MAP.items()) == [("b", 1), ("a", (2,))]


def test_what_is_thawed_is_plain_and_has_other_texts() -> None:
    found = thawed(FrozenMap({"a": ("x", 1), "b": FrozenMap({"c": "y"})}), str.upper)
    assert found == {"a": ["X", 1], "b": {"c": "Y"}}
    assert (type(found), type(found["b"])) == (dict, dict)


def test_it_says_how_to_get_one_that_can() -> None:
    with pytest.raises(TypeError, match=r"dict\(it\) is a copy that can"):
        MAP["b"] = 2
    for spare in (dict(MAP), MAP.copy(), MAP | {}):
        spare["b"] = 2
        assert MAP["b"] == 1


def test_it_reads_like_a_mapping() -> None:
    assert MAP == {"a": (2,), "b": 1}
    assert str(MAP) == "{'b': 1, 'a': (2,)}"
    assert json.dumps(MAP) == '{"b": 1, "a": [2]}'


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]
)
def test_a_copy_is_one_too(again: Callable[[Any], Any]) -> None:
    twin = again(MAP)
    assert type(twin) is FrozenMap
    assert list(twin.items()) == list(MAP.items())
    assert hash(twin) == hash(MAP) == hash(FrozenMap({"a": (2,), "b": 1}))


def test_what_is_inside_is_frozen_too() -> None:
    given: Any = {"a": [1, {"b": [2]}], "c": "text"}
    kept = frozen(given)
    given["a"][1]["b"].append(3)
    assert kept == {"a": (1, {"b": (2,)}), "c": "text"}
    assert type(kept["a"][1]) is FrozenMap
