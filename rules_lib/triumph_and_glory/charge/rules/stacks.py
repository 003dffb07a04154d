"""Who fights whom as things stand (R-N13), and who is judged for a stack (R-N28)."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.situation import Attack
from rules_lib.triumph_and_glory.charge.state import (
    AnsweredInfantry,
    Band,
    Combat,
    Kind,
    Place,
    Post,
    RecalledFromSquare,
    State,
)
from rules_lib.triumph_and_glory.charge.target import Stack
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Order

WAITING = (Place.STARTS, Place.NEXT_TO_TARGET)
"""Where attackers stand who may still do something."""


@implements("R-N13")
def combat_now(game: Game, state: State, number: int) -> Combat:
    """A declared attack with all the enemies that it has to fight as things stand.

    Beside its own targets these are the enemies in front of its stacks whom no other attack
    fights: nobody declared them, or those who did have not committed or were stopped by fire.
    What another attack has taken over is that one's alone.
    """
    attack = game.situation.attacks[number]
    bands = tuple(game.bands[stack.name] for stack in attack.stacks)
    names = [target.name for target in attack.targets]
    if game.rulings.enemies_in_front == "all_unattacked":
        names = [name for name in names if not _taken_over(game, state, number, name)]
        names += [
            name
            for name in _in_front(game, state, number)
            if name not in names and not _other_attacks(game, state, number, name)
        ]
    posts = tuple(game.post(name) for name in names)
    return Combat(bands, posts, number, drm=attack.other_drm)


def forbidden_charge(game: Game, state: State, combat: Combat) -> str:
    """An enemy that nobody declared, and that has to be charged on ground that forbids it."""
    declared = {target.name for target in game.situation.attacks[combat.attack].targets}
    charged = _in_front(game, state, combat.attack)
    for post in combat.posts:
        added = post.name not in declared and charged.get(post.name)
        if added and game.in_hex(state, post) and not game.target(post.name).chargeable:
            return f"a charge at {post.name}, in front, on ground that forbids it"
    return ""


def _in_front(game: Game, state: State, number: int) -> dict[str, bool]:
    """Enemy hexes in front of stacks that can fight; whether one of these has come to charge."""
    attack = game.situation.attacks[number]
    found: dict[str, bool] = {}
    for stack in attack.stacks:
        band = game.bands[stack.name]
        if _can_fight(game, state, number, band):
            comes = stack.charges and bool(game.of_band(state, band))
            for name in _undeclared(attack, stack):
                found[name] = found.get(name, False) or comes
    return found


def _undeclared(attack: Attack, stack: Stack) -> tuple[str, ...]:
    """Enemy hexes in front of a stack that it has not declared."""
    if stack.in_front is not None:
        return stack.in_front
    return tuple(target.name for target in attack.also_in_front)


def _can_fight(game: Game, state: State, number: int, band: Band) -> bool:
    """Whether a band of an attack may still do something; not if it was counter-charged instead."""
    if AnsweredInfantry(band.hex, (number, Kind.DECLARED, 0, "")) in state.facts:
        return False
    return any(
        not game.is_gun(name)
        and (piece := game.piece(state, name)).place in WAITING
        and not piece.retreated
        and (band.charges or piece.order == Order.GOOD)
        for name in band.units
    )


def _other_attacks(game: Game, state: State, number: int, name: str) -> bool:
    """Whether an enemy is another attack's: that attack declared it, or comes before this one."""
    for other, attack in enumerate(game.situation.attacks):
        if other == number:
            continue
        declared = any(target.name == name for target in attack.targets)
        if declared and _still_attacks(game, state, other):
            return True
        if not declared and other < number and name in _in_front(game, state, other):
            return True
    return False


def _taken_over(game: Game, state: State, number: int, name: str) -> bool:
    """Whether a target of an attack that nobody of it comes to is fought by another attack."""
    if len(game.situation.attacks) == 1 or _still_attacks(game, state, number):
        return False
    others = (other for other in range(len(game.situation.attacks)) if other != number)
    return any(name in _in_front(game, state, other) for other in others)


def _still_attacks(game: Game, state: State, number: int) -> bool:
    """Whether one of its stacks can fight, or was only recalled from a square."""
    recalled = {each.unit for each in state.facts if isinstance(each, RecalledFromSquare)}
    stacks = game.situation.attacks[number].stacks
    return any(gap.attack == number for gap in state.unspecified) or any(
        _can_fight(game, state, number, game.bands[stack.name])
        or recalled & {unit.name for unit in stack.units}
        for stack in stacks
    )


def shockers_before(game: Game, post: str) -> list[str]:
    """Units of the declared stacks that merely shock and have a hex in their front."""
    found: list[str] = []
    for attack in game.situation.attacks:
        declared = {target.name for target in attack.targets}
        for stack in attack.stacks:
            if not stack.charges and post in declared.union(_undeclared(attack, stack)):
                found += [unit.name for unit in stack.units if not isinstance(unit, Artillery)]
    return found


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
