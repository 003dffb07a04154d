"""Units, the structures that they hide in, and what a strike leaves of both."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Self, TypeAlias, get_args

from rules_lib import errors
from rules_lib.paper_tigers import command
from rules_lib.paper_tigers.melee.rulings import HITS_TO_REMOVE
from rules_lib.paper_tigers.sudden_strike.rulings import Lost, Rulings
from rules_lib.rulebook import implements, uses
from rules_lib.text.parser import Words
from rules_lib.values.enums import WordEnum
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

UnitClass: TypeAlias = Literal[
    "infantry",
    "unarmoured_vehicle",
    "armoured_vehicle",
    "tank",
    "heavy_tank",
    "aircraft",
    "gun_crew",
    "small_team",
    "officer",
]

ARMOURED: frozenset[UnitClass] = frozenset({"armoured_vehicle", "tank", "heavy_tank"})
"""Classes that make an armour save; infantry and unarmoured vehicles make a cover save (PT-X3)."""

VEHICLES: frozenset[UnitClass] = ARMOURED | {"unarmoured_vehicle", "aircraft"}


SPOKEN: Mapping[str, UnitClass] = FrozenMap(
    {
        "tank with strong front and side armour": "heavy_tank",
        "lorry": "unarmoured_vehicle",
        "truck": "unarmoured_vehicle",
        "dive bomber": "aircraft",
        "low-flying aircraft": "aircraft",
        **dict.fromkeys(command.INFANTRY_WORDS, "infantry"),
        **dict.fromkeys(command.CREW_WORDS, "gun_crew"),
        **dict.fromkeys(command.SMALL_TEAM_WORDS, "small_team"),
    }
)
"""Other words for a class that players use."""


UNNAMED: Mapping[str, str] = FrozenMap(
    {
        **dict.fromkeys(("observer", "artillery observer"), "an artillery observer"),
        "sniper": "a sniper",
        **dict.fromkeys(command.VEHICLE_CREW_WORDS, "the crew of a vehicle"),
    }
)
"""Units of the other rules of which neither PT-X3 nor R-X5 says what they roll."""


def spoken_of(unit: UnitClass) -> str:
    """A class as one says it."""
    return unit.replace("_", " ")


def require_unit(unit: object) -> UnitClass:
    """Return the class of a unit, or say which classes there are."""
    classes: tuple[UnitClass, ...] = get_args(UnitClass)
    return errors.require_word("unit", unit, classes)


MOST_VALUE, MOST_DICE = 20, 20


@dataclass(frozen=True, slots=True)
class Structure:
    """A structure in its present state.

    Attributes:
        name: what it is.
        value: its value when it is unharmed, 1 to 20.
        dice: dice of its armour save when it is unharmed, 1 to 20.
        protects: it gives cover (barbed wire does not).
        damage: damage markers on it; each has taken one point of value.
    """

    name: str
    value: int
    dice: int
    protects: bool = True
    damage: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise errors.InvalidValue("name", self.name, "a text that is not empty")
        errors.keep_int(self, "value", 1, MOST_VALUE)
        errors.keep_int(self, "dice", 1, MOST_DICE)
        errors.require_bool("protects", self.protects)
        errors.keep_int(self, "damage", 0, self.value)

    @classmethod
    @checked
    def parse(cls, text: str, *, field: str = "structure") -> "Structure":
        """Read a structure of the table from words such as ``"bunker, 1 damage"``."""
        words = Words(field, text, "a structure, and its damage, such as 'bunker, 1 damage'")
        with words.blamed():
            name = words.first()
            if (whole_one := _BY_NAME.get(name.lower())) is None:
                raise errors.InvalidValue(field, name, ", ".join(_BY_NAME))
            return replace(whole_one, damage=words.number("# damage") or 0)

    def __str__(self) -> str:
        return f"{self.name}, {self.damage} damage" if self.damage else self.name

    @property
    def value_left(self) -> int:
        """Its value now: each damage marker has taken one point."""
        return self.value - self.damage

    @implements("R-X10")
    @uses("PT-X5")
    @checked
    def intact(self, rulings: Rulings = Rulings()) -> bool:
        """It still protects what is in it: it gives cover, and is intact as R-X10 is read."""
        whole = self.damage == 0 or rulings.shields == "while_value_left"
        return self.protects and self.value_left >= 1 and whole

    @implements("R-X8")
    @checked
    def dice_now(self, rulings: Rulings) -> int:
        """Dice of its armour save now."""
        return max(0, self.dice - self.damage) if rulings.dice_drop else self.dice

    @implements("PT-X7")
    def damaged(self) -> "Structure":
        """The structure with one more damage marker and one point of value less."""
        return replace(self, damage=self.damage + 1)


STRUCTURES = (
    BUNKER := Structure("bunker", 3, 3),
    DUGOUT := Structure("dugout", 2, 2),
    TRENCHES := Structure("trench system", 2, 2),
    GUN_POSITION := Structure("gun position", 1, 2),
    SANDBAGS := Structure("sandbags", 1, 2),
    BUILDING := Structure("building", 2, 2),
    TANK_OBSTACLE := Structure("tank obstacle", 3, 2),
    BARBED_WIRE := Structure("barbed wire", 1, 2, protects=False),
)
"""The structures of the public article #26 of the series, a secondary source."""


_BY_NAME: Mapping[str, Structure] = FrozenMap({each.name: each for each in STRUCTURES})


def structure(name: str) -> Structure:
    """The structure of this name from the table, or an error that lists them."""
    return _BY_NAME[errors.require_word("structure", name, _BY_NAME)]


class Fate(WordEnum):
    """What a strike does to the unit.

    Attributes:
        UNAFFECTED: the structure saved; the unit needed no save.
        SAVED: the unit made its own save.
        HIT: it takes its first hit and is marked.
        REMOVED: it is gone, by a second hit or because it is destroyed outright.
    """

    UNAFFECTED = "unaffected"
    SAVED = "saved"
    HIT = "hit"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in its present state.

    Attributes:
        kind: its class.
        hits: hits it carries, 0 or 1.
    """

    kind: UnitClass
    hits: int = 0

    def __post_init__(self) -> None:
        require_unit(self.kind)
        errors.keep_int(self, "hits", 0, HITS_TO_REMOVE - 1)

    @classmethod
    @checked
    def parse(cls, text: str, *, field: str = "unit") -> Self:
        """Read a unit from words such as ``"heavy tank, 1 hit"``; ``str()`` gives them."""
        classes = ", ".join(get_args(UnitClass))
        words = Words(field, text, f"a class, and ', 1 hit' if it is hurt: {classes}")
        with words.blamed():
            typed = words.first()
            kind = SPOKEN.get(typed.lower(), typed.lower().replace(" ", "_"))
            if kind not in get_args(UnitClass):
                if what := command.not_on_foot(typed) or UNNAMED.get(typed.lower(), ""):
                    told = f"the dice of the save of {what} ({typed.lower()})"
                    raise errors.UnspecifiedBySource(f"{field}: {told}, whom PT-X3 does not name")
                raise words.refused(typed)
            return cls(require_unit(kind), words.number("# hits?") or 0)

    def __str__(self) -> str:
        return f"{spoken_of(self.kind)}{', 1 hit' if self.hits else ''}"


@checked
class Result(NamedTuple):
    """What one strike leaves.

    Attributes:
        fate: what it does to the unit.
        hits: hits the unit carries afterwards; 2 if it was removed.
        structure: the structure afterwards, ``None`` if there was none.
        activation_ends: the unit's activation is over.
        lost: how much activation that costs it; ``None`` if nothing.
    """

    fate: Fate
    hits: int
    structure: Structure | None
    activation_ends: bool
    lost: Lost | None

    def __str__(self) -> str:
        told = [self.fate.value, f"hits: {self.hits}"]
        if self.structure is not None:
            told.append(str(self.structure))
        if self.lost is not None:
            told.append(f"{self.lost} lost")
        return "; ".join(told)


@checked
class Showing(NamedTuple):
    """How many dice show 5 or 6 in the saves of one strike; ``None`` where none is rolled."""

    structure: int | None
    unit: int | None


def require_inside(unit: Unit | UnitClass, structure: Structure | None) -> Unit:
    """The unit; refuse what cannot be, or what the source does not provide for."""
    first = unit if isinstance(unit, Unit) else Unit(require_unit(unit))
    if structure is not None:
        if not isinstance(structure, Structure):
            allowed = f"a Structure: {', '.join(_BY_NAME)}, or one of your own"
            raise errors.InvalidValue("structure", structure, allowed)
        if first.kind == "aircraft":
            raise errors.UnspecifiedBySource("unit: an aircraft inside a structure")
    return first
