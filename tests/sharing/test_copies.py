"""Every value can be copied and pickled, also for another process, and equals itself afterwards."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from rules_lib import sweep
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import deck, sniper
from rules_lib.probability import chain
from rules_lib.rulebook import catalog
from rules_lib.triumph_and_glory import charge
from tests.hostile_world.bases import instance_of
from tests.hostile_world.named import board, situation
from tests.in_turn import in_turn
from tests.sharing.answers import Walk

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


NAMED: dict[str, Callable[[], Any]] = {
    "a deck": lambda: deck.CommandDeck({"low": 3, "high": 9}, jokers=2),
    "a board": board,
    "an attack": lambda: situation().attacks[0],
    "a stack": lambda: charge.Stack(situation().attacks[0].stacks[0].units, through={"Y": "rear"}),
    "odds of a charge": lambda: instance_of(charge.Odds),
    "the best play": lambda: charge.decide(situation(), charge.rout("Y")),
    "a game of tactics": lambda: battle.tactics_game(Party(1), Party(1)),
    "the catalog": catalog,
    "a chain": lambda: instance_of(chain.Chain),
    "the distribution of its steps": lambda: instance_of(chain.Chain).steps,
    "an optimum": lambda: instance_of(chain.Optimum),
    "a search": lambda: sniper.search("infantry"),
}


@in_turn("name", NAMED)
def test_it_can_be_copied_before_and_after_it_was_asked(name: str) -> None:
    value = NAMED[name]()
    assert not list(differing(name, value))
    for _ in Walk().of(name, value):
        pass  # asks for all that it works out
    assert not list(differing(name, value))


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
        values = [make() for make in NAMED.values()]
        again = list(pool.map(_same, values))
    assert table.column("result") == tuple(found(pile) for pile in piles)
    assert again == values
    assert [_hash(each) for each in again] == [_hash(each) for each in values]


def _same(value: Any) -> Any:
    return value
