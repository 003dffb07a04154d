"""Results of morale tests in words."""

from fractions import Fraction

from rules_lib import words
from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen.aftermath import NAMED, Morale
from rules_lib.words import NUMBER, fraction

MORALE = (
    "a class from 0 to 4, failure, sensational, fumble, or one of these with its class, 'fumble 0'"
)


def morale(option: str, text: str) -> Morale:
    """The result of a morale test: a class, a result with a name, or both of these."""
    told = words.Words(option, text, MORALE)
    found = told.match(rf"({'|'.join(NAMED)})?\s*{NUMBER}?")
    told.done()
    if found is None or not (found[1] or found[2]):
        raise told.refused(text)
    name = next((each for each in NAMED if each == (found[1] or "").lower()), None)
    if name is None:
        return int(found[2])
    return (name, int(found[2])) if found[2] else name


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
        distribution[found] = given = fraction(option, chance, "1/4")
        if given > 1:
            raise InvalidValue(option, chance.strip(), "chances from 0 to 1, such as 1/4")
    if sum(distribution.values()) != 1:
        raise InvalidValue(option, text, "chances that sum to 1")
    return distribution
