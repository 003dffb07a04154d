"""After a combat: counter-shock, advance, breakthrough, disorder (TG-9.71 to -9.73, TG-9.84)."""

from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import Decision, Move, Next, Option, players, question
from rules_lib.triumph_and_glory.charge.state import (
    GONE,
    Band,
    Combat,
    Kind,
    Place,
    Post,
    State,
    Task,
    Unsaid,
)
from rules_lib.triumph_and_glory.charge.tasks import (
    AskBreakthrough,
    AskCountershock,
    EndOfCharge,
    Onward,
    TakeHexes,
    WhatFollows,
)
from rules_lib.triumph_and_glory.charge.transcript import does, listed
from rules_lib.triumph_and_glory.units import Order


def what_follows(game: Game, state: State, task: WhatFollows) -> Move:
    """Put on the agenda what the result leads to, once all checks are made."""
    combat = task.combat
    fought = tuple(zip(combat.posts, task.rows, strict=True))
    shocks = (AskCountershock(combat, post) for post, row in fought if row.counter_shock)
    empty = [(post, row.pursuit) for post, row in fought if not game.in_hex(state, post)]
    empty += [(post, False) for post in task.emptied]
    chased = tuple(post for post, pursuit in empty if pursuit and combat.goes_on)
    chased = tuple(sorted(chased, key=lambda post: not retreated_units(game, state, post)))
    hexes = (*chased, *(post for post, _ in empty if post not in chased))
    return Next(state.do_first(*shocks, *([TakeHexes(combat, hexes, chased)] if hexes else [])))


# ------------------------------------------------------------ who breaks through


@implements("TG-9.73a", "TG-9.73b")
def ask_breakthrough(game: Game, state: State, task: AskBreakthrough) -> Move:
    """Infantry that advanced after a 10+ may shock once more all enemies in its front."""
    combat, post, names = task.combat, task.post, task.band.units
    pieces = {name: game.piece(state, name) for name in names}
    foot = (pieces[name] for name in names if game.is_foot(name))
    able = all(p.order == Order.GOOD and not p.shocked_again for p in foot)
    met = enemies_met(game, state, post, turned=False) if able else ()
    who = listed(names)
    turns = (Step(f"{who} may change facing, and stop.", ("TG-9.71b",)),)
    if not met:
        return Next(state, turns if combat.declared else ())
    again = Combat(
        (band_onward(game, task.band, names, False, post, met),),
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
        what = f"whether {post.name} is in front after its retreat (retreat_to)"
        first: Task = Unsaid(again, what)
    else:
        first = Onward(again)
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
    return post._replace(at_first=False, clear_terrain=clear)


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


def band_onward(
    game: Game,
    before: Band,
    names: tuple[str, ...],
    charges: bool,
    into: Post,
    met: tuple[Post, ...],
) -> Band:
    """Those who fight on from a hex they have entered.

    They come to who retreated from it as before, since he keeps his facing; through which side they
    come to others is for the map to say.
    """
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
    )


# ------------------------------------------------------------ step 9


@implements("TG-9.81-9", "TG-9.84", "TG-9.87d")
def end_of_charge(game: Game, state: State, task: EndOfCharge) -> Move:
    """Disorder those who charged, if they are on the map and not disordered already."""
    own = task.combat.units
    if task.combat.declared:
        own |= game.in_attack(task.combat.attack)
    tired = [
        name
        for name, piece in zip(game.names, state.pieces, strict=True)
        if name in own and piece.charged and piece.place not in GONE
    ]
    fresh = [name for name in tired if game.piece(state, name).order == Order.GOOD]
    after = game.changed(
        state,
        {
            name: game.piece(state, name)._replace(order=Order.DISORDERED, charged=False)
            for name in fresh
        },
    )
    told = [
        Step(f"{name} is disordered by its charge.", ("TG-9.81-9", "TG-9.84")) for name in fresh
    ]
    told += [
        Step(f"{name} is disordered already, and not once more.", ("TG-9.84",))
        for name in tired
        if name not in fresh
    ]
    return Next(after, tuple(told))
