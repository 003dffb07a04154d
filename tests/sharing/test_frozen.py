"""The one mapping that answers hold: that it cannot be changed, and is copied, say all that do."""

import copy
import json
from typing import Any

import pytest

from rules_lib.values.frozen import FrozenMap, frozen, thawed

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
