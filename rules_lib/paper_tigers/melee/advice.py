"""The re-roll for cover: fixed habits, and the best policy for a goal."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt, prod
from typing import Literal, NamedTuple, TypeAlias, cast

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers.command import MOST_HOUSE_DICE
from rules_lib.paper_tigers.melee.exchange_odds import (
    NO_REROLLS,
    End,
    Next,
    Policy,
    exchange_distribution,
    faces,
    settled,
    versus,
)
from rules_lib.paper_tigers.melee.rules import compare, may_roll_again, opening
from rules_lib.paper_tigers.melee.state import Outcome, Pairing, State, hits_to_remove
from rules_lib.probability import Distribution
from rules_lib.probability.decision import DecisionProblem
from rules_lib.rulebook import implements, uses
from rules_lib.text.chances import percent
from rules_lib.values.enums import WordEnum
from rules_lib.values.summary import Summary, SummaryRows
from rules_lib.values.type_checks import checked

ANY_ROLL = range(1, 6 * MOST_HOUSE_DICE + 1)
"""All totals that the dice of a card can show."""


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


Habit: TypeAlias = Literal["never", "if_missed"]

Reroll: TypeAlias = Habit | Goal


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


KEEP, AGAIN = "keep", "re-roll"

Node: TypeAlias = Next | Look


@uses("PT-M13")
def habit(pairing: Pairing, reroll: Habit) -> Policy:
    """The policy of a player who never rolls again, or always after missing the own card."""

    def decide(state: State) -> Mapping[int, frozenset[int]]:
        attacker, defender = faces(pairing, state)
        missed = frozenset(roll for roll, shown in defender.items() if not shown.reached)
        return dict.fromkeys(attacker, missed if reroll == "if_missed" else NO_REROLLS)

    return decide


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

    def __call__(self, state: State) -> Mapping[int, frozenset[int]]:
        """The policy in the form of :data:`~rules_lib.paper_tigers.melee.exchange_odds.Policy`."""
        again: defaultdict[int | None, set[int]] = defaultdict(set)
        for look, choice in self.decisions.items():
            if look.state == state and choice == AGAIN:
                again[look.enemy_roll].add(look.own_roll)
        return {roll: frozenset(again[roll] | again[None]) for roll in ANY_ROLL}

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
                attacker = _condition(told.attacker_hits, told.attacker_shaken)
                defender = _condition(told.defender_hits, told.defender_shaken)
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
    _require_few_looks(pairing, goal)
    again = lru_cache(maxsize=None)(lambda state, enemy: _again(pairing, state, enemy))
    problem: DecisionProblem[Node, str] = DecisionProblem(
        opening(pairing),
        actions=lambda node: _choices(pairing, node) if isinstance(node, Look) else (),
        step=lambda node, action: (
            again(node.state, node.enemy_roll)
            if isinstance(node, Look) and action == AGAIN
            else _step(pairing, node)
        ),
        is_end=lambda node: isinstance(node, End),
        payoff=lambda end: _reaches(pairing, goal, end),
        never_pays=0 if goal == Goal.WIN else 1,
    )
    best = problem.solve()
    decisions = {node: act for node, act in best.policy.items() if isinstance(node, Look)}
    ties = frozenset(node for node in best.ties if isinstance(node, Look))
    return BestPolicy(goal, best.value, decisions, ties)


def _choices(pairing: Pairing, look: Look) -> tuple[str, ...]:
    attacker, defender = faces(pairing, look.state)
    own = defender[look.own_roll]
    # Where the enemy's roll is not known yet, no reading asks for it.
    order = 0 if look.enemy_roll is None else compare(attacker[look.enemy_roll].total, own.total)
    allowed = may_roll_again(own.reached, order, pairing.rulings)
    return (KEEP, AGAIN) if allowed else (KEEP,)


def _require_few_looks(pairing: Pairing, goal: Goal) -> None:
    """Refuse at once what has more moments of decision than one waits for."""
    attacker, defender = faces(pairing, opening(pairing))
    a_look = len(defender)
    a_look *= 1 if pairing.rulings.reroll_decided == "seeing_own" else len(attacker)
    hits = [hits_to_remove(unit, pairing.rulings) for unit in (pairing.attacker, pairing.defender)]
    if prod(hits) * a_look > MOST_LOOKS:
        most = isqrt(MOST_LOOKS // a_look)
        allowed = f"never or if_missed, where more than {most} hits may remove a unit (R-M9)"
        raise InvalidValue("reroll", str(goal), allowed)


def _again(pairing: Pairing, state: State, enemy_roll: int | None) -> Distribution[Node]:
    """What follows a second roll, whatever the first one showed."""
    attacker, defender = faces(pairing, state)
    attack = attacker.values() if enemy_roll is None else [attacker[enemy_roll]]
    defence = [shown._replace(rerolled=True) for shown in defender.values()]
    return _as_nodes(settled(pairing, state, versus(attack, defence)))


def _step(pairing: Pairing, node: Node) -> Distribution[Node]:
    """What follows an exchange without cover, a roll, or a roll that is kept."""
    if isinstance(node, State):
        if node.reroll_left:
            return _looks(pairing, node)
        return _as_nodes(exchange_distribution(pairing, node, habit(pairing, "never")))
    assert isinstance(node, Look)
    state, own_roll, enemy_roll = node
    attacker, defender = faces(pairing, state)
    attack = attacker.values() if enemy_roll is None else [attacker[enemy_roll]]
    return _as_nodes(settled(pairing, state, versus(attack, [defender[own_roll]])))


def _as_nodes(distribution: Distribution[Next]) -> Distribution[Node]:
    return cast("Distribution[Node]", distribution)


def _looks(pairing: Pairing, state: State) -> Distribution[Node]:
    attacker, defender = faces(pairing, state)
    if pairing.rulings.reroll_decided == "seeing_own":
        return Distribution.from_weights(
            {Look(state, own, None): shown.weight for own, shown in defender.items()}
        )
    return Distribution.from_weights(
        {
            Look(state, own, enemy): shown.weight * other.weight
            for own, shown in defender.items()
            for enemy, other in attacker.items()
        }
    )


def _reaches(pairing: Pairing, goal: Goal, end: Node) -> int:
    assert isinstance(end, End)
    if goal == Goal.WIN:
        return int(end.outcome == Outcome.DEFENDER_WINS)
    if goal == Goal.NOT_LOSE:
        return int(end.outcome != Outcome.ATTACKER_WINS)
    return int(end.defender_hits < hits_to_remove(pairing.defender, pairing.rulings))


def _condition(hits: int, shaken: bool) -> str:
    return f"{hits} (shaken)" if shaken else str(hits)


def _ranges(rolls: list[int]) -> str:
    """``[3, 4, 5, 9]`` as ``"3-5, 9"``."""
    runs: list[list[int]] = []
    for roll in sorted(rolls):
        if runs and runs[-1][-1] == roll - 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
