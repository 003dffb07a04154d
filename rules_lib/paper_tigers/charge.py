"""The charge (Stürmen): movement test, charge test, reaction shot or contact, melee."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from rules_lib.checked import checked
from rules_lib.errors import (
    IllegalAction,
    InvalidValue,
    is_one_of,
    require_bool,
    require_instance,
    require_names,
)
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.command import Card, CommandTest, chance
from rules_lib.paper_tigers.melee.fight import DEFAULT_NAMES, require_record
from rules_lib.paper_tigers.melee.record import RollsLike
from rules_lib.paper_tigers.melee.rerolls import Reroll
from rules_lib.paper_tigers.melee.units import hits_to_remove
from rules_lib.probability import Distribution
from rules_lib.rulebook import RulingSet, implements, ruling
from rules_lib.transcript import Step, as_text
from rules_lib.word_enum import WordEnum

__all__ = ["Action", "Ending", "Rulings", "adjudicate", "legality", "odds"]

REACH = 10
"""Inches: the longest move, and the farthest a charge reaches."""

Inches: TypeAlias = int | float | Fraction
Shot: TypeAlias = Literal["hit", "miss"]


@dataclass(frozen=True, slots=True)
class Rulings(RulingSet):
    """How the open rules of the charge are read.

    Attributes:
        reaction_shot: R-M11, whether the shot at a refused charge must roll to hit.
        charge_without_move: R-M12, whether a unit that stood still may charge.
    """

    reaction_shot: Literal["normal", "automatic_hit"] = ruling("R-M11", "normal", "automatic_hit")
    charge_without_move: bool = ruling("R-M12", False, True)


class Ending(WordEnum):
    """What becomes of the whole action of a unit that wants to move and charge.

    Attributes:
        STAYS: the movement test failed; the unit stays where it is.
        REFUSED: the charge test failed, and what the reaction shot does is not given.
        SHOT_MISSES: the charge test failed, the reaction shot missed.
        SHOT_HITS: the charge test failed, the reaction shot hit.
        SHOT_REMOVES: the same, and the hit removed the unit.
        ATTACKER_WINS, DEFENDER_WINS, BOTH_REMOVED: how the melee ended.
        UNDECIDED: the melee can never end.
        GOES_ON: a recorded melee that is not decided yet; the odds never have it.
    """

    STAYS = "stays"
    REFUSED = "refused"
    SHOT_MISSES = "shot_misses"
    SHOT_HITS = "shot_hits"
    SHOT_REMOVES = "shot_removes"
    ATTACKER_WINS = "attacker_wins"
    DEFENDER_WINS = "defender_wins"
    BOTH_REMOVED = "both_removed"
    UNDECIDED = "undecided"
    GOES_ON = "goes_on"


@implements("PT-M1", "PT-M3", "PT-M5", "PT-M19", "PT-M21", "R-M12")
def legality(
    attacker: melee.Combatant, *, moved: Inches, distance: Inches, rulings: Rulings = Rulings()
) -> tuple[str, ...]:
    """The ids of all clauses that forbid this charge; empty if it is legal.

    Args:
        attacker: the unit that wants to charge.
        moved: inches it has just moved; 0 if it stood still.
        distance: inches from it to the target now.
        rulings: how the open rules are read.
    """
    require_instance("attacker", attacker, melee.Combatant)
    require_instance("rulings", rulings, Rulings)
    _require_inches("moved", moved)
    _require_inches("distance", distance)
    forbidden = {
        "PT-M1": moved == 0 and not rulings.charge_without_move,
        "PT-M3": attacker.card is None,
        "PT-M5": attacker.officer or attacker.small_team,
        "PT-M19": moved > REACH,
        "PT-M21": distance > REACH,
    }
    return tuple(clause for clause, applies in forbidden.items() if applies)


@checked
@dataclass(frozen=True, slots=True)
class Action:
    """The adjudicated action of one unit; ``str()`` is its transcript.

    Attributes:
        ending: what became of it.
        tests: the command tests that were rolled.
        fight: the melee, if there was contact.
        steps: the transcript as data.
    """

    ending: Ending
    tests: tuple[CommandTest, ...]
    fight: melee.Fight | None
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return as_text(self.steps)


@implements("PT-M1", "PT-M2", "PT-M6", "PT-M7", "PT-M19", "R-M11", "R-M12")
def adjudicate(
    attacker: melee.Combatant,
    defender: melee.Combatant,
    *,
    movement_roll: int | None,
    charge_roll: int | None = None,
    shot: Shot | None = None,
    rolls: Iterable[RollsLike] = (),
    rulings: Rulings = Rulings(),
    melee_rulings: melee.Rulings = melee.Rulings(),
    complete: bool = True,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Action:
    """Resolve the whole action of a charging unit from recorded dice.

    Args:
        attacker, defender: the two units.
        movement_roll: total of the movement test; ``None`` for a unit that stood still (R-M12).
        charge_roll: total of the charge test, if it came to it.
        shot: what the reaction shot of a refused charge did; ``None`` if it is not known.
        rolls: the raw totals of the melee, as for :func:`rules_lib.paper_tigers.melee.adjudicate`.
        rulings, melee_rulings: how the open rules are read.
        complete: the record must reach the end; ``False`` returns a melee that goes on.
        names: what the transcript calls the units.

    Raises:
        IllegalAction: the unit may not charge.
        IncompleteRecord: a roll is missing.
        InvalidValue: a roll that the dice cannot show, or one for something that never happened.
    """
    require_instance("rulings", rulings, Rulings)
    card, rolls = _require_charger(attacker, melee_rulings), tuple(require_record(rolls))
    require_instance("defender", defender, melee.Combatant)
    require_bool("complete", complete)
    require_names(names)
    tests: list[CommandTest] = []
    if movement_roll is None:
        _require_charge_without_move(rulings)
    else:
        tests.append(CommandTest(card, "movement", movement_roll))
        if not tests[-1].passed:
            _refuse("it failed its movement test", charge_roll=charge_roll, shot=shot, rolls=rolls)
            return _action(Ending.STAYS, tests, names)
    if charge_roll is None:
        raise melee.IncompleteRecord("charge_roll: the unit may charge, and no roll is given")
    tests.append(CommandTest(card, "charge", charge_roll))
    if not tests[-1].passed:
        _refuse("it failed its charge test", rolls=rolls)
        ending = _shot_ending(attacker, melee_rulings, _shot(shot, rulings))
        return _action(ending, tests, names)
    _refuse("it passed its charge test", shot=shot)
    fight = melee.adjudicate(
        attacker, defender, rolls, melee_rulings, complete=complete, names=names
    )
    return _action(Ending(fight.outcome.value), tests, names, fight)


@implements("PT-M1", "PT-M2", "PT-M6", "PT-M7", "PT-M19", "R-M11", "R-M12")
def odds(
    attacker: melee.Combatant,
    defender: melee.Combatant,
    *,
    rulings: Rulings = Rulings(),
    melee_rulings: melee.Rulings = melee.Rulings(),
    reroll: Reroll = "if_missed",
    shot_hits: Fraction | int | None = None,
    moves: bool = True,
) -> Distribution[Ending]:
    """The exact law of the whole action: move, charge, reaction shot or melee.

    The move, if it is allowed, is taken to end within reach of the target.

    Args:
        attacker, defender: the two units.
        rulings, melee_rulings, reroll: as for :func:`rules_lib.paper_tigers.melee.odds`.
        shot_hits: chance that the reaction shot hits. The shooting rules are not in the source, so
            it is yours to give; without it a refused charge is reported as ``Ending.REFUSED``.
        moves: the unit starts with a movement test; ``False`` needs R-M12 read as "yes".

    Raises:
        IllegalAction: the unit may not charge.
        InvalidValue: a value outside its range, or ``shot_hits`` although the shot always hits.
    """
    require_instance("rulings", rulings, Rulings)
    card = _require_charger(attacker, melee_rulings)
    if not require_bool("moves", moves):
        _require_charge_without_move(rulings)
    arrives = chance(card, "movement") if moves else Fraction(1)
    contact = arrives * chance(card, "charge")
    endings = {Ending.STAYS: 1 - arrives}
    for hit, share in _shot_law(shot_hits, rulings).items():
        endings[_shot_ending(attacker, melee_rulings, hit)] = (arrives - contact) * share
    if contact:
        fight = melee.odds(attacker, defender, melee_rulings, reroll)
        for name, share in fight.outcomes.items():
            endings[Ending(name)] = contact * share
    return Distribution(endings)


def _require_charger(attacker: melee.Combatant, melee_rulings: melee.Rulings) -> Card:
    """The card of a unit that may attack; its enemy's card matters only once there is contact."""
    require_instance("attacker", attacker, melee.Combatant)
    require_instance("melee_rulings", melee_rulings, melee.Rulings)
    return melee.Pairing(attacker, melee.Combatant(attacker.card), melee_rulings).attacker_card


def _require_inches(field: str, value: Inches) -> None:
    number = isinstance(value, int | float | Fraction) and not isinstance(value, bool)
    endless = isinstance(value, float) and not math.isfinite(value)
    if not number or endless or value < 0:
        raise InvalidValue(field, value, "a number of inches, 0 or more")


def _require_charge_without_move(rulings: Rulings) -> None:
    if not rulings.charge_without_move:
        raise IllegalAction("attacker: it has not moved", ["PT-M1", "R-M12"])


def _refuse(why: str, **given: object) -> None:
    for field, value in given.items():
        if value is not None and not (isinstance(value, tuple) and not value):
            raise InvalidValue(field, value, f"nothing, because {why}")


def _shot(shot: Shot | None, rulings: Rulings) -> bool | None:
    if shot is not None and not is_one_of(shot, get_args(Shot)):
        raise InvalidValue("shot", shot, "'hit', 'miss', or None if it is not known")
    if rulings.reaction_shot == "automatic_hit":
        if shot == "miss":
            raise InvalidValue("shot", shot, "'hit', because the shot always hits (R-M11)")
        return True
    return None if shot is None else shot == "hit"


def _shot_law(shot_hits: Fraction | int | None, rulings: Rulings) -> dict[bool | None, Fraction]:
    automatic = rulings.reaction_shot == "automatic_hit"
    if shot_hits is None:
        return {True if automatic else None: Fraction(1)}
    exact = isinstance(shot_hits, Fraction | int) and not isinstance(shot_hits, bool)
    if not exact or not 0 <= shot_hits <= 1:
        raise InvalidValue("shot_hits", shot_hits, "a Fraction from 0 to 1, or None")
    if automatic and shot_hits != 1:
        raise InvalidValue("shot_hits", shot_hits, "None, because the shot always hits (R-M11)")
    return {True: Fraction(shot_hits), False: 1 - Fraction(shot_hits)}


@implements("PT-M7", "PT-M17")
def _shot_ending(
    attacker: melee.Combatant, melee_rulings: melee.Rulings, hit: bool | None
) -> Ending:
    if hit is None:
        return Ending.REFUSED
    if not hit:
        return Ending.SHOT_MISSES
    removed = attacker.hits + 1 >= hits_to_remove(attacker, melee_rulings)
    return Ending.SHOT_REMOVES if removed else Ending.SHOT_HITS


def _action(
    ending: Ending,
    tests: list[CommandTest],
    names: tuple[str, str],
    fight: melee.Fight | None = None,
) -> Action:
    moved = tests[0].purpose == "movement"
    steps = [] if moved else [Step(f"{names[0]} has not moved, and may charge.", ("R-M12",))]
    steps += [_tell_test(test, *names) for test in tests]
    if ending in _SHOTS:
        cited = ("PT-M7", "R-M11", *(("PT-M17",) if ending == Ending.SHOT_REMOVES else ()))
        steps.append(Step(_SHOTS[ending].format(*names), cited))
    return Action(ending, tuple(tests), fight, (*steps, *(fight.steps if fight else ())))


_SHOTS = {
    Ending.REFUSED: "{1} may shoot at {0} once. Whether it hits is unspecified by the source.",
    Ending.SHOT_MISSES: "{1} shoots at {0} once, and misses.",
    Ending.SHOT_HITS: "{1} shoots at {0} once: a hit.",
    Ending.SHOT_REMOVES: "{1} shoots at {0} once: a hit, and {0} is removed.",
}


def _tell_test(test: CommandTest, attacker: str, defender: str) -> Step:
    rolled = f"{attacker} rolls {test.roll} with {test.card.dice_for(test.purpose)} dice"
    against = f"{test.card} is {'' if test.passed else 'not '}reached"
    if test.purpose == "movement":
        effect = f"it moves up to {REACH}″" if test.passed else "it stays where it is"
        return Step(f"Movement test: {rolled}; {against}, {effect}.", ("PT-M19",))
    if test.passed:
        effect, cited = f"it charges {defender}", ("PT-M2", "PT-M3", "PT-M6")
    else:
        effect, cited = "it stays where it stands, without cover", ("PT-M2", "PT-M3", "PT-M7")
    return Step(f"Charge test: {rolled}; {against}, {effect}.", cited)
