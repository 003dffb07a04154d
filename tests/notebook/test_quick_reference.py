"""The sheets of the quick reference: right, complete, and made from the code's own defaults."""

import re
from fractions import Fraction

import pytest

from rules_lib.notebook.quick_reference.sheet import compact
from rules_lib.rulebook import catalog
from rules_lib.rulebook.bindings import ID_PATTERN
from rules_lib.rulebook.defaults import readings_of
from tests.in_turn import in_turn
from tests.notebook.sheets import (
    SHEETS,
)

OPEN = [each.id for each in catalog().rulings.values() if not each.settled]


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
