"""Golden tables of the mass battle of In die Tiefen."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from tests.golden.form import Cell
from tests.oracles import battle_choice
from tests.oracles.battle_brute import Readings, Side, battle, shares

FLIPS: dict[str, dict[str, Any]] = {
    "R-I1=false": {"destroyed_dice_destroy": False},
    "R-I2=lowest": {"destroys": "lowest"},
    "R-I2=random": {"destroys": "random"},
    "R-I3=losses_only": {"fanaticism_counts": "losses_only"},
    "R-I5=2": {"threshold_floor": 2},
    "R-I8=true": {"destroyed_fanatics_left_out": True},
    "R-I1=false, R-I2=lowest": {"destroyed_dice_destroy": False, "destroys": "lowest"},
}
READINGS = {"default": Readings(), **{name: Readings(**each) for name, each in FLIPS.items()}}
PANEL = [
    (Side(2), Side(2)),
    (Side(4), Side(3)),
    (Side(3, superior=True), Side(3)),
    (Side(3, 1), Side(3)),
    (Side(4, 2), Side(2, 0, True)),
    (Side(5, 4), Side(2, 0, True)),
]
WINNERS = ("a", "draw", "b")


def wins(a: Side, b: Side, r: Readings) -> tuple[Fraction, ...]:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (winner, _, _), chance in battle(a, b, r).items():
        found[winner] += chance
    return tuple(found[each] for each in WINNERS)


def win_cases() -> Iterator[tuple[str, Side, Side]]:
    yield from (("default", Side(n), Side(m)) for n, m in product(range(1, 6), repeat=2))
    kinds = [Side(3), Side(3, 1), Side(3, 2), Side(3, 0, True), Side(3, 2, True), Side(4, 1)]
    yield from (("default", *pair) for pair in combinations_with_replacement(kinds, 2))
    for name, pair in product(READINGS, PANEL):
        if name != "R-I8=true":  # about the losses only
            yield name, *pair


def win_rows() -> Iterator[tuple[Cell, ...]]:
    for name, a, b in dict.fromkeys(win_cases()):
        yield name, *a, *b, *wins(a, b, READINGS[name])


def joint_rows() -> Iterator[tuple[Cell, ...]]:
    cases = [(name, *pair) for name, pair in product(READINGS, PANEL[:4])]
    cases += [(name, *PANEL[5]) for name in ("default", "R-I5=2")]
    for name, a, b in cases:
        if name == "R-I8=true" or (name == "R-I5=2" and (a, b) != PANEL[5]):
            continue
        for (winner, lost_a, lost_b), chance in sorted(battle(a, b, READINGS[name]).items()):
            yield name, *a, *b, winner, lost_a, lost_b, chance


def loss_rows() -> Iterator[tuple[Cell, ...]]:
    pairs = (PANEL[0], PANEL[3], (Side(3, 2), Side(2)))
    for name, (a, b) in product(("default", "R-I3=losses_only", "R-I8=true"), pairs):
        distribution: defaultdict[tuple[Fraction, Fraction], Fraction] = defaultdict(Fraction)
        for (_, share_a, share_b), chance in shares(a, b, READINGS[name]).items():
            distribution[share_a, share_b] += chance
        for (share_a, share_b), chance in sorted(distribution.items()):
            yield name, *a, *b, share_a, share_b, chance
    for a, b in pairs:
        over = any(x > a.steady or y > b.steady for _, x, y in battle(a, b))
        distribution = defaultdict(Fraction)
        for (_, share_a, share_b), chance in shares(a, b).items():
            distribution[share_a, share_b] += chance
        if over:
            yield "R-I4=error", *a, *b, "refused", "refused", 1
            continue
        for (share_a, share_b), chance in sorted(distribution.items()):
            yield "R-I4=error", *a, *b, share_a, share_b, chance


def pool_rows() -> Iterator[tuple[Cell, ...]]:
    """IDT-1.1 to IDT-1.4, IDT-2.4, IDT-3.1 to IDT-4.1: one die, and what the circumstances add."""
    cases: tuple[tuple[bool, bool, int, Fraction, bool, int, int, int], ...] = (
        (False, False, 0, Fraction(1), False, 0, 0, 0),
        (True, False, 0, Fraction(1), False, 0, 0, 0),
        (False, True, 0, Fraction(1), False, 0, 0, 0),
        (False, False, 3, Fraction(1), False, 0, 0, 0),
        (False, False, 0, Fraction(5, 2), False, 0, 0, 0),
        (False, False, 0, Fraction(3), False, 0, 0, 0),
        (False, False, 0, Fraction(13, 2), False, 0, 0, 0),
        (False, False, 0, Fraction(1), True, 0, 0, 0),
        (False, False, 0, Fraction(1), False, 2, 1, 0),
        (False, False, 0, Fraction(1), False, 0, 0, 2),
        (True, True, 4, Fraction(9), True, 3, 2, 1),
    )
    for name, case in product(("default", "R-I9=true"), cases):
        terrain, death, fanaticism, ratio, tactic, deeds, thwarted, failed = case
        dice = 1 + terrain + 2 * death + fanaticism + int(ratio / 3) + 2 * tactic + deeds + thwarted
        yield name, *case, dice + (failed if name == "R-I9=true" else 0)


def morale_rows() -> Iterator[tuple[Cell, ...]]:
    """IDT-7.1 to IDT-7.7: six hexes, one fewer or more for each class between the parties."""
    for name in ("default", "R-I7=8", "R-I12=capped"):
        base = 8 if name == "R-I7=8" else 6
        for won, lost in product(range(5), repeat=2):
            hexes = max(0, base + lost - won)
            near = min(hexes, base)
            farther = 0 if name == "R-I12=capped" else hexes - near
            yield name, "a", "-", f"{won}", f"{lost}", near, farther, "-", "-"
    for won, lost in product((0, 2, 4), repeat=2):
        near, farther = 6 - max(0, won - lost), max(0, lost - won)
        yield "R-I13=true", "a", "a", f"{won}", f"{lost}", near, farther, "-", "-"
        yield "R-I15=true", "a", "b", f"{won}", f"{lost}", near, farther, "-", "-"
    for name in ("default", "R-I11=true"):
        for told_a, told_b in (("sensational 4", "1"), ("3", "fumble 0"), ("fumble 0", "2")):
            gap = int(told_b[-1]) - int(told_a[-1]) if name == "R-I11=true" else 0
            extra = "a" if told_a.startswith("sensational") else "-"
            out = {"fumble 0, 2": "a", "3, fumble 0": "b"}.get(f"{told_a}, {told_b}", "-")
            yield name, "a", "-", told_a, told_b, min(6 + gap, 6), max(0, gap), extra, out
    for told_a, told_b, near, farther in (("3", "failure", 3, 0), ("failure", "2", 6, 2)):
        yield "default", "a", "-", told_a, told_b, near, farther, "-", "-"
    yield "default", "a", "-", "failure", "failure", 6, 0, "-", "-"
    yield "R-I16=failures_have_classes", "a", "-", "3", "failure 1", 4, 0, "-", "-"
    yield "R-I16=gap", "a", "-", "9", "5", 2, 0, "-", "-"
    yield from UNTESTED
    yield "default", "draw", "-", "sensational 4", "fumble 0", None, 0, "a", "b"
    yield "default", "draw", "-", "2", "3", None, 0, "-", "-"
    yield "R-I10=no_test", "draw", "-", "-", "-", None, 0, "-", "-"


UNTESTED: tuple[tuple[Cell, ...], ...] = (
    ("default", "a", "a", "-", "4", 6, 0, "-", "-"),
    ("default", "a", "a", "-", "sensational 4", 6, 0, "b", "-"),
    ("R-I7=8", "a", "a", "-", "0", 8, 0, "-", "-"),
    ("default", "a", "b", "sensational 4", "-", None, 0, "a", "-"),
    ("default", "b", "a", "-", "fumble 0", None, 0, "-", "b"),
    ("default", "a", "ab", "-", "-", None, 0, "-", "-"),
    ("R-I13=true", "a", "ab", "-", "-", None, 0, "-", "-"),
    ("R-I15=true", "a", "ab", "-", "fumble 0", 6, 0, "-", "b"),
    ("default", "draw", "a", "-", "sensational 4", None, 0, "b", "-"),
    ("default", "draw", "ab", "-", "-", None, 0, "-", "-"),
    ("R-I15=true", "draw", "ab", "fumble 0", "2", None, 0, "-", "a"),
)
"""Parties without troops, IDT-7.7, R-I13 and R-I15: not all make a test."""


THROWN: list[tuple[Side, Side, list[tuple[int, ...]], list[tuple[int, ...]]]] = [
    (Side(1), Side(2, 1), [(3,), (5,), (6,)], list(product((1, 5, 6), repeat=2))),
    (
        Side(2, 0, True),
        Side(3, 1),
        [(4, 6), (5, 5)],
        [(1, 2, 6), (3, 6, 4), (6, 1, 5), (2, 2, 3), (6, 6, 1)],
    ),
    (Side(3), Side(3), [(1, 6, 6), (2, 4, 6)], [(5, 2, 1), (6, 3, 1), (4, 6, 6)]),
]


def choice_rows() -> Iterator[tuple[Cell, ...]]:
    """Every way to destroy dice of b is tried; b destroys the highest dice of a."""
    for name, (a, b, rolls_a, rolls_b) in product(("default", "R-I8=true"), THROWN):
        from_face = 6 - a.superior - b.fanaticism, 6 - b.superior - a.fanaticism
        for first, second in product(rolls_a, rolls_b):
            fight = battle_choice.Fight((first, second), (a.steady, b.steady), from_face)
            suffered = battle_choice.highest(fight, 0, battle_choice.strikes(fight, 1))
            count = battle_choice.strikes(fight, 0)
            usual = battle_choice.highest(fight, 1, count)
            for goal in ("result", "losses"):
                worth = {
                    gone: _worth(battle_choice.end(fight, (suffered, gone)), goal, name, b)
                    for gone in (usual, *battle_choice.ways(fight, 1, count))
                }
                rolls = (" ".join(map(str, each)) for each in (first, second))
                yield name, *a, *b, *rolls, goal, worth[usual], max(worth.values())


def _worth(end: battle_choice.End, goal: str, name: str, b: Side) -> Fraction:
    if goal == "result":
        return Fraction(battle_choice.winning(end, 0)[0] + 1, 2)
    lost = end.steady_lost[1] if name == "R-I8=true" else end.lost[1]
    return min(Fraction(lost, b.steady), Fraction(1))


TABLES = {
    "battle": win_rows,
    "battle_joint": joint_rows,
    "battle_losses": loss_rows,
    "battle_dice": pool_rows,
    "battle_aftermath": morale_rows,
    "battle_choice": choice_rows,
}
