"""What the same dice come to under the other readings of every open question."""

import re

import pytest

from rules_lib.commands import command
from rules_lib.commands.command import arguments_of
from rules_lib.errors import IllegalAction, InvalidValue, RulesError, UnspecifiedBySource
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import spelt, words_of
from rules_lib.system.registry import question
from tests.commands.asking import Asker
from tests.commands.test_rows import rows
from tests.in_turn import in_turn

LINES = rows("otherwise")
CREW, STRUCK = LINES[0], LINES[4]


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
    found = asked.run(asked.parser().read(rest)).verdict
    assert found is not None
    return found.text, found.due


@in_turn("line", LINES, one_in=20)
def test_each_other_reading_has_the_verdict_that_it_has_when_asked_for(
    ask: Asker, line: str
) -> None:
    told, ours = ask.told(line), verdict(line)
    others, same = said(told)
    listed = list(dict.fromkeys(each.partition("=")[0] for each in others))
    assert asked(told)[: len(listed)] == listed
    assert set(listed) | same == set(asked(told)) != set()
    assert set(asked(told)) <= set(catalog().rulings)
    system = question(arguments_of(line)[0])
    assert system is not None
    for rule_id in (each for kind in system.rulings for each in kind.ids()):
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
