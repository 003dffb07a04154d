"""Golden tables of the sudden strike of Paper Tigers."""

from collections.abc import Iterator

from tests.golden.form import Cell, Row, Table, readings
from tests.oracles.sudden_strike_brute import (
    DICE,
    SHELTERS,
    Readings,
    Unsaid,
    course,
    fails,
    jokers_shown,
    mean_strikes,
    strike,
)

UNNAMED = ("gun_crew", "small_team", "officer")
STRIKES = 5


def saves(row: Row) -> Iterator[tuple[Cell, ...]]:
    unsaid = row["reading"] == "R-X5=unspecified" and row["kind"] in UNNAMED
    yield ("unspecified" if unsaid else 1 - fails(DICE[row["kind"]]),)


def struck(row: Row) -> Iterator[tuple[Cell, ...]]:
    shelter = SHELTERS.get(row["structure"])
    shelter = shelter and shelter._replace(damage=int(row["damage"]))
    try:
        ends = strike(row["kind"], int(row["hits"]), shelter, readings(row, Readings))
    except Unsaid:
        yield "-", None, None, "-", "unspecified"
        return
    for after, chance in ends.items():
        value = None if shelter is None else after.value
        yield after.fate, after.hits, value, after.lost or "nothing", chance


def siege(row: Row) -> Iterator[tuple[Cell, ...]]:
    who = row["kind"], int(row["hits"]), SHELTERS[row["structure"]], readings(row, Readings)
    ends = course(*who, STRIKES)
    yield *ends.unit[1:], *ends.structure[1:], mean_strikes(*who)


def jokers(row: Row) -> Iterator[tuple[Cell, ...]]:
    reading = row["reading"].removeprefix("R-X3=") if "R-X3" in row["reading"] else "when_used_up"
    cards, count, activations, rounds = (
        int(row[name]) for name in ("cards", "jokers", "activations", "rounds")
    )
    yield from sorted(jokers_shown(cards + count, count, activations, rounds, reading).items())


TABLES = (
    Table("sudden_strike_save", saves),
    Table("sudden_strike", struck, ends=4),
    Table("sudden_strike_siege", siege),
    Table("sudden_strike_jokers", jokers, ends=1),
)
