"""What the source's example of a charge records, as ``record.toml`` has it.

Facts only. Nothing here says whether a claim is right; ``audit`` finds that out. The example prints
no die: it says which faces would pass, and whether they came.
"""

from dataclasses import dataclass
from typing import Any, Literal

from rules_lib.text.files import shipped


@dataclass(frozen=True, slots=True)
class PrintedUnit:
    """A French cavalry unit, or a Russian infantry unit.

    Attributes:
        target: whom the cavalry charges.
        disordered: its cohesion once it is disordered; ``None`` where the example does not say.
    """

    name: str
    cohesion: int
    target: str = ""
    disordered: int | None = None


@dataclass(frozen=True, slots=True)
class PrintedRoll:
    """A check of the example.

    Attributes:
        kind: what adjudication calls such a roll.
        who: the unit that rolls.
        purpose: what for.
        highest: the highest face that passes, as printed.
        passed: how it came out; ``None`` where the example does not say.
    """

    kind: Literal["commitment", "square", "recall after square", "retreat check"]
    who: str
    purpose: str
    highest: int
    passed: bool | None = None

    @property
    def key(self) -> str:
        """Its die, by the name that adjudication gives it."""
        return f"{self.kind} {self.who}"


Effect = Literal[
    "attackers disordered",
    "attackers check",
    "defenders disordered",
    "defenders retreat",
    "pursuit",
]


@dataclass(frozen=True, slots=True)
class PrintedFight:
    """One of the two fights.

    Attributes:
        key: its die, by the name that adjudication gives it.
        attackers: who attacks.
        defender: who is attacked.
        modifiers: the printed modifiers by name.
        total: what the example adds them up to.
        lowest: the lowest modified result that the example's words allow.
        effects: what it reads in the table.
        highest: the highest result that it allows; ``None`` if there is no bound.
        row: the lowest result of the row of the table that it reads; ``None`` if it names none.
    """

    key: str
    attackers: tuple[str, ...]
    defender: str
    modifiers: tuple[tuple[str, int], ...]
    total: int
    lowest: int
    effects: frozenset[Effect]
    highest: int | None = None
    row: int | None = None

    @property
    def where(self) -> str:
        """What the reader looks for."""
        return f"the fight over {self.defender}"


@dataclass(frozen=True, slots=True)
class Reference:
    """A rule that another one refers to.

    Attributes:
        where: the place of the reference.
        clause: id of the clause that refers.
        cited: the number of the rule that it gives.
        about: what the reader should find there, in our words.
        topic: the same in a word of the source.
        erratum: the number under which it is listed if it is wrong.
    """

    where: str
    clause: str
    cited: str
    about: str
    topic: str
    erratum: str = ""


def _fight(defender: str, data: dict[str, Any]) -> PrintedFight:
    tuples = {"attackers": tuple(data["attackers"]), "modifiers": tuple(data["modifiers"].items())}
    effects = frozenset(data["effects"])
    return PrintedFight(**{**data, **tuples, "effects": effects, "defender": defender})


_DATA = shipped(str(__package__), "record.toml")

CHARGERS = tuple(PrintedUnit(name, **each) for name, each in _DATA["chargers"].items())
DEFENDERS = tuple(PrintedUnit(name, **each) for name, each in _DATA["defenders"].items())

HEAVY_AMONG: tuple[str, ...] = tuple(_DATA["heavy_among"])
"""At least one of these is heavy cavalry; the example does not say which, nor what C is."""

*_ROLLS, RETREAT_CHECK = (
    PrintedRoll(*key.rsplit(" ", 1), **each) for key, each in _DATA["rolls"].items()
)
ROLLS = tuple(_ROLLS)
"""The checks whose outcome is told; that of the last one, the retreat check, is not."""

FIGHT_OVER_Y, FIGHT_OVER_Z = (_fight(*each) for each in _DATA["fight"].items())

POSITION_LOST: int = _DATA["position_lost"]
"""The modifier for position that B would have brought, had it not stood in another unit's front."""

REFERENCES = tuple(Reference(**each) for each in _DATA["references"])
"""The references that stay within rules 9.71 to 9.87."""

REFERENCES_BEYOND: tuple[str, ...] = tuple(_DATA["references_beyond"])
"""Rules that the excerpt refers to and does not contain: nobody can check these here."""
