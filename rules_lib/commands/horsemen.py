"""Units of Triumph & Glory in words: ``"A: heavy 5, strength 6"``, ``"infantry 5, in square"``."""

import re
from collections.abc import Iterable
from string import ascii_uppercase
from typing import Any

from rules_lib.commands.words import NUMBER, Words, blame
from rules_lib.errors import InvalidValue, RulesError
from rules_lib.triumph_and_glory import Artillery, Cavalry, Infantry, Order, charge
from rules_lib.triumph_and_glory.charge.situation import Through

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
    f"a kind with its cohesion, and its strength: 'heavy 5, strength 6'; kinds: {', '.join(KINDS)}"
)
TRAITS = "disordered, disordered cohesion 3, fire 4 (artillery needs it)"
CHARGER_HELP = f"{UNIT}; then any of: {TRAITS}, through flank, through rear, shocks"
TARGET_HELP = f"{UNIT}; then any of: {TRAITS}, in square, clear terrain, in enemy zone"

CHARGERS, TARGETS = ascii_uppercase, ascii_uppercase[23:] + ascii_uppercase[:23]
"""Names for those that have none: chargers from A on, targets from X on."""


def situation(chargers: Iterable[str], targets: Iterable[str], other_drm: int) -> charge.Situation:
    """One attack: each charger and each target in a hex of its own."""
    stacks = tuple(_stack(*each) for each in _named("--charger", chargers, CHARGERS))
    hexes = tuple(_target(*each) for each in _named("--target", targets, TARGETS))
    return charge.Situation((charge.Attack(stacks, hexes, other_drm=other_drm),))


def _named(option: str, texts: Iterable[str], names: str) -> Iterable[tuple[str, Words]]:
    for name, text in zip(names, texts, strict=False):
        own, colon, rest = text.rpartition(":")
        words = Words(option, rest, CHARGER_HELP if option == "--charger" else TARGET_HELP)
        if colon and not own.strip():
            raise InvalidValue(option, text, "a name before the colon")
        yield own.strip() or name, words


def _stack(name: str, words: Words) -> charge.Stack:
    unit = _unit(name, words)
    through: Through = "front"
    if words.flag("through flank"):
        through = "flank"
    elif words.flag("through rear"):
        through = "rear"
    charges = not words.flag("shocks")
    words.done()
    return charge.Stack((unit,), charges=charges, through=through)


def _target(name: str, words: Words) -> charge.Target:
    unit = _unit(name, words)
    target = charge.Target(
        (unit,),
        clear_terrain=words.flag("clear terrain"),
        in_enemy_zoc=words.flag("in enemy zone"),
    )
    words.done()
    return target


def _unit(name: str, words: Words) -> Cavalry | Infantry | Artillery:
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
    if kind is Artillery:
        more = {**more, "fire": words.number("fire #")}
    if strength is None or None in more.values():
        raise words.refused(words.text)
    try:
        return kind(
            name,
            int(found[2]),
            strength=strength,
            cohesion_disordered=words.number("disordered cohesion #"),
            order=order,
            **more,
        )
    except RulesError as error:
        raise blame(words.option, error) from None
