"""The pictures of one charge against infantry, each a question with its answer."""

from __future__ import annotations

from fractions import Fraction

from rules_lib.presentation import charts
from rules_lib.presentation.palette import Role
from rules_lib.presentation.picture import Picture
from rules_lib.presentation.triumph_and_glory.explorers import (
    BACK,
    DISORDERED,
    FRESH,
    KEEPS,
    OFF,
    RECALLED,
    RIDERS,
    duel,
    duel_odds,
    ends,
)
from rules_lib.presentation.wording import percent
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Odds
from rules_lib.triumph_and_glory.units import Order
from rules_lib.type_checks import checked

LINE, SQUARE = "stands in line", "tries square"
_SHORT = {KEEPS: "stays"}
"""What would be too long below a bar on a phone."""

_EQUALS = "Heavy cavalry against infantry, both of cohesion 5 and equally strong."
_ROLES: dict[str, Role] = {LINE: "neutral", SQUARE: "second"}


def both_ways(heavy: bool = True) -> dict[str, Odds]:
    """The odds of equals, cohesion 5 and strength 1 to 1, by what the infantry does."""
    return {LINE: duel_odds(heavy, square=False), SQUARE: duel_odds(heavy, square=True)}


def infantry_fates() -> Picture:
    """What becomes of infantry that heavy cavalry charges, in line and in square."""
    ways = {way: ends(odds) for way, odds in both_ways().items()}
    return _fates(
        "What becomes of the infantry?",
        f"{_EQUALS} It keeps its ground {percent(ways[LINE][KEEPS])} of the time in line, and"
        f" {percent(ways[SQUARE][KEEPS])} if it tries square. But a failed square is dear: it"
        f" leaves the map {percent(ways[SQUARE][OFF])} of the time instead of"
        f" {percent(ways[LINE][OFF])}.",
        ways,
        (KEEPS, BACK, OFF),
    )


def cavalry_fates() -> Picture:
    """What becomes of heavy cavalry that charges infantry."""
    ways = {way: ends(odds) for way, odds in both_ways().items()}
    return _fates(
        "What becomes of the cavalry?",
        f"{_EQUALS} It ends in disorder {percent(ways[LINE][DISORDERED])} of the time against line."
        f" If square is tried, it is recalled {percent(ways[SQUARE][RECALLED])} of the time,"
        f" and disordered {percent(ways[SQUARE][DISORDERED])}.",
        ways,
        (FRESH, RECALLED, DISORDERED),
    )


def _fates(
    question: str, answer: str, ways: dict[str, dict[str, Fraction]], shown: tuple[str, ...]
) -> Picture:
    return charts.grouped_bars(
        question,
        answer,
        x="what becomes of it",
        y="chance",
        labels=[_SHORT.get(each, each) for each in shown],
        series={way: (_ROLES[way], [ends_[each] for each in shown]) for way, ends_ in ways.items()},
    )


def odds_in_square() -> Odds:
    """The odds of equals if the infantry is in square already, and no recall is tried."""
    return charge.odds(duel(order=Order.SQUARE), {"recall": False})


@checked
def fought(odds: Odds) -> dict[int, Fraction]:
    """The law of the modified result, given that it comes to the fight."""
    law = {result: p for result, p in odds.results(RIDERS).items() if result is not None}
    total = sum(law.values(), Fraction(0))
    return {result: p / total for result, p in law.items()}
