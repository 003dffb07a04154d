"""What the explorers of Paper Tigers have in common: cards, who is attacked, how it ends."""

from collections.abc import Iterable
from typing import Any

from rules_lib.notebook.explorer import Answer, Choice, Control, Headline, Part
from rules_lib.notebook.interact import choice
from rules_lib.notebook.palette import Role
from rules_lib.paper_tigers import Card, charge, melee
from rules_lib.paper_tigers.command import Colour
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY

CARD_VALUES = range(2, 15)
"""The values shown: the source names single cards from 2 to 10 and no highest one."""
PRINTED = range(2, 11)
"""Those that it names."""

COLOURS: tuple[Colour, ...] = ("red", "black")

NO_ROLLS = "&rolls.attacker=&rolls.defender="
"""A link to a form, whose dice are the reader's to enter."""
PAIR = "{attacker}&{defender}&defender.team={small_team}&defender.cover={cover}"

FOUGHT_BY = ("R-M1", "R-M2", "R-M3", "R-M4", "R-M6", "R-M7", "R-M9")
"""The rulings that matter between unhurt units without an officer; R-M6 beside another one."""
TRIED_BY = ("R-M1", "R-M2", "R-M4", "R-M6", "R-M7", "R-M9")
"""Those that matter between infantry; R-M6 beside another one."""


def cards(side: str, default: Card, values: Iterable[int] = CARD_VALUES) -> Control:
    """Return the control for the card of a side, a choice of both colours."""
    offered = (Card(colour, value) for colour in COLOURS for value in values)
    choices = tuple(
        Choice(
            f"{card.colour}-{card.value}",
            str(card),
            card,
            python=f'Card("{card.colour}", {card.value})',
            group=f"{card.colour}: {card.combat_dice} dice in a fight",
            dice=f"{side}.colour={card.colour}&{side}.value={card.value}",
        )
        for card in offered
    )
    label = f"{side.capitalize()}’s card"
    return Control(side, label, choices, f"{default.colour}-{default.value}")


TEAM = choice("The defender is", {"infantry": False, "a small team": True}, "infantry small-team")
COVER = choice("Defender’s cover", {"in the open": False, "in cover": True}, "open cover")


def hits(label: str) -> Control:
    """Return the control for the hits that a unit has already taken."""
    return choice(label, {"none": 0, "one": 1}, dice=("", "1"))


FOUGHT = {
    melee.Outcome.ATTACKER_WINS: "the attacker alone is left",
    melee.Outcome.BOTH_REMOVED: "both are removed",
    melee.Outcome.DEFENDER_WINS: "the defender alone is left",
    melee.Outcome.GOES_ON: "it never ends",
}
"""How a melee ends."""
ROLES: tuple[Role, ...] = ("first", "both", "second", "neutral")

ATTACKER_WINS = Headline(
    FOUGHT[melee.Outcome.ATTACKER_WINS],
    "The attacker wins {chance}.",
    never="The attacker cannot win this melee.",
)
MELEE_NOTE = (
    f"A unit with a hit is shaken: it deducts {SHAKEN_PENALTY} from the first exchange on"
    " (R-M10). Choose a small team for an officer as well (R-M8). Only who is attacked can have"
    " cover; in cover the defender re-rolls after each miss."
)


def ends_of(odds: melee.Odds, can_go_on: bool = True) -> Answer:
    """Return how a melee ends; no card up to 10 is out of reach, so some always end."""
    chances = (odds.attacker_wins, odds.both_removed, odds.defender_wins, odds.undecided)
    parts = tuple(map(Part, FOUGHT.values(), chances, ROLES))
    return Answer(parts if can_go_on else parts[:3])


CHARGED: dict[charge.Ending, tuple[str, Role]] = {
    charge.Ending.ATTACKER_WINS: ("the attacker alone is left", "first"),
    charge.Ending.BOTH_REMOVED: ("both are removed", "both"),
    charge.Ending.DEFENDER_WINS: ("the defender alone is left", "second"),
    charge.Ending.UNDECIDED: ("the melee never ends", "neutral"),
    charge.Ending.REFUSED: ("charge failed, reaction shot", "bad"),
    charge.Ending.STAYS: ("the unit does not move", "neutral"),
}
"""How a whole charge ends."""


def both_rulings(**read: Any) -> dict[str, Any]:
    """Return how a charge and its melee are read, by the names that `charge.odds` gives them."""
    of_charge = {name: how for name, how in read.items() if name == "movement_dice"}
    of_melee = {name: how for name, how in read.items() if name not in of_charge}
    return {"rulings": charge.Rulings(**of_charge), "melee_rulings": melee.Rulings(**of_melee)}
