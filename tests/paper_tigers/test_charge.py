"""The charge: who may, what becomes of it, and how likely."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import Card, charge, melee
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.charge.state import Inches
from rules_lib.paper_tigers.melee import IncompleteRecord
from rules_lib.probability import Distribution
from tests.in_turn import in_turn
from tests.oracles.melee_brute import outcomes, throws
from tests.oracles.translate import Unit, oracle, unit

STANDING = charge.Rulings(charge_without_move=True)
AUTOMATIC = charge.Rulings(reaction_shot="automatic_hit")
HALF = Fraction(1, 2)


@pytest.mark.rule("PT-M1", "PT-M3", "PT-M5", "PT-M19", "PT-M21")
@in_turn(
    ("attacker", "moved", "distance", "forbidden"),
    [
        (unit("red 7"), 10, 10, ()),
        (unit("red 7"), Fraction(1, 100), 0, ()),
        (unit("red 7", in_cover=True, hits=1), 9.5, 0.5, ()),
        (unit("red 7"), 0, 5, ("PT-M1",)),
        (unit("red 7", officer=True), 5, 5, ("PT-M5",)),
        (unit("red 7", small_team=True), 5, 5, ("PT-M5",)),
        (unit("red 7"), 10.01, 5, ("PT-M19",)),
        (unit("red 7"), 5, Fraction(1001, 100), ("PT-M21",)),
        (unit("red 7", officer=True), 0, 11, ("PT-M1", "PT-M5", "PT-M21")),
        (unit("red 7", small_team=True), 11, 11, ("PT-M5", "PT-M19", "PT-M21")),
        (melee.Combatant(None), 5, 5, ("PT-M3",)),
        (melee.Combatant(None, officer=True), 0, 5, ("PT-M1", "PT-M3", "PT-M5")),
    ],
)
def test_what_forbids_a_charge(
    attacker: Unit, moved: Inches, distance: Inches, forbidden: tuple[str, ...]
) -> None:
    assert charge.legality(attacker, moved=moved, distance=distance) == forbidden


@pytest.mark.rule("R-M12", "PT-M1")
def test_a_charge_from_a_standstill() -> None:
    assert charge.legality(unit("red 7"), moved=0, distance=5) == ("PT-M1",)
    assert charge.legality(unit("red 7"), moved=0, distance=5, rulings=STANDING) == ()
    assert charge.legality(unit("red 7"), moved=0, distance=11, rulings=STANDING) == ("PT-M21",)


def passes(dice: int, value: int) -> Fraction:
    distribution = throws(dice)
    return Fraction(
        sum(n for total, n in distribution.items() if total >= value), sum(distribution.values())
    )


def by_hand(
    attacker: Unit, defender: Unit, shot: Fraction, *, moves: bool = True
) -> dict[str, Fraction]:
    """The product of independently computed chances."""
    fight = oracle(attacker, defender)
    dice, value = fight.a.dice, fight.a.value
    arrives = passes(5 - dice, value) if moves else Fraction(1)
    contact = arrives * passes(dice, value)
    refused = arrives - contact
    hit = "shot_removes" if attacker.hits else "shot_hits"
    ends = {"stays": 1 - arrives, hit: refused * shot, "shot_misses": refused * (1 - shot)}
    melee_ends = outcomes(fight.ends(fight.habit("if_missed")))
    ends |= {name: contact * chance for name, chance in melee_ends.items()}
    return {name: chance for name, chance in ends.items() if chance}


PAIRS = [
    (unit("red 7"), unit("red 7")),
    (unit("black 8"), unit("red 5", small_team=True, in_cover=True)),
    (unit("red 9", hits=1), unit("black 11", hits=1)),
    (unit("black 12"), unit("black 12")),
    (unit("black 13"), unit("black 5")),
    (unit("red 2"), unit("red 2")),
]


@pytest.mark.rule("PT-M2", "PT-M3", "PT-M6", "PT-M7", "PT-M17", "PT-M19")
@in_turn("shot", [Fraction(0), Fraction(1, 3), Fraction(1)])
@in_turn(("attacker", "defender"), PAIRS)
def test_the_whole_action_is_the_product_of_its_parts(
    attacker: Unit, defender: Unit, shot: Fraction
) -> None:
    distribution = charge.odds(attacker, defender, shot_hits=shot)
    assert dict(distribution) == by_hand(attacker, defender, shot)
    assert sum(distribution.values()) == 1


@pytest.mark.rule("R-M12")
def test_without_a_move_there_is_no_movement_test() -> None:
    pair = PAIRS[1]
    distribution = charge.odds(*pair, shot_hits=HALF, moves=False, rulings=STANDING)
    assert dict(distribution) == by_hand(*pair, HALF, moves=False)
    with pytest.raises(IllegalAction, match="has not moved") as error:
        charge.odds(*pair, moves=False)
    assert error.value.clauses == ("PT-M1", "R-M12")


@pytest.mark.rule("R-M11", "PT-M7")
def test_the_reaction_shot_as_far_as_it_is_known() -> None:
    pair = PAIRS[0]
    refused = passes(2, 7) * (1 - passes(3, 7))
    assert charge.odds(*pair)[Ending.REFUSED] == refused
    distribution = charge.odds(*pair, shot_hits=Fraction(1, 6))
    assert distribution[Ending.REFUSED] == 0
    assert distribution[Ending.SHOT_HITS] == refused / 6
    certain = charge.odds(*pair, rulings=AUTOMATIC)
    assert certain[Ending.SHOT_HITS] == refused
    assert charge.odds(*pair, rulings=AUTOMATIC, shot_hits=1) == certain
    for wrong in (0, HALF):
        with pytest.raises(InvalidValue, match=r"shot_hits: .*the shot always hits"):
            charge.odds(*pair, rulings=AUTOMATIC, shot_hits=wrong)


@pytest.mark.rule("PT-M7", "PT-M17", "R-M9")
def test_a_shot_at_a_unit_that_was_hit_before_removes_it() -> None:
    hurt, foe = unit("red 7", hits=1), unit("red 7")
    refused = passes(2, 7) * (1 - passes(3, 7))
    distribution = charge.odds(hurt, foe, shot_hits=1)
    assert distribution[Ending.SHOT_REMOVES] == refused
    assert distribution[Ending.SHOT_HITS] == 0
    distribution = charge.odds(
        hurt, foe, shot_hits=1, melee_rulings=melee.Rulings(hits_to_remove=3)
    )
    assert distribution[Ending.SHOT_REMOVES] == 0
    assert distribution[Ending.SHOT_HITS] == refused


@pytest.mark.rule("PT-M4", "PT-M19")
def test_a_red_card_fights_better_than_a_black_one() -> None:
    wins = {
        colour: charge.odds(unit(f"{colour} 9"), unit("red 9"))[Ending.ATTACKER_WINS]
        for colour in ("red", "black")
    }
    assert wins["red"] > wins["black"]


def act(attacker: Unit, defender: Unit, **given: object) -> charge.Action:
    return charge.adjudicate(attacker, defender, **given)  # type: ignore[arg-type]


PAIR = PAIRS[0]


@pytest.mark.rule("PT-M2", "PT-M3", "PT-M6", "PT-M7", "PT-M19")
def test_how_far_a_charge_came() -> None:
    assert act(*PAIR, movement_roll=6).ending == Ending.STAYS
    for shot, ending in ((None, "refused"), ("miss", "shot_misses"), ("hit", "shot_hits")):
        refused = act(*PAIR, movement_roll=7, charge_roll=6, shot=shot)
        assert (refused.ending, refused.fight) == (ending, None)
        assert [test.passed for test in refused.tests] == [True, False]
    hurt = act(unit("red 7", hits=1), PAIR[1], movement_roll=7, charge_roll=6, shot="hit")
    assert hurt.ending == Ending.SHOT_REMOVES
    with pytest.raises(InvalidValue, match=r"shot: 'graze' .*'hit', 'miss'"):
        act(*PAIR, movement_roll=7, charge_roll=6, shot="graze")


@pytest.mark.rule("PT-M2", "PT-M3", "PT-M6")
def test_a_charge_that_makes_contact() -> None:
    action = act(*PAIR, movement_roll=7, charge_roll=7, rolls=[(12, 6)])
    assert action.ending == Ending.ATTACKER_WINS
    assert action.fight is not None
    assert action.fight.exchanges[0].winner == "attacker"
    assert {"PT-M2", "PT-M3", "PT-M6"} == set(action.steps[1].clauses)
    assert str(action).endswith("Attacker is the only unit left. [PT-M17]")
    going = act(*PAIR, movement_roll=7, charge_roll=7, complete=False)
    assert going.ending == Ending.GOES_ON


@pytest.mark.rule("R-M12")
def test_a_unit_that_stood_still() -> None:
    action = act(*PAIR, movement_roll=None, charge_roll=7, rolls=[(12, 6)], rulings=STANDING)
    assert [test.purpose for test in action.tests] == ["charge"]
    assert action.steps[0].clauses == ("R-M12",)
    with pytest.raises(IllegalAction, match="PT-M1, R-M12"):
        act(*PAIR, movement_roll=None, charge_roll=7)


@pytest.mark.rule("PT-M5")
@pytest.mark.parametrize(
    ("who", "named"),
    [
        ({"officer": True}, "an officer"),
        ({"small_team": True}, "a small team"),
        ({"officer": True, "small_team": True}, "an officer"),
    ],
)
def test_who_cannot_charge(who: dict[str, bool], named: str) -> None:
    attacker = unit("red 7", **who)
    why = f"attacker: {named} cannot start a melee .*PT-M5"
    with pytest.raises(IllegalAction, match=why):
        act(attacker, PAIR[1], movement_roll=7)
    with pytest.raises(IllegalAction, match=why):
        charge.odds(attacker, PAIR[1])


@pytest.mark.rule("PT-M3")
def test_a_unit_without_a_card_cannot_charge() -> None:
    bare = melee.Combatant(None)
    for charges in (
        lambda: charge.odds(bare, PAIR[1]),
        lambda: charge.odds(bare, bare),
        lambda: act(bare, PAIR[1], movement_roll=7),
        lambda: act(bare, PAIR[1], movement_roll=None, charge_roll=7, rulings=STANDING),
    ):
        with pytest.raises(IllegalAction, match=r"attacker: .* without a command card") as error:
            charges()
        assert error.value.clauses == ("PT-M3",)


@pytest.mark.rule("PT-M2", "PT-M3", "PT-M12")
def test_a_shaken_unit_charges_as_any_other_and_fights_shaken() -> None:
    """PT-M12 deducts in exchanges only: not from the tests on the way there."""
    shaken, foe = unit("red 7", shaken=True), PAIR[1]
    distribution = charge.odds(shaken, foe, shot_hits=HALF)
    assert dict(distribution) == by_hand(shaken, foe, HALF)
    fresh = charge.odds(unit("red 7"), foe, shot_hits=HALF)
    before = (Ending.STAYS, Ending.SHOT_HITS, Ending.SHOT_MISSES)
    assert [distribution[each] for each in before] == [fresh[each] for each in before]
    assert distribution[Ending.ATTACKER_WINS] < fresh[Ending.ATTACKER_WINS]
    action = act(shaken, foe, movement_roll=7, charge_roll=7, rolls=[(12, 6)])
    assert action.ending == Ending.ATTACKER_WINS
    assert "Attacker starts the melee shaken. [PT-M12]" in str(action)
    assert action.fight
    assert action.fight.exchanges[0].attacker_total == 10


@pytest.mark.rule("PT-M2")
def test_records_that_stop_too_early() -> None:
    with pytest.raises(IncompleteRecord, match="charge_roll"):
        act(*PAIR, movement_roll=7)
    with pytest.raises(IncompleteRecord, match="rolls"):
        act(*PAIR, movement_roll=7, charge_roll=7)


@pytest.mark.rule("PT-M8")
def test_a_target_without_a_card_can_shoot_but_not_fight() -> None:
    bare = melee.Combatant(None)
    assert act(PAIR[0], bare, movement_roll=7, charge_roll=6).ending == Ending.REFUSED
    for more in ({}, {"rolls": [(12, 6)]}, {"rolls": [(12, 6)], "complete": False}):
        with pytest.raises(UnspecifiedBySource, match="defender"):
            act(PAIR[0], bare, movement_roll=7, charge_roll=7, **more)


@pytest.mark.rule("PT-M2", "PT-M7", "PT-M19")
@pytest.mark.parametrize(("attacker", "defender"), PAIRS[:3], ids=str)
def test_all_dice_of_both_tests_add_up_to_the_odds(attacker: Unit, defender: Unit) -> None:
    dice = oracle(attacker, defender).a.dice
    moves, charges = throws(5 - dice), throws(dice)
    found: Counter[Ending] = Counter()
    for roll, count in moves.items():
        assert attacker.card
        if roll < attacker.card.value:
            action = act(attacker, defender, movement_roll=roll)
            found[action.ending] += count * sum(charges.values())
            continue
        for other, ways in charges.items():
            rolls = {"movement_roll": roll, "charge_roll": other, "complete": False}
            found[act(attacker, defender, **rolls).ending] += count * ways
    contact = found.pop(Ending.GOES_ON)
    distribution = charge.odds(attacker, defender)
    fought = {"attacker_wins", "defender_wins", "both_removed", "undecided"}
    told = distribution.map(lambda ending: Ending.GOES_ON if ending in fought else ending)
    assert told == Distribution.from_weights({**found, Ending.GOES_ON: contact})


@pytest.mark.rule("PT-M19", "R-M14")
def test_if_the_red_card_moves_with_three_dice() -> None:
    """Red 7: 6 of the tutorial’s lists give it two dice; read as a slip, it has three."""
    swapped = charge.Rulings(movement_dice="red_three")
    for card, walks in (("red 8", 3), ("black 8", 2)):
        stays = 1 - passes(walks, 8)
        assert charge.odds(unit(card), PAIR[1], rulings=swapped)[Ending.STAYS] == stays
        assert charge.odds(unit(card), PAIR[1])[Ending.STAYS] == 1 - passes(5 - walks, 8)
    able, baker = unit("red 7"), unit("red 5")
    told = act(able, baker, movement_roll=16, charge_roll=12, rulings=swapped, complete=False)
    assert told.steps[0].clauses == ("PT-M19", "R-M14", "PT-M1")
    assert "rolls 16 with 3 dice" in told.steps[0].text
    for reading, roll in ((charge.Rulings(), 13), (swapped, 2)):
        with pytest.raises(InvalidValue, match="movement roll"):
            act(able, baker, movement_roll=roll, rulings=reading)
    house = melee.Combatant(Card("red", 7, (4, 1)))
    assert charge.odds(house, baker, rulings=swapped) == charge.odds(house, baker)


@pytest.mark.rule("PT-M7", "R-M15")
def test_who_shoots_if_no_target_was_named() -> None:
    """With one enemy in reach it is that one; with several, the source does not say."""
    late = charge.Rulings(target_named="after_test", reaction_shot="automatic_hit")
    refused: dict[str, Any] = {"movement_roll": 8, "charge_roll": 6}
    for rulings, others in ((late, False), (AUTOMATIC, True)):
        told = act(*PAIR, **refused, rulings=rulings, others_in_reach=others)
        assert told.ending == Ending.SHOT_HITS
        assert charge.odds(*PAIR, rulings=rulings, others_in_reach=others)[Ending.REFUSED] == 0
    told = act(*PAIR, **refused, rulings=late, others_in_reach=True)
    assert told.ending == Ending.REFUSED
    assert told.steps[-1].clauses == ("PT-M7", "R-M15")
    odds = charge.odds(*PAIR, rulings=late, others_in_reach=True)
    assert odds[Ending.REFUSED] == charge.odds(*PAIR)[Ending.REFUSED]
    with pytest.raises(UnspecifiedBySource, match="which enemy unit shoots"):
        act(*PAIR, **refused, shot="hit", rulings=late, others_in_reach=True)
    with pytest.raises(UnspecifiedBySource, match="which enemy unit shoots"):
        charge.odds(*PAIR, rulings=late, others_in_reach=True, shot_hits=1)
