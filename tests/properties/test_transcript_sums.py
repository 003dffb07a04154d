"""Adjudicated dice add up to the odds; and what a transcript says can be reckoned again."""

import re
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from rules_lib.errors import UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, melee
from rules_lib.rulebook import catalog
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory import charge
from tests.golden.cavalry_cases import BASIC, PLANS
from tests.golden.engine_cavalry import situation as laid_out
from tests.oracles import charge_random
from tests.properties import drawn
from tests.sample import examples

FACES = range(1, 7)

# ---------------------------------------------------------------- all dice add up to the odds


def totals(card: Card) -> dict[int, Fraction]:
    """Every throw of the dice that a card fights with."""
    dice = {"red": 3, "black": 2}[card.colour]
    throws = Counter(map(sum, product(FACES, repeat=dice)))
    return {total: Fraction(n, 6**dice) for total, n in throws.items()}


@examples(10)
@given(drawn.plain_units, drawn.plain_units, drawn.melee_rulings)
def test_all_totals_of_an_exchange_add_up_to_the_odds_of_its_end(
    a: melee.Combatant, d: melee.Combatant, rulings: melee.Rulings
) -> None:
    assert a.card is not None
    assert d.card is not None
    ends: defaultdict[str, Fraction] = defaultdict(Fraction)
    hits: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (one, p), (other, q) in product(totals(a.card).items(), totals(d.card).items()):
        told = melee.adjudicate(a, d, rolls=[(one, other)], rulings=rulings, complete=False)
        ends[str(told.outcome)] += p * q
        if told.outcome != melee.Outcome.GOES_ON:
            after = told.exchanges[-1].after
            hits[after.attacker_hits, after.defender_hits] += p * q
    odds = melee.odds(a, d, rulings)
    assert odds.exchanges.pmf(1) == sum(hits.values(), Fraction(0)) == 1 - ends["goes_on"]
    assert all(odds.final_hits[each] >= chance for each, chance in hits.items())
    for outcome, chance in odds.outcomes.items():
        assert 0 <= chance - ends[str(outcome)] <= ends["goes_on"]


def played(
    situation: charge.Situation, plan: Any, dice: list[int], rulings: charge.Rulings
) -> tuple[charge.Charge, int]:
    """A charge with as many of these dice as it needs, and how many that is."""
    for used in range(len(dice) + 1):
        try:
            told = charge.adjudicate(situation, dice[:used], plan, rulings)
        except UnspecifiedBySource:
            reject()
        if told.missing is None or told.missing.what != "die":
            break
    return told, used


@examples(30)
@given(
    charge_random.situations(),
    charge_random.plans,
    st.lists(st.integers(0, 9), min_size=30, max_size=40),
)
def test_what_dice_lead_to_is_among_the_odds(situation: Any, plan: Any, dice: list[int]) -> None:
    """And at most as unlikely as these very dice are."""
    told, used = played(situation, plan, dice, charge.Rulings())
    assume(told.missing is None)
    ended = dict(told.fates)
    outcomes = charge.odds(situation, plan).outcomes
    chance = sum((p for end, p in outcomes.items() if dict(end.fates) == ended), Fraction(0))
    assert chance >= Fraction(1, 10**used)


# ---------------------------------------------------------------- transcripts read back

ROLLS = re.compile(
    r"rolls (\d+) with (\d) dice(?:, minus (\d+) is (\d+))?"
    r"\. It (?:reaches|misses) its (red|black) (\d+)"
)


def every_id_is_in_the_rulebook(steps: tuple[Step, ...]) -> None:
    assert steps
    known = catalog()
    for step in steps:
        for each in step.clauses:
            assert known.entry(each).id == each
        assert str(step).strip().startswith(step.text)


@st.composite
def recorded(draw: st.DrawFn) -> tuple[melee.Fight, melee.Rulings]:
    """Two units and dice for as long as both stand."""
    a, d = draw(drawn.plain_units), draw(drawn.plain_units)
    rulings = draw(drawn.melee_rulings)
    assert a.card is not None
    assert d.card is not None
    rolls: list[tuple[int, int]] = []
    for _ in range(draw(st.integers(1, 5))):
        told = melee.adjudicate(a, d, rolls=rolls, rulings=rulings, complete=False)
        if told.outcome != melee.Outcome.GOES_ON:
            break
        one, other = (st.sampled_from(sorted(totals(card))) for card in (a.card, d.card))
        rolls.append((draw(one), draw(other)))
    return melee.adjudicate(a, d, rolls=rolls, rulings=rulings, complete=False), rulings


@examples(80)
@given(recorded())
def test_a_told_melee_can_be_reckoned_again(fought: tuple[melee.Fight, melee.Rulings]) -> None:
    told, rulings = fought
    every_id_is_in_the_rulebook(told.steps)
    lines = [step.text for step in told.steps]
    rolls = [(line, found) for line in lines if (found := ROLLS.search(line))]
    assert len(rolls) == 2 * len(told.exchanges)
    for line, found in rolls:
        roll, dice, less, makes, colour, value = found.groups()
        assert int(dice) == {"red": 3, "black": 2}[colour]
        assert int(dice) <= int(roll) <= 6 * int(dice)
        if less:
            assert int(roll) - int(less) == int(makes)
        counts = makes if makes and rulings.penalties_count_against_card else roll
        assert ("It misses" not in line) == (int(counts) >= int(value))
    carried = Counter(line.split()[0] for line in lines if " now has " in line)
    for who, count in carried.items():
        hits = [int(line.split(" now has ")[1].split()[0]) for line in lines
                if line.startswith(f"{who} now has")]  # fmt: skip
        assert hits == sorted(hits)
        assert len(hits) == count


@examples(80)
@given(drawn.parties(6), drawn.parties(6), st.data())
def test_a_told_battle_can_be_reckoned_again(a: Party, b: Party, data: st.DataObject) -> None:
    throws = [
        data.draw(st.lists(st.integers(1, 6), min_size=party.dice, max_size=party.dice))
        for party in (a, b)
    ]
    told = battle.adjudicate(a, b, throws[0], throws[1])
    every_id_is_in_the_rulebook(told.steps)
    text = str(told)
    left = {}
    for name, enemy, rolls in (("A", "B", throws[0]), ("B", "A", throws[1])):
        thrown = re.search(rf"{name} rolls ([\d, ]+): (\d+) in all", text)
        assert thrown
        assert [int(face) for face in thrown[1].split(", ")] == rolls
        assert sum(rolls) == int(thrown[2])
        taken = re.search(rf"it takes ([\d, ]+) from {name}\.", text)
        gone = [int(face) for face in taken[1].split(", ")] if taken else []
        assert not Counter(gone) - Counter(rolls)
        destroys = re.search(rf"{enemy} destroys with (\d)", text)
        if destroys:
            enemy_rolls = throws[name == "A"]
            strikes = sum(face >= int(destroys[1]) for face in enemy_rolls)
            assert len(gone) == min(strikes, len(rolls))
        left[name] = sum(rolls) - sum(gone)
    assert f"What is left: A {left['A']}, B {left['B']}." in text
    winner = {1: "A wins", -1: "B wins", 0: "The battle is drawn"}
    assert winner[(left["A"] > left["B"]) - (left["A"] < left["B"])] in text


DIE = re.compile(r"(?:The die shows (\d): |: (\d)\.)")
NEEDS = re.compile(r"\(needs (\d) to (\d)\): (\d)\.")
SUM = re.compile(r"(?:\. |: )([^:\n]*): ([+−]?\d+) in all\.")
FIGHT = re.compile(rf"{SUM.pattern}(?: At .* in all\.)? The die shows (\d): a result of ([+−]?\d+)")
"""A fight against several hexes tells the sum of each, and the result at the first."""


def number(text: str) -> int:
    return int(text.replace("−", "-"))


@pytest.mark.slow
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
    told = charge.adjudicate(laid_out(BASIC), [3, 9, 8], PLANS["yes"])
    text = "\n".join(step.text for step in told.steps)
    ((parts, *sums),) = FIGHT.findall(text)
    assert parts.count("+") == 3
    assert sums == ["+6", "8", "14"]
    assert NEEDS.findall(text) == [("0", "5", "3"), ("0", "6", "9")]
