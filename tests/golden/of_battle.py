"""Golden tables of the mass battle of In die Tiefen."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from tests.golden.form import Cell, Row, Table, readings
from tests.oracles.battle_brute import DEFAULT, Readings, Side, battle, destroys_from, shares


def sides(row: Row) -> tuple[Side, Side]:
    a, b = (
        Side(int(row[f"{x}_dice"]), int(row[f"{x}_fanaticism"]), row[f"{x}_superior"] == "yes")
        for x in "ab"
    )
    return a, b


def wins(row: Row) -> Iterator[tuple[Cell, ...]]:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (winner, _, _), chance in battle(*sides(row), readings(row, Readings)).items():
        found[winner] += chance
    yield found["a"], found["draw"], found["b"]


def joint(row: Row) -> Iterator[tuple[Cell, ...]]:
    for end, chance in sorted(battle(*sides(row), readings(row, Readings)).items()):
        yield *end, chance


def losses(row: Row) -> Iterator[tuple[Cell, ...]]:
    a, b = sides(row)
    if row["reading"] == "R-I4=error" and any(
        x > a.steady or y > b.steady for _, x, y in battle(a, b)
    ):
        yield "refused", "refused", 1
        return
    distribution: defaultdict[tuple[Fraction, Fraction], Fraction] = defaultdict(Fraction)
    for (_, share_a, share_b), chance in shares(a, b, readings(row, Readings)).items():
        distribution[share_a, share_b] += chance
    for end, chance in sorted(distribution.items()):
        yield *end, chance


def dice(row: Row) -> Iterator[tuple[Cell, ...]]:
    """IDT-1.1 to IDT-1.4, IDT-2.4, IDT-3.1 to IDT-4.1: one die, and what circumstances add."""
    terrain, death, tactic = (
        row[name] == "yes" for name in ("terrain", "certain_death", "tactic_superior")
    )
    added = sum(int(row[name]) for name in ("fanaticism", "deeds", "thwarted_enemy_deeds"))
    failed = int(row["failed_enemy_deeds"]) * (row["reading"] == "R-I9=true")
    ratio = int(Fraction(row["outnumbers"]) / 3)
    yield (1 + terrain + 2 * death + ratio + 2 * tactic + added + failed,)


def aftermath(row: Row) -> Iterator[tuple[Cell, ...]]:
    """IDT-7.1 to IDT-7.7: six hexes, one fewer or more for each class between the parties."""
    name, winner, dead = row["reading"], row["winner"], row["wiped_out"]
    tests = {x: row[f"morale_{x}"] for x in "ab"}
    extra, out = (
        "".join(x for x in "ab" if tests[x].startswith(word)) or None
        for word in ("sensational", "fumble")
    )
    loser = {"a": "b", "b": "a", "draw": "-"}[winner]
    if loser == "-" or (loser in dead and name != "R-I15=true"):
        yield None, 0, extra, out
        return
    base = 8 if name == "R-I7=8" else 6
    counts = tests[winner] != "-" and (name == "R-I11=true" or not (extra or out))
    gap = level(tests[loser]) - level(tests[winner]) if counts else 0
    near, farther = base - max(0, -gap), max(0, gap)
    yield near, 0 if name == "R-I12=capped" else farther, extra, out


def level(test: str) -> int:
    """The class of a morale test; a failure has the lowest, if it has none of its own."""
    return 0 if test == "failure" else int(test.split()[-1])


def choice(row: Row) -> Iterator[tuple[Cell, ...]]:
    """Every way to destroy dice of b is tried; b destroys the highest dice of a."""
    a, b = sides(row)
    first, second = (tuple(map(int, row[f"rolls_{x}"].split())) for x in "ab")
    by_a = sum(face >= destroys_from(a, b, DEFAULT)[0] for face in first)
    by_b = sum(face >= destroys_from(b, a, DEFAULT)[0] for face in second)
    left = sum(sorted(first)[: max(0, a.dice - by_b)])

    def worth(gone: Sequence[int]) -> Fraction:
        if row["goal"] == "result":
            other = sum(second) - sum(second[at] for at in gone)
            return Fraction((left > other) - (left < other) + 1, 2)
        counts = [at < b.steady or row["reading"] != "R-I8=true" for at in gone]
        return min(Fraction(sum(counts), b.steady), Fraction(1))

    falling = sorted(range(b.dice), key=lambda at: -second[at])
    every = combinations(range(b.dice), min(by_a, b.dice))
    yield worth(falling[:by_a]), max(map(worth, every))


TABLES = (
    Table("battle", wins),
    Table("battle_joint", joint, ends=3),
    Table("battle_losses", losses, ends=2),
    Table("battle_dice", dice),
    Table("battle_aftermath", aftermath),
    Table("battle_choice", choice),
)
