"""The quick reference: every cell with a chance, recomputed from the words of its table."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from rules_lib.notebook.quick_reference.sheet import Cell, Sheet
from tests.notebook.sheets import (
    battle_sheet,
    cavalry_sheet,
    grid,
    melee_sheet,
    sniper_sheet,
    strike_sheet,
)
from tests.oracles import sniper_counts
from tests.oracles import sudden_strike_brute as striking
from tests.oracles.battle_brute import Side
from tests.oracles.sudden_strike_brute import DICE, Readings, fails
from tests.shown_right import charges, games
from tests.shown_right.conftest import Held

pytestmark = pytest.mark.slow
Right = Callable[[str, str], tuple[Fraction, ...] | Fraction | str | None]
"""From the words of a row and of a column to what belongs there; None: it is held elsewhere."""
DEFAULT = Readings()


def hold_grid(held: Held, sheet: Sheet, caption: str, right: Right, *, up_to: int = 99) -> None:
    """Each cell has what belongs there."""
    found = grid(sheet, caption)
    for name, *cells in found.rows:
        for column, cell in list(zip(found.head[1:], cells, strict=True))[:up_to]:
            hold_cell(held, cell, right(str(name), column), (caption, name, column))


def hold_cell(
    held: Held, cell: Cell, exact: tuple[Fraction, ...] | Fraction | str | None, where: object
) -> None:
    if exact is None or isinstance(exact, str):
        assert exact is None or cell == exact, where
    elif isinstance(exact, tuple):
        assert isinstance(cell, tuple), where
        for shown, chance in zip(cell, exact, strict=True):
            held.chance(shown, chance, where)
    elif isinstance(cell, str):
        held.number(cell, exact, where)
    else:
        assert isinstance(cell, Fraction), where
        held.chance(cell, exact, where)


DEFENDERS = {
    "a red card:": "",
    "a black card:": "",
    "a small team with a red card:": "small team ",
    "a red card in cover:": "in cover ",
}


@pytest.mark.parametrize("defender", DEFENDERS)
def test_melees(held: Held, defender: str) -> None:
    def right(attacker: str, column: str) -> tuple[Fraction, ...]:
        ends = games.fight(games.unit(attacker), games.unit(DEFENDERS[defender] + column))
        return ends["attacker_wins"], ends["defender_wins"]

    hold_grid(held, melee_sheet(), f"A red card charges {defender}", right)


def test_searches(held: Held) -> None:
    def found(attempts: str, column: str) -> Fraction | None:
        kind = "infantry" if column == "+2" else "officer"
        if not attempts.isdigit():
            return None
        return 1 - sniper_counts.hidden(int(attempts), kind)

    hold_grid(held, sniper_sheet(), "Is he found within", found)
    means = grid(sniper_sheet(), "Is he found within").rows[-1]
    if not str(means[0]).isdigit():
        for cell, kind in zip(means[1:], ("infantry", "officer"), strict=True):
            assert isinstance(cell, str)
            held.number(cell, sniper_counts.average_attempts(kind), kind)


def test_strikes(held: Held) -> None:
    def saves(name: str, column: str) -> Fraction:
        kind = games.kind(name)
        if column == "gone by strike":
            return striking.mean_strikes(kind, 0, None, DEFAULT)
        return Fraction(DICE[kind]) if column == "dice" else 1 - fails(DICE[kind])

    hold_grid(held, strike_sheet(), "Does the unit save itself?", saves)

    def jokers(activations: str, column: str) -> Fraction:
        distribution = striking.jokers_shown(54, 2, int(activations), 1, "when_used_up")
        mean = Fraction(2 * int(activations), 54)
        rest = {
            "none": distribution[0],
            "one": distribution[1],
            "more": distribution.get(2, Fraction(0)),
            "mean": mean,
        }
        return rest[column]

    hold_grid(held, strike_sheet(), "How many strikes", jokers)


@pytest.mark.parametrize("unit", ["infantry", "an armoured vehicle", "a tank with strong armour"])
def test_strikes_inside(held: Held, unit: str) -> None:
    kind = games.kind(unit.replace("a tank with strong armour", "heavy tank"))

    def right(place: str, column: str) -> Fraction:
        shelter = striking.SHELTERS.get(place)
        assert shelter or "open" in place
        if column == "gone by strike":
            return striking.mean_strikes(kind, 0, shelter, DEFAULT)
        fates = striking.fates(kind, 0, shelter, DEFAULT)
        parts = {
            "structure holds": ("unaffected",),
            "own save": ("saved",),
            "hit or gone": ("hit", "removed"),
        }
        return sum((fates.get(each, Fraction(0)) for each in parts[column]), Fraction(0))

    hold_grid(held, strike_sheet(), f"One strike at {unit}", right)


def test_structures(held: Held) -> None:
    def right(name: str, column: str) -> Fraction | str | None:
        shelter = striking.SHELTERS[name]
        if column in ("value", "dice"):
            return Fraction(shelter.value if column == "value" else shelter.dice)
        if not shelter.protects:
            return None
        failed = fails(shelter.dice)
        return 1 - failed if column == "holds" else shelter.value / failed

    hold_grid(held, strike_sheet(), "Does the structure hold?", right)


def test_battles(held: Held) -> None:
    def won(superior: bool) -> Right:
        return lambda own, enemy: games.wins(Side(int(own), superior=superior), Side(int(enemy)))[
            "a"
        ]

    hold_grid(held, battle_sheet(), "Do you win? Your dice", won(False))
    hold_grid(held, battle_sheet(), "Do you win if you are superior?", won(True))
    hold_grid(
        held,
        battle_sheet(),
        "How much of your troops",
        lambda own, enemy: games.average_loss(Side(int(own)), Side(int(enemy))),
    )


def test_charges(held: Held) -> None:
    """Cavalry of cohesion 6, as strong as the infantry, on clear ground; nobody else reacts."""

    def right(cohesion: str, column: str) -> Fraction:
        scene = charges.one(
            charges.rider("A", "heavy", 6), charges.foot("Y", int(cohesion)), clear=True
        )
        tries, recall = "tries" in column, "recall" in column
        return charges.decided(scene, square=tries, recall=recall).surely(charges.left("Y"))

    hold_grid(held, cavalry_sheet(), "Heavy cavalry charges infantry", right)
