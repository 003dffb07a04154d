"""After a fight: the advance, the breakthrough, the counter-shock (TG-9.71 to 9.73)."""

from dataclasses import dataclass, replace

from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.advance import entered, first_to_advance
from rules_lib.triumph_and_glory.charge.approach import Heading
from rules_lib.triumph_and_glory.charge.onward import Onward
from rules_lib.triumph_and_glory.charge.pieces import (
    Band,
    Fight,
    Piece,
    Place,
    Setting,
    State,
)
from rules_lib.triumph_and_glory.charge.questions import (
    Decision,
    Move,
    Next,
    Option,
    Question,
)
from rules_lib.triumph_and_glory.charge.words import does, listed
from rules_lib.triumph_and_glory.units import Artillery, Infantry, Order


@implements("TG-9.71a", "TG-9.71c", "TG-9.72b")
@dataclass(frozen=True, slots=True)
class Advance:
    """One stack must occupy an emptied hex; breakthrough may follow."""

    fight: Fight
    target: str
    goes_on: bool

    def move(self, setting: Setting, state: State) -> Move:
        """Advance, or ask the attacker which of several equal stacks does."""
        best = first_to_advance(setting, state, self.fight)
        if not best:
            return Next(state)
        if len(best) == 1:
            return Next(*self._done(setting, state, best[0]))
        options = (Option(band.name, *self._done(setting, state, band)) for band in best)
        text = f"Several stacks may advance into the hex of {self.target}"
        question = Question("advance", self.target, self.fight.label)
        return Decision(question, text, ("TG-9.71c",), "attacker", tuple(options))

    def _done(self, setting: Setting, state: State, band: Band) -> tuple[State, tuple[Step, ...]]:
        names = tuple(piece.name for piece in setting.of_band(state, band))
        after = entered(setting, state, names, self.target)
        again = self.fight.label.startswith(("breakthrough", "pursuit", "counter-shock"))
        turn = "" if again or self.goes_on else ", and may change facing"
        text = f"{does(names, 'advance')} into the emptied hex{turn}."
        clauses = ("TG-9.71a", "TG-9.71b") if turn else ("TG-9.71a",)
        if self.goes_on:
            after = after.do_first(
                AskBreakthrough(self.fight, replace(band, units=names), self.target)
            )
        return after, (Step(text, clauses),)


@implements("TG-9.73a", "TG-9.73b", "TG-9.71b")
@dataclass(frozen=True, slots=True)
class AskBreakthrough:
    """Infantry that advanced after a 10+ may shock once more; cavalry that did not charge not."""

    fight: Fight
    band: Band
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Ask the attacker, if there is anybody in front to shock."""
        pieces = setting.pieces(state, self.band.units)
        foot = [piece for piece in pieces if isinstance(piece.unit, Infantry)]
        able = foot and not any(p.shocked_again or p.order != Order.GOOD for p in foot)
        front = enemies_met(setting, state, self.target)
        if not able or not front:
            return Next(state)
        again = {p.name: replace(p, shocked_again=True, place=Place.NEXT_TO_TARGET) for p in pieces}
        again_at = Fight(
            (
                Band(
                    self.band.units,
                    charges=False,
                    through=self.band.through,
                    retreat=setting.target(self.target).pursuer_retreat,
                ),
            ),
            front,
            self.fight.attack,
            label="breakthrough",
            extra_drm=sum(setting.target(name).pursuit_drm for name in front),
        )
        yes = facing_again(setting, setting.changed(state, again), front)
        yes = yes.do_first(Onward(again_at))
        who = listed(self.band.units)
        text = f"{who} may break through, against {listed(front)}"
        told = (Step(f"{does(self.band.units, 'break')} through, without turning.", ("TG-9.73b",)),)
        turns = (Step(f"{who} may change facing, and stop.", ("TG-9.71b",)),)
        return Decision(
            Question("breakthrough", self.band.name, self.fight.label),
            text,
            ("TG-9.73a", "TG-9.73b"),
            "attacker",
            (Option("yes", yes, told), Option("no", state, turns)),
        )


def enemies_met(setting: Setting, state: State, target: str) -> tuple[str, ...]:
    """Hexes with enemies that a unit finds in its front after advancing into a hex."""
    there = [target] if retreated_units(setting, state, target) else []
    beyond = (each.name for each in setting.target(target).beyond)
    return (*there, *(name for name in beyond if setting.in_hex(state, name)))


def retreated_units(setting: Setting, state: State, target: str) -> tuple[str, ...]:
    """Units of a hex that retreated from it and are still on the map."""
    pieces = setting.pieces(state, (unit.name for unit in setting.target(target).units))
    return tuple(piece.name for piece in pieces if piece.place == Place.RETREATED)


def facing_again(setting: Setting, state: State, targets: tuple[str, ...]) -> State:
    """The state with retreated units as the defenders of a new fight."""
    changes = {}
    for target in targets:
        for name in retreated_units(setting, state, target):
            piece = setting.piece(state, name)
            changes[name] = replace(piece, place=Place.STARTS, retreated=True)
    return setting.changed(state, changes)


@implements("TG-9.73a", "TG-9.73d", "TG-9.85h")
@dataclass(frozen=True, slots=True)
class AskCountershock:
    """Below 0 the defenders of a hex may advance and shock back, before anything else."""

    fight: Fight
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Ask the defender, if the hex holds units that can shock."""
        hexed = setting.target(self.target)
        able = [
            piece
            for piece in setting.in_hex(state, self.target)
            if piece.order == Order.GOOD
            and not piece.shocked_again
            and not isinstance(piece.unit, Artillery)
        ]
        enemies = tuple(
            setting.hex_of(self.fight, band, [p.name for p in self._there(setting, state, band)])
            for band in self.fight.bands
            if self._fought(setting, state, band)
        )
        if not able or not enemies or not hexed.counter_shock:
            return Next(state)
        names = tuple(piece.name for piece in able)
        again_at = Fight(
            (Band(names, charges=False, retreat=hexed.retreat),),
            enemies,
            self.fight.attack,
            label=f"counter-shock {self.target}",
            extra_drm=hexed.counter_shock_drm,
        )
        again = {
            p.name: replace(p, shocked_again=True, advanced=True, place=Place.NEXT_TO_TARGET)
            for p in able
        }
        yes = setting.changed(state, again)
        yes = self._as_defenders(setting, yes).do_first(
            Heading(again_at, f"Counter-shock of {listed(names)}", ("TG-9.73d",)),
            Onward(again_at),
        )
        return Decision(
            Question("counter-shock", self.target, self.fight.label),
            f"{listed(names)} may advance and shock back (secondary source, results table)",
            ("TG-9.73a", "TG-9.73d"),
            "defender",
            (Option("yes", yes), Option("no", state)),
        )

    def _fought(self, setting: Setting, state: State, band: Band) -> bool:
        # One that retreated has its place anew after another counter-shock.
        places = (Place.NEXT_TO_TARGET, Place.RETREATED, Place.STARTS)
        return any(piece.place in places for piece in setting.pieces(state, band.units))

    def _there(self, setting: Setting, state: State, band: Band) -> list[Piece]:
        pieces = setting.pieces(state, band.units)
        return [piece for piece in pieces if piece.place != Place.BACK_AT_START]

    def _as_defenders(self, setting: Setting, state: State) -> State:
        """The attackers, where they stand now, as the defenders of the counter-shock."""
        changes = {}
        for band in self.fight.bands:
            for piece in setting.pieces(state, band.units):
                if piece.place == Place.RETREATED:
                    changes[piece.name] = replace(piece, place=Place.STARTS, retreated=True)
        return setting.changed(state, changes)
