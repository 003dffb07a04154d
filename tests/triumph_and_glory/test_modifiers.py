"""The modifiers of a shock, against the rules written down a second time."""

from itertools import permutations, product
from typing import Any

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    Modifier,
    charge_drm,
    cohesion_drm,
    position_drm,
    pursuit_drm,
    ratio_drm,
    signed,
)
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Through
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from tests.in_turn import in_turn

HEAVY, LIGHT, UNKNOWN = (Cavalry(f"{x}", 5, heavy=x) for x in (True, False, None))
FOOT, GUN = Infantry("foot", 5), Artillery("gun", 9)


@pytest.mark.rule("TG-9.81-7")
@in_turn(
    ("attack", "defence", "drm"),
    [
        (4, 1, 4), (400, 1, 4), (39, 10, 3), (3, 1, 3), (29, 10, 2), (2, 1, 2), (19, 10, 1),
        (3, 2, 1), (14, 10, 0), (1, 1, 0), (9, 10, -1), (2, 3, -1), (6, 10, -2), (1, 2, -2),
        (4, 10, -3), (1, 3, -3), (3, 10, -4), (1, 4, -4), (1, 400, -4),
    ],
)  # fmt: skip
def test_ratio(attack: int, defence: int, drm: int) -> None:
    assert ratio_drm(attack, defence) == drm
    assert ratio_drm(attack, defence, SECONDARY) == drm


@pytest.mark.rule("R-N2")
def test_cohesion_of_the_disordered() -> None:
    unrated = Infantry("Y", 6, order=Order.DISORDERED)
    rated = Infantry("Y", 6, cohesion_disordered=3, order=Order.DISORDERED)
    lower = Rulings(disordered_cohesion="one_lower")
    given_only = Rulings(disordered_cohesion="must_be_given")
    attackers = [Cavalry("B", 4, cohesion_disordered=0)]
    assert cohesion_drm(attackers, [unrated], lower) == 4 - 5
    assert cohesion_drm(attackers, [rated]) == cohesion_drm(attackers, [rated], given_only) == 4 - 3
    with pytest.raises(UnspecifiedBySource, match="'Y'"):
        cohesion_drm(attackers, [unrated], given_only)
    assert cohesion_drm([Cavalry("C", 0, order=Order.DISORDERED)], [FOOT], lower) == -5
    assert cohesion_drm(attackers, [Infantry("Z", 5, order=Order.SQUARE)]) == 4 - 5


@pytest.mark.parametrize("units", [[], [GUN]])
def test_a_side_without_troops_has_no_cohesion(units: list[Unit]) -> None:
    with pytest.raises(UnspecifiedBySource, match=r"^cohesion of attackers"):
        cohesion_drm(units, [FOOT])
    with pytest.raises(UnspecifiedBySource, match=r"^cohesion of defenders"):
        cohesion_drm([HEAVY], units)


@pytest.mark.rule("TG-9.83")
def test_charge() -> None:
    """All mixtures of up to four units: one heavy one is enough, and more do not add up."""
    for size in range(5):
        for kinds in product([HEAVY, LIGHT, UNKNOWN], repeat=size):
            if HEAVY in kinds:
                assert charge_drm(kinds) == 3
            elif UNKNOWN in kinds:
                with pytest.raises(UnspecifiedBySource, match=r"whether 'None'.* is heavy"):
                    charge_drm(kinds)
            else:
                assert charge_drm(kinds) == (1 if kinds else 0)


def test_charge_names_each_unit_of_unknown_kind() -> None:
    unknown = [Cavalry("Hussars", 5), LIGHT, Cavalry("Guard", 7)]
    with pytest.raises(UnspecifiedBySource, match="whether 'Hussars', 'Guard' is heavy"):
        charge_drm(iter(unknown))


DEFENDERS: list[tuple[Unit, str]] = [
    (FOOT, "rear"),
    (GUN, "rear"),
    (HEAVY, "front"),
    (HEAVY.ordered(Order.DISORDERED), "rear"),
    (FOOT.ordered(Order.DISORDERED), "rear"),
]


@in_turn(("defender", "flank"), DEFENDERS)
def test_position(defender: Unit, flank: str) -> None:
    """Every mixture of up to three attacking hexes; ``flank`` is what the flank hexes count as."""
    kinds: list[tuple[Through, bool]] = [
        (through, elsewhere)
        for through in ("front", "flank", "rear")
        for elsewhere in (True, False)
    ]
    for size in range(4):
        for attacks in product(kinds, repeat=size):
            sides = {
                flank if through == "flank" else through
                for through, elsewhere in attacks
                if not (elsewhere and "rear" in (through, flank if through == "flank" else ""))
            }
            expected = {"rear"} <= sides and (3 if "front" in sides else 2)
            assert position_drm(attacks, [defender]) == int(expected), attacks


@pytest.mark.rule("TG-9.85h")
def test_a_square_has_no_rear() -> None:
    square = [FOOT.ordered(Order.SQUARE), GUN.ordered(Order.SQUARE)]
    sides: tuple[Through, ...] = ("front", "flank", "rear")
    for attacks in permutations([(side, False) for side in sides]):
        assert position_drm(attacks, square) == 0
        assert position_drm(attacks, [FOOT, GUN]) == 3


@pytest.mark.rule("TG-9.87e", "R-N6")
@pytest.mark.parametrize(
    ("reading", "drms"),
    [
        ("cumulative", [-1, -2, -3, -4, -5]),
        ("first_free", [0, -1, -2, -3, -4]),
        ("flat", [-1, -1, -1, -1, -1]),
    ],
)
def test_pursuit(reading: Any, drms: list[int]) -> None:
    rulings = Rulings(pursuit_penalty=reading)
    assert [pursuit_drm(number, rulings) for number in range(1, 6)] == drms


def test_how_modifiers_are_written() -> None:
    heavy = Modifier("heavy cavalry that charged", 3, ("TG-9.83",))
    assert str(heavy) == "+3 heavy cavalry that charged"
    assert str(Modifier("square", -2, ("TG-9.85f",))) == "−2 square"
    assert (
        str(Modifier("strength ratio", 0, secondary=True)) == "0 strength ratio (secondary source)"
    )
    assert list(map(signed, (-12, -1, 0, 1, 12))) == ["−12", "−1", "0", "+1", "+12"]
