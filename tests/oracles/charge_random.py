"""Small random situations of the charge, and random plans and readings for them."""

from typing import Any

from hypothesis import strategies as st

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit

READINGS: dict[str, tuple[Any, ...]] = {
    "retreat_check_cohesion": ("printed", "disordered"),
    "disordered_cohesion": ("one_lower", "must_be_given"),
    "chargers_zoc_forbids_square": (False, True),
    "recall_rolls": ("each_cause", "once"),
    "front_hexes": (2, 1, 3),
    "pursuit_penalty": ("cumulative", "first_free", "flat"),
    "advance_after_withdrawal": ("one_stack", "as_stacking_allows"),
    "recalled_stays": ("hex_reached", "starting_hex"),
    "countercharge_stops": ("that_hex", "whole_charge"),
    "pursuit_terrain": ("binds", "lapses"),
    "disordered_charge_bonus": (False, True),
    "failed_check_before_shock": ("disordered", "no_effect"),
    "enemies_in_front": ("all_unattacked", "declared_only"),
    "pursuit_reactions": ("as_usual", "square_only"),
    "countercharger_pursues": (False, True),
    "square_without_charge": (False, True),
    "retreat_below_zero": ("check", "automatic", "none"),
    "detour": (True, False),
    "stack_checks": ("top", "each"),
}
ROOMS = ("open", "open", "enemy_front", "blocked")
SIDES = ("front", "front", "flank", "rear")

rulings = st.fixed_dictionaries(
    {field: st.sampled_from(values) for field, values in READINGS.items()}
).map(lambda fields: charge.Rulings(**fields))

Plan = dict[str, str | bool]
CHOICES: dict[str, tuple[str | bool, ...]] = {
    "retreat before shock": (False, True),
    "occupy": ("first", "no"),
    "answer": ("stand", "counter-charge"),
    "square": (True, False),
    "counter-charge": ("first", "no"),
    "recall after square": (True, False),
    "recall after fire": (True, False),
    "fire": ("first", "no"),
    "advance": ("first",),
    "pursue": ("first",),
    "pursuers": ("first",),
    "go on": ("first", "shock", "stop"),
    "breakthrough": (True, False),
    "counter-shock": (True, False),
}
plans: st.SearchStrategy[Plan] = st.fixed_dictionaries(
    {kind: st.sampled_from(words) for kind, words in CHOICES.items()}
)


class Maker:
    """Draws units, each with another name."""

    def __init__(self, draw: st.DrawFn, unknown: bool) -> None:
        self.draw, self.unknown, self.made = draw, unknown, 0

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
            "name": f"{kind[0].upper()}{self.made}",
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

    def stack(self, *kinds: str, charges: bool) -> charge.Stack:
        return charge.Stack(
            tuple(self.unit(kind, True) for kind in kinds),
            charges=charges,
            through=self.pick(*SIDES),
            in_other_front=self.pick(False, True),
            commitment_drm=self.pick(0, -4),
            retreat=self.pick(*ROOMS),
            clear_terrain=self.pick(True, False),
        )

    def target(self, *kinds: str, depth: int, declared: bool = True) -> charge.Target:
        units = tuple(self.unit(kind, False) for kind in kinds)
        beyond: list[charge.Target] = []
        while depth and len(beyond) < 2 and self.pick(True, False):
            beyond.append(self.target(*self.pick(*DEFENDERS), depth=depth - 1, declared=False))
        guns = (self.unit("guns", False),) if self.pick(False, False, True) else ()
        return charge.Target(
            units,
            clear_terrain=self.pick(True, False),
            in_enemy_zoc=self.pick(False, False, True),
            in_enemy_front=self.pick(False, False, True),
            defensive_fire_drm=self.pick(0, 2),
            supported_by=guns,  # type: ignore[arg-type]
            retreat=self.pick(*ROOMS),
            chargeable=declared or self.pick(True, True, False),
            chargeable_after_retreat=self.pick(True, True, False),
            entry_disorders=self.pick(False, False, True),
            beyond=tuple(beyond),
            met_through=self.pick(None, "front", "rear"),
            pursuer_retreat=self.pick(*ROOMS),
            pursuit_drm=self.pick(0, 4, -3),
            counter_shock=self.pick(True, True, False),
            counter_shock_drm=self.pick(0, 2),
        )


DEFENDERS = (
    ("infantry",),
    ("infantry", "guns"),
    ("jaegers", "infantry"),
    ("cavalry",),
    ("cavalry", "guns"),
    ("cavalry", "cavalry"),
    ("guns",),
)
CHARGERS = ("cavalry",), ("cavalry",), ("cavalry", "cavalry")
SHOCKERS = ("infantry",), ("infantry", "guns"), ("cavalry",)


@st.composite
def situations(draw: st.DrawFn, *, unknown: bool = False) -> charge.Situation:
    """One or two attacks, each of one or two stacks against one or two hexes."""
    make = Maker(draw, unknown)
    shape = make.pick("one", "one", "shock", "two stacks", "mixed", "two hexes", "two attacks")
    attacks = []
    for _ in range(2 if shape == "two attacks" else 1):
        stacks = [make.stack(*make.pick(*CHARGERS), charges=True)] if shape != "shock" else []
        if shape == "two stacks":
            stacks.append(make.stack(*make.pick(*CHARGERS), charges=True))
        if shape in ("shock", "mixed"):
            stacks.append(make.stack(*make.pick(*SHOCKERS), charges=False))
        depth = 0 if shape == "two attacks" else 2
        targets = [make.target(*make.pick(*DEFENDERS), depth=depth)]
        if shape == "two hexes":
            targets.append(make.target(*make.pick(*DEFENDERS), depth=0))
        also = (make.target(*make.pick(*DEFENDERS), depth=0),) if make.pick(0, 0, 0, 1) else ()
        attacks.append(
            charge.Attack(
                tuple(stacks),
                tuple(targets),
                also,
                cohesion_drm=make.pick(None, 1),
                other_drm=make.pick(0, 6, -5),
            )
        )
    return charge.Situation(tuple(attacks))
