"""Step 7: the modifiers of a fight and its die (TG-9.81-7)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.charge.pieces import (
    Band,
    Fight,
    Piece,
    Setting,
    State,
    cavalry_of,
)
from rules_lib.triumph_and_glory.charge.questions import Cell, Move, Next, Question, Roll
from rules_lib.triumph_and_glory.charge.reactions import light_thrown_back, loses_bonus
from rules_lib.triumph_and_glory.charge.results import ApplyRow
from rules_lib.triumph_and_glory.charge.words import listed
from rules_lib.triumph_and_glory.checks import FACES
from rules_lib.triumph_and_glory.modifiers import (
    SQUARE_DRM,
    Modifier,
    charge_drm,
    cohesion_drm,
    position_drm,
    pursuit_drm,
    ratio_drm,
    signed,
)
from rules_lib.triumph_and_glory.units import Order

LIGHT_COUNTERCHARGED = -1
"""For light cavalry that heavy cavalry counter-charged with success (TG-9.86c)."""


@implements("TG-9.81-7")
@dataclass(frozen=True, slots=True)
class Combat:
    """The die of one fight, with all its modifiers, against the results table."""

    fight: Fight

    def move(self, setting: Setting, state: State) -> Move:
        """Ask for the die, unless there is nobody left on a side."""
        attackers = setting.attackers(state, self.fight)
        if not attackers or not setting.defenders(state, self.fight):
            return Next(state)
        drms = modifiers(setting, state, self.fight)
        drm = sum(each.value for each in drms)
        came = state
        if any(band.charges for band in self.fight.bands):
            came = setting.changed(state, _charged(setting, state, self.fight))
        rows = [(face, setting.secondary.results.row(face + drm)) for face in FACES]
        cells = []
        for row, group in groupby(rows, key=lambda pair: pair[1]):
            after = came.do_first(ApplyRow(self.fight, row))
            cells += [Cell(range(face, face + 1), face + drm, after) for face, _ in group]
        who = listed(piece.name for piece in attackers)
        against = listed(piece.name for piece in setting.defenders(state, self.fight))
        listing = ", ".join(str(each) for each in drms) or "no modifiers"
        clauses = dict.fromkeys(c for each in drms for c in each.clauses)
        return Roll(
            Question("fight", attackers[0].name, self.fight.label),
            f"{who} against {against}. {listing}: {signed(drm)} in all.",
            ("TG-9.81-7", *clauses),
            "defender" if self.fight.turned else "attacker",
            tuple(cells),
        )


def _charged(setting: Setting, state: State, fight: Fight) -> dict[str, Piece]:
    """The pieces that come to the fight in a charge, marked so."""
    return {
        piece.name: replace(piece, charged=True)
        for band in fight.bands
        if band.charges
        for piece in setting.of_band(state, band)
    }


def modifiers(setting: Setting, state: State, fight: Fight) -> tuple[Modifier, ...]:
    """All modifiers of the die of a fight, those of 0 left out.

    Raises:
        UnspecifiedBySource: strengths, cohesion or types that this needs are not given.
    """
    return tuple(each for each in _modifiers(setting, state, fight) if each.value)


def _modifiers(setting: Setting, state: State, fight: Fight) -> Iterator[Modifier]:
    attack = setting.situation.attacks[fight.attack]
    yield Modifier("strength ratio", _ratio(setting, state, fight), (), True)
    yield from _charge(setting, state, fight)
    if fight.declared and attack.cohesion_drm is not None:
        yield Modifier("cohesion difference", attack.cohesion_drm, (), True)
    else:
        yield Modifier("cohesion difference", _cohesion(setting, state, fight), (), True)
    if _clear(setting, state, fight):
        yield Modifier("clear terrain", setting.secondary.clear_terrain_drm, (), True)
    yield Modifier("position", _position(setting, state, fight), (), True)
    if fight.pursuit:
        drm = pursuit_drm(fight.pursuit, setting.rulings)
        yield Modifier("charge in pursuit", drm, ("TG-9.87e", "R-N6"), False)
    yield Modifier("other", attack.other_drm if fight.declared else fight.extra_drm, (), False)


def _ratio(setting: Setting, state: State, fight: Fight) -> int:
    attackers = setting.attackers(state, fight)
    given = setting.situation.attacks[fight.attack].ratio_drm
    if fight.declared and given is not None:
        names = frozenset(piece.name for piece in attackers)
        if names not in given:
            raise UnspecifiedBySource(f"the strength ratio of {listed(sorted(names))}")
        return given[names]
    defenders = setting.defenders(state, fight)
    return ratio_drm(_strength(attackers), _strength(defenders), setting.secondary)


def _strength(pieces: list[Piece]) -> int:
    total = 0
    for piece in pieces:
        if piece.unit.strength is None:
            raise UnspecifiedBySource(f"strength of {piece.name}")
        total += piece.unit.strength
    return total


def _cohesion(setting: Setting, state: State, fight: Fight) -> int:
    attackers = (piece.unit for piece in setting.attackers(state, fight))
    defenders = (piece.unit for piece in setting.defenders(state, fight))
    return cohesion_drm(attackers, defenders, setting.rulings)


@implements("TG-9.83", "TG-9.85f", "TG-9.86b", "TG-9.86c", "R-N11")
def _charge(setting: Setting, state: State, fight: Fight) -> Iterator[Modifier]:
    """What the charge itself adds: its bonus, or the loss against a square or a counter-charge."""
    bands = [band for band in setting.arrived(state, fight) if band.charges]
    if not bands:
        return
    if any(setting.in_square(state, target) for target in fight.targets):
        yield Modifier("charge at a square", SQUARE_DRM, ("TG-9.85f",), False)
    else:
        yield from _bonus(setting, state, fight, bands)
    if light_thrown_back(setting, state, fight):
        yield Modifier("counter-charged by heavy", LIGHT_COUNTERCHARGED, ("TG-9.86c",), False)


def _bonus(setting: Setting, state: State, fight: Fight, bands: list[Band]) -> Iterator[Modifier]:
    """The charge bonus of those who have not lost it."""
    keeps = setting.rulings.disordered_charge_bonus
    pieces = [
        piece
        for band in bands
        if not loses_bonus(setting, state, fight, band)
        for piece in setting.of_band(state, band)
        if piece.order == Order.GOOD or keeps
    ]
    if pieces:
        yield Modifier("charge", charge_drm(cavalry_of(pieces)), ("TG-9.83",), False)


def _clear(setting: Setting, state: State, fight: Fight) -> bool:
    """Whether the defenders are in clear terrain, attacked through their front (secondary)."""
    targets = [name for name in fight.targets if setting.in_hex(state, name)]
    if not all(setting.target(name).clear_terrain for name in targets):
        return False
    riders = cavalry_of(setting.defenders(state, fight))
    attackers = setting.attackers(state, fight)
    if riders and not cavalry_of(attackers):
        return False
    if any(setting.in_square(state, name) for name in targets):
        return True
    return _through_front(setting, state, fight)


def _position(setting: Setting, state: State, fight: Fight) -> int:
    """The modifier for attackers in the rear (secondary source)."""
    bands = [(band.through, band.in_other_front) for band in setting.arrived(state, fight)]
    defenders = (piece.unit for piece in setting.defenders(state, fight))
    return position_drm(bands, defenders, setting.secondary)


def _through_front(setting: Setting, state: State, fight: Fight) -> bool:
    """Whether a band comes through the front; beside it, only cavalry in good order looks there."""
    alert = any(unit.order == Order.GOOD for unit in cavalry_of(setting.defenders(state, fight)))
    sides = {band.through for band in setting.arrived(state, fight)}
    return "front" in sides or (alert and "flank" in sides)
