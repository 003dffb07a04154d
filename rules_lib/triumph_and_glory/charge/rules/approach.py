"""Steps 1 to 3: what is declared, who leaves before the shock, who commits (TG-9.81-1 to -3)."""

from collections.abc import Iterable

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import (
    Decision,
    Move,
    Next,
    Option,
    Roll,
    check,
    ending,
    ending_of,
    players,
    question,
)
from rules_lib.triumph_and_glory.charge.rules.modifiers import signed
from rules_lib.triumph_and_glory.charge.rules.opponents import WAITING
from rules_lib.triumph_and_glory.charge.state import (
    AnsweredInfantry,
    Band,
    Combat,
    Kind,
    Place,
    Post,
    State,
)
from rules_lib.triumph_and_glory.charge.tasks import (
    AnswerInfantry,
    CheckAfterLeaving,
    Commit,
    CounterchargeInfantry,
    Declare,
    EndOfCharge,
    Fight,
    Heading,
    Occupy,
    RetreatBeforeShock,
)
from rules_lib.triumph_and_glory.charge.transcript import does, listed
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order


@implements("TG-9.81-1")
def declare(game: Game, state: State, task: Declare) -> Move:
    """Say who attacks whom."""
    told = []
    against = listed(post.name for post in task.combat.posts)
    for band in task.combat.bands:
        verb = "charge" if band.charges else "shock"
        clause = "TG-9.81-1" if band.charges else "TG-9.81-7"
        told.append(Step(f"{does(band.units, verb)} {against}.", (clause,)))
    return Next(state, tuple(told))


# ------------------------------------------------------------ step 2


def known_heavy(unit: Cavalry) -> bool:
    """Whether a cavalry unit is heavy.

    Raises:
        UnspecifiedBySource: it is not said.
    """
    if unit.heavy is None:
        raise UnspecifiedBySource(f"whether {unit.name} is heavy")
    return unit.heavy


def any_heavy(units: Iterable[Cavalry]) -> bool:
    """Whether one of some cavalry units is heavy.

    Raises:
        UnspecifiedBySource: none is known to be, and of one it is not said.
    """
    listed_units = tuple(units)
    return any(unit.heavy for unit in listed_units) or any(map(known_heavy, listed_units))


def _riders(game: Game, state: State, bands: Iterable[Band]) -> list[Cavalry]:
    return game.cavalry(state, (name for band in bands for name in band.units))


def _on_foot(game: Game, band: Band) -> bool:
    return not any(map(game.rides, band.units))


@implements("TG-9.81-2")
def may_leave(game: Game, state: State, combat: Combat, post: Post) -> tuple[str, ...]:
    """Units of a hex that may retreat before the shock: those whom every attacker lets go.

    Infantry lets go cavalry, horse artillery, and jaegers in good order. Heavy cavalry, if there is
    no other cavalry, lets go light cavalry and horse artillery (secondary source 9.31, 9.32).
    """
    if not post.can_leave:
        return ()
    bands = combat.bands
    riders = _riders(game, state, bands)
    from_foot = any(_on_foot(game, band) for band in bands)
    if any(unit.heavy is False for unit in riders):
        return ()
    able = [
        unit.name
        for unit in game.units(state, game.in_hex(state, post))
        if (not from_foot or _leaves_infantry(unit)) and (not riders or _leaves_heavy(unit))
    ]
    return tuple(able) if able and all(map(known_heavy, riders)) else ()


def _leaves_infantry(unit: object) -> bool:
    if isinstance(unit, Infantry):
        return unit.jaeger and unit.order == Order.GOOD
    return isinstance(unit, Cavalry) or (isinstance(unit, Artillery) and unit.horse)


def _leaves_heavy(unit: object) -> bool:
    if isinstance(unit, Cavalry):
        return not known_heavy(unit)
    return isinstance(unit, Artillery) and unit.horse


def retreat_before_shock(game: Game, state: State, task: RetreatBeforeShock) -> Move:
    """Ask the defender whether units leave a hex."""
    combat, post = task.combat, task.post
    able = (
        () if _meets_infantry(game, state, combat, post) else may_leave(game, state, combat, post)
    )
    if not able:
        return Next(state)
    told = (Step(f"{does(able, 'retreat')} before the shock.", ("TG-9.81-2",)),)
    return Decision(
        question("retreat before shock", post.name, combat),
        f"{listed(able)} may retreat before the shock",
        ("TG-9.81-2",),
        players(combat)[1],
        (
            Option("yes", _leaving(game, state, combat, post, able), told),
            Option("no", state),
        ),
    )


@implements("R-N12")
def _leaving(game: Game, state: State, combat: Combat, post: Post, names: tuple[str, ...]) -> State:
    """The state after units left a hex before the shock; who leaves heavy chargers checks."""
    left = game.placed(state, names, Place.LEFT_BEFORE_SHOCK)
    if not game.in_hex(left, post):
        left = left.do_first(Occupy(combat, post))
    chargers = _riders(game, state, (band for band in combat.bands if band.charges))
    if chargers:
        each = game.rulings.stack_checks == "each"
        groups = [(name,) for name in names] if each else [names]
        left = left.do_first(*(CheckAfterLeaving(combat, group) for group in groups))
    return left


def check_after_leaving(game: Game, state: State, task: CheckAfterLeaving) -> Move:
    """The check of units that retreated before heavy chargers."""
    top = game.leader(task.names)
    stated = game.rulings.failed_check_before_shock == "disordered"
    worse = game.disordered(state, task.names) if stated else state
    clauses = ("TG-9.81-2", "R-N12")
    return check(
        Roll(
            question("check after leaving", top, task.combat),
            f"{top} checks its cohesion",
            clauses,
            players(task.combat)[1],
        ),
        game.cohesion(state, top),
        ending("passed", state, Step("It keeps its order.", ("TG-9.81-2",))),
        ending_of("failed", worse, task.names, clauses),
    )


@implements("TG-9.72a")
def occupy(game: Game, state: State, task: Occupy) -> Move:
    """Ask which attackers enter a hex that was left before the shock; they need not."""
    options = []
    for band in task.combat.bands:
        if all(game.piece(state, name).place in WAITING for name in band.units):
            after = entered(game, state, band.units, task.post)
            text = f"{does(band.units, 'enter')} the hex that was left."
            options.append(Option(band.name, after, (Step(text, ("TG-9.72a", "TG-9.81-2")),)))
    if not options:
        return Next(state)
    text = f"The hex that {task.post.name} left may be occupied"
    asked = question("occupy", task.post.name, task.combat)
    side = players(task.combat)[0]
    return Decision(asked, text, ("TG-9.72a",), side, (*options, Option("no", state)))


@implements("TG-9.71d")
def entered(game: Game, state: State, names: tuple[str, ...], post: Post) -> State:
    """The state after units enter a hex: some terrain disorders them, unless they are already."""
    moved = {n: game.piece(state, n)._replace(place=Place.ADVANCED, advanced=True) for n in names}
    after = game.changed(state, moved)
    if post.of_attackers or not game.target(post.name).entry_disorders:
        return after
    return game.disordered(after, (n for n in names if moved[n].order != Order.DISORDERED))


def _meets_infantry(game: Game, state: State, combat: Combat, post: Post) -> bool:
    """Whether only infantry shocks good-order cavalry, through its front (TG-9.86e)."""
    riders = game.cavalry(state, game.in_hex(state, post))
    return (
        bool(riders)
        and all(unit.order == Order.GOOD for unit in riders)
        and not combat.charges
        and all(_on_foot(game, b) and b.side_of(post.name) == "front" for b in combat.bands)
    )


@implements("TG-9.86e")
def answer_infantry(game: Game, state: State, task: AnswerInfantry) -> Move:
    """Cavalry in good order, shocked through its front by infantry only, answers as it likes."""
    combat, post = task.combat, task.post
    if not _meets_infantry(game, state, combat, post):
        return Next(state)
    names = game.in_hex(state, post)
    mounted = tuple(filter(game.rides, names))
    options = [Option("stand", state, (Step(f"{does(names, 'stand')}.", ("TG-9.86e",)),))]
    movable = may_leave(game, state, combat, post)
    if movable:
        left = _leaving(game, state, combat, post, movable)
        told = (Step(f"{does(movable, 'retreat')} before the shock.", ("TG-9.86e",)),)
        options.append(Option("retreat", left, told))
    options.append(
        Option(
            "counter-charge",
            state.noting(AnsweredInfantry(post.name, combat.key)),
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


@implements("R-N15")
def countercharge_infantry(game: Game, state: State, task: CounterchargeInfantry) -> Move:
    """Turn the attack of infantry around, if the cavalry chose to: it attacks as in a charge.

    Where the infantry shocks other hexes as well, the source does not say what becomes of that.
    """
    combat, post = task.combat, task.post
    if not answered(state, combat, post):
        return Next(state)
    if len(combat.posts) > 1:
        raise UnspecifiedBySource(f"a shock at several hexes when {post.name} counter-charges")
    names = tuple(filter(game.rides, game.in_hex(state, post)))
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
        tuple(band.as_post for band in combat.bands),
        combat.attack,
        Kind.COUNTER_CHARGE,
        goes_on=game.rulings.countercharger_pursues,
        drm=game.target(post.name).counter_shock_drm,
        turned=not combat.turned,
    )
    heading = Heading(riders, f"Counter-charge of {listed(names)}", ("TG-9.86e",))
    ready = game.placed(state, names, Place.NEXT_TO_TARGET)
    return Next(ready.do_first(heading, Fight(riders), EndOfCharge(riders)))


def answered(state: State, combat: Combat, post: Post) -> bool:
    """Whether the cavalry of a hex has counter-charged the infantry of a combat."""
    return AnsweredInfantry(post.name, combat.key) in state.facts


# ------------------------------------------------------------ step 3


@implements("TG-9.81-3")
def commit(game: Game, state: State, task: Commit) -> Move:
    """Its top unit rolls for a band, unless nobody is left to attack or it has moved already."""
    combat, band = task.combat, task.band
    waiting = all(
        (piece := game.piece(state, name)).place == Place.STARTS and not piece.retreated
        for name in band.units
    )
    turned = any(answered(state, combat, post) for post in combat.posts)
    if turned or not waiting or not game.defenders(state, combat):
        return Next(state)
    attack = game.situation.attacks[combat.attack]
    drm = next(each for each in attack.stacks if each.name == band.name).commitment_drm
    if not band.charges:
        drm += _defensive_fire(game, state, combat)
    top = game.leader(band.units)
    who = listed(band.units)
    return check(
        Roll(
            question("commitment", band.name, combat),
            f"{top} rolls to commit itself{f' with {signed(drm)}' if drm else ''}",
            ("TG-9.81-3",),
            players(combat)[0],
        ),
        game.cohesion(state, top),
        ending(
            "passed",
            game.placed(state, band.units, Place.NEXT_TO_TARGET),
            Step(f"{who}: next to the target.", ("TG-9.81-3",)),
        ),
        ending(
            "failed",
            game.placed(state, band.units, Place.UNCOMMITTED),
            Step(f"{who}: not committed, no attack.", ("TG-9.81-3",)),
        ),
        drm,
    )


def _defensive_fire(game: Game, state: State, combat: Combat) -> int:
    """The defensive fire DRM, which only stacks that merely shock suffer."""
    held = (post for post in combat.posts if game.in_hex(state, post))
    drms = [game.target(post.name).defensive_fire_drm for post in held]
    if sum(map(bool, drms)) > 1:
        raise UnspecifiedBySource("defensive fire of several hexes at one stack")
    return sum(drms)
