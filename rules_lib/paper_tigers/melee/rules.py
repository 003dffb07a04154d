"""One exchange of blows: the only implementation of PT-M8 to PT-M18.

Adjudication calls these functions once with the dice on the table; the odds push the distribution
of the dice through the same functions.
"""

from typing import NamedTuple

from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import (
    Combatant,
    Deduction,
    Outcome,
    Pairing,
    SideName,
    State,
)
from rules_lib.rulebook import implements, uses

SMALL_TEAM_PENALTY = 2
"""PT-M15"""

SHAKEN_PENALTY = 2
"""PT-M12"""

BOTH_PENALTIES = SMALL_TEAM_PENALTY + SHAKEN_PENALTY
LARGER_PENALTY = max(SMALL_TEAM_PENALTY, SHAKEN_PENALTY)
"""What a shaken small team subtracts, by the two readings of R-M3."""


@implements("PT-M12", "PT-M15", "R-M3", "R-M8")
@uses("PT-M5")
def deduction(unit: Combatant, shaken: bool, rulings: Rulings) -> Deduction:
    """The deduction of a small team and of a shaken unit in one exchange against infantry."""
    clauses: list[str] = []
    if unit.small_team:
        clauses = ["PT-M15"]
    elif unit.officer and rulings.officer_counts_as_small_team:
        clauses = ["PT-M15", "R-M8"]
    points = [SMALL_TEAM_PENALTY] if clauses else []
    if shaken:
        clauses.append("PT-M12")
        points.append(SHAKEN_PENALTY)
    if len(points) == 2:
        clauses.append("R-M3")
    total = sum(points) if rulings.penalties_add_up else max(points, default=0)
    return Deduction(total, tuple(clauses))


class Face(NamedTuple):
    """What one side shows in an exchange.

    Attributes:
        total: the roll less the deduction; it may fall below zero.
        reached: the side reaches its own card.
    """

    total: int
    reached: bool


class Verdict(NamedTuple):
    """What an exchange does.

    Attributes:
        winner: who wins it, ``None`` if it is drawn.
        attacker_takes, defender_takes: hits that land on each side.
    """

    winner: SideName | None
    attacker_takes: int
    defender_takes: int


@implements("R-M10")
@uses("PT-M12", "PT-M13")
def opening(pairing: Pairing) -> State:
    """The state before the first exchange."""
    rulings = pairing.rulings
    shakes = rulings.shaken_by == "any_hit" and rulings.earlier_hit_shakes
    return State(
        attacker_hits=pairing.attacker.hits,
        attacker_shaken=pairing.attacker.shaken or (shakes and pairing.attacker.hits > 0),
        defender_hits=pairing.defender.hits,
        defender_shaken=pairing.defender.shaken or (shakes and pairing.defender.hits > 0),
        reroll_left=pairing.defender.in_cover,
    )


@uses("PT-M18", "R-M2", "R-M10")
def drawn_hit_lasts(rulings: Rulings) -> bool:
    """Whether who was hit in a draw starts its next melee shaken, and is not asked for its hits."""
    return rulings.shaken_by == "lost_or_drawn_hit" and rulings.earlier_hit_shakes


def deductions(pairing: Pairing, state: State) -> tuple[Deduction, Deduction]:
    """What the attacker and the defender deduct in the next exchange."""
    return (
        deduction(pairing.attacker, state.attacker_shaken, pairing.rulings),
        deduction(pairing.defender, state.defender_shaken, pairing.rulings),
    )


@implements("R-M7")
@uses("PT-M8", "PT-M9")
def face(card: Card, roll: int, points: int, rulings: Rulings) -> Face:
    """What a roll shows after the deduction of ``points``."""
    total = roll - points
    counted = total if rulings.penalties_count_against_card else roll
    return Face(total, card.reached_by(counted))


def compare(first: int, second: int) -> int:
    """1 if the first total is higher, −1 if the second is, 0 if they are equal."""
    return (first > second) - (first < second)


@implements("PT-M9", "PT-M10", "PT-M14", "PT-M16", "R-M1")
@uses("PT-M11")
def judge(attacker_reached: bool, defender_reached: bool, order: int, rulings: Rulings) -> Verdict:
    """Who wins an exchange, and what it costs; ``order`` is :func:`compare` of the totals."""
    winner: SideName | None = None
    if attacker_reached and order > 0:
        winner = "attacker"
    elif defender_reached and order < 0:
        winner = "defender"
    extra = rulings.loser_takes_hit
    return Verdict(
        winner,
        attacker_takes=defender_reached + (extra and winner == "defender"),
        defender_takes=attacker_reached + (extra and winner == "attacker"),
    )


@implements("R-M13")
@uses("PT-M13")
def may_roll_again(reached: bool, won: bool, rulings: Rulings) -> bool:
    """Whether a defender in cover may repeat a roll that has reached its card, or won, or not."""
    if rulings.rerolled_rolls == "any_roll":
        return True
    return not (reached if rulings.rerolled_rolls == "missed_card" else won)


@implements("PT-M18", "R-M2", "R-M4")
@uses("PT-M12", "PT-M14", "PT-M17")
def after(state: State, verdict: Verdict, rerolled: bool, pairing: Pairing) -> State:
    """The state that an exchange leaves behind."""
    rulings = pairing.rulings
    drawn_hit = rulings.shaken_by == "lost_or_drawn_hit" and verdict.winner is None
    by_hit = rulings.shaken_by == "any_hit" or drawn_hit
    attacker_hits = state.attacker_hits + verdict.attacker_takes
    defender_hits = state.defender_hits + verdict.defender_takes
    return State(
        min(attacker_hits, pairing.limits[0]),
        state.attacker_shaken
        or verdict.winner == "defender"
        or (by_hit and verdict.attacker_takes > 0),
        min(defender_hits, pairing.limits[1]),
        state.defender_shaken
        or verdict.winner == "attacker"
        or (by_hit and verdict.defender_takes > 0),
        state.reroll_left and not (rerolled and rulings.rerolls == "once_per_melee"),
    )


@implements("PT-M17")
@uses("R-M9")
def removed(state: State, pairing: Pairing) -> tuple[bool, bool]:
    """Whether the attacker and the defender carry enough hits to be removed."""
    return state.attacker_hits >= pairing.limits[0], state.defender_hits >= pairing.limits[1]


@implements("PT-M11", "R-M6")
@uses("PT-M14")
def outcome(state: State, verdict: Verdict, pairing: Pairing) -> Outcome:
    """Whether the melee is over after an exchange that led to ``state``, and who is left.

    Under ``melee_ends="first_decision"`` both units may still stand; the winner of the deciding
    exchange then wins the melee.
    """
    attacker_out, defender_out = removed(state, pairing)
    if attacker_out and defender_out:
        return Outcome.BOTH_REMOVED
    if defender_out:
        return Outcome.ATTACKER_WINS
    if attacker_out:
        return Outcome.DEFENDER_WINS
    if verdict.winner and pairing.rulings.melee_ends == "first_decision":
        won = verdict.winner == "attacker"
        return Outcome.ATTACKER_WINS if won else Outcome.DEFENDER_WINS
    return Outcome.GOES_ON
