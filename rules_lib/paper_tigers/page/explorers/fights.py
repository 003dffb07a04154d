"""The explorers of command tests, charges and melees, and what they have in common."""

from collections.abc import Iterable
from typing import Any

from rules_lib.notebook.explorer import Answer, Choice, Control, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer, numbers, read_by
from rules_lib.notebook.palette import Role
from rules_lib.paper_tigers import Card, charge, command, melee
from rules_lib.paper_tigers.charge.state import REACH
from rules_lib.paper_tigers.command import Colour, Purpose
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
    always="The attacker always wins.",
)
ENDED_EARLY = (
    " Where the first exchange that is won ends the melee (R-M6), its winner counts as left."
)
"""Both units may then still stand."""
MELEE_NOTE = (
    f"A unit with a hit is shaken: it deducts {SHAKEN_PENALTY} from the first exchange on"
    " (R-M10). Choose a small team for an officer as well (R-M8). Only the attacked unit can"
    f" have cover; in cover the defender re-rolls after each miss.{ENDED_EARLY}"
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


@explorer(
    Headline(
        "passed",
        "You pass {chance}.",
        never="You cannot pass: the dice do not reach this card.",
        always="You always pass: the lowest roll is enough.",
    ),
    colour=choice("Colour of the card", {"red": "red", "black": "black"}),
    value=numbers("Value of the card", range(2, 15), default=7),
    purpose=choice(
        "What for",
        {"to move": "movement", "to charge or to fight": "charge"},
        keys="movement charge",
        default="charge",
    ),
    read=["R-M14"],
    exact=True,
    dice="charge?attacker.colour={colour}&attacker.value={value}"
    "&movement-roll=&charge-roll=&rolls.attacker=&rolls.defender=",
)
def command_test_odds(colour: Colour, value: int, purpose: Purpose, **read: Any) -> Answer:
    """Will my unit pass its command test?"""
    card = charge.rolled_card(Card(colour, value), purpose, charge.Rulings(**read))
    odds = command.chance(card, purpose)
    return Answer((Part("passed", odds, "good"), Part("failed", 1 - odds, "bad")))


@explorer(
    ATTACKER_WINS,
    attacker=cards("attacker", Card("red", 7)),
    defender=cards("defender", Card("red", 5)),
    small_team=TEAM,
    cover=COVER,
    attacker_hits=hits("Attacker’s hits"),
    defender_hits=hits("Defender’s hits"),
    read=[*FOUGHT_BY, "R-M10"],
    note=MELEE_NOTE,
    dice=f"melee?{PAIR}&attacker.hits={{attacker_hits}}&defender.hits={{defender_hits}}" + NO_ROLLS,
)
def melee_odds(
    attacker: Card,
    defender: Card,
    small_team: bool,
    cover: bool,
    attacker_hits: int,
    defender_hits: int,
    **read: Any,
) -> Answer:
    """Who is left after the melee?"""
    odds = melee.odds(
        melee.Combatant(attacker, hits=attacker_hits),
        melee.Combatant(defender, small_team=small_team, in_cover=cover, hits=defender_hits),
        rulings=melee.Rulings(**read),
    )
    return ends_of(odds)


@explorer(
    ATTACKER_WINS,
    attacker=cards("attacker", Card("red", 7), PRINTED),
    defender=cards("defender", Card("red", 5), PRINTED),
    cover=COVER,
    read=TRIED_BY,
    note="A melee of Paper Tigers: infantry, unhurt. In cover the defender re-rolls after each"
    f" miss.{ENDED_EARLY}",
    dice="melee?{attacker}&{defender}&defender.team=0&defender.cover={cover}" + NO_ROLLS,
)
def try_melee(attacker: Card, defender: Card, cover: bool, **read: Any) -> Answer:
    """Two units fight. Who is left?"""
    odds = melee.odds(
        melee.Combatant(attacker),
        melee.Combatant(defender, in_cover=cover),
        rulings=melee.Rulings(**read),
    )
    return ends_of(odds, can_go_on=False)


@explorer(
    Headline(
        "the attacker alone is left",
        "The attacker moves, charges and wins {chance}.",
        never="This charge cannot win.",
        always="The attacker always moves, charges and wins.",
    ),
    attacker=cards("attacker", Card("red", 7)),
    defender=cards("defender", Card("red", 5)),
    small_team=TEAM,
    cover=COVER,
    readings=(
        *read_by("rulings=charge.Rulings({})", "R-M14"),
        *read_by("melee_rulings=melee.Rulings({})", *FOUGHT_BY),
    ),
    note=f"From the movement test on; the move, if it is allowed, ends within {REACH}″ of the"
    " target. Both units unhurt and not shaken. In cover the defender re-rolls after each miss."
    + ENDED_EARLY,
    dice=f"charge?{PAIR}&movement-roll=&charge-roll={NO_ROLLS}",
)
def charge_odds(
    attacker: Card, defender: Card, small_team: bool, cover: bool, **read: Any
) -> Answer:
    """What becomes of the whole charge?"""
    odds = charge.odds(
        melee.Combatant(attacker),
        melee.Combatant(defender, small_team=small_team, in_cover=cover),
        **both_rulings(**read),
    )
    contact = 1 - odds[charge.Ending.STAYS] - odds[charge.Ending.REFUSED]
    parts = tuple(Part(label, odds[end], role) for end, (label, role) in CHARGED.items())
    return Answer(parts, (Number.percent("chance of contact", contact),))
