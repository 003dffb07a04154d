"""What cavalry does against infantry that shocks it (TG-9.86e)."""

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import Decision, Move, Next, Option, players, question
from rules_lib.triumph_and_glory.charge.rules.approach import leaving, may_leave
from rules_lib.triumph_and_glory.charge.rules.stacks import meets_infantry, steady_parties
from rules_lib.triumph_and_glory.charge.state import (
    AnsweredInfantry,
    Band,
    Combat,
    Kind,
    Place,
    State,
)
from rules_lib.triumph_and_glory.charge.tasks import (
    AnswerInfantry,
    CounterchargeInfantry,
    EndOfCharge,
    Fight,
    Heading,
)
from rules_lib.triumph_and_glory.charge.transcript import does, listed


@implements("TG-9.86e")
def answer_infantry(game: Game, state: State, task: AnswerInfantry) -> Move:
    """Cavalry in good order, shocked through its front by infantry only, answers as it likes."""
    combat, post = task.combat, task.post
    if not meets_infantry(game, state, combat, post):
        return Next(state)
    names = game.in_hex(state, post)
    mounted = tuple(name for some in steady_parties(game, state, post) for name in some)
    options = [Option("stand", state, (Step(f"{does(names, 'stand')}.", ("TG-9.86e",)),))]
    movable = may_leave(game, state, combat, post)
    if movable:
        left = leaving(game, state, combat, post, movable)
        told = (Step(f"{does(movable, 'retreat')} before the shock.", ("TG-9.86e",)),)
        options.append(Option("retreat", left, told))
    options.append(
        Option(
            "counter-charge",
            state.do_first(CounterchargeInfantry(combat, post)),
            (Step(f"{does(mounted, 'counter-charge')} the infantry.", ("TG-9.86e",)),),
        )
    )
    return Decision(
        question("answer", post.name, combat),
        f"{listed(mounted)} may retreat, stand, or counter-charge the infantry",
        ("TG-9.86e",),
        players(combat)[1],
        tuple(options),
    )


def countercharge_infantry(game: Game, state: State, task: CounterchargeInfantry) -> Move:
    """Turn the attack of infantry around: of one hex, which its player chooses, or of all.

    Where the infantry shocks other hexes as well, the source does not say what becomes of that.
    """
    combat, post = task.combat, task.post
    if len(combat.posts) > 1:
        raise UnspecifiedBySource(f"a shock at several hexes when {post.name} counter-charges")
    bands = meets_infantry(game, state, combat, post)
    hexes = {at: tuple(b for b in bands if b.hex == at) for at in (band.hex for band in bands)}
    if len(hexes) == 1 or game.rulings.countercharge_of_infantry == "all_hexes":
        return Next(_turned_on(game, state, task, bands))
    return Decision(
        question("counter-charge at", post.name, combat),
        f"{post.name} may counter-charge the infantry of one hex",
        ("TG-9.86e", "R-N29"),
        players(combat)[1],
        tuple(Option(at, _turned_on(game, state, task, some)) for at, some in hexes.items()),
    )


@implements("R-N15")
def _turned_on(
    game: Game, state: State, task: CounterchargeInfantry, bands: tuple[Band, ...]
) -> State:
    """The cavalry attacks infantry that was to shock it, as in a charge; it shocks no more."""
    combat, post = task.combat, task.post
    names = tuple(name for some in steady_parties(game, state, post) for name in some)
    riders = Combat(
        (
            Band(
                names,
                charges=True,
                retreat=post.retreat,
                clear_terrain=post.clear_terrain,
                home=post,
            ),
        ),
        tuple(band.as_post for band in bands),
        combat.attack,
        Kind.COUNTER_CHARGE,
        goes_on=game.rulings.countercharger_pursues,
        drm=game.target(post.name).counter_shock_drm,
        turned=not combat.turned,
    )
    heading = Heading(riders, f"Counter-charge of {listed(names)}", ("TG-9.86e",))
    ready = game.placed(state, names, Place.NEXT_TO_TARGET)
    for band in bands:
        ready = ready.noting(AnsweredInfantry(band.hex, combat.key))
    return ready.do_first(heading, Fight(riders), EndOfCharge(riders))
