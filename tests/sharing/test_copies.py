"""Every value can be copied and pickled, also for another process, and equals itself afterwards."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

import pytest

from rules_lib import sweep
from rules_lib.paper_tigers import deck, sniper
from rules_lib.triumph_and_glory import charge
from tests.hostile_world.doors import every_door
from tests.hostile_world.named import situation
from tests.sharing.answers import NO_VALUES, Walk, answer, is_ours

WAYS: dict[str, Callable[[Any], Any]] = {
    "copied": copy.copy,
    "deeply copied": copy.deepcopy,
    "pickled": lambda value: pickle.loads(pickle.dumps(value)),
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


@cache
def one_of_each() -> dict[type, Any]:
    """The first value of each class of ours that public doors answer, asked for all it knows."""
    walk, kinds = Walk(), dict[type, Any]()
    for name, door in every_door().items():
        if name not in NO_VALUES:
            for _, value in walk.of(name, answer(door)):
                if is_ours(value):
                    kinds.setdefault(type(value), value)
    return kinds


def test_the_best_play_of_a_copy_is_the_same() -> None:
    best = charge.decide(situation(), charge.rout("Y"))
    again = pickle.loads(pickle.dumps(best))
    assert again.odds == best.odds
    assert again.odds.outcomes.probability(lambda end: end.gone("Y")) == best.value


def found(pile: Any) -> Any:
    return sniper.search("infantry", pile).needed, pile


@pytest.mark.slow
def test_values_go_to_another_process_and_back() -> None:
    """A process of its own, which has other hashes of texts."""
    piles = [deck.CommandDeck({"low": 3, "high": 9}, packs=packs) for packs in (1, 2)]
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        table = sweep.sweep(found, {"pile": piles}, executor=pool)
        values = list(one_of_each().values())
        again = list(pool.map(_same, values))
    assert table.column("result") == tuple(found(pile) for pile in piles)
    assert again == values
    assert [_hash(each) for each in again] == [_hash(each) for each in values]


def _same(value: Any) -> Any:
    return value
