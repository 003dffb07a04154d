"""Golden tables of the sudden strike of Paper Tigers."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.golden.form import READING, Cell, Table
from tests.oracles.sudden_strike_brute import (
    DICE,
    Readings,
    Shelter,
    Unsaid,
    course,
    fails,
    jokers_shown,
    mean_strikes,
    strike,
)

SHELTERS: dict[str, Shelter | None] = {
    "-": None,
    "bunker": Shelter(3, 3),
    "dugout": Shelter(2, 2),
    "sandbags": Shelter(1, 2),
    "tank obstacle": Shelter(3, 2),
    "barbed wire": Shelter(1, 2, protects=False),
}
FLIPS: dict[str, dict[str, Any]] = {
    "default": {},
    "R-X1=vehicles_destroyed": {"failed_save": "vehicles_destroyed"},
    "R-X4=false": {"save_as_structure_falls": False},
    "R-X6=false": {"ends_though_structure_saves": False},
    "R-X7=round": {"lost": "round"},
    "R-X8=true": {"dice_drop": True},
    "R-X9=unspecified": {"armour_inside": "unspecified"},
}
UNNAMED = ("gun_crew", "small_team", "officer")


def save_rows() -> Iterator[tuple[Cell, ...]]:
    for kind, dice in DICE.items():
        yield "default", kind, 1 - fails(dice)
    for kind, dice in DICE.items():
        unsaid = kind in UNNAMED
        yield "R-X5=unspecified", kind, "unspecified" if unsaid else 1 - fails(dice)


def strike_rows() -> Iterator[tuple[Cell, ...]]:
    places = (("-", 0), ("bunker", 0), ("bunker", 2), ("sandbags", 0), ("barbed wire", 0))
    units = (("infantry", 0), ("infantry", 1), ("tank", 0), ("armoured_vehicle", 0))
    for name, (place, damage), (kind, hits) in product(FLIPS, places, units):
        if name == "R-X9=unspecified" and kind == "infantry":  # not about infantry
            continue
        shelter = SHELTERS[place]
        shelter = shelter and shelter._replace(damage=damage)
        try:
            distribution = strike(kind, hits, shelter, Readings(**FLIPS[name]))
        except Unsaid:
            yield name, kind, hits, place, damage, "-", None, None, "-", "unspecified"
            continue
        for after, chance in distribution.items():
            lost = after.lost or "nothing"
            value = None if shelter is None else after.value
            yield name, kind, hits, place, damage, after.fate, after.hits, value, lost, chance


STRIKES = 5


def siege_rows() -> Iterator[tuple[Cell, ...]]:
    units = (("infantry", 0), ("infantry", 1), ("tank", 0))
    for name, place, (kind, hits) in product(FLIPS, ("bunker", "sandbags"), units):
        if name in ("R-X6=false", "R-X7=round"):  # about activations, not about losses
            continue
        if name == "R-X9=unspecified":  # no answer for the tank, no change for infantry
            continue
        shelter, readings = SHELTERS[place], Readings(**FLIPS[name])
        assert shelter is not None
        ends = course(kind, hits, shelter, readings, STRIKES)
        lasts = (*ends.unit[1:], *ends.structure[1:])
        yield name, kind, hits, place, *lasts, mean_strikes(kind, hits, shelter, readings)


def jokers_rows() -> Iterator[tuple[Cell, ...]]:
    readings = ("when_used_up", "every_round", "when_a_joker_shows")
    sizes = ((1, 3, 1), (1, 2, 3), (2, 2, 2), (2, 4, 1), (3, 2, 2))
    for reading, (jokers, activations, rounds) in product(readings, sizes):
        name = "default" if reading == "when_used_up" else f"R-X3={reading}"
        distribution = jokers_shown(4 + jokers, jokers, activations, rounds, reading)
        for strikes, chance in sorted(distribution.items()):
            yield name, 4, jokers, activations, rounds, strikes, chance
    for name, jokers in (("default", 2), ("R-X2=3", 3)):
        for units in (1, 2):
            distribution = jokers_shown(52 + jokers, jokers, units, 1, "when_used_up")
            for strikes, chance in sorted(distribution.items()):
                yield name, 52, jokers, units, 1, strikes, chance


KIND = {
    "kind": "the unit",
    "hits": "hits that it carries already",
    "structure": "what it is in; - in the open",
}
SAVE = Table(
    "sudden_strike_save",
    "Paper Tigers: saves against a sudden strike, clauses PT-X2 and PT-X3",
    {
        "reading": READING,
        "kind": "the unit",
        "chance": 'chance of a save; "unspecified": by this reading the source does not say',
    },
    2,
    save_rows,
)
STRIKE = Table(
    "sudden_strike",
    "Paper Tigers: one sudden strike, clauses PT-X1 to PT-X7",
    {
        "reading": READING,
        **KIND,
        "damage": "damage markers on the structure",
        "fate": "what becomes of the unit",
        "hits_after": "its hits then; 2 remove it",
        "value_after": "value of the structure then",
        "lost": "what it loses: nothing, its activation, or the round",
        "chance": (
            'chance of this end; all others have chance 0; "unspecified", in a line without an end:'
            " by this reading the source does not say"
        ),
    },
    9,
    strike_rows,
    ("bunker: value 3, 3 dice; sandbags: value 1, 2 dice; barbed wire: value 1, no protection.",),
)
SIEGE = Table(
    "sudden_strike_siege",
    "Paper Tigers: strike after strike, clauses PT-X4 to PT-X7",
    {
        "reading": READING,
        **KIND,
        **{f"unit_{n}": "chance that it goes" for n in range(1, STRIKES + 1)},
        **{f"structure_{n}": "chance that it falls" for n in range(1, STRIKES + 1)},
        "mean": "expected number of the strike that removes the unit",
    },
    4,
    siege_rows,
    (f"unit_1 to unit_{STRIKES}: the unit is removed by exactly this strike.",
     f"structure_1 to structure_{STRIKES}: the structure falls by exactly this strike; once its",
     "unit is removed, another of the same kind takes its place."),
)  # fmt: skip
JOKERS = Table(
    "sudden_strike_jokers",
    "Paper Tigers: how many sudden strikes a force suffers, clause PT-X1",
    {
        "reading": READING,
        "cards": "cards in the deck that are no jokers",
        "jokers": "jokers in it",
        "activations": "cards drawn for the force in every round",
        "rounds": "rounds",
        "strikes": "jokers shown",
        "chance": "chance of so many; all other numbers have chance 0",
    },
    6,
    jokers_rows,
)
TABLES = (SAVE, STRIKE, SIEGE, JOKERS)
