"""Parties of a mass battle in words: ``"5 dice, fanaticism 1"``, or by their circumstances."""

from fractions import Fraction

from rules_lib.commands.parsing import NUMBER, Words, blame, fraction
from rules_lib.errors import InvalidValue, RulesError
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.aftermath import FUMBLE, SENSATIONAL, Morale

POOL = "5 dice, fanaticism 1, superior"
CIRCUMSTANCES = (
    "base die, terrain, certain death, fanaticism 2, outnumbers 3, superior tactic, 2 deeds,"
    " 1 thwarted, 1 failed, superior"
)
PARTY_HELP = (
    f"its dice, such as '{POOL}'; or what is true of it, any of '{CIRCUMSTANCES}'"
    " (thwarted and failed: deeds of the enemy), and the dice are counted"
)


def party(option: str, text: str, rulings: battle.Rulings) -> Party:
    """A party by its dice, or by its circumstances where no number of dice is given."""
    words = Words(option, text, f"'{POOL}', or any of: {CIRCUMSTANCES}")
    dice = words.number("# dice", "# die")
    fanaticism = words.number("fanaticism #", "# of them fanaticism") or 0
    superior = words.flag("superior")
    try:
        if dice is None:
            found = _counted(words, fanaticism, superior, rulings)
        else:
            found = Party(dice, fanaticism, superior)
    except RulesError as error:
        raise blame(option, error) from None
    words.done()
    return found


def _counted(words: Words, fanaticism: int, superior: bool, rulings: battle.Rulings) -> Party:
    words.flag("base die")
    ratio = words.match(r"outnumbers (\S+)")
    return Party.from_circumstances(
        terrain=words.flag("terrain"),
        certain_death=words.flag("certain death"),
        fanaticism=fanaticism,
        outnumbers=Fraction(1) if ratio is None else fraction("outnumbers", ratio[1], "7/2"),
        tactic_superior=words.flag("superior tactic"),
        deeds=words.number("# deeds?") or 0,
        thwarted_enemy_deeds=words.number("# thwarted") or 0,
        failed_enemy_deeds=words.number("# failed") or 0,
        superior=superior,
        rulings=rulings,
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
