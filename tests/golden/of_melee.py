"""Golden tables of the command test, the charge and the melee of Paper Tigers."""

import re
from collections.abc import Iterator
from fractions import Fraction

from tests.golden.form import Cell, Row, Table, readings
from tests.oracles.chances import reaching
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import Melee, Readings, Side, action, outcomes

DICE = {"red": 3, "black": 2}
ENDS = ("attacker_wins", "defender_wins", "both_removed", "undecided")


def side(row: Row, letter: str) -> Side:
    traits = row[f"{letter}_traits"].split()
    small, officer, cover, shaken = (
        word in traits for word in ("small_team", "officer", "in_cover", "shaken")
    )
    dice, value = DICE[row[f"{letter}_colour"]], int(row[f"{letter}_value"])
    return Side(dice, value, small, officer, cover, int(row[f"{letter}_hits"]), shaken)


def fought(row: Row) -> Melee:
    read = readings(row, Readings)
    hits = re.search(r"R-M9=HitsToRemove\(infantry=(\d+), small_team=(\d+)\)", row["reading"])
    if hits:
        read = read._replace(infantry_hits=int(hits[1]), small_team_hits=int(hits[2]))
    return Melee(side(row, "a"), side(row, "d"), read)


def command(row: Row) -> Iterator[tuple[Cell, ...]]:
    fights, value = DICE[row["colour"]], int(row["value"])
    yield reaching(value, 5 - fights), reaching(value, fights)


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
