"""Dice that fit what the example prints: which faces they may show, and one choice of them."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from math import prod

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge.adjudicate import Charge, adjudicate
from rules_lib.triumph_and_glory.charge.moves import Plan
from rules_lib.triumph_and_glory.charge.rules.modifiers import FACES
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Situation
from rules_lib.triumph_and_glory.example import record, scene
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

PLAN: Plan = FrozenMap({"square": True, "recall": True})
"""Both Russians try to form square, and the French try to recall C."""

CHOSEN: Mapping[str, int] = FrozenMap(
    {
        "commitment A": 2,
        "commitment B": 3,
        "commitment C": 1,
        "square Y": 8,
        "square Z": 4,
        "recall after square C": 6,
        "fight A": 6,
        "fight C": 5,
    }
)
"""Faces that we chose among those that fit; for the last one there is no choice."""


def fitting() -> dict[str, tuple[int, ...]]:
    """The faces of each die that fit the printed story, in the order of the dice."""
    fit = {}
    for roll in record.ROLLS:
        fit[roll.key] = tuple(face for face in FACES if (face <= roll.highest) == roll.passed)
    for fight in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z):
        highest = FACES[-1] + fight.total if fight.highest is None else fight.highest
        results = range(fight.lowest, highest + 1)
        fit[fight.key] = tuple(face for face in FACES if face + fight.total in results)
    return fit


def ways() -> int:
    """How many throws of the eight dice fit, of all that there are."""
    return prod(map(len, fitting().values()))


@checked
def replay(
    dice: Mapping[str, int] | None = None,
    rulings: Rulings = scene.READ,
    *,
    heavy: scene.Types = scene.A_HEAVY,
    b_in_other_front: bool = True,
) -> Charge:
    """The example, adjudicated by the rules.

    Where the example stops, this stops: at the retreat check of C, whose outcome is not printed.
    Give a face for it, ``{"retreat check C": 7}``, and the charge is played to its end.

    Args:
        dice: faces by name, in place of those we chose, or besides them.
        rulings: how the open rules are read.
        heavy: who of the French is heavy.
        b_in_other_front: B ends its charge in the front of another enemy, as printed.

    Raises:
        InvalidValue: a die that is not rolled in the example, or a face it does not have.
    """
    declared = scene.situation(heavy, b_in_other_front=b_in_other_front)
    return played(declared, {**CHOSEN, **_require_known({} if dice is None else dice)}, rulings)


def played(situation: Situation, dice: Mapping[str, int], rulings: Rulings = scene.READ) -> Charge:
    """A charge as far as these dice go; dice that are never called for do no harm.

    All decisions are those of the example, any other one is answered with its first option.
    """
    due, plan = dict(dice), dict(PLAN)
    while True:
        try:
            charge = adjudicate(situation, due, plan, rulings)
        except InvalidValue as error:
            if error.field != "key of dice":
                raise
            del due[str(error.given)]
            continue
        if charge.missing is None or charge.missing.what == "die":
            return charge
        plan[charge.missing.key] = charge.missing.options[0]


def faces_that(
    key: str, outcome: str, situation: Situation | None = None, rulings: Rulings = scene.READ
) -> tuple[int, ...]:
    """The faces of one die of the example that come out so, those before it as chosen."""
    declared = scene.situation() if situation is None else situation
    before = dict(takewhile(lambda die: die[0] != key, CHOSEN.items()))
    return tuple(
        face
        for face in FACES
        if (key, outcome) in played(declared, {**before, key: face}, rulings).events
    )


def varied(rulings: Rulings = scene.READ) -> Iterator[tuple[str, int, Charge]]:
    """The example for each face that fits and was not chosen: the die, the face, the charge."""
    for key, faces in fitting().items():
        for face in faces:
            if face != CHOSEN[key]:
                yield key, face, replay({key: face}, rulings)


def _require_known(dice: Mapping[str, int]) -> Mapping[str, int]:
    known = (*CHOSEN, record.RETREAT_CHECK.key)
    for key in dice:
        if key not in known:
            raise InvalidValue("key of dice", key, ", ".join(known))
    return dice
