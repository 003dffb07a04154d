"""Step 8: the pursuit after a 10+ (TG-9.81-8, TG-9.87)."""

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
)
from rules_lib.triumph_and_glory.charge.rules.aftermath import (
    band_onward,
    enemies_met,
    facing_again,
)
from rules_lib.triumph_and_glory.charge.state import Combat, Kind, Place, Post, State
from rules_lib.triumph_and_glory.charge.tasks import GoOn, Heading, Onward
from rules_lib.triumph_and_glory.charge.transcript import listed


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
