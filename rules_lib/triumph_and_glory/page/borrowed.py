"""What the chapters of the charge borrow from the secondary source, as ``borrowed.toml`` has it."""

from fractions import Fraction
from typing import Final

from rules_lib.errors import require_word
from rules_lib.notebook.quick_reference import sheet_of
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.rulebook.expressions import Names
from rules_lib.text.chances import percent
from rules_lib.text.files import shipped
from rules_lib.values.type_checks import checked

from ..example.facts import SYSTEM
from ..tables.results_table import SECONDARY_SOURCE
from ..tables.secondary import SECTIONS, Secondary, require_secondary

_DATA: Final = shipped(__package__, "borrowed.toml")


@checked
def borrowed(*sections: str, secondary: Secondary | None = None) -> CaptionedTable:
    """The numbers of some sections of the secondary source, each marked as such.

    Args:
        sections: of "results", "ratios", "cohesion", "clear_terrain", "position", "fire" and
            "stacking"; without any, all of them.
        secondary: the data, if not those that are shipped.
    """
    source, told = require_secondary(secondary), _DATA["borrowed"]
    for section in sections:
        require_word("sections", section, told)
    names = Names({"source": source, "fire": _DATA["fire"]}, _DATA)
    rows: list[tuple[str, ...]] = []
    for section in sections or told:
        cited = source.cite(section) if section in SECTIONS else SECONDARY_SOURCE
        for line in told[section]:
            for row in names.value(line.get("each", "(None,)")):
                fill = names.with_values(row=row).fill
                more = fill(line.get("more", ""))
                source_of_it = f"{cited}: {more}" if more else cited
                rows.append((fill(line["what"]), fill(line["value"]), source_of_it))
    return CaptionedTable(
        "What this chapter borrows", Table(("what", "value", "from"), tuple(rows))
    )


def fire_table() -> CaptionedTable:
    """How likely each effect of reaction fire is, by the strength of the gun, as the sheet says."""
    grid = next(each for each in sheet_of(SYSTEM).grids if "TG-9.81-6" in each.clauses)
    rows = tuple(
        tuple(percent(each) if isinstance(each, Fraction) else str(each) for each in row)
        for row in grid.rows
    )
    return CaptionedTable(f"{grid.caption} {grid.note} ({grid.borrowed})", Table(grid.head, rows))
