"""After a combat: counter-shock, breakthrough, pursuit (TG-9.73, TG-9.87)."""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Game, unsaid
from rules_lib.triumph_and_glory.charge.moves import (
    Decision,
    Move,
    Next,
    Option,
    Question,
    later,
    players,
    question,
)
from rules_lib.triumph_and_glory.charge.rules.approach import entered
from rules_lib.triumph_and_glory.charge.state import (
    Band,
    Combat,
    Kind,
    Place,
    Post,
    State,
    Task,
)
from rules_lib.triumph_and_glory.charge.target import CounterShock, Through
from rules_lib.triumph_and_glory.charge.transcript import does, listed
from rules_lib.triumph_and_glory.units import Order

# ------------------------------------------------------------ who breaks through


@implements("TG-9.73a", "TG-9.73b")
def ask_breakthrough(
    game: Game, state: State, combat: Combat, names: tuple[str, ...], post: Post
) -> Move:
    """Infantry that advanced after a 10+ may shock once more all enemies in its front."""
    pieces = {name: game.piece(state, name) for name in names}
    foot = (pieces[name] for name in names if game.is_foot(name))
    able = all(p.order == Order.GOOD and not p.shocked_again for p in foot)
    met = enemies_met(game, state, post, turned=False) if able else ()
    who = listed(names)
    turns = (Step(f"{who} may change facing, and stop.", ("TG-9.71b",)),)
    if not met:
        return Next(state, turns if combat.declared else ())
    again = Combat(
        (_band_onward(game, combat, names, False, post, met),),
        met,
        combat.attack,
        Kind.BREAKTHROUGH,
        turned=combat.turned,
    )
    ready = {
        name: piece._replace(shocked_again=True, place=Place.NEXT_TO_TARGET)
        for name, piece in pieces.items()
    }
    unknown = game.target(post.name).in_front_after_retreat is None
    if unknown and retreated_units(game, state, post):
        given = "in_front_after_retreat, and on a map retreat_to, is not given"
        what = f"whether {post.name} is in front after its retreat ({given})"
        first = later(unsaid, again, what)
    else:
        first = Task(again)
    yes = facing_again(game, game.changed(state, ready), met).do_first(first)
    told = (Step(f"{does(names, 'break')} through, without turning.", ("TG-9.73b",)),)
    return Decision(
        question("breakthrough", names[0], combat),
        f"{who} may break through, against {listed(each.name for each in met)}",
        ("TG-9.73a", "TG-9.73b"),
        players(combat)[0],
        (Option("yes", yes, told), Option("no", state, turns)),
    )


def enemies_met(game: Game, state: State, post: Post, *, turned: bool) -> tuple[Post, ...]:
    """Hexes with enemies that a unit finds in its front after advancing into a hex.

    Who has turned faces the units that retreated; others may have lost them out of their front.
    """
    target = game.target(post.name)
    back = retreated_units(game, state, post)
    there = (_where_it_went(game, post),) if back else ()
    if not turned and target.in_front_after_retreat is False:
        there = ()
    beyond = (game.post(each.name) for each in target.beyond)
    return (*there, *(each for each in beyond if game.in_hex(state, each)))


def _where_it_went(game: Game, post: Post) -> Post:
    """The hex to which the units of a hex retreated."""
    after = game.target(post.name).clear_after_retreat
    clear = post.clear_terrain if after is None else None if after == "unspecified" else bool(after)
    disorders = game.target(post.name).entry_disorders_after_retreat
    return post._replace(at_first=False, clear_terrain=clear, entry_disorders=disorders)


def retreated_units(game: Game, state: State, post: Post) -> tuple[str, ...]:
    """Units of a hex that retreated from it and are still on the map."""
    return tuple(n for n in post.units if game.piece(state, n).place == Place.RETREATED)


def facing_again(game: Game, state: State, posts: tuple[Post, ...]) -> State:
    """The state with retreated units as the defenders of a new combat."""
    back = (name for post in posts for name in retreated_units(game, state, post))
    changes = {
        name: game.piece(state, name)._replace(place=Place.STARTS, retreated=True) for name in back
    }
    return game.changed(state, changes)


def _band_onward(
    game: Game,
    combat: Combat,
    names: tuple[str, ...],
    charges: bool,
    into: Post,
    met: tuple[Post, ...],
) -> Band:
    """Those who fight on from a hex they have entered.

    They come to who retreated from it as before, since he keeps his facing; through which side they
    come to others is for the map to say.
    """
    before = next(band for band in combat.bands if set(band.units) & set(names))
    side = before.side_of(into.name)
    through = tuple(
        (each.name, side if each.name == into.name else game.target(each.name).met_through or side)
        for each in met
    )
    ground = game.target(into.name)
    return Band(
        names,
        charges,
        through,
        retreat=ground.pursuer_retreat,
        clear_terrain=ground.clear_terrain,
        entry_disorders=into.entry_disorders,
    )


@implements("TG-9.73c", "TG-9.87c", "R-N10")
def go_on(game: Game, state: State, combat: Combat, names: tuple[str, ...], followed: Post) -> Move:
    """Charge again, at once; with other enemies in front it is a choice."""
    met = enemies_met(game, state, followed, turned=True)
    open_to_charge = game.rulings.pursuit_terrain == "lapses" or all(
        _chargeable(game, post, followed) for post in met
    )
    charge = _again(game, state, combat, names, followed, met, charges=True)
    if len(met) == 1:
        if open_to_charge:
            return Next(charge)
        text = "The ground forbids a charge: the pursuit is over."
        return Next(state, (Step(text, ("TG-9.81e", "R-N10")),))
    return Decision(
        Question("go on", names[0], f"pursuit {combat.number + 1}", combat.number + 1),
        f"{listed(post.name for post in met)} are in front: charge or shock them all, or stop",
        ("TG-9.87c",),
        players(combat)[0],
        (
            *([Option("charge", charge)] if open_to_charge else []),
            Option("shock", _again(game, state, combat, names, followed, met, charges=False)),
            Option("stop", state),
        ),
    )


def _chargeable(game: Game, post: Post, followed: Post) -> bool:
    target = game.target(post.name)
    return target.chargeable_after_retreat if post.name == followed.name else target.chargeable


def _again(
    game: Game,
    state: State,
    combat: Combat,
    names: tuple[str, ...],
    followed: Post,
    met: tuple[Post, ...],
    *,
    charges: bool,
) -> State:
    again = Combat(
        (_band_onward(game, combat, names, charges, followed, met),),
        met,
        combat.attack,
        Kind.PURSUIT,
        number=combat.number + 1,
        turned=combat.turned,
    )
    ready = facing_again(game, game.placed(state, names, Place.NEXT_TO_TARGET), met)
    return ready.do_first(Task(again))


# ------------------------------------------------------------ counter-shock


@implements("TG-9.73d")
def ask_countershock(game: Game, state: State, combat: Combat, post: Post) -> Move:
    """Ask the defenders of a hex whether they shock the enemies in their front, before all else."""
    names = tuple(name for name in game.in_hex(state, post) if _shocks_back(game, state, name))
    ways = _ways(game, state, combat, post) if names else ()
    struck = [(way, _struck(game, state, combat, way)) for way in ways]
    options = [
        Option(word, *_shocked_back(game, state, combat, post, names, some, way))
        for way, found in struck
        for word, some in _aims(game, way, found)
    ]
    if not options:
        return Next(state)
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


@implements("R-N32")
def _ways(game: Game, state: State, combat: Combat, post: Post) -> tuple[CounterShock, ...]:
    """The ways to shock back. Where no map tells: stay, or follow those who came from the front."""
    how = game.rulings.countershock_moves
    given = game.target(post.name).counter_shocks
    if given is not None:
        into_left = how == "must_into_left"
        return tuple(
            way
            for way in given
            if how == "may" or (way.moves and (way.vacated_by or not into_left))
        )
    stacks = game.situation.attacks[combat.attack].stacks
    all_bands = [game.bands[stack.name] for stack in stacks] if combat.declared else combat.bands
    bands = [band for band in all_bands if band.side_of(post.name) == "front"]
    names = tuple(band.name for band in bands)
    gone = [band for band in bands if not _holds(game, state, band)]
    left = tuple(band.name for band in gone)
    # Of several hexes that were left they enter one that does not disorder, if there is one.
    disorders = bool(gone) and all(band.entry_disorders for band in gone)
    if how != "may":  # into the hex of those who have retreated, of which they then find these
        return (CounterShock(retreated=left, moves=True, entry_disorders=disorders),)
    return (CounterShock(names, names, moves=left == names, entry_disorders=disorders),)


def _holds(game: Game, state: State, band: Band) -> bool:
    """Whether somebody stands in a band's hex next to the enemy, be it another of that hex."""
    beside = any(_is_beside(game, state, band, n) for n in band.units)
    return beside or _at_home(game, state, band) is not None


Struck: TypeAlias = tuple[tuple[Post, Through], ...]
"""The hexes that a counter-shock strikes, and through which side."""


@implements("R-N27")
def _aims(game: Game, way: CounterShock, found: Struck) -> Iterator[tuple[str, Struck]]:
    """All that a way finds in front; or any of them, if their player chooses."""
    if found:
        yield way.name, found
    if game.rulings.countershock_strikes == "chosen":
        for count in range(len(found) - 1, 0, -1):
            for some in combinations(found, count):
                yield f"{way.name}, only {listed(post.name for post, _ in some)}", some


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


def _struck(game: Game, state: State, combat: Combat, way: CounterShock) -> Struck:
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
            # Of the ground to which they have retreated nothing is known.
            stays = any(_is_beside(game, state, band, unit) for unit in there)
            home = band._replace(units=there, entry_disorders=band.entry_disorders and stays)
            found.append((post or home.as_post, "front"))
    for other in way.others:
        post = game.post(other.name)
        if game.in_hex(state, post):
            found.append((post, other.met_through or "front"))
    return tuple(found)


def _shocked_back(
    game: Game,
    state: State,
    combat: Combat,
    post: Post,
    names: tuple[str, ...],
    struck: Struck,
    way: CounterShock,
) -> tuple[State, tuple[Step, ...]]:
    """The state with the counter-shock to fight, but for those whom the ground disorders."""
    there, told = entered(game, state, names, way) if way.moves else (state, ())
    if told:
        went = Step(f"{does(names, 'advance')}.", ("TG-9.73d",))
        no = f"{listed(names)}: disordered, no shock (secondary source 9.61)."
        return there, (went, *told, Step(no, ("TG-9.73d",)))
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
                entry_disorders=way.moves and way.entry_disorders,
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
    ready = {
        name: game.piece(there, name)._replace(shocked_again=True, place=Place.NEXT_TO_TARGET)
        for name in names
    }
    after = facing_again(game, game.changed(there, ready), posts)
    return after.do_first(Task(back)), ()
