"""The exact odds of a melee, to its end or to no end at all, and the best use of the re-roll."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import isqrt, prod
from typing import NamedTuple, TypeAlias, get_args

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers.melee.course import AGAIN, KEEP, Course, End, Habit, Node
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import Combatant, Outcome, Pairing, State
from rules_lib.probability import Distribution, dice
from rules_lib.probability.chain import Optimum, StepDistribution, Stuck
from rules_lib.rulebook import implements, uses
from rules_lib.system.process import Policy, unasked
from rules_lib.text.chances import percent
from rules_lib.text.summary import Summary, SummaryRows
from rules_lib.values.enums import WordEnum
from rules_lib.values.type_checks import checked

MOST_LOOKS = 20_000
"""Moments of decision that are compared for one answer: some seconds of work."""


class Goal(WordEnum):
    """What a defender in cover rolls again for.

    Attributes:
        WIN: be the only unit left (under ``melee_ends="first_decision"``: win the melee).
        SURVIVE: not be removed, also by a melee that never ends.
        NOT_LOSE: anything but a win of the attacker: also go down together, or never end.
    """

    WIN = "win"
    SURVIVE = "survive"
    NOT_LOSE = "not_lose"


Reroll: TypeAlias = Habit | Goal
HABITS, GOALS = get_args(Habit), tuple(Goal)


class Look(NamedTuple):
    """The moment of the decision: the dice lie on the table.

    Attributes:
        state: the melee before this exchange.
        own_roll: the defender's raw roll.
        enemy_roll: the attacker's; ``None`` if it is not known yet (R-M5).
    """

    state: State
    own_roll: int
    enemy_roll: int | None


class PolicyRow(NamedTuple):
    """A line of the table of a policy; rolls are raw totals, written as ranges.

    Attributes:
        state: the melee before the exchange.
        enemy_rolls: the attacker's rolls, ``"any"`` if they are not known yet.
        again: own rolls to roll again.
        either: own rolls on which both choices are exactly as good.
    """

    state: State
    enemy_rolls: str
    again: str
    either: str


@checked
@dataclass(frozen=True, slots=True, repr=False)
class BestPolicy(Summary):
    """The best use of the re-roll for a goal; ``str()`` is a readable table.

    Attributes:
        goal: what it is best for.
        value: exact chance to reach the goal.
        decisions: for each moment of decision what to do.
        ties: the moments at which both choices are exactly as good; ``decisions`` has the one that
            the odds assume.
    """

    goal: Goal
    value: Fraction
    decisions: Mapping[Look, str]
    ties: frozenset[Look]

    @property
    def rows(self) -> tuple[PolicyRow, ...]:
        """The policy as a table; enemy rolls that ask for the same decisions share a row."""
        cells: dict[tuple[State, int | None], tuple[list[int], list[int]]] = {}
        for look, choice in self.decisions.items():
            again, either = cells.setdefault((look.state, look.enemy_roll), ([], []))
            if look in self.ties:
                either.append(look.own_roll)
            elif choice == AGAIN:
                again.append(look.own_roll)
        rows: dict[tuple[State, str, str], list[int]] = {}
        for (state, enemy), (again, either) in cells.items():
            shared = rows.setdefault((state, _ranges(again), _ranges(either)), [])
            shared += [] if enemy is None else [enemy]
        return tuple(
            PolicyRow(state, _ranges(enemies) or "any", again, either)
            for (state, again, either), enemies in sorted(
                rows.items(), key=lambda row: (row[0][0], sorted(row[1]))
            )
        )

    def __str__(self) -> str:
        lines = [f"Best re-rolls to {self.goal.replace('_', ' ')}: {percent(self.value)}"]
        told: State | None = None
        for row in self.rows:
            if row.state != told:
                told = row.state
                attacker, defender = (f"{n}{' (shaken)' * shaken}" for n, shaken in told.sides)
                lines.append(f"Hits before the exchange: attacker {attacker}, defender {defender}")
            as_good = f" (either is as good on {row.either})" if row.either else ""
            lines.append(
                f"  enemy rolls {row.enemy_rolls}: again on {row.again or 'none'}{as_good}"
            )
        return "\n".join(lines)

    def _summary_rows(self) -> SummaryRows:
        return [(f"to {self.goal.replace('_', ' ')}", self.value)]


@implements("R-M5")
@uses("PT-M13", "R-M4", "R-M13")
@lru_cache(maxsize=64)
def best_policy(pairing: Pairing, goal: Goal) -> BestPolicy:
    """The exact best use of the re-roll, by a Markov decision process over the whole melee.

    Raises:
        InvalidValue: so many hits remove a unit that it would take long (R-M9).
    """
    course, best = _solved(pairing, goal)
    mine, theirs = (dice.total(card.combat_dice) for card in pairing.cards)
    enemies = [None] if course.blind else list(mine)
    decisions: dict[Look, str] = {}
    ties: set[Look] = set()
    for state in sorted(each for each in best.values if isinstance(each, State)):
        if state.reroll_left:
            for own, enemy in product(theirs, enemies):
                look, node = Look(state, own, enemy), course.thrown(state, enemy, own)
                decisions[look] = best.policy.get(node, KEEP)
                if node in best.ties:
                    ties.add(look)
    return BestPolicy(goal, best.value, decisions, frozenset(ties))


@lru_cache(maxsize=64)
def _solved(pairing: Pairing, goal: Goal) -> tuple[Course, Optimum[Node, str]]:
    """The melee in which the defender is asked, and its best decisions.

    What has more moments of decision than one waits for is refused at once.
    """
    mine, theirs = (len(dice.total(card.combat_dice)) for card in pairing.cards)
    a_look = theirs * (1 if pairing.rulings.reroll_decided == "seeing_own" else mine)
    if prod(pairing.limits) * a_look > MOST_LOOKS:
        most = isqrt(MOST_LOOKS // a_look)
        allowed = f"never or if_missed, where more than {most} hits may remove a unit (R-M9)"
        raise InvalidValue("reroll", str(goal), allowed)
    course = Course(pairing)
    pays: Mapping[Goal, Callable[[End], int]] = {
        Goal.WIN: lambda end: int(end.outcome == Outcome.DEFENDER_WINS),
        Goal.NOT_LOSE: lambda end: int(end.outcome != Outcome.ATTACKER_WINS),
        Goal.SURVIVE: lambda end: int(end.defender_hits < pairing.limits[1]),
    }
    return course, course.process().best(pays[goal], never=int(goal != Goal.WIN))


def played(pairing: Pairing, reroll: Reroll) -> tuple[Course, Policy[Node]]:
    """The melee with what the defender does with its re-roll: a habit, or the best for a goal."""
    if not isinstance(reroll, str) or reroll not in (*HABITS, *GOALS):
        raise InvalidValue("reroll", reroll, "'never', 'if_missed' or a melee.Goal")
    if reroll in GOALS and pairing.defender.in_cover:
        course, best = _solved(pairing, Goal(reroll))
        return course, best.policy.__getitem__
    return Course(pairing, "if_missed" if reroll == "if_missed" else "never"), unasked


def _ranges(rolls: list[int]) -> str:
    """``[3, 4, 5, 9]`` as ``"3-5, 9"``."""
    first = sorted(roll for roll in rolls if roll - 1 not in rolls)
    last = sorted(roll for roll in rolls if roll + 1 not in rolls)
    runs = zip(first, last, strict=True)
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


ENDS = tuple(each for each in Outcome if each != Outcome.GOES_ON)
"""How the odds can end."""


@dataclass(frozen=True, slots=True, repr=False)
class Odds(Summary):
    """Everything that can become of a melee, as exact fractions. Made by :func:`odds`.

    Attributes:
        outcomes: the distribution of how it ends.
        exchanges: the distribution of the number of exchanges, never cut off.
        final_hits: distribution of ``(attacker hits, defender hits)`` in the end, each at most the
            number that removes the unit; of a melee that never ends, the hits at which it is stuck.
        policy: the best use of the re-roll, where the odds were asked for a goal.
    """

    outcomes: Distribution[Outcome]
    exchanges: StepDistribution
    final_hits: Distribution[tuple[int, int]]
    policy: BestPolicy | None = None

    @property
    def attacker_wins(self) -> Fraction:
        """The attacker is the only unit left (under ``melee_ends="first_decision"`` also: it wins
        the deciding exchange and both stand).
        """
        return self.outcomes[Outcome.ATTACKER_WINS]

    @property
    def defender_wins(self) -> Fraction:
        """The same of the defender."""
        return self.outcomes[Outcome.DEFENDER_WINS]

    @property
    def both_removed(self) -> Fraction:
        """One exchange removes both units."""
        return self.outcomes[Outcome.BOTH_REMOVED]

    @property
    def undecided(self) -> Fraction:
        """The melee can never end. The four chances sum to 1."""
        return self.outcomes[Outcome.UNDECIDED]

    def _summary_rows(self) -> SummaryRows:
        return [(name.replace("_", " "), self.outcomes[name]) for name in ENDS]


@uses("PT-M11", "PT-M13", "PT-M14")
def odds(
    attacker: Combatant,
    defender: Combatant,
    rulings: Rulings = Rulings(),
    reroll: Reroll = "if_missed",
) -> Odds:
    """The exact odds of a melee.

    Args:
        attacker, defender: the units as they enter it.
        rulings: how the open rules are read.
        reroll: what a defender in cover does with its re-roll: ``"never"``, ``"if_missed"`` (after
            each roll that misses the own card), or the best for a :class:`Goal`. Without cover
            there is nothing to decide. Of several equally good policies the one that keeps the
            roll is taken where it can be.

    Raises:
        IllegalAction: the attacker may not attack (PT-M3, PT-M5).
        InvalidValue: a value outside its range.
        UnspecifiedBySource: the defender has no card.
    """
    pairing = Pairing(attacker, defender, rulings)
    course, policy = played(pairing, reroll)
    chain = course.process().chain(policy)
    sought = pairing.defender.in_cover and reroll in GOALS
    return Odds(
        outcomes=chain.ends.map(outcome_of),
        exchanges=chain.steps,
        final_hits=chain.ends.map(_hits),
        policy=best_policy(pairing, Goal(reroll)) if sought else None,
    )


def outcome_of(end: Node | Stuck[Node]) -> Outcome:
    """How a melee ends, from the end that the odds have reached, or are stuck before."""
    return end.outcome if isinstance(end, End) else Outcome.UNDECIDED


def _hits(end: Node | Stuck[Node]) -> tuple[int, int]:
    if isinstance(end, Stuck):
        (end,) = end.states
    assert isinstance(end, State | End)
    return end.attacker_hits, end.defender_hits
