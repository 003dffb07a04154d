"""Golden tables of the command test, the charge and the melee of Paper Tigers."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.golden.form import Cell, Row, Table
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import Melee, Readings, Side, action, outcomes, passes

DICE = {"red": 3, "black": 2}
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


def side(row: Row, letter: str) -> Side:
    traits = row[f"{letter}_traits"].split()
    small, officer, cover, shaken = (
        word in traits for word in ("small_team", "officer", "in_cover", "shaken")
    )
    dice, value = DICE[row[f"{letter}_colour"]], int(row[f"{letter}_value"])
    return Side(dice, value, small, officer, cover, int(row[f"{letter}_hits"]), shaken)


def fought(row: Row) -> Melee:
    return Melee(side(row, "a"), side(row, "d"), Readings(**FLIPS.get(row["reading"], {})))


def command(row: Row) -> Iterator[tuple[Cell, ...]]:
    fights, value = DICE[row["colour"]], int(row["value"])
    yield passes(value, 5 - fights), passes(value, fights)


def melee(row: Row) -> Iterator[tuple[Cell, ...]]:
    fight = fought(row)
    policy = fight.habit(row["reroll"])  # type: ignore[arg-type] # a habit
    chances = outcomes(fight.ends(policy))
    mean = None if chances["undecided"] else fight.mean_length(policy)
    yield *(chances[end] for end in ENDS), mean


def final_hits(row: Row) -> Iterator[tuple[Cell, ...]]:
    fight = fought(row)
    for end, chance in sorted(fight.ends(fight.habit("never")).items()):
        yield end.how, end.hits_a, end.hits_d, chance


def best(row: Row) -> Iterator[tuple[Cell, ...]]:
    yield (Best(fought(row), row["goal"]).worth(),)  # type: ignore[arg-type] # a goal


def policy(row: Row) -> Iterator[tuple[Cell, ...]]:
    solved = Best(fought(row), "win")
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
        yield "unknown" if enemy is None else enemy, *told


def charge(row: Row) -> Iterator[tuple[Cell, ...]]:
    moves, alike = row["moves"] == "yes", row["reading"] == "R-M14=red_three"
    yield tuple(action(fought(row), Fraction(row["shot"]), moves=moves, alike=alike).values())


TABLES = (
    Table("command_test", command),
    Table("charge", charge),
    Table("melee", melee),
    Table("melee_final_hits", final_hits, ends=3),
    Table("melee_best_reroll", best),
    Table("melee_reroll_policy", policy, ends=1),
)
