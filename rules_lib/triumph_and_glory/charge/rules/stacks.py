"""Stacks in which several units stand: who is heavy, and who is judged for whom (R-N28)."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.state import Band, Combat, Post, State
from rules_lib.triumph_and_glory.units import Cavalry, Order


def known_heavy(unit: Cavalry) -> bool:
    """Whether a cavalry unit is heavy.

    Raises:
        UnspecifiedBySource: it is not said.
    """
    if unit.heavy is None:
        raise UnspecifiedBySource(f"whether {unit.name} is heavy")
    return unit.heavy


def any_heavy(units: Iterable[Cavalry]) -> bool:
    """Whether one of some cavalry units is heavy.

    Raises:
        UnspecifiedBySource: none is known to be, and of one it is not said.
    """
    listed_units = tuple(units)
    return any(unit.heavy for unit in listed_units) or any(map(known_heavy, listed_units))


Party: TypeAlias = tuple[tuple[Cavalry, ...], tuple[Cavalry, ...]]
"""Cavalry units of a hex that answer together, and those of them whose order and weight count."""


@implements("R-N28")
def parties(game: Game, riders: Sequence[Cavalry]) -> list[Party]:
    """The cavalry of a hex as it is judged at TG-9.86: by its top unit, as a whole, or singly."""
    whole = tuple(riders)
    if game.rulings.countercharge_judged_by == "each_unit":
        return [((unit,), (unit,)) for unit in whole]
    top_only = game.rulings.countercharge_judged_by == "top_unit"
    return [(whole, whole[:1] if top_only else whole)] if whole else []


def steady_parties(game: Game, state: State, post: Post) -> list[tuple[str, ...]]:
    """The units of a hex that may counter-charge, as those who roll together: in good order."""
    riders = game.cavalry(state, game.in_hex(state, post))
    return [
        tuple(unit.name for unit in units)
        for units, judged in parties(game, riders)
        if all(unit.order == Order.GOOD for unit in judged)
    ]


def light_against_heavy(game: Game, light: list[Cavalry], heavy: list[Cavalry]) -> bool:
    """Whether cavalry of one hex is light, and that of another is heavy.

    Raises:
        UnspecifiedBySource: it turns on a unit of which nobody says whether it is heavy.
    """
    pairs = [(own, theirs) for _, own in parties(game, light) for _, theirs in parties(game, heavy)]
    certain = (
        all(unit.heavy is False for unit in own) and any(unit.heavy for unit in theirs)
        for own, theirs in pairs
    )
    return any(certain) or any(
        any(unit.heavy is not False for unit in theirs) and not any_heavy(own) and any_heavy(theirs)
        for own, theirs in pairs
    )


def on_foot(game: Game, band: Band) -> bool:
    """Whether a band is infantry, with guns or without."""
    return not any(map(game.rides, band.units))


@implements("R-N29")
def meets_infantry(game: Game, state: State, combat: Combat, post: Post) -> tuple[Band, ...]:
    """Infantry that cavalry of a hex may counter-charge: infantry only shocks it, in its front."""
    bands = combat.bands
    if combat.charges or not all(on_foot(game, band) for band in bands):
        return ()
    front = tuple(band for band in bands if band.side_of(post.name) == "front")
    enough = front if game.rulings.countercharge_of_infantry == "one_in_front" else bands
    return front if front == enough and steady_parties(game, state, post) else ()
