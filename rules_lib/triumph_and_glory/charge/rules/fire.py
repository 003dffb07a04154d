"""Step 6: reaction fire (Встречный Огонь) of artillery, its modifiers and its table.

The numbers are the secondary source's 8.6. Only the +1 at a square is the source's own.
"""

from collections.abc import Iterable
from itertools import groupby

from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource, require_whole
from rules_lib.probability import Distribution
from rules_lib.rulebook import implements, uses
from rules_lib.transcript import Step
from rules_lib.values.type_checks import checked

from ...tables.secondary import FireEffect, FireRow, Secondary, require_secondary
from ...units import Artillery, Order, Unit
from ..game import Moment, unsaid
from ..moves import Branch, Decision, Move, Roll, check, listed
from ..state import Band, Kind, Place, Post
from .modifiers import DIE, FACES, Modifier, signed
from .reactions import ask_recall
from .stacks import at_home, is_beside

FIRE_AT_SQUARE_DRM = 1
"""TG-9.85g"""


@implements("TG-9.85g")
@uses("TG-9.81-6")
@checked
def fire_modifiers(
    gun: Artillery,
    target_units: Iterable[Unit],
    *,
    adjacent: bool,
    in_square: bool,
    secondary: Secondary | None = None,
) -> tuple[Modifier, ...]:
    """What is added to the die of a gun that fires at a hex, its fire strength first.

    Args:
        gun: the artillery.
        target_units: all units in the hex it fires at.
        adjacent: that hex is next to the gun.
        in_square: the units there are in square.
        secondary: where the numbers come from.

    Raises:
        IllegalAction: the gun is disordered.
        UnspecifiedBySource: its fire strength is not known.
        InvalidValue: what it is given is of another kind; nobody to fire at.
    """
    table = require_secondary(secondary)
    targets = tuple(target_units)
    if not targets:
        raise InvalidValue("target_units", targets, "one unit or more")
    if gun.order == Order.DISORDERED:
        what = f"{gun.name} fires, and is disordered; secondary source 9.61"
        raise IllegalAction(what, ["TG-9.81-6"])
    if gun.fire is None:
        raise UnspecifiedBySource(f"fire of {gun.name!r}")
    further = max(0, sum(not isinstance(unit, Artillery) for unit in targets) - 1)
    found = [Modifier(f"fire strength of {gun.name}", gun.fire, ("TG-9.81-6",))]
    if adjacent:
        found.append(Modifier("at the next hex", table.fire_adjacent_drm, secondary=True))
    if in_square:
        found.append(Modifier("at a square", FIRE_AT_SQUARE_DRM, ("TG-9.85g",)))
    if further:
        massed = further * table.fire_further_unit_drm
        found.append(Modifier("massed target", massed, secondary=True))
    return tuple(found)


@uses("TG-9.81-6")
def fire_result(result: int, secondary: Secondary | None = None) -> FireRow:
    """The row of the fire table for a modified result: the die and all :func:`fire_modifiers`."""
    result = require_whole("result", result)
    rows = require_secondary(secondary).fire_rows
    return next(row for row in rows if row.covers(result))


@uses("TG-9.81-6")
def fire_odds(
    gun: Artillery,
    target_units: Iterable[Unit],
    *,
    adjacent: bool,
    in_square: bool,
    secondary: Secondary | None = None,
) -> Distribution[FireEffect]:
    """How likely each row of the fire table is. What a check then brings is not part of it."""
    found = fire_modifiers(
        gun, target_units, adjacent=adjacent, in_square=in_square, secondary=secondary
    )
    drm = sum(each.value for each in found)
    return DIE.map(lambda roll: fire_result(roll + drm, secondary).effect)


@implements("R-N20")
def reaction_fire(now: Moment) -> Move:
    """Put the guns that may fire on the agenda, then the recalls: one a band, however many hit."""
    any_gun, posts = now.rulings.reaction_fire_by == "any_gun", now.combat.posts
    able: dict[str, Post] = {}
    for post in posts:
        able |= {name: post for name in now.in_hex(post) if now.game.is_gun(name)}
        supporters = now.game.target(post.name).supported_by if any_gun else ()
        able |= {gun.name: post for gun in supporters}
    for band in now.combat.bands if any_gun else ():  # who sees those who have moved on
        for gun in band.in_fire_of or ():
            able.setdefault(gun, posts[0])
    fire = [now.before(post).later(ask_fire, name, post) for name, post in able.items()]
    recalls = (
        [now.later(ask_recall, band, "fire") for band in now.combat.bands]
        if now.combat.declared
        else []
    )
    return now.do_first(*fire, *recalls)


@implements("TG-9.81-6")
def ask_fire(now: Moment, gun: str, post: Post) -> Move:
    """Ask the defender at which hex a gun fires: once, in good order, at attackers in its front."""
    piece = now.piece(gun)
    bands = now.arrived()
    hexes = dict.fromkeys(b.hex for b in bands if _in_its_front(now, gun, post, b))
    if piece.fired or not hexes:
        return now
    if piece.order == Order.DISORDERED:
        silent = f"{gun} is disordered and may not fire (secondary source 8.6)."
        return Branch("", now, (Step(silent, ("TG-9.81-6",)),))
    fired = now.having([gun], fired=True)
    gaps = {at: _open(now, gun, post, at) for at in hexes}
    options = [
        Branch(at, fired.do_first(now.later(unsaid, gap) if gap else now.later(fire, gun, at)))
        for at, gap in gaps.items()
    ]
    by: tuple[str, ...] = ("TG-9.81-6",) if gun in post.units else ("TG-9.81-6", "R-N20")
    by += ("TG-9.86e",) if now.combat.kind == Kind.COUNTER_CHARGE else now.by_pursuit
    text = f"{gun} may fire{', if the rules let it' if any(gaps.values()) else ''}"
    return Decision(now.theirs("fire", gun), text, by, (*options, Branch("no", now)))


@uses("TG-9.86e")
def _open(now: Moment, gun: str, post: Post, at: str) -> str:
    """Why nobody can say whether a gun may fire at a hex; ``""`` if it may.

    Step 6 is about a charge; whether it is also about cavalry that counter-charges infantry, the
    source leaves open. Of guns elsewhere it is not always said where those are who have moved on.
    """
    if now.combat.kind == Kind.COUNTER_CHARGE:
        return f"whether {gun} may fire at {at}, which counter-charges"
    first = now.combat.declared or (post.at_first and post.name not in now.game.attacked)
    known = all(band.in_fire_of is not None for band in now.arrived())
    if gun in post.units or first or known:
        return ""
    return f"whether {gun} has {at}, which has moved on, in its front (pursuer_in_fire_of)"


@uses("TG-9.85h")
def _in_its_front(now: Moment, gun: str, post: Post, band: Band) -> bool:
    """Whether a gun has a band in its front; guns may face otherwise than those around them.

    A gun that only supports fires at chargers, whose charge step 6 is about.
    """
    stacks = now.attack.stacks
    known = [each for each in stacks if each.name == band.name and now.combat.declared]
    hidden = any(gun in stack.out_of_fire_of for stack in known)
    if gun not in post.units:
        seen = band.in_fire_of is None or gun in band.in_fire_of
        return band.charges and seen and not hidden
    if now.in_square(post) or any(gun in stack.in_fire_of for stack in known):
        return True
    return band.side_of(post.name) == "front" and not hidden


def fire(now: Moment, gun: str, at: str) -> Move:
    """The die of reaction fire: it hits each unit, but of infantry that shocks the top one only."""
    bands = [(band, now.of_band(band)) for band in now.arrived() if band.hex == at]
    names = tuple(name for _, some in bands for name in some)
    battery = now.unit(gun)
    assert isinstance(battery, Artillery)
    table = now.game.secondary
    there = now.units(_standing_in(now, at))  # of these also those who do not attack are a mass
    found = fire_modifiers(battery, there, adjacent=True, in_square=False, secondary=table)
    drm = sum(each.value for each in found)
    hit = [(bands[0][0], names[:1])] if any(map(now.game.is_foot, names)) else bands
    rows = ((face, fire_result(face + drm, table).effect) for face in FACES)
    cells = []
    for effect, group in groupby(rows, key=lambda pair: pair[1]):
        faces = [face for face, _ in group]
        after = _after(now, gun, hit, effect)
        about = () if effect == "check" else tuple(name for _, some in hit for name in some)
        reach = range(faces[0], faces[-1] + 1)
        cells.append(Branch(effect, after, (), about, ("TG-9.81-6",), reach))
    return Roll(
        now.theirs("fire", gun),
        f"{gun} fires at {listed(names)} with {signed(drm)} (secondary source 8.6)",
        ("TG-9.81-6",),
        tuple(cells),
    )


def _standing_in(now: Moment, at: str) -> tuple[str, ...]:
    """All who stand in a hex of attackers, the recalled and the halted with them."""
    found: list[str] = []
    for band in (each for each in now.combat.bands if each.hex == at):
        home = at_home(now, band)
        found += home.units if home else (n for n in band.units if is_beside(now, band, n))
    return tuple(dict.fromkeys(found))


def _after(now: Moment, gun: str, hit: list[tuple[Band, tuple[str, ...]]], effect: str) -> Moment:
    if effect == "none":
        return now
    names = tuple(name for _, some in hit for name in some)
    halted = tuple(name for band, some in hit if not band.charges for name in some)
    halt = [now.later(halt_disordered, halted)] if halted else []
    if effect == "check":
        checks = (now.later(check_under_fire, gun, name) for name in names)
        return now.do_first(*checks, *halt)
    after = now.disordered(names)
    if effect == "disorder and retreat":
        for band, some in hit:
            still = [n for n in some if after.piece(n).place == Place.NEXT_TO_TARGET]
            after = after.retreated(still, band.retreat) if still else after
    return after.do_first(*halt)


def check_under_fire(now: Moment, gun: str, name: str) -> Move:
    """The check of one unit against disorder by fire; who stands with it does not matter."""
    hit = now.disordered([name])
    return check(
        now.ours(f"check under fire of {gun}", name),
        f"{name} checks its cohesion (secondary source 8.6)",
        ("TG-9.81-6", *now.by_cohesion([name])),
        now.cohesion(name),
        Branch("passed", now, (Step("It keeps its order.", ("TG-9.81-6",)),)),
        Branch("failed", hit, (), (name,), ("TG-9.81-6",)),
    )


@uses("TG-9.81b")
def halt_disordered(now: Moment, names: tuple[str, ...]) -> Move:
    """Who merely shocks and is disordered by fire attacks no more; who charges may go on."""
    hit = tuple(
        name
        for name in names
        if (piece := now.piece(name)).order == Order.DISORDERED
        and piece.place == Place.NEXT_TO_TARGET
    )
    if not hit:
        return now
    text = f"{listed(hit)} can no longer attack (secondary source 8.6)."
    return Branch("", now.having(hit, place=Place.HALTED), (Step(text, ("TG-9.81-6",)),))
