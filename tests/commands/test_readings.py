"""``--ruling``: how readings are given, told and refused; the defaults are of tests/impact."""

from dataclasses import fields

import pytest

from rules_lib.commands.door import read_by
from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import battle
from rules_lib.paper_tigers import charge, melee, sniper, sudden_strike
from rules_lib.rulebook import RulingSet, catalog
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.rulebook.spelling import option, spelt, told, words_of
from rules_lib.triumph_and_glory.charge.rulings import Rulings as CavalryRulings
from tests.commands.asking import Asker
from tests.in_turn import in_turn

KINDS = (
    melee.Rulings,
    charge.Rulings,
    sniper.Rulings,
    sudden_strike.Rulings,
    battle.Rulings,
    CavalryRulings,
)
LINES = {
    melee.Rulings: 'melee --attacker "red 7" --defender "red 5, small team"',
    charge.Rulings: 'charge --attacker "red 7" --defender "red 5, small team"',
    sniper.Rulings: "sniper --target infantry",
    sudden_strike.Rulings: "strike --unit tank",
    battle.Rulings: 'battle --a "3 dice" --b "2 dice"',
    CavalryRulings: 'cavalry --charger "heavy 5, strength 6" --target "infantry 5, strength 5"',
}
"""A line for each set of rulings."""


@in_turn("rule_id", catalog().rulings)
def test_every_reading_can_be_typed_as_it_is_told(rule_id: str) -> None:
    kind = rulings_class(rule_id)
    for value in values_of(rule_id):
        text = option(rule_id, value)
        assert text == f"{rule_id}={spelt(value)}"
        read = getattr(read_by([text], None, kind.ids()).of(kind), kind.field_of(rule_id))
        assert (type(read), read) == (type(value), value)


@in_turn("kind", KINDS)
def test_a_departure_is_told_with_its_words_and_our_default(
    ask: Asker, kind: type[RulingSet]
) -> None:
    rule_id = str(fields(kind)[0].metadata["ruling"])
    default, other, *_ = values_of(rule_id)
    said = ask.told(f"{LINES[kind]} --ruling {rule_id}={spelt(other)}")
    assert f"Read with {rule_id}={spelt(other)}: {words_of(rule_id, other)}" in said
    assert f"(Our default: {rule_id}={spelt(default)}.)" in said
    data = ask.data(f"{LINES[kind]} --ruling {rule_id}={spelt(other)}")
    assert data["read_with"] == {rule_id: spelt(other)}


@in_turn("kind", KINDS)
def test_the_default_given_is_no_departure(ask: Asker, kind: type[RulingSet]) -> None:
    rule_id = str(fields(kind)[0].metadata["ruling"])
    line = f"{LINES[kind]} --ruling {rule_id}={spelt(values_of(rule_id)[0])}"
    assert ask.told(line) == ask.told(LINES[kind])
    assert ask.told(line).endswith("\nRead with our default rulings.\n")
    assert ask.data(line)["read_with"] == {}


@in_turn("rule_id", [r for r in catalog().rulings if r != "R-I6"])
def test_a_reading_that_does_not_exist(rule_id: str) -> None:
    for value in ("maybe", "", "99999999", "[]", "1.5", "print(1)", "((", "\x00"):
        with pytest.raises(InvalidValue) as error:
            read_by([f"{rule_id}={value}"], None, [each for kind in KINDS for each in kind.ids()])
        message = str(error.value)
        assert message.startswith("--ruling: ")
        for each in values_of(rule_id):
            assert told(rule_id, each) in message
        assert message.count("(our default)") == 1
