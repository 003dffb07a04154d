"""The least and the most that each number of Paper Tigers and of battles may be, and no more.

Of what is no number at all the walk through all doors speaks (`tests/hostile_world`).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.in_die_tiefen.battle import Trade, Winner
from rules_lib.paper_tigers import Card, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers.melee import Combatant, HitsToRemove
from rules_lib.paper_tigers.sniper.state import RED_MARKERS
from tests.in_turn import in_turn

CARD = Card("red", 7)
FOUGHT = battle.adjudicate(Party(2), Party(3), [6, 1], [2, 5, 3])
UNIT, PAIRS = Combatant(CARD), battle.Rulings(more_than_two="each_pair")

BOUNDS: list[tuple[str, Callable[[Any], object], int, int | None]] = [
    ("value", lambda n: Card("red", n), 2, None),
    ("value", command.colour_trade, 2, None),
    ("hits", lambda n: Combatant(CARD, hits=n), 0, None),
    ("hits_to_remove.infantry", lambda n: HitsToRemove(n, 3), 2, 20),
    ("hits_to_remove.small_team", lambda n: HitsToRemove(5, n), 2, 20),
    ("hits_to_remove (R-M9)", lambda n: melee.Rulings(hits_to_remove=n), 2, 20),
    ("shot_hits", lambda n: charge.odds(UNIT, UNIT, shot_hits=n), 0, 1),
    ("moved", lambda n: charge.legality(UNIT, moved=n, distance=5), 0, None),
    ("distance", lambda n: charge.legality(UNIT, moved=5, distance=n), 0, None),
    ("drawn", lambda n: sniper.spots(n, 7, "crew"), 1, None),
    ("roll", lambda n: sniper.spots(7, n, "crew"), 2, 12),
    ("markers", lambda n: sniper.successes_needed(n, sniper.Rulings()), 1, 50),
    ("markers", lambda n: sniper.search("crew", {"a": 5}, markers=n), 1, 50),
    ("markers", lambda n: sniper.discovery("crew", 3, markers=n), 1, 50),
    ("markers", lambda n: sniper.duel_odds(CARD, "crew", {"a": 5}, markers=n), 1, 50),
    ("markers", lambda n: sniper.adjudicate([], markers=n), 1, 50),
    ("markers", sniper.Position, 1, 50),
    ("reds", lambda n: sniper.Position(laid=True, reds=n), 0, RED_MARKERS),
    ("reds", lambda n: sniper.Position(reds=n), 0, 0),
    ("attempts", lambda n: sniper.discovery("crew", n, {"a": 5}), 1, 2000),
    ("hits", lambda n: sniper.Target("crew", n), 0, 1),
    ("jokers (R-X2)", lambda n: sudden_strike.Rulings(jokers=n), 0, 200),
    ("hits", lambda n: sudden_strike.Unit("tank", n), 0, 1),
    ("value", lambda n: sudden_strike.Structure("hut", n, 2), 1, 20),
    ("dice", lambda n: sudden_strike.Structure("hut", 2, n), 1, 20),
    ("damage", lambda n: sudden_strike.Structure("hut", 2, 2, damage=n), 0, 2),
    ("activations", sudden_strike.strikes, 0, 500),
    ("rounds", lambda n: sudden_strike.strikes(5, rounds=n), 1, 100),
    ("threshold_floor (R-I5)", lambda n: battle.Rulings(threshold_floor=n), 1, 6),
    ("retreat_hexes (R-I7)", lambda n: battle.Rulings(retreat_hexes=n), 1, 60),
    ("parties", lambda n: battle.each_pair([Party(1)] * n, PAIRS), 2, 10),
    ("dice", Party, 1, 200),
    ("fanaticism", lambda n: Party(9, n), 0, 4),
    ("fanaticism", lambda n: Party.from_circumstances(fanaticism=n), 0, 4),
    ("outnumbers", lambda n: Party.from_circumstances(outnumbers=n), 1, None),
    ("deeds", lambda n: Party.from_circumstances(deeds=n), 0, 50),
    ("thwarted_enemy_deeds", lambda n: Party.from_circumstances(thwarted_enemy_deeds=n), 0, 50),
    ("failed_enemy_deeds", lambda n: Party.from_circumstances(failed_enemy_deeds=n), 0, 50),
    ("destroyed", lambda n: replace(FOUGHT.b, destroyed=(n,)), 0, 2),
    ("price", Trade, 0, None),
    ("draw", lambda n: Trade(1, n), 0, 1),
    ("morale_a", lambda n: aftermath.resolve(Winner.A, n, 1), 0, 4),
    ("morale_b", lambda n: aftermath.resolve(Winner.A, 1, n), 0, 4),
]


@in_turn(("field", "call", "least", "most"), BOUNDS)
def test_the_least_and_the_most_are_taken_and_nothing_beyond(
    field: str, call: Callable[[Any], object], least: int, most: int | None
) -> None:
    for taken in (least, *([most] if most is not None else [])):
        assert call(taken) is not None
    for wrong in (least - 1, *([most + 1] if most is not None else [])):
        with pytest.raises(InvalidValue) as error:
            call(wrong)
        assert str(error.value).startswith(f"{field}: ")
        assert "allowed: " in str(error.value)
