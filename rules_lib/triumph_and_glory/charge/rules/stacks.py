"""Who fights whom as things stand (R-N13), and who is judged for a stack (R-N28)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements

from ...units import Artillery, Cavalry, Infantry, Order, Unit
from ..attack import Stack, undeclared
from ..game import Moment
from ..state import Band, Combat, Fact, Kind, Names, Place, Post

WAITING = (Place.STARTS, Place.NEXT_TO_TARGET)
"""Where attackers stand who may still do something."""


@implements("R-N13")
def combat_now(now: Moment, number: int) -> Combat:
    """A declared attack with all the enemies that it has to fight as things stand.

    Beside its own targets these are the enemies in front of its stacks whom no other attack
    fights: nobody declared them, or those who did have not committed or were stopped by fire.
    What another attack has taken over is that one's alone.
    """
    attack = now.game.situation.attacks[number]
    bands = tuple(now.game.bands[stack.name] for stack in attack.stacks)
    names = [target.name for target in attack.targets]
    met = [name for name in names if not _taken_over(now, number, name)]
    met += [
        name
        for name in _in_front(now, number)
        if name not in met and not _other_attacks(now, number, name)
    ]
    if met != names and now.rulings.enemies_in_front == "all_unattacked":
        names = met
    posts = tuple(now.game.posts[name] for name in names)
    return Combat(bands, posts, number, drm=attack.other_drm)


def forbidden_charge(now: Moment) -> str:
    """An enemy that nobody declared, and that has to be charged on ground that forbids it."""
    declared, number = {target.name for target in now.attack.targets}, now.combat.attack
    bands = (b for b in now.combat.bands if b.charges and now.of_band(b))
    able = [band for band in bands if can_fight(now, number, band)]
    for post in now.fought_by(*able):
        if post.name not in declared and not now.game.target(post.name).chargeable:
            return f"a charge at {post.name}, in front, on ground that forbids it"
    return ""


def _in_front(now: Moment, number: int) -> dict[str, None]:
    """Enemy hexes in front of stacks that can fight.

    What a stack fought that was only recalled from a square is not for others to take over, either.
    """
    attack = now.game.situation.attacks[number]
    recalled = {(each.who, each.post) for each in now.facts if each.what == "recalled"}
    found: dict[str, None] = {}
    for stack in attack.stacks:
        band = now.game.bands[stack.name]
        ahead = undeclared(attack, stack)
        able = bool(ahead) and can_fight(now, number, band)
        for name in ahead:
            if able or any((unit.name, name) in recalled for unit in stack.units):
                found[name] = None
    return found


def can_fight(now: Moment, number: int, band: Band) -> bool:
    """Whether a band of an attack may still do something; not if it was counter-charged instead."""
    if Fact("answered", band.hex, (number, Kind.DECLARED, 0, "")) in now.facts:
        return False
    return any(
        not now.game.is_gun(name)
        and (piece := now.piece(name)).place in WAITING
        and not piece.retreated
        and (band.charges or piece.order == Order.GOOD)
        for name in band.units
    )


def _other_attacks(now: Moment, number: int, name: str) -> bool:
    """Whether an enemy is another attack's: that attack declared it, or comes before this one."""
    for other, attack in enumerate(now.game.situation.attacks):
        if other == number:
            continue
        declared = any(target.name == name for target in attack.targets)
        if declared and _still_attacks(now, other):
            return True
        if not declared and other < number and name in _in_front(now, other):
            return True
    return False


def _taken_over(now: Moment, number: int, name: str) -> bool:
    """Whether a target of an attack that nobody of it comes to is fought by another attack."""
    others = (other for other in range(len(now.game.situation.attacks)) if other != number)
    taken = any(name in _in_front(now, other) for other in others)
    return taken and not _still_attacks(now, number)


def _still_attacks(now: Moment, number: int) -> bool:
    """Whether one of its stacks can fight, or was only recalled from a square."""
    recalled = {each.who for each in now.facts if each.what == "recalled"}
    stacks = now.game.situation.attacks[number].stacks
    return any(gap.attack == number for gap in now.state.unspecified) or any(
        can_fight(now, number, now.game.bands[stack.name])
        or recalled & {unit.name for unit in stack.units}
        for stack in stacks
    )


def stacks_before(now: Moment, post: str, others: Collection[str]) -> Iterator[Stack]:
    """The stacks that were declared to have a hex in their front, and others, by their names."""
    for attack in now.game.situation.attacks:
        for stack in attack.stacks:
            if stack.name in others or post in now.game.ahead_of[stack.name]:
                yield stack


def at_home(now: Moment, band: Band) -> Post | None:
    """The hex that a band attacked out of, with all who stand in it; ``None``: nobody does."""
    left = now.in_hex(band.home) if band.home else ()
    return band.home._replace(units=left, at_first=False) if band.home and left else None


def is_beside(now: Moment, stack: Stack | Band, name: str) -> bool:
    """Whether a unit of a stack stands beside the enemies whom the stack attacks, or was to.

    Who has advanced since stands in another hex, but for those who fight from there.
    """
    piece = now.piece(name)
    onward = () if now.combat.declared else now.combat.bands
    fights = any(name in band.units for band in onward)
    if piece.has_retreated or (piece.advanced and not fights):
        return False
    at_the_enemy = (Place.NEXT_TO_TARGET, Place.HALTED, Place.RECALLED)
    waits = not stack.charges and piece.place in (Place.STARTS, Place.UNCOMMITTED)
    return waits or piece.place in at_the_enemy


def known_heavy(unit: Cavalry) -> bool:
    """Whether a cavalry unit is heavy.

    Raises:
        UnspecifiedBySource: it is not said.
    """
    if unit.heavy is None:
        raise UnspecifiedBySource(f"whether {unit.name} is heavy")
    return unit.heavy


def slips_away(unit: Unit, on_foot: bool) -> bool:
    """Whether a unit may retreat before a shock of infantry, or of heavy cavalry.

    Before both horse artillery and light cavalry may; before infantry also heavy cavalry, and
    jaegers unless disordered (secondary source 9.31, 9.32). Cavalry may be light unless it is said.
    """
    if isinstance(unit, Infantry):
        return on_foot and unit.jaeger and unit.order != Order.DISORDERED
    if isinstance(unit, Cavalry):
        return on_foot or unit.heavy is not True
    return isinstance(unit, Artillery) and unit.horse


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
def parties(now: Moment, riders: Sequence[Cavalry]) -> list[Party]:
    """The cavalry of a hex as it is judged at TG-9.86: by its top unit, as a whole, or singly."""
    whole = tuple(riders)
    if len(whole) < 2:
        return [(whole, whole)] if whole else []
    if now.rulings.countercharge_judged_by == "each_unit":
        return [((unit,), (unit,)) for unit in whole]
    top_only = now.rulings.countercharge_judged_by == "top_unit"
    return [(whole, whole[:1] if top_only else whole)]


def steady_parties(now: Moment, post: Post) -> list[tuple[str, ...]]:
    """The units of a hex that may counter-charge, as those who roll together: in good order."""
    riders = now.cavalry(now.in_hex(post))
    return [
        tuple(unit.name for unit in units)
        for units, judged in parties(now, riders)
        if all(unit.order == Order.GOOD for unit in judged)
    ]


def light_against_heavy(now: Moment, light: list[Cavalry], heavy: list[Cavalry]) -> bool:
    """Whether cavalry of one hex is light, and that of another is heavy.

    Raises:
        UnspecifiedBySource: it turns on a unit of which nobody says whether it is heavy.
    """
    pairs = [(own, theirs) for _, own in parties(now, light) for _, theirs in parties(now, heavy)]
    certain = (
        all(unit.heavy is False for unit in own) and any(unit.heavy for unit in theirs)
        for own, theirs in pairs
    )
    return any(certain) or any(
        any(unit.heavy is not False for unit in theirs) and not any_heavy(own) and any_heavy(theirs)
        for own, theirs in pairs
    )


@implements("R-N19")
def checking(now: Moment, names: Names) -> tuple[list[Names], Names]:
    """Who of a stack check together, the top unit for all or each alone; what that rests on."""
    if len(names) < 2:
        return [names] if names else [], ()
    each = now.rulings.stack_checks == "each"
    return [(name,) for name in names] if each else [names], ("R-N19",)


def on_foot(now: Moment, band: Band) -> bool:
    """Whether a band is infantry, with guns or without."""
    return not any(map(now.game.rides, band.units))


@implements("R-N29")
def meets_infantry(now: Moment, post: Post) -> tuple[Band, ...]:
    """Infantry that cavalry of a hex may counter-charge: infantry only shocks it, in its front."""
    bands = now.combat.bands
    if now.combat.charges or not all(on_foot(now, band) for band in bands):
        return ()
    front = tuple(band for band in bands if band.side_of(post.name) == "front")
    enough = front if now.rulings.countercharge_of_infantry == "one_in_front" else bands
    return front if front == enough and steady_parties(now, post) else ()
