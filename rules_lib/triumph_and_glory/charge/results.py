"""What a row of the results table does to both sides, and the retreat checks it asks for."""

from dataclasses import dataclass
from typing import Literal

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.approach import told_change
from rules_lib.triumph_and_glory.charge.pieces import (
    GONE,
    Fight,
    Piece,
    Setting,
    State,
    disordered,
    retreated,
)
from rules_lib.triumph_and_glory.charge.questions import (
    Move,
    Next,
    Player,
    Question,
    Task,
    check,
    roll_for,
)
from rules_lib.triumph_and_glory.charge.situation import Room
from rules_lib.triumph_and_glory.charge.what_follows import WhatFollows
from rules_lib.triumph_and_glory.charge.words import does
from rules_lib.triumph_and_glory.results_table import Effect, Row
from rules_lib.triumph_and_glory.units import Order

Retreat = Literal["none", "check", "automatic"]


@dataclass(frozen=True, slots=True)
class ApplyRow:
    """One row of the table: disorder at once, then retreats, then what follows."""

    fight: Fight
    row: Row | None

    def move(self, setting: Setting, state: State) -> Move:
        """Apply it to both sides."""
        if self.row is None:
            raise UnspecifiedBySource("a result for which the table has no row")
        row = self.row
        ours, theirs = _players(self.fight)
        groups: list[tuple[Player, Effect, Room, list[Piece]]] = [
            (ours, row.attackers, band.retreat, setting.of_band(state, band))
            for band in self.fight.bands
        ]
        groups += [
            (theirs, row.defenders, setting.target(name).retreat, setting.in_hex(state, name))
            for name in self.fight.targets
        ]
        after, told, checks = state, list[Step](), list[Task]()
        for player, effect, room, pieces in groups:
            after, said = _apply(setting, after, effect, room, pieces)
            told += said
            if retreat_of(setting, effect) == "check":
                checks += _checks(setting, after, self.fight, player, room, pieces)
        return Next(after.do_first(*checks, WhatFollows(self.fight, row)), tuple(told))


def _players(fight: Fight) -> tuple[Player, Player]:
    """Who attacks in a fight, and who defends."""
    return ("defender", "attacker") if fight.turned else ("attacker", "defender")


@implements("R-N17")
def retreat_of(setting: Setting, effect: Effect) -> Retreat:
    """The retreat that an effect asks for; where the row is lost in the copy, R-N17 says."""
    if effect.retreat == "ruling":
        return setting.rulings.retreat_below_zero
    return effect.retreat


def _apply(
    setting: Setting, state: State, effect: Effect, room: Room, pieces: list[Piece]
) -> tuple[State, list[Step]]:
    changes = {}
    for piece in pieces:
        after = disordered(piece) if effect.disordered else piece
        if retreat_of(setting, effect) == "automatic" and after.place not in GONE:
            after = retreated(after, room)
        if after != piece:
            changes[piece.name] = after
    told = [Step(text, ("TG-9.81-7",)) for p in pieces for text in _told(p, changes)]
    return setting.changed(state, changes), told


def _told(before: Piece, changes: dict[str, Piece]) -> list[str]:
    after = changes.get(before.name)
    if after is None:
        return []
    both = after.order != before.order and after.place != before.place and after.place not in GONE
    if both:
        return [f"{before.name} is disordered and retreats one hex."]
    return [told_change(before, after)]


def _checks(
    setting: Setting,
    after: State,
    fight: Fight,
    player: Player,
    room: Room,
    pieces: list[Piece],
) -> list[Task]:
    """The retreat checks of the units of one hex that are still on the map."""
    left = [p for p in pieces if setting.piece(after, p.name).place not in GONE]
    fresh = tuple(p.name for p in left if p.order != Order.DISORDERED)
    names = [piece.name for piece in left]
    each = setting.rulings.stack_checks == "each"
    groups = [(name,) for name in names] if each else [tuple(names)] if names else []
    return [RetreatCheck(fight, group, player, room, fresh) for group in groups]


@implements("R-N1", "R-N19")
@dataclass(frozen=True, slots=True)
class RetreatCheck:
    """Higher than its cohesion, and a unit or stack retreats one hex."""

    fight: Fight
    names: tuple[str, ...]
    player: Player
    room: Room
    fresh: tuple[str, ...]

    def move(self, setting: Setting, state: State) -> Move:
        """Ask for the die."""
        pieces = setting.pieces(state, self.names)
        top = pieces[0]
        printed = setting.rulings.retreat_check_cohesion == "printed" and top.name in self.fresh
        cohesion = top.unit.cohesion if printed else setting.cohesion(top)
        back = setting.changed(state, {p.name: retreated(p, self.room) for p in pieces})
        told = (told_change(before, setting.piece(back, before.name)) for before in pieces)
        clauses = ("TG-9.81-7", "R-N1")
        return check(
            roll_for(
                Question("retreat check", top.name, self.fight.label),
                f"{top.name} checks against retreat",
                clauses,
                self.player,
            ),
            cohesion,
            ("held", state, (Step(f"{does(self.names, 'stay')} in place.", clauses),)),
            ("retreated", back, tuple(Step(text, clauses) for text in told)),
        )
