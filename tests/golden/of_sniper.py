"""Golden tables of the snipers of Paper Tigers."""

from collections.abc import Iterator
from fractions import Fraction

from tests.golden.form import Cell, Row, Table, readings
from tests.oracles.chances import reaching
from tests.oracles.sniper_brute import Card, Hunt, Readings, hard_to_find, moved, sight

DICE = {"red": 3, "black": 2}
ATTEMPTS, SHOTS = 8, 6


def pack(row: Row) -> tuple[Card, ...]:
    """A whole pack of cards, and jokers."""
    court = (10, 10, 10, 11) if row["reading"].startswith("R-S2=") else (11, 12, 13, 14)
    cards = (value for value in (*range(2, 11), *court) for _ in range(4))
    return (*cards, *["joker"] * int(row["jokers"]))


def hunt(row: Row, *shot: int) -> Hunt:
    """In a small pile, named by its cards."""
    pile = tuple("joker" if each == "joker" else int(each) for each in row["pile"].split())
    return Hunt(pile, int(row["markers"]), readings(row, Readings), *shot)


def hit(row: Row) -> Iterator[tuple[Cell, ...]]:
    yield (reaching(int(row["value"]), DICE[row["colour"]]),)


def spotted(row: Row) -> Iterator[tuple[Cell, ...]]:
    kind, cards = row["kind"], pack(row)
    if row["reading"] == "R-S13=own" and kind in ("officer", "observer", "sniper"):
        yield ("unspecified",)
        return
    whole = Hunt(cards, readings=readings(row, Readings))
    yield (sum((p * whole.success(card, kind) for p, card, _ in whole.draws(cards)), Fraction(0)),)


def search(row: Row) -> Iterator[tuple[Cell, ...]]:
    kind, looked = row["kind"], hunt(row)
    yield *looked.search([kind] * ATTEMPTS)[1:], looked.mean_attempts(kind)


def duel(row: Row) -> Iterator[tuple[Cell, ...]]:
    shots = hunt(row, DICE[row["colour"]], int(row["value"]))
    yield *shots.duel(row["kind"], SHOTS)[1:], shots.mean_shots(row["kind"])


def effect(row: Row) -> Iterator[tuple[Cell, ...]]:
    """PT-S1 to PT-S3: a hit damages; on a damaged unit it is the second."""
    kind = row["kind"]
    removed = row["hits"] == "1" and row["reading"] != "R-S7=false"
    tests: Cell = not removed and (kind == "infantry" or row["reading"] == "R-S10=all_targets")
    if not removed and not tests and kind in ("officer", "observer"):
        tests = "unspecified"  # whether they are infantry
    yield removed, True, tests


def seen(row: Row) -> Iterator[tuple[Cell, ...]]:
    """PT-S7: who needs 2 more to spot what is barely visible."""
    read = readings(row, Readings)
    yield sight(row["kind"], read), hard_to_find(row["kind"], read, found=True)


def move(row: Row) -> Iterator[tuple[Cell, ...]]:
    """PT-S5: four markers when he moves; and if some are out?"""
    lie = moved(int(row["out"]), int(row["markers"]), readings(row, Readings))
    yield len(lie[0]), Fraction(sum(each[0] == "green" for each in lie), len(lie))


TABLES = (
    Table("sniper_hit", hit),
    Table("sniper_spotting", spotted),
    Table("sniper_search", search),
    Table("sniper_duel", duel),
    Table("sniper_effect", effect),
    Table("sniper_sight", seen),
    Table("sniper_move", move),
)
