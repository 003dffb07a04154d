"""Everything that comes from the secondary source, as one value that can be replaced.

``SECONDARY`` is what ``secondary.toml`` says. It is read when it is first asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, TypeAlias, TypeVar, get_args

from rules_lib.errors import (
    InvalidValue,
    is_one_of,
    keep_int,
    require_instance,
    require_int,
    require_iterable,
    require_word,
)
from rules_lib.text.files import (
    located,
    read_keys,
    read_list,
    read_text,
    read_toml,
    require_text,
)
from rules_lib.triumph_and_glory.tables.ranges import Span, in_order, require_no_gap
from rules_lib.triumph_and_glory.tables.results_table import SECONDARY_SOURCE, ResultsTable

T = TypeVar("T")

LARGEST_DRM = 99

LARGEST_STACK = 1000
"""Units that a hex may be said to hold."""

LARGEST_POINTS = 99_999

LARGEST_SHARE = 1_000

FireEffect: TypeAlias = Literal["none", "check", "disorder", "disorder and retreat"]

SECTIONS = {
    "results": ("results",),
    "ratios": ("ratios", "worst_ratio_drm"),
    "clear_terrain": ("clear_terrain_drm",),
    "position": ("rear_drm", "front_and_rear_drm"),
    "fire": ("fire_rows", "fire_adjacent_drm", "fire_further_unit_drm"),
    "stacking": ("stack_limit", "brigade_stack_limit", "hex_limit", "battery_points_limit"),
}
"""The tables of the file, and the fields of :class:`Secondary` that each fills."""


class Ratio(NamedTuple):
    """A row of the ratio table: at ``attack`` to ``defence`` or better, ``drm``."""

    attack: int
    defence: int
    drm: int


@dataclass(frozen=True, slots=True)
class FireRow(Span):
    """One row of the fire table.

    Attributes:
        effect: ``"none"``; ``"check"``, the target checks its cohesion, and is disordered if it
            fails; ``"disorder"``, without a check; ``"disorder and retreat"``.
    """

    effect: FireEffect

    def __post_init__(self) -> None:
        Span.__post_init__(self)
        require_word("effect", self.effect, get_args(FireEffect))


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
        require_instance("results", self.results, ResultsTable)
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
        object.__setattr__(self, "items", _require_items(self.items))

    def item(self, field: str) -> str:
        """The rule that a field, or a section of ``secondary.toml``, comes from."""
        require_instance("field", field, str)
        section = next((name for name, each in SECTIONS.items() if field in (name, *each)), None)
        if section is None:
            known = [name for each in SECTIONS.items() for name in (each[0], *each[1])]
            raise InvalidValue("field", field, ", ".join(dict.fromkeys(known)))
        return dict(self.items)[section]

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
        values: dict[str, Any] = {"items": []}
        for section, (needed, read) in _READERS.items():
            place = f"{name}, {section}"
            table = read_keys(place, data[section], ["item", *needed])
            values["items"].append((section, require_text(f"{place}, item", table["item"])))
            values.update(read(place, table))
        with located(name):
            return cls(**values)


@cache
def default_secondary() -> Secondary:
    """The secondary source as shipped, read and checked once."""
    from importlib.resources import files  # late: who brings data of his own needs no file

    name = "secondary.toml"
    text = files("rules_lib.triumph_and_glory.tables").joinpath(name).read_text("utf-8")
    return Secondary.from_toml(text, name=name)


SECONDARY: Secondary


def __getattr__(name: str) -> Secondary:
    """Read the file when ``SECONDARY`` is first asked for."""
    if name == "SECONDARY":
        return default_secondary()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def require_secondary(secondary: object) -> Secondary:
    """Return ``secondary``, or the shipped one for ``None``."""
    if secondary is None:
        return default_secondary()
    return require_instance("secondary", secondary, Secondary)


def _require_ratios(given: object, worst_drm: int) -> tuple[Ratio, ...]:
    """Check that the ratios fall from row to row, and that no modifier rises on the way."""
    allowed = "rows of three whole numbers: attack, defence, drm; one or more"
    listed = require_iterable("ratios", given, allowed) if isinstance(given, list | tuple) else ()
    if not listed or not all(isinstance(row, tuple) and len(row) == 3 for row in listed):
        raise InvalidValue("ratios", given, allowed)
    rows = tuple(
        Ratio(
            require_int(f"ratios, row {number}, attack", attack, 1, LARGEST_SHARE),
            require_int(f"ratios, row {number}, defence", defence, 1, LARGEST_SHARE),
            require_int(f"ratios, row {number}, drm", drm, -LARGEST_DRM, LARGEST_DRM),
        )
        for number, (attack, defence, drm) in enumerate(listed, start=1)
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


def _require_items(given: object) -> tuple[tuple[str, str], ...]:
    """Check that every section says which rule it comes from."""
    allowed = f"a pair for each of {', '.join(SECTIONS)}: the section and its rule"
    pairs = require_iterable("items", given, allowed) if isinstance(given, list | tuple) else ()
    if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
        raise InvalidValue("items", given, allowed)
    if not all(is_one_of(section, SECTIONS) for section, _ in pairs):
        raise InvalidValue("items", given, allowed)
    if [section for section, _ in pairs] != list(SECTIONS):
        raise InvalidValue("items", given, allowed)
    return tuple((section, require_text(f"items, {section}", item)) for section, item in pairs)


Table: TypeAlias = Mapping[str, Any]


def _read_results(place: str, table: Table) -> dict[str, Any]:
    return {"results": ResultsTable.from_data(table["table"], name=f"{place}, table")}


def _read_ratios(place: str, table: Table) -> dict[str, Any]:
    rows = []
    for number, raw in enumerate(read_list(f"{place}, row", table["row"]), start=1):
        row = read_keys(f"{place}, row {number}", raw, Ratio._fields)
        rows.append(Ratio(**row))
    return {"ratios": tuple(rows), "worst_ratio_drm": table["worst_drm"]}


def _read_fire(place: str, table: Table) -> dict[str, Any]:
    rows = []
    for number, raw in enumerate(read_list(f"{place}, row", table["row"]), start=1):
        where = f"{place}, row {number}"
        row = read_keys(where, raw, ["effect"], ["lowest", "highest"])
        with located(where):
            rows.append(FireRow(**{"lowest": None, "highest": None, **row}))
    return {
        "fire_rows": tuple(rows),
        "fire_adjacent_drm": table["adjacent_drm"],
        "fire_further_unit_drm": table["further_unit_drm"],
    }


def _read_numbers(names: Mapping[str, str], place: str, table: Table) -> dict[str, Any]:
    """Only give the keys of a section the names of the fields."""
    return {field: table[key] for key, field in names.items()}


Reader: TypeAlias = Callable[[str, Table], dict[str, Any]]

_POSITION = {"rear_drm": "rear_drm", "front_and_rear_drm": "front_and_rear_drm"}

_STACKING = {
    "units": "stack_limit",
    "units_of_one_brigade": "brigade_stack_limit",
    "units_of_all_kinds": "hex_limit",
    "points_of_two_batteries": "battery_points_limit",
}

_READERS: dict[str, tuple[tuple[str, ...], Reader]] = {
    "results": (("table",), _read_results),
    "ratios": (("row", "worst_drm"), _read_ratios),
    "clear_terrain": (("drm",), partial(_read_numbers, {"drm": "clear_terrain_drm"})),
    "position": (tuple(_POSITION), partial(_read_numbers, _POSITION)),
    "fire": (("adjacent_drm", "further_unit_drm", "row"), _read_fire),
    "stacking": (tuple(_STACKING), partial(_read_numbers, _STACKING)),
}
