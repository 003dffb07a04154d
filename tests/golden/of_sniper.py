"""Golden tables of the snipers of Paper Tigers."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.golden.form import Cell, Row, Table
from tests.oracles.sniper_brute import Card, Hunt, Readings, hard_to_find, moved, reaching, sight

DICE = {"red": 3, "black": 2}
FLIPS: dict[str, dict[str, Any]] = {
    "default": {},
    "R-S1=false": {"hit_target_spots": False},
    "R-S4=returned": {"drawing": "returned"},
    "R-S5=after_a_hit": {"markers_laid": "after_a_hit"},
    "R-S6=false": {"crews_raised": False},
    "R-S8=new_each_shot": {"markers_stay": "new_each_shot"},
    "R-S9=elimination": {"found_by": "elimination"},
    "R-S11=specialists": {"sharp_eyes": "specialists"},
    "R-S12=green_moves": {"later_move": "green_moves"},
    "R-S14=another": {"raise_for_him": "another"},
    "R-S3=fail": {"jokers": "fail"},
    "R-S3=redraw": {"jokers": "redraw"},
}
ATTEMPTS, SHOTS = 8, 6


def readings(row: Row) -> Readings:
    return Readings(**FLIPS.get(row["reading"], {}))


def pack(row: Row) -> tuple[Card, ...]:
    """A whole pack of cards, and jokers."""
    court = (10, 10, 10, 11) if row["reading"].startswith("R-S2=") else (11, 12, 13, 14)
    cards = (value for value in (*range(2, 11), *court) for _ in range(4))
    return (*cards, *["joker"] * int(row["jokers"]))


def hunt(row: Row, *shot: int) -> Hunt:
    """In a small pile, named by its cards."""
    pile = tuple("joker" if each == "joker" else int(each) for each in row["pile"].split())
    return Hunt(pile, int(row["markers"]), readings(row), *shot)


def hit(row: Row) -> Iterator[tuple[Cell, ...]]:
    yield (reaching(int(row["value"]), DICE[row["colour"]]),)


def spotted(row: Row) -> Iterator[tuple[Cell, ...]]:
    kind, cards = row["kind"], pack(row)
    if row["reading"] == "R-S13=own" and kind in ("officer", "observer", "sniper"):
        yield ("unspecified",)
        return
    whole = Hunt(cards, readings=readings(row))
    yield (sum((p * whole.success(card, kind) for p, card, _ in whole.draws(cards)), Fraction(0)),)


def search(row: Row) -> Iterator[tuple[Cell, ...]]:
    kind, looked = row["kind"], hunt(row)
    yield *looked.search([kind] * ATTEMPTS)[1:], looked.mean_attempts(kind)


def duel(row: Row) -> Iterator[tuple[Cell, ...]]:
    shots = hunt(row, DICE[row["colour"]], int(row["value"]))
    yield *shots.duel(row["kind"], SHOTS)[0][1:], shots.mean_shots(row["kind"])


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
    read = readings(row)
    yield sight(row["kind"], read), hard_to_find(row["kind"], read, found=True)


def move(row: Row) -> Iterator[tuple[Cell, ...]]:
    """PT-S5: four markers when he moves; and if some are out?"""
    lie = moved(int(row["out"]), int(row["markers"]), readings(row))
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
