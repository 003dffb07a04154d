"""Snipers, strikes, cavalry: what is told reads back, all dice add up, defaults change nothing."""

import re
from collections import defaultdict
from dataclasses import fields
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.paper_tigers import Card, sniper, sudden_strike
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from rules_lib.rulebook import RulingSet, catalog
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.triumph_and_glory import charge
from tests.golden.cavalry_cases import BASIC, PLANS
from tests.golden.engine_cavalry import situation
from tests.oracles import charge_random
from tests.properties import drawn
from tests.properties.test_transcript_sums import FACES, every_id_is_in_the_rulebook, played
from tests.sample import examples

pytestmark = pytest.mark.slow

# ---------------------------------------------------------------- snipers

VALUES = (4, 9)
DECK = sniper.CommandDeck({"four": 4, "nine": 9}, jokers=0)
"""Four cards of each value."""
KINDS: st.SearchStrategy[Any] = st.sampled_from(["infantry", "crew", "officer"])


def totals(dice: int) -> dict[int, Fraction]:
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for faces in product(FACES, repeat=dice):
        found[sum(faces)] += Fraction(1, 6**dice)
    return found


@examples(12)
@given(drawn.cards, KINDS, st.integers(2, 4), st.booleans(), st.booleans())
def test_all_dice_cards_and_markers_of_a_shot_add_up_to_its_odds(
    card: Card, kind: Any, markers: int, hit_spots: bool, any_shot: bool
) -> None:
    rulings = sniper.Rulings(
        hit_target_spots=hit_spots,
        markers_laid="after_any_shot" if any_shot else "after_a_hit",
    )
    found = Fraction(0)
    for roll, chance in totals(card.combat_dice).items():
        plain = sniper.Shot(card, roll, sniper.Target(kind))
        seen = sniper.adjudicate([plain], DECK, markers=markers, rulings=rulings)
        (shot,) = seen.shots
        if (shot.hit and not hit_spots) or not seen.position.laid:
            continue
        for drawn_card, (spot, share) in product(VALUES, totals(2).items()):
            if not sniper.spots(drawn_card, spot, kind, rulings):
                continue
            for dot, count in (("green", 1), ("red", markers - 1)):
                told = sniper.adjudicate(
                    [sniper.Shot(card, roll, sniper.Target(kind), drawn_card, spot, dot)],  # type: ignore[arg-type]
                    DECK,
                    markers=markers,
                    rulings=rulings,
                )
                found += told.found * chance * share * Fraction(count, len(VALUES) * markers)
    assert sniper.duel_odds(card, kind, DECK, markers=markers, rulings=rulings).found_at(1) == found


@st.composite
def duels(draw: st.DrawFn) -> list[sniper.Shot]:
    """Shots at fresh units, by the default readings, until he is found."""
    card, kind = draw(drawn.cards), draw(KINDS)
    pile: list[int] = []
    reds = 3
    shots = []
    for _ in range(draw(st.integers(1, 6))):
        pile = pile or [value for value in VALUES for _ in range(4)]
        value = draw(st.sampled_from(pile))
        pile.remove(value)
        roll, spot = (draw(st.sampled_from(sorted(totals(n)))) for n in (card.combat_dice, 2))
        dot: Any = None
        if sniper.spots(value, spot, kind):
            dot = draw(st.sampled_from(["green", "red"])) if reds else "green"
            reds -= dot == "red"
        shots.append(sniper.Shot(card, roll, sniper.Target(kind), value, spot, dot))
        if dot == "green":
            break
    return shots


SHOT = re.compile(r"The sniper rolls (\d+) with (\d) dice against (red|black) (\d+): a (hit|miss)")
LOOK = re.compile(
    r"draws (?:an?|the) (\d+) to spot him(?:, raised by (\d))?, and rolls (\d+): (not )?enough"
)


@examples(60)
@given(duels())
def test_a_told_duel_can_be_reckoned_again(shots: list[sniper.Shot]) -> None:
    told = sniper.adjudicate(shots, DECK)
    every_id_is_in_the_rulebook(told.steps)
    text = str(told)
    fired, looked = SHOT.findall(text), LOOK.findall(text)
    assert [int(roll) for roll, *_ in fired] == [shot.roll for shot in shots]
    for roll, dice, colour, value, verdict in fired:
        assert int(dice) == {"red": 3, "black": 2}[colour]
        assert (verdict == "hit") == (int(roll) >= int(value))
    assert [(int(card), int(roll)) for card, _, roll, _ in looked] == [
        (shot.drawn, shot.spot_roll) for shot in shots
    ]
    for card, raised, roll, failed in looked:
        assert (not failed) == (int(roll) >= int(card) + int(raised or 0))
    assert ("The sniper is found." in text) == told.found


# ---------------------------------------------------------------- sudden strikes

PLACES = st.sampled_from([None, sudden_strike.SANDBAGS, sudden_strike.BARBED_WIRE])
TROOPS = st.sampled_from(["infantry", "unarmoured_vehicle", "armoured_vehicle", "tank"])


@examples(12)
@given(TROOPS, st.integers(0, 1), PLACES)
def test_all_throws_of_a_strike_add_up_to_its_odds(
    kind: Any, hits: int, place: sudden_strike.Structure | None
) -> None:
    unit = sudden_strike.Unit(kind, hits)
    own = sudden_strike.dice_of(kind)
    found: defaultdict[tuple[str, int, int], Fraction] = defaultdict(Fraction)
    protects = place is not None and place.intact()
    for outer in product(FACES, repeat=place.dice if place and protects else 0):
        saves = any(face in SAVING_FACES for face in outer)
        for faces in product(FACES, repeat=0 if saves else own):
            (result,) = sudden_strike.adjudicate(
                unit, place, [sudden_strike.Dice(outer, faces)]
            ).results
            left = result.structure.value_left if result.structure else -1
            found[str(result.fate), result.hits, left] += Fraction(1, 6 ** len(outer + faces))
    distribution = sudden_strike.strike(unit, place).map(
        lambda each: (
            str(each.fate),
            each.hits,
            each.structure.value_left if each.structure else -1,
        )
    )
    assert dict(distribution) == found


ROLLED = re.compile(r"rolls ([\d, ]+) for its ([^:]+): (saved|failed)")


@examples(60)
@given(TROOPS, st.lists(st.lists(st.integers(1, 6), min_size=9, max_size=9), max_size=6))
def test_a_told_bombardment_can_be_reckoned_again(kind: Any, thrown: list[list[int]]) -> None:
    place, hits = sudden_strike.BUNKER, 0
    strikes: list[sudden_strike.Dice] = []
    for faces in thrown:
        outer = tuple(faces[: place.dice]) if place.intact() else ()
        saves = any(face in SAVING_FACES for face in outer)
        own = () if saves else tuple(faces[place.dice :][: sudden_strike.dice_of(kind)])
        strikes.append(sudden_strike.Dice(outer, own))
        result = sudden_strike.adjudicate(kind, sudden_strike.BUNKER, strikes).results[-1]
        if result.fate == sudden_strike.Fate.REMOVED:
            break
        assert result.structure
        place, hits = result.structure, result.hits
    told = sudden_strike.adjudicate(kind, sudden_strike.BUNKER, strikes)
    if strikes:
        every_id_is_in_the_rulebook(told.steps)
    rolls = [([int(x) for x in faces.split(", ")], verdict) for faces, _, verdict
             in ROLLED.findall(str(told))]  # fmt: skip
    assert [faces for faces, _ in rolls] == [
        list(each) for dice in strikes for each in (dice.structure, dice.unit) if each
    ]
    for faces, verdict in rolls:
        assert (verdict == "saved") == any(face in SAVING_FACES for face in faces)
    assert str(told).count("takes a hit") + str(told).count("is removed") >= hits


# ---------------------------------------------------------------- cavalry

DIE = re.compile(r"(?:The die shows (\d): |: (\d)\.)")
NEEDS = re.compile(r"\(needs (\d) to (\d)\): (\d)\.")
SUM = re.compile(r"(?:\. |: )([^:\n]*): ([+−]?\d+) in all\.")
FIGHT = re.compile(rf"{SUM.pattern}(?: At .* in all\.)? The die shows (\d): a result of ([+−]?\d+)")
"""A fight against several hexes tells the sum of each, and the result at the first."""


def number(text: str) -> int:
    return int(text.replace("−", "-"))


@examples(40)
@given(
    charge_random.situations(),
    charge_random.plans,
    charge_random.rulings,
    st.lists(st.integers(0, 9), min_size=30, max_size=40),
)
def test_a_told_charge_can_be_reckoned_again(
    attack: Any, plan: Any, rulings: Any, dice: list[int]
) -> None:
    told, used = played(attack, plan, dice, rulings)
    if told.steps:
        every_id_is_in_the_rulebook(told.steps)
    text = "\n".join(step.text for step in told.steps)
    assert [int(one or other) for one, other in DIE.findall(text)] == dice[:used]
    for low, high, die in NEEDS.findall(text):
        assert int(low) <= int(high)
        assert 0 <= int(die) <= 9
    for parts, whole in SUM.findall(text):
        each = [number(part) for part in re.findall(r"(?:^|, )([+−]\d+) ", parts)]
        assert sum(each) == number(whole)
    for _, whole, die, result in FIGHT.findall(text):
        assert number(whole) + int(die) == number(result)


def test_the_fights_of_a_told_charge_are_read() -> None:
    """What the property above looks for is there to be found."""
    told = charge.adjudicate(situation(BASIC), [3, 9, 8], PLANS["yes"])
    text = "\n".join(step.text for step in told.steps)
    ((parts, *sums),) = FIGHT.findall(text)
    assert parts.count("+") == 3
    assert sums == ["+6", "8", "14"]
    assert NEEDS.findall(text) == [("0", "5", "3"), ("0", "6", "9")]


# ---------------------------------------------------------------- defaults, spelled out


@pytest.mark.parametrize("kind", sorted({*map(rulings_class, catalog().rulings)}, key=str))
def test_defaults_that_are_spelled_out_are_the_defaults(kind: type[RulingSet]) -> None:
    """They are one value, so whatever is asked has one answer."""
    ids = [str(each.metadata["ruling"]) for each in fields(kind)]
    assert kind.from_ids({each: values_of(each)[0] for each in ids}) == kind()
