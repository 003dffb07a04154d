"""What is declared: which stacks charge or shock which hexes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules_lib.errors import IllegalAction, InvalidValue, require_int
from rules_lib.triumph_and_glory.charge.target import (
    LARGEST_DRM,
    MOST_UNITS,
    Stack,
    Target,
    keep_fields,
    list_of,
)
from rules_lib.triumph_and_glory.map.stacking import require_fit
from rules_lib.triumph_and_glory.tables.secondary import Secondary
from rules_lib.triumph_and_glory.units import Unit
from rules_lib.values.type_checks import checked


@dataclass(frozen=True, slots=True)
class Attack:
    """Stacks that attack the same defenders.

    Those who charge, cavalry that shocks and infantry that shocks fight one after the other, or
    with one die: R-N21.

    Attributes:
        stacks: the attackers.
        targets: the hexes they declared.
        also_in_front: enemies in their front that nobody attacks; R-N13 decides whether they
            are fought, too.
        ratio_drm: the modifier for the ratio of strengths, where strengths are not known: by the
            names of the units that come to fight. Sets that are left out are unspecified.
        cohesion_drm: the modifier for cohesion, where it is not to be reckoned from the units.
        other_drm: all modifiers that are not named elsewhere, in one number.
    """

    stacks: tuple[Stack, ...]
    targets: tuple[Target, ...]
    also_in_front: tuple[Target, ...] = ()
    ratio_drm: Mapping[frozenset[str], int] | None = None
    cohesion_drm: int | None = None
    other_drm: int = 0

    def __post_init__(self) -> None:
        keep_fields(self)
        if self.ratio_drm is not None:
            _require_ratios(self.ratio_drm, self.stacks)
        _require_neighbours(self.stacks)
        for target in self.targets:
            for stack in self.stacks:
                stack.side_of(target.name)
            if not target.chargeable and any(stack.charges for stack in self.stacks):
                raise IllegalAction(f"a charge at {target.name}", ["TG-9.81e"])


@dataclass(frozen=True, slots=True)
class Situation:
    """All attacks that are declared together; their steps run side by side, step by step.

    Attributes:
        attacks: the attacks, in the order in which their fights are resolved.
        secondary: how many units a hex holds, if not what the secondary source says (6.21).

    Raises:
        InvalidValue: two units of one name, units that may not share a hex, a name that is not
            there.
    """

    attacks: tuple[Attack, ...]
    secondary: Secondary | None = None

    def __post_init__(self) -> None:
        keep_fields(self)
        seen: set[str] = set()
        for unit in self.units():
            if unit.name in seen:
                raise InvalidValue("name", unit.name, "another name for each unit")
            seen.add(unit.name)
            if len(seen) > MOST_UNITS:
                allowed = f"at most {MOST_UNITS} units in a situation"
                raise InvalidValue("units", f"more than {MOST_UNITS}", allowed)
        _require_known_names(self)
        _require_stacks(self)

    @classmethod
    def of(cls, stacks: Iterable[Stack], targets: Iterable[Target]) -> "Situation":
        """One attack, with nothing said but who charges whom."""
        declared = list_of("stacks", stacks, Stack, 1), list_of("targets", targets, Target, 1)
        return cls((Attack(*declared),))

    @classmethod
    @checked
    def parse(
        cls,
        chargers: Iterable[str],
        targets: Iterable[str],
        *,
        other_drm: int = 0,
        ratio_drm: int | None = None,
        fields: tuple[str, str] = ("chargers", "targets"),
    ) -> "Situation":
        """Read one attack from words, a text for each hex.

        Args:
            chargers: the attackers, such as ``["A: heavy 5, strength 6"]``; units of one hex are
                joined with ``+``, the top one first.
            targets: the hexes that they attack, such as ``["infantry 5, strength 5, in square"]``.
            other_drm: all modifiers of the fight that are not said otherwise.
            ratio_drm: the modifier for the ratio of strengths if all of them come to fight; then
                no strength is needed.
            fields: what errors call the two sides.
        """
        from rules_lib.triumph_and_glory.charge import parser

        return cls((parser.attack(chargers, targets, other_drm, ratio_drm, fields),))

    def targets(self) -> Iterator[Target]:
        """All targets, those that may be met later included."""
        for attack in self.attacks:
            for target in (*attack.targets, *attack.also_in_front):
                yield from target.met_in_all()

    def bystanders(self) -> Iterator[Target]:
        """Units of the attacking side that attack nobody and can be shocked back, each hex once."""
        ways = (way for target in self.targets() for way in target.counter_shocks or ())
        found = {other.name: other for way in ways for other in way.others}
        yield from found.values()

    def units(self) -> Iterator[Unit]:
        """All units of both sides, attackers first."""
        for attack in self.attacks:
            for stack in attack.stacks:
                yield from stack.units
        for target in self.targets():
            yield from target.units
            yield from target.supported_by
        for bystander in self.bystanders():
            yield from bystander.units


def _require_neighbours(stacks: tuple[Stack, ...]) -> None:
    """Refuse a stack beside one that is not there, or that is itself beside another."""
    alone = [stack.name for stack in stacks if stack.beside is None]
    for stack in stacks:
        if stack.beside is not None and stack.beside not in alone:
            allowed = f"the name of a stack with none beside it: {', '.join(alone)}"
            raise InvalidValue(f"beside of the stack of {stack.name!r}", stack.beside, allowed)


def _require_stacks(situation: Situation) -> None:
    """Refuse units that may not share the hex that they attack from, or defend."""
    for attack in situation.attacks:
        for stack in attack.stacks:
            near = [each for each in attack.stacks if each.beside == stack.name]
            units = (unit for each in (stack, *near) for unit in each.units)
            require_fit(f"units of the stack of {stack.name!r}", units, situation.secondary)
    for target in (*situation.targets(), *situation.bystanders()):
        require_fit(f"units of the target {target.name!r}", target.units, situation.secondary)


def _require_known_names(situation: Situation) -> None:
    """Refuse the name of a hex or a stack that is not there."""
    stacks = [stack for attack in situation.attacks for stack in attack.stacks]
    attackers = [stack.name for stack in stacks]
    hexes = [t.name for a in situation.attacks for t in (*a.targets, *a.also_in_front)]
    for stack in stacks:
        _require_among(f"in_front of the stack of {stack.name!r}", stack.in_front or (), hexes)
    for target in situation.targets():
        for way in target.counter_shocks or ():
            for field in ("staying", "retreated", "vacated_by"):
                where = f"{field} of a counter-shock of {target.name!r}"
                _require_among(where, getattr(way, field), attackers)


def _require_among(field: str, names: tuple[str, ...], known: list[str]) -> None:
    for name in names:
        if name not in known:
            raise InvalidValue(field, name, f"one of {', '.join(known)}")


def _require_ratios(given: Mapping[frozenset[str], int], stacks: tuple[Stack, ...]) -> None:
    known = {unit.name for stack in stacks for unit in stack.units}
    for names, drm in given.items():
        if not names or not names <= known:
            allowed = f"a set of names out of {', '.join(sorted(known))}"
            raise InvalidValue("ratio_drm: its key", names, allowed)
        require_int(f"ratio_drm of {', '.join(sorted(names))}", drm, -LARGEST_DRM, LARGEST_DRM)
