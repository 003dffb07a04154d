"""Who advances into an emptied hex, and who pursues (TG-9.71, 9.72, 9.87b)."""

from dataclasses import replace
from itertools import combinations

from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.charge.approach import entering, known_heavy
from rules_lib.triumph_and_glory.charge.pieces import (
    Band,
    Fight,
    Piece,
    Place,
    Setting,
    State,
)
from rules_lib.triumph_and_glory.stacking import fits
from rules_lib.triumph_and_glory.units import Artillery, Cavalry


@implements("TG-9.71a", "TG-9.71c", "TG-9.72b")
def first_to_advance(setting: Setting, state: State, fight: Fight) -> list[Band]:
    """The bands of which one must advance: the best cohesion, charging cavalry before infantry.

    A band counts by its best unit; artillery does not lead. Several bands if they tie.
    """
    bands = setting.arrived(state, fight)
    if fight.declared:
        # Who has broken through since stands in front of other enemies.
        bands = [band for band in bands if not _has_advanced(setting, state, band)]
    if any(band.charges for band in bands):
        bands = [band for band in bands if band.charges or _rides(setting, state, band)]
    best = {band: _best(setting, state, band) for band in bands}
    return [band for band in bands if best[band] == max(best.values())]


def _has_advanced(setting: Setting, state: State, band: Band) -> bool:
    return any(piece.advanced for piece in setting.of_band(state, band))


def _rides(setting: Setting, state: State, band: Band) -> bool:
    return any(isinstance(piece.unit, Cavalry) for piece in setting.of_band(state, band))


def _best(setting: Setting, state: State, band: Band) -> int:
    pieces = setting.of_band(state, band)
    leaders = [p for p in pieces if not isinstance(p.unit, Artillery)]
    return max((setting.cohesion(piece) for piece in leaders), default=-1)


@implements("TG-9.87b")
def pursuing_units(setting: Setting, state: State, fight: Fight) -> list[tuple[str, ...]]:
    """The sets of units that may pursue: as many as stack, heavy first, then by cohesion.

    More than one set if units tie for the last place. The top unit of a stack stays on top.
    """
    riders = [
        piece for band in fight.bands if band.charges for piece in setting.of_band(state, band)
    ]
    if fits([piece.unit for piece in riders], setting.secondary):
        return [tuple(piece.name for piece in riders)]
    fewer = (_who_fit(setting, riders, count) for count in range(len(riders) - 1, 0, -1))
    return next(filter(None, fewer))


def _who_fit(setting: Setting, riders: list[Piece], count: int) -> list[tuple[str, ...]]:
    """The sets of so many riders that stack and go before the others."""
    return [
        tuple(piece.name for piece in group)
        for group in combinations(riders, count)
        if fits([piece.unit for piece in group], setting.secondary)
        and _first_come(setting, group, riders)
    ]


def _first_come(setting: Setting, group: tuple[Piece, ...], riders: list[Piece]) -> bool:
    """Whether nobody who stays behind comes before somebody who goes."""
    last = min(_rank(setting, piece) for piece in group)
    return all(_rank(setting, p) <= last for p in riders if p not in group)


def _rank(setting: Setting, piece: Piece) -> tuple[bool, int]:
    assert isinstance(piece.unit, Cavalry), piece
    return known_heavy(piece.unit), setting.cohesion(piece)


def entered(setting: Setting, state: State, names: tuple[str, ...], target: str) -> State:
    """The state after units advanced into an emptied hex."""
    pieces = setting.pieces(state, names)
    moved = {p.name: replace(p, place=Place.ADVANCED, advanced=True) for p in pieces}
    return entering(setting, setting.changed(state, moved), names, target)
