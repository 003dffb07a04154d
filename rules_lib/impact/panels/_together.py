"""Situations with several stacks, hexes or guns in one charge: R-N13, R-N20 to R-N32."""

from rules_lib.impact.model import Situation, Value
from rules_lib.impact.panels._charges import (
    battery,
    chance,
    driven_out,
    ends,
    foot,
    heavy,
    light,
    situation,
)
from rules_lib.triumph_and_glory.charge import (
    Attack,
    CounterShock,
    Outcome,
    Place,
    Rulings,
    Stack,
    Target,
)
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order

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


def _circle(charger: int, cavalry: int, infantry: int) -> Situation:
    stacks = [
        Stack((heavy("A", charger),)),
        Stack((light("B", cavalry),), charges=False),
        Stack((foot("C", infantry),), charges=False),
    ]
    return situation(
        f"heavy {charger} charges infantry 6, light {cavalry} and infantry {infantry} shock it",
        stacks,
        [Target((foot(),))],
        ends("A", Place.ADVANCED),
    )


def _struck_back(name: str, first: Stack, second: Stack) -> Situation:
    """Y shocks back at both; or at A alone, where it may choose."""

    def value(rulings: Rulings) -> Value:
        word = "yes" if rulings.countershock_strikes == "all_in_front" else "yes, only A"
        attack = Attack((first, second), (Target((foot("Y", 7),)),))
        return chance([attack], _a_is_broken, rulings, {"counter-shock": word})

    return Situation(name, value)


def _a_is_broken(outcome: Outcome) -> bool:
    fate = outcome.fate("A")
    return outcome.gone("A") or fate.place == Place.RETREATED


def _stack_answers(name: str, *units: Cavalry) -> Situation:
    return situation(
        f"heavy 5 charges {name}, which counter-charges if it may",
        [Stack((A,))],
        [Target(units)],
        driven_out,
        {"counter-charge": "first"},
    )


def _infantry_from_two(name: str, rider: Cavalry, second: Stack) -> Situation:
    stacks = [Stack((foot("A", 5),), charges=False), second]
    return situation(
        f"infantry 5 and infantry 4 shock {name}, which counter-charges if it may",
        stacks,
        [Target((rider,))],
        driven_out,
        {"answer": "counter-charge"},
    )


def _slipped(cohesion: int) -> Situation:
    def moved_in(outcome: Outcome) -> bool:
        fate = outcome.fate("A")
        return fate.place == Place.ADVANCED and fate.order == Order.GOOD

    return situation(
        f"heavy {cohesion} charges light 5, which leaves, and moves into its hex",
        [Stack((heavy("A", cohesion),))],
        [Target((light("Y"),))],
        moved_in,
        {"retreat before shock": True, "occupy": "A"},
    )


def _two_emptied(name: str, *stacks: Stack) -> Situation:
    def both_advance(outcome: Outcome) -> bool:
        return all(outcome.fate(unit).place == Place.ADVANCED for unit in ("A", "B"))

    hexes = [Target((foot("Y", 4, 3),)), Target((foot("Z", 4, 3),))]
    plan = {"advance Z": "no", "pursuers Z": "no"}
    return Situation(
        name,
        lambda rulings: chance(
            [Attack(stacks, tuple(hexes))],
            both_advance,
            rulings,
            plan if rulings.hexes_emptied_together == "best_must" else {},
        ),
    )


def _strikes_from(name: str, *ways: CounterShock) -> Situation:
    return situation(
        f"heavy 5 charges infantry 7, which shocks back {name}",
        [Stack((A,))],
        [Target((foot("Y", 7, 12),), counter_shocks=ways)],
        _a_is_broken,
        {"counter-shock": True},
    )


_STAY = CounterShock(("A",), name="stay")
_AFTER = CounterShock((), ("A",), moves=True, vacated_by=("A",), name="after it")
_ASIDE = CounterShock(("A",), moves=True, name="aside")
_BACK = Stack((foot("B", 4),), charges=False)

OTHERS: dict[str, tuple[str, tuple[Situation, ...]]] = {
    "R-N25": ("the charger advances", (_circle(4, 5, 6), _circle(3, 5, 7), _circle(5, 6, 7))),
    "R-N27": (
        "the first attacker is driven back",
        (
            _struck_back(
                "infantry 5 and infantry 4 shock infantry 7, which shocks back",
                Stack((foot("A", 5),), charges=False),
                _BACK,
            ),
            _struck_back(
                "light 5 charges infantry 7, infantry 4 shocks it; it shocks back",
                Stack((light(),)),
                _BACK,
            ),
        ),
    ),
    "R-N28": (
        "the target is driven out",
        (
            _stack_answers("light 6 on heavy 5", light("Y", 6), heavy("Z")),
            _stack_answers(
                "heavy 6 on disordered light 5",
                heavy("Y", 6),
                light("Z", order=Order.DISORDERED),
            ),
        ),
    ),
    "R-N29": (
        "the target is driven out",
        (
            _infantry_from_two("heavy 6, both through its front", heavy("Y", 6), _BACK),
            _infantry_from_two("light 6, both through its front", light("Y", 6), _BACK),
            _infantry_from_two(
                "heavy 6, the second through its flank",
                heavy("Y", 6),
                Stack((foot("B", 4),), charges=False, through="flank"),
            ),
        ),
    ),
    "R-N30": ("the cavalry moves in, in good order", tuple(map(_slipped, (3, 5, 7)))),
    "R-N31": (
        "both stacks advance",
        (
            _two_emptied(
                "two heavy 5 charge infantry 4, half as strong, in two hexes",
                Stack((A,)),
                Stack((heavy("B"),)),
            ),
            _two_emptied(
                "infantry 6 and infantry 5 shock infantry 4, half as strong, in two hexes",
                Stack((foot("A"),), charges=False),
                Stack((foot("B", 5),), charges=False),
            ),
        ),
    ),
    "R-N32": (
        "the charger is driven back",
        (
            _strikes_from("from where it is, or after it", _STAY, _AFTER),
            _strikes_from("from where it is, or from a hex beside it", _STAY, _ASIDE),
        ),
    ),
}
"""Of the other rulings: what is asked, and the situations."""
