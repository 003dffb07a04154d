"""Melees adjudicated from recorded dice, and their transcripts."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee import Fight, IncompleteRecord, Outcome, Rulings
from rules_lib.paper_tigers.melee.course import Course, Habit, Next
from rules_lib.paper_tigers.melee.rules import opening
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
    course = Course(pairing, habit)
    distribution = Distribution.from_weights(course.process.round(opening(pairing)))
    assert distribution == Distribution.from_weights(found)
    over = sum(count for each, count in found.items() if isinstance(each, melee.End))
    odds = melee.odds(attacker, defender, pairing.rulings, habit)
    assert odds.exchanges.pmf(1) == Fraction(over, sum(found.values()))


def left(told: Fight) -> Next:
    """What a fight of one exchange comes to."""
    if told.outcome == Outcome.GOES_ON:
        return told.state
    return melee.End(told.outcome, told.state.attacker_hits, told.state.defender_hits)


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
