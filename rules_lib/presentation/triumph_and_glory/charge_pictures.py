"""The pictures of one charge against infantry, each a question with its answer."""

from __future__ import annotations

from fractions import Fraction

from rules_lib.presentation import charts
from rules_lib.presentation.palette import Role
from rules_lib.presentation.picture import Picture
from rules_lib.presentation.triumph_and_glory.explorers import (
    BACK,
    KEEPS,
    OFF,
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
_EQUALS = "Heavy cavalry against infantry, both of cohesion 5 and equally strong."
_ROLES: dict[str, Role] = {LINE: "neutral", SQUARE: "second"}


def infantry_fates() -> Picture:
    """What becomes of infantry that heavy cavalry charges, in line and in square."""
    ways = {LINE: ends(duel_odds()), SQUARE: ends(duel_odds(square=True))}
    return charts.grouped_bars(
        "What becomes of the infantry?",
        f"{_EQUALS} It keeps its ground {percent(ways[LINE][KEEPS])} of the time in line, and"
        f" {percent(ways[SQUARE][KEEPS])} if it tries square. But a failed square is dear: it"
        f" leaves the map {percent(ways[SQUARE][OFF])} of the time instead of"
        f" {percent(ways[LINE][OFF])}.",
        x="what becomes of it",
        y="chance",
        labels=["stays", BACK, OFF],
        series={
            way: (_ROLES[way], [ends_[each] for each in (KEEPS, BACK, OFF)])
            for way, ends_ in ways.items()
        },
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
