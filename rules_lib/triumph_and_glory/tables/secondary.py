"""Everything that comes from the secondary source, as one value that can be replaced."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, TypeAlias

from rules_lib.errors import InvalidValue, keep_int, require_instance, require_int, require_word
from rules_lib.text.files import located, read_keys, read_list, read_text, read_toml, require_text
from rules_lib.values.type_checks import checked

from .results_table import SECONDARY_SOURCE, ResultsTable, Span, in_order, read_rows, require_no_gap

LARGEST_DRM = 99

LARGEST_STACK = 1000
"""Units that a hex may be said to hold."""

LARGEST_POINTS = 99_999

LARGEST_SHARE = 1_000

FireEffect: TypeAlias = Literal["none", "check", "disorder", "disorder and retreat"]

SECTIONS: Mapping[str, Mapping[str, str]] = {
    "results": {"table": "results"},
    "ratios": {"row": "ratios", "worst_drm": "worst_ratio_drm"},
    "clear_terrain": {"drm": "clear_terrain_drm"},
    "position": {"rear_drm": "rear_drm", "front_and_rear_drm": "front_and_rear_drm"},
    "fire": {
        "adjacent_drm": "fire_adjacent_drm",
        "further_unit_drm": "fire_further_unit_drm",
        "row": "fire_rows",
    },
    "stacking": {
        "units": "stack_limit",
        "units_of_one_brigade": "brigade_stack_limit",
        "units_of_all_kinds": "hex_limit",
        "points_of_two_batteries": "battery_points_limit",
    },
}
"""The tables of the file; their keys, and the field of :class:`Secondary` that each fills."""


class Ratio(NamedTuple):
    """A row of the ratio table: at ``attack`` to ``defence`` or better, ``drm``."""

    attack: int
    defence: int
    drm: int


@checked
@dataclass(frozen=True, slots=True)
class FireRow(Span):
    """One row of the fire table.

    Attributes:
        effect: ``"none"``; ``"check"``, the target checks its cohesion, and is disordered if it
            fails; ``"disorder"``, without a check; ``"disorder and retreat"``.
    """

    effect: FireEffect


@checked
@dataclass(frozen=True, slots=True)
class Secondary:
    """What rules 9.71 to 9.87 lean on and do not contain.

    Attributes:
        results: the shock resolution table.
        ratios: modifiers for strength, from the best ratio for the attacker down.
        worst_ratio_drm: the modifier below the last of them.
        clear_terrain_drm: for an attack through the front of a defender in clear terrain with an
            open flank.
        rear_drm: for an attack from the rear.
        front_and_rear_drm: for an attack from the front and the rear at once, instead of it.
        fire_rows: the table of reaction fire, from the lowest result up.
        fire_adjacent_drm: reaction fire at the next hex.
        fire_further_unit_drm: for each unit in the target's hex beyond the first, artillery aside.
        stack_limit: infantry units, or cavalry units, in one hex.
        brigade_stack_limit: the same, if all are of one brigade.
        hex_limit: units of all kinds in one hex.
        battery_points_limit: strength points of two batteries that share a hex.
        items: for each section of ``secondary.toml``, the rule it comes from.

    Raises:
        InvalidValue: the field, what was given, what is allowed.
    """

    results: ResultsTable
    ratios: tuple[Ratio, ...]
    worst_ratio_drm: int
    clear_terrain_drm: int
    rear_drm: int
    front_and_rear_drm: int
    fire_rows: tuple[FireRow, ...]
    fire_adjacent_drm: int
    fire_further_unit_drm: int
    stack_limit: int
    brigade_stack_limit: int
    hex_limit: int
    battery_points_limit: int
    items: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        for each in fields(self):
            if each.name.endswith("_drm"):
                keep_int(self, each.name, -LARGEST_DRM, LARGEST_DRM)
        object.__setattr__(self, "ratios", _require_ratios(self.ratios, self.worst_ratio_drm))
        object.__setattr__(self, "fire_rows", in_order("fire_rows", self.fire_rows, FireRow))
        require_no_gap("fire_rows", self.fire_rows)
        keep_int(self, "stack_limit", 1, LARGEST_STACK)
        keep_int(self, "brigade_stack_limit", self.stack_limit, LARGEST_STACK)
        keep_int(self, "hex_limit", 1, LARGEST_STACK)
        keep_int(self, "battery_points_limit", 1, LARGEST_POINTS)
        if [section for section, _ in self.items] != list(SECTIONS):
            allowed = f"a pair for each of {', '.join(SECTIONS)}: the section and its rule"
            raise InvalidValue("items", self.items, allowed)
        for section, item in self.items:
            require_text(f"items, {section}", item)

    def item(self, field: str) -> str:
        """The rule that a field, or a section of ``secondary.toml``, comes from."""
        sections = {
            each: name for name, told in SECTIONS.items() for each in (name, *told.values())
        }
        return dict(self.items)[sections[require_word("field", field, sections)]]

    def cite(self, field: str) -> str:
        """What to print beside a number: ``secondary source 8.6``."""
        return f"{SECONDARY_SOURCE} {self.item(field)}"

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a ``.toml`` file that has everything ``secondary.toml`` has."""
        name, text = read_text(path)
        return cls.from_toml(text, name=name)

    @classmethod
    def from_toml(cls, text: str, *, name: str = "secondary") -> Self:
        """Read a text with everything ``secondary.toml`` has; ``name`` is what errors call it."""
        data = read_keys(name, read_toml(name, text), SECTIONS)
        values: dict[str, Any] = {"items": ()}
        for section, told in SECTIONS.items():
            place = f"{name}, {section}"
            table = read_keys(place, data[section], ["item", *told])
            values["items"] += ((section, require_text(f"{place}, item", table["item"])),)
            for key, field in told.items():
                values[field] = _read(field, f"{place}, {key}", table[key])
        with located(name):
            return cls(**values)


@cache
def default_secondary() -> Secondary:
    """The secondary source as shipped, read and checked once."""
    name = "secondary.toml"
    return Secondary.from_toml(files(__package__).joinpath(name).read_text("utf-8"), name=name)


def require_secondary(secondary: object) -> Secondary:
    """Return ``secondary``, or the shipped one for ``None``."""
    if secondary is None:
        return default_secondary()
    return require_instance("secondary", secondary, Secondary)


def _require_ratios(given: tuple[Ratio, ...], worst_drm: int) -> tuple[Ratio, ...]:
    """Check that the ratios fall from row to row, and that no modifier rises on the way."""
    if not given:
        raise InvalidValue("ratios", given, "one row or more")
    rows = tuple(
        Ratio(
            require_int(f"ratios, row {number}, attack", row.attack, 1, LARGEST_SHARE),
            require_int(f"ratios, row {number}, defence", row.defence, 1, LARGEST_SHARE),
            require_int(f"ratios, row {number}, drm", row.drm, -LARGEST_DRM, LARGEST_DRM),
        )
        for number, row in enumerate(given, start=1)
    )
    for number, (high, low) in enumerate(pairwise(rows), start=2):
        if high.attack * low.defence <= low.attack * high.defence:
            ratio, least = f"{low.attack} to {low.defence}", f"{high.attack} to {high.defence}"
            raise InvalidValue(f"ratios, row {number}", ratio, f"a ratio below {least}")
        if low.drm > high.drm:
            raise InvalidValue(f"ratios, row {number}, drm", low.drm, f"at most {high.drm}")
    if worst_drm > rows[-1].drm:
        raise InvalidValue("worst_ratio_drm", worst_drm, f"at most {rows[-1].drm}")
    return rows


def _read(field: str, place: str, raw: Any) -> Any:
    """What the file says of a field; numbers are checked where they are kept."""
    if field == "results":
        return ResultsTable.from_data(raw, name=place)
    if field == "fire_rows":
        return read_rows(FireRow, place, raw, ["effect"])
    if field == "ratios":
        listed = enumerate(read_list(place, raw), start=1)
        rows = (read_keys(f"{place} {number}", each, Ratio._fields) for number, each in listed)
        return tuple(Ratio(**row) for row in rows)
    return raw
