"""Step 8: the pursuit after a 10+ (TG-9.81-8, TG-9.87)."""

from itertools import combinations

from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import (
    Decision,
    Move,
    Next,
    Option,
    Question,
    players,
    question,
)
from rules_lib.triumph_and_glory.charge.rules.aftermath import (
    band_onward,
    enemies_met,
    facing_again,
    retreated_units,
)
from rules_lib.triumph_and_glory.charge.rules.approach import entered, known_heavy
from rules_lib.triumph_and_glory.charge.state import Combat, Kind, Place, Post, State
from rules_lib.triumph_and_glory.charge.tasks import Advance, Follow, GoOn, Heading, Onward, Pursue
from rules_lib.triumph_and_glory.charge.transcript import does, listed
from rules_lib.triumph_and_glory.map.stacking import fits
from rules_lib.triumph_and_glory.units import Cavalry


@implements("TG-9.81-8", "R-N7")
def pursue(game: Game, state: State, task: Pursue) -> Move:
    """Follow those who retreated, or stop; the attacker picks where several hexes can be followed.

    Who is left over advances into the other hexes (TG-9.71a).
    """
    combat, emptied = task.combat, task.emptied

    def into(post: Post) -> State:
        others = (Advance(combat, each, False) for each in emptied if each != post)
        return state.do_first(Follow(combat, post), *others)

    fled = [post for post in emptied if retreated_units(game, state, post)]
    if len(fled) == 1:
        return Next(into(fled[0]))
    if not fled:
        if game.rulings.advance_after_withdrawal == "as_stacking_allows":
            return Next(into(emptied[0]))
        return Next(state.do_first(*(Advance(combat, post, False) for post in emptied)))
    return Decision(
        question("pursue", combat.bands[0].name, combat),
        f"{' or '.join(post.name for post in fled)} may be pursued",
        ("TG-9.87a",),
        players(combat)[0],
        tuple(Option(post.name, into(post)) for post in fled),
    )


@implements("TG-9.87a")
def follow(game: Game, state: State, task: Follow) -> Move:
    """As many units as may stack advance into the hex and face whom they follow."""
    ways = [
        (listed(names), *_followed(game, state, task, names))
        for names in pursuing_units(game, state, task.combat)
    ]
    if len(ways) == 1:
        return Next(*ways[0][1:])
    name = task.post.name
    return Decision(
        question("pursuers", name, task.combat),
        f"More units may follow {name} than stack",
        ("TG-9.87b",),
        players(task.combat)[0],
        tuple(Option(*way) for way in ways),
    )


def _followed(
    game: Game, state: State, task: Follow, names: tuple[str, ...]
) -> tuple[State, tuple[Step, ...]]:
    after = entered(game, state, names, task.post)
    if not retreated_units(game, state, task.post):
        text = f"{does(names, 'advance')} into the emptied hex, and no farther."
        return after, (Step(text, ("TG-9.87a", "R-N7")),)
    text = f"{does(names, 'advance')}, to face {task.post.name}."
    return after.do_first(GoOn(task.combat, names, task.post)), (Step(text, ("TG-9.87a",)),)


@implements("TG-9.87b")
def pursuing_units(game: Game, state: State, combat: Combat) -> list[tuple[str, ...]]:
    """The sets of units that may pursue: as many as stack, heavy first, then by cohesion.

    More than one set if units tie for the last place. The top unit of a stack stays on top.
    """
    bands = (band for band in combat.bands if band.charges)
    riders = game.cavalry(state, (name for band in bands for name in game.of_band(state, band)))

    def rank(unit: Cavalry) -> tuple[bool, int]:
        return known_heavy(unit), game.cohesion(state, unit.name)

    for count in range(len(riders), 0, -1):
        groups = [some for some in combinations(riders, count) if fits(some, game.secondary)]
        if len(riders) > count:
            groups = [
                some
                for some in groups
                if max(rank(unit) for unit in riders if unit not in some) <= min(map(rank, some))
            ]
        if groups:
            return [tuple(unit.name for unit in some) for some in groups]
    return []


@implements("TG-9.73c", "TG-9.87c", "R-N10")
def go_on(game: Game, state: State, task: GoOn) -> Move:
    """Charge again, at once; with other enemies in front it is a choice."""
    combat, followed = task.combat, task.post
    met = enemies_met(game, state, followed, turned=True)
    open_to_charge = game.rulings.pursuit_terrain == "lapses" or all(
        _chargeable(game, post, followed) for post in met
    )
    charge = _again(game, state, task, met, charges=True)
    if len(met) == 1:
        if open_to_charge:
            return Next(charge)
        text = "The ground forbids a charge: the pursuit is over."
        return Next(state, (Step(text, ("TG-9.81e", "R-N10")),))
    return Decision(
        Question("go on", task.names[0], f"pursuit {combat.number + 1}", combat.number + 1),
        f"{listed(post.name for post in met)} are in front: charge or shock them all, or stop",
        ("TG-9.87c",),
        players(combat)[0],
        (
            *([Option("charge", charge)] if open_to_charge else []),
            Option("shock", _again(game, state, task, met, charges=False)),
            Option("stop", state),
        ),
    )


def _chargeable(game: Game, post: Post, followed: Post) -> bool:
    target = game.target(post.name)
    return target.chargeable_after_retreat if post.name == followed.name else target.chargeable


def _again(game: Game, state: State, task: GoOn, met: tuple[Post, ...], *, charges: bool) -> State:
    names, combat = task.names, task.combat
    before = next(band for band in combat.bands if set(band.units) & set(names))
    again = Combat(
        (band_onward(game, before, names, charges, task.post, met),),
        met,
        combat.attack,
        Kind.PURSUIT,
        number=combat.number + 1,
        turned=combat.turned,
    )
    ready = facing_again(game, game.placed(state, names, Place.NEXT_TO_TARGET), met)
    text = f"Step 8: pursuit, charge number {again.number}"
    heading = Heading(again, text, ("TG-9.81-8", "TG-9.87e"))
    return ready.do_first(heading, Onward(again))
