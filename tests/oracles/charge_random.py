"""Small random situations of the charge, and random plans and readings for them."""

from dataclasses import fields, replace
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from tests.oracles.charge_legality_brute import Soldier, room

OUT = ("open", "closed", "unspecified")
ROOMS = ("open", "open", "open", "enemy_front", "blocked", "unspecified")
SIDES = ("front", "front", "flank", "rear")

rulings = st.fixed_dictionaries(
    {each.name: st.sampled_from(each.metadata["readings"]) for each in fields(charge.Rulings)}
).map(lambda chosen: charge.Rulings(**chosen))

Plan = dict[str, str | bool]
CHOICES: dict[str, tuple[str | bool, ...]] = {
    "retreat before shock": (False, True),
    "occupy": ("first", "no"),
    "answer": ("stand", "counter-charge"),
    "counter-charge at": ("first",),
    "square": (True, False),
    "counter-charge": ("first", "no"),
    "recall after square": (True, False),
    "recall after fire": (True, False),
    "fire": ("first", "no"),
    "advance": ("first",),
    "pursuers": ("first",),
    "go on": ("first", "shock", "stop"),
    "breakthrough": (True, False),
    "counter-shock": ("first", "no"),
}
plans: st.SearchStrategy[Plan] = st.fixed_dictionaries(
    {kind: st.sampled_from(words) for kind, words in CHOICES.items()}
)


class Maker:
    """Draws units, each with another name."""

    def __init__(self, draw: st.DrawFn, unknown: bool, of: str) -> None:
        self.draw, self.unknown, self.of, self.made = draw, unknown, of, 0

    def pick(self, *values: Any) -> Any:
        return self.draw(st.sampled_from(values))

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def maybe(self, value: Any) -> Any:
        """The value; or nothing, where gaps in the data are wanted."""
        return self.pick(value, value, value, None) if self.unknown else value

    def unit(self, kind: str, steady: bool) -> Unit:
        self.made += 1
        order = Order.GOOD if steady else self.pick(Order.GOOD, Order.GOOD, Order.DISORDERED)
        cohesion = self.number(0, 9)
        shared: dict[str, Any] = {
            "name": f"{kind[0].upper()}{self.made}{self.of}",
            "cohesion": cohesion,
            "strength": self.maybe(self.number(1, 6)),
            "cohesion_disordered": self.pick(None, max(0, cohesion - 3)),
            "order": order,
        }
        if kind == "cavalry":
            heavy = self.maybe(self.pick(True, False))
            return Cavalry(**shared, heavy=heavy, brigade=self.pick("", "Guard"))
        if kind == "guns":
            return Artillery(
                **shared, fire=self.maybe(self.number(2, 9)), horse=self.pick(False, True)
            )
        return Infantry(**shared, jaeger=kind == "jaegers")

    def stack(self, kinds: tuple[str, ...], *, charges: bool) -> dict[str, Any]:
        """All of a stack but what depends on the others."""
        return {
            "units": tuple(self.unit(kind, True) for kind in kinds),
            "charges": charges,
            "in_other_front": self.pick(False, False, True),
            "commitment_drm": self.pick(0, -4),
            "retreat": self.pick(*ROOMS),
            "clear_terrain": self.pick(True, False),
            "clear_after_retreat": self.pick(None, None, True, False, "unspecified"),
            "entry_disorders": self.pick(False, False, True),
            "entry_disorders_after_retreat": self.pick(False, False, True, "unspecified"),
        }

    def target(self, *kinds: str, depth: int, charged: bool = False) -> dict[str, Any]:
        """All of a target but its ways to shock back."""
        units = self.squared(tuple(self.unit(kind, False) for kind in kinds))
        beyond: list[charge.Target] = []
        while depth and len(beyond) < 2 and self.pick(True, False):
            met = self.target(*self.pick(*DEFENDERS), depth=depth - 1)
            beyond.append(charge.Target(**met))
        guns = (self.unit("guns", False),) if self.pick(False, False, True) else ()
        return {
            "units": units,
            "clear_terrain": self.pick(True, True, False, False, "unspecified"),
            "in_enemy_zoc": self.pick(False, False, True),
            "in_enemy_front": self.pick(False, False, True),
            "defensive_fire_drm": self.pick(0, 2),
            "supported_by": guns,
            "retreat": self.pick(*ROOMS),
            "way_out": self.pick(None, None, True, False),
            "chargeable": charged or self.pick(True, True, True, False),
            "chargeable_after_retreat": self.pick(True, True, False),
            "clear_after_retreat": self.pick(None, None, True, False, "unspecified"),
            "in_front_after_retreat": self.pick(True, True, False, None),
            "entry_disorders": self.pick(False, False, True),
            "entry_disorders_after_retreat": self.pick(False, False, True),
            "beyond": tuple(beyond),
            "met_through": self.pick(None, "front", "flank", "rear"),
            "pursuer_retreat": self.pick(*ROOMS),
            "pursuer_in_other_front": self.pick(False, False, True),
            "pursuit_drm": self.pick(0, 4, -3),
            "counter_shock_drm": self.pick(0, 2),
            "way_out_after_retreat": self.pick(None, None, True, False, "unspecified"),
        }

    def squared(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        """Infantry in good order may be in square from the start, with those around it."""
        foot = [unit for unit in units if isinstance(unit, Infantry) and not unit.jaeger]
        steady = bool(foot) and all(unit.order == Order.GOOD for unit in foot)
        if not steady or self.pick(True, True, False):
            return units
        good = [unit.order == Order.GOOD for unit in units]
        return tuple(
            u.ordered(Order.SQUARE) if ok else u for u, ok in zip(units, good, strict=True)
        )

    def ways(self, stacks: list[str]) -> tuple[charge.CounterShock, ...] | None:
        """How a hex can shock back."""
        if self.pick(True, True, False):
            return None
        found = []
        for name in ("yes", "by the left")[: self.pick(0, 1, 1, 2)]:
            others: tuple[charge.Target, ...] = ()
            if self.pick(False, False, True):
                other = self.target(*self.pick(*BYSTANDERS), depth=0)
                others = (charge.Target(**{**other, "beyond": (), "supported_by": ()}),)
            found.append(
                charge.CounterShock(
                    staying=tuple(n for n in stacks if self.pick(True, False)),
                    retreated=tuple(n for n in stacks if self.pick(True, False)),
                    others=others,
                    moves=self.pick(False, True),
                    clear_terrain=self.pick(True, False, False, "unspecified"),
                    entry_disorders=self.pick(False, False, True),
                    vacated_by=tuple(n for n in stacks if self.pick(False, False, True)),
                    way_out={n: self.pick(*OUT) for n in self.some(stacks)},
                    name=name,
                )
            )
        return tuple(found)

    def through(self, names: list[str]) -> Any:
        """One side for all, or one for each."""
        if self.pick(True, False):
            return self.pick(*SIDES)
        return {name: self.pick(*SIDES) for name in names}

    def ahead(self, target: dict[str, Any], names: list[str]) -> dict[str, Any]:
        """Other attacked hexes in front of who enters this one, and through which side."""
        others = [name for name in names if name != target["units"][0].name]
        return {name: self.pick(*SIDES) for name in self.some(others)}

    def placed(
        self, target: dict[str, Any], heads: list[str], names: list[str], stacks: list[str]
    ) -> charge.Target:
        """A hex with all that it says of others; ``heads`` attack it, ``stacks`` are all."""
        ahead = self.ahead(target, names)
        beyond = tuple(
            replace(each, in_zone_of=self.some(stacks), in_front_of=self.some(stacks))
            for each in target["beyond"]
        )
        met = [*(each.name for each in beyond), *ahead]
        return charge.Target(
            **{**target, "beyond": beyond},
            in_zone_of=self.some(stacks),
            in_front_of=self.some(stacks),
            counter_shocks=self.ways(heads),
            attacked_ahead=ahead,
            ahead_retreat={name: self.pick(*ROOMS) for name in self.some([*ahead])},
            ahead_way_out={name: self.pick(True, False) for name in self.some([*ahead])},
            pursuer_through={name: self.pick(*SIDES) for name in self.some(names)},
            pursuer_no_zone_at=self.some(met),
            pursuer_way_out=self.pick(None, None, "open", "closed", "unspecified"),
            pursuer_in_fire_of=self.pick(None, self.some([g.name for g in target["supported_by"]])),
        )

    def some(self, names: list[str]) -> tuple[str, ...]:
        return tuple(name for name in names if self.pick(False, False, True))


DEFENDERS = (
    ("infantry",),
    ("infantry", "guns"),
    ("jaegers", "infantry"),
    ("jaegers",),
    ("cavalry",),
    ("cavalry", "guns"),
    ("cavalry", "cavalry"),
    ("guns",),
)
BYSTANDERS = ("infantry",), ("cavalry",), ("infantry", "guns"), ("guns",)
CHARGERS = ("cavalry",), ("cavalry",), ("cavalry", "cavalry")
ON_FOOT = ("infantry",), ("infantry", "guns"), ("infantry", "jaegers")
RIDING = ("cavalry",), ("cavalry", "guns")
SHAPES: dict[str, tuple[tuple[int, int, int, int], ...]] = {
    # stacks that charge, cavalry and infantry that shock, targets: of each attack
    "one": ((1, 0, 0, 1),),
    "infantry": ((0, 0, 1, 1),),
    "cavalry shocks": ((0, 1, 0, 1),),
    "two infantry": ((0, 0, 2, 1),),
    "two stacks": ((2, 0, 0, 1),),
    "mixed": ((1, 0, 1, 1),),
    "mixed cavalry": ((1, 1, 0, 1),),
    "three kinds": ((1, 1, 1, 1),),
    "two hexes": ((1, 0, 0, 2),),
    "mixed at two": ((1, 0, 1, 2),),
    "infantry at two": ((0, 0, 1, 2),),
    "two attacks": ((1, 0, 0, 1), (1, 0, 0, 1)),
    "two kinds of attack": ((1, 0, 0, 1), (0, 0, 1, 1)),
    "infantry first": ((0, 0, 1, 1), (1, 0, 0, 1)),
    "mixed beside infantry": ((1, 0, 1, 1), (0, 0, 1, 1)),
}


def both(make: Maker, shape: tuple[int, int, int, int], depth: int) -> tuple[list[Any], ...]:
    """The stacks, targets and further enemies of one attack, still without their relations."""
    charging, riding, walking, targets = shape
    stacks = [make.stack(make.pick(*CHARGERS), charges=True) for _ in range(charging)]
    stacks += [make.stack(make.pick(*RIDING), charges=False) for _ in range(riding)]
    stacks += [make.stack(make.pick(*ON_FOOT), charges=False) for _ in range(walking)]
    deep = [depth] + [0] * (targets - 1)
    charged = charging > 0
    attacked = [make.target(*make.pick(*DEFENDERS), depth=each, charged=charged) for each in deep]
    more = 1 if make.pick(0, 0, 0, 1) else 0
    also = [make.target(*make.pick(*DEFENDERS), depth=0) for _ in range(more)]
    return stacks, attacked, also


def fit(*stacks: Any) -> bool:
    """Whether stacks may share a hex, by the second statement of what stacks."""
    units = [u for s in stacks for u in (s["units"] if isinstance(s, dict) else s.units)]
    kinds = {Cavalry: "cavalry", Infantry: "infantry", Artillery: "artillery"}
    return room([Soldier(u.name, kinds[type(u)], (0, 0, 0), "", brigade=u.brigade) for u in units])


@st.composite
def situations(draw: st.DrawFn, *, unknown: bool = False, of: str = "") -> charge.Situation:
    """One or two attacks, each of some stacks against one or two hexes; ``of`` ends each name."""
    make = Maker(draw, unknown, of)
    shapes = SHAPES[make.pick(*SHAPES)]
    parts = [both(make, shape, 0 if len(shapes) > 1 else 2) for shape in shapes]
    hexes = [each for _, targets, also in parts for each in (*targets, *also)]
    names = [each["units"][0].name for each in hexes]
    further = [beyond.name for each in hexes for beyond in each["beyond"]]
    guns = [unit.name for each in hexes for unit in each["units"] if isinstance(unit, Artillery)]
    guns += [gun.name for each in hexes for gun in each["supported_by"]]
    stacks_of_all = [each["units"][0].name for stacks, _, _ in parts for each in stacks]
    attacks = []
    for stacks, targets, also in parts:
        declared = [each["units"][0].name for each in targets]
        heads = [each["units"][0].name for each in stacks]
        undeclared = [name for name in names if name not in declared]
        made: list[charge.Stack] = []
        close: list[dict[str, Any]] = []
        for at, each in enumerate(stacks):
            ride = each["charges"] and stacks[0]["charges"]
            near = at and ride and make.pick(False, True) and fit(*made[:1], *close, each)
            beside = heads[0] if near else None
            close += [each] if near else []
            in_front = make.pick(None, tuple(undeclared), make.some(undeclared))
            in_front = made[0].in_front if near else in_front  # who stand together face alike
            relations = {
                "through": make.through([*names, *further]),
                "in_front": in_front,
                "in_fire_of": make.some(guns),
                "out_of_fire_of": make.some(guns),
                "no_zone_at": make.some(names),
                "beside": beside,
            }
            made.append(charge.Stack(**each, **relations))
        attacked, more = (
            tuple(make.placed(each, heads, names, stacks_of_all) for each in group)
            for group in (targets, also)
        )
        attacks.append(
            charge.Attack(
                tuple(made),
                attacked,
                more,
                ratio_drm=ratios(make, made) if make.pick(0, 0, 0, 0, 1) else None,
                cohesion_drm=make.pick(None, None, 1),
                other_drm=make.pick(0, 6, -5),
            )
        )
    return charge.Situation(tuple(attacks))


def ratios(make: Maker, stacks: list[charge.Stack]) -> dict[frozenset[str], int]:
    """A modifier for every set of attackers."""
    names = [unit.name for stack in stacks for unit in stack.units]
    sets = [frozenset(s) for k in range(len(names)) for s in combinations(names, k + 1)]
    step = make.pick(1, 2)
    return {each: step * len(each) - 3 for each in sets}
