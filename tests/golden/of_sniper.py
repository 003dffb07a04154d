"""Golden tables of the snipers of Paper Tigers."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from tests.golden.form import READING, Cell, Table
from tests.oracles.sniper_brute import Card, Hunt, Readings, moved, reaching, sight

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
        *((name, pack(jokers=2), FLIPS[name]) for name in JOKER_READINGS),
    ]
    for (name, cards, readings), kind in product(cases, KINDS):
        hunt = Hunt(cards, 4, Readings(**readings))
        jokers = cards.count("joker")
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
        ("R-S11=specialists", Readings(sharp_eyes="specialists")),
    ):
        for kind in KINDS:
            yield name, kind, sight(kind, readings)


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


PILE = {
    "pile": "the cards of the pile, which is dealt to its end and shuffled again",
    "markers": "markers that are laid; one of them is the sniper",
}
HIT = Table(
    "sniper_hit",
    "Paper Tigers: the sniper's shot, clauses PT-S8 to PT-S10",
    {"colour": "colour of the sniper's card", "value": "its value", "chance": "chance to hit"},
    2,
    hit_rows,
)
SPOT = Table(
    "sniper_spotting",
    "Paper Tigers: the first attempt to spot a sniper, clauses PT-S11 to PT-S13",
    {
        "reading": READING,
        "kind": "who tries",
        "jokers": "jokers added to the pack of 52 cards",
        "chance": "chance to spot (which is not yet to find) with the first card of a full pack",
    },
    3,
    spot_rows,
)
SEARCH = Table(
    "sniper_search",
    "Paper Tigers: attempt after attempt to find a sniper, clauses PT-S11 to PT-S15",
    {
        "reading": READING,
        **PILE,
        "kind": "who tries, every time",
        **{f"hidden_{n}": "chance that he is still hidden" for n in range(1, ATTEMPTS + 1)},
        "mean": "expected number of the attempt that finds him",
    },
    4,
    search_rows,
    (f"hidden_1 to hidden_{ATTEMPTS}: after so many attempts. By R-S8=new_each_shot the markers",
     "are laid anew before every attempt."),
)  # fmt: skip
DUEL = Table(
    "sniper_duel",
    "Paper Tigers: a sniper who shoots until he is found, clauses PT-S1 to PT-S15",
    {
        "reading": READING,
        **PILE,
        "colour": "colour of the sniper's card",
        "value": "its value",
        "kind": "the units that he shoots at; each tries once to spot him, as its reading allows",
        **{f"hidden_{n}": "chance that he is still hidden" for n in range(1, SHOTS + 1)},
        "mean": "expected number of the shot after which he is found",
    },
    6,
    duel_rows,
    (f"hidden_1 to hidden_{SHOTS}: after so many shots.",),
)
EFFECT = Table(
    "sniper_effect",
    "Paper Tigers: what a sniper's hit does, clauses PT-S1 to PT-S3",
    {
        "reading": READING,
        "kind": "the unit that is hit",
        "hits": "hits that it carries already",
        "removed": "whether it is removed",
        "loses_activations": "whether it loses its activations",
        "must_recover": (
            'whether it must take a recovery test; "unspecified": the source does not say'
        ),
    },
    3,
    effect_rows,
)
SIGHT = Table(
    "sniper_sight",
    "Paper Tigers: spotting a barely visible target, such as a sniper who has been found, PT-S7",
    {"reading": READING, "kind": "who tries", "raise": "what the card is raised by"},
    2,
    sight_rows,
)
MOVE = Table(
    "sniper_move",
    "Paper Tigers: the markers after a move of the sniper, clauses PT-S5 and PT-S6",
    {
        "reading": READING,
        "markers": "markers that are laid at a time; one of them is the sniper",
        "out": "markers that are out before the move",
        "then_out": "markers that are out after it",
        "chance": "chance that the next success finds him",
    },
    3,
    move_rows,
)
TABLES = (HIT, SPOT, SEARCH, DUEL, EFFECT, SIGHT, MOVE)
