"""The cavalry charge drawn: its nine steps, a told charge with its dice, and a link to others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_lib.errors import RulesError
from rules_lib.notebook.flow import Node, flow
from rules_lib.notebook.svg import Drawing
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.notebook.ten_sided import IN_A_LINE, ten_sided
from rules_lib.notebook.transcript import Entry, Transcript, WhatIf
from rules_lib.text.files import shipped
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Charge
from rules_lib.triumph_and_glory.charge.moves import Plan
from rules_lib.triumph_and_glory.charge.situation import CHARGERS, KINDS, ONE_BRIGADE, TARGETS
from rules_lib.triumph_and_glory.charge.state import GONE
from rules_lib.triumph_and_glory.units import Artillery, Order, Unit
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

Row = dict[str, str]
"""What the form has for a unit, by the names of its fields; ``""`` says nothing."""

ORDERS = {Order.GOOD: "", Order.DISORDERED: "disordered", Order.SQUARE: "in square"}
CONTROLS = ("square", "recall")
"""Decisions with a control of their own."""


def of_charge(told: charge.Charge) -> WhatIf | None:
    """A charge, if the form can say all that was declared, and ends it as it is told.

    What a map alone knows, such as the ground behind a target, the form leaves to the player.
    """
    situation, faces = told.situation, [face for step in told.steps for face in step.faces]
    attack = situation.attacks[0]
    sides = (
        ("charger", CHARGERS, [(stack.units, _of_stack(stack)) for stack in attack.stacks]),
        ("target", TARGETS, [(target.units, _of_target(target)) for target in attack.targets]),
    )
    entries: list[Entry] = []
    texts: list[list[str]] = []
    letters: dict[str, str] = {}
    try:
        for side, free, hexes in sides:
            texts.append([])
            for units, more in hexes:
                rows = [_row(unit, side) | (more if not at else dict.fromkeys(more, ""))
                        for at, unit in enumerate(units)]  # fmt: skip
                texts[-1].append(_words(units, rows))
                for at, row in enumerate(rows):
                    said = {"where": "+" if at else f"--{side}"} | row
                    entries += [(f"{side}.{name}", value) for name, value in said.items()]
            names = (unit.name for units, _ in hexes for unit in units)
            letters |= dict(zip(names, free, strict=False))
        again = charge.Situation.parse(*texts, other_drm=attack.other_drm)
        if again != _as_parsed(situation):
            return None
        same = charge.adjudicate(again, faces, told.decisions)
    except RulesError:
        return None
    if (same.steps, same.fates) != (told.steps, told.fates):
        return None
    entries += [("drm", attack.other_drm or ""), *_decided(told.decisions, letters)]
    entries.append(("dice", "".join(map(str, faces))))
    drawn = tuple((("the charge", "dice@0"),) for step in told.steps if step.faces)
    return WhatIf("cavalry", tuple(entries), drawn)


def _row(unit: Unit, side: str) -> Row:
    kinds = [
        name
        for name, (kind, made) in KINDS.items()
        if type(unit) is kind and all(getattr(unit, key) == value for key, value in made.items())
    ]
    row = {
        "kind": kinds[-1] if kinds else "",  # the last one says the most
        "cohesion": str(unit.cohesion),
        "disordered": _number(unit.cohesion_disordered),
        "strength": _number(unit.strength),
        "brigade": "1" if unit.brigade else "",
        "order": ORDERS[unit.order],
    }
    fire = unit.fire if isinstance(unit, Artillery) else None
    return row | {"fire": _number(fire)} if side == "target" else row


def _of_stack(stack: charge.Stack) -> Row:
    through = {stack.through} if isinstance(stack.through, str) else set(stack.through.values())
    side = through.pop() if len(through) == 1 else "front"
    said = "" if side == "front" else f"through {side}"
    return {"side": said, "shocks": "" if stack.charges else "1"}


def _of_target(target: charge.Target) -> Row:
    flags = {
        "clear": target.clear_terrain,
        "zone": target.in_enemy_zoc,
        "front": target.in_enemy_front,
    }
    return {name: "1" if value else "" for name, value in flags.items()}


FLAGS = {
    "brigade": ONE_BRIGADE,
    "shocks": "shocks",
    "clear": "clear terrain",
    "zone": "in enemy zone",
    "front": "in enemy front",
}
NUMBERS = {"disordered": "disordered cohesion", "strength": "strength", "fire": "fire"}


def _words(units: Sequence[Unit], rows: Sequence[Row]) -> str:
    """A hex as the command line has it."""

    def said(row: Row) -> Iterator[str]:
        yield f"{row['kind']} {row['cohesion']}"
        yield from (f"{NUMBERS[name]} {row[name]}" for name in NUMBERS if row.get(name))
        yield from (row[name] for name in ("order", "side") if row.get(name))
        yield from (FLAGS[name] for name in FLAGS if row.get(name))

    return " + ".join(
        f"{unit.name}: {', '.join(said(row))}" for unit, row in zip(units, rows, strict=True)
    )


def _as_parsed(situation: charge.Situation) -> charge.Situation:
    """The same, as words give it: a side for each target, one brigade, and nothing of a map."""
    one = ONE_BRIGADE.removeprefix("brigade ")
    attacks = []
    for attack in situation.attacks:
        names = [target.name for target in attack.targets]
        stacks = [
            replace(
                stack,
                units=tuple(replace(unit, brigade=unit.brigade and one) for unit in stack.units),
                through=FrozenMap({name: stack.side_of(name) for name in names}),
                clear_terrain=False,
                in_front=stack.in_front or None,
            )
            for stack in attack.stacks
        ]
        targets = [
            replace(
                target,
                units=tuple(replace(unit, brigade=unit.brigade and one) for unit in target.units),
                counter_shocks=None,
                clear_after_retreat=None,
                in_front_after_retreat=True,
            )
            for target in attack.targets
        ]
        attacks.append(replace(attack, stacks=tuple(stacks), targets=tuple(targets)))
    return charge.Situation(tuple(attacks))


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


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


# ------------------------------------------------------------ scenes


def charge_flow() -> Drawing:
    """The nine steps of a charge, and where it can end early."""
    told = shipped(__package__, "flow.toml")
    return flow([_node(**each) for each in told["steps"]], told["title"])


def _node(clauses: Sequence[str], aside: Mapping[str, Any] | None = None, **told: Any) -> Node:
    return Node(clauses=tuple(clauses), aside=_node(**aside) if aside else None, **told)


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
