"""The units: cavalry, infantry with jaegers, artillery; and the order they are in."""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rules_lib.errors import InvalidValue, keep_int
from rules_lib.values.enums import WordEnum
from rules_lib.values.type_checks import holds_of

BEST_COHESION = 9
"""Cohesion runs from 0 to 9, as the die does."""
LARGEST_STRENGTH = 9999
LONGEST_NAME = 60

RANGES = {
    "cohesion": (0, BEST_COHESION),
    "cohesion_disordered": (0, BEST_COHESION),
    "strength": (1, LARGEST_STRENGTH),
    "fire": (0, LARGEST_STRENGTH),
}
"""The least and the most that a number of a unit may be."""

LABELS = ("brigade", "group")


class Order(WordEnum):
    """The order a unit is in.

    Attributes:
        GOOD: good order (Боевой порядок).
        DISORDERED: it has lost its order (Потеря строя).
        SQUARE: in square (Каре), which only infantry forms, with what is stacked with it.
    """

    GOOD = "good order"
    DISORDERED = "disordered"
    SQUARE = "in square"


U = TypeVar("U", bound="Unit")


@dataclass(frozen=True, slots=True)
class Unit:
    """What all units share; use :class:`Cavalry`, :class:`Infantry` or :class:`Artillery`.

    Attributes:
        name: what transcripts call it; every unit of a charge has another one.
        cohesion: cohesion (Сплоченность) in good order, 0 to 9.
        strength: its strength in shock, 1 to 9,999; ``None`` if it is not known.
        cohesion_disordered: its cohesion while disordered; ``None`` leaves it to R-N2.
        order: the order it is in.
        brigade: name of its brigade; it matters for stacking only.
        shocked_again: it has used its secondary shock in this activation phase (TG-9.73a).
    """

    name: str
    cohesion: int
    strength: int | None = None
    cohesion_disordered: int | None = None
    order: Order = Order.GOOD
    brigade: str = ""
    shocked_again: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        called = self.name if isinstance(self.name, str) else ""
        fits = called == called.strip() and 0 < len(called) <= LONGEST_NAME
        if not fits or ": " in called or not called.isprintable():
            # ": " parts a fight from its questions.
            allowed = f"1 to {LONGEST_NAME} printable characters, no ': ', no blank at an end"
            raise InvalidValue("name", self.name, allowed)
        kind: Any = type(self)
        for name, (optional, hold) in holds_of(kind).items():
            where, given = f"{name} of {self.name!r}", getattr(self, name)
            if given is None and optional:
                continue
            if name in RANGES:
                keep_int(self, name, *RANGES[name], name=where)
            elif name not in LABELS:
                hold(where, given)
            elif not isinstance(given, str) or len(given) > LONGEST_NAME:
                raise InvalidValue(where, given, f"a text of up to {LONGEST_NAME} characters")

    def ordered(self: U, order: Order) -> U:
        """The same unit in another order."""
        return replace(self, order=order)


@dataclass(frozen=True, slots=True)
class Cavalry(Unit):
    """A cavalry unit.

    Attributes:
        heavy: heavy or light; ``None`` if it is not known, which some branches then report.
    """

    heavy: bool | None = None

    def __post_init__(self) -> None:
        Unit.__post_init__(self)
        if self.order == Order.SQUARE:
            raise InvalidValue(f"order of {self.name!r}", self.order, "good order, disordered")


@dataclass(frozen=True, slots=True)
class Infantry(Unit):
    """An infantry unit; ``jaeger`` (егеря) cannot form square alone (TG-9.85d)."""

    jaeger: bool = False


@dataclass(frozen=True, slots=True)
class Artillery(Unit):
    """An artillery unit.

    Attributes:
        strength: its strength points, which matter for stacking only: artillery has no strength
            in shock (secondary source 9.25).
        fire: its fire strength, 0 to 9,999; ``None`` if it is not known.
        horse: horse artillery, which may retreat before shock (TG-9.81-2).
        group: name of its group; two batteries of one group may share a hex (secondary source
            6.21).
    """

    fire: int | None = None
    horse: bool = False
    group: str = ""
