"""The example as the engine takes it: its units, what was declared, a map, and dice that fit."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from math import prod
from typing import TypeAlias

from rules_lib.errors import InvalidValue, require_word
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

from ..charge.adjudicate import Charge, adjudicate
from ..charge.attack import Attack, Stack, Target
from ..charge.moves import Plan
from ..charge.rules.modifiers import FACES
from ..charge.rulings import Rulings
from ..charge.situation import Situation
from ..map.board import Board, Placed, Terrain
from ..map.hexes import Hex
from ..units import Cavalry, Infantry, Order
from . import record

Types: TypeAlias = Mapping[str, bool | None]
"""Which of the French are heavy: True or False by name; None or left out, it stays open."""

READ = Rulings(disordered_cohesion="one_lower")
"""How it has to be read: the cohesion of disordered units is not printed (R-N2)."""

A_HEAVY: Types = {"A": True}
"""Our choice where the example says only that one of two is heavy; it changes nothing there."""

STARTS = {"A": Hex(-3, 0), "B": Hex(-3, 1), "C": Hex(-4, 2)}
PATHS = {name: tuple(Hex(at.q + n, at.r) for n in (1, 2)) for name, at in STARTS.items()}
"""All ride straight on, two hexes each."""

TARGETS = {"Y": Hex(0, 0), "Z": Hex(-1, 2)}
FRENCH_FACING, RUSSIAN_FACING = 5, 3
RADIUS = 6


def all_types() -> Iterator[Types]:
    """Every way in which the French can be heavy and light, with one of A and B heavy."""
    for a, b in ((True, False), (False, True), (True, True)):
        for c in (False, True):
            yield FrozenMap({"A": a, "B": b, "C": c})


def chargers(heavy: Types = A_HEAVY) -> dict[str, Cavalry]:
    """The French units.

    Raises:
        InvalidValue: a unit that is not there, or neither A nor B is heavy.
    """
    names = [each.name for each in record.CHARGERS]
    for name in heavy:
        require_word("heavy", name, names)
    if not any(heavy.get(name) for name in record.HEAVY_AMONG):
        allowed = f"at least one of {' and '.join(record.HEAVY_AMONG)} heavy, as the example has it"
        raise InvalidValue("heavy", dict(heavy), allowed)
    return {
        each.name: Cavalry(each.name, each.cohesion, heavy=heavy.get(each.name))
        for each in record.CHARGERS
    }


def defenders(*, after_step_4: bool = False) -> dict[str, Infantry]:
    """The Russian units in good order, or after their rolls for square: disordered, in square."""
    units = {
        each.name: Infantry(each.name, each.cohesion, cohesion_disordered=each.disordered)
        for each in record.DEFENDERS
    }
    if after_step_4:
        for roll in record.ROLLS:
            if roll.who in units:
                order = Order.SQUARE if roll.passed else Order.DISORDERED
                units[roll.who] = units[roll.who].ordered(order)
    return units


@checked
def situation(
    heavy: Types = A_HEAVY,
    *,
    b_in_other_front: bool = True,
    defensive_fire_drm: int = 0,
    after_step_4: bool = False,
) -> Situation:
    """What is declared in the example.

    B comes through the rear of Y, and A through its front: the modifier for position that the
    example speaks of is the one for front and rear at once (secondary source). Strengths are not
    printed, only the ratio of those who came to fight; for any others it is unspecified.

    Args:
        heavy: who of the French is heavy.
        b_in_other_front: B ends its charge in the front of another enemy, as printed.
        defensive_fire_drm: of the Russians; in a charge it never counts (TG-9.81-3).
        after_step_4: the Russians as their rolls for square left them, so that the odds of the
            fights are those of the example.
    """
    stacks = {name: Stack((unit,)) for name, unit in chargers(heavy).items()}
    stacks["B"] = replace(stacks["B"], through="rear", in_other_front=b_in_other_front)
    russian = defenders(after_step_4=after_step_4)
    attacks = []
    for fight in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z):
        target = Target(
            (russian[fight.defender],), clear_terrain=True, defensive_fire_drm=defensive_fire_drm
        )
        ratio = {frozenset(fight.attackers): dict(fight.modifiers)["strength ratio"]}
        coming = tuple(stacks[name] for name in fight.attackers)
        attacks.append(Attack(coming, (target,), ratio_drm=ratio))
    return Situation(tuple(attacks))


def board() -> Board:
    """A map of our own on which the example can happen: its own is a picture that is not printed.

    A and B start three hexes from Y, C three from Z. A goes for the front of Y; B for its rear,
    where it stands in the front of Z.
    """
    french, russian = chargers(), defenders()
    units = [Placed(french[n], at, "French", FRENCH_FACING) for n, at in STARTS.items()]
    units += [Placed(russian[n], at, "Russian", RUSSIAN_FACING) for n, at in TARGETS.items()]
    return Board.filled(Terrain("clear", 1), radius=RADIUS, units=units)


# ------------------------------------------------------------ dice that fit what is printed


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
    fit = {
        roll.key: tuple(face for face in FACES if (face <= roll.highest) == roll.passed)
        for roll in record.ROLLS
    }
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
    rulings: Rulings = READ,
    *,
    heavy: Types = A_HEAVY,
) -> Charge:
    """The example, adjudicated by the rules.

    Where the example stops, this stops: at the retreat check of C, whose outcome is not printed.
    Give a face for it, ``{"retreat check C": 7}``, and the charge is played to its end.

    Args:
        dice: faces by name, in place of those we chose, or besides them.
        rulings: how the open rules are read.
        heavy: who of the French is heavy.

    Raises:
        InvalidValue: a die that is not rolled in the example, or a face it does not have.
    """
    given = {} if dice is None else dice
    for key in given:
        require_word("key of dice", key, (*CHOSEN, record.RETREAT_CHECK.key))
    return played(situation(heavy), {**CHOSEN, **given}, rulings)


def played(situation: Situation, dice: Mapping[str, int], rulings: Rulings = READ) -> Charge:
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
    key: str, outcome: str, declared: Situation | None = None, rulings: Rulings = READ
) -> tuple[int, ...]:
    """The faces of one die of the example that come out so, those before it as chosen."""
    declared = situation() if declared is None else declared
    before = dict(takewhile(lambda die: die[0] != key, CHOSEN.items()))
    return tuple(
        face
        for face in FACES
        if (key, outcome) in played(declared, {**before, key: face}, rulings).events
    )


def varied() -> Iterator[tuple[str, int, Charge]]:
    """The example for each face that fits and was not chosen: the die, the face, the charge."""
    for key, faces in fitting().items():
        for face in faces:
            if face != CHOSEN[key]:
                yield key, face, replay({key: face})
