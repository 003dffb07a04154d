"""What rulings change, against oracles and second formulas."""

import re
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from rules_lib import impact
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee import HitsToRemove, Rulings
from rules_lib.rulebook.defaults import values_of
from tests.impact.shared import bench
from tests.oracles import battle_brute
from tests.oracles.melee_brute import outcomes
from tests.oracles.translate import Unit, oracle
from tests.oracles.translate import unit as told_unit

UNIT = re.compile(
    r"(a small team with |an officer with )?((?:red|black) \d+)( in cover)?"
    r"(, hit before)?(, shaken)?"
)


def changes(rule_id: str, value: object) -> dict[str, impact.Change]:
    """The changes of one reading, by the name of the situation."""
    measured = impact.measure(rule_id, bench())
    (found,) = [each for each in measured.readings if each.value == value]
    return {change.situation: change for change in found.changes}


def unit(words: str) -> Unit:
    found = UNIT.fullmatch(words)
    assert found, words
    kind, card, cover, hit, shaken = found.groups()
    return told_unit(
        card,
        small_team=kind == "a small team with ",
        officer=kind == "an officer with ",
        in_cover=bool(cover),
        hits=int(bool(hit)),
        shaken=bool(shaken),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule_id", "value"),
    [
        ("R-M1", False),
        ("R-M2", "lost_exchange"),
        ("R-M3", False),
        ("R-M4", "once_per_melee"),
        ("R-M6", "first_decision"),
        ("R-M7", False),
        ("R-M8", False),
        ("R-M9", HitsToRemove(5, 3)),
        ("R-M10", False),
    ],
)
def test_every_melee_of_the_panel_under_two_readings(rule_id: str, value: object) -> None:
    """Without the cunning re-rolls: those the next test has."""
    checked = 0
    for name, change in changes(rule_id, value).items():
        sides = re.fullmatch(r"(.*) attacks (.*)", name)
        many = isinstance(value, HitsToRemove) and " in cover" in name  # takes the oracle long
        if sides is None or "re-rolling" in name or many:
            continue
        attacker, defender = map(unit, sides.groups())
        for rulings, chance in (
            (Rulings(), change.default),
            (Rulings.from_ids({rule_id: value}), change.other),
        ):
            fight = oracle(attacker, defender, rulings)
            ends = outcomes(fight.ends(fight.habit("if_missed" if defender.in_cover else "never")))
            assert chance == ends.get("attacker_wins", 0), (name, rulings)
        checked += 1
    assert checked >= 20


usual = cache(melee.odds)


@pytest.mark.slow
@pytest.mark.parametrize("rule_id", [f"R-M{number}" for number in (1, 2, 3, 4, 7, 8, 9, 10)])
def test_no_melee_of_a_wide_grid_changes_more_than_the_panel(rule_id: str) -> None:
    """So that "at most" is true of 800 melees, and not of the few that are listed."""
    measured = impact.measure(rule_id, bench())
    cards = [f"{colour} {value}" for colour in ("red", "black") for value in (4, 6, 8, 10, 12)]
    kinds: list[dict[str, bool]] = [
        {}, {"small_team": True}, {"officer": True}, {"in_cover": True},
    ]  # fmt: skip
    other = Rulings.from_ids({rule_id: measured.readings[0].value})
    largest = Fraction(0)
    for attacker, defender, kind, hits in product(cards, cards, kinds, (0, 1)):
        sides = told_unit(attacker), told_unit(defender, **kind, hits=hits)
        ours = usual(*sides).attacker_wins
        largest = max(largest, abs(melee.odds(*sides, other).attacker_wins - ours))
    assert measured.largest == largest


def test_seeing_both_rolls_never_hurts_the_one_who_decides() -> None:
    found = changes("R-M5", "seeing_own")
    clever = {name: change for name, change in found.items() if "re-rolling when" in name}
    assert len(clever) == 2
    for name, change in found.items():
        assert change.difference is not None
        assert (change.difference > 0) == (name in clever)


def throws(dice: int) -> list[int]:
    return [sum(throw) for throw in product(range(1, 7), repeat=dice)]


def reaching(value: int, dice: int) -> Fraction:
    totals = throws(dice)
    return Fraction(sum(total >= value for total in totals), len(totals))


def test_a_reaction_shot_that_always_hits() -> None:
    found = changes("R-M11", "automatic_hit")
    red = found["red 7 moves and charges; a shot at it hits half the time"]
    black = found["black 9 moves and charges; a shot at it hits 1 time in 4"]
    assert red.other == reaching(7, 2) * (1 - reaching(7, 3))
    assert red.size == reaching(7, 2) * (1 - reaching(7, 3)) * Fraction(1, 2)
    assert black.other == reaching(9, 3) * (1 - reaching(9, 2))
    assert black.difference == reaching(9, 3) * (1 - reaching(9, 2)) * Fraction(3, 4)


def test_a_unit_that_has_not_moved_cannot_charge_unless_it_is_read_so() -> None:
    for name, change in changes("R-M12", True).items():
        sides = re.fullmatch(r"(.*) stands 8″ from (.*), and has not moved", name)
        assert sides
        attacker, defender = map(unit, sides.groups())
        fight = oracle(attacker, defender)
        ends = outcomes(fight.ends(fight.habit("if_missed" if defender.in_cover else "never")))
        assert attacker.card is not None
        dice = 3 if attacker.card.colour == "red" else 2
        assert change.default == 0
        assert change.other == reaching(attacker.card.value, dice) * ends["attacker_wins"]


def test_a_sniper_s_second_hit_and_who_recovers() -> None:
    default, other = values_of("R-S7")
    for name, change in changes("R-S7", other).items():
        colour, value = name.split()[3:5]
        removed = {default: change.default, other: change.other}
        assert removed[True] == reaching(int(value), 3 if colour == "red" else 2)
        assert removed[False] == 0
    for name, change in changes("R-S10", "all_targets").items():
        assert change.differs == ("at infantry" not in name)
        unsaid = "an officer" in name or "an observer" in name
        assert isinstance(change.default, impact.NoAnswer) == unsaid


def test_a_sniper_who_moves_again_and_who_sees_him() -> None:
    """Four markers, or those that are left; 2 more for all but snipers, or for fewer."""
    moves = changes("R-S12", "green_moves").values()
    assert [change.default for change in moves] == [Fraction(1, 4)] * 4
    assert [change.other for change in moves] == [Fraction(1, left) for left in (4, 3, 2, 1)]
    sight = changes("R-S11", "specialists")
    assert {name.split(" looks")[0] for name, change in sight.items() if change.differs} == {
        "a unit with an officer",
        "a unit with an observer",
    }
    assert {change.default for change in sight.values()} == {"2 more than the card", "the card"}


def test_armour_inside_has_no_answer_where_its_save_is_not_told() -> None:
    for name, change in changes("R-X9", "unspecified").items():
        unit, _, place = name.partition(" in ")
        inside = not place.startswith("the open")
        armour = unit.startswith(("a tank", "a heavy tank", "an armoured vehicle"))
        assert isinstance(change.other, impact.NoAnswer) == (inside and armour) == change.differs


def test_cards_that_come_back_change_no_first_attempt() -> None:
    found = changes("R-S4", "returned")
    assert not found["a sniper with red 9, 1 shot at infantry"].differs
    # Two attempts: once the pile is used without return, good cards thin out.
    assert found["a sniper with red 9, 8 shots at infantry"].differs


def test_jokers_among_the_first_cards() -> None:
    found = changes("R-X2", 3)
    change = found["20 units, 1 round: 2 strikes or more"]
    for jokers, chance in ((2, change.default), (3, change.other)):
        hands = comb(52 + jokers, 20)
        few = sum(comb(jokers, shown) * comb(52, 20 - shown) for shown in (0, 1))
        assert chance == 1 - Fraction(few, hands)


def test_sandbags_that_fall_with_and_without_a_last_save() -> None:
    change = changes("R-X4", False)["infantry, hit before, in sandbags: 1 strike"]
    fails = Fraction(4, 6) ** 2
    assert (change.default, change.other) == (fails * fails, fails)


def test_what_is_lost_and_what_cannot_be_said_is_no_chance() -> None:
    lost = changes("R-X7", "round")
    assert {each.other for each in lost.values() if isinstance(each.other, str)} == {
        "the rest of the round"
    }
    for count, change in (
        (count, lost[f"one unit, activated {count} times in a round: struck twice"])
        for count in (3, 6)
    ):
        # Two jokers of 54 cards, both among its own.
        assert change.default == Fraction(comb(count, 2), comb(54, 2))
        assert change.other == 0
    crews = changes("R-X5", "unspecified")
    for name, change in crews.items():
        unnamed = name.startswith(("a gun crew", "a small team", "an officer"))
        assert isinstance(change.other, impact.NoAnswer) == unnamed == change.differs


PARTY = re.compile(r"(\d+) (?:die|dice)(?: \((?:(\d) of them fanaticism)?(?:, )?(superior)?\))?")


@pytest.mark.parametrize(
    ("rule_id", "value", "field"),
    [
        ("R-I1", False, "destroyed_dice_destroy"),
        ("R-I2", "lowest", "destroys"),
        ("R-I2", "random", "destroys"),
        ("R-I3", "losses_only", "fanaticism_counts"),
        ("R-I5", 2, "threshold_floor"),
    ],
)
@pytest.mark.slow
def test_battles_of_the_panel_throw_by_throw(rule_id: str, value: object, field: str) -> None:
    checked, replaced = 0, {field: value}
    for name, change in changes(rule_id, value).items():
        losses = name.startswith("losses of the first: ")
        parties = [
            battle_brute.Side(int(dice), int(fanatics or 0), bool(superior))
            for dice, fanatics, superior in PARTY.findall(name)
        ]
        a, b = parties
        if a.dice + b.dice > 7:
            continue
        for reading, chance in (
            (battle_brute.DEFAULT, change.default),
            (battle_brute.Readings(**{**battle_brute.DEFAULT._asdict(), **replaced}), change.other),
        ):
            if losses:
                distribution = battle_brute.shares(a, b, reading)
                assert chance == sum(share * p for (_, share, _), p in distribution.items())
            else:
                rolled = battle_brute.battle(a, b, reading)
                assert chance == sum(p for (won, *_), p in rolled.items() if won == "a")
        checked += 1
    assert checked >= 6


def test_after_a_draw_nobody_may_test() -> None:
    """With one die each: a draw 6 times in 36, 36 points of nerves less the winner's."""
    change = changes("R-I10", "no_test")["1 die against 1 die"]
    special = 1 - Fraction(8, 10) ** 2
    # Both destroy with a 6: 6 and 6 leave nothing on both sides; any other 6 wins.
    draws = Fraction(6, 36)
    assert change.default == special
    assert change.other == special * (1 - draws)


def test_hexes_open_to_the_loser() -> None:
    eight = changes("R-I7", 8)
    assert eight["both in class 2"].default == "6 hexes"
    assert eight["both in class 2"].other == "8 hexes"
    assert eight["winner in class 4, loser in 0"].other == "4 hexes"
    gap = changes("R-I11", True)
    assert gap["winner sensational in class 4, loser in 1"].other == "3 hexes"
    assert not gap["winner in class 4, loser in 0"].differs
    dead = changes("R-I13", True)
    assert dead["winner in class 4 and wiped out, loser in 0"].default == "6 hexes"
    assert dead["winner in class 4 and wiped out, loser in 0"].other == "2 hexes"
    assert {name for name, change in dead.items() if change.differs} == {
        "winner in class 4 and wiped out, loser in 0",
        "winner in class 2 and wiped out, loser in 1",
    }


def test_three_parties_have_odds_pair_by_pair_only() -> None:
    found = changes("R-I14", "each_pair")
    assert {each.default for each in found.values()} == {"no answer: unspecified by the source"}
    distribution = battle_brute.battle(battle_brute.Side(3), battle_brute.Side(3))
    three = found["3 dice against 3 dice, beside 3 dice"]
    assert three.other == sum(p for (won, *_), p in distribution.items() if won == "a")


def tenths(faces: int) -> Fraction:
    return Fraction(min(10, max(0, faces)), 10)


def test_charges_counted_by_hand() -> None:
    """Ten faces a die: commitment, fight, check."""
    leaves = changes("R-N12", "no_effect")["heavy cavalry charges light 3, which leaves"]
    assert leaves.default == tenths(6)
    assert leaves.other == 0

    printed = changes("R-N1", "disordered")["heavy 6 charges infantry 4"]
    for held, chance in ((4, printed.default), (3, printed.other)):
        out = sum(
            fight + 5 >= 10 or (fight + 5 >= 5 and check > held)
            for fight, check in product(range(10), repeat=2)
        )
        assert chance == tenths(7) * Fraction(out, 100)

    nobody = changes("R-N16", True)["heavy 3 charges infantry 3, which tries to form square"]
    assert nobody.difference == tenths(6) * tenths(6)


def out(drm: int, check: int = 6) -> Fraction:
    """The chance that infantry in good order leaves its hex, at this modifier."""
    best, worse = (sum(face + drm >= lowest for face in range(10)) for lowest in (10, 5))
    return tenths(best) + tenths(worse - best) * tenths(9 - check)


@pytest.mark.rule("R-N20")
def test_a_gun_beside_the_target_that_fires() -> None:
    change = changes("R-N20", "any_gun")[
        "heavy 5, twice as strong, charges infantry 6, a battery beside it fires with 5"
    ]
    # The die and 6: below 9 three faces, a check four, disorder two, a retreat one.
    steady, shaken = tenths(3) + tenths(4) * tenths(6), tenths(4) * tenths(4) + tenths(2)
    assert change.default == tenths(6) * out(2 + 3 - 1)
    assert change.other == tenths(6) * (steady * out(2 + 3 - 1) + shaken * out(2 - 2))


@pytest.mark.rule("R-N21")
def test_charge_and_shock_one_after_the_other() -> None:
    change = changes("R-N21", "together")["heavy 5 charges infantry 6, infantry 5 shocks it"]
    alone, shock = out(3 - 1), out(-1)
    # The charge disorders it and leaves it there: then any disorder takes it off the map.
    shaken = tenths(5) * tenths(7)
    untouched = 1 - alone - shaken
    after = shaken * tenths(5) + untouched * shock
    both = tenths(6) * tenths(6)
    assert change.default == (
        both * (alone + after) + tenths(6) * tenths(4) * alone + tenths(4) * tenths(6) * shock
    )
    assert change.other == both * out(2 + 3 - 1) + tenths(6) * tenths(4) * (alone + shock)


@pytest.mark.rule("R-N22")
def test_a_counter_charge_through_the_flank() -> None:
    name = "heavy 6 charges light 5 through its flank; it counter-charges if it may"
    change = changes("R-N22", True)[name]
    assert change.default == tenths(7) * out(3 + 1, 5)
    # Two are added to the roll of light cavalry against heavy.
    met = tenths(4)
    assert change.other == tenths(7) * (met * out(1, 5) + (1 - met) * out(3 + 1, 5))


@pytest.mark.rule("R-N23", "R-N13")
def test_an_enemy_that_was_not_declared_forms_square() -> None:
    name = (
        "heavy 5, twice as strong, charges infantry 6; infantry 6 in its front, too, tries a square"
    )
    change = changes("R-N23", False)[name]
    assert change.default == tenths(6) * (tenths(7) * out(-2 - 1) + tenths(3) * out(3 - 1))
    assert change.other == tenths(6) * out(3 - 1)
    # With the second half of R-N13: light cavalry of 3 comes 4 times in 10.
    taken = "heavy 5 charges infantry 6, light 3 infantry 6 beside it, if it commits itself"
    over = changes("R-N13", "declared_only")[taken]
    assert over.other == tenths(6) * out(3 - 1)
    assert over.default == tenths(6) * (tenths(4) * out(3 - 1) + tenths(6) * out(-2 + 3 - 1))


@pytest.mark.rule("R-N24")
def test_clear_ground_under_one_of_two_hexes() -> None:
    found = changes("R-N24", "one_for_all")
    change = found["heavy 5, twice as strong, charges infantry 6 in two hexes, one on clear ground"]
    assert (change.default, change.other) == (tenths(6) * out(3), tenths(6) * out(2))


def test_recalled_cavalry_and_ways_to_charge() -> None:
    for change in changes("R-N8", "starting_hex").values():
        assert (change.default, change.other) == (
            "in the hex it has reached",
            "in its starting hex",
        )
    ways = changes("R-N18", False)
    assert ways["target two hexes away, open ground"].other == "1 way to charge"
    assert not ways["target three hexes away, open ground"].differs
