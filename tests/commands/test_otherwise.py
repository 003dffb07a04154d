"""What the same dice come to under the other readings of the questions that they came upon."""

import re

import pytest

from rules_lib.__main__ import ask as answer_to
from rules_lib.commands.command import arguments_of
from rules_lib.errors import IllegalAction, RulesError
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import spelt
from tests.commands.asking import Asker
from tests.in_turn import in_turn

CREW = 'melee --attacker "red 6" --defender "red 8, small team" --rolls 10:12,10:11'
SPOTTED = 'sniper --card "black 7" --shot "7 at infantry, draws 6, rolls 7"'
TWO = (
    'cavalry --charger "heavy 5, strength 5" --charger "light 5, strength 4"'
    ' --target "light 6, strength 5, disordered cohesion 5"'
    " --decide counter-charge=B --dice 3,3,5,7"
)
LINES = [
    CREW,
    'melee --attacker "red 8" --defender "red 5, small team, in cover" --rolls 9:6:14',
    'charge --attacker "red 7" --defender "red 5" --movement-roll 8 --charge-roll 5',
    SPOTTED,
    "strike --unit infantry --structure bunker --dice 1,2,3/4,6",
    'battle --a "5 dice, fanaticism 3" --b "3 dice" --rolls-a 5,5,4,3,2 --rolls-b 4,3,1',
    'battle --a "3 dice, superior" --b "4 dice" --rolls-a 6,5,3 --rolls-b 6,6,4,4',
    TWO,
]


def said(told: str) -> tuple[dict[str, str], set[str]]:
    """The readings with another verdict, and the questions without any."""
    others = dict(re.findall(r"^If (R-\S+=\S+?)(?: \(.*?\))?: (.*)$", told, re.M))
    same = re.search(r"^The same verdict, however they are read: (.*)\.$", told, re.M)
    return others, set(same[1].split(", ")) if same else set()


def asked(told: str) -> list[str]:
    found = re.search(r"^Open questions here, read by our default: (.*)\.$", told, re.M)
    return found[1].split(", ") if found else []


def verdict(line: str) -> tuple[str, str]:
    """The verdict of a line, and what comes next."""
    found = answer_to(arguments_of(line))[2].verdict
    assert found is not None
    return found.text, found.due


@in_turn("line", LINES)
def test_each_other_reading_has_the_verdict_that_it_has_when_asked_for(
    ask: Asker, line: str
) -> None:
    told, ours = ask.told(line), verdict(line)
    others, same = said(told)
    assert {each.partition("=")[0] for each in others} | same == set(asked(told)) != set()
    for rule_id in asked(told):
        for option in (f"{rule_id}={spelt(each)}" for each in values_of(rule_id)[1:]):
            try:
                text, due = verdict(f"{line} --ruling '{option}'")
            except IllegalAction:
                assert others[option] == "this is not allowed."
            except RulesError:
                assert others[option] == "these dice do not decide it."
            else:
                if text == ours[0]:
                    assert others.get(option) == (None if due == ours[1] else f"next, {due}.")
                else:
                    assert others[option] == text


@pytest.mark.rule("R-M1", "R-M2", "R-M3")
def test_a_crew_that_deducts_2_at_the_most_takes_its_enemy_along(ask: Asker) -> None:
    """8 against 7 removes the crew alone; 8 against 9, or 10 against 9, removes both."""
    others, same = said(ask.told(f"{CREW} --ruling R-M3=true"))
    both = "Both units are removed. Hits: attacker 2, defender 2."
    assert others == {"R-M2=lost_exchange": both, "R-M3=False": both}
    assert same == {"R-M1"}


@pytest.mark.rule("R-S1")
def test_a_hit_unit_might_not_look_at_all(ask: Asker) -> None:
    assert said(ask.told(SPOTTED)) == ({"R-S1=False": "this is not allowed."}, set())


@pytest.mark.rule("R-N9")
def test_a_reading_of_the_table_is_compared_with_ours(ask: Asker) -> None:
    """+3 and a 7 is 10, a retreat; without the bonus of the heavies it is 7, a check."""
    others, _ = said(ask.told(TWO))
    assert "X: where it was, disordered" in others["R-N9=whole_charge"]
    back, _ = said(ask.told(f"{TWO} --ruling R-N9=whole_charge"))
    assert "X: retreated, disordered" in back["R-N9=that_hex"]


def test_a_line_without_dice_compares_nothing(ask: Asker) -> None:
    assert said(ask.told(CREW.partition(" --rolls")[0])) == ({}, set())


def test_ids_of_open_questions_are_known(ask: Asker) -> None:
    for line in LINES:
        assert set(asked(ask.told(line))) <= set(catalog().rulings)
