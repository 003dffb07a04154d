"""Melees adjudicated from recorded dice, and their transcripts."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee import Fight, HitsToRemove, IncompleteRecord, Outcome, Rulings
from rules_lib.paper_tigers.melee.advice import Habit
from rules_lib.paper_tigers.melee.advice import habit as habit_policy
from rules_lib.paper_tigers.melee.exchange_odds import (
    Contest,
    Next,
    Shown,
    exchange_distribution,
    versus,
)
from rules_lib.paper_tigers.melee.rules import BOTH_PENALTIES, LARGER_PENALTY, opening
from rules_lib.probability import Distribution
from tests.in_turn import in_turn
from tests.oracles.melee_brute import throws
from tests.oracles.translate import Unit, side, unit

Rolls = list[tuple[int, ...]]


def fight(
    attacker: Unit, defender: Unit, rolls: Rolls, *, complete: bool = False, **rulings: object
) -> Fight:
    read = Rulings(**rulings)  # type: ignore[arg-type]
    return melee.adjudicate(attacker, defender, rolls, read, complete=complete)


def cited(told: Fight, words: str) -> set[str]:
    """The ids behind the one step that holds these words."""
    (step,) = [step for step in told.steps if words in step.text]
    return set(step.clauses)


@pytest.mark.rule("PT-M9", "PT-M10", "PT-M16", "PT-M17", "R-M1")
def test_a_plain_win() -> None:
    told = fight(unit("red 8"), unit("black 7"), [(12, 9)], complete=True)
    (exchange,) = told.exchanges
    assert (exchange.attacker_hit, exchange.defender_hit, exchange.winner) == (
        True,
        True,
        "attacker",
    )
    assert (exchange.attacker_takes, exchange.defender_takes) == (1, 2)
    assert told.outcome == "attacker_wins"
    assert cited(told, "wins the exchange") == {"PT-M10"}
    assert cited(told, "one more hit") == {"PT-M16", "R-M1"}
    assert cited(told, "Attacker rolls 12 with 3 dice. It reaches its red 8") == {"PT-M9"}
    assert cited(told, "Defender is removed. Attacker is the only unit left") == {"PT-M17"}
    assert cited(told, "Exchange 1") == {"PT-M8"}


@pytest.mark.rule("PT-M16", "R-M1")
def test_without_the_extra_hit_the_melee_goes_on() -> None:
    told = fight(unit("red 8"), unit("black 7"), [(12, 9)], loser_takes_hit=False)
    assert told.exchanges[0].defender_takes == 1
    assert told.outcome == Outcome.GOES_ON
    assert "one more hit" not in str(told)


@pytest.mark.rule("PT-M10", "PT-M11")
@in_turn(
    ("rolls", "hits", "why"),
    [
        ((8, 8), (1, 1), "totals are equal"),
        ((5, 6), (0, 0), "Neither side both reaches"),
        ((6, 5), (0, 0), "Neither side both reaches"),
        ((5, 5), (0, 0), "totals are equal"),
    ],
)
def test_drawn_exchanges(rolls: tuple[int, int], hits: tuple[int, int], why: str) -> None:
    told = fight(unit("red 8"), unit("black 7"), [rolls])
    assert told.exchanges[0].winner is None
    assert (told.state.attacker_hits, told.state.defender_hits) == hits
    assert cited(told, why) == {"PT-M11"}
    assert told.outcome == Outcome.GOES_ON
    assert cited(told, "The melee goes on") == {"PT-M11"}


@pytest.mark.rule("PT-M10")
def test_the_higher_roll_loses_nothing_to_a_lower_one_that_reaches() -> None:
    told = fight(unit("red 12"), unit("black 7"), [(11, 9)])
    (exchange,) = told.exchanges
    assert (exchange.attacker_hit, exchange.defender_hit, exchange.winner) == (False, True, None)
    assert (exchange.attacker_takes, exchange.defender_takes) == (1, 0)


@pytest.mark.rule("PT-M9")
def test_just_reaching_the_card_is_enough_and_one_less_is_not() -> None:
    assert fight(unit("red 8"), unit("black 7"), [(8, 2)]).exchanges[0].attacker_hit
    assert not fight(unit("red 8"), unit("black 7"), [(7, 2)]).exchanges[0].attacker_hit


@pytest.mark.rule("PT-M12", "PT-M18", "R-M2")
def test_a_hit_in_a_draw_shakes_from_the_next_exchange_on() -> None:
    told = fight(unit("red 8"), unit("black 7"), [(8, 8), (11, 5)])
    first, second = told.exchanges
    assert first.attacker_deduction.points == first.defender_deduction.points == 0
    assert (second.attacker_total, second.defender_total) == (9, 3)
    assert cited(told, "Attacker is shaken") == {"PT-M18", "R-M2"}
    assert cited(told, "minus 2 is 9") == {"PT-M12", "PT-M9"}
    calm = fight(unit("red 8"), unit("black 7"), [(8, 8), (11, 5)], shaken_by="lost_exchange")
    assert calm.exchanges[1].attacker_total == 11


@pytest.mark.rule("PT-M12", "R-M2")
def test_who_is_shaken_by_a_decided_exchange() -> None:
    told = fight(unit("red 8"), unit("black 7"), [(12, 9)], hits_to_remove=3)
    assert (told.state.attacker_shaken, told.state.defender_shaken) == (True, True)
    assert cited(told, "Defender is shaken") == {"PT-M12"}
    assert cited(told, "Attacker is shaken") == {"R-M2"}
    told = fight(
        unit("red 8"), unit("black 7"), [(12, 9)], hits_to_remove=3, shaken_by="lost_exchange"
    )
    assert (told.state.attacker_shaken, told.state.defender_shaken) == (False, True)


@pytest.mark.rule("PT-M15", "R-M3")
@pytest.mark.parametrize(("add_up", "points"), [(True, BOTH_PENALTIES), (False, LARGER_PENALTY)])
def test_a_shaken_small_team(add_up: bool, points: int) -> None:
    team = unit("black 4", small_team=True, hits=1)
    told = fight(unit("red 8"), team, [(7, 9)], penalties_add_up=add_up)
    assert told.exchanges[0].defender_deduction.points == points
    assert told.exchanges[0].defender_total == 9 - points
    assert cited(told, f"minus {points} is") == {"PT-M15", "PT-M12", "R-M3", "PT-M9"}


@pytest.mark.rule("PT-M5", "PT-M15", "R-M8")
@pytest.mark.parametrize(("counts", "points"), [(True, 2), (False, 0)])
def test_a_defending_officer(counts: bool, points: int) -> None:
    officer = unit("black 4", officer=True)
    told = fight(unit("red 8"), officer, [(7, 9)], officer_counts_as_small_team=counts)
    assert told.exchanges[0].defender_deduction.points == points
    assert ("R-M8" in str(told)) == counts


@pytest.mark.rule("R-M7", "PT-M9", "PT-M15")
def test_whether_deductions_count_against_the_card() -> None:
    team = unit("black 8", small_team=True)
    strict = fight(unit("red 9"), team, [(8, 9)])
    assert not strict.exchanges[0].defender_hit
    lenient = fight(unit("red 9"), team, [(8, 9)], penalties_count_against_card=False)
    assert lenient.exchanges[0].defender_hit
    # It compares 7 with 8 all the same: a hit, but no win.
    assert lenient.exchanges[0].defender_total == 7
    assert lenient.exchanges[0].winner is None
    assert cited(lenient, "When totals are compared, minus 2 is 7") == {
        "PT-M15",
        "PT-M9",
        "R-M7",
    }


@pytest.mark.rule("R-M10")
@pytest.mark.parametrize(("shakes", "total"), [(True, 9), (False, 11)])
def test_a_hit_from_before_the_melee(shakes: bool, total: int) -> None:
    told = fight(unit("red 8", hits=1), unit("red 9"), [(11, 5)], earlier_hit_shakes=shakes)
    assert told.exchanges[0].attacker_total == total
    assert ("was hit before the melee and is shaken. [R-M2, R-M10]" in str(told)) == shakes


@pytest.mark.rule("PT-M14")
def test_one_exchange_can_remove_both() -> None:
    told = fight(unit("red 5", hits=1), unit("red 5", hits=1), [(9, 9)], complete=True)
    assert told.outcome == "both_removed"
    assert cited(told, "Both units are removed") == {"PT-M14", "PT-M17"}


@pytest.mark.rule("R-M6")
def test_the_first_decision_may_end_it_with_both_standing() -> None:
    told = fight(
        unit("red 8"),
        unit("black 7"),
        [(12, 4)],
        loser_takes_hit=False,
        melee_ends="first_decision",
        complete=True,
    )
    assert told.outcome == "attacker_wins"
    assert told.exchanges[0].both_stand
    assert cited(told, "Neither unit is removed") == {"R-M6"}


@pytest.mark.rule("R-M9")
def test_other_numbers_of_hits_are_cited() -> None:
    five_three = HitsToRemove(infantry=5, small_team=3)
    team = unit("black 12", small_team=True, hits=1)
    told = fight(unit("red 3"), team, [(12, 3)], hits_to_remove=five_three, complete=True)
    assert told.state.defender_hits == 3
    assert cited(told, "Defender is removed") == {"PT-M17", "R-M9"}


@pytest.mark.rule("PT-M13", "R-M5")
def test_the_second_roll_stands_for_better_or_worse() -> None:
    covered = unit("black 7", in_cover=True)
    told = fight(unit("red 8"), covered, [(7, 4, 9)], complete=True)
    assert told.exchanges[0].defender_total == 9
    assert told.outcome == "defender_wins"
    assert cited(told, "Defender rolls 4, has cover and re-rolls") == {"PT-M13"}
    assert not fight(unit("red 8"), covered, [(7, 9, 4)]).exchanges[0].defender_hit
    assert fight(unit("red 8"), covered, [(7, 4)]).exchanges[0].defender_total == 4
    assert fight(unit("red 8"), covered, [(7, 4, None)]).exchanges[0].rolls.reroll is None  # type: ignore[list-item]


@pytest.mark.rule("PT-M13", "R-M4")
def test_how_often_cover_helps() -> None:
    covered = unit("black 7", in_cover=True)
    rolls: Rolls = [(7, 4, 5), (7, 4, 6)]
    assert len(fight(unit("red 8"), covered, rolls).exchanges) == 2
    with pytest.raises(IllegalAction, match=r"rolls\[1\].*used its re-roll already") as error:
        fight(unit("red 8"), covered, rolls, rerolls="once_per_melee")
    assert error.value.clauses == ("PT-M13", "R-M4")
    saved: Rolls = [(7, 4), (7, 4, 6)]
    assert len(fight(unit("red 8"), covered, saved, rerolls="once_per_melee").exchanges) == 2


@pytest.mark.rule("PT-M13")
def test_no_re_roll_without_cover() -> None:
    with pytest.raises(IllegalAction, match=r"rolls\[0\].*was not in cover") as error:
        fight(unit("red 8", in_cover=True), unit("black 7"), [(7, 4, 5)])
    assert error.value.clauses == ("PT-M13",)


@pytest.mark.rule("PT-M8")
@in_turn(
    ("rolls", "field", "allowed"),
    [
        ([(2, 7)], r"rolls\[0\] attacker: 2 ", "3 to 18, the totals of 3 dice"),
        ([(19, 7)], r"rolls\[0\] attacker: 19 ", "3 to 18"),
        ([(8, 8), (8, 13)], r"rolls\[1\] defender: 13 ", "2 to 12, the totals of 2 dice"),
        ([(8, 1)], r"rolls\[0\] defender: 1 ", "2 to 12"),
        ([(8, 4, 13)], r"rolls\[0\] reroll: 13 ", "2 to 12"),
        ([(8,)], r"rolls\[0\]: ", r"\(attacker, defender\), or"),
        ([(8, 7, 6, 5)], r"rolls\[0\]: ", r"\(attacker, defender\), or"),
        ([(12, 4), (8, 8)], r"rolls\[1\]: ", "no further roll, because after exchange 1"),
    ],
)
def test_dice_that_cannot_be(rolls: Rolls, field: str, allowed: str) -> None:
    with pytest.raises(InvalidValue, match=f"{field}.*allowed: {allowed}"):
        fight(unit("red 8"), unit("black 7", in_cover=True), rolls)


@pytest.mark.rule("PT-M8")
def test_each_side_rolls_the_dice_of_its_own_card() -> None:
    assert fight(unit("red 19"), unit("black 19"), [(18, 12)]).exchanges
    assert fight(unit("black 19"), unit("red 19"), [(12, 18)]).exchanges


@pytest.mark.rule("PT-M11")
@pytest.mark.parametrize("rolls", [[], [(8, 8)]])
def test_a_record_that_stops_too_early(rolls: Rolls) -> None:
    with pytest.raises(IncompleteRecord, match=f"rolls: exchanges given: {len(rolls)};"):
        fight(unit("red 8"), unit("black 7"), rolls, complete=True)
    assert fight(unit("red 8"), unit("black 7"), rolls).outcome == Outcome.GOES_ON


def test_nothing_rolled_yet() -> None:
    told = fight(unit("red 8", hits=1), unit("black 7"), [])
    assert told.state == opening(told.pairing)
    assert told.state.attacker_hits == 1


def test_the_transcript_uses_the_names() -> None:
    told = melee.adjudicate(unit("red 8"), unit("black 7"), [(12, 9)], names=("Able", "Baker"))
    assert "Baker is removed. Able is the only unit left." in str(told)
    assert "Attacker" not in str(told)
    assert "Able reaches its card with the higher total and wins the exchange." in str(told)
    assert "Baker takes one more hit for losing the exchange." in str(told)


def test_the_transcript_names_the_defender_who_wins() -> None:
    told = melee.adjudicate(unit("black 7"), unit("red 8"), [(9, 12)], names=("Able", "Baker"))
    assert "Able is removed. Baker is the only unit left." in str(told)
    assert "Baker reaches its card with the higher total and wins the exchange." in str(told)
    assert "Able takes one more hit for losing the exchange." in str(told)


ONE_EXCHANGE = [
    (unit("red 8"), unit("black 7", small_team=True), {}),
    (unit("black 7", hits=1), unit("red 9", in_cover=True), {}),
    (unit("black 7"), unit("red 9", officer=True, hits=1), {"penalties_add_up": False}),
    (unit("red 9"), unit("black 7", in_cover=True), {"loser_takes_hit": False}),
]


@pytest.mark.rule("PT-M8", "PT-M11", "PT-M13")
@pytest.mark.parametrize("habit", ["never", "if_missed"])
@pytest.mark.parametrize(("attacker", "defender", "rulings"), ONE_EXCHANGE)
def test_all_dice_of_one_exchange_add_up_to_its_odds(
    attacker: Unit, defender: Unit, rulings: dict[str, bool], habit: Habit
) -> None:
    """Adjudicate every throw, and weigh what the fights come to."""
    first, again = side(attacker), side(defender)
    seconds = throws(again.dice)
    found: Counter[Next] = Counter()

    def adjudicate(*rolls: int) -> Fight:
        return fight(attacker, defender, [rolls], **rulings)

    pairs = product(throws(first.dice).items(), seconds.items())
    for (roll_a, count_a), (roll_d, count_d) in pairs:
        once = adjudicate(roll_a, roll_d)
        if habit == "if_missed" and again.cover and not once.exchanges[0].defender_hit:
            for second, count in seconds.items():
                found[left(adjudicate(roll_a, roll_d, second))] += count_a * count_d * count
        else:
            found[left(once)] += count_a * count_d * sum(seconds.values())
    pairing = melee.Pairing(attacker, defender, Rulings(**rulings))  # type: ignore[arg-type]
    distribution = exchange_distribution(pairing, opening(pairing), habit_policy(pairing, habit))
    assert distribution == Distribution.from_weights(found)
    over = sum(count for each, count in found.items() if isinstance(each, melee.End))
    odds = melee.odds(attacker, defender, pairing.rulings, habit)
    assert odds.exchanges.pmf(1) == Fraction(over, sum(found.values()))


def left(told: Fight) -> Next:
    """What a fight of one exchange comes to."""
    if told.outcome == Outcome.GOES_ON:
        return told.state
    return melee.End(told.outcome, told.state.attacker_hits, told.state.defender_hits)


def test_every_roll_against_every_roll_in_whatever_order_they_come() -> None:
    attack = [Shown(total, total >= 7, False, total % 3 + 1) for total in range(1, 12)]
    defence = [Shown(total, total >= 5, total % 2 == 0, 13 - total) for total in range(-1, 13)]
    found: Counter[Contest] = Counter()
    for own, other in product(attack, defence):
        order = (own.total > other.total) - (own.total < other.total)
        contest = Contest(own.reached, other.reached, order, other.rerolled)
        found[contest] += own.weight * other.weight
    for first, second in product((attack, attack[::-1]), (defence, defence[::-1])):
        assert versus(first, second) == found


def test_what_is_meant_where_nothing_is_said() -> None:
    """Infantry, unhurt and in the open; a record that reaches the end; the first exchange."""
    plain = melee.Combatant(Card("red", 8))
    assert plain == melee.Combatant(Card("red", 8), False, False, False, 0, False)
    assert str(plain) == "red 8"
    with pytest.raises(IncompleteRecord, match="exchanges given: 0"):
        melee.adjudicate(plain, plain, [])
    pairing = melee.Pairing(plain, plain, Rulings())
    exchange = melee.resolve_exchange(pairing, opening(pairing), (8, 8))
    assert exchange.number == 1
    assert exchange == melee.adjudicate(plain, plain, [(8, 8)], complete=False).exchanges[0]
