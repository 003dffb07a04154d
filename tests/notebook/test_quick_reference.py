"""The sheets of the quick reference: complete, and made from the code's own defaults.

A changed default in code changes the sheet, and nothing else has to be edited.
"""

import re
from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.in_die_tiefen import battle
from rules_lib.notebook.quick_reference import compact, sheet_of
from rules_lib.paper_tigers import charge, melee, sniper
from rules_lib.rulebook import catalog
from rules_lib.rulebook.bindings import ID_PATTERN
from rules_lib.rulebook.defaults import default_of, reading_of, readings_of, switch_of, values_of
from rules_lib.triumph_and_glory.tables.results_table import Effect, ResultsTable, Row
from rules_lib.triumph_and_glory.tables.secondary import Secondary, default_secondary
from tests.in_turn import in_turn
from tests.notebook.sheets import SHEETS, grid, rows
from tests.oracles.chances import reaching
from tests.sample import one_in

OPEN = [each.id for each in catalog().rulings.values() if not each.settled]


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
def test_chances_have_one_decimal(chance: Fraction, shown: str) -> None:
    assert compact(chance) == shown


@pytest.mark.slow
@in_turn("system", SHEETS)
def test_every_open_question_is_at_the_foot_with_our_default(system: str) -> None:
    given = {each.ruling: each for each in SHEETS[system]().answers}
    rulings = catalog().systems[system].rulings
    assert list(given) == [each for each in rulings if each in OPEN]
    for rule_id, answer in given.items():
        assert answer.question == catalog().rulings[rule_id].question
        assert answer.text == readings_of(rule_id)[0].text


@in_turn("system", SHEETS)
def test_every_id_on_it_is_one_of_its_system_and_bold_is_what_is_likely(system: str) -> None:
    page = SHEETS[system]()._repr_html_()
    told = set(ID_PATTERN.findall(re.sub(r"<[^>]*>", " ", page)))
    assert told == set(re.findall(r'href="rule:([^"]+)"', page))
    assert {catalog().entry(each).system for each in told} == {system}
    for table in filter(re.compile("<td[^>]*><b>").search, page.split("<table")):
        for chance, bold in re.findall(r'<td title="exactly ([\d/]+)">(<b>)?', table):
            assert bool(bold) == (2 * Fraction(chance) > 1)


@pytest.mark.parametrize("system", SHEETS)
@pytest.mark.slow
def test_what_is_borrowed_says_so(system: str) -> None:
    borrowed = [each.borrowed for each in SHEETS[system]().grids if each.borrowed]
    assert bool(borrowed) == (system in {"triumph-and-glory", "paper-tigers-sudden-strike"})
    assert all(each.startswith("secondary source") for each in borrowed)
    assert ("Secondary source:" in SHEETS[system]()._repr_html_()) == bool(borrowed)


# ---------------------------------------------------------------- a changed default

MELEE, BATTLE, CAVALRY = "paper-tigers-melee", "in-die-tiefen", "triumph-and-glory"


def defaulting(monkeypatch: pytest.MonkeyPatch, rule_id: str, value: Any) -> None:
    """Change a default, as editing its field would."""
    monkeypatch.setattr(switch_of(rule_id), "default", value)


# Read otherwise, these change only the foot: no sheet has a number or a step on them.
FOOT_ONLY = {
    "R-N2", "R-N5", "R-N7", "R-N10", "R-N13", "R-N14", "R-N15", "R-N16", "R-N19",
    "R-N25", "R-N26", "R-N27", "R-N28", "R-N29", "R-N30", "R-N32",
}  # fmt: skip


def test_the_texts_of_a_sheet_tell_our_readings() -> None:
    """A sheet says what the first readings say: those are ours."""
    for make in SHEETS.values():
        assert "Read otherwise" not in make()._repr_html_()


@pytest.mark.rule("R-I10", "R-I13", "R-I14", "R-I15", "R-I16")
def test_where_a_rule_is_read_otherwise_one_line_says_so_and_nothing_is_retold() -> None:
    ours = sheet_of(BATTLE)
    read = sheet_of(BATTLE, battle.Rulings(draw_tests="no_test", dead_winners_test=True))
    draw = "Read otherwise (R-I10): Do both parties test morale after a draw? No."
    dead = f"Read otherwise (R-I13): {catalog().rulings['R-I13'].question} Yes"
    last, retreat = read.steps[-1], grid(read, "Where may the loser go?")
    assert last.otherwise[0] == draw
    assert (last.otherwise[1].startswith(dead), len(last.otherwise)) == (True, 2)
    assert retreat.otherwise == last.otherwise[1:]
    assert [each.text for each in read.steps] == [each.text for each in ours.steps]
    assert [each.note for each in read.grids] == [each.note for each in ours.grids]
    assert not any(each.otherwise for each in (*ours.steps, *read.steps[:-1]))
    assert (
        "</a></span>): Do both parties test morale after a draw? No.</strong>" in read._repr_html_()
    )


def test_a_value_that_the_rulebook_does_not_tell_of_is_shown() -> None:
    sheet = sheet_of(MELEE, melee.Rulings(hits_to_remove=3))
    (answer,) = [each for each in sheet.answers if each.ruling == "R-M9"]
    assert answer.text == "hits to remove: 3."
    assert (
        sheet.steps[-1]
        .otherwise[0]
        .endswith("(R-M9): How many hits remove a unit? hits to remove: 3.")
    )


@pytest.mark.slow
@pytest.mark.parametrize("rule_id", one_in(3, OPEN))
def test_every_default_reaches_its_sheet(rule_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever an earlier test has changed is as it was, for nothing else differs."""
    system = catalog().rulings[rule_id].system
    before, ours = SHEETS[system](), default_of(rule_id)
    only_the_foot = True
    for value in values_of(rule_id)[1:]:
        defaulting(monkeypatch, rule_id, value)
        after = sheet_of(system)
        only_the_foot &= (after.steps, after.grids) == (before.steps, before.grids)
        changed = {
            new.ruling: new.text
            for old, new in zip(before.answers, after.answers, strict=True)
            if old != new
        }
        assert changed == {rule_id: reading_of(rule_id, value).text}
        defaulting(monkeypatch, rule_id, ours)
    assert only_the_foot == (rule_id in FOOT_ONLY)


@pytest.mark.rule("R-S6")
def test_an_attempt_is_as_likely_as_the_table_reads() -> None:
    for crews_raised in (True, False):
        read = sniper.Rulings(crews_raised=crews_raised)
        table = rows(sheet_of("paper-tigers-sniper", read), "Is he spotted, card unseen?")
        assert table["gun crew"][-1] == sniper.spotting("crew", rulings=read)


@pytest.mark.rule("R-S4")
def test_cards_that_go_back_do_not_stay_out() -> None:
    for drawing, told in (("without_replacement", "cards stay out"), ("returned", "goes back")):
        read = sniper.Rulings(drawing=drawing)  # type: ignore[arg-type]
        assert told in grid(sheet_of("paper-tigers-sniper", read), "Is he found within").note


@pytest.mark.rule("R-M14")
def test_readings_of_the_charge_count_on_the_sheet_of_the_melee() -> None:
    """Then a red card also moves on three dice, as it charges."""
    sheet = sheet_of(MELEE, charge.Rulings(movement_dice="red_three"))
    moves_and_charges = rows(sheet, "Do you reach the card?")["7"][-1]
    assert moves_and_charges == reaching(7, 3) ** 2


def test_a_table_of_results_of_your_own_changes_the_sheet() -> None:
    shipped = default_secondary()
    none = Effect(False, "none")
    own = ResultsTable((Row(None, 6, none, none), Row(7, None, none, none, pursuit=True)))
    values = {each.name: getattr(shipped, each.name) for each in fields(Secondary)}
    sheet = sheet_of(CAVALRY, secondary=Secondary(**{**values, "results": own}))
    assert rows(sheet, "How likely is each result?")["0"] == (Fraction(7, 10), Fraction(3, 10))
    assert any("Result 7 or more" in step.text for step in sheet.steps)
