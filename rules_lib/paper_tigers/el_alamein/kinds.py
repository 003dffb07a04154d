"""The sorts of claims that are checked."""

from rules_lib.values.enums import WordEnum


class Kind(WordEnum):
    """What sort of claim is checked; a false one becomes an erratum."""

    UNIT_COUNT = "number of units"
    TEST = "command test"
    SMALL_TEAM = "deduction of a small team"
    ANNOUNCED_DICE = "dice that were announced"
    SUBTRACTION = "subtraction"
    CARD_REACHED = "card reached or not"
    HITS = "hits carried"
    DEDUCTED = "how much a small team deducts"
    RECKONED = "card reached or hits carried, by the other numbers of the rules"
    WINNER = "winner of the exchange"
    SHAKEN = "shaken or not"
    LOSER_PAYS = "what the loser suffers"
