"""What a row of the results table does to both sides, and the retreat checks it asks for."""

from typing import Literal, NamedTuple

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Moment
from rules_lib.triumph_and_glory.charge.moves import Move, Next, check, ending, ending_of
from rules_lib.triumph_and_glory.charge.rules.advance import what_follows
from rules_lib.triumph_and_glory.charge.state import GONE, LEFT, Post, Task
from rules_lib.triumph_and_glory.charge.target import Room
from rules_lib.triumph_and_glory.charge.transcript import does, told_of_changed
from rules_lib.triumph_and_glory.tables.results_table import Effect, Row
from rules_lib.triumph_and_glory.units import Order

Retreat = Literal["none", "check", "automatic"]


class Side(NamedTuple):
    """Units of one hex, and what a result does to them."""

    attacks: bool
    names: tuple[str, ...]
    room: Room
    disordered: bool
    retreat: Retreat


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
    return Next(end, (), names, ("TG-9.81-7",))


def _sides(now: Moment, rows: tuple[Row, ...]) -> list[Side]:
    """Both sides hex by hex; the attackers suffer once what any of the rows says."""
    own = [row.attackers for row in rows]
    broken = any(effect.disordered for effect in own)
    asked = {retreat_of(now, effect) for effect in own}
    retreat: Retreat = next(word for word in ("automatic", "check", "none") if word in asked)
    bands = ((now.of_band(band), band.retreat) for band in now.arrived())
    return [
        *(Side(True, names, room, broken, retreat) for names, room in bands),
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


@implements("R-N19")
def _checks(before: Moment, after: Moment, side: Side) -> list[Task]:
    """The retreat checks of the units of one hex: the top one for all, or each by itself.

    Artillery does not check; it goes where those go with whom it stands (secondary source 9.25).
    """
    left = _on_the_map(after, side.names)
    troops = tuple(name for name in left if not before.game.is_gun(name))
    guns = tuple(filter(before.game.is_gun, left))
    fresh = tuple(n for n in left if before.piece(n).order != Order.DISORDERED)
    together = before.rulings.stack_checks == "top"
    groups = ([troops] if together else [(name,) for name in troops]) if troops else []
    checks = [
        before.later(retreat_check, names, side.room, side.attacks, fresh) for names in groups
    ]
    if guns:
        others = tuple(name for name in side.names if name not in guns)
        checks.append(before.later(guns_follow, guns, side.room, others))
    return checks


@implements("R-N1")
def retreat_check(
    now: Moment, names: tuple[str, ...], room: Room, attacks: bool, fresh: tuple[str, ...]
) -> Move:
    """Higher than its cohesion, and a unit or stack retreats one hex."""
    top = names[0]
    printed = now.rulings.retreat_check_cohesion == "printed" and top in fresh
    cohesion = now.unit(top).cohesion if printed else now.cohesion(top)
    clauses = ("TG-9.81-7", "R-N1")
    return check(
        (now.ours if attacks else now.theirs)("retreat check", top),
        f"{top} makes a retreat check",
        clauses,
        cohesion,
        ending("held", now, Step(f"{does(names, 'stay')} in place.", clauses)),
        ending_of("retreated", now.retreated(names, room), names, clauses),
    )


def guns_follow(now: Moment, guns: tuple[str, ...], room: Room, others: tuple[str, ...]) -> Move:
    """Guns retreat if nobody is left of those with whom they stood."""
    if not all(now.piece(name).place in LEFT for name in others):
        return Next(now)
    after = now.retreated(guns, room)
    return Next(after, told_of_changed(now, after, guns, ("TG-9.81-7",)))
