"""Golden tables of the sudden strike of Paper Tigers."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.golden.form import Cell
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
    "R-X10=undamaged": {"shields": "undamaged"},
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


TABLES = {
    "sudden_strike_save": save_rows,
    "sudden_strike": strike_rows,
    "sudden_strike_siege": siege_rows,
    "sudden_strike_jokers": jokers_rows,
}
