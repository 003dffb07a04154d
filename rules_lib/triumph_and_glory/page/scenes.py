"""Drawn scenes of the cavalry charge: the nine steps, a told charge with its dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_lib.notebook.flow import Node, flow
from rules_lib.notebook.svg import Drawing
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.notebook.ten_sided import IN_A_LINE, ten_sided
from rules_lib.notebook.transcript import Transcript
from rules_lib.text.files import shipped
from rules_lib.triumph_and_glory.charge import Charge
from rules_lib.triumph_and_glory.charge.state import GONE
from rules_lib.triumph_and_glory.page.other_dice import of_charge
from rules_lib.values.type_checks import checked


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
