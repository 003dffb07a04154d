"""The explorers of Paper Tigers: command test, charge, melee, and a melee to try at once."""

from collections.abc import Iterable
from typing import Any

from rules_lib.paper_tigers import Card, charge, command, melee
from rules_lib.paper_tigers.command import Colour, Purpose
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY
from rules_lib.presentation.explorer import (
    Answer,
    Choice,
    Control,
    Explorer,
    Headline,
    Number,
    Part,
)
from rules_lib.presentation.palette import Role
from rules_lib.presentation.readings import reads

CARD_VALUES = range(2, 15)
"""The values shown: the source names single cards from 2 to 10 and no highest one."""
PRINTED = range(2, 11)
"""Those that it names."""

COLOURS: tuple[Colour, ...] = ("red", "black")

NO_ROLLS = "&rolls.attacker=&rolls.defender="
"""A link to a form, whose dice are the reader's to enter."""


def _card_control(
    name: str, label: str, default: Card, values: Iterable[int] = CARD_VALUES
) -> Control:
    cards = (Card(colour, value) for colour in COLOURS for value in values)
    choices = tuple(
        Choice(
            f"{card.colour}-{card.value}",
            str(card),
            card,
            python=f'Card("{card.colour}", {card.value})',
            group=f"{card.colour}: {card.combat_dice} dice in a fight",
            dice=f"{name}.colour={card.colour}&{name}.value={card.value}",
        )
        for card in cards
    )
    return Control(name, label, choices, f"{default.colour}-{default.value}")


ATTACKER_CARD = _card_control("attacker", "Attacker’s card", Card("red", 7))
DEFENDER_CARD = _card_control("defender", "Defender’s card", Card("red", 5))
DEFENDER_KIND = Control(
    "small_team",
    "The defender is",
    (
        Choice("infantry", "infantry", False, dice="0"),
        Choice("small-team", "a small team", True, dice="1"),
    ),
    "infantry",
    "chips",
)
DEFENDER_COVER = Control(
    "cover",
    "Defender’s cover",
    (
        Choice("open", "in the open", False, dice="0"),
        Choice("cover", "in cover", True, dice="1"),
    ),
    "open",
    "chips",
)


def _test_answer(colour: Colour, value: int, purpose: Purpose, **read: Any) -> Answer:
    card = charge.rolled_card(Card(colour, value), purpose, charge.Rulings(**read))
    passed = command.chance(card, purpose)
    return Answer((Part("passed", passed, "good"), Part("failed", 1 - passed, "bad")))


COMMAND_TEST = Explorer(
    id="command-test-odds",
    question="Will my unit pass its command test?",
    controls=(
        Control(
            "colour",
            "Colour of the card",
            tuple(Choice(colour, colour, colour) for colour in COLOURS),
            "red",
            "chips",
        ),
        Control.numbers("value", "Value of the card", CARD_VALUES, 7),
        Control(
            "purpose",
            "What for",
            (
                Choice("movement", "to move", "movement"),
                Choice("charge", "to charge or to fight", "charge"),
            ),
            "charge",
            "chips",
        ),
    ),
    answer=_test_answer,
    headline=Headline(
        "passed",
        "You pass {chance}.",
        never="You cannot pass: the dice do not reach this card.",
        always="You always pass: the lowest roll is enough.",
    ),
    python=(
        'command.chance(charge.rolled_card(Card("{colour}", {value}), "{purpose}"{read}),'
        ' "{purpose}")'
    ),
    exact=True,
    reads=(reads("rulings=charge.Rulings({})", "R-M14"),),
    dice=f"charge?attacker.colour={{colour}}&attacker.value={{value}}&movement-roll=&charge-roll={NO_ROLLS}",
)


PAIR = "{attacker}&{defender}&defender.team={small_team}&defender.cover={cover}"


FOUGHT_BY = ("R-M1", "R-M2", "R-M3", "R-M4", "R-M6", "R-M7", "R-M9")
"""The rulings that matter between unhurt units without an officer; R-M6 beside another one."""


TRIED_BY = ("R-M1", "R-M2", "R-M4", "R-M6", "R-M7", "R-M9")
"""Those that matter between infantry; R-M6 beside another one."""


def _hits_control(name: str, label: str) -> Control:
    choices = (Choice("none", "none", 0, dice=""), Choice("one", "one", 1, dice="1 hit"))
    return Control(name, label, choices, "none", "chips")


FOUGHT = {
    melee.Outcome.ATTACKER_WINS: "the attacker alone is left",
    melee.Outcome.BOTH_REMOVED: "both are removed",
    melee.Outcome.DEFENDER_WINS: "the defender alone is left",
    melee.Outcome.GOES_ON: "it never ends",
}
"""How a melee ends."""
ROLES: tuple[Role, ...] = ("first", "both", "second", "neutral")


def _melee_answer(
    attacker: Card,
    defender: Card,
    small_team: bool = False,
    cover: bool = False,
    attacker_hits: int = 0,
    defender_hits: int = 0,
    **read: Any,
) -> Answer:
    odds = melee.odds(
        melee.Combatant(attacker, hits=attacker_hits),
        melee.Combatant(defender, small_team=small_team, in_cover=cover, hits=defender_hits),
        melee.Rulings(**read),
    )
    chances = (odds.attacker_wins, odds.both_removed, odds.defender_wins, odds.undecided)
    return Answer(tuple(map(Part, FOUGHT.values(), chances, ROLES)))


MELEE = Explorer(
    id="melee-odds",
    question="Who is left after the melee?",
    controls=(
        ATTACKER_CARD,
        DEFENDER_CARD,
        DEFENDER_KIND,
        DEFENDER_COVER,
        _hits_control("attacker_hits", "Attacker’s hits"),
        _hits_control("defender_hits", "Defender’s hits"),
    ),
    answer=_melee_answer,
    headline=Headline(
        "the attacker alone is left",
        "The attacker wins {chance}.",
        never="The attacker cannot win this melee.",
    ),
    python=(
        "melee.odds(melee.Combatant({attacker}, hits={attacker_hits}),"
        " melee.Combatant({defender}, small_team={small_team}, in_cover={cover},"
        " hits={defender_hits}){read})"
    ),
    note=(
        f"A unit with a hit is shaken: it deducts {SHAKEN_PENALTY} from the first exchange on"
        " (R-M10). Choose a small team for an officer as well (R-M8). Only who is attacked can have"
        " cover; in cover the defender re-rolls after each miss."
    ),
    reads=(reads("rulings=melee.Rulings({})", *FOUGHT_BY, "R-M10"),),
    dice=f"melee?{PAIR}&attacker.hits={{attacker_hits}}&defender.hits={{defender_hits}}{NO_ROLLS}",
)


def _try_answer(attacker: Card, defender: Card, cover: bool, **read: Any) -> Answer:
    """No card up to 10 gets out of reach, so each of these melees ends."""
    full = _melee_answer(attacker, defender, cover=cover, **read)
    return Answer(tuple(part for part in full.parts if part.role != "neutral"))


TRY = Explorer(
    id="try-melee",
    question="Two units fight. Who is left?",
    controls=(
        _card_control("attacker", "Attacker’s card", Card("red", 7), PRINTED),
        _card_control("defender", "Defender’s card", Card("red", 5), PRINTED),
        DEFENDER_COVER,
    ),
    answer=_try_answer,
    headline=MELEE.headline,
    python=(
        "melee.odds(melee.Combatant({attacker}),"
        " melee.Combatant({defender}, in_cover={cover}){read})"
    ),
    note="A melee of Paper Tigers: infantry, unhurt. In cover the defender may roll again.",
    reads=(reads("rulings=melee.Rulings({})", *TRIED_BY),),
    dice=f"melee?{{attacker}}&{{defender}}&defender.team=0&defender.cover={{cover}}{NO_ROLLS}",
)
"""On the front page: what this book does, in three choices."""


CHARGED: dict[charge.Ending, tuple[str, Role]] = {
    charge.Ending.ATTACKER_WINS: ("the attacker alone is left", "first"),
    charge.Ending.BOTH_REMOVED: ("both are removed", "both"),
    charge.Ending.DEFENDER_WINS: ("the defender alone is left", "second"),
    charge.Ending.UNDECIDED: ("the melee never ends", "neutral"),
    charge.Ending.REFUSED: ("charge failed, reaction shot", "bad"),
    charge.Ending.STAYS: ("the unit does not move", "neutral"),
}
"""How a whole charge ends."""


def charge_rulings(read: dict[str, Any]) -> tuple[charge.Rulings, melee.Rulings]:
    """Return how a charge and its melee are read."""
    of_charge = {name: how for name, how in read.items() if name == "movement_dice"}
    of_melee = {name: how for name, how in read.items() if name not in of_charge}
    return charge.Rulings(**of_charge), melee.Rulings(**of_melee)


def _charge_answer(
    attacker: Card, defender: Card, small_team: bool, cover: bool, **read: Any
) -> Answer:
    rulings, melee_rulings = charge_rulings(read)
    distribution = charge.odds(
        melee.Combatant(attacker),
        melee.Combatant(defender, small_team=small_team, in_cover=cover),
        rulings=rulings,
        melee_rulings=melee_rulings,
    )
    contact = 1 - distribution[charge.Ending.STAYS] - distribution[charge.Ending.REFUSED]
    return Answer(
        tuple(Part(label, distribution[end], role) for end, (label, role) in CHARGED.items()),
        (Number.percent("chance of contact", contact),),
    )


CHARGE = Explorer(
    id="charge-odds",
    question="What becomes of the whole charge?",
    controls=(ATTACKER_CARD, DEFENDER_CARD, DEFENDER_KIND, DEFENDER_COVER),
    answer=_charge_answer,
    headline=Headline(
        "the attacker alone is left",
        "The attacker moves, charges and wins {chance}.",
        never="This charge cannot win.",
    ),
    python=(
        "charge.odds(melee.Combatant({attacker}),"
        " melee.Combatant({defender}, small_team={small_team}, in_cover={cover}){read})"
    ),
    note=(
        "From the movement test on; the move, if it is allowed, ends within 10″ of the target."
        " Both units unhurt and not shaken. In cover the defender re-rolls after each miss."
    ),
    reads=(
        reads("rulings=charge.Rulings({})", "R-M14"),
        reads("melee_rulings=melee.Rulings({})", *FOUGHT_BY),
    ),
    dice=f"charge?{PAIR}&movement-roll=&charge-roll={NO_ROLLS}",
)
