"""What readers are told of a cavalry charge, as the oracle takes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any

from tests.oracles import charge_brute
from tests.oracles.charge_moves import Fates, answers
from tests.oracles.charge_plain import (
    DEFAULT,
    DISORDERED,
    OFF_MAP,
    OPEN_QUESTION,
    OUT_OF_HEX,
    Assault,
    Battle,
    Field,
    Gang,
    Man,
    Readings,
)
from tests.triumph_and_glory.charging import NEVER

Plan = Mapping[str, str | bool]
QUIET: Plan = {**NEVER, "occupy": "no", "go on": "charge"}
"""Nobody does what need not be done, but whoever may charge on does."""
COMES = -10
"""A commitment modifier with which no roll fails."""


def rider(name: str, weight: str, cohesion: int, strength: int = 6, **more: Any) -> Man:
    """Cavalry, ``"heavy"`` or ``"light"``; disordered one less."""
    heavy, low = weight == "heavy", max(cohesion - 1, 0)
    return Man(name, "cavalry", cohesion, strength=strength, heavy=heavy, low=low, **more)


def foot(name: str, cohesion: int, strength: int = 6, **more: Any) -> Man:
    """Infantry; disordered one less."""
    low = max(cohesion - 1, 0)
    return Man(name, "infantry", cohesion, strength=strength, low=low, **more)


@dataclass(frozen=True)
class Scene:
    """Who attacks whom, and what is decided."""

    men: tuple[Man, ...]
    assaults: tuple[Assault, ...]
    plan: Plan = field(default_factory=dict)

    def distribution(self, readings: Readings = DEFAULT) -> dict[Fates, Fraction]:
        """The chance of every end."""
        return charge_brute.distribution(self.charge(readings), answers({**QUIET, **self.plan}))

    def charge(self, readings: Readings = DEFAULT) -> charge_brute.Charge:
        """The scene as the oracle runs it."""
        return charge_brute.Charge(Battle(self.men, self.assaults), readings)

    def surely(self, wanted: "Wanted") -> Fraction:
        """The chance that it ends so, where every end can be said."""
        found = self.chance(wanted)
        assert found is not None
        return found

    def chance(self, wanted: "Wanted", readings: Readings = DEFAULT) -> Fraction | None:
        """The chance that it ends so; ``None`` where nobody can say of each end."""
        distribution = self.distribution(readings)
        if any(place == OPEN_QUESTION for fates in distribution for _, place, _ in fates):
            return None
        return sum((p for fates, p in distribution.items() if wanted(ends(fates))), Fraction(0))


Distribution = dict[Fates, Fraction]
End = Mapping[str, tuple[str, str]]
"""Place and order of each unit."""
Wanted = Callable[[End], bool]


def ends(fates: Fates) -> End:
    """The ends by name."""
    return {name: (place, order) for name, place, order in fates}


def left(*names: str) -> Wanted:
    """All of them have left their hexes."""
    return lambda end: all(end[name][0] in OUT_OF_HEX for name in names)


def gone(*names: str) -> Wanted:
    """All of them have left the map."""
    return lambda end: all(end[name][0] in OFF_MAP for name in names)


def broken(name: str) -> Wanted:
    """It is disordered, or off the map."""
    return lambda end: end[name][1] == DISORDERED or end[name][0] in OFF_MAP


@cache
def one(attacker: Man, target: Man, *, comes: bool = False, clear: bool = False) -> Scene:
    """One unit charges one unit through its front."""
    gang = Gang((attacker.name,), commitment=COMES if comes else 0)
    return Scene((attacker, target), (Assault((gang,), (Field((target.name,), clear=clear),)),))


def decided(scene: Scene, **plan: str | bool) -> Scene:
    """The scene with some decisions; ``counter_charge`` for ``"counter-charge"``."""
    spelled = {
        {"counter_charge": "counter-charge", "counter_shock": "counter-shock"}.get(key, key): value
        for key, value in plan.items()
    }
    return replace(scene, plan={**scene.plan, **spelled})


LESS: dict[str, Callable[[int], int]] = {
    "1, 2, 3 …": lambda n: n,
    "0, 1, 2 …": lambda n: n - 1,
    "always 1": lambda n: min(n, 1),
}
"""What charge n in pursuit loses, in the words of the readings of R-N6."""


def faces(drm: int, reaches: int) -> Fraction:
    """The faces of the die that come to so much, in tenths."""
    return Fraction(sum(face + drm >= reaches for face in range(10)), 10)


def at_least(drm: int, charge: int, penalty: Callable[[int], int]) -> Fraction:
    """So many charges in pursuit: each before them came to 10, and each is that much worse."""
    chance = Fraction(1)
    for n in range(charge):
        chance *= faces(drm - (penalty(n) if n else 0), 10)
    return chance
