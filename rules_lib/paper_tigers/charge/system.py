"""The whole action of a charging unit as a system, and whether it may charge."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge.course import Course, adjudicate, odds, play
from rules_lib.paper_tigers.charge.rules import (
    legality,
    may_stand_still,
)
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import REACH, Action, Ending, Shot
from rules_lib.paper_tigers.melee import system as fighting
from rules_lib.paper_tigers.melee.state import RollsLike
from rules_lib.probability import Distribution, Rng
from rules_lib.rulebook import catalog
from rules_lib.system import report
from rules_lib.system.inputs import said
from rules_lib.system.process import Roll
from rules_lib.system.situation import Situation, source_of_chance
from rules_lib.system.system import ALL, Question, System
from rules_lib.text.chances import dice_told
from rules_lib.text.files import NOTHING
from rules_lib.text.parser import exchanges, fraction
from rules_lib.values.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class Rolled:
    """Recorded dice of a charge, as far as they go."""

    movement_roll: int | None = said("movement test", None, metavar="TOTAL")
    charge_roll: int | None = said("charge test", None, metavar="TOTAL")
    shot: Shot | None = said("the reaction shot: hit, miss or declined", None, metavar="RESULT")
    rolls: Sequence[RollsLike] = said(
        "the melee, as in the command melee", (), metavar="A:D,A:D", read=exchanges
    )


NONE = Rolled()


@checked
@dataclass(frozen=True, slots=True)
class Charge(fighting.Fighters):
    """The whole action of a unit of Paper Tigers that charges.

    Attributes:
        shot_hits: the chance that the reaction shot hits, if you have one.
        moves: it begins with a movement test.
        in_reach: it stands within 10″ before it moves.
        others_in_reach: other enemy units are within 10″ when it tests its charge (R-M15).
    """

    shot_hits: Fraction | None = said(
        "chance that the shot after a failed charge hits, such as 1/2: the source does not say",
        None,
        metavar="CHANCE",
        alone="not together with recorded dice",
    )
    moves: bool = said("it has not moved (needs --ruling R-M12=true)", True, option="stood-still")
    in_reach: bool = said(
        f"it is within {REACH}″ before it moves: with --ruling R-M12=true it charges though the"
        " move fails",
        False,
        alone="not together with recorded dice, which already say it",
    )
    others_in_reach: bool = said(
        f"other enemy units are within {REACH}″ as well: with --ruling R-M15=after_test the source"
        " does not say which of them may shoot",
        False,
    )

    def odds(self) -> Distribution[Ending]:
        """How it ends, exactly."""
        return odds(self.attacker, self.defender, **self._given)

    @checked
    def adjudicate(self, dice: Rolled) -> Action:
        """What came of recorded dice, as far as they go."""
        if self.moves and dice.movement_roll is None:
            still = "none if it has not moved (R-M12), which --stood-still or moves=False says"
            allowed = f"the total of its movement dice; {still}"
            raise InvalidValue("movement_roll", NOTHING, allowed)
        if not self.moves and dice.movement_roll is not None:
            allowed = "none if the unit stood still"
            raise InvalidValue("movement_roll", dice.movement_roll, allowed)
        return adjudicate(
            self.attacker,
            self.defender,
            movement_roll=dice.movement_roll,
            charge_roll=dice.charge_roll,
            shot=dice.shot,
            rolls=dice.rolls,
            complete=False,
            rulings=self.house.of(Rulings),
            melee_rulings=self.house.of(melee.Rulings),
            in_reach=self.in_reach,
            others_in_reach=self.others_in_reach,
        )

    def play(self, rng: Rng | int) -> Action:
        """Roll it to its end; ``rng`` is a seed or a source of chance."""
        return play(self.attacker, self.defender, source_of_chance(rng), **self._given)

    def best(self, goal: melee.Goal | str = melee.Goal.WIN) -> Distribution[Ending]:
        """How it ends with the best re-rolls for a goal of the defender."""
        return replace(self, reroll=fighting.goal_of(goal)).odds()

    @checked
    def due(self, dice: Rolled = NONE) -> str:
        """What is to be rolled after these dice; ``""`` if it is over."""
        return due(self, None if dice == NONE else self.adjudicate(dice))

    @property
    def _given(self) -> dict[str, Any]:
        names = ("reroll", "shot_hits", "moves", "in_reach", "others_in_reach")
        return {
            "rulings": self.house.of(Rulings),
            "melee_rulings": self.house.of(melee.Rulings),
            **{name: getattr(self, name) for name in names},
        }


STORY = {
    "stays": "The move fails, it stays",
    "refused": "The charge fails, it may be shot at",
    "shot_misses": "The charge fails, the shot misses",
    "shot_hits": "The charge fails, the shot hits",
    "shot_removes": "The charge fails, the shot removes it",
    "attacker_wins": "Contact, the attacker wins",
    "defender_wins": "Contact, the defender wins",
    "both_removed": "Contact, both are removed",
    "undecided": "Contact, and it never ends",
    "goes_on": "Contact, and how the target fights is unspecified by the source",
}
"""Endings in words, in the order in which they can come up."""


def counted(charge: Charge, idle: tuple[str, ...]) -> report.Report:
    """The odds of the whole action."""
    found = charge.odds()
    rows = {told: p for name, told in STORY.items() if (p := found[Ending(name)])}
    data = {
        **fighting.named(charge),
        "odds": report.distribution(found, lambda ending: {"ending": str(ending)}),
    }
    lines = (_title(charge), "", *report.chances(rows), *report.apart(idle))
    verdict = report.Verdict(report.foremost(rows), chances=rows, due=due(charge), notes=idle)
    return report.Report(lines, data, verdict)


def recorded(charge: Charge, dice: Rolled, idle: tuple[str, ...]) -> report.Report:
    """What came of the dice of the tests, the shot and the melee."""
    rolls, unused = fighting.used_of(charge, dice.rolls)
    action = charge.adjudicate(replace(dice, rolls=rolls))
    left = fighting.told_unused(len(rolls), unused)
    text = action.steps[-1].text
    text += f" {fighting.carried(action.fight)}" if action.fight else ""
    ahead = _from_here(charge, action)
    verdict = report.Verdict(text, action, ahead, due(charge, action), (*left[1:], *idle))
    lines = (_title(charge), "", str(action), *left, *idle, *verdict.told_due)
    if ahead:
        lines = (*lines, "", "From here on:", *report.chances(ahead))
    data = {
        **fighting.named(charge),
        "ending": str(action.ending),
        "steps": report.steps(action.steps),
        "unused": [list(each) for each in unused],
    }
    return report.Report(lines, data, verdict)


def _title(charge: Charge) -> str:
    return f"{charge.attacker} charges {charge.defender}"


def _arrived(action: Action) -> bool:
    """Whether the move is over, the unit in reach, and the charge not tested yet."""
    return action.ending == Ending.GOES_ON and action.tests[-1].purpose == "movement"


def _from_here(charge: Charge, action: Action) -> dict[str, Fraction]:
    """How likely each ending is for a unit that has arrived; nothing where it is not there yet.

    It stays only where its move fails, so what follows the move is the rest of the odds.
    """
    if not _arrived(action):
        return {}
    found = charge.odds()
    arrives = 1 - found[Ending.STAYS]
    told = {told: found[Ending(name)] / arrives for name, told in STORY.items() if name != "stays"}
    return {each: p for each, p in told.items() if p}


def due(charge: Charge, action: Action | None = None) -> str:
    """What comes first, or after this record; nothing if the action is over."""
    if action is None:
        return _test(charge, "movement" if charge.moves else "charge")
    if action.ending == Ending.REFUSED:
        if "R-M11" not in action.steps[-1].clauses:  # it is declined, or nobody knows whose it is
            return ""
        return "the reaction shot; how it is rolled, the source does not say [PT-M7, R-M11]"
    if action.fight is not None:
        return fighting.due(action.fight)
    if action.ending == Ending.STAYS and may_stand_still(charge.house.of(Rulings)):
        return f"{_test(charge, 'charge')}, if it stands within {REACH}″ all the same [R-M12]"
    return _test(charge, "charge") if _arrived(action) else ""


def _test(charge: Charge, purpose: Literal["movement", "charge"]) -> str:
    """The dice of a test, which its course demands of who may charge."""
    read = charge.house.of(Rulings), charge.house.of(melee.Rulings)
    test = Course(charge.attacker, charge.defender, *read, charge.moves).move(purpose)
    assert isinstance(test, Roll)
    told = f"the {purpose} test, {dice_told(test.dice)} on {charge.attacker.card}"
    return f"{told} [{', '.join(test.clauses)}]"


def idle(charge: Charge, said: Mapping[str, str]) -> Iterator[str]:
    """What is said of a charge, and nothing asks for."""
    yield from fighting.idle(charge, said)
    read = charge.house.of(Rulings)
    if charge.in_reach and not read.charge_without_move:
        told = "without a move it may not charge [PT-M1, R-M12]."
        yield f"{said.get('in_reach')} changes nothing: {told}"
    elif charge.in_reach and not charge.moves:
        told = f"who charges without a move stands within {REACH}″ in any case [R-M12, PT-M21]."
        yield f"{said.get('in_reach')} changes nothing: {told}"
    if charge.others_in_reach and read.target_named == "before_test":
        told = "the target is named first [PT-M7, R-M15]."
        yield f"{said.get('others_in_reach')} changes nothing: {told}"


SYSTEM = System(
    name="charge",
    inputs=Charge,
    rulings=(Rulings, melee.Rulings),
    example='attacker = "red 7"\ndefender = "red 5, small team"\nshot_hits = "1/2"',
    chances=lambda found: {ALL: {str(ending): p for ending, p in found.items()}},
    ended=lambda action: str(action.ending),
    idle=idle,
    words=fighting.SYSTEM.words,
    dice=Rolled,
    counted=counted,
    recorded=recorded,
    home=__name__,
)


INCHES: dict[str, Any] = {"metavar": "INCHES"}
MOVED, NOW, BEFORE = (partial(fraction, example=each) for each in ("6", "8", "14"))


@dataclass(frozen=True, slots=True)
class Asked(Situation):
    """A unit and two distances."""

    attacker: melee.Combatant = said(fighting.UNIT, metavar="UNIT")
    moved: Fraction = said("how far it has just moved; 0 if not", read=MOVED, **INCHES)
    distance: Fraction = said("how far its target is away now", read=NOW, **INCHES)
    before: Fraction | None = said(
        "how far its target was away before the move", None, read=BEFORE, **INCHES
    )


def _told(asked: Asked, _: tuple[str, ...]) -> report.Report:
    """The clauses that forbid it, or none."""
    forbidden = legality(
        asked.attacker,
        moved=asked.moved,
        distance=asked.distance,
        distance_before=asked.before,
        rulings=asked.house.of(Rulings),
        melee_rulings=asked.house.of(melee.Rulings),
    )
    verdict = report.Verdict("it may not charge." if forbidden else "it may charge.", forbidden)
    lines = [f"{asked.attacker}: {verdict.text}"]
    asks_for_a_move = not may_stand_still(asked.house.of(Rulings))
    if not forbidden and asked.before is None and asked.moved and asks_for_a_move:
        lines += [
            "  We assume that the move brought it nearer (PT-M1). Use --before to say otherwise."
        ]
    clauses = [catalog().clauses[each] for each in forbidden]
    lines += [f"  {clause.id}  {clause.title}: {clause.text}" for clause in clauses]
    data = {"attacker": str(asked.attacker), "legal": not forbidden}
    return report.Report(tuple(lines), data | {"forbidden_by": list(forbidden)}, verdict)


QUESTION = Question(
    name="legal",
    asked=Asked,
    rulings=(Rulings, melee.Rulings),
    words=fighting.SYSTEM.words,
    counted=_told,
    home=__name__,
)
