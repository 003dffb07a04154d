"""Step 6: reaction fire of the defending artillery (TG-9.81-6; numbers: secondary source 8.6)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.approach import told_change
from rules_lib.triumph_and_glory.charge.pieces import (
    GONE,
    Band,
    Fight,
    Place,
    Setting,
    State,
    disordered,
    retreated,
)
from rules_lib.triumph_and_glory.charge.questions import (
    Cell,
    Decision,
    Move,
    Next,
    Option,
    Question,
    Roll,
    Task,
    check,
    roll_for,
)
from rules_lib.triumph_and_glory.charge.recall import AskRecall
from rules_lib.triumph_and_glory.charge.words import listed
from rules_lib.triumph_and_glory.checks import FACES
from rules_lib.triumph_and_glory.fire import fire_drm, fire_result
from rules_lib.triumph_and_glory.modifiers import signed
from rules_lib.triumph_and_glory.units import Artillery, Order


def guns_of(setting: Setting, state: State, fight: Fight) -> list[tuple[str, str]]:
    """Artillery that may fire in step 6, each with the hex it belongs to; not disordered ones."""
    found = []
    for target in fight.targets:
        support = (gun.name for gun in setting.target(target).supported_by)
        pieces = [*setting.in_hex(state, target), *setting.pieces(state, support)]
        found += [
            (piece.name, target)
            for piece in pieces
            if isinstance(piece.unit, Artillery) and piece.order != Order.DISORDERED
        ]
    return found


@implements("TG-9.81-6", "TG-9.85h")
@dataclass(frozen=True, slots=True)
class AskFire:
    """The owner of a gun decides at which attackers it fires."""

    fight: Fight
    gun: str
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Ask the defender, if the gun has attackers in its front."""
        support = any(gun.name == self.gun for gun in setting.target(self.target).supported_by)
        all_round = support or setting.in_square(state, self.target)
        bands = [
            band
            for band in setting.arrived(state, self.fight)
            if (all_round or band.through == "front") and not self._hidden(setting, band)
        ]
        if not bands:
            return Next(state)
        options = [
            Option(band.name, state.do_first(Fire(self.fight, self.gun, band))) for band in bands
        ]
        return Decision(
            Question("fire", self.gun, self.fight.label),
            f"{self.gun} may fire",
            ("TG-9.81-6",),
            "defender",
            (*options, Option("no", state)),
        )

    def _hidden(self, setting: Setting, band: Band) -> bool:
        """Whether a band stands outside the front of a supporting gun."""
        if not self.fight.declared:
            return False
        stacks = setting.situation.attacks[self.fight.attack].stacks
        stack = next(each for each in stacks if each.name == band.name)
        return self.gun in stack.out_of_fire_of


@dataclass(frozen=True, slots=True)
class Fire:
    """The die of reaction fire at a band."""

    fight: Fight
    gun: str
    band: Band

    def move(self, setting: Setting, state: State) -> Move:
        """Ask for the die."""
        gun = setting.piece(state, self.gun).unit
        assert isinstance(gun, Artillery)
        shot_at = setting.of_band(state, self.band)
        units = tuple(piece.unit for piece in shot_at)
        drm = fire_drm(gun, units, adjacent=True, in_square=False, secondary=setting.secondary)
        rows = [(face, fire_result(face + drm, setting.secondary)) for face in FACES]
        cells = []
        for row, group in groupby(rows, key=lambda pair: pair[1]):
            faces = [face for face, _ in group]
            hit = self._hit(setting, state, row.effect)
            told = tuple(
                Step(told_change(before, setting.piece(hit, before.name)), ("TG-9.81-6",))
                for before in shot_at
            )
            told = () if row.effect == "check" else told
            cells.append(Cell(range(faces[0], faces[-1] + 1), row.effect, hit, told))
        who = listed(piece.name for piece in shot_at)
        text = f"{self.gun} fires at {who} with {signed(drm)} (secondary source 8.6)"
        question = Question("fire", self.gun, self.fight.label)
        return Roll(question, text, ("TG-9.81-6",), "defender", tuple(cells))

    def _hit(self, setting: Setting, state: State, effect: str) -> State:
        pieces = setting.of_band(state, self.band)
        names = tuple(piece.name for piece in pieces)
        fresh = tuple(piece.name for piece in pieces if piece.order != Order.DISORDERED)
        if effect == "none":
            return state
        if effect == "check":
            each = setting.rulings.stack_checks == "each"
            groups = [(name,) for name in names] if each else [names]
            checks: list[Task] = [CheckUnderFire(self.fight, self.gun, g) for g in groups]
            return state.do_first(*checks, AfterFire(self.fight, self.band, fresh))
        hit = broken(setting, state, names)
        if effect == "disorder and retreat":
            pieces = [p for p in setting.pieces(hit, names) if p.place not in GONE]
            hit = setting.changed(hit, {p.name: retreated(p, self.band.retreat) for p in pieces})
        return hit.do_first(AfterFire(self.fight, self.band, fresh))


def broken(setting: Setting, state: State, names: Iterable[str]) -> State:
    """The state after units are disordered."""
    pieces = setting.pieces(state, names)
    return setting.changed(state, {piece.name: disordered(piece) for piece in pieces})


@dataclass(frozen=True, slots=True)
class CheckUnderFire:
    """A cohesion check against disorder by fire."""

    fight: Fight
    gun: str
    names: tuple[str, ...]

    def move(self, setting: Setting, state: State) -> Move:
        """Ask for the die."""
        pieces = setting.pieces(state, self.names)
        top = pieces[0]
        hit = broken(setting, state, self.names)
        told = (told_change(before, setting.piece(hit, before.name)) for before in pieces)
        return check(
            roll_for(
                Question(f"check under fire of {self.gun}", top.name, self.fight.label),
                f"{top.name} checks its cohesion (secondary source 8.6)",
                ("TG-9.81-6", "R-N19"),
                "attacker",
            ),
            setting.cohesion(top),
            ("passed", state, (Step("It keeps its order.", ("TG-9.81-6",)),)),
            ("failed", hit, tuple(Step(text, ("TG-9.81-6",)) for text in told)),
        )


@implements("TG-9.81b", "TG-9.81-6")
@dataclass(frozen=True, slots=True)
class AfterFire:
    """What disorder by fire means: who merely shocks is halted, who charges may go on.

    ``names`` are those who were not disordered before.
    """

    fight: Fight
    band: Band
    names: tuple[str, ...]

    def move(self, setting: Setting, state: State) -> Move:
        """Halt who merely shocks and is disordered."""
        hit = tuple(
            piece.name
            for piece in setting.pieces(state, self.names)
            if piece.order == Order.DISORDERED and piece.place == Place.NEXT_TO_TARGET
        )
        if self.band.charges or not hit:
            return Next(state)
        halted = setting.placed(state, hit, Place.HALTED)
        text = f"{listed(hit)}: no attack any more (secondary source 8.6)."
        return Next(halted, (Step(text, ("TG-9.81-6",)),))


@dataclass(frozen=True, slots=True)
class ReactionFire:
    """Step 6 for one fight: every gun that can, one after the other, then the recalls."""

    fight: Fight

    def move(self, setting: Setting, state: State) -> Move:
        """Put the guns and the recalls on the agenda."""
        guns = guns_of(setting, state, self.fight)
        tasks: list[Task] = [AskFire(self.fight, gun, target) for gun, target in guns]
        # One recall a band, however many guns have disordered it.
        tasks += [AskRecall(self.fight, band, "fire") for band in self.fight.bands]
        return Next(state.do_first(*tasks))
