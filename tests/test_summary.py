"""Odds and advice say in a few numbers what they hold; no wall of fractions."""

import re
from collections.abc import Callable
from typing import Any

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from rules_lib.triumph_and_glory import charge
from rules_lib.values.summary import Summary
from tests.in_turn import in_turn

RED = Card("red", 7)
MINE, THEIRS = melee.Combatant(RED), melee.Combatant(Card("black", 6), in_cover=True)
RIDE = charge.Situation.parse(
    ["A: heavy 5, strength 6, disordered cohesion 4"],
    ["Y: infantry 5, strength 5, disordered cohesion 4"],
)
PLAN = {"square": True, "recall": False, "counter-shock": False}
PARTIES = Party(5), Party(4)

ANSWERS: dict[type[Summary], tuple[Callable[[], Any], str]] = {
    melee.Odds: (
        lambda: melee.odds(MINE, THEIRS),
        "<melee.Odds: attacker wins 74.5 %, defender wins 21.1 %, both removed 4.4 %, undecided"
        " 0.0 %>",
    ),
    melee.BestPolicy: (
        lambda: melee.odds(MINE, THEIRS, reroll=melee.Goal.WIN).policy,
        "<melee.BestPolicy: to win 25.0 %>",
    ),
    sniper.Search: (
        lambda: sniper.search("infantry"),
        "<sniper.Search: attempts until he is found, on average 7.89>",
    ),
    sniper.DuelOdds: (
        lambda: sniper.duel_odds(RED, "infantry"),
        "<sniper.DuelOdds: a shot hits 90.7 %, shots until he is found, on average 7.89>",
    ),
    sudden_strike.Siege: (
        lambda: sudden_strike.siege("infantry", sudden_strike.BUNKER),
        "strikes until the unit is removed, on average 11.16, strikes until the structure",
    ),
    battle.Odds: (
        lambda: battle.odds(*PARTIES),
        "<battle.Odds: a wins 65.4 %, draw 3.8 %, b wins 30.8 %>",
    ),
    battle.BestFanaticism: (lambda: battle.best_fanaticism(*PARTIES), "4 dice 0.77, best>"),
    type(battle.best_fanaticism(*PARTIES).choices[0]): (
        lambda: battle.best_fanaticism(*PARTIES).choices[2],
        "dice 2, worth 0.69, lost",
    ),
    battle.TacticsGame: (lambda: battle.tactics_game(*PARTIES), "the game is worth to a 0.6"),
    battle.Worth: (lambda: battle.superiority_in_dice(*PARTIES), "a wins with it"),
    charge.Odds: (lambda: charge.odds(RIDE, PLAN), "<charge.Odds: A "),
    charge.Best: (
        lambda: charge.decide(RIDE, charge.rout("Y"), {}),
        "<charge.Best: the goal is worth 0.14, recall after square A yes",
    ),
}


def test_every_kind_of_odds_is_looked_at() -> None:
    known = {(kind.__module__, kind.__qualname__) for kind in ANSWERS}
    assert {(kind.__module__, kind.__qualname__) for kind in Summary.__subclasses__()} == known


def shape(text: str) -> str:
    """A text without its numbers, which other tests hold."""
    return re.sub(r"\d+(\.\d+)?", "#", text)


@in_turn("kind", list(ANSWERS))
def test_one_line_or_a_few_and_no_fraction(kind: type[Summary]) -> None:
    make, said = ANSWERS[kind]
    answer = make()
    assert type(answer) is kind
    line, text = repr(answer), str(answer)
    assert shape(said) in shape(line)
    assert "\n" not in line
    assert len(line) < 200
    assert "Fraction" not in line + text
    assert 1 <= len(text.splitlines()) <= 25
    assert max(map(len, text.splitlines())) < 100


def test_what_was_made_by_hand_of_nothing_says_so() -> None:
    assert repr(sniper.Search({}, ())) == "<sniper.Search: made of what has no odds>"
