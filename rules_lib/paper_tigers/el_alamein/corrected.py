"""The El Alamein melee as it should have run: the recorded dice, adjudicated by the rules."""

from dataclasses import dataclass

from rules_lib.errors import InvalidValue, require_int
from rules_lib.paper_tigers import charge
from rules_lib.paper_tigers.el_alamein import record
from rules_lib.paper_tigers.el_alamein.replays import british, german
from rules_lib.rulebook import implements
from rules_lib.transcript import Step, as_text
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

ROLLS = {each.fight: (each.british.roll, each.german.roll) for each in reversed(record.EXCHANGES)}
"""Raw totals (British, German) of the first exchange of each fight, as they lay on the table."""


@checked
@dataclass(frozen=True, slots=True)
class Story(RichDisplay):
    """The corrected tutorial; ``str()`` is the transcript.

    Attributes:
        actions: what each British unit did, by its number.
    """

    actions: dict[int, charge.Action]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The whole transcript as data."""
        return tuple(step for number in self.actions for step in self.steps_of(number))

    def steps_of(self, number: int) -> tuple[Step, ...]:
        """The transcript of one British unit."""
        number = require_int("number", number, 1, len(record.BRITISH))
        if number not in self.actions:
            raise InvalidValue("number", number, "units that this story tells of")
        unit, enemy = record.BRITISH[number - 1], record.GERMANS[number - 1]
        against = f" against German {number}, {enemy.what}" if unit.printed_moves else ""
        heading = Step(f"British {number}, {unit.card}{against}", heading=True)
        assumed: tuple[Step, ...] = ()
        if self.actions[number].fight and number not in record.GERMAN_CARD_COLOURS:
            value = record.GERMAN_CARD_VALUES[number]
            text = f"The text does not give the colour of German {number}’s card, a {value}."
            assumed = (Step(f"{text} We take it as red; for rolled dice it makes no difference."),)
        return (heading, *assumed, *self.actions[number].steps)

    def __str__(self) -> str:
        return as_text(self.steps)


@implements("PT-M20")
def corrected() -> Story:
    """Adjudicate all six British units together, as the tutorial lets them act."""
    return Story({unit.number: _action(unit) for unit in record.BRITISH})


def _action(unit: record.BritishUnit) -> charge.Action:
    number = unit.number
    return charge.adjudicate(
        british(number),
        german(number),
        movement_roll=unit.movement_roll,
        charge_roll=unit.charge_roll,
        rolls=[ROLLS[number]] if number in ROLLS else [],
        complete=False,
        names=(f"British {number}", f"German {number}"),
    )
