"""Situations with several stacks, hexes or guns in one charge: R-N13, R-N20 to R-N24."""

from rules_lib.impact.model import Situation
from rules_lib.impact.panels._charges import (
    battery,
    chance,
    driven_out,
    foot,
    heavy,
    light,
    situation,
)
from rules_lib.triumph_and_glory.charge import Attack, Stack, Target
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

A = heavy("A")


def _two_in_front(name: str, rider: Cavalry, other: Infantry | Cavalry) -> Situation:
    second = [Target((other,))]
    stack, target = [Stack((rider,))], [Target((foot(),))]
    return situation(name, stack, target, driven_out, also_in_front=second)


def _taken_over(name: str, rider: Cavalry, other: Infantry | Cavalry) -> Situation:
    """Another stack charges the second enemy, if it comes; if not, the first must take it over."""
    first = Attack((Stack((rider,), in_front=("Z",)),), (Target((foot(),)),))
    second = Attack((Stack((light("B", 3),)),), (Target((other,)),))
    return Situation(name, lambda rulings: chance((first, second), driven_out, rulings))


def _gun_beside(cohesion: int, fire: int) -> Situation:
    return situation(
        f"heavy {cohesion}, twice as strong, charges infantry 6, a battery beside it fires with"
        f" {fire}",
        [Stack((heavy("A", cohesion, 12),))],
        [Target((foot(),), supported_by=(battery("G", fire),))],
        driven_out,
        {"fire": "first"},
    )


def _mixed(name: str, rider: Cavalry, other: Infantry | Cavalry, target: Infantry) -> Situation:
    stacks = [Stack((rider,)), Stack((other,), charges=False)]
    return situation(name, stacks, [Target((target,))], driven_out)


def _through_flank(name: str, rider: Cavalry, target: Cavalry) -> Situation:
    return situation(
        f"{name} through its flank; it counter-charges if it may",
        [Stack((rider,), through="flank")],
        [Target((target,))],
        driven_out,
        {"counter-charge": "first"},
    )


def _added(name: str, rider: Cavalry, other: Infantry | Cavalry) -> Situation:
    return situation(
        name,
        [Stack((rider,))],
        [Target((foot(),))],
        driven_out,
        {"square Z": True, "counter-charge Z": "first"},
        also_in_front=[Target((other,))],
    )


def _two_hexes(name: str, *stacks: Stack, clear: bool = False) -> Situation:
    hexes = [Target((foot(),), clear_terrain=clear), Target((foot("Z"),))]
    return situation(name, stacks, hexes, driven_out)


TWO_IN_FRONT = (
    ("heavy 5 charges infantry 6; more infantry 6 in its front", A, foot("Z")),
    (
        "heavy 7, twice as strong, charges infantry 6; infantry 3, a third as strong, in its front",
        heavy("A", 7, 12),
        foot("Z", 3, 2),
    ),
    ("heavy 5 charges infantry 6; heavy 8 in its front", A, heavy("Z", 8)),
)
TAKEN_OVER = (
    (
        "heavy 5 charges infantry 6, light 3 infantry 6 beside it, if it commits itself",
        A,
        foot("Z"),
    ),
    (
        "heavy 5 charges infantry 6, light 3 heavy 8 beside it, if it commits itself",
        A,
        heavy("Z", 8),
    ),
)
ENEMIES_IN_FRONT = (
    *(_two_in_front(*row) for row in TWO_IN_FRONT),
    *(_taken_over(*row) for row in TAKEN_OVER),
)

PANELS: dict[str, tuple[Situation, ...]] = {
    "R-N20": (_gun_beside(5, 5), _gun_beside(3, 8), _gun_beside(7, 2), _gun_beside(6, 8)),
    "R-N21": (
        _mixed("heavy 5 charges infantry 6, infantry 5 shocks it", A, foot("B", 5), foot()),
        _mixed(
            "heavy 4 charges infantry 5, light 5 shocks it", heavy("A", 4), light("B"), foot("Y", 5)
        ),
        _mixed(
            "light 5, half as strong, charges infantry 6, infantry 6 shocks it",
            light("A", 5, 3),
            foot("B", 6),
            foot(),
        ),
    ),
    "R-N22": (
        _through_flank("heavy 5 charges heavy 6", A, heavy("Y", 6)),
        _through_flank("light 5 charges heavy 7", light(), heavy("Y", 7)),
        _through_flank("heavy 6 charges light 5", heavy("A", 6), light("Y")),
    ),
    "R-N23": (
        _added(
            "heavy 5, twice as strong, charges infantry 6; infantry 6 in its front, too, tries a"
            " square",
            heavy("A", 5, 12),
            foot("Z"),
        ),
        _added(
            "heavy 5 charges infantry 6; heavy 6 in its front, too, counter-charges",
            A,
            heavy("Z", 6),
        ),
        _added(
            "heavy 6 charges infantry 6; light 5 in its front, too, counter-charges",
            heavy("A", 6),
            light("Z"),
        ),
    ),
    "R-N24": (
        _two_hexes(
            "heavy 5, twice as strong, charges infantry 6 in two hexes, one on clear ground",
            Stack((heavy("A", 5, 12),)),
            clear=True,
        ),
        _two_hexes(
            "two heavy 5 charge infantry 6 in two hexes, one of them only from behind",
            Stack((A,), through={"Z": "front", "Y": "flank"}),
            Stack((heavy("B"),), through={"Z": "flank", "Y": "rear"}),
        ),
    ),
}
"""The situations of each ruling; the headline of all is that the target is driven out."""
