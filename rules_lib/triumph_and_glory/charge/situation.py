"""All attacks that are declared together, and their units in words: ``"A: heavy 5, strength 6"``.

Units of one hex are joined: ``"infantry 5, strength 5, in square + artillery 4, fire 6"``.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any, cast

from rules_lib.errors import InvalidValue
from rules_lib.text.files import located
from rules_lib.text.parser import NUMBER, Words
from rules_lib.values.type_checks import checked

from ..map.board import require_fit
from ..tables.secondary import Secondary
from ..units import Artillery, Cavalry, Infantry, Order, Unit
from .attack import MOST_UNITS, Attack, Stack, Target, Through, keep_fields


@dataclass(frozen=True, slots=True)
class Situation:
    """All attacks that are declared together; their steps run side by side, step by step.

    Attributes:
        attacks: the attacks, in the order in which their fights are resolved.
        secondary: the tables of this situation, as how many units a hex holds, if not those of the
            secondary source.

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
        return cls((Attack(stacks, targets),))  # type: ignore[arg-type] # makes tuples of them

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
        return cls((read_attack(chargers, targets, other_drm, ratio_drm, fields),))

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
    enemies = [target.name for target in situation.targets()]
    guns = [gun.name for target in situation.targets() for gun in target.supported_by]
    for stack in stacks:
        whose = f"the stack of {stack.name!r}"
        _require_among(whose, stack, ("in_front", "no_zone_at"), hexes)
    for target in situation.targets():
        whose = f"the target {target.name!r}"
        ahead = [*(each.name for each in target.beyond), *target.attacked_ahead]
        others = [name for name in hexes if name != target.name]
        _require_among(whose, target, ("attacked_ahead",), others)
        _require_among(whose, target, ("ahead_retreat", "ahead_way_out"), target.attacked_ahead)
        _require_among(whose, target, ("pursuer_through",), enemies)
        _require_among(whose, target, ("in_zone_of", "in_front_of"), attackers)
        _require_among(whose, target, ("pursuer_no_zone_at",), ahead)
        _require_among(whose, target, ("pursuer_in_fire_of",), guns)
        for way in target.counter_shocks or ():
            fields = ("staying", "retreated", "vacated_by", "way_out")
            _require_among(f"a counter-shock of {target.name!r}", way, fields, attackers)


def _require_among(whose: str, owner: Any, fields: tuple[str, ...], known: Collection[str]) -> None:
    for field in fields:
        for name in getattr(owner, field) or ():
            if name not in known:
                allowed = f"one of {', '.join(known)}" if known else "none: there is no other hex"
                raise InvalidValue(f"{field} of {whose}", name, allowed)


# ------------------------------------------------------------ in words


KINDS: dict[str, tuple[type[Cavalry | Infantry | Artillery], dict[str, Any]]] = {
    "heavy": (Cavalry, {"heavy": True}),
    "light": (Cavalry, {"heavy": False}),
    "infantry": (Infantry, {}),
    "jaegers": (Infantry, {"jaeger": True}),
    "artillery": (Artillery, {}),
    "horse artillery": (Artillery, {"horse": True}),
}
"""What a unit is called, and what it then is."""


def kind_of(unit: Unit) -> str:
    """What a unit is called: the word that says the most; ``""`` for cavalry of unknown type."""
    names = (
        name
        for name, (kind, made) in KINDS.items()
        if type(unit) is kind and all(getattr(unit, key) == value for key, value in made.items())
    )
    return ["", *names][-1]


UNIT = (
    "a kind with its cohesion, and its strength (artillery has none): 'heavy 5, strength 6';"
    f" kinds: {', '.join(KINDS)}"
)
TRAITS = (
    "disordered, disordered cohesion 3, secondary shock used, brigade Guard (three of one share a"
    " hex), fire 4 (artillery needs it), group Horse (two batteries of one share a hex)"
)
ONE_BRIGADE = "brigade 1"
"""What a form says of units of one brigade; in each hex it is another one."""
TOGETHER = "Units of one hex with +, the top one first"
CHARGER_HELP = (
    f"{UNIT}; then any of: {TRAITS}; shocks, through flank, through rear, of one target only:"
    f" through rear of X. {TOGETHER}"
)
TARGET_HELP = (
    f"{UNIT}; then any of: {TRAITS}; in square, clear terrain, in enemy zone, in enemy front."
    f" {TOGETHER}"
)

CHARGERS, TARGETS = ascii_uppercase, "XYZ" + ascii_uppercase[22::-1]
"""Names for those that have none: chargers from A on, targets X, Y, Z and back from W."""


def read_attack(
    chargers: Iterable[str],
    targets: Iterable[str],
    other_drm: int,
    ratio_drm: int | None,
    fields: tuple[str, str],
) -> Attack:
    """One attack: each text is a hex. Errors call the two sides by these fields."""
    chargers, targets = list(chargers), list(targets)
    given = {_own(part) for text in (*chargers, *targets) for part in text.split("+")}
    attacking = list(_named(fields[0], chargers, CHARGERS, CHARGER_HELP, given))
    attacked = list(_named(fields[1], targets, TARGETS, TARGET_HELP, given))
    names = [named[0][0] for named in attacked]
    weighed = ratio_drm is None
    stacks = tuple(_stack(each, names, weighed) for each in attacking)
    hexes = tuple(_target(each, weighed) for each in attacked)
    ratios = None
    if ratio_drm is not None:
        units = (unit for stack in stacks for unit in stack.units)
        ratios = {frozenset(u.name for u in units if not isinstance(u, Artillery)): ratio_drm}
    return Attack(stacks, hexes, ratio_drm=ratios, other_drm=other_drm)


def read_stack(text: str, field: str) -> Stack:
    """The attackers of one hex, each with its name: ``"A: heavy 5, strength 6, through flank"``."""
    return _stack(_in_words(text, field, CHARGER_HELP), [], False)


def read_target(text: str, field: str) -> Target:
    """The defenders of one hex, each with its name."""
    return _target(_in_words(text, field, TARGET_HELP), False)


def read_unit(text: str, field: str) -> Cavalry | Infantry | Artillery:
    """One unit with its name: ``"A: heavy 5, strength 6"``."""
    (name, words), *more = _in_words(text, field, f"{UNIT}; then any of: {TRAITS}")
    if more:
        raise words.refused(text)
    found = unit_of(name, words, False)
    words.done()
    return found


Named = list[tuple[str, Words]]
"""The units of one hex: their names, and what is said of them."""


def _in_words(text: str, field: str, allowed: str) -> Named:
    parts = text.split("+")
    if not all(map(_own, parts)):
        raise InvalidValue(field, text, "a name before each unit, such as 'A: heavy 5'")
    return [(_own(part), Words(field, part.rpartition(":")[2], allowed)) for part in parts]


def _own(part: str) -> str:
    """The name that a unit was given; ``""`` if none."""
    return part.rpartition(":")[0].strip()


def _named(
    option: str, texts: Iterable[str], letters: str, allowed: str, given: set[str]
) -> Iterator[Named]:
    """The hexes; each unit without a name gets the letter of its place in the whole list.

    A letter that was given to another unit is passed over.
    """
    free = iter(letters)
    for text in texts:
        here: Named = []
        for part in text.split("+"):
            (_, colon, rest), own = part.rpartition(":"), _own(part)
            letter = next((each for each in free if own or each not in given), None)
            if letter is None:
                raise InvalidValue(option, "too many", f"at most {len(letters)}")
            if colon and not own:
                raise InvalidValue(option, text, "a name before the colon")
            here.append((own or letter, Words(option, rest, allowed)))
        yield here


def _stack(named: Named, targets: list[str], weighed: bool) -> Stack:
    units = tuple(unit_of(*each, weighed) for each in named)
    through: Through = "front"
    if _said(named, "through flank"):
        through = "flank"
    elif _said(named, "through rear"):
        through = "rear"
    sides = dict.fromkeys(targets, through)
    known = "|".join(map(re.escape, targets))
    for _, words in named:
        while found := words.match(rf"through (front|flank|rear) of ({known})"):
            name = found[2]  # as it is spelled, or in letters of the other size
            name = name if name in sides else next(n for n in sides if n.lower() == name.lower())
            sides[name] = cast("Through", found[1].lower())
    charges = not _said(named, "shocks")
    _done(named)
    require_fit(named[0][1].option, units)
    with located(named[0][1].option):
        return Stack(units, charges=charges, through=sides if targets else through)


def _target(named: Named, weighed: bool) -> Target:
    units = tuple(unit_of(*each, weighed) for each in named)
    require_fit(named[0][1].option, units)
    with located(named[0][1].option):
        target = Target(
            units,
            clear_terrain=_said(named, "clear terrain"),
            in_enemy_zoc=_said(named, "in enemy zone"),
            in_enemy_front=_said(named, "in enemy front"),
        )
    _done(named)
    return target


def _said(named: Named, *flag: str) -> bool:
    """Whether it is said of one of the units; it is true of their hex."""
    return sum(words.flag(*flag) for _, words in named) > 0


def _done(named: Named) -> None:
    for _, words in named:
        words.done()


def unit_of(name: str, words: Words, weighed: bool) -> Cavalry | Infantry | Artillery:
    """A unit; ``weighed``: its strength is needed, for no ratio is given."""
    first = words.first()
    found = re.fullmatch(rf"({'|'.join(KINDS)}) {NUMBER}", first, re.IGNORECASE)
    if found is None:
        raise words.refused(first)
    kind, more = KINDS[found[1].lower()]
    disordered, square = words.flag("disordered"), words.flag("in square")
    if disordered and square:
        raise words.refused("disordered, in square")
    order = Order.DISORDERED if disordered else Order.SQUARE if square else Order.GOOD
    strength = words.number("strength #")
    label = "group" if kind is Artillery else "brigade"
    together = words.match(rf"{label} (\S.*)")
    more = {**more, label: together[1]} if together else more
    if kind is Artillery:
        more = {**more, "fire": words.number("fire #")}
        if more["fire"] is None:
            raise words.lacking("fire 4")
    elif strength is None and weighed:
        raise words.lacking("strength 6")
    with located(words.option):
        return kind(
            name,
            int(found[2]),
            strength=strength,
            cohesion_disordered=words.number("disordered cohesion #"),
            order=order,
            shocked_again=words.flag("secondary shock used"),
            **more,
        )
