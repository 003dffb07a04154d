"""Explorers with rules read otherwise: what a page keeps of each, and what it asks Python for."""

import json
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.notebook.explorer import Number
from rules_lib.notebook.explorer_html import readings_fold
from rules_lib.notebook.otherwise import (
    STAYS,
    changes,
    effects,
    foretold,
    ours_of,
    reads_otherwise,
)
from rules_lib.notebook.page_answers import (
    UNANSWERED,
    asked,
    explorer_of,
    rolled,
    rolls_of,
)
from rules_lib.notebook.payload import payload
from rules_lib.paper_tigers import Card
from rules_lib.paper_tigers.page.exchange import cast
from rules_lib.rulebook.defaults import default_of, values_of
from rules_lib.system.registry import EXPLORERS
from rules_lib.text.chances import percent, permille_code, points
from tests.browser.every_explorer import declared
from tests.in_turn import in_turn
from tests.notebook.toys import DUEL, Outline, read_text

SMALL = ("example-odds", "strike-odds")


def test_every_explorer_is_found_by_its_name() -> None:
    assert {id_: explorer_of(id_) for id_ in EXPLORERS} == declared()
    with pytest.raises(InvalidValue, match="explorer: 'melee' was given; allowed: battle-odds, "):
        explorer_of("melee")


@pytest.mark.slow
@in_turn("id_", EXPLORERS)
def test_each_switch_has_all_readings_and_begins_with_ours(id_: str) -> None:
    explorer = explorer_of(id_)
    for control in (*explorer.controls, *explorer.readings):
        if control.ruling:
            readings = list(control.readings())
            assert sorted(map(repr, readings)) == sorted(map(repr, values_of(control.ruling)))
            keys = [choice.key for choice in control.choices]
            assert readings[keys.index(control.default)] == default_of(control.ruling)
    page = Outline(readings_fold(explorer))
    assert [each["data-reading"] for each in page.all("fieldset") if "data-reading" in each] == [
        each.ruling for each in explorer.readings
    ]
    assert len(page.all("input")) == sum(len(each.choices) for each in explorer.readings)


@pytest.mark.slow
@in_turn("id_", SMALL)
def test_a_page_foretells_what_each_reading_does_near_the_setting_shown_first(id_: str) -> None:
    explorer = explorer_of(id_)
    columns = payload(explorer)["effects"]
    places = [explorer.defaults()]
    places += [
        {**explorer.defaults(), control.name: choice.key}
        for control in explorer.controls
        for choice in control.choices
        if choice.key != control.default
    ]
    for place, setting in enumerate(places):
        told = [read_text(each, place) for each in columns]
        assert told == foretold(explorer, setting)
    assert {len(each["places"]) for each in columns} == {len(places)}


@pytest.mark.rule("R-M1", "R-M6")
def test_python_answers_what_the_page_does_not_know() -> None:
    explorer = explorer_of("melee-odds")
    setting = {**explorer.defaults(), "attacker": "black-7"}
    read = {"R-M1": "False", "R-M6": "first_decision", "R-M9": "3"}
    question = {"explorer": explorer.id, "setting": setting, "read": read}
    said = json.loads(asked(json.dumps(question)))
    odds = explorer.answer(
        **{each.name: each.choice(setting[each.name]).value for each in explorer.controls},
        loser_takes_hit=False,
        melee_ends="first_decision",
        hits_to_remove=3,
    )
    assert said["sentence"] == explorer.sentence(odds)
    assert said["codes"] == [permille_code(part.chance) for part in odds.shown()]
    assert said["changes"] == list(changes(odds, explorer.at(setting)))
    assert len(said["rows"]) == len(explorer.controls[0].choices)
    assert said["codes"] in said["rows"]
    assert said["effects"] == foretold(explorer, setting)


def test_where_the_rules_leave_no_answer_it_says_so() -> None:
    explorer = explorer_of("strike-odds")
    setting = {**explorer.defaults(), "unit": "officer", "failed": "destroyed"}
    question = {"explorer": explorer.id, "setting": setting, "read": {"R-X5": "unspecified"}}
    said = json.loads(asked(json.dumps(question)))
    assert said["sentence"] == UNANSWERED
    assert set(said["codes"]) == {1003}
    assert set(said["numbers"]) == {"–"}


@pytest.mark.rule("R-I4")
def test_what_a_reading_leaves_open_beside_an_answer_is_no_reason_for_none() -> None:
    """Who wins does not rest on what it costs."""
    explorer = explorer_of("fanaticism-odds")
    setting = {**explorer.defaults(), "enemy": "6"}
    question = {"explorer": explorer.id, "setting": setting, "read": {"R-I4": "error"}}
    said = json.loads(asked(json.dumps(question)))
    assert said["sentence"] == explorer.sentence(explorer.at(setting))
    lost, *others = said["numbers"]
    assert lost == "–"
    assert "–" not in others
    assert said["changes"][-3:] == ["no answer", "the same", "the same"]
    assert effects(explorer, setting)["overkill"][1].endswith(STAYS)
    # What the plain party loses rests on it as little.
    fanatics = {"kind_a": "plain-4", "dice_a": "1"}
    explorer = explorer_of("battle-odds")
    setting = {**explorer.defaults(), **fanatics}
    said = json.loads(asked(json.dumps({**question, "explorer": explorer.id, "setting": setting})))
    assert [each == "–" for each in said["numbers"]] == [True, False]


@pytest.mark.rule("R-M1", "R-M9", "R-X5")
def test_what_a_reading_does_is_said_beside_it() -> None:
    melee = explorer_of("melee-odds")
    told = effects(melee, melee.defaults())
    (_, with_no_hit) = told["loser_takes_hit"]
    before, after = (
        percent(melee.at(at).shown()[0].chance) for at in ({}, {"loser_takes_hit": "reading-1"})
    )
    assert with_no_hit == f"{before} → {after}"
    assert told["melee_ends"] == ("our reading", "no change"), "it matters only beside R-M1"
    strike = explorer_of("strike-odds")
    unanswered = effects(strike, {**strike.defaults(), "unit": "officer", "failed": "destroyed"})
    assert any(each.endswith(" → no answer") for each in unanswered["unnamed_classes"])


def test_a_difference_in_words() -> None:
    mine = DUEL.at({})
    assert changes(mine, mine) == ("the same",) * 4
    bonus = DUEL.at({"bonus": "yes"})
    difference = bonus.shown()[0].chance - mine.shown()[0].chance
    assert changes(bonus, mine)[0] == points(difference, signed=True)
    figure = changes(bonus, mine)[-1]
    assert (figure[0], figure[-6:]) == ("−", "rounds")
    assert isinstance(bonus.numbers[0], Number)


def test_which_rulings_a_setting_reads_otherwise() -> None:
    explorer = explorer_of("spotting-odds")
    setting = {**explorer.defaults(), "jokers": "two", "court_values": "reading-1"}
    assert reads_otherwise(explorer, setting) == ("R-S3", "R-S2")
    assert ours_of(explorer, setting) == explorer.defaults()
    assert "Values of the court cards (R-S2): " in explorer.describe(setting)


LEFT_OPEN = ("example-odds", "the example does not print what that takes")
"""There the source has no dice."""


@pytest.mark.slow
@in_turn("id_", EXPLORERS)
def test_one_roll_ends_as_it_is_asked_for_and_shows_the_dice_of_its_game(id_: str) -> None:
    explorer = explorer_of(id_)
    for part in explorer.at({}).parts:
        question = {"explorer": id_, "setting": explorer.defaults(), "read": {}, "end": part.label}
        told = rolled(json.dumps(question), Random(1)) if part.chance > Fraction(1, 50) else ""
        if not told:
            assert part.chance < Fraction(1, 50) or (id_, part.label) == LEFT_OPEN
            continue
        if "triumph_and_glory" in EXPLORERS[id_]:
            assert "ten-sided" in told
        else:
            assert 'class="rb-die"' in told


@pytest.mark.slow
def test_what_is_rolled_comes_as_often_as_it_is_exact() -> None:
    explorer = explorer_of("command-test-odds")
    once, chance = rolls_of(explorer.id), Random(1)
    ends = Counter(once(chance, colour="red", value=7, purpose="charge")[0] for _ in range(2000))
    exact = explorer.at({}).part("passed").chance
    assert ends["passed"] / 2000 == pytest.approx(float(exact), abs=0.03)  # four deviations


@pytest.mark.slow
@pytest.mark.rule("PT-M11")
def test_a_charge_into_a_melee_without_end_is_told_as_one() -> None:
    """Two black 12s that have hit each other reach nothing any more (PT-M12)."""

    class Sixes(Random):
        left = 9  # three dice move it, two charge, two and two are the first exchange

        def randrange(self, *stop: int) -> int:  # type: ignore[override]
            self.left -= 1
            return 5 if self.left >= 0 else super().randrange(*stop)

    twelve = {"attacker": Card("black", 12), "defender": Card("black", 12)}
    plain = {"small_team": False, "cover": False, "movement_dice": "black_three"}
    assert rolls_of("charge-odds")(Sixes(1), **twelve, **plain)[0] == "the melee never ends"


def test_dice_that_make_up_a_total_are_as_likely_as_in_a_throw() -> None:
    drawn = Counter(cast(4, 2, Random(seed)) for seed in range(600))
    assert set(drawn) == {(1, 3), (2, 2), (3, 1)}
    assert min(drawn.values()) > 150
