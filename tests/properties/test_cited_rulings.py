"""A ruling that a transcript cites bears on these units, in every game.

A ruling can be read otherwise, so that can be tried: some dice must come to another story.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import RulesError
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from rules_lib.paper_tigers.sniper import Move, Spotter, Target
from rules_lib.paper_tigers.sudden_strike import STRUCTURES, Unit, UnitClass
from rules_lib.transcript import Step
from tests.oracles.translate import at_random

Play = Callable[[Any, "Eager"], tuple[Step, ...]]
"""From rulings and dice to the story of the same units."""


class Eager:
    """High faces are frequent: with them something happens."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def randrange(self, stop: int, /) -> int:
        return min(self.chance.randrange(stop + 1), stop - 1)


def a_battle(chance: Random) -> Play:
    def party() -> Party:
        dice = chance.randint(1, 5)
        return Party(dice, chance.randint(0, min(4, dice - 1)), chance.random() < 0.5)

    a, b = party(), party()
    return lambda rulings, dice: battle.play(a, b, dice, rulings).steps


def a_card(chance: Random) -> Card:
    """One that is reached, whatever is deducted."""
    return Card(chance.choice(["red", "black"]), chance.randint(2, 8))


def a_melee(chance: Random) -> Play:
    def some() -> bool:
        return chance.random() < 0.5

    first = melee.Combatant(a_card(chance), hits=chance.randint(0, 1), shaken=chance.random() < 0.3)
    enemy = melee.Combatant(a_card(chance), some(), some(), some(), chance.randint(0, 1), some())
    return lambda rulings, dice: melee.play(first, enemy, dice, rulings).steps


def a_duel(chance: Random) -> Play:
    card, kinds = a_card(chance), get_args(Spotter)
    events: list[Any] = []
    for _ in range(3):
        events += [Move()] * (chance.random() < 0.2)
        events += [Target(chance.choice(kinds), chance.randint(0, 1))]
    pile = {"a": 5, "b": 2}
    return lambda rulings, dice: sniper.play(card, events, dice, pile, rulings=rulings).steps


def a_strike(chance: Random) -> Play:
    unit = Unit(chance.choice(get_args(UnitClass)), chance.randint(0, 1))
    shelter = None if unit.kind == "aircraft" else chance.choice([None, *STRUCTURES])
    return lambda rulings, dice: sudden_strike.play(unit, shelter, dice, rulings, strikes=3).steps


class Game(NamedTuple):
    """A game with transcripts.

    Attributes:
        rulings: the class of its rulings.
        units: from chance to units that can be played with.
        general: rulings that say what a step is for all units, whether it is the same or not.
    """

    rulings: Any
    units: Callable[[Random], Play]
    general: frozenset[str] = frozenset()


GAMES = [
    # When dice strike, which ones are taken, and what is measured: said of each strike.
    Game(battle.Rulings, a_battle, frozenset({"R-I1", "R-I2", "R-I8"})),
    Game(melee.Rulings, a_melee),
    Game(sniper.Rulings, a_duel),
    # What a failed save does.
    Game(sudden_strike.Rulings, a_strike, frozenset({"R-X1"})),
]
STORIES = 60
"""Throws that are tried until a ruling is seen to bear."""


def otherwise(rulings: Any, rule: str) -> Iterator[Any]:
    """The same rulings with this one read in each other way that is named."""
    for each in fields(rulings):
        if each.metadata["ruling"] == rule:
            for reading in each.metadata["readings"]:
                if reading != getattr(rulings, each.name):
                    yield replace(rulings, **{each.name: reading})


def told(play: Play, rulings: Any, seed: int) -> tuple[Step, ...] | None:
    """The story; ``None`` if these rulings and these dice make none."""
    try:
        return play(rulings, Eager(seed))
    except RulesError:
        return None


def words(story: tuple[Step, ...] | None) -> list[str] | None:
    return None if story is None else [step.text for step in story]


def bears(play: Play, rulings: Any, step: Step, rule: str) -> bool:
    """Some dice come to another story if the ruling is read otherwise.

    Two that are cited together may cover each other: then one of them is read otherwise first.
    """
    mixtures = [rulings]
    mixtures += [
        one for other in step.clauses if other != rule for one in otherwise(rulings, other)
    ]
    return any(
        words(told(play, mixed, seed)) != words(told(play, other, seed))
        for seed in range(STORIES)
        for mixed in mixtures
        for other in otherwise(mixed, rule)
    )


@st.composite
def played(draw: st.DrawFn, game: Game) -> tuple[Play, Any, int]:
    seeds = st.integers(0, 10**9)
    chance = Random(draw(seeds))
    rulings = at_random(chance, game.rulings)
    return game.units(chance), rulings, draw(seeds)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.units.__name__)
@given(st.data())
def test_rulings_are_cited_where_they_bear(game: Game, data: st.DataObject) -> None:
    play, rulings, seed = data.draw(played(game))
    story = told(play, rulings, seed)
    for step in story or ():
        for rule in step.clauses:
            if rule.startswith("R-") and rule not in game.general:
                assert bears(play, rulings, step, rule), f"{rule} has no bearing: {step}"
