"""What the excerpt refers to and does not contain, from the secondary source; replaceable data.

``SECONDARY`` is what ``secondary.toml`` says. It is read when it is first asked for. The results
table tells what a modified shock result does to both sides."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, Self, TypeAlias, TypeVar, get_args

from rules_lib.errors import (
    InvalidValue,
    keep_int,
    require_instance,
    require_iterable,
    require_whole,
    require_word,
)
from rules_lib.rulebook import uses
from rules_lib.system.kinds import of_fields
from rules_lib.system.toml import as_toml
from rules_lib.text.files import (
    Words,
    located,
    read_keys,
    read_list,
    read_text,
    read_toml,
    require_text,
)
from rules_lib.values.type_checks import checked

SECONDARY_SOURCE = "secondary source"
"""What every number says that is not the source's own."""

Retreat: TypeAlias = Literal["none", "check", "automatic", "ruling"]

Gaps: TypeAlias = Literal["refuse", "report"]

SIDES = ("attackers", "defenders")

RESULTS = ("pursuit", "counter_shock")

MARKS = ("basis", "source")

FARTHEST = 1_000_000
"""No bound of a row lies farther from 0 than this."""


@dataclass(frozen=True, slots=True)
class Span:
    """The results from ``lowest`` to ``highest``, both included; ``None`` is no bound.

    Raises:
        InvalidValue: a bound that is no whole number, or the lowest above the highest.
    """

    lowest: int | None
    highest: int | None

    def __post_init__(self) -> None:
        for field in ("lowest", "highest"):
            if getattr(self, field) is not None:
                keep_int(self, field, -FARTHEST, FARTHEST)
        if self.lowest is not None and self.highest is not None and self.lowest > self.highest:
            raise InvalidValue("highest", self.highest, f"a whole number from {self.lowest} up")

    def covers(self, result: int) -> bool:
        """Whether ``result`` lies in it."""
        above = self.lowest is None or self.lowest <= result
        return above and (self.highest is None or result <= self.highest)

    @property
    def results(self) -> str:
        """Its results in words: ``below 0``, ``0 to 4``, ``10 or more``."""
        if self.lowest is None:
            return "any result" if self.highest is None else f"below {self.highest + 1}"
        if self.highest is None:
            return f"{self.lowest} or more"
        return (
            str(self.lowest) if self.lowest == self.highest else f"{self.lowest} to {self.highest}"
        )


SpanKind = TypeVar("SpanKind", bound=Span)


def in_order(field: str, spans: Iterable[SpanKind], kind: type[SpanKind]) -> tuple[SpanKind, ...]:
    """Return rows from the lowest up.

    Raises:
        InvalidValue: no row, something that is no row, or two rows that share a result; the
            message names both.
    """
    allowed = f"one {kind.__qualname__} or more"
    rows = [require_instance(field, each, kind) for each in require_iterable(field, spans, allowed)]
    if not rows:
        raise InvalidValue(field, rows, allowed)
    rows.sort(key=lambda row: -FARTHEST - 1 if row.lowest is None else row.lowest)
    for low, high in pairwise(rows):
        if low.highest is None or high.lowest is None or low.highest >= high.lowest:
            both = Words(f"'{low.results}' beside '{high.results}'")
            raise InvalidValue(field, both, "rows that share no result")
    return tuple(rows)


def missing(spans: Sequence[Span]) -> tuple[Span, ...]:
    """The results that no row covers; the rows must be in order."""
    gaps: list[Span] = []
    last = spans[-1].highest
    if spans[0].lowest is not None:
        gaps.append(Span(None, spans[0].lowest - 1))
    for low, high in pairwise(spans):
        assert low.highest is not None
        assert high.lowest is not None
        if low.highest + 1 < high.lowest:
            gaps.append(Span(low.highest + 1, high.lowest - 1))
    if last is not None:
        gaps.append(Span(last + 1, None))
    return tuple(gaps)


def require_no_gap(field: str, spans: Sequence[Span]) -> None:
    """Refuse rows that leave a result open, and name each that is."""
    gaps = missing(spans)
    if gaps:
        named = ", ".join(gap.results for gap in gaps[:5]) + (", …" if len(gaps) > 5 else "")
        raise InvalidValue(field, Words(f"no row for {named}"), "a row for each result")


@checked
@dataclass(frozen=True, slots=True)
class Effect:
    """What a result does to one side.

    Attributes:
        disordered: its units are disordered.
        retreat: ``"none"``; ``"check"``, they check their cohesion against retreat;
            ``"automatic"``, without a check; ``"ruling"``, what the reading of R-N17 says.
    """

    disordered: bool
    retreat: Retreat


@checked
@dataclass(frozen=True, slots=True)
class Row(Span):
    """One row: the modified results from ``lowest`` to ``highest`` and what they do.

    Attributes:
        attackers: what happens to the attackers.
        defenders: what happens to the defenders.
        pursuit: the attackers fight on: charging cavalry pursues, infantry may break through.
        counter_shock: the defenders may advance and strike back.
        basis: what of it is printed, and what is restored, from which example; or nothing.
        source: where the row comes from.
    """

    attackers: Effect
    defenders: Effect
    pursuit: bool = False
    counter_shock: bool = False
    basis: str = ""
    source: str = SECONDARY_SOURCE

    def __post_init__(self) -> None:
        Span.__post_init__(self)
        if self.basis != "":
            require_text("basis", self.basis)
        require_text("source", self.source)


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """A shock resolution table.

    Attributes:
        rows: its rows in any order; they are kept from the lowest up.
        source: where the table comes from.
        gaps: ``"refuse"`` a table that leaves a result open, or ``"report"`` such a result as
            unspecified when it comes up.

    Raises:
        InvalidValue: no rows; rows that overlap, both named; results that no row covers.
    """

    rows: tuple[Row, ...]
    source: str = SECONDARY_SOURCE
    gaps: Gaps = "refuse"

    def __post_init__(self) -> None:
        require_text("source", self.source)
        require_word("gaps", self.gaps, get_args(Gaps))
        object.__setattr__(self, "rows", in_order("rows", self.rows, Row))
        if self.gaps == "refuse":
            require_no_gap("rows", self.rows)

    @property
    def missing(self) -> tuple[Span, ...]:
        """The results that no row covers."""
        return missing(self.rows)

    @uses("TG-9.81-7")
    def row(self, result: int) -> Row | None:
        """The row of a modified result; ``None`` where the table has a gap."""
        result = require_whole("result", result)
        return next((row for row in self.rows if row.covers(result)), None)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a table from a ``.toml`` file."""
        name, text = read_text(path)
        return cls.from_toml(text, name=name)

    @classmethod
    def from_toml(cls, text: str, *, name: str = "table") -> Self:
        """Read a table as :meth:`to_toml` writes it; ``name`` is what errors call it."""
        return cls.from_data(read_toml(name, text), name=name)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], *, name: str) -> Self:
        """Read a table from what a TOML text says."""
        read_keys(require_instance("name", name, str), data, ["row"], ["source", "gaps"])
        source = require_text(f"{name}, source", data.get("source", SECONDARY_SOURCE))
        rows = [
            _row_of(f"{name}, row {number}", raw, source)
            for number, raw in enumerate(read_list(f"{name}, row", data["row"]), start=1)
        ]
        with located(name):
            return cls(tuple(rows), source, data.get("gaps", "refuse"))

    def to_toml(self) -> str:
        """The table as TOML; :meth:`from_toml` reads it back."""
        lines = [f"source = {as_toml(self.source)}", f"gaps = {as_toml(self.gaps)}"]
        for row in self.rows:
            told = {key: each for key, each in asdict(row).items() if each is not None}
            for side in SIDES:
                effect = ", ".join(f"{key} = {as_toml(each)}" for key, each in told[side].items())
                told[side] = f"{{ {effect} }}"
            lines += ["", "[[row]]"]
            lines += [f"{k} = {v if k in SIDES else as_toml(v)}" for k, v in told.items()]
        return "\n".join(lines) + "\n"


def _row_of(place: str, raw: object, source: str) -> Row:
    data = read_keys(place, raw, [*SIDES, *RESULTS], ["lowest", "highest", *MARKS])
    row: Row = of_fields(Row, {"lowest": None, "highest": None, "source": source, **data}, place)
    return row


# ------------------------------------------------------------ all of it


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


@checked
@dataclass(frozen=True, slots=True)
class Ratio:
    """A row of the ratio table: at ``attack`` to ``defence`` or better, ``drm``."""

    attack: int
    defence: int
    drm: int

    def __post_init__(self) -> None:
        keep_int(self, "attack", 1, LARGEST_SHARE)
        keep_int(self, "defence", 1, LARGEST_SHARE)
        keep_int(self, "drm", -LARGEST_DRM, LARGEST_DRM)


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
        _require_ratios(self.ratios, self.worst_ratio_drm)
        object.__setattr__(self, "fire_rows", in_order("fire_rows", self.fire_rows, FireRow))
        require_no_gap("fire_rows", self.fire_rows)
        keep_int(self, "stack_limit", 1, LARGEST_STACK)
        keep_int(self, "brigade_stack_limit", self.stack_limit, LARGEST_STACK)
        keep_int(self, "hex_limit", 1, LARGEST_STACK)
        keep_int(self, "battery_points_limit", 1, LARGEST_POINTS)
        _require_items(self.items)

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


def _require_ratios(rows: tuple[Ratio, ...], worst_drm: int) -> None:
    """Check that the ratios fall from row to row, and that no modifier rises on the way."""
    if not rows:
        raise InvalidValue("ratios", rows, "one row or more")
    for number, (high, low) in enumerate(pairwise(rows), start=2):
        if high.attack * low.defence <= low.attack * high.defence:
            ratio, least = f"{low.attack} to {low.defence}", f"{high.attack} to {high.defence}"
            raise InvalidValue(f"ratios, row {number}", ratio, f"a ratio below {least}")
        if low.drm > high.drm:
            raise InvalidValue(f"ratios, row {number}, drm", low.drm, f"at most {high.drm}")
    if worst_drm > rows[-1].drm:
        raise InvalidValue("worst_ratio_drm", worst_drm, f"at most {rows[-1].drm}")


def _require_items(given: tuple[tuple[str, str], ...]) -> None:
    """Check that every section says which rule it comes from."""
    if [section for section, _ in given] != list(SECTIONS):
        allowed = f"a pair for each of {', '.join(SECTIONS)}: the section and its rule"
        raise InvalidValue("items", given, allowed)
    for section, item in given:
        require_text(f"items, {section}", item)


def _read(field: str, place: str, raw: Any) -> Any:
    """What the file says of a field; numbers are checked where they are kept."""
    if field == "results":
        return ResultsTable.from_data(raw, name=place)
    kind = {"ratios": Ratio, "fire_rows": FireRow}.get(field)
    if kind is None:
        return raw
    rows = []
    for number, row in enumerate(read_list(place, raw), start=1):
        if kind is FireRow and isinstance(row, dict):
            row = {"lowest": None, "highest": None, **row}
        rows.append(of_fields(kind, row, f"{place} {number}"))
    return tuple(rows)
