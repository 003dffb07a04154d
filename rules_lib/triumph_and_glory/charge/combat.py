"""Step 7: the modifiers of a combat, its die, and what the results table does (TG-9.81-7)."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.approach import answered
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import (
    Cell,
    Move,
    Next,
    Player,
    Question,
    Roll,
    check,
    ending,
    ending_of,
    players,
    question,
)
from rules_lib.triumph_and_glory.charge.reactions import light_thrown_back, loses_bonus
from rules_lib.triumph_and_glory.charge.situation import Room
from rules_lib.triumph_and_glory.charge.state import (
    GONE,
    LEFT,
    Band,
    Combat,
    MovedToShock,
    Place,
    Post,
    State,
)
from rules_lib.triumph_and_glory.charge.tasks import (
    ApplyRows,
    Fight,
    GunsFollow,
    RetreatCheck,
    WhatFollows,
)
from rules_lib.triumph_and_glory.charge.transcript import does, listed, told_of_changed
from rules_lib.triumph_and_glory.checks import FACES
from rules_lib.triumph_and_glory.modifiers import (
    SQUARE_DRM,
    Modifier,
    charge_drm,
    cohesion_drm,
    position_drm,
    pursuit_drm,
    ratio_drm,
    signed,
)
from rules_lib.triumph_and_glory.results_table import Effect, Row
from rules_lib.triumph_and_glory.units import Order

LIGHT_COUNTERCHARGED = -1
"""For light cavalry that heavy cavalry counter-charged with success (TG-9.86c)."""

Retreat = Literal["none", "check", "automatic"]


@implements("R-N21")
def groups_of(game: Game, combat: Combat) -> list[Combat]:
    """A declared attack as the combats that are fought one after the other.

    Who charges, then cavalry that shocks, then infantry that shocks (secondary source 9.23).
    """
    if game.rulings.mixed_attack == "together":
        return [combat]
    arms: list[list[Band]] = [[], [], []]
    for band in combat.bands:
        rides = any(map(game.rides, band.units))
        arms[0 if band.charges else 1 if rides else 2].append(band)
    return [combat._replace(bands=tuple(bands)) for bands in arms if bands]


# ------------------------------------------------------------ the die


def fight(game: Game, state: State, task: Fight) -> Move:
    """The die of one combat, with all its modifiers, against the results table."""
    combat = task.combat
    attackers = game.attackers(state, combat)
    held = tuple(post for post in combat.posts if game.in_hex(state, post))
    if not attackers or not held or any(answered(state, combat, post) for post in held):
        return Next(state)
    _refuse_moved(state, held)
    came = state
    if combat.charges:
        bands = (band for band in combat.bands if band.charges)
        names = (name for band in bands for name in game.of_band(state, band))
        changes = {name: game.piece(state, name)._replace(charged=True) for name in names}
        came = game.changed(state, changes)
    return _against(game, came, combat._replace(posts=held), attackers)


def _refuse_moved(state: State, posts: tuple[Post, ...]) -> None:
    for post in posts:
        if MovedToShock(post.name) in state.facts:
            raise UnspecifiedBySource(f"a shock at {post.name}, which has moved to shock back")


def _against(game: Game, state: State, combat: Combat, attackers: list[str]) -> Move:
    after, guns, told = _guns_alone(game, state, combat)
    left = tuple(post for post in combat.posts if post not in guns)
    combat = combat._replace(posts=left)
    if not left:
        return Next(after.do_first(WhatFollows(combat, (), guns)), told)
    posts = modifiers(game, after, combat)
    drms = [sum(each.value for each in every) for every in posts]
    table = game.secondary.results
    differ = [each for each in zip(left, drms, strict=True) if each[1] != drms[0]]
    ends: dict[tuple[Row | None, ...], State] = {}
    cells = []
    for face in FACES:
        rows = tuple(table.row(face + drm) for drm in drms)
        if rows not in ends:
            ends[rows] = after.do_first(ApplyRows(combat, rows, guns))
        at = tuple((_at(combat, attackers, post), face + drm) for post, drm in differ)
        cells.append(Cell(range(face, face + 1), face + drms[0], ends[rows], told, at=at))
    clauses = dict.fromkeys(c for every in posts for each in every for c in each.clauses)
    return Roll(
        question("fight", attackers[0], combat),
        f"{listed(attackers)} against {listed(game.defenders(after, combat))}. "
        + _listing(left, posts, drms),
        ("TG-9.81-7", *clauses),
        players(combat)[0],
        tuple(cells),
    )


def _at(combat: Combat, attackers: list[str], post: Post) -> Question:
    """The question of the result at a further hex."""
    return question("fight", f"{attackers[0]} at {post.name}", combat)


def _listing(posts: tuple[Post, ...], drms: list[tuple[Modifier, ...]], sums: list[int]) -> str:
    said = [
        f"{', '.join(map(str, every)) or 'no modifiers'}: {signed(total)} in all"
        for every, total in zip(drms, sums, strict=True)
    ]
    if len(set(said)) == 1:
        return f"{said[0]}."
    named = zip(posts, said, strict=True)
    return " ".join(f"At {post.name}: {text}." for post, text in named)


def _guns_alone(
    game: Game, state: State, combat: Combat
) -> tuple[State, tuple[Post, ...], tuple[Step, ...]]:
    """Artillery attacked without infantry or cavalry is eliminated (secondary source 9.25)."""
    guns = tuple(p for p in combat.posts if all(map(game.is_gun, game.in_hex(state, p))))
    names = [name for post in guns for name in game.in_hex(state, post)]
    after = game.placed(state, names, Place.ELIMINATED)
    text = "is eliminated: artillery alone (secondary source 9.25)."
    return after, guns, tuple(Step(f"{name} {text}", ("TG-9.81-7",)) for name in names)


# ------------------------------------------------------------ the modifiers


@implements("R-N24")
def modifiers(game: Game, state: State, combat: Combat) -> list[tuple[Modifier, ...]]:
    """The modifiers of the die at each post, those of 0 left out.

    Raises:
        UnspecifiedBySource: strengths, cohesion or types that this needs are not given.
    """
    shared = tuple(_of_the_fight(game, state, combat))
    rest = tuple(_other(game, combat))
    # One set for all looks at the hexes together, each by itself at one.
    if game.rulings.several_hexes == "one_for_all":
        grounds = [combat.posts] * len(combat.posts)
    else:
        grounds = [(post,) for post in combat.posts]
    return [
        tuple(m for m in (*shared, *_of_the_ground(game, state, combat, some), *rest) if m.value)
        for some in grounds
    ]


def _of_the_fight(game: Game, state: State, combat: Combat) -> Iterator[Modifier]:
    attackers = game.attackers(state, combat)
    defenders = game.defenders(state, combat)
    attack = game.situation.attacks[combat.attack]
    yield Modifier("strength ratio", _ratio(game, state, combat, attackers, defenders), (), True)
    yield from _charge(game, state, combat)
    cohesion = attack.cohesion_drm if combat.declared else None
    if cohesion is None:
        own, theirs = game.units(state, attackers), game.units(state, defenders)
        cohesion = cohesion_drm(own, theirs, game.rulings)
    yield Modifier("cohesion difference", cohesion, (), True)


def _ratio(
    game: Game, state: State, combat: Combat, attackers: list[str], defenders: list[str]
) -> int:
    given = game.situation.attacks[combat.attack].ratio_drm
    if combat.declared and given is not None:
        names = frozenset(attackers)
        if names not in given:
            raise UnspecifiedBySource(f"the strength ratio of {listed(sorted(names))}")
        return given[names]
    own, theirs = (_strength(game, state, names) for names in (attackers, defenders))
    return ratio_drm(own, theirs, game.secondary)


def _strength(game: Game, state: State, names: list[str]) -> int:
    """The strength of units; artillery has none in shock (secondary source 9.25)."""
    total = 0
    for name in names:
        if game.is_gun(name):
            continue
        strength = game.unit(state, name).strength
        if strength is None:
            raise UnspecifiedBySource(f"strength of {name}")
        total += strength
    return total


@implements("TG-9.85f", "R-N11")
def _charge(game: Game, state: State, combat: Combat) -> Iterator[Modifier]:
    """What the charge itself adds: its bonus, or the loss against a square or a counter-charge."""
    bands = [band for band in game.arrived(state, combat) if band.charges]
    if not bands:
        return
    if any(game.in_square(state, post) for post in combat.posts):
        yield Modifier("charge at a square", SQUARE_DRM, ("TG-9.85f",))
    else:
        keeps = game.rulings.disordered_charge_bonus
        names = [
            name
            for band in bands
            if not loses_bonus(game, state, combat, band)
            for name in game.of_band(state, band)
            if keeps or game.piece(state, name).order == Order.GOOD
        ]
        if names:
            yield Modifier("charge", charge_drm(game.cavalry(state, names)), ("TG-9.83",))
    if light_thrown_back(game, state, combat):
        yield Modifier("counter-charged by heavy", LIGHT_COUNTERCHARGED, ("TG-9.86c",))


def _of_the_ground(
    game: Game, state: State, combat: Combat, posts: tuple[Post, ...]
) -> Iterator[Modifier]:
    """What belongs to the hexes: clear terrain and position."""
    if _clear(game, state, combat, posts):
        yield Modifier("clear terrain", game.secondary.clear_terrain_drm, (), True)
    pairs = [
        (band.side_of(post.name), _in_other_front(game, state, combat, band, post))
        for band in game.arrived(state, combat)
        for post in posts
    ]
    units = game.units(state, (name for post in posts for name in game.in_hex(state, post)))
    yield Modifier("position", position_drm(pairs, units, game.secondary), (), True)


def _in_other_front(game: Game, state: State, combat: Combat, band: Band, post: Post) -> bool:
    """Whether a band stands in the front of an enemy other than those of a hex."""
    return band.in_other_front or any(
        other != post and band.side_of(other.name) == "front" and game.in_hex(state, other)
        for other in combat.posts
    )


def _clear(game: Game, state: State, combat: Combat, posts: tuple[Post, ...]) -> bool:
    """Whether the defenders are in clear terrain, attacked through their front (secondary)."""
    if not all(post.clear_terrain for post in posts):
        return False
    defenders = [name for post in posts for name in game.in_hex(state, post)]
    riders = game.cavalry(state, defenders)
    if riders and not game.cavalry(state, game.attackers(state, combat)):
        return False
    if any(game.in_square(state, post) for post in posts):
        return True
    alert = any(unit.order == Order.GOOD for unit in riders)
    sides = {b.side_of(post.name) for b in game.arrived(state, combat) for post in posts}
    return "front" in sides or (alert and "flank" in sides)


def _other(game: Game, combat: Combat) -> Iterator[Modifier]:
    if combat.number and combat.charges:
        drm = pursuit_drm(combat.number, game.rulings)
        yield Modifier("charge in pursuit", drm, ("TG-9.87e", "R-N6"))
    yield Modifier("other", combat.drm)


# ------------------------------------------------------------ what a row of the table does


class Side(NamedTuple):
    """Units of one hex, and what a result does to them."""

    player: Player
    names: tuple[str, ...]
    room: Room
    disordered: bool
    retreat: Retreat


def apply_rows(game: Game, state: State, task: ApplyRows) -> Move:
    """Disorder at once, then retreats, then what follows."""
    if None in task.rows:
        raise UnspecifiedBySource("a result for which the table has no row")
    rows = tuple(row for row in task.rows if row is not None)
    after, checks = state, []
    sides = _sides(game, state, task.combat, rows)
    for side in sides:
        after = _apply(game, after, task.combat, side)
        if side.retreat == "check":
            checks += _checks(game, state, after, task.combat, side)
    names = tuple(name for side in sides for name in side.names)
    end = after.do_first(*checks, WhatFollows(task.combat, rows, task.emptied))
    return Next(end, (), names, ("TG-9.81-7",))


def _sides(game: Game, state: State, combat: Combat, rows: tuple[Row, ...]) -> list[Side]:
    """Both sides hex by hex; the attackers suffer once what any of the rows says."""
    ours, theirs = players(combat)
    own = [row.attackers for row in rows]
    broken = any(effect.disordered for effect in own)
    asked = {retreat_of(game, effect) for effect in own}
    retreat: Retreat = next(word for word in ("automatic", "check", "none") if word in asked)
    bands = ((game.of_band(state, band), band.retreat) for band in combat.bands)
    return [
        *(Side(ours, names, room, broken, retreat) for names, room in bands if names),
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


def _apply(game: Game, state: State, combat: Combat, side: Side) -> State:
    after = game.disordered(state, side.names) if side.disordered else state
    if side.retreat != "automatic":
        return after
    still = _on_the_map(game, after, side.names)
    return game.retreated(after, combat, still, side.room) if still else after


def _on_the_map(game: Game, state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if game.piece(state, name).place not in GONE)


@implements("R-N19")
def _checks(
    game: Game, before: State, after: State, combat: Combat, side: Side
) -> list[RetreatCheck | GunsFollow]:
    """The retreat checks of the units of one hex: the top one for all, or each by itself.

    Artillery does not check; it goes where those go with whom it stands (secondary source 9.25).
    """
    left = _on_the_map(game, after, side.names)
    troops = tuple(name for name in left if not game.is_gun(name))
    guns = tuple(name for name in left if game.is_gun(name))
    fresh = tuple(n for n in left if game.piece(before, n).order != Order.DISORDERED)
    together = game.rulings.stack_checks == "top"
    groups = ([troops] if together else [(name,) for name in troops]) if troops else []
    checks = [RetreatCheck(combat, names, side.player, side.room, fresh) for names in groups]
    follow = GunsFollow(combat, guns, tuple(n for n in side.names if n not in guns), side.room)
    return [*checks, *([follow] if guns else [])]


@implements("R-N1")
def retreat_check(game: Game, state: State, task: RetreatCheck) -> Move:
    """Higher than its cohesion, and a unit or stack retreats one hex."""
    names, top = task.names, task.names[0]
    printed = game.rulings.retreat_check_cohesion == "printed" and top in task.fresh
    cohesion = game.unit(state, top).cohesion if printed else game.cohesion(state, top)
    clauses = ("TG-9.81-7", "R-N1")
    asked = question("retreat check", top, task.combat)
    return check(
        Roll(asked, f"{top} checks against retreat", clauses, task.player),
        cohesion,
        ending("held", state, Step(f"{does(names, 'stay')} in place.", clauses)),
        ending_of(
            "retreated", game.retreated(state, task.combat, names, task.room), names, clauses
        ),
    )


def guns_follow(game: Game, state: State, task: GunsFollow) -> Move:
    """Guns retreat if nobody is left of those with whom they stood."""
    if not all(game.piece(state, name).place in LEFT for name in task.others):
        return Next(state)
    after = game.retreated(state, task.combat, task.guns, task.room)
    return Next(after, told_of_changed(game, state, after, task.guns, ("TG-9.81-7",)))
