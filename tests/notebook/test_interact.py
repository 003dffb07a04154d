"""An explorer from a function: its question, its controls, and its line of Python."""

from fractions import Fraction
from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Part
from rules_lib.notebook.interact import choice, explorer, line_of, numbers
from rules_lib.paper_tigers import Card, command, melee

RAISE = 2


@explorer(
    Headline("passed", "You pass {chance}."),
    value=numbers("Value of the card", range(2, 11), default=7),
    hidden=choice("The target is", {"in the open": False, "hidden": True}, keys="open hidden"),
)
def toy_test(value: int, hidden: bool) -> Answer:
    """Will my unit pass?"""
    raised = value + RAISE * hidden
    odds = command.chance(Card("red", raised), "charge")
    return Answer((Part("passed", odds, "good"), Part("failed", 1 - odds, "bad")))


def test_a_function_makes_an_explorer_that_asks_its_docstring() -> None:
    assert (toy_test.id, toy_test.question) == ("toy-test", "Will my unit pass?")
    assert [control.name for control in toy_test.controls] == ["value", "hidden"]
    assert toy_test.defaults() == {"value": "7", "hidden": "open"}
    harder = toy_test.at({"hidden": "hidden"})
    assert harder.part("passed").chance == command.chance(Card("red", 9), "charge")


def test_its_line_is_its_source_up_to_the_odds_with_the_choices_and_constants_put_in() -> None:
    assert toy_test.python_line({"value": "5", "hidden": "hidden"}) == (
        'raised = 5 + 2 * True\ncommand.chance(Card("red", raised), "charge")'
    )


def test_the_readings_are_a_place_of_their_own() -> None:
    def fights(value: int, **read: Any) -> Answer:
        """Who is left?"""
        odds = melee.odds(
            melee.Combatant(Card("red", value)),
            melee.Combatant(Card("red", 5)),
            rulings=melee.Rulings(**read),
        )
        return Answer((Part("won", odds.attacker_wins, "first"),))

    line, argument = line_of(fights, ["value"])
    assert argument == "rulings=melee.Rulings({})"
    assert line.splitlines()[-2:] == ['    melee.Combatant(Card("red", 5)){read}', ")"]
    assert '"red", {value}' in line
    assert Fraction(1) == sum(part.chance for part in toy_test.at({}).parts)
