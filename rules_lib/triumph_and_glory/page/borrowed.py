"""What the chapters of the charge borrow from the secondary source, read from its data."""

from collections import defaultdict
from collections.abc import Iterator

from rules_lib.errors import require_word
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.text.chances import percent
from rules_lib.triumph_and_glory.charge.rules.fire import fire_odds
from rules_lib.triumph_and_glory.charge.rules.modifiers import signed
from rules_lib.triumph_and_glory.map.stacking import MOST_BATTERIES
from rules_lib.triumph_and_glory.tables.results_table import Effect, Row
from rules_lib.triumph_and_glory.tables.secondary import Secondary, require_secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry
from rules_lib.values.type_checks import checked

Line = tuple[str, ...]
"""A section, what, its value, and perhaps more about where it comes from."""

RETREATS = {
    "none": "",
    "check": "check against retreat",
    "automatic": "retreat",
    "ruling": "perhaps retreat (R-N17)",
}
FIRE = {
    "none": "nothing",
    "check": "check, or disorder",
    "disorder": "disorder",
    "disorder and retreat": "disorder and retreat",
}
RULES = {"cohesion"}
"""What is borrowed as a rule, without a number that could be replaced."""
UNNUMBERED = "secondary source"
PRINTED = "the value is printed in the source’s own example"
GUNS = (2, 4, 6, 8)
"""Fire strengths that the table of reaction fire shows."""


@checked
def borrowed(*sections: str, secondary: Secondary | None = None) -> CaptionedTable:
    """The numbers of some sections of the secondary source, each marked as such.

    Args:
        sections: of "results", "ratios", "cohesion", "clear_terrain", "position", "fire" and
            "stacking"; without any, all of them.
        secondary: the data, if not those that are shipped.
    """
    source = require_secondary(secondary)
    known = defaultdict[str, list[tuple[str, str, str]]](list)
    for section, what, value, *more in _lines(source):
        cited = UNNUMBERED if section in RULES else source.cite(section)
        known[section].append((what, value, ": ".join([cited, *more])))
    for section in sections:
        require_word("sections", section, known)
    rows = tuple(row for section in sections or known for row in known[section])
    return CaptionedTable("What this chapter borrows", Table(("what", "value", "from"), rows))


def fire_table() -> CaptionedTable:
    """How likely each effect of reaction fire is, by the strength of the gun."""
    source = require_secondary(None)
    target = (Cavalry("cavalry", 5, heavy=True),)
    distributions = [
        fire_odds(Artillery("gun", 5, fire=strength), target, adjacent=True, in_square=False)
        for strength in GUNS
    ]
    rows = tuple(
        (
            row.results,
            FIRE[row.effect],
            *(percent(distribution[row.effect]) for distribution in distributions),
        )
        for row in source.fire_rows
    )
    head = ("result", "effect", *(f"strength {strength}" for strength in GUNS))
    caption = (
        f"What does a gun do to one cavalry unit in the next hex? ({source.cite('fire')}; the die,"
        f" its strength and {signed(source.fire_adjacent_drm)} for the next hex)"
    )
    return CaptionedTable(caption, Table(head, rows))


def _lines(source: Secondary) -> Iterator[Line]:
    """All of them: the section of the file, what, its value, and more about where it is from."""
    for row in source.results.rows:
        yield "results", f"result {row.results}", _effects(row), *filter(None, [row.basis])
    steps = [f"{each.attack}–{each.defence} {signed(each.drm)}" for each in source.ratios]
    worst = f"below {signed(source.worst_ratio_drm)}"
    yield "ratios", "strength ratio", ", ".join([*steps, worst])
    best = "the attackers’ best less the defenders’ best, guns aside"
    yield "cohesion", "cohesion", best, f"whose; {PRINTED}"
    clear = "defender on clear ground, attacked through its front, a flank open"
    yield "clear_terrain", clear, signed(source.clear_terrain_drm), f"when; {PRINTED}"
    yield "position", "attack from the rear", signed(source.rear_drm)
    both = signed(source.front_and_rear_drm)
    yield "position", "from front and rear at the same time", both, f"when; {PRINTED}"
    for each in source.fire_rows:
        yield "fire", f"reaction fire, result {each.results}", FIRE[each.effect]
    yield "fire", "fire at the next hex", signed(source.fire_adjacent_drm)
    further = signed(source.fire_further_unit_drm)
    yield "fire", "each further unit fired at, guns aside", further
    limits = f"{source.stack_limit}, or {source.brigade_stack_limit} of one brigade"
    yield "stacking", "infantry or cavalry units in a hex", limits
    beside = "1; beside two units only if these are of one brigade"
    yield "stacking", "batteries with them", beside
    points = f"at most {source.battery_points_limit} strength points together"
    yield "stacking", "batteries alone in a hex", f"{MOST_BATTERIES} of one group, {points}"
    yield "stacking", "units of all kinds in a hex", str(source.hex_limit)


def _effects(row: Row) -> str:
    parts = [_effect("attackers", row.attackers), _effect("defenders", row.defenders)]
    if row.pursuit:
        parts.append("pursuit, for infantry breakthrough")
    if row.counter_shock:
        parts.append("counter-shock")
    return "; ".join(part for part in parts if part)


def _effect(who: str, effect: Effect) -> str:
    done = ["disordered"] * effect.disordered + [RETREATS[effect.retreat]]
    said = ", ".join(part for part in done if part)
    return f"{who}: {said}" if said else ""
