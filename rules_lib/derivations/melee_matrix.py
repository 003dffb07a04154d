"""The melee, enumerated from its clauses and solved as a system of equations."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from rules_lib.derivations.throws import total_weights
from rules_lib.errors import require_int
from rules_lib.type_checks import checked

SMALL_TEAM_MINUS = 2
"""PT-M15."""

SHAKEN_MINUS = 2
"""PT-M12."""

HITS_TO_REMOVE = 2
"""PT-M17."""


@dataclass(frozen=True, slots=True)
class MeleeFigures:
    """What the matrices make of a melee, as floats; ``exchanges`` is infinite if it may not end.

    Made by :func:`melee`.
    """

    attacker_wins: float
    defender_wins: float
    both_removed: float
    undecided: float
    exchanges: float


@checked
@dataclass(frozen=True, slots=True)
class MeleeSetup:
    """A melee in plain numbers.

    Attributes:
        attacker_dice, attacker_value, defender_dice, defender_value: dice and value of each card.
        small_team: the defender deducts for being one (PT-M15).
        cover: the defender rolls again whenever it misses its card.
        attacker_hits, defender_hits: hits before the melee; a unit that was hit is shaken.
    """

    attacker_dice: int
    attacker_value: int
    defender_dice: int
    defender_value: int
    small_team: bool = False
    cover: bool = False
    attacker_hits: int = 0
    defender_hits: int = 0

    def __post_init__(self) -> None:
        for name in ("attacker_hits", "defender_hits"):
            require_int(name, getattr(self, name), 0, HITS_TO_REMOVE - 1)


@checked
def melee(setup: MeleeSetup) -> MeleeFigures:
    """The melee under the default rulings: two hits remove, a hit shakes, losing costs a hit."""
    live = list(product(range(HITS_TO_REMOVE), repeat=2))
    moves = np.zeros((len(live), len(live)))
    exits = np.zeros((len(live), 3))
    stuck = np.zeros(len(live), dtype=bool)
    for row, state in enumerate(live):
        throws = exchange(setup, *state)
        stuck[row] = set(throws) == {state}
        for after, count in throws.items():
            out = after[0] >= HITS_TO_REMOVE, after[1] >= HITS_TO_REMOVE
            chance = count / sum(throws.values())
            if any(out):
                exits[row, {(False, True): 0, (True, False): 1, (True, True): 2}[out]] += chance
            else:
                moves[row, live.index(after)] += chance
    start = live.index((setup.attacker_hits, setup.defender_hits))
    if stuck[start]:
        return MeleeFigures(0.0, 0.0, 0.0, 1.0, float("inf"))
    system = np.eye(len(live)) - moves
    system[stuck] = np.eye(len(live))[stuck]
    wins, losses, both = np.linalg.solve(system, exits)[start]
    undecided = float(np.linalg.solve(system, stuck.astype(float))[start])
    length = float(np.linalg.solve(system, np.ones(len(live)))[start])
    return MeleeFigures(
        float(wins), float(losses), float(both), undecided, float("inf") if undecided else length
    )


@checked
def exchange(setup: MeleeSetup, hits_a: int, hits_d: int) -> dict[tuple[int, int], int]:
    """Of all throws of one exchange, how many leave each pair of hits (PT-M9, PT-M10, PT-M16)."""
    minus_a = SHAKEN_MINUS * (hits_a > 0)
    minus_d = SHAKEN_MINUS * (hits_d > 0) + SMALL_TEAM_MINUS * setup.small_team
    throws_a, throws_d = total_weights(setup.attacker_dice), total_weights(setup.defender_dice)
    if setup.cover:
        missed = np.arange(len(throws_d)) - minus_d < setup.defender_value
        kept = np.where(missed, 0, throws_d)
        throws_d = kept * throws_d.sum() + throws_d[missed].sum() * throws_d
    law: dict[tuple[int, int], int] = {}
    for (roll_a, count_a), (roll_d, count_d) in product(enumerate(throws_a), enumerate(throws_d)):
        total_a, total_d = roll_a - minus_a, roll_d - minus_d
        reached_a, reached_d = total_a >= setup.attacker_value, total_d >= setup.defender_value
        on_d = reached_a + (reached_a and total_a > total_d)
        on_a = reached_d + (reached_d and total_d > total_a)
        after = min(hits_a + on_a, HITS_TO_REMOVE), min(hits_d + on_d, HITS_TO_REMOVE)
        law[after] = law.get(after, 0) + int(count_a) * int(count_d)
    return {after: count for after, count in law.items() if count}
