"""The modifiers of a shock, against the rules written down a second time."""

from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import RulesError, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    SQUARE_DRM,
    Modifier,
    Through,
    charge_drm,
    cohesion_drm,
    position_drm,
    pursuit_drm,
    ratio_drm,
    signed,
)
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from tests.hostile import NO_BOOL, NO_LIST, NO_OBJECT, NO_WHOLE_NUMBER, refuses
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


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 10**16))
def test_ratio_is_the_greatest_one_reached(attack: int, defence: int, times: int) -> None:
    """The columns as fractions; between two of them the lower one, which favours the defender."""
    columns = {"4": 4, "3": 3, "2": 2, "3/2": 1, "1": 0, "2/3": -1, "1/2": -2, "1/3": -3}
    reached = [x for x in map(Fraction, columns) if x <= Fraction(attack, defence)]
    drms = {Fraction(ratio): drm for ratio, drm in columns.items()}
    expected = drms[max(reached)] if reached else -4
    assert ratio_drm(attack, defence) == ratio_drm(attack * times, defence * times) == expected
    assert ratio_drm(attack + 1, defence) >= expected >= ratio_drm(attack, defence + 1)


@pytest.mark.rule("TG-9.81-7", "R-N2")
@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=3),
    st.lists(st.integers(0, 9), min_size=1, max_size=3),
    st.integers(0, 9),
)
def test_cohesion_is_best_against_best(mine: list[int], yours: list[int], gun: int) -> None:
    attackers = [Cavalry(f"a{i}", c) for i, c in enumerate(mine)]
    defenders = [Infantry(f"d{i}", c) for i, c in enumerate(yours)]
    gunners = [Artillery("gun", gun)]
    expected = sorted(mine)[-1] - sorted(yours)[-1]
    assert cohesion_drm(attackers, defenders) == expected
    assert cohesion_drm([*attackers, *gunners], [*gunners, *defenders]) == expected


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


@pytest.mark.rule("TG-9.85f")
def test_square() -> None:
    assert SQUARE_DRM == -2


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


def test_position_by_hand() -> None:
    assert position_drm([("front", False)], [FOOT]) == 0
    assert position_drm([("rear", False), ("rear", False)], [FOOT]) == 2
    assert position_drm([("front", True), ("rear", False)], [FOOT]) == 3, "3, not 2 and 3"
    assert position_drm([("front", False), ("rear", True)], [FOOT]) == 0
    assert position_drm([("rear", True), ("rear", False)], [FOOT]) == 2
    assert position_drm([("flank", False), ("rear", False)], [LIGHT]) == 3
    assert position_drm([("flank", False)], [FOOT, GUN]) == 2


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


@pytest.mark.rule("TG-9.87e", "R-N6")
def test_pursuit_by_default() -> None:
    assert [pursuit_drm(number) for number in (1, 2, 10)] == [-1, -2, -10]


def test_how_modifiers_are_written() -> None:
    heavy = Modifier("heavy cavalry that charged", 3, ("TG-9.83",))
    assert str(heavy) == "+3 heavy cavalry that charged"
    assert str(Modifier("square", -2, ("TG-9.85f",))) == "−2 square"
    assert (
        str(Modifier("strength ratio", 0, secondary=True)) == "0 strength ratio (secondary source)"
    )
    assert list(map(signed, (-12, -1, 0, 1, 12))) == ["−12", "−1", "0", "+1", "+12"]


def test_bad_input_is_refused() -> None:
    refuses(("attack", lambda x: ratio_drm(x, 1), [*NO_WHOLE_NUMBER, 0, -1]))
    refuses(("defence", lambda x: ratio_drm(1, x), [*NO_WHOLE_NUMBER, 0, -1]))
    refuses(("attackers", lambda x: cohesion_drm(x, [FOOT]), [*NO_LIST, [FOOT, None]]))
    refuses(("defenders", lambda x: cohesion_drm([FOOT], x), [*NO_LIST, [1]]))
    refuses(("rulings", lambda x: cohesion_drm([FOOT], [FOOT], x), NO_OBJECT))
    refuses(("charging", charge_drm, [*NO_LIST, [FOOT], [HEAVY, GUN]]))
    refuses(("number", pursuit_drm, [*NO_WHOLE_NUMBER, 0, -1]))
    refuses(("rulings", lambda x: pursuit_drm(1, x), NO_OBJECT))
    sides: list[Any] = [*NO_LIST, ["front"], [("front",)], [("left", True)], [(None, True)]]
    refuses(("attacks", lambda x: position_drm(x, [FOOT]), sides))
    refuses(("attacks", lambda x: position_drm([("rear", x)], [FOOT]), NO_BOOL))
    refuses(("defenders", lambda x: position_drm([], x), NO_LIST))
    refuses(("name", lambda x: Modifier(x, 1), ["", " ", None, 5]))
    refuses(("value", lambda x: Modifier("x", x), NO_WHOLE_NUMBER))
    refuses(("clauses", lambda x: Modifier("x", 1, x), ["TG-9.83", ["TG-9.83"], ("9.83",), (1,)]))
    refuses(("secondary", lambda x: Modifier("x", 1, (), x), NO_BOOL))
    with pytest.raises(RulesError, match=r"'TG-9.83'"):
        Modifier("x", 1, ("TG-9.83 ",))


@pytest.mark.rule("TG-9.85h")
def test_one_unit_in_square_or_one_of_alert_cavalry_is_enough() -> None:
    """Guns beside them, in order or not, do not turn the front into a rear."""
    for piece in (Artillery("G", 5, order=Order.DISORDERED), Artillery("G", 5)):
        for side in ("flank", "rear"):
            square = [Infantry("Y", 6, order=Order.SQUARE), piece]
            assert position_drm([(side, False)], square) == 0
        riders = [Cavalry("Q", 6), piece]
        assert position_drm([("flank", False)], riders) == 0
        assert position_drm([("rear", False)], riders) == 2
