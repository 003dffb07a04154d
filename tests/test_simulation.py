"""The third check, a coarse one: dice thrown at random and adjudicated, beside the exact odds.

The first two are exact: brute force from the clauses (``tests/oracles``), and icepool where it can
say it. This one plays whole games through adjudication, as at a table. The seeds are fixed. Each
share must lie within five standard errors of the exact chance, so a wrong chance shows from a few
points on; a right one would fail about once in a million seeds.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from rules_lib.rulebook import catalog
from rules_lib.triumph_and_glory import charge
from tests.golden.cavalry_cases import BASIC
from tests.golden.engine_cavalry import situation

pytestmark = pytest.mark.slow

ERRORS = 5
"""Half the width of the interval, in standard errors of the share."""

FEW = 10
"""Games that must be expected to come to an end, for it to be looked at by itself."""

Play = Callable[[Random], str]


def throw(random: Random, dice: int) -> tuple[int, ...]:
    return tuple(random.randint(1, 6) for _ in range(dice))


def outside(play: Play, chances: Mapping[str, Fraction], games: int, seed: int) -> list[str]:
    """The ends whose share among random games lies outside the interval around its chance.

    Ends that few games would come to are counted as one.
    """
    assert sum(chances.values()) == 1
    random = Random(seed)
    seen, expected = Counter[str](), defaultdict[str, Fraction](Fraction)
    names = {end: end if games * chance >= FEW else "rare" for end, chance in chances.items()}
    for end, chance in chances.items():
        expected[names[end]] += chance
    for _ in range(games):
        seen[names[play(random)]] += 1
    found = []
    for end, chance in expected.items():
        error = sqrt(chance * (1 - chance) / games)
        if abs(seen[end] / games - chance) > ERRORS * error:
            found.append(f"{end}: {seen[end]} of {games}, the chance is {float(chance):.1%}")
    return found


# ---------------------------------------------------------------- the five systems

RED_8 = melee.Combatant(Card("red", 8))
IN_COVER = melee.Combatant(Card("black", 7), small_team=True, in_cover=True)


def play_melee(random: Random) -> str:
    """Exchange after exchange; the defender in cover rolls again after a miss."""
    rolls: list[tuple[int, ...]] = []
    fight = melee.adjudicate(RED_8, IN_COVER, rolls, complete=False)
    pairing, state, over = fight.pairing, fight.state, fight.outcome
    while over == melee.Outcome.GOES_ON:
        rolled: tuple[int, ...] = (sum(throw(random, 3)), sum(throw(random, 2)))
        exchange = melee.resolve_exchange(pairing, state, rolled)
        if not exchange.defender_hit:
            rolled = (*rolled, sum(throw(random, 2)))
            exchange = melee.resolve_exchange(pairing, state, rolled)
        rolls.append(rolled)
        state, over = exchange.after, exchange.outcome
    assert melee.adjudicate(RED_8, IN_COVER, rolls).outcome == over
    return str(over)


def melee_chances() -> dict[str, Fraction]:
    return dict(melee.odds(RED_8, IN_COVER).outcomes)


A, B = Party(5, 1), Party(4, 0, True)


def play_battle(random: Random) -> str:
    told = battle.adjudicate(A, B, throw(random, A.dice), throw(random, B.dice))
    return f"{told.winner}, {told.a.lost} and {told.b.lost} dice"


def battle_chances() -> dict[str, Fraction]:
    distribution = battle.odds(A, B).joint
    return {f"{who}, {a} and {b} dice": chance for (who, a, b), chance in distribution.items()}


PILE = [4, 4, 4, 4, 9, 9, 9, 9]
SHOTS = 6
CARD = Card("black", 7)
DECK = sniper.CommandDeck({"four": 4, "nine": 9}, jokers=0)


def play_sniper(random: Random) -> str:
    """Shots at fresh crews, each of which tries to spot him; the pile is dealt to its end."""
    pile: list[int] = []
    markers = ["red", "red", "green"]
    random.shuffle(markers)
    shots: list[sniper.Shot] = []
    for number in range(1, SHOTS + 1):
        if not pile:
            pile = random.sample(PILE, len(PILE))
        drawn, roll = pile.pop(), sum(throw(random, 2))
        shown = markers.pop() if sniper.spots(drawn, roll, "crew") else None
        target = sniper.Target("crew")
        shots.append(sniper.Shot(CARD, sum(throw(random, 2)), target, drawn, roll, shown))  # type: ignore[arg-type]
        if sniper.adjudicate(shots, DECK, markers=3).found:
            return str(number)
        if not markers:
            raise AssertionError("the green marker is out, and he is not found")
    return "hidden"


def sniper_chances() -> dict[str, Fraction]:
    odds = sniper.duel_odds(CARD, "crew", DECK, markers=3)
    found = {str(shot): odds.found_at(shot) for shot in range(1, SHOTS + 1)}
    return {**found, "hidden": odds.not_yet(SHOTS)}


LAST = 9


def play_strikes(random: Random) -> str:
    """Strike after strike at infantry in a bunker, until it is removed."""
    hits, place = 0, sudden_strike.BUNKER
    for number in range(1, LAST + 1):
        outer = throw(random, place.dice) if place.intact() else ()
        own = () if any(face in SAVING_FACES for face in outer) else throw(random, 2)
        unit, dice = sudden_strike.Unit("infantry", hits), sudden_strike.Dice(outer, own)
        (result,) = sudden_strike.adjudicate(unit, place, [dice]).results
        if result.fate == sudden_strike.Fate.REMOVED:
            return str(number)
        assert result.structure
        hits, place = result.hits, result.structure
    return "still there"


def strike_chances() -> dict[str, Fraction]:
    distribution = sudden_strike.siege("infantry", sudden_strike.BUNKER).unit_lasts
    found = {str(number): distribution.pmf(number) for number in range(1, LAST + 1)}
    return {**found, "still there": distribution.beyond(LAST)}


CHARGE = situation(BASIC)
PLAN = {"square": True, "recall": False}


def fates(ended: Mapping[str, charge.Fate]) -> str:
    return "; ".join(f"{name}: {fate}" for name, fate in sorted(ended.items()))


def play_charge(random: Random) -> str:
    dice: list[int] = []
    while True:
        told = charge.adjudicate(CHARGE, dice, PLAN)
        if told.missing is None:
            return fates(told.fates)
        dice.append(random.randrange(10))


def charge_chances() -> dict[str, Fraction]:
    distribution = charge.odds(CHARGE, PLAN).outcomes.map(
        lambda outcome: fates(dict(outcome.fates))
    )
    return dict(distribution)


GAMES: dict[str, tuple[Play, Callable[[], Mapping[str, Fraction]], int]] = {
    "paper-tigers-melee": (play_melee, melee_chances, 1500),
    "in-die-tiefen": (play_battle, battle_chances, 1500),
    "paper-tigers-sniper": (play_sniper, sniper_chances, 400),
    "paper-tigers-sudden-strike": (play_strikes, strike_chances, 500),
    "triumph-and-glory": (play_charge, charge_chances, 200),
}


@pytest.mark.parametrize("system", GAMES)
def test_random_games_end_as_often_as_the_odds_say(system: str) -> None:
    play, chances, games = GAMES[system]
    assert not outside(play, chances(), games, seed=1812)


def test_the_interval_is_narrow_enough_to_see_a_wrong_chance() -> None:
    """The odds of a neighbouring situation fall outside."""
    wrong = melee.odds(RED_8, IN_COVER, reroll="never").outcomes
    assert outside(play_melee, dict(wrong), 1500, seed=1812)


def test_every_system_is_played() -> None:
    assert set(GAMES) == set(catalog().systems)
