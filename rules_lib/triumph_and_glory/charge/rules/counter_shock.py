"""After a combat: the units that hold shock back (TG-9.73d)."""

from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import Decision, Move, Next, Option, players, question
from rules_lib.triumph_and_glory.charge.rules.aftermath import facing_again
from rules_lib.triumph_and_glory.charge.state import Band, Combat, Kind, Place, Post, State
from rules_lib.triumph_and_glory.charge.target import CounterShock, Through
from rules_lib.triumph_and_glory.charge.tasks import AskCountershock, Heading, Onward
from rules_lib.triumph_and_glory.charge.transcript import listed
from rules_lib.triumph_and_glory.units import Order

# ------------------------------------------------------------ counter-shock


@implements("TG-9.73d")
def ask_countershock(game: Game, state: State, task: AskCountershock) -> Move:
    """Ask the defenders of a hex whether they shock the enemies in their front, before all else."""
    combat, post = task.combat, task.post
    names = tuple(name for name in game.in_hex(state, post) if _shocks_back(game, state, name))
    struck = [(way, _struck(game, state, combat, way)) for way in _ways(game, state, combat, post)]
    ways = [(way, found) for way, found in struck if names and found]
    if not ways:
        return Next(state)
    options = [
        Option(way.name, _shocked_back(game, state, task, names, found, way)) for way, found in ways
    ]
    asked = question("counter-shock", post.name, combat)
    if combat.group:
        asked = asked._replace(label=f"fight {combat.group + 1}")
    return Decision(
        asked,
        f"{listed(names)} may advance and shock back (secondary source, results table)",
        ("TG-9.73a", "TG-9.73d"),
        players(combat)[1],
        (*options, Option("no", state)),
    )


def _shocks_back(game: Game, state: State, name: str) -> bool:
    piece = game.piece(state, name)
    return piece.order == Order.GOOD and not piece.shocked_again and not game.is_gun(name)


def _ways(game: Game, state: State, combat: Combat, post: Post) -> tuple[CounterShock, ...]:
    """The ways to shock back. Where no map tells: stay, or follow those who came from the front."""
    given = game.target(post.name).counter_shocks
    if given is not None:
        return given
    bands = [band for band in combat.bands if band.side_of(post.name) == "front"]
    names = tuple(band.name for band in bands)
    beside = any(_is_beside(game, state, b, n) for b in bands for n in b.units)
    return (CounterShock(names, names, moves=not beside),)


def _at_home(game: Game, state: State, band: Band) -> Post | None:
    """The hex that a band attacked out of, with all who stand in it; ``None``: nobody does."""
    left = game.in_hex(state, band.home) if band.home else ()
    return band.home._replace(units=left, at_first=False) if band.home and left else None


def _is_beside(game: Game, state: State, band: Band, name: str) -> bool:
    piece = game.piece(state, name)
    if piece.has_retreated:
        return False
    at_the_enemy = (Place.NEXT_TO_TARGET, Place.HALTED, Place.RECALLED)
    waits = not band.charges and piece.place in (Place.STARTS, Place.UNCOMMITTED)
    return waits or piece.place in at_the_enemy


def _struck(
    game: Game, state: State, combat: Combat, way: CounterShock
) -> tuple[tuple[Post, Through], ...]:
    """The hexes that a counter-shock strikes, and through which side; none if it is not open."""
    found: list[tuple[Post, Through]] = []
    bands = {**game.bands, **{band.name: band for band in combat.bands}}
    for name in way.vacated_by:
        if any(_is_beside(game, state, bands[name], unit) for unit in bands[name].units):
            return ()
    for name in dict.fromkeys((*way.staying, *way.retreated)):
        band = bands[name]
        there = tuple(
            unit
            for unit in band.units
            if (name in way.staying and _is_beside(game, state, band, unit))
            or (name in way.retreated and game.piece(state, unit).has_retreated)
        )
        post = _at_home(game, state, band)
        if post or there:
            found.append((post or band._replace(units=there).as_post, "front"))
    for other in way.others:
        post = game.post(other.name)
        if game.in_hex(state, post):
            found.append((post, other.met_through or "front"))
    return tuple(found)


def _shocked_back(
    game: Game,
    state: State,
    task: AskCountershock,
    names: tuple[str, ...],
    struck: tuple[tuple[Post, Through], ...],
    way: CounterShock,
) -> State:
    combat, post = task.combat, task.post
    posts = tuple(each for each, _ in struck)
    through = tuple((each.name, side) for each, side in struck)
    back = Combat(
        (
            Band(
                names,
                False,
                through,
                retreat=post.retreat,
                clear_terrain=way.clear_terrain if way.moves else post.clear_terrain,
                home=None if way.moves else post,
            ),
        ),
        posts,
        combat.attack,
        Kind.COUNTER_SHOCK,
        origin=post.name,
        drm=game.target(post.name).counter_shock_drm,
        turned=not combat.turned,
    )
    ready = {}
    for name in names:
        piece = game.piece(state, name)
        ready[name] = piece._replace(
            shocked_again=True, place=Place.NEXT_TO_TARGET, advanced=piece.advanced or way.moves
        )
    after = facing_again(game, game.changed(state, ready), posts)
    heading = Heading(back, f"Counter-shock of {listed(names)}", ("TG-9.73d",))
    return after.do_first(heading, Onward(back))
