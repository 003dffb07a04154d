"""Step 7: the modifiers of a combat, and its die (TG-9.81-7)."""

from collections.abc import Iterator

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.cohesion import FACES
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import (
    Cell,
    Elsewhere,
    Move,
    Next,
    Roll,
    later,
    players,
    question,
)
from rules_lib.triumph_and_glory.charge.rules.advance import what_follows
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    SQUARE_DRM,
    Modifier,
    charge_drm,
    cohesion_drm,
    position_drm,
    pursuit_drm,
    ratio_drm,
    signed,
)
from rules_lib.triumph_and_glory.charge.rules.reactions import (
    keeps,
    light_thrown_back,
    loses_bonus,
)
from rules_lib.triumph_and_glory.charge.rules.results import apply_rows
from rules_lib.triumph_and_glory.charge.state import (
    Band,
    Combat,
    Kind,
    Place,
    Post,
    State,
)
from rules_lib.triumph_and_glory.charge.transcript import listed
from rules_lib.triumph_and_glory.tables.results_table import Row
from rules_lib.triumph_and_glory.units import Order, Unit

LIGHT_COUNTERCHARGED = -1
"""For light cavalry that heavy cavalry counter-charged with success (TG-9.86c)."""


@implements("R-N21")
def groups_of(game: Game, combat: Combat) -> list[Combat]:
    """A declared attack as the combats that are fought one after the other.

    Who charges, then cavalry that shocks, then infantry that shocks (secondary source 9.23).
    """
    how = game.rulings.mixed_attack
    if how == "together":
        return [combat]
    arms: list[list[Band]] = [[], [], []]
    for band in combat.bands:
        arms[game.arm(band)].append(band)
    groups = [tuple(bands) for bands in arms if bands]
    rest = groups if how == "in_turn" else []
    return [
        combat._replace(
            bands=bands, group=n, rivals=tuple(b for some in rest if some != bands for b in some)
        )
        for n, bands in enumerate(groups)
    ]


# ------------------------------------------------------------ the die


def fight(game: Game, state: State, combat: Combat) -> Move:
    """The die of one combat, with all its modifiers, against the results table."""
    state = _leave_out_the_disordered(game, state, combat)
    attackers = game.attackers(state, combat)
    held = tuple(post for post in combat.posts if game.in_hex(state, post))
    if not attackers or not held:
        return Next(state)
    _refuse_moved(game, state, held)
    came = state
    if combat.charges:
        bands = (band for band in combat.bands if band.charges)
        names = (name for band in bands for name in game.of_band(state, band))
        changes = {name: game.piece(state, name)._replace(charged=True) for name in names}
        came = game.changed(state, changes)
    return _against(game, came, combat._replace(posts=held), attackers)


def comes_to_nothing(game: Game, state: State, combat: Combat) -> bool:
    """Whether all who are to shock are left out."""
    late = _leave_out_the_disordered(game, state, combat)
    return not combat.charges and not game.ready(late, combat.bands)


def _leave_out_the_disordered(game: Game, state: State, combat: Combat) -> State:
    """Who merely shocks, and was disordered before he could, takes no part."""
    bands = (band for band in combat.bands if not band.charges)
    names = (name for band in bands for name in game.of_band(state, band))
    pieces = {name: game.piece(state, name) for name in names if not game.is_gun(name)}
    late = {n: p._replace(too_late=True) for n, p in pieces.items() if p.order == Order.DISORDERED}
    return game.changed(state, late) if late else state


def _refuse_moved(game: Game, state: State, posts: tuple[Post, ...]) -> None:
    """Who has left its hex to strike is not in it; nobody says whether it is attacked still."""
    for post in posts:
        if post.at_first and any(game.piece(state, n).advanced for n in game.in_hex(state, post)):
            raise UnspecifiedBySource(f"a shock at {post.name}, which has left its hex to strike")


def _against(game: Game, state: State, combat: Combat, attackers: list[str]) -> Move:
    after, guns, told = _guns_alone(game, state, combat)
    left = tuple(post for post in combat.posts if post not in guns)
    combat = combat._replace(posts=left)
    if not left:
        return Next(after.do_first(later(what_follows, combat, (), guns)), told)
    posts = modifiers(game, after, combat)
    drms = [sum(each.value for each in every) for every in posts]
    differ = [each for each in zip(left, drms, strict=True) if each[1] != drms[0]]
    ends: dict[tuple[Row | None, ...], State] = {}
    cells = []
    for face, rows in zip(FACES, zip(*map(game.rows, drms), strict=True), strict=True):
        if rows not in ends:
            ends[rows] = after.do_first(later(apply_rows, combat, rows, guns))
        elsewhere = tuple(_result_at(post, combat, face + drm) for post, drm in differ)
        faces = range(face, face + 1)
        cells.append(Cell(faces, face + drms[0], ends[rows], told, elsewhere=elsewhere))
    clauses = dict.fromkeys(c for every in posts for each in every for c in each.clauses)
    return Roll(
        question("fight", combat.bands[0].name, combat),
        f"{listed(attackers)} against {listed(game.defenders(after, combat))}. "
        + _listing(left, posts, drms),
        ("TG-9.81-7", *clauses),
        players(combat)[0],
        tuple(cells),
    )


def _result_at(post: Post, combat: Combat, result: int) -> Elsewhere:
    asked = question("fight", f"{combat.bands[0].name} at {post.name}", combat)
    return Elsewhere(post.name, asked, result)


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
    attackers = game.units(state, game.attackers(state, combat))
    # One set for all looks at the hexes together, each by itself at one.
    if game.rulings.several_hexes == "one_for_all":
        grounds = [combat.posts] * len(combat.posts)
    else:
        grounds = [(post,) for post in combat.posts]
    return [
        tuple(
            each
            for each in (
                *shared,
                _cohesion(game, state, combat, attackers, some),
                *_of_the_ground(game, state, combat, some),
                *rest,
            )
            if each.value
        )
        for some in grounds
    ]


def _of_the_fight(game: Game, state: State, combat: Combat) -> Iterator[Modifier]:
    attackers = game.attackers(state, combat)
    defenders = game.defenders(state, combat)
    yield Modifier("strength ratio", _ratio(game, state, combat, attackers, defenders), (), True)
    yield from _charge(game, state, combat)


def _cohesion(
    game: Game, state: State, combat: Combat, attackers: list[Unit], posts: tuple[Post, ...]
) -> Modifier:
    """The best of the attackers against the best of some hexes, if it is not given for all."""
    given = game.situation.attacks[combat.attack].cohesion_drm if combat.declared else None
    if given is None:
        defenders = game.units(state, (n for post in posts for n in game.in_hex(state, post)))
        given = cohesion_drm(attackers, defenders, game.rulings)
    return Modifier("cohesion difference", given)  # printed in the source's example


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


@implements("TG-9.85f")
def _charge(game: Game, state: State, combat: Combat) -> Iterator[Modifier]:
    """What the charge itself adds: its bonus, or the loss against a square or a counter-charge."""
    bands = [band for band in game.arrived(state, combat) if band.charges]
    if not bands:
        return
    if any(game.in_square(state, post) for post in combat.posts):
        yield Modifier("charge at a square", SQUARE_DRM, ("TG-9.85f",))
    else:
        names = [
            name
            for band in bands
            if not loses_bonus(game, state, combat, band)
            for name in game.of_band(state, band)
            if keeps(game, state, name, "bonus")
        ]
        if names:
            split = {loses_bonus(game, state, combat, band) for band in bands} == {True, False}
            cited = ("TG-9.83", "R-N9") if split else ("TG-9.83",)
            yield Modifier("charge", charge_drm(game.cavalry(state, names)), cited)
    if light_thrown_back(game, state, combat):
        yield Modifier("counter-charged by heavy", LIGHT_COUNTERCHARGED, ("TG-9.86c",))


def _of_the_ground(
    game: Game, state: State, combat: Combat, posts: tuple[Post, ...]
) -> Iterator[Modifier]:
    """What belongs to the hexes: clear terrain and position."""
    if _clear(game, state, combat, posts):
        # printed in the source's example, as is the +3 for front and rear at once
        yield Modifier("clear terrain", game.secondary.clear_terrain_drm)
    pairs = [
        (band.side_of(post.name), _in_other_front(game, state, combat, band, post))
        for band in game.arrived(state, combat)
        for post in posts
    ]
    units = game.units(state, (name for post in posts for name in game.in_hex(state, post)))
    position = position_drm(pairs, units, game.secondary)
    printed = position == game.secondary.front_and_rear_drm
    yield Modifier("position", position, (), not printed)


def _in_other_front(game: Game, state: State, combat: Combat, band: Band, post: Post) -> bool:
    """Whether a band stands in the front of an enemy other than those of a hex."""
    return band.in_other_front or any(
        other != post and band.side_of(other.name) == "front" and game.in_hex(state, other)
        for other in combat.posts
    )


def _clear(game: Game, state: State, combat: Combat, posts: tuple[Post, ...]) -> bool:
    """Whether the defenders are in clear terrain, attacked through their front (secondary)."""
    if any(post.clear_terrain is False for post in posts):
        return False
    defenders = [name for post in posts for name in game.in_hex(state, post)]
    riders = game.cavalry(state, defenders)
    if riders and not game.cavalry(state, game.attackers(state, combat)):
        return False
    alert = any(unit.order == Order.GOOD for unit in riders)
    sides = {b.side_of(post.name) for b in game.arrived(state, combat) for post in posts}
    square = any(game.in_square(state, post) for post in posts)
    through_front = square or "front" in sides or (alert and "flank" in sides)
    unknown = [post.name for post in posts if post.clear_terrain is None]
    if through_front and unknown:
        raise UnspecifiedBySource(f"whether a flank of {listed(unknown)} is open")
    return through_front


def _other(game: Game, combat: Combat) -> Iterator[Modifier]:
    if combat.number and combat.charges:
        drm = pursuit_drm(combat.number, game.rulings)
        yield Modifier("charge in pursuit", drm, ("TG-9.87e", "R-N6"))
    if combat.kind in (Kind.PURSUIT, Kind.BREAKTHROUGH):
        further = sum(game.target(post.name).pursuit_drm for post in combat.posts)
        yield Modifier("other", further)
    yield Modifier("other", combat.drm)
