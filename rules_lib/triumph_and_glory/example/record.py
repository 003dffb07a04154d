"""What the source's example of a charge records: units, needs, modifiers, results, references.

Facts only. Nothing here says whether a claim is right; ``audit`` finds that out. The example prints
no die: it says which faces would pass, and whether they came.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Charger:
    """A French cavalry unit, and whom it charges."""

    name: str
    cohesion: int
    target: str


@dataclass(frozen=True, slots=True)
class Defender:
    """A Russian infantry unit.

    Attributes:
        disordered: its cohesion once it is disordered; ``None`` where the example does not say.
    """

    name: str
    cohesion: int
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
    passed: bool | None

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
        highest: the highest; ``None`` if there is no bound.
        row: the lowest result of the row of the table that it reads; ``None`` if it names none.
        effects: what it reads there.
    """

    key: str
    attackers: tuple[str, ...]
    defender: str
    modifiers: tuple[tuple[str, int], ...]
    total: int
    lowest: int
    highest: int | None
    row: int | None
    effects: frozenset[Effect]

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
    """

    where: str
    clause: str
    cited: str
    about: str
    topic: str


CHARGERS = (Charger("A", 3, "Y"), Charger("B", 4, "Y"), Charger("C", 4, "Z"))
DEFENDERS = (Defender("Y", 6, disordered=5), Defender("Z", 5))

HEAVY_AMONG = ("A", "B")
"""At least one of these is heavy cavalry; the example does not say which, nor what C is."""

NEAREST, FARTHEST = 2, None
"""How near and how far the chargers may start by the words of the example; no upper bound."""

ROLLS = (
    PrintedRoll("commitment", "A", "to commit", 3, True),
    PrintedRoll("commitment", "B", "to commit", 4, True),
    PrintedRoll("commitment", "C", "to commit", 4, True),
    PrintedRoll("square", "Y", "to form square", 6, False),
    PrintedRoll("square", "Z", "to form square", 5, True),
    PrintedRoll("recall after square", "C", "to be recalled", 4, False),
)
RETREAT_CHECK = PrintedRoll("retreat check", "C", "not to retreat", 4, None)
"""C rolls it when it is disordered; the example does not say how it came out."""

FIGHT_OVER_Y = PrintedFight(
    "fight A",
    ("A", "B"),
    "Y",
    (
        ("strength ratio", 4),
        ("charge", 3),
        ("cohesion difference", -1),
        ("clear terrain", 1),
        ("position", 0),
    ),
    7,
    lowest=11,
    highest=None,
    row=10,
    effects=frozenset({"defenders disordered", "defenders retreat", "pursuit"}),
)
FIGHT_OVER_Z = PrintedFight(
    "fight C",
    ("C",),
    "Z",
    (
        ("strength ratio", -1),
        ("charge at a square", -2),
        ("cohesion difference", -1),
        ("clear terrain", 1),
        ("position", 0),
    ),
    -3,
    lowest=2,
    highest=2,
    row=None,
    effects=frozenset({"attackers disordered", "attackers check"}),
)

POSITION_LOST = 3
"""The modifier for position that B would have brought, had it not stood in another unit's front."""

WITHDRAWN = ("Y",)
"""Who leaves the map, because it was disordered already."""

DISORDERED = ("A", "B", "C")
"""Who of the French is disordered in the end."""

NOT_TWICE = ("C",)
"""Who is not disordered a second time for its charge."""

PURSUIT_IS_OPTIONAL = True
"""9.73, in its second breath: the player decides whether to go on with a pursuit."""

CHARGERS_FIRST_AT = "9.72"
"""The rule under which the exception for charging cavalry is printed."""

TURNS_IN_SECONDARY_SHOCK = False
"""What 9.71 says of all who fight on; 9.73 counts pursuit among the ways to do so."""

PURSUIT_ON_DIE = True
"""9.87 asks for a 10 or more on the die, and says nothing of modifiers."""

SQUARE_ONCE_DECLARED = True
"""9.85 has the square rolled for once all charges are declared."""

REFERENCES = (
    Reference("9.71, first point", "TG-9.71b", "9.73", "secondary shock", "Повторный Удар"),
    Reference("9.73, pursuit", "TG-9.73c", "9.78", "the details of pursuit", "Погоня"),
    Reference("9.81, step 4", "TG-9.81-4", "9.85", "the square", "Каре"),
    Reference("9.81, step 4", "TG-9.81-4", "9.86", "the counter-charge", "Встречный налет"),
    Reference("9.81, step 5", "TG-9.81-5", "9.82", "the recall", "Отзыв"),
    Reference("9.81, step 6", "TG-9.81-6", "9.82", "the recall", "Отзыв"),
    Reference("9.81, step 7", "TG-9.81-7", "9.83", "the charge bonus", "МБК для Налета"),
    Reference("9.81, step 8", "TG-9.81-8", "9.87", "the pursuit", "Погоня"),
    Reference("9.81, step 9", "TG-9.81-9", "9.84", "the disorder", "Автоматическая Потеря строя"),
    Reference("9.82, note", "TG-9.82", "9.71", "the duty to charge in pursuit", "Погоня"),
    Reference("9.87, stacking", "TG-9.87b", "9.71", "the advance", "Наступление"),
    Reference("9.87, disorder", "TG-9.87d", "9.84", "the disorder", "Автоматическая Потеря строя"),
)
"""The references that stay within rules 9.71 to 9.87."""

REFERENCES_BEYOND = ("8.6", "9.1", "9.22", "9.31", "9.32", "9.4", "9.62", "9.66")
"""Rules that the excerpt refers to and does not contain: nobody can check these here."""
