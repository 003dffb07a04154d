"""Step 4: the target forms square or counter-charges (TG-9.81-4, TG-9.85, TG-9.86)."""

from dataclasses import dataclass, replace

from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.approach import any_heavy, told_change
from rules_lib.triumph_and_glory.charge.pieces import (
    Band,
    Fight,
    Piece,
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
    check,
    roll_for,
)
from rules_lib.triumph_and_glory.charge.words import does, listed
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order

LIGHT_AGAINST_HEAVY = 2
"""Added to the counter-charge roll of light cavalry against heavy (TG-9.86b)."""


@implements("TG-9.81-4", "TG-9.85a", "TG-9.85b", "TG-9.85c", "TG-9.85d", "R-N3", "R-N16")
def may_form_square(setting: Setting, state: State, fight: Fight, target: str) -> bool:
    """Whether the units of a charged hex may try to form square."""
    foot = foot_of(setting.in_hex(state, target))
    if not foot or any(piece.order != Order.GOOD for piece in foot):
        return False
    if setting.target(target).in_enemy_zoc:
        return False
    arrived = any(band.charges for band in setting.arrived(state, fight))
    if not arrived:
        declared = any(band.charges for band in fight.bands)
        return declared and fight.declared and setting.rulings.square_without_charge
    return not setting.rulings.chargers_zoc_forbids_square


def foot_of(pieces: list[Piece]) -> list[Piece]:
    """The infantry without jaegers: those who form a square."""
    return [p for p in pieces if isinstance(p.unit, Infantry) and not p.unit.jaeger]


@dataclass(frozen=True, slots=True)
class AskSquare:
    """The owner of charged infantry decides whether to try."""

    fight: Fight
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Ask the defender, if a square is allowed."""
        if not may_form_square(setting, state, self.fight, self.target):
            return Next(state)
        tries = state.do_first(FormSquare(self.fight, self.target))
        return Decision(
            Question("square", self.target, self.fight.label),
            f"{self.target} may try to form square",
            ("TG-9.81-4", "TG-9.85a"),
            "defender",
            (Option("yes", tries), Option("no", state)),
        )


@implements("TG-9.85d", "TG-9.85e")
@dataclass(frozen=True, slots=True)
class FormSquare:
    """The roll for a square: all units of the hex share its outcome."""

    fight: Fight
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Ask for the die."""
        pieces = setting.in_hex(state, self.target)
        top = foot_of(pieces)[0]
        steady = [piece for piece in pieces if piece.order == Order.GOOD]
        square = setting.changed(
            state,
            {p.name: replace(p, unit=p.unit.ordered(Order.SQUARE)) for p in steady},
        )
        broken = setting.changed(state, {p.name: disordered(p) for p in steady})
        who = listed(piece.name for piece in pieces)
        told = (told_change(p, setting.piece(broken, p.name)) for p in steady)
        return check(
            roll_for(
                Question("square", self.target, self.fight.label),
                f"{top.name} rolls to form square",
                ("TG-9.85e",),
                "defender",
            ),
            setting.cohesion(top),
            ("formed", square, (Step(f"{who}: in square.", ("TG-9.85e",)),)),
            ("failed", broken, tuple(Step(text, ("TG-9.85e",)) for text in told)),
        )


@implements("TG-9.81-4", "TG-9.86a", "TG-9.86d")
def may_countercharge(
    setting: Setting, state: State, fight: Fight, target: str
) -> tuple[list[Piece], list[Band]]:
    """Cavalry of a charged hex that may counter-charge, and the bands it may aim at."""
    riders = [p for p in setting.in_hex(state, target) if isinstance(p.unit, Cavalry)]
    steady = [piece for piece in riders if piece.order == Order.GOOD]
    if not steady or setting.target(target).in_enemy_front:
        return [], []
    arrived = setting.arrived(state, fight)
    return steady, [band for band in arrived if band.charges and band.through == "front"]


@dataclass(frozen=True, slots=True)
class AskCountercharge:
    """The owner of charged cavalry decides whether to counter-charge, and against which hex."""

    fight: Fight
    target: str

    def move(self, setting: Setting, state: State) -> Move:
        """Ask the defender, if a counter-charge is allowed."""
        steady, bands = may_countercharge(setting, state, self.fight, self.target)
        if not bands or not steady:
            return Next(state)
        options = [
            Option(b.name, state.do_first(Countercharge(self.fight, self.target, b))) for b in bands
        ]
        return Decision(
            Question("counter-charge", self.target, self.fight.label),
            f"{self.target} may counter-charge",
            ("TG-9.81-4", "TG-9.86a", "TG-9.86d"),
            "defender",
            (*options, Option("no", state)),
        )


@implements("TG-9.86b")
@dataclass(frozen=True, slots=True)
class Countercharge:
    """The roll for a counter-charge."""

    fight: Fight
    target: str
    band: Band

    def move(self, setting: Setting, state: State) -> Move:
        """Ask for the die."""
        steady, _ = may_countercharge(setting, state, self.fight, self.target)
        top = steady[0]
        chargers = cavalry_of(setting.of_band(state, self.band))
        drm = LIGHT_AGAINST_HEAVY if light_against_heavy(cavalry_of([top]), chargers) else 0
        modified = f" with +{drm}" if drm else ""
        done = setting.changed(state, {p.name: replace(p, charged=True) for p in steady})
        done = done.noting("counter-charged", self.band.name, self.target, self.fight.label)
        names = [piece.name for piece in steady]
        won = f"{does(names, 'counter-charge')} {self.band.name}: its charge bonus is lost."
        return check(
            roll_for(
                Question("counter-charge", self.target, self.fight.label),
                f"{top.name} rolls to counter-charge{modified}",
                ("TG-9.86b",),
                "defender",
            ),
            setting.cohesion(top),
            ("succeeded", done, (Step(won, ("TG-9.86b",)),)),
            ("failed", state, (Step("The counter-charge fails.", ("TG-9.86b",)),)),
            drm,
        )


def light_against_heavy(light: list[Cavalry], heavy: list[Cavalry]) -> bool:
    """Whether the first are all light and the second are not.

    Raises:
        UnspecifiedBySource: it turns on a unit of which nobody says whether it is heavy.
    """
    if all(unit.heavy is False for unit in heavy):
        return False
    return not any_heavy(light) and any_heavy(heavy)


@implements("R-N9", "TG-9.86b")
def loses_bonus(setting: Setting, state: State, fight: Fight, band: Band) -> bool:
    """Whether a counter-charge has taken the charge bonus from a band."""
    hit = {fact[1] for fact in state.facts if _countercharge_in(fact, fight)}
    if setting.rulings.countercharge_stops == "whole_charge":
        return bool(hit)
    return band.name in hit


@implements("TG-9.86c")
def light_thrown_back(setting: Setting, state: State, fight: Fight) -> bool:
    """Whether light cavalry charged heavy cavalry that counter-charged it with success."""
    pairs = []
    for fact in sorted(state.facts):
        if _countercharge_in(fact, fight):
            band = next(each for each in fight.bands if each.name == fact[1])
            chargers = cavalry_of(setting.of_band(state, band))
            riders = cavalry_of(p for p in setting.in_hex(state, fact[2]) if p.charged)
            if chargers and riders:
                pairs.append((chargers, riders))
    for chargers, riders in pairs:
        known = [unit.heavy for unit in chargers]
        if not any(known) and None not in known and any(unit.heavy for unit in riders):
            return True
    return any(light_against_heavy(chargers, riders) for chargers, riders in pairs)


def _countercharge_in(fact: tuple[str, ...], fight: Fight) -> bool:
    return fact[0] == "counter-charged" and fact[2] in fight.targets and fact[3] == fight.label
