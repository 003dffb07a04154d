"""Units of Paper Tigers in words: ``"red 5, small team, in cover, 1 hit, shaken"``."""

from rules_lib.commands.parsing import Words, blame
from rules_lib.errors import RulesError
from rules_lib.paper_tigers import Card, melee

TRAITS = "small team, officer, in cover, 1 hit, 2 hits, shaken"
UNIT_HELP = f"a card, then any of: {TRAITS}"
NO_CARD = "no card"


def unit(option: str, text: str) -> melee.Combatant:
    """A unit of a charge or melee."""
    words = Words(option, text, f"a card such as 'red 7', then with commas any of: {TRAITS}")
    first = words.first()
    try:
        made = melee.Combatant(
            None if first == NO_CARD else Card.parse(first),
            small_team=words.flag("small team"),
            officer=words.flag("officer"),
            in_cover=words.flag("in cover"),
            hits=words.number("# hits?") or 0,
            shaken=words.flag("shaken"),
        )
    except RulesError as error:
        raise blame(option, error) from None
    words.done()
    return made


def card(option: str, text: str) -> Card:
    """A command card."""
    try:
        return Card.parse(text)
    except RulesError as error:
        raise blame(option, error) from None
