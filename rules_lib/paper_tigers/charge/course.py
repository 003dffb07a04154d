"""How a charge goes on until there is contact: move, charge test, reaction shot.

Recorded dice, rolled dice and all odds read :meth:`Course.move`. Contact begins a melee, which has
a course of its own. What came of dice is told with its clauses.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Literal, TypeAlias

from rules_lib import errors
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.charge import rules
from rules_lib.paper_tigers.charge.rulings import Rulings
from rules_lib.paper_tigers.charge.state import REACH, Action, Ending, Shot
from rules_lib.paper_tigers.command import Card, CommandTest
from rules_lib.paper_tigers.melee.adjudicate import DEFAULT_NAMES
from rules_lib.paper_tigers.melee.odds import Reroll
from rules_lib.paper_tigers.melee.state import RollsLike, removal_clauses
from rules_lib.probability import Distribution, Rng
from rules_lib.rulebook import implements, uses
from rules_lib.system.process import Choice, End, Go, Move, Process, Roll, Round, total_of
from rules_lib.text.chances import dice_told
from rules_lib.transcript import Step
from rules_lib.values.type_checks import checked

MOVEMENT: Literal["movement"] = "movement"
CHARGE: Literal["charge"] = "charge"
SHOT: Literal["shot"] = "shot"
CONTACT: Literal["contact"] = "contact"

Test: TypeAlias = Literal["movement", "charge"]
Stage: TypeAlias = Literal["movement", "charge", "shot", "contact"] | Ending
"""What comes next; contact and an ending are ends."""

Shots: TypeAlias = Mapping[bool | None, Fraction]
"""What the reaction shot does: it hits, or not, or nobody knows (``None``)."""


@dataclass(frozen=True)
class Course:
    """A unit that wants to move and charge.

    Its fields are the arguments of the odds; ``shots``: what the reaction shot at it does.
    """

    attacker: melee.Combatant
    defender: melee.Combatant
    rulings: Rulings
    melee_rulings: melee.Rulings
    moves: bool = True
    in_reach: bool = False
    others_in_reach: bool = False
    shot_hits: Fraction | int | None = None
    shots: Shots = field(init=False)

    def __post_init__(self) -> None:
        errors.require_instance("rulings", self.rulings, Rulings)
        rules.require_charger(self.attacker, self.melee_rulings)
        for name in ("moves", "in_reach", "others_in_reach"):
            errors.require_bool(name, getattr(self, name))
        if not (self.moves or rules.may_stand_still(self.rulings)):
            raise errors.IllegalAction("attacker: it has not moved", ["PT-M1", "R-M12"])
        rules.require_target(self.defender, self.melee_rulings)
        object.__setattr__(self, "shots", self._shots())

    @property
    def target_known(self) -> bool:
        """Somebody is named who may shoot at a failed charge."""
        return rules.target_is_known(self.others_in_reach, self.rulings)

    @uses("PT-M7", "R-M11", "R-M15")
    def _shots(self) -> Shots:
        given, automatic = self.shot_hits, rules.always_hits(self.rulings)
        if not self.target_known:
            require_no_shot("shot_hits", given)
            return {None: Fraction(1)}
        if given is None:
            return {True if automatic else None: Fraction(1)}
        allowed = "a chance from 0 to 1, such as 1/2"
        hits = Fraction(errors.require_exact("shot_hits", given, 0, 1, allowed))
        if automatic and hits != 1:
            raise errors.InvalidValue("shot_hits", given, "nothing: the shot always hits (R-M11)")
        return {hit: share for hit, share in ((True, hits), (False, 1 - hits)) if share}

    @property
    def process(self) -> Process[Stage]:
        """From its first test to contact, or to the end without it; each test is a round."""
        return Process(MOVEMENT if self.moves else CHARGE, self.move)

    @implements("PT-M2", "PT-M6")
    @uses("PT-M1", "PT-M7", "PT-M19", "R-M11", "R-M12")
    def move(self, now: Stage) -> Move[Stage]:
        """What is due: the movement test, the charge test, the reaction shot."""
        if now == MOVEMENT:
            near = self.in_reach and rules.may_stand_still(self.rulings)
            stays: Stage = CHARGE if near else Ending.STAYS
            cited = rules.swapped_by(self._card(MOVEMENT), self.attacker.card)
            return self._test(MOVEMENT, CHARGE, stays, "PT-M19", *cited)
        if now == CHARGE:
            return self._test(CHARGE, CONTACT, SHOT, "PT-M3")
        if now != SHOT:
            return End(now)
        done = partial(rules.shot_ending, self.attacker, self.melee_rulings)
        if len(self.shots) == 1:
            return Go(done(*self.shots))
        return Roll(SHOT, Distribution(self.shots).weights, done, ("PT-M7", "R-M11"))

    def test(self, what: str, roll: int) -> CommandTest:
        """A test that was rolled; R-M14 says with which dice.

        Raises:
            InvalidValue: a total that the dice cannot show.
        """
        purpose: Test = MOVEMENT if what == MOVEMENT else CHARGE
        return CommandTest(self._card(purpose), purpose, roll)

    def _card(self, what: Test) -> Card:
        lies = rules.require_charger(self.attacker, self.melee_rulings)
        return rules.rolled_card(lies, what, self.rulings)

    def _test(self, what: Test, passed: Stage, failed: Stage, *by: str) -> Roll[Stage]:
        card = self._card(what)

        def leads(total: int) -> Stage:
            return passed if card.reached_by(total) else failed

        return total_of(card.dice_for(what), what, leads, *by)


def require_no_shot(field: str, given: object) -> None:
    """Refuse a shot where nobody can say which unit shoots."""
    if given is not None:
        raise errors.UnspecifiedBySource(
            f"{field}: which enemy unit shoots where no target was named (PT-M7, R-M15)"
        )


@uses("PT-M1", "PT-M2", "PT-M6", "PT-M7", "PT-M19", "R-M11", "R-M12", "R-M14", "R-M15")
@checked
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
    in_reach: bool = False,
    others_in_reach: bool = False,
) -> Action:
    """Resolve the whole action of a charging unit from recorded dice.

    The move, if it is allowed, is taken to bring the unit to within 10″ of its target (PT-M1).

    Args:
        attacker, defender: the two units.
        movement_roll: total of the movement test; ``None`` for a unit that stood still (R-M12).
        charge_roll: total of the charge test, if it came to it. After a failed movement test only
            a unit can roll it that stands within 10″ all the same, if R-M12 is read as "yes".
        shot: what the reaction shot of a refused charge did, or that its target declined it;
            ``None`` if it is not known. Where it always hits (R-M11), ``None`` is a hit.
        rolls: the raw totals of the melee, as for :func:`rules_lib.paper_tigers.melee.adjudicate`.
        rulings, melee_rulings: how the open rules are read.
        complete: the record must reach the end; ``False`` returns a move whose charge test is not
            rolled yet, a melee that goes on, or one that cannot begin because the defender has no
            card.
        names: what the transcript calls the units.
        in_reach, others_in_reach: as for the odds; whoever tests its charge after a failed
            movement test says by that that it stands within 10″.

    Raises:
        IllegalAction: the unit may not charge.
        IncompleteRecord: a roll is missing.
        InvalidValue: a roll that the dice cannot show, or one for something that never happened.
        UnspecifiedBySource: an exchange with a defender without a card; a shot where nobody can
            say which unit shoots (R-M15).
    """
    errors.require_names(names)
    moves, near = movement_roll is not None, in_reach or charge_roll is not None
    course = Course(attacker, defender, rulings, melee_rulings, moves, near, others_in_reach)
    given: dict[str, int | None] = {MOVEMENT: movement_roll, CHARGE: charge_roll}

    def answer(_: Stage, due: Roll[Stage] | Choice[Stage]) -> int | None:
        roll = given[due.name]
        return None if roll is None else course.test(due.name, roll).roll

    run = course.process.run(answer, most=1 + moves)
    acts, stage = partial(_action, course, run.rounds, names), run.state
    rolls = tuple(rolls)
    if stage == Ending.STAYS:
        why = "it failed its movement test (PT-M1, PT-M19, R-M12)"
        _refuse(why, charge_roll=charge_roll, shot=shot, rolls=rolls)
        return acts(Ending.STAYS)
    if stage == CHARGE:
        if complete or not moves:
            raise errors.IncompleteRecord("charge_roll: the unit may charge, and no roll is given")
        _refuse("its charge test is not rolled yet", shot=shot, rolls=rolls)
        return acts(Ending.GOES_ON)
    if stage == SHOT:
        _refuse("it failed its charge test (PT-M7)", rolls=rolls)
        if shot == "declined":
            return acts(Ending.REFUSED, shot_at=False)
        if not course.target_known:
            require_no_shot("shot", shot)
            return acts(Ending.REFUSED)
        always = rules.always_hits(rulings)
        if always and shot == "miss":
            allowed = "'hit', because the shot always hits (R-M11)"
            raise errors.InvalidValue("shot", shot, allowed)
        hit = True if always else None if shot is None else shot == "hit"
        return acts(rules.shot_ending(attacker, melee_rulings, hit))
    _refuse("it passed its charge test (PT-M6)", shot=shot)
    if defender.card is None and not (rolls or complete):
        return acts(Ending.GOES_ON)
    fight = melee.adjudicate(
        attacker, defender, rolls, melee_rulings, complete=complete, names=names
    )
    return acts(fight=fight)


@uses("PT-M1", "PT-M2", "PT-M6", "PT-M7", "R-M11", "R-M12", "R-M14", "R-M15")
@checked
def play(
    attacker: melee.Combatant,
    defender: melee.Combatant,
    rng: Rng,
    *,
    rulings: Rulings = Rulings(),
    melee_rulings: melee.Rulings = melee.Rulings(),
    reroll: Reroll = "if_missed",
    shot_hits: Fraction | int | None = None,
    moves: bool = True,
    in_reach: bool = False,
    others_in_reach: bool = False,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Action:
    """Roll the whole action of a unit that wants to move and charge.

    Args:
        rng: a source of chance, such as ``random.Random(7)``.
        names: what the transcript calls the units. All others: as for the odds.

    Returns:
        The same as :func:`~rules_lib.paper_tigers.charge.adjudicate` of these dice.

    Raises:
        IllegalAction, InvalidValue, UnspecifiedBySource: as for the odds.
    """
    course = Course(
        attacker, defender, rulings, melee_rulings, moves, in_reach, others_in_reach, shot_hits
    )
    run = course.process.play(rng)
    acts = partial(_action, course, run.rounds, errors.require_names(names))
    if isinstance(run.state, Ending):
        return acts(run.state)
    if defender.card is None:
        return acts(Ending.GOES_ON)
    return acts(fight=melee.play(attacker, defender, rng, melee_rulings, reroll, names=names))


def _refuse(why: str, **given: object) -> None:
    for name, value in given.items():
        if value not in (None, ()):
            raise errors.InvalidValue(name, value, f"nothing, because {why}")


def _action(
    course: Course,
    rounds: Iterable[Round[Stage]],
    names: tuple[str, str],
    ending: Ending | None = None,
    fight: melee.Fight | None = None,
    *,
    shot_at: bool = True,
) -> Action:
    """The tests that were rolled, and what followed: an ending, or the melee."""
    rolled = (each for done in rounds for each in done.answers.items())
    tests = [course.test(what, roll) for what, roll in rolled if what != SHOT]
    steps: list[Step] = []
    for test in tests:
        if test.purpose == "charge" and not (steps and tests[0].passed):
            steps.append(Step(f"{names[0]} has not moved, and may charge.", ("R-M12",)))
        steps.append(_tell_test(test, course.attacker.card, *names))
    if not shot_at:
        steps.append(Step(_DECLINED.format(*names), ("PT-M7",)))
    elif ending == Ending.REFUSED and not course.target_known:
        steps.append(Step(_NO_TARGET.format(*names), ("PT-M7", "R-M15")))
    elif ending in _SHOTS:
        cited: tuple[str, ...] = ("PT-M7", "R-M11")
        if ending == Ending.SHOT_REMOVES:
            cited += removal_clauses(course.melee_rulings)
        steps.append(Step(_SHOTS[ending].format(*names), cited))
    in_contact = bool(tests) and tests[-1].purpose == "charge"
    if ending == Ending.GOES_ON and fight is None and in_contact:
        steps.append(Step(_NO_CARD.format(*names), ("PT-M6", "PT-M8")))
    told = (*steps, *(fight.steps if fight else ()))
    over = Ending(fight.outcome.value) if fight else ending or Ending.GOES_ON
    return Action(over, tuple(tests), fight, told, names)


_NO_TARGET = (
    "{0} had not named its target. Which enemy unit may shoot at it is unspecified by the source."
)

_DECLINED = "The shot at {0} is declined."

_NO_CARD = (
    "{0} stands base to base with {1}, which has no command card. How it fights is unspecified by"
    " the source."
)

_SHOTS = {
    Ending.REFUSED: (
        "{1} may shoot at {0} once, and needs no activation for it. Whether it hits is unspecified"
        " by the source."
    ),
    Ending.SHOT_MISSES: "{1} shoots at {0} once, without being activated, and misses.",
    Ending.SHOT_HITS: "{1} shoots at {0} once, without being activated: a hit.",
    Ending.SHOT_REMOVES: (
        "{1} shoots at {0} once, without being activated: a hit, and {0} is removed."
    ),
}


def _tell_test(test: CommandTest, lies: Card | None, attacker: str, defender: str) -> Step:
    rolled = f"{attacker} rolls {test.roll} with {dice_told(test.card.dice_for(test.purpose))}"
    against = f"{test.card.printed} is {'' if test.passed else 'not '}reached"
    if test.purpose == "movement":
        near = f"it moves up to {REACH}″, to within {REACH}″ of {defender}"
        effect = near if test.passed else "it stays where it is"
        brought = ("PT-M1",) if test.passed else ()
        asked = rules.swapped_by(test.card, lies)
        return Step(f"Movement test: {rolled}; {against}, {effect}.", ("PT-M19", *asked, *brought))
    if test.passed:
        effect, cited = f"it charges {defender}", ("PT-M2", "PT-M3", "PT-M6")
    else:
        effect, cited = "it stays where it stands, without cover", ("PT-M2", "PT-M3", "PT-M7")
    return Step(f"Charge test: {rolled}; {against}, {effect}.", cited)


@uses("PT-M1", "PT-M2", "PT-M6", "PT-M7", "PT-M19", "R-M11", "R-M12", "R-M14", "R-M15")
def odds(
    attacker: melee.Combatant,
    defender: melee.Combatant,
    *,
    rulings: Rulings = Rulings(),
    melee_rulings: melee.Rulings = melee.Rulings(),
    reroll: Reroll = "if_missed",
    shot_hits: Fraction | int | None = None,
    moves: bool = True,
    in_reach: bool = False,
    others_in_reach: bool = False,
) -> Distribution[Ending]:
    """The exact distribution of the whole action: move, charge, reaction shot or melee.

    The move, if it is allowed, is taken to bring the unit to within 10″ of its target (PT-M1).

    Args:
        attacker, defender: the two units. Contact with a defender without a card, of which it is
            unspecified how it fights, is ``Ending.GOES_ON``.
        rulings, melee_rulings, reroll: as for :func:`rules_lib.paper_tigers.melee.odds`.
        shot_hits: chance that the reaction shot hits. The shooting rules are not in the source, so
            it is yours to give; without it a refused charge is reported as ``Ending.REFUSED``. A
            shot that always hits (R-M11) is taken to be made.
        moves: the unit starts with a movement test; ``False`` needs R-M12 read as "yes".
        in_reach: it stands within 10″ before it moves. Where R-M12 is read as "yes", it then
            charges though its movement test fails; otherwise this changes nothing.
        others_in_reach: other enemy units are within 10″ of it when it tests its charge. Where no
            target is named before the test (R-M15), the source does not say which of them shoots.

    Raises:
        IllegalAction: the unit may not charge.
        InvalidValue: a value outside its range, or ``shot_hits`` although the shot always hits.
        UnspecifiedBySource: ``shot_hits`` where nobody can say which unit shoots (R-M15).
    """
    course = Course(
        attacker, defender, rulings, melee_rulings, moves, in_reach, others_in_reach, shot_hits
    )
    endings: dict[Ending, Fraction] = {}
    for stage, share in course.process.chain().absorbed.items():
        if isinstance(stage, Ending):
            endings[stage] = share
        elif defender.card is None:
            endings[Ending.GOES_ON] = share
        else:
            fight = melee.odds(attacker, defender, melee_rulings, reroll)
            endings |= {Ending(name): share * p for name, p in fight.outcomes.items()}
    return Distribution(endings)
