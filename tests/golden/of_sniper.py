"""Golden tables of the snipers of Paper Tigers."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from tests.golden.form import Cell
from tests.oracles.sniper_brute import Card, Hunt, Readings, hard_to_find, moved, reaching, sight

KINDS = ("infantry", "crew", "small_team", "officer", "observer", "sniper")
PLAIN_COURT, FLAT_COURT = (11, 12, 13, 14), (10, 10, 10, 11)
JOKER_READINGS = ("R-S3=fail", "R-S3=redraw")

FLIPS: dict[str, dict[str, Any]] = {
    "default": {},
    "R-S1=false": {"hit_target_spots": False},
    "R-S4=returned": {"drawing": "returned"},
    "R-S5=after_a_hit": {"markers_laid": "after_a_hit"},
    "R-S6=false": {"crews_raised": False},
    "R-S8=new_each_shot": {"markers_stay": "new_each_shot"},
    "R-S9=elimination": {"found_by": "elimination"},
    "R-S14=another": {"raise_for_him": "another"},
    "R-S3=fail": {"jokers": "fail"},
    "R-S3=redraw": {"jokers": "redraw"},
}


def pack(court: tuple[int, ...] = PLAIN_COURT, jokers: int = 0) -> tuple[Card, ...]:
    """A whole pack of cards."""
    values = (*range(2, 11), *court)
    return (*(value for value in values for _ in range(4)), *["joker"] * jokers)


def pile(name: str) -> tuple[Card, ...]:
    """Small piles, named by their cards."""
    return tuple("joker" if each == "joker" else int(each) for each in name.split())


def hit_rows() -> Iterator[tuple[Cell, ...]]:
    for colour, dice in (("red", 3), ("black", 2)):
        for value in range(2, 20):
            yield colour, value, reaching(value, dice)


def spot_rows() -> Iterator[tuple[Cell, ...]]:
    cases: list[tuple[str, tuple[Card, ...], dict[str, Any]]] = [
        ("default", pack(), {}),
        ("R-S2=(10, 10, 10, 11)", pack(FLAT_COURT), {}),
        ("R-S6=false", pack(), FLIPS["R-S6=false"]),
        ("R-S13=own", pack(), {}),
        ("R-S14=another", pack(), FLIPS["R-S14=another"]),
        *((name, pack(jokers=2), FLIPS[name]) for name in JOKER_READINGS),
    ]
    for (name, cards, readings), kind in product(cases, KINDS):
        hunt = Hunt(cards, 4, Readings(**readings))
        jokers = cards.count("joker")
        if name == "R-S13=own" and kind in ("officer", "observer", "sniper"):
            yield name, kind, cards.count("joker"), "unspecified"
            continue
        chances = [p * hunt.success(card, kind) for p, card, _ in hunt.draws(cards)]
        yield name, kind, jokers, sum(chances[1:], chances[0])


SMALL = "4 4 4 4 9 9 9 9"
WITH_JOKERS = "5 5 5 5 joker"
SIXES = "6 6 6 6"
ATTEMPTS, SHOTS = 8, 6


def search_rows() -> Iterator[tuple[Cell, ...]]:
    for name, kind, markers in product(FLIPS, ("crew", "officer"), (2, 4)):
        if name in ("R-S1=false", "R-S5=after_a_hit"):  # about shots, not about attempts
            continue
        cards = WITH_JOKERS if name in JOKER_READINGS else SMALL
        hunt = Hunt(pile(cards), markers, Readings(**FLIPS[name]))
        hidden = hunt.search([kind] * ATTEMPTS)
        yield name, cards, markers, kind, *hidden[1:], hunt.mean_attempts(kind)


def duel_rows() -> Iterator[tuple[Cell, ...]]:
    for name, (colour, value) in product(FLIPS, (("red", 10), ("black", 8))):
        if name == "R-S4=returned":  # four like cards come back or not: all one
            continue
        cards = WITH_JOKERS if name in JOKER_READINGS else SIXES
        dice = 3 if colour == "red" else 2
        hunt = Hunt(pile(cards), 3, Readings(**FLIPS[name]), dice, value)
        hidden, _ = hunt.duel("crew", SHOTS)
        yield name, cards, 3, colour, value, "crew", *hidden[1:], hunt.mean_shots("crew")


def effect_rows() -> Iterator[tuple[Cell, ...]]:
    """PT-S1 to PT-S3: a hit damages; on a damaged unit it is the second."""
    readings = ("default", "R-S7=false", "R-S10=all_targets")
    for name, kind, hits in product(readings, KINDS, (0, 1)):
        removed = hits == 1 and name != "R-S7=false"
        tests: Cell = not removed and (kind == "infantry" or name == "R-S10=all_targets")
        if not removed and not tests and kind in ("officer", "observer"):
            tests = "unspecified"  # whether they are infantry
        yield name, kind, hits, removed, True, tests


def sight_rows() -> Iterator[tuple[Cell, ...]]:
    """PT-S7: who needs 2 more to spot what is barely visible."""
    for name, readings in (
        ("default", Readings()),
        ("R-S6=false", Readings(crews_raised=False)),
        ("R-S11=specialists", Readings(sharp_eyes="specialists")),
        ("R-S14=another", Readings(raise_for_him="another")),
    ):
        for kind in KINDS:
            found = hard_to_find(kind, readings, found=True)
            yield name, kind, sight(kind, readings), found


def move_rows() -> Iterator[tuple[Cell, ...]]:
    """PT-S5: four markers when he moves; and if some are out?"""
    for name, readings in (
        ("default", Readings()),
        ("R-S12=green_moves", Readings(later_move="green_moves")),
    ):
        for markers, out in product((4, 3), range(5)):
            if out > markers:
                continue
            lie = moved(out, markers, readings)
            green = Fraction(sum(row[0] == "green" for row in lie), len(lie))
            yield name, markers, out, len(lie[0]), green


TABLES = {
    "sniper_hit": hit_rows,
    "sniper_spotting": spot_rows,
    "sniper_search": search_rows,
    "sniper_duel": duel_rows,
    "sniper_effect": effect_rows,
    "sniper_sight": sight_rows,
    "sniper_move": move_rows,
}
