"""Odds and advice say in a few numbers what they hold; no wall of fractions."""

import re

from rules_lib.in_die_tiefen import battle
from rules_lib.paper_tigers import melee, sniper
from rules_lib.triumph_and_glory import charge
from rules_lib.values.summary import Summary
from tests.in_turn import in_turn
from tests.notebook.test_answers import ABLE, ANSWERS, FIVE, FOUR

RIDE = charge.Situation.parse(
    ["A: heavy 5, strength 6, disordered cohesion 4"],
    ["Y: infantry 5, strength 5, disordered cohesion 4"],
)
PLAN = {"square": True, "recall": False, "counter-shock": False}

MAKE = {name: make for name, (make, _) in ANSWERS.items()}
COVERED = melee.Combatant.parse("black 6, in cover")
MAKE["melee policy"] = lambda: melee.odds(ABLE, COVERED, reroll=melee.Goal.WIN).policy
MAKE["choice"] = lambda: battle.best_fanaticism(FIVE, FOUR).choices[2]
MAKE["charge odds"] = lambda: charge.odds(RIDE, PLAN)
MAKE["best charge"] = lambda: charge.decide(RIDE, charge.rout("Y"), {})
SAID = {
    "melee odds": "<melee.Odds: attacker wins # %, defender wins # %, both removed # %,"
    " undecided # %>",
    "melee policy": "<melee.BestPolicy: to win # %>",
    "sniper": "<sniper.Search: attempts until he is found, on average #>",
    "sniper duel": "<sniper.DuelOdds: a shot hits # %, shots until he is found, on average #>",
    "siege": "strikes until the unit is removed, on average #, strikes until the structure",
    "battle odds": "<battle.Odds: a wins # %, draw # %, b wins # %>",
    "fanaticism": "# dice #, best>",
    "choice": "dice #, worth #, lost",
    "tactics": "the game is worth to a #",
    "superiority": "a wins with it",
    "charge odds": "<charge.Odds: A ",
    "best charge": "<charge.Best: the goal is worth #, recall after square A yes",
}
"""Without its numbers, which other tests hold."""


@in_turn("name", SAID)
def test_one_line_or_a_few_and_no_fraction(name: str) -> None:
    answer = MAKE[name]()
    line, text = repr(answer), str(answer)
    assert SAID[name] in re.sub(r"\d+(\.\d+)?", "#", line)
    assert "\n" not in line
    assert len(line) < 200
    assert "Fraction" not in line + text
    assert 1 <= len(text.splitlines()) <= 25
    assert max(map(len, text.splitlines())) < 100


def test_every_kind_of_odds_is_looked_at() -> None:
    known = {(type(x).__module__, type(x).__qualname__) for x in (MAKE[each]() for each in SAID)}
    assert {(kind.__module__, kind.__qualname__) for kind in Summary.__subclasses__()} == known


def test_what_was_made_by_hand_of_nothing_says_so() -> None:
    assert repr(sniper.Search({}, ())) == "<sniper.Search: made of what has no odds>"
