"""The cavalry charge drawn: its nine steps, a told charge with its dice, and a link to others."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace

from rules_lib.errors import RulesError
from rules_lib.notebook.drawing import IN_A_LINE, ten_sided
from rules_lib.notebook.table import CaptionedTable, Table, cited_table
from rules_lib.notebook.transcript import Entry, Transcript, WhatIf
from rules_lib.text.files import shipped
from rules_lib.values.type_checks import checked

from .. import charge
from ..charge import Attack, Charge, Stack, Target
from ..charge.moves import Plan
from ..charge.situation import CHARGERS, ONE_BRIGADE, TARGETS, kind_of
from ..charge.state import GONE
from ..units import Artillery, Order, Unit

CONTROLS = ("square", "recall")
"""Decisions with a control of their own."""
OF_A_MAP = {"counter_shocks", "clear_after_retreat", "in_front_after_retreat", "pursuer_through"}
OF_A_MAP |= {"way_out_after_retreat", "pursuer_way_out", "pursuer_in_fire_of", "pursuer_no_zone_at"}
SAID: Mapping[type, set[str]] = {
    Attack: {"stacks", "targets", "other_drm"},
    Stack: {"units", "charges", "through", "clear_terrain", "clear_after_retreat"},
    Target: {"units", "clear_terrain", "in_enemy_zoc", "in_enemy_front", *OF_A_MAP},
}
"""What is declared that the form can say, or leaves to the player, because a map alone knows it."""


def of_charge(told: charge.Charge) -> WhatIf | None:
    """A charge, if the form can say all that was declared, and ends it as it is told.

    What a map alone knows, such as the ground behind a target, the form leaves to the player.
    """
    faces = [face for step in told.steps for face in step.faces]
    entries: list[Entry] = []
    letters: dict[str, str] = {}
    try:
        attack = _as_said(*told.situation.attacks)
        if attack is None:
            return None
        same = charge.adjudicate(charge.Situation((attack,)), faces, told.decisions)
    except RulesError:
        return None
    if (same.steps, same.fates) != (told.steps, told.fates):
        return None
    sides: tuple[tuple[str, str, tuple[Stack | Target, ...]], ...] = (
        ("charger", CHARGERS, attack.stacks),
        ("target", TARGETS, attack.targets),
    )
    for side, free, hexes in sides:
        for each in hexes:
            of_hex = _of_hex(each)
            for at, unit in enumerate(each.units):
                row = {"where": "+" if at else f"--{side}", **_row(unit)}
                row |= {"fire": getattr(unit, "fire", None)} if side == "target" else {}
                row |= dict.fromkeys(of_hex) if at else of_hex
                entries += [
                    (f"{side}.{key}", "" if v is None else str(v)) for key, v in row.items()
                ]
        letters |= dict(zip((u.name for each in hexes for u in each.units), free, strict=False))
    entries += [("drm", attack.other_drm or ""), *_decided(told.decisions, letters)]
    entries.append(("dice", "".join(map(str, faces))))
    drawn = tuple((("the charge", "dice@0"),) for step in told.steps if step.faces)
    return WhatIf("cavalry", tuple(entries), drawn)


def _as_said(attack: Attack, *more: Attack) -> Attack | None:
    """An attack with nothing but what the form says; ``None`` if that is not all."""
    hexes: tuple[Stack | Target, ...] = (*attack.stacks, *attack.targets)
    units = [unit for each in hexes for unit in each.units]
    if more or not all(map(_sayable, (attack, *hexes, *units))):
        return None
    stacks = []
    for each in attack.stacks:
        sides = {each.side_of(target.name) for target in attack.targets}
        if len(sides) > 1:
            return None
        stacks.append(Stack(_of_one(each.units), each.charges, sides.pop()))
    targets = tuple(
        Target(_of_one(each.units), each.clear_terrain, each.in_enemy_zoc, each.in_enemy_front)
        for each in attack.targets
    )
    return Attack(tuple(stacks), targets, other_drm=attack.other_drm)


def _sayable(given: Attack | Stack | Target | Unit) -> bool:
    """Whether nothing is said of it that the form has no field for, and all that it asks."""
    if isinstance(given, Unit):
        asked = given.fire if isinstance(given, Artillery) else given.strength
        more = given.shocked_again or (isinstance(given, Artillery) and given.group)
        return asked is not None and bool(kind_of(given)) and not more
    others = (each for each in fields(given) if each.name not in SAID[type(given)])
    return all(getattr(given, each.name) in (each.default, ()) for each in others)


def _of_one(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units, those of a brigade in the one that the form knows."""
    one = ONE_BRIGADE.removeprefix("brigade ")
    return tuple(replace(unit, brigade=unit.brigade and one) for unit in units)


def _row(unit: Unit) -> dict[str, object]:
    """What the form has for a unit, by the names of its fields; ``None`` says nothing."""
    return {
        "kind": kind_of(unit),
        "cohesion": unit.cohesion,
        "disordered": unit.cohesion_disordered,
        "strength": unit.strength,
        "brigade": unit.brigade,
        "order": "" if unit.order == Order.GOOD else str(unit.order),
    }


def _of_hex(each: Stack | Target) -> dict[str, object]:
    """The same for a hex; it stands with its top unit."""
    if isinstance(each, Stack):
        side = None if each.through == "front" else f"through {each.through}"
        return {"side": side, "shocks": None if each.charges else 1}
    flags = {
        "clear": each.clear_terrain,
        "zone": each.in_enemy_zoc,
        "front": each.in_enemy_front,
    }
    return {name: 1 if value else None for name, value in flags.items()}


def _decided(plan: Plan, letters: dict[str, str]) -> Iterator[Entry]:
    """The decisions; units are called by the letters of the form, and its own decisions go."""
    names = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, letters))})(?!\w)")

    def lettered(text: str) -> str:
        return names.sub(lambda found: letters[found[0]], text)

    yield from ((key, "") for key in CONTROLS if key not in plan)
    for key, answer in plan.items():
        said = ("yes" if answer else "no") if isinstance(answer, bool) else lettered(answer)
        if key in CONTROLS:
            yield key, said
        else:
            yield "decide.what", lettered(key)
            yield "decide.answer", said


# ------------------------------------------------------------ scenes


def charge_flow() -> CaptionedTable:
    """The nine steps of a charge, and where it can end early."""
    told = shipped(__package__, "flow.toml")
    steps = ((tuple(cells), ids) for *cells, ids in told["steps"])
    return cited_table(told["title"], tuple(told["head"]), *steps)


@checked
def tell_charge(charge: Charge, title: str) -> Transcript:
    """A charge step by step."""
    return part_of(charge, title, range(len(charge.steps)))


@checked
def tell_step(charge: Charge, clauses: str, title: str) -> Transcript:
    """Only those parts of a charge whose heading cites one of ``clauses`` first, as "TG-9.81-3"."""
    inside, found = False, []
    for at, step in enumerate(charge.steps):
        if step.heading:
            inside = step.clauses[0] in clauses.split()
        elif inside:
            found.append(at)
    return part_of(charge, title, found)


@checked
def part_of(charge: Charge, title: str, places: Sequence[int]) -> Transcript:
    """The steps at some places of a charge, each throw with its die."""
    steps = tuple(charge.steps[at] for at in places)
    drawings = {
        at: ten_sided(step.faces, "first" if step.throw == "first" else "second", IN_A_LINE)
        for at, step in enumerate(steps)
        if step.throw
    }
    other = of_charge(charge)
    other = other and replace(other, dice=other.dice[: len(drawings)])
    return Transcript(title, steps, drawings, form="inline", what_if=other)


@checked
def ends_table(charge: Charge, caption: str) -> CaptionedTable:
    """Where each unit is in the end, and in which order."""
    rows = tuple(
        (name, str(fate.place), "–" if fate.place in GONE else str(fate.order))
        for name, fate in charge.fates.items()
    )
    return CaptionedTable(caption, Table(("unit", "where", "order"), rows), narrow=True)
