"""What a row of the results table does to both sides, and the retreat checks it asks for."""

from typing import Literal, NamedTuple

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import (
    Move,
    Next,
    Player,
    Roll,
    check,
    ending,
    ending_of,
    later,
    players,
    question,
)
from rules_lib.triumph_and_glory.charge.rules.advance import what_follows
from rules_lib.triumph_and_glory.charge.state import (
    GONE,
    LEFT,
    Combat,
    Post,
    State,
    Task,
)
from rules_lib.triumph_and_glory.charge.target import Room
from rules_lib.triumph_and_glory.charge.transcript import does, told_of_changed
from rules_lib.triumph_and_glory.tables.results_table import Effect, Row
from rules_lib.triumph_and_glory.units import Order

Retreat = Literal["none", "check", "automatic"]


class Side(NamedTuple):
    """Units of one hex, and what a result does to them."""

    player: Player
    names: tuple[str, ...]
    room: Room
    disordered: bool
    retreat: Retreat


def apply_rows(
    game: Game,
    state: State,
    combat: Combat,
    rows: tuple[Row | None, ...],
    emptied: tuple[Post, ...],
) -> Move:
    """Disorder at once, then retreats, then checks, then what follows."""
    if None in rows:
        raise UnspecifiedBySource("a result for which the table has no row")
    known = tuple(row for row in rows if row is not None)
    sides = _sides(game, state, combat, known)
    after = state
    for side in sides:
        after = game.disordered(after, side.names) if side.disordered else after
    checks: list[Task] = []
    for side in sides:
        if side.retreat == "check":
            checks += _checks(game, state, after, combat, side)
    end = after.do_first(*checks, later(what_follows, combat, known, emptied))
    for side in sides:
        still = _on_the_map(game, end, side.names)
        if side.retreat == "automatic" and still:
            end = game.retreated(end, combat, still, side.room)
    names = tuple(name for side in sides for name in side.names)
    return Next(end, (), names, ("TG-9.81-7",))


def _sides(game: Game, state: State, combat: Combat, rows: tuple[Row, ...]) -> list[Side]:
    """Both sides hex by hex; the attackers suffer once what any of the rows says."""
    ours, theirs = players(combat)
    own = [row.attackers for row in rows]
    broken = any(effect.disordered for effect in own)
    asked = {retreat_of(game, effect) for effect in own}
    retreat: Retreat = next(word for word in ("automatic", "check", "none") if word in asked)
    bands = ((game.of_band(state, band), band.retreat) for band in game.arrived(state, combat))
    return [
        *(Side(ours, names, room, broken, retreat) for names, room in bands),
        *(
            Side(
                theirs,
                game.in_hex(state, post),
                post.retreat,
                row.defenders.disordered,
                retreat_of(game, row.defenders),
            )
            for post, row in zip(combat.posts, rows, strict=True)
        ),
    ]


@implements("R-N17")
def retreat_of(game: Game, effect: Effect) -> Retreat:
    """The retreat that an effect asks for; where the row is lost in the copy, R-N17 says."""
    return game.rulings.retreat_below_zero if effect.retreat == "ruling" else effect.retreat


def _on_the_map(game: Game, state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if game.piece(state, name).place not in GONE)


@implements("R-N19")
def _checks(game: Game, before: State, after: State, combat: Combat, side: Side) -> list[Task]:
    """The retreat checks of the units of one hex: the top one for all, or each by itself.

    Artillery does not check; it goes where those go with whom it stands (secondary source 9.25).
    """
    left = _on_the_map(game, after, side.names)
    troops = tuple(name for name in left if not game.is_gun(name))
    guns = tuple(name for name in left if game.is_gun(name))
    fresh = tuple(n for n in left if game.piece(before, n).order != Order.DISORDERED)
    together = game.rulings.stack_checks == "top"
    groups = ([troops] if together else [(name,) for name in troops]) if troops else []
    checks = [
        later(retreat_check, combat, names, side.room, side.player, fresh) for names in groups
    ]
    follow = later(
        guns_follow, combat, guns, side.room, tuple(n for n in side.names if n not in guns)
    )
    return [*checks, *([follow] if guns else [])]


@implements("R-N1")
def retreat_check(
    game: Game,
    state: State,
    combat: Combat,
    names: tuple[str, ...],
    room: Room,
    player: Player,
    fresh: tuple[str, ...],
) -> Move:
    """Higher than its cohesion, and a unit or stack retreats one hex."""
    names, top = names, names[0]
    printed = game.rulings.retreat_check_cohesion == "printed" and top in fresh
    cohesion = game.unit(state, top).cohesion if printed else game.cohesion(state, top)
    clauses = ("TG-9.81-7", "R-N1")
    asked = question("retreat check", top, combat)
    return check(
        Roll(asked, f"{top} makes a retreat check", clauses, player),
        cohesion,
        ending("held", state, Step(f"{does(names, 'stay')} in place.", clauses)),
        ending_of("retreated", game.retreated(state, combat, names, room), names, clauses),
    )


def guns_follow(
    game: Game,
    state: State,
    combat: Combat,
    guns: tuple[str, ...],
    room: Room,
    others: tuple[str, ...],
) -> Move:
    """Guns retreat if nobody is left of those with whom they stood."""
    if not all(game.piece(state, name).place in LEFT for name in others):
        return Next(state)
    after = game.retreated(state, combat, guns, room)
    return Next(after, told_of_changed(game, state, after, guns, ("TG-9.81-7",)))
