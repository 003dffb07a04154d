"""What each open reading of the melee changes, over a stated panel of situations."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from rules_lib.paper_tigers import Card, melee
from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.comparisons import points
from rules_lib.presentation.picture import Table
from rules_lib.rulebook import catalog

PANEL_VALUES = (4, 6, 8, 10, 12)
"""Card values of the panel: both colours for both sides, four kinds of defenders, 0 or 1 hit."""


@dataclass(frozen=True, slots=True)
class Impact:
    """What a reading changes in the attacker's chance to win, compared with the default.

    Attributes:
        ruling: id of the ruling.
        reading: the value of its field.
        largest: the largest change over the panel, with its sign.
        where: the situation of the largest change.
        typical: the mean of the changes without their signs.
    """

    ruling: str
    reading: Any
    largest: Fraction
    where: str
    typical: Fraction


def impact(rule_id: str) -> tuple[Impact, ...]:
    """The impact of each reading of a ruling of the melee that is not the default."""
    name = melee.Rulings.field_of(rule_id)
    declared = next(each for each in fields(melee.Rulings) if each.name == name)
    return tuple(_impact(rule_id, reading) for reading in declared.metadata["readings"][1:])


def impact_table(rule_id: str) -> CaptionedTable:
    """The impacts of one ruling as a table for readers."""
    told = catalog().rulings[rule_id].readings[1:]
    rows = [
        (text.text, points(each.largest), each.where, points(each.typical, signed=False))
        for text, each in zip(told, impact(rule_id), strict=True)
    ]
    head = ("other reading", "largest change", "in this situation", "average change")
    caption = f"{rule_id}: how much does the attacker’s chance to win change?"
    return CaptionedTable(caption, Table(head, tuple(rows)))


def panel() -> Iterator[tuple[melee.Combatant, melee.Combatant]]:
    """The situations over which readings are compared."""
    cards = [Card(colour, value) for colour in ("red", "black") for value in PANEL_VALUES]
    kinds: list[dict[str, bool]] = [{}, {"small_team": True}, {"officer": True}, {"in_cover": True}]
    for attacker, defender, kind, hits in product(cards, cards, kinds, (0, 1)):
        yield melee.Combatant(attacker), melee.Combatant(defender, **kind, hits=hits)


@cache
def _default(attacker: melee.Combatant, defender: melee.Combatant) -> Fraction:
    return melee.odds(attacker, defender).attacker_wins


def _impact(rule_id: str, reading: Any) -> Impact:
    other = melee.Rulings.from_ids({rule_id: reading})
    changes: list[tuple[Fraction, str]] = []
    for attacker, defender in panel():
        change = melee.odds(attacker, defender, other).attacker_wins - _default(attacker, defender)
        where = f"{attacker} against {defender}".replace("1 hit", "hit before")
        changes.append((change, where))
    largest, where = max(changes, key=lambda change: abs(change[0]))
    typical = sum((abs(change) for change, _ in changes), Fraction(0)) / len(changes)
    return Impact(rule_id, reading, largest, where if largest else "nowhere", typical)
