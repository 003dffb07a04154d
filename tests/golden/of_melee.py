"""Golden tables of the command test, the charge and the melee of Paper Tigers."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from tests.golden.form import Cell
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import Goal, Habit, Melee, Over, Readings, Side, outcomes, throws

DICE = {"red": 3, "black": 2}
COLOURS = ("red", "black")
ENDS = ("attacker_wins", "defender_wins", "both_removed", "undecided")

FLIPS: dict[str, dict[str, Any]] = {
    "R-M1=false": {"loser_takes_hit": False},
    "R-M2=lost_or_drawn_hit": {"shaken_by": "lost_or_drawn_hit"},
    "R-M2=lost_exchange": {"shaken_by": "lost_exchange"},
    "R-M3=false": {"penalties_add_up": False},
    "R-M4=once_per_melee": {"rerolls": "once_per_melee"},
    "R-M5=seeing_own": {"reroll_decided": "seeing_own"},
    "R-M6=first_decision": {"melee_ends": "first_decision"},
    "R-M7=false": {"penalties_count_against_card": False},
    "R-M8=false": {"officer_counts_as_small_team": False},
    "R-M9=HitsToRemove(infantry=5, small_team=3)": {"infantry_hits": 5, "small_team_hits": 3},
    "R-M10=false": {"earlier_hit_shakes": False},
    "R-M13=missed_card": {"rerolled_rolls": "missed_card"},
    "R-M13=not_won": {"rerolled_rolls": "not_won"},
    "R-M1=false, R-M6=first_decision": {"loser_takes_hit": False, "melee_ends": "first_decision"},
}
READINGS = {"default": Readings(), **{k: Readings(**each) for k, each in FLIPS.items()}}

Unit = tuple[str, int, str, int]
"""Colour, value, traits, hits."""

PANEL: list[tuple[Unit, Unit]] = [
    (("red", 8, "-", 0), ("red", 8, "-", 0)),
    (("red", 9, "-", 0), ("black", 7, "small_team", 0)),
    (("black", 7, "-", 1), ("red", 9, "small_team in_cover", 0)),
    (("red", 11, "-", 0), ("red", 7, "officer", 1)),
    (("black", 9, "-", 0), ("black", 6, "officer in_cover", 1)),
    (("red", 6, "-", 1), ("black", 4, "small_team officer", 0)),
    (("black", 13, "-", 0), ("black", 13, "-", 0)),
    (("red", 8, "shaken", 0), ("red", 7, "-", 0)),
    (("red", 9, "-", 0), ("black", 6, "small_team shaken", 1)),
]
COVERED: list[tuple[Unit, Unit]] = [
    (("red", 8, "-", 0), ("red", 7, "in_cover", 0)),
    (("black", 6, "-", 0), ("red", 9, "small_team in_cover", 0)),
]


def side(unit: Unit) -> Side:
    colour, value, traits, hits = unit
    words = traits.split()
    small, officer, cover, shaken = (
        word in words for word in ("small_team", "officer", "in_cover", "shaken")
    )
    return Side(DICE[colour], value, small, officer, cover, hits, shaken)


def passes(dice: int, value: int) -> Fraction:
    distribution = throws(dice)
    return Fraction(
        sum(n for total, n in distribution.items() if total >= value), sum(distribution.values())
    )


def command_rows() -> Iterator[tuple[Cell, ...]]:
    for colour, value in product(COLOURS, range(2, 21)):
        fights = DICE[colour]
        yield colour, value, passes(5 - fights, value), passes(fights, value)


def melee_row(name: str, a: Unit, d: Unit, habit: Habit) -> tuple[Cell, ...]:
    fight = Melee(side(a), side(d), READINGS[name])
    policy = fight.habit(habit)
    chances = outcomes(fight.ends(policy))
    mean = None if chances["undecided"] else fight.mean_length(policy)
    return name, *a, *d, habit, *(chances[end] for end in ENDS), mean


def melee_cases() -> Iterator[tuple[str, Unit, Unit, Habit]]:
    plain: list[Unit] = [(c, value, "-", 0) for c, value in product(COLOURS, range(5, 12))]
    for a, d in product(plain, repeat=2):
        yield "default", a, d, "never"
    for name, (a, d) in product(READINGS, PANEL):
        if name[:5] not in ("R-M5=", "R-M13"):  # decisions only: see the table of best re-rolls
            yield name, a, d, "never"
            if "in_cover" in d[2]:
                yield name, a, d, "if_missed"


def melee_rows() -> Iterator[tuple[Cell, ...]]:
    for case in dict.fromkeys(melee_cases()):
        yield melee_row(*case)


def final_rows() -> Iterator[tuple[Cell, ...]]:
    for name, (a, d) in product(("default", "R-M1=false"), PANEL[:4]):
        fight = Melee(side(a), side(d), READINGS[name])
        distribution: dict[Over, Fraction] = fight.ends(fight.habit("never"))
        for end, chance in sorted(distribution.items()):
            yield name, *a, *d, end.how, end.hits_a, end.hits_d, chance


def best_rows() -> Iterator[tuple[Cell, ...]]:
    cover = ("R-M4=once_per_melee", "R-M5=seeing_own", "R-M13=missed_card", "R-M13=not_won")
    readings = ("default", *cover, "R-M1=false", "R-M3=false")
    goals: tuple[Goal, ...] = ("win", "survive", "not_lose")
    for name, (a, d), goal in product(readings, COVERED, goals):
        yield name, *a, *d, goal, Best(Melee(side(a), side(d), READINGS[name]), goal).worth()


def policy_rows() -> Iterator[tuple[Cell, ...]]:
    for name, (a, d) in product(("default", "R-M5=seeing_own"), COVERED):
        solved = Best(Melee(side(a), side(d), READINGS[name]), "win")
        solved.worth()
        start = solved.melee.start()
        again: dict[int | None, list[int]] = {}
        either: dict[int | None, list[int]] = {}
        for look in solved.choices[start]:
            gain = solved.advantage(start, look.own, look.enemy)
            again.setdefault(look.enemy, [])
            either.setdefault(look.enemy, [])
            if gain <= 0:
                (again if gain else either)[look.enemy].append(look.own)
        for enemy in again:
            told = (" ".join(map(str, sorted(each[enemy]))) or None for each in (again, either))
            yield name, *a, *d, "unknown" if enemy is None else enemy, *told


def charge_rows() -> Iterator[tuple[Cell, ...]]:
    pairs = [*PANEL[:2], PANEL[2], (("red", 7, "-", 0), ("red", 7, "-", 0))]
    halves = ("default", True, Fraction(1, 2))
    automatic = ("R-M11=automatic_hit", True, Fraction(1))
    standing = ("R-M12=true", False, Fraction(1, 2))
    like_a_fight = ("R-M14=red_three", True, Fraction(1, 2))
    for (name, moves, shot), (a, d) in product((halves, automatic, standing, like_a_fight), pairs):
        fights, value = DICE[a[0]], a[1]
        walks = fights if name == "R-M14=red_three" else 5 - fights
        arrives = passes(walks, value) if moves else Fraction(1)
        contact = arrives * passes(fights, value)
        fight = Melee(side(a), side(d))
        melee = outcomes(fight.ends(fight.habit("if_missed")))
        refused = arrives - contact
        hit, removed = (Fraction(0), refused * shot) if a[3] else (refused * shot, Fraction(0))
        ends = (1 - arrives, hit, removed, refused * (1 - shot))
        yield name, *a, *d, moves, shot, *ends, *(contact * melee[end] for end in ENDS)


TABLES = {
    "command_test": command_rows,
    "charge": charge_rows,
    "melee": melee_rows,
    "melee_final_hits": final_rows,
    "melee_best_reroll": best_rows,
    "melee_reroll_policy": policy_rows,
}
