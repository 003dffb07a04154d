"""Steps 1 to 3: what is declared, who leaves before the shock, who commits (TG-9.81-1 to -3)."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.pieces import (
    Fight,
    Piece,
    Place,
    Setting,
    State,
    cavalry_of,
    disordered,
)
from rules_lib.triumph_and_glory.charge.questions import (
    Decision,
    Move,
    Next,
    Option,
    Question,
    Task,
    check,
    roll_for,
)
from rules_lib.triumph_and_glory.charge.words import does, listed
from rules_lib.triumph_and_glory.modifiers import signed
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order


@dataclass(frozen=True, slots=True)
class Heading:
    """Opens a new part of the transcript."""

    fight: Fight
    text: str
    clauses: tuple[str, ...]

    def move(self, setting: Setting, state: State) -> Move:
        """Say it."""
        return Next(state, (Step(self.text, self.clauses, heading=True),))


def known_heavy(unit: Cavalry) -> bool:
    """Whether a cavalry unit is heavy.

    Raises:
        UnspecifiedBySource: it is not said.
    """
    if unit.heavy is None:
        raise UnspecifiedBySource(f"whether {unit.name} is heavy")
    return unit.heavy


def any_heavy(units: Collection[Cavalry]) -> bool:
    """Whether one of some cavalry units is heavy.

    Raises:
        UnspecifiedBySource: none is known to be, and of one it is not said.
    """
    return any(unit.heavy for unit in units) or any(known_heavy(unit) for unit in units)


def may_leave(setting: Setting, state: State, fight: Fight, target: str) -> tuple[str, ...]:
    """Units of a hex that may retreat before the shock (TG-9.81-2); none in most cases."""
    if setting.target(target).retreat != "open" or not all(b.charges for b in fight.bands):
        return ()
    chargers = cavalry_of(setting.pieces(state, (name for b in fight.bands for name in b.units)))
    if any(unit.heavy is False for unit in chargers):
        return ()
    able = [
        piece.name
        for piece in setting.in_hex(state, target)
        if (isinstance(piece.unit, Cavalry) and not known_heavy(piece.unit))
        or (isinstance(piece.unit, Artillery) and piece.unit.horse)
    ]
    return tuple(able) if able and all(map(known_heavy, chargers)) else ()


@implements("TG-9.81-2")
@dataclass(frozen=True, slots=True)
class RetreatBeforeShock:
    """Step 2 for one hex: its light cavalry and horse artillery may leave heavy cavalry."""

    fight: Fight
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Ask the defender."""
        able = may_leave(setting, state, self.fight, self.target)
        if not able:
            return Next(state)
        question = Question("retreat before shock", self.target, self.fight.label)
        text = f"{listed(able)} may retreat before the shock"
        told = (Step(f"{does(able, 'retreat')} before the shock.", ("TG-9.81-2",)),)
        return Decision(
            question,
            text,
            ("TG-9.81-2",),
            "defender",
            (
                Option("yes", leaving(setting, state, self.fight, self.target, able), told),
                Option("no", state),
            ),
        )


def leaving(
    setting: Setting, state: State, fight: Fight, target: str, names: tuple[str, ...]
) -> State:
    """The state after units left a hex before the shock: they check, the hex may be occupied."""
    left = setting.placed(state, names, Place.LEFT_BEFORE_SHOCK)
    groups = [(name,) for name in names] if setting.rulings.stack_checks == "each" else [names]
    checks: list[Task] = [CheckAfterLeaving(fight, group) for group in groups]
    if not setting.defenders(left, fight):
        checks.append(Occupy(fight, target))
    return left.do_first(*checks)


@implements("R-N12")
@dataclass(frozen=True, slots=True)
class CheckAfterLeaving:
    """The cohesion check of units that retreated before the shock."""

    fight: Fight
    names: tuple[str, ...]

    def move(self, setting: Setting, state: State) -> Move:
        """Ask for the die."""
        pieces = setting.pieces(state, self.names)
        top = pieces[0]
        worse = state
        if setting.rulings.failed_check_before_shock == "disordered":
            worse = setting.changed(state, {each.name: disordered(each) for each in pieces})
        question = Question("check after leaving", top.name, self.fight.label)
        clauses = ("TG-9.81-2", "R-N12")
        fails = tuple(told_change(before, setting.piece(worse, before.name)) for before in pieces)
        return check(
            roll_for(question, f"{top.name} checks its cohesion", clauses, "defender"),
            setting.cohesion(top),
            ("passed", state, (Step("It keeps its order.", ("TG-9.81-2",)),)),
            ("failed", worse, tuple(Step(text, clauses) for text in fails)),
        )


def told_change(before: Piece, after: Piece) -> str:
    """What a disorder or a retreat did to a unit, as a sentence."""
    if after.place == Place.WITHDRAWN and before.place != after.place:
        return f"{after.name} withdraws from the map."
    if after.place == Place.ELIMINATED and before.place != after.place:
        return f"{after.name} is eliminated."
    if after.order != before.order:
        square = " and no longer in square" if before.order == Order.SQUARE else ""
        return f"{after.name} is disordered{square}."
    if after.place == Place.RETREATED and before.place != after.place:
        return f"{after.name} retreats one hex."
    return f"{after.name} stays as it is."


@implements("TG-9.72a")
@dataclass(frozen=True, slots=True)
class Occupy:
    """Attackers may enter a hex that was left before the shock; they need not."""

    fight: Fight
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Ask the attacker."""
        question = Question("occupy", self.target, self.fight.label)
        options = []
        for band in self.fight.bands:
            gone = setting.placed(state, band.units, Place.ADVANCED)
            gone = entering(setting, gone, band.units, self.target)
            text = f"{does(band.units, 'enter')} the hex that was left."
            options.append(Option(band.name, gone, (Step(text, ("TG-9.72a", "TG-9.81-2")),)))
        options.append(Option("no", state))
        text = f"The hex that {self.target} left may be occupied"
        return Decision(question, text, ("TG-9.72a",), "attacker", tuple(options))


@implements("TG-9.71d")
def entering(setting: Setting, state: State, names: tuple[str, ...], target: str) -> State:
    """The state after units enter a hex: some terrain disorders them, unless they are already."""
    if not setting.target(target).entry_disorders:
        return state
    pieces = [p for p in setting.pieces(state, names) if p.order != Order.DISORDERED]
    return setting.changed(state, {each.name: disordered(each) for each in pieces})


@implements("TG-9.81-3")
@dataclass(frozen=True, slots=True)
class Commit:
    """Step 3 for one stack: its top cavalry unit, or the top unit of a stack that shocks, rolls."""

    fight: Fight
    band: int

    def move(self, setting: Setting, state: State) -> Move:
        """Ask for the die, unless nobody is left to attack or the stack has moved already."""
        band = self.fight.bands[self.band]
        pieces = setting.pieces(state, band.units)
        waiting = all(piece.place == Place.STARTS for piece in pieces)
        answered = any(("counter-charges infantry", t) in state.facts for t in self.fight.targets)
        if answered or not waiting or not setting.defenders(state, self.fight):
            return Next(state)
        stack = setting.situation.attacks[self.fight.attack].stacks[self.band]
        drm = stack.commitment_drm
        if not band.charges:
            drm += self._defensive_fire(setting)
        top = next(each for each in pieces if not isinstance(each.unit, Artillery))
        modified = f" with {signed(drm)}" if drm else ""
        roll = roll_for(
            Question("commitment", band.name, self.fight.label),
            f"{top.name} rolls to commit itself{modified}",
            ("TG-9.81-3",),
            "attacker",
        )
        went = setting.placed(state, band.units, Place.NEXT_TO_TARGET)
        stayed = setting.placed(state, band.units, Place.UNCOMMITTED)
        who = listed(band.units)
        return check(
            roll,
            setting.cohesion(top),
            ("passed", went, (Step(f"{who}: next to the target.", ("TG-9.81-3",)),)),
            ("failed", stayed, (Step(f"{who}: not committed, no attack.", ("TG-9.81-3",)),)),
            drm,
        )

    def _defensive_fire(self, setting: Setting) -> int:
        """The defensive fire DRM, which only stacks that merely shock suffer."""
        drms = [setting.target(name).defensive_fire_drm for name in self.fight.targets]
        if sum(map(bool, drms)) > 1:
            raise UnspecifiedBySource("defensive fire of several hexes at one stack")
        return sum(drms)


@implements("TG-9.86e")
@dataclass(frozen=True, slots=True)
class AnswerInfantry:
    """Cavalry in good order, shocked through its front by infantry only, answers as it likes."""

    fight: Fight
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Ask the defender, if the clause applies."""
        pieces = setting.in_hex(state, self.target)
        riders = cavalry_of(pieces)
        if not riders or not self._applies(setting, state, riders):
            return Next(state)
        question = Question("answer", self.target, self.fight.label)
        names = tuple(piece.name for piece in pieces)
        mounted = tuple(p.name for p in pieces if isinstance(p.unit, Cavalry))
        movable = tuple(p.name for p in pieces if p.name in mounted or _is_horse(p))
        who = listed(mounted)
        options = [Option("stand", state, (Step(f"{does(names, 'stand')}.", ("TG-9.86e",)),))]
        if setting.target(self.target).retreat == "open":
            left = leaving(setting, state, self.fight, self.target, movable)
            told = (Step(f"{does(movable, 'retreat')} before the shock.", ("TG-9.86e",)),)
            options.append(Option("retreat", left, told))
        options.append(
            Option(
                "counter-charge",
                state.noting("counter-charges infantry", self.target),
                (Step(f"{does(mounted, 'counter-charge')} the infantry.", ("TG-9.86e",)),),
            )
        )
        text = f"{who} may retreat, stand, or counter-charge the infantry"
        return Decision(question, text, ("TG-9.86e",), "defender", tuple(options))

    def _applies(self, setting: Setting, state: State, riders: list[Cavalry]) -> bool:
        attackers = setting.pieces(state, (n for b in self.fight.bands for n in b.units))
        infantry = all(isinstance(piece.unit, (Infantry, Artillery)) for piece in attackers)
        front = all(band.through == "front" for band in self.fight.bands)
        return infantry and front and all(unit.order == Order.GOOD for unit in riders)


def _is_horse(piece: Piece) -> bool:
    return isinstance(piece.unit, Artillery) and piece.unit.horse


def with_extra_targets(setting: Setting, fight: Fight) -> Fight:
    """The fight with the enemies in front that nobody attacks, as R-N13 reads it."""
    extra = setting.situation.attacks[fight.attack].also_in_front
    if setting.rulings.enemies_in_front == "declared_only" or not extra:
        return fight
    return replace(fight, targets=(*fight.targets, *(each.name for each in extra)))
