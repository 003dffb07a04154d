"""Step 7: the modifiers of a combat, its die, and what its result does (TG-9.81-7)."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements, uses
from rules_lib.transcript import Step

from ...tables.results_table import Effect, Row
from ...units import Artillery, Cavalry, Order, Unit
from ..attack import Room
from ..game import Moment
from ..moves import Branch, Event, Move, Roll, check, does, listed, result_told
from ..state import GONE, LEFT, Band, Combat, Kind, Place, Post, Task
from .advance import what_follows
from .modifiers import (
    FACES,
    SQUARE_DRM,
    Modifier,
    charge_drm,
    cohesion_drm,
    counts_as_front,
    position_drm,
    pursuit_drm,
    ratio_drm,
    signed,
)
from .reactions import keeps, light_thrown_back, loses_bonus
from .stacks import checking

LIGHT_COUNTERCHARGED = -1
"""For light cavalry that heavy cavalry counter-charged with success (TG-9.86c)."""


@implements("R-N21")
def groups_of(now: Moment) -> list[Combat]:
    """A declared attack as the combats that are fought one after the other.

    Who charges, then cavalry that shocks, then infantry that shocks (secondary source 9.23).
    """
    arms: list[list[Band]] = [[], [], []]
    for band in now.combat.bands:
        arms[now.game.arm(band)].append(band)
    groups = [tuple(bands) for bands in arms if bands]
    how = "in_turn" if len(groups) == 1 else now.rulings.mixed_attack
    if how == "together":
        return [now.combat]
    rest = groups if how == "in_turn" else []
    return [
        now.combat._replace(
            bands=bands, group=n, rivals=tuple(b for some in rest if some != bands for b in some)
        )
        for n, bands in enumerate(groups)
    ]


# ------------------------------------------------------------ the die


def fight(now: Moment) -> Move:
    """Who fights, and all modifiers of the die; it is then rolled."""
    now = without_the_late(now)
    fighting = now.arrived()
    posts = now.fought_by(*fighting)
    if not posts:
        return now
    for post in posts:  # nobody says whether who has left its hex to strike is attacked still
        if post.at_first and any(now.piece(n).advanced for n in now.in_hex(post)):
            raise UnspecifiedBySource(f"a shock at {post.name}, which has left its hex to strike")
    bands = (band for band in now.combat.bands if band.charges)
    charged = [name for band in bands for name in now.of_band(band)]
    came = now.having(charged, charged=True).over(posts)
    after, guns, told = _guns_alone(came)
    if not after.combat.posts:
        return Branch("", after.do_first(after.later(what_follows, (), guns)), told)
    apart = [p.name for p in after.combat.posts if not all(now.fights(b, p) for b in fighting)]
    if apart:
        who = f"one die of {listed(now.attackers())}"
        raise UnspecifiedBySource(f"{who}, not all of whom have {listed(apart)} in front")
    added = modifiers(after)
    clauses = dict.fromkeys(c for every in added for each in every for c in each.clauses)
    drms = tuple(sum(each.value for each in every) for every in added)
    return came.do_first(came.later(roll, drms, tuple(clauses)))


def without_the_late(now: Moment) -> Moment:
    """Who merely shocks, and was disordered before he could, takes no part."""
    bands = (band for band in now.combat.bands if not band.charges)
    units = now.units(name for band in bands for name in now.of_band(band))
    broken = (unit for unit in units if unit.order == Order.DISORDERED)
    return now.having([u.name for u in broken if not now.game.is_gun(u.name)], too_late=True)


def roll(now: Moment, drms: tuple[int, ...], by: tuple[str, ...]) -> Roll:
    """The die of one combat against the results table, with a modifier at each hex."""
    after, guns, told = _guns_alone(now)
    posts = after.combat.posts
    differ = [each for each in zip(posts, drms, strict=True) if each[1] != drms[0]]
    leader = now.combat.bands[0].name
    ends: dict[tuple[int, ...], Moment] = {}  # by the rows, of which each is there once
    cells = []
    for face, rows in zip(FACES, zip(*map(now.game.rows, drms), strict=True), strict=True):
        known = tuple(map(id, rows))
        if known not in ends:
            ends[known] = after.do_first(after.later(apply_rows, rows, guns))
        further = tuple(
            Event(now.ours("fight", f"{leader} at {post.name}"), face + drm, further=True)
            for post, drm in differ
        )
        also = tuple(
            Step(f"The result at {now.spoken_of(post)} is {result_told(face + drm)}.", ("R-N24",))
            for post, drm in differ
        )
        faces = range(face, face + 1)
        end = Branch(face + drms[0], ends[known], (*also, *told), faces=faces, further=further)
        cells.append(end)
    clauses = dict.fromkeys(by)
    named = {target.name for target in now.attack.targets}
    if now.combat.declared and any(post.name not in named for post in posts):
        clauses["R-N13"] = None
    arms = {now.game.arm(now.game.bands[stack.name]) for stack in now.attack.stacks}
    if now.combat.declared and len(arms) > 1:
        clauses["R-N21"] = None
    return Roll(
        now.ours("fight", leader),
        lambda: _in_words(after, drms),
        ("TG-9.81-7", *clauses),
        tuple(cells),
    )


def _in_words(now: Moment, sums: tuple[int, ...]) -> str:
    said = [
        f"{', '.join(map(str, every)) or 'no modifiers'}: {signed(total)} in all"
        for every, total in zip(modifiers(now), sums, strict=True)
    ]
    sides = f"{listed(now.attackers())} against {listed(now.defenders())}."
    if len(set(said)) == 1:
        return f"{sides} {said[0][0].upper()}{said[0][1:]}."
    named = zip(now.combat.posts, said, strict=True)
    return " ".join([sides, *(f"At {now.spoken_of(post)}: {text}." for post, text in named)])


def _guns_alone(now: Moment) -> tuple[Moment, tuple[Post, ...], tuple[Step, ...]]:
    """Artillery attacked without infantry or cavalry is eliminated (secondary source 9.25).

    The combat goes on over the other hexes.
    """
    guns = tuple(p for p in now.combat.posts if all(map(now.game.is_gun, now.in_hex(p))))
    names = [name for post in guns for name in now.in_hex(post)]
    left = tuple(post for post in now.combat.posts if post not in guns)
    after = now.having(names, place=Place.ELIMINATED).over(left)
    text = "is eliminated: artillery alone (secondary source 9.25)."
    return after, guns, tuple(Step(f"{name} {text}", ("TG-9.81-7",)) for name in names)


# ------------------------------------------------------------ the modifiers


@implements("R-N24")
def modifiers(now: Moment) -> list[tuple[Modifier, ...]]:
    """The modifiers of the die at each post, those of 0 left out.

    Raises:
        UnspecifiedBySource: strengths, cohesion or types that this needs are not given.
    """
    bands = now.arrived()
    names = [name for band in bands for name in now.of_band(band)]
    shared = (Modifier("strength ratio", _ratio(now, names), (), True), *_charge(now, bands))
    rest = tuple(_other(now))
    attackers = now.units(names)
    # One set for all looks at the hexes together, each by itself at one.
    if len(now.combat.posts) > 1 and now.rulings.several_hexes == "one_for_all":
        grounds = [now.combat.posts] * len(now.combat.posts)
    else:
        grounds = [(post,) for post in now.combat.posts]
    return [
        tuple(
            each
            for each in (
                *shared,
                _cohesion(now, attackers, some),
                *_of_the_ground(now, bands, attackers, some),
                *rest,
            )
            if each.value
        )
        for some in grounds
    ]


def _cohesion(now: Moment, attackers: list[Unit], posts: tuple[Post, ...]) -> Modifier:
    """The best of the attackers against the best of some hexes, if it is not given for all."""
    given = now.attack.cohesion_drm if now.combat.declared else None
    by: tuple[str, ...] = ()
    if given is None:
        names = [n for post in posts for n in now.in_hex(post)]
        units = tuple(now.units(names))
        given = now.game.known(cohesion_drm, tuple(attackers), units, now.rulings)
        by = now.by_cohesion([*(unit.name for unit in attackers), *names])
    return Modifier("cohesion difference", given, by)  # printed in the source's example


def _ratio(now: Moment, attackers: list[str]) -> int:
    given = now.attack.ratio_drm
    if now.combat.declared and given is not None:
        names = frozenset(attackers)
        troops = names - now.game.guns  # artillery may be named with them
        found = given.get(troops, given.get(names))
        if found is None:
            raise UnspecifiedBySource(f"the strength ratio of {listed(sorted(troops))}")
        return found
    own, theirs = (_strength(now.units(side)) for side in (attackers, now.defenders()))
    return ratio_drm(own, theirs, now.game.secondary)


def _strength(units: list[Unit]) -> int:
    """The strength of units; artillery has none in shock (secondary source 9.25)."""
    troops = [unit for unit in units if not isinstance(unit, Artillery)]
    for unit in troops:
        if unit.strength is None:
            raise UnspecifiedBySource(f"strength of {unit.name}")
    return sum(unit.strength or 0 for unit in troops)


@implements("TG-9.85f")
def _charge(now: Moment, arrived: list[Band]) -> Iterator[Modifier]:
    """What the charge itself adds: its bonus, or the loss against a square or a counter-charge."""
    bands = [band for band in arrived if band.charges]
    if not bands:
        return
    if any(now.in_square(post) for post in now.combat.posts):
        yield Modifier("charge at a square", SQUARE_DRM, ("TG-9.85f",))
    else:
        left = [band for band in bands if not loses_bonus(now, band)]
        able = [name for band in left for name in now.of_band(band)]
        names = [name for name in able if keeps(now, name, "bonus")]
        if names:
            split = len(left) < len(bands)
            fresh = [name for name in able if now.piece(name).order == Order.GOOD]
            tired = _weight(now, fresh) != _weight(now, able)
            drm = now.game.known(charge_drm, tuple(now.cavalry(names)))
            cited = ("TG-9.83", *["R-N9"] * split, *["R-N11"] * tired)
            yield Modifier("charge", drm, cited)
    if light_thrown_back(now):
        yield Modifier("counter-charged by heavy", LIGHT_COUNTERCHARGED, ("TG-9.86c",))


def _weight(now: Moment, names: list[str]) -> bool | None:
    """Whether one of some chargers is heavy; ``None``: there are none."""
    return any(unit.heavy for unit in now.cavalry(names)) if names else None


def _of_the_ground(
    now: Moment, bands: list[Band], attackers: list[Unit], posts: tuple[Post, ...]
) -> Iterator[Modifier]:
    """What belongs to the hexes: clear terrain and position."""
    units = now.units(name for post in posts for name in now.in_hex(post))
    if _clear(bands, attackers, units, posts):
        # printed in the source's example, as is the +3 for front and rear at once
        yield Modifier("clear terrain", now.game.secondary.clear_terrain_drm)
    pairs = [
        (band.side_of(post.name), _in_other_front(now, band, post))
        for band in bands
        for post in posts
    ]
    apart = any(side != "front" for side, _ in pairs)
    position = position_drm(pairs, units, now.game.secondary) if apart else 0
    printed = position == now.game.secondary.front_and_rear_drm
    yield Modifier("position", position, (), not printed)


@uses("TG-9.85h")
def _in_other_front(now: Moment, band: Band, post: Post) -> bool:
    """Whether a band stands in the front of an enemy other than those of a hex, who is still there.

    That may be the target of another attack, or be met in its pursuit; a square has its front all
    around.
    """
    others = {each.name: each for each in now.combat.posts}
    if not isinstance(band.through, str):
        beside = dict(band.through).keys() & now.game.enemies
        others = {name: now.game.posts[name] for name in beside} | others
    return band.in_other_front or any(
        other.name != post.name
        and now.is_held(other)
        and (band.side_of(other.name) == "front" or now.in_square(other))
        for other in others.values()
    )


def _clear(
    bands: list[Band], attackers: list[Unit], defenders: list[Unit], posts: tuple[Post, ...]
) -> bool:
    """Whether the defenders are in clear terrain, attacked through their front (secondary)."""
    if any(post.clear_terrain is False for post in posts):
        return False
    mounted, riding = (any(isinstance(u, Cavalry) for u in s) for s in (defenders, attackers))
    if mounted and not riding:
        return False
    sides = {band.side_of(post.name) for band in bands for post in posts}
    through_front = any(counts_as_front(side, defenders) for side in sides)
    unknown = [post.name for post in posts if post.clear_terrain is None]
    if through_front and unknown:
        raise UnspecifiedBySource(f"whether a flank of {listed(unknown)} is open")
    return through_front


def _other(now: Moment) -> Iterator[Modifier]:
    if now.combat.number and now.combat.charges:
        drm = pursuit_drm(now.combat.number, now.rulings)
        yield Modifier("charge in pursuit", drm, ("TG-9.87e", "R-N6"))
    if now.combat.kind in (Kind.PURSUIT, Kind.BREAKTHROUGH):
        further = sum(now.game.target(post.name).pursuit_drm for post in now.combat.posts)
        yield Modifier("other", further)
    yield Modifier("other", now.combat.drm)


# ------------------------------------------------------------ what a row of the results table does

Retreat = Literal["none", "check", "automatic"]


class Side(NamedTuple):
    """Units of one hex, and what a result does to them; ``by``: the ruling on their retreat."""

    attacks: bool
    names: tuple[str, ...]
    room: Room
    disordered: bool
    retreat: Retreat
    by: tuple[str, ...] = ()


def apply_rows(now: Moment, rows: tuple[Row | None, ...], emptied: tuple[Post, ...]) -> Move:
    """Disorder at once, then retreats, then checks, then what follows."""
    if None in rows:
        raise UnspecifiedBySource("a result for which the table has no row")
    known = tuple(row for row in rows if row is not None)
    sides = _sides(now, known)
    after = now
    for side in sides:
        after = after.disordered(side.names) if side.disordered else after
    checks: list[Task] = []
    for side in sides:
        if side.retreat == "check":
            checks += _checks(now, after, side)
    end = after.do_first(*checks, now.later(what_follows, known, emptied))
    for side in sides:
        still = _on_the_map(end, side.names)
        if side.retreat == "automatic" and still:
            end = end.retreated(still, side.room)
    names = tuple(name for side in sides for name in side.names)
    driven = [side.by for side in sides if side.retreat == "automatic"]
    one_row = len(set(known)) == 1 and driven
    return Branch("", end, (), names, ("TG-9.81-7", *(driven[0] if one_row else ())))


def _sides(now: Moment, rows: tuple[Row, ...]) -> list[Side]:
    """Both sides hex by hex; the attackers suffer once what any of the rows says."""
    own = [row.attackers for row in rows]
    broken = any(effect.disordered for effect in own)
    asked = {retreat_of(now, effect) for effect in own}
    retreat: Retreat = next(word for word in ("automatic", "check", "none") if word in asked)
    by = () if any(each.retreat == retreat for each in own) else ("R-N17",)
    bands = ((now.of_band(band), band.retreat) for band in now.arrived())
    return [
        *(Side(True, names, room, broken, retreat, by) for names, room in bands),
        *(
            Side(False, now.in_hex(post), post.retreat, its.disordered, retreat_of(now, its))
            for post, its in zip(now.combat.posts, (row.defenders for row in rows), strict=True)
        ),
    ]


@implements("R-N17")
def retreat_of(now: Moment, effect: Effect) -> Retreat:
    """The retreat that an effect asks for; where the row is lost in the copy, R-N17 says."""
    return now.rulings.retreat_below_zero if effect.retreat == "ruling" else effect.retreat


def _on_the_map(now: Moment, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if now.piece(name).place not in GONE)


def _checks(before: Moment, after: Moment, side: Side) -> list[Task]:
    """The retreat checks of the units of one hex.

    Artillery does not check; it goes where those go with whom it stands (secondary source 9.25).
    """
    left = _on_the_map(after, side.names)
    troops = tuple(name for name in left if not before.game.is_gun(name))
    guns = tuple(filter(before.game.is_gun, left))
    fresh = tuple(n for n in left if before.piece(n).order != Order.DISORDERED)
    groups, by = checking(before, troops)
    checks = [
        before.later(retreat_check, names, side.room, side.attacks, fresh, (*side.by, *by))
        for names in groups
    ]
    if guns:
        others = tuple(name for name in side.names if name not in guns)
        checks.append(before.later(guns_follow, guns, side.room, others))
    return checks


@implements("R-N1")
def retreat_check(
    now: Moment,
    names: tuple[str, ...],
    room: Room,
    attacks: bool,
    fresh: tuple[str, ...],
    by: tuple[str, ...] = (),
) -> Move:
    """Higher than its cohesion, and a unit or stack retreats one hex."""
    top = names[0]
    broken = top in fresh and now.piece(top).order == Order.DISORDERED
    printed = broken and now.rulings.retreat_check_cohesion == "printed"
    cohesion = now.unit(top).cohesion if printed else now.cohesion(top)
    clauses = ("TG-9.81-7", "R-N1", *by, *(() if printed else now.by_cohesion([top])))
    return check(
        (now.ours if attacks else now.theirs)("retreat check", top),
        f"{top} makes a retreat check",
        clauses,
        cohesion,
        Branch("held", now, (Step(f"{does(names, 'stay')} in place.", clauses),)),
        Branch("retreated", now.retreated(names, room), (), names, clauses),
    )


def guns_follow(now: Moment, guns: tuple[str, ...], room: Room, others: tuple[str, ...]) -> Move:
    """Guns retreat if nobody is left of those with whom they stood."""
    if not all(now.piece(name).place in LEFT for name in others):
        return now
    return Branch("", now.retreated(guns, room), (), guns, ("TG-9.81-7",))
