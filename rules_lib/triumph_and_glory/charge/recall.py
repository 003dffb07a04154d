"""Step 5, and again after step 6: recalling cavalry (TG-9.81-5, TG-9.82)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.pieces import Band, Fight, Place, Setting, State
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
from rules_lib.triumph_and_glory.charge.words import listed
from rules_lib.triumph_and_glory.units import Order

Cause: TypeAlias = Literal["square", "fire"]
CLAUSE: dict[Cause, str] = {"square": "TG-9.81-5", "fire": "TG-9.81-6"}


@implements("TG-9.81-5", "TG-9.81b", "TG-9.82", "TG-9.85c", "R-N4")
@dataclass(frozen=True, slots=True)
class AskRecall:
    """The owner of a charging band decides whether to try a recall."""

    fight: Fight
    band: Band
    cause: Cause

    def move(self, setting: Setting, state: State) -> Move:
        """Ask the attacker, if there is a cause and it is no pursuit."""
        pieces = setting.of_band(state, self.band)
        cause = any(setting.in_square(state, target) for target in self.fight.targets)
        if self.cause == "fire":
            pieces = [piece for piece in pieces if piece.order == Order.DISORDERED]
            cause = True
        names = tuple(piece.name for piece in pieces)
        tried = ("recall tried", self.band.name) in state.facts
        once = setting.rulings.recall_rolls == "once"
        allowed = self.band.charges and self.fight.declared and cause and not (tried and once)
        if not names or not allowed:
            return Next(state)
        groups = [(name,) for name in names] if setting.rulings.stack_checks == "each" else [names]
        rolls: list[Task] = [Recall(self.fight, group, self.cause) for group in groups]
        yes = state.noting("recall tried", self.band.name).do_first(*rolls)
        return Decision(
            Question(f"recall after {self.cause}", self.band.name, self.fight.label),
            f"{listed(names)} may be recalled",
            (CLAUSE[self.cause], "TG-9.82"),
            "attacker",
            (Option("yes", yes), Option("no", state)),
        )


@implements("TG-9.82", "R-N8", "R-N19")
@dataclass(frozen=True, slots=True)
class Recall:
    """The recall roll of a band, or of one of its units."""

    fight: Fight
    names: tuple[str, ...]
    cause: Cause

    def move(self, setting: Setting, state: State) -> Move:
        """Ask for the die."""
        top = setting.piece(state, self.names[0])
        stays = setting.rulings.recalled_stays == "hex_reached"
        place = Place.RECALLED if stays else Place.BACK_AT_START
        who = listed(self.names)
        where = "in the hex it has reached" if stays else "in its starting hex"
        return check(
            roll_for(
                Question(f"recall after {self.cause}", top.name, self.fight.label),
                f"{top.name} rolls for recall",
                ("TG-9.82",),
                "attacker",
            ),
            setting.cohesion(top),
            (
                "recalled",
                setting.placed(state, self.names, place),
                (Step(f"{who}: recalled, {where}.", ("TG-9.82", "R-N8")),),
            ),
            ("must charge", state, (Step(f"{who} must charge.", ("TG-9.82",)),)),
        )
