"""What the library has in the plain numbers of the oracles, and rulings at random."""

from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any, TypeVar

from rules_lib.paper_tigers import Card, melee
from rules_lib.situations import to_dict
from rules_lib.triumph_and_glory import charge
from tests.golden.cavalry_cases import plain
from tests.oracles.charge_plain import Battle
from tests.oracles.melee_brute import Melee, Readings, Side

Unit = melee.Combatant
K = TypeVar("K")


def at_random(chance: Random, kind: type[K], **but: Any) -> K:
    """Each ruling by any of its readings, but for some."""
    read = {each.name: chance.choice(each.metadata["readings"]) for each in fields(kind)}  # type: ignore[arg-type] # rulings
    return kind(**{**read, **but})


def as_read(kind: Callable[..., K], rulings: Any) -> K:
    """The readings of an oracle, which names what it knows of as the library does."""
    names = kind._fields  # type: ignore[attr-defined] # named tuples
    return kind(**{name: getattr(rulings, name) for name in names})


def unit(
    card: str,
    *,
    small_team: bool = False,
    officer: bool = False,
    in_cover: bool = False,
    hits: int = 0,
    shaken: bool = False,
) -> Unit:
    """A unit with a card in words."""
    return Unit(Card.parse(card), small_team, officer, in_cover, hits, shaken)


def side(unit: Unit) -> Side:
    """Colour and value of the card as dice and number: red fights with three, black with two."""
    assert unit.card is not None
    dice = {"red": 3, "black": 2}[unit.card.colour]
    who = unit.small_team, unit.officer
    return Side(dice, unit.card.value, *who, unit.in_cover, unit.hits, unit.shaken)


def readings(rulings: melee.Rulings) -> Readings:
    """R-M9 as two numbers, all others as they are."""
    limit = rulings.hits_to_remove
    both = (limit, limit) if isinstance(limit, int) else (limit.infantry, limit.small_team)
    others = (name for name in Readings._fields if not name.endswith("_hits"))
    read = Readings(**{name: getattr(rulings, name) for name in others})
    return read._replace(infantry_hits=both[0], small_team_hits=both[1])


def oracle(attacker: Unit, defender: Unit, rulings: melee.Rulings | None = None) -> Melee:
    """The melee as the oracles know it."""
    return Melee(side(attacker), side(defender), readings(rulings or melee.Rulings()))


def battle(situation: charge.Situation) -> Battle:
    """Everything declared."""
    return plain(to_dict(charge.CavalryCharge(situation.attacks)))
