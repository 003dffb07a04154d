"""Parties of a mass battle in words: ``"5 dice, fanaticism 1"``, or by their circumstances."""

from fractions import Fraction

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party
from rules_lib.in_die_tiefen.aftermath import FUMBLE, SENSATIONAL, Morale
from rules_lib.in_die_tiefen.battle.party import CIRCUMSTANCES, POOL
from rules_lib.words import NUMBER, Words, fraction

PARTY_HELP = (
    f"its dice, such as '{POOL}'; or what is true of it, any of '{CIRCUMSTANCES}'"
    " (thwarted and failed: deeds of the enemy), and the dice are counted"
)


def bill(found: Party) -> list[str]:
    """Where the dice of a party come from, if that is known."""
    return [f"    {item.dice}  {item.what} [{item.clause}]" for item in found.bill]


def morale(option: str, text: str) -> Morale:
    """The result of a morale test: a class, ``sensational``, ``fumble``, or both of these."""
    words = Words(option, text, "a class from 0 to 4, sensational, fumble, or such as 'fumble 0'")
    found = words.match(rf"(sensational|fumble)?\s*{NUMBER}?")
    words.done()
    if found is None or not (found[1] or found[2]):
        raise words.refused(text)
    if not found[1]:
        return int(found[2])
    special = SENSATIONAL if found[1].lower() == SENSATIONAL else FUMBLE
    return (special, int(found[2])) if found[2] else special


def morale_distribution(option: str, text: str) -> dict[Morale, Fraction]:
    """A distribution of morale: ``"0=1/4, 1=1/2, fumble=1/4"``; one result alone is certain."""
    if "=" not in text:
        return {morale(option, text): Fraction(1)}
    distribution: dict[Morale, Fraction] = {}
    for part in text.split(","):
        result, _, chance = part.partition("=")
        found = morale(option, result)
        if found in distribution:
            raise InvalidValue(option, text, f"{result.strip()} once only")
        distribution[found] = fraction(option, chance, "1/4")
    if sum(distribution.values()) != 1:
        raise InvalidValue(option, text, "chances that sum to 1")
    return distribution
