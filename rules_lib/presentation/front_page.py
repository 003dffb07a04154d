"""A picture of play for each game, for the cards of the front page."""

from __future__ import annotations

from math import sqrt
from typing import Final

from rules_lib.presentation.hexes.counters import Body, aside, front, stack
from rules_lib.presentation.hexes.grid import Grid
from rules_lib.presentation.hexes.ground import tile
from rules_lib.presentation.hexes.model import Counter, Move
from rules_lib.presentation.hexes.ways import ways
from rules_lib.presentation.pieces import CARD_HEIGHT, dice_art, hand
from rules_lib.presentation.svg import Drawing, drawn, shifted

_DIE: Final = 30
_FIVE, _FOUR = (6, 5, 5, 3, 1), (6, 4, 2, 2)
_RADIUS: Final = 34


def _battle() -> Drawing:
    (first, width), (second, _) = dice_art(_FIVE, "first", _DIE), dice_art(_FOUR, "second", _DIE)
    said = ", ".join(map(str, _FIVE)), ", ".join(map(str, _FOUR))
    return drawn(
        width,
        CARD_HEIGHT,
        f"five dice against four: {said[0]} against {said[1]}",
        shifted(0, 4, first),
        shifted(0, CARD_HEIGHT - _DIE - 4, second),
    )


def _charge() -> Drawing:
    side = _RADIUS * sqrt(3)
    grid = Grid(_RADIUS, side / 2 + 2, CARD_HEIGHT / 2, CARD_HEIGHT)
    riders = Counter(0, 0, "Duval", "cavalry heavy", "first", 5, cohesion=5)
    foot = Counter(2, 0, "Orlov", "infantry", "second", 3, cohesion=5)
    way, _ = ways(grid, [Move(((0, 0), (1, 0), (2, 0)), "first", "charge")], {(0, 0), (2, 0)})
    return drawn(
        round(3 * side + 4),
        CARD_HEIGHT,
        "heavy cavalry charges infantry, two hexes away",
        *(shifted(*grid.centre((q, 0)), tile(_RADIUS, "clear")) for q in range(3)),
        way,
        *(
            shifted(
                *grid.centre(each.at),
                front(each, _RADIUS),
                shifted(*aside([each], _RADIUS), stack(Body.of(grid), [(each, each.name)])),
            )
            for each in (riders, foot)
        ),
    )


PAPER_TIGERS: Final = hand(("red", 7), (5, 3, 4), "first")
IN_DIE_TIEFEN: Final = _battle()
TRIUMPH_AND_GLORY: Final = _charge()
