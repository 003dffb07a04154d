"""Units of Triumph & Glory in words: ``"A: heavy 5, strength 6"``.

Units of one hex are joined: ``"infantry 5, strength 5, in square + artillery 4, fire 6"``.
"""

import re
from collections.abc import Iterable, Iterator
from string import ascii_uppercase
from typing import Any, cast

from rules_lib.errors import InvalidValue, RulesError
from rules_lib.text.parser import NUMBER, Words, blame
from rules_lib.triumph_and_glory.charge.situation import Attack, Stack, Target, Through
from rules_lib.triumph_and_glory.map.stacking import require_fit
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order

KINDS: dict[str, tuple[type[Cavalry | Infantry | Artillery], dict[str, Any]]] = {
    "heavy": (Cavalry, {"heavy": True}),
    "light": (Cavalry, {"heavy": False}),
    "infantry": (Infantry, {}),
    "jaegers": (Infantry, {"jaeger": True}),
    "artillery": (Artillery, {}),
    "horse artillery": (Artillery, {"horse": True}),
}
"""What a unit is called, and what it then is."""

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


def attack(
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


def stack(text: str, field: str) -> Stack:
    """The attackers of one hex, each with its name: ``"A: heavy 5, strength 6, through flank"``."""
    return _stack(_in_words(text, field, CHARGER_HELP), [], False)


def target(text: str, field: str) -> Target:
    """The defenders of one hex, each with its name."""
    return _target(_in_words(text, field, TARGET_HELP), False)


def unit(text: str, field: str) -> Cavalry | Infantry | Artillery:
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
            sides[_spelled(found[2], targets)] = cast("Through", found[1].lower())
    charges = not _said(named, "shocks")
    _done(named)
    require_fit(named[0][1].option, units)
    return Stack(units, charges=charges, through=sides if targets else through)


def _spelled(name: str, names: list[str]) -> str:
    """The name that is meant: as it is spelled, or in letters of the other size."""
    return name if name in names else next(n for n in names if n.lower() == name.lower())


def _target(named: Named, weighed: bool) -> Target:
    units = tuple(unit_of(*each, weighed) for each in named)
    require_fit(named[0][1].option, units)
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
    try:
        return kind(
            name,
            int(found[2]),
            strength=strength,
            cohesion_disordered=words.number("disordered cohesion #"),
            order=order,
            shocked_again=words.flag("secondary shock used"),
            **more,
        )
    except RulesError as error:
        raise blame(words.option, error) from None
