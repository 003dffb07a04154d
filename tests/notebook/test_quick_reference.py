"""The sheets of the quick reference: right, complete, and made from the code's own defaults."""

import re
from fractions import Fraction
from itertools import product

import pytest

from rules_lib.notebook.quick_reference.sheet import Cell, compact
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY, SMALL_TEAM_PENALTY
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from rules_lib.rulebook import catalog
from rules_lib.rulebook.bindings import ID_PATTERN
from rules_lib.rulebook.defaults import readings_of
from tests.in_turn import in_turn
from tests.notebook.sheets import (
    SHEETS,
    battle_sheet,
    cavalry_sheet,
    grid,
    melee_sheet,
    rows,
    sniper_sheet,
)

FAILS = 1 - Fraction(len(SAVING_FACES), 6)
"""One die of a save."""

OPEN = [each.id for each in catalog().rulings.values() if not each.settled]
PENALTIES = SMALL_TEAM_PENALTY, SHAKEN_PENALTY
BOTH = (sum if melee.Rulings().penalties_add_up else max)(PENALTIES)
MINUS = sorted({0, *PENALTIES, BOTH})
"""What a unit may have to deduct."""


def reach(value: int, dice: int, minus: int = 0) -> Fraction:
    """Throw by throw: how often the total, less a deduction, reaches a value."""
    throws = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(sum(throw) - minus >= value for throw in throws), len(throws))


def as_chance(cell: Cell) -> Fraction:
    assert isinstance(cell, Fraction)
    return cell


class TestNumbers:
    """Those that tests/shown_right does not hold against an oracle."""

    def test_command_tests(self) -> None:
        for value, cells in rows(melee_sheet(), "Do you reach the card?").items():
            assert isinstance(value, str)
            card = int(value)
            expected = [reach(card, dice, minus) for dice in (3, 2) for minus in MINUS]
            assert list(cells[:-1]) == expected
            assert cells[-1] == reach(card, 2) * reach(card, 3)

    def test_shots_of_a_sniper(self) -> None:
        for value, cells in rows(sniper_sheet(), "Does he hit?").items():
            assert isinstance(value, str)
            assert cells == (reach(int(value), 3), reach(int(value), 2))

    def test_spotting(self) -> None:
        by_card = rows(sniper_sheet(), "Is he spotted, by the card drawn?")
        assert by_card["7"] == (reach(9, 2), reach(7, 2))
        assert by_card["J = 11"] == (Fraction(0), reach(11, 2))
        unseen = rows(sniper_sheet(), "Is he spotted, card unseen?")
        values = range(2, 15)
        assert unseen["infantry"] == ("card +2", sum(reach(v + 2, 2) for v in values) / 13)
        assert unseen["with an officer"] == ("card", sum(reach(v, 2) for v in values) / 13)

    def test_the_search(self) -> None:
        found = rows(sniper_sheet(), "Does this success find him?")
        assert [cell for (cell,) in found.values()] == [
            Fraction(1, left) for left in range(MARKERS, 0, -1)
        ]

    def test_dice_that_destroy(self) -> None:
        for count, cells in rows(battle_sheet(), "Does at least one").items():
            assert isinstance(count, str)
            expected = [1 - Fraction(5 - lower, 6) ** int(count) for lower in range(5)]
            assert list(cells) == expected
        lowest = rows(battle_sheet(), "Which of your dice destroy?")
        assert lowest["plain"] == ("6", "5+", "4+", "3+", "2+")
        assert lowest["superior"] == ("5+", "4+", "3+", "2+", "all")

    def test_checks(self) -> None:
        found = rows(cavalry_sheet(), "Does the check pass?")
        assert list(found["check"]) == [Fraction(c + 1, 10) for c in range(2, 10)]
        assert list(found["with +2"]) == [Fraction(c - 1, 10) for c in range(2, 10)]

    def test_results_by_modifier(self) -> None:
        for name, cells in rows(cavalry_sheet(), "How likely is each result?").items():
            drm = int(str(name).replace("−", "-"))
            results = [face + drm for face in range(10)]
            counts = (
                sum(each < 0 for each in results),
                sum(0 <= each <= 4 for each in results),
                sum(5 <= each <= 9 for each in results),
                sum(each >= 10 for each in results),
            )
            assert cells == tuple(Fraction(count, 10) for count in counts)

    def test_reaction_fire(self) -> None:
        table = grid(cavalry_sheet(), "What does a gun do")
        assert table.borrowed == "secondary source 8.6"
        columns = list(zip(*(row[2:] for row in table.rows), strict=True))
        for strength, column in zip((2, 4, 6, 8), columns, strict=True):
            results = [face + strength + 1 for face in range(10)]
            assert column[0] == Fraction(sum(each <= 8 for each in results), 10)
            assert column[-1] == Fraction(sum(each >= 15 for each in results), 10)
            assert sum(cell for cell in column if isinstance(cell, Fraction)) == 1


class TestShown:
    @in_turn(
        ("chance", "shown"),
        [
            (Fraction(0), "0"),
            (Fraction(1), "100"),
            (Fraction(1, 3), "33.3"),
            (Fraction(1, 2000), "0.1"),
            (Fraction(1, 2001), "<0.1"),
            (Fraction(2000, 2001), ">99.9"),
        ],
    )
    def test_chances_have_one_decimal(self, chance: Fraction, shown: str) -> None:
        assert compact(chance) == shown


class TestComplete:
    @in_turn("system", SHEETS)
    def test_every_open_question_is_at_the_foot_with_our_default(self, system: str) -> None:
        given = {each.ruling: each for each in SHEETS[system]().answers}
        rulings = catalog().systems[system].rulings
        assert list(given) == [each for each in rulings if each in OPEN]
        for rule_id, answer in given.items():
            assert answer.question == catalog().rulings[rule_id].question
            assert answer.text == readings_of(rule_id)[0].text

    @in_turn("system", SHEETS)
    def test_every_id_on_it_is_one_of_its_system(self, system: str) -> None:
        page = SHEETS[system]()._repr_html_()
        told = set(ID_PATTERN.findall(re.sub(r"<[^>]*>", " ", page)))
        assert told == set(re.findall(r'href="rule:([^"]+)"', page))
        assert {catalog().entry(each).system for each in told} == {system}

    @pytest.mark.parametrize("system", SHEETS)
    @pytest.mark.slow
    def test_what_is_borrowed_says_so(self, system: str) -> None:
        borrowed = [each.borrowed for each in SHEETS[system]().grids if each.borrowed]
        assert bool(borrowed) == (system in {"triumph-and-glory", "paper-tigers-sudden-strike"})
        assert all(each.startswith("secondary source") for each in borrowed)
        assert ("Secondary source:" in SHEETS[system]()._repr_html_()) == bool(borrowed)
