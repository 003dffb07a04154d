"""What the same dice come to under the other readings of every open question."""

import re

import pytest

from rules_lib.__main__ import ask as answer_to
from rules_lib.commands import command
from rules_lib.commands.command import arguments_of
from rules_lib.errors import IllegalAction, InvalidValue, RulesError, UnspecifiedBySource
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY, SMALL_TEAM_PENALTY
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import spelt, words_of
from tests.commands.asking import Asker
from tests.in_turn import in_turn

BOTH_DEDUCTED = SMALL_TEAM_PENALTY + SHAKEN_PENALTY
CREW = (
    'melee --attacker "red 6" --defender "red 8, small team"'
    f" --rolls 10:{10 + SMALL_TEAM_PENALTY},{8 + SHAKEN_PENALTY}:{7 + BOTH_DEDUCTED}"
)
SPOTTED = 'sniper --card "black 7" --shot "7 at infantry, draws 6, rolls 7"'
TWO = (
    'cavalry --charger "heavy 5, strength 5" --charger "light 5, strength 4"'
    ' --target "light 6, strength 5, disordered cohesion 5"'
    " --decide counter-charge=B --dice 3,3,5,9"
)
MIXED = (
    'cavalry --charger "heavy 5, strength 4" --charger "infantry 6, strength 4, shocks"'
    ' --target "infantry 5, strength 4" --decide square=no --decide breakthrough=no'
    " --decide counter-shock=no --dice 3,3,1,9"
)
THROUGH_FLANK = (
    'cavalry --charger "heavy 5, strength 6, through flank" --target "heavy 5, strength 4" --dice 3'
)
STRUCK = "strike --unit infantry --structure bunker --dice 1,2,3/2,6 --dice 2,6,1"
LINES = [
    CREW,
    'melee --attacker "red 8" --defender "red 5, small team, in cover" --rolls 9:6:14',
    'charge --attacker "red 7" --defender "red 5" --movement-roll 8 --charge-roll 5',
    SPOTTED,
    STRUCK,
    'battle --a "5 dice, fanaticism 3" --b "3 dice" --rolls-a 5,5,4,3,2 --rolls-b 4,3,1',
    'battle --a "3 dice, superior" --b "4 dice" --rolls-a 6,5,3 --rolls-b 6,6,4,4',
    'melee --attacker "red 10" --defender "red 9, in cover" --rolls 13:10',
    'test --card "red 9" --for movement --roll 9',
    'legal --attacker "red 7" --moved 0 --distance 8',
    'sniper --card "black 9" --shot "9 at crew"',
    'sniper --card "red 9" --shot "3 at infantry, draws 6, rolls 8, turns red"',
    "strike --unit tank --structure sandbags --dice 1,3/2,5 --dice /5,5",
    "aftermath --winner draw --morale-a 3 --morale-b 1",
    "aftermath --winner b --morale-a 2 --wiped-out b",
    "aftermath --winner a --morale-a 4 --morale-b sensational",
    TWO,
    MIXED,
    THROUGH_FLANK,
]


def said(told: str) -> tuple[dict[str, str], set[str]]:
    """The readings with another verdict, and the questions without any."""
    found = re.findall(r"^If (R-[\w-]+) is read as “(.*?)”: (.*)$", told, re.M)
    others = {option(rule_id, words): end for rule_id, words, end in found}
    same = re.search(r"^The verdict is the same under every reading of (.*)\.$", told, re.M)
    return others, set(same[1].split(", ")) if same else set()


def option(rule_id: str, words: str) -> str:
    """The reading that is told in these words, as ``--ruling`` takes it."""
    (value,) = (each for each in values_of(rule_id) if words_of(rule_id, each) == f"{words}.")
    return f"{rule_id}={spelt(value)}"


def asked(told: str) -> list[str]:
    found = re.search(r"^Open questions that matter here, with our answers: (.*)\.$", told, re.M)
    return found[1].split(", ") if found else []


def verdict(line: str) -> tuple[str, str]:
    """The verdict of a line, and what comes next."""
    name, *rest = arguments_of(line)
    asked = command(name)
    found = asked.run(asked.parser().parse_args(rest)).verdict
    assert found is not None
    return found.text, found.due


@in_turn("line", LINES, one_in=4)
def test_each_other_reading_has_the_verdict_that_it_has_when_asked_for(
    ask: Asker, line: str
) -> None:
    told, ours = ask.told(line), verdict(line)
    others, same = said(told)
    listed = list(dict.fromkeys(each.partition("=")[0] for each in others))
    assert asked(told)[: len(listed)] == listed
    assert set(listed) | same == set(asked(told)) != set()
    chosen = answer_to(arguments_of(line))[2].chosen
    assert chosen is not None
    for rule_id in chosen.ids:
        for option in (f"{rule_id}={spelt(each)}" for each in values_of(rule_id)[1:]):
            try:
                text, due = verdict(f"{line} --ruling '{option}'")
            except IllegalAction:
                assert others[option] == "this is not allowed."
            except UnspecifiedBySource:
                assert others[option] == "the source does not say what follows."
            except RulesError as error:
                if isinstance(error, InvalidValue) and error.given is not None:
                    assert others[option].startswith("this record does not fit: ")
                    continue
                assert others[option] == "this record does not decide it."
            else:
                if text == ours[0]:
                    nothing = "nothing: what stands under “Next” is not allowed"
                    differs = f"next, {due or nothing}."
                    assert others.get(option) == (None if due == ours[1] else differs)
                else:
                    assert others[option] == text


@pytest.mark.rule("R-N21", "R-N22")
def test_a_question_that_no_step_cites_is_asked_all_the_same(ask: Asker) -> None:
    """4 to 4 and heavy: the charge's 1 + 3 leaves the hex held, the infantry's 9 empties it.

    8 to 4 in one roll: +2, +3, +1 for the cohesion; and the second die is one too many.
    """
    (first, *_) = said(ask.told(MIXED))[0]
    assert first.startswith("R-N21=")
    (option,) = (each for each in said(ask.told(THROUGH_FLANK))[0] if each.startswith("R-N22"))
    assert "counter-charge" in said(ask.told(THROUGH_FLANK))[0][option]


@pytest.mark.rule("R-X6", "R-X8")
def test_readings_with_another_verdict_come_before_those_that_only_want_other_dice(
    ask: Asker,
) -> None:
    found = list(said(ask.told(STRUCK))[0].values())
    weak = [each.startswith(("next, ", "this record does not")) for each in found]
    assert weak == sorted(weak)
    assert set(weak) == {True, False}


@pytest.mark.rule("R-M1", "R-M2", "R-M3")
def test_a_crew_that_deducts_less_takes_its_enemy_along(ask: Asker) -> None:
    """8 against 7 removes the crew alone; where its roll counts for more, or reaches its 8 without
    deductions (R-M7), both go.
    """
    others, same = said(ask.told(f"{CREW} --ruling R-M3=true"))
    both = "Both units are removed. Hits: attacker 2, defender 2."
    same_end = ("R-M2=lost_exchange", "R-M3=False", "R-M7=False")
    assert {each: others[each] for each in same_end} == dict.fromkeys(same_end, both)
    assert same == {"R-M1"}


@pytest.mark.rule("R-S1")
def test_a_hit_unit_might_not_look_at_all(ask: Asker) -> None:
    assert said(ask.told(SPOTTED)) == ({"R-S1=False": "this is not allowed."}, set())


@pytest.mark.rule("R-N9")
def test_a_reading_of_the_table_is_compared_with_ours(ask: Asker) -> None:
    """A 9 and the bonus of the heavies are a retreat; without it a 9 is a check."""
    others, _ = said(ask.told(TWO))
    assert "X: where it was, disordered" in others["R-N9=whole_charge"]
    back, _ = said(ask.told(f"{TWO} --ruling R-N9=whole_charge"))
    assert "X: retreated, disordered" in back["R-N9=that_hex"]


def test_a_line_without_dice_compares_nothing(ask: Asker) -> None:
    assert said(ask.told(CREW.partition(" --rolls")[0])) == ({}, set())


@pytest.mark.slow
def test_ids_of_open_questions_are_known(ask: Asker) -> None:
    for line in LINES:
        assert set(asked(ask.told(line))) <= set(catalog().rulings)
