"""Steps 1 to 3: what is declared, who leaves or answers before the shock, who commits."""

from collections.abc import Iterable

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Game
from rules_lib.triumph_and_glory.charge.moves import (
    Cell,
    Decision,
    Move,
    Next,
    Option,
    Roll,
    check,
    ending,
    ending_of,
    later,
    players,
    question,
)
from rules_lib.triumph_and_glory.charge.rules.modifiers import signed
from rules_lib.triumph_and_glory.charge.rules.stacks import (
    WAITING,
    known_heavy,
    meets_infantry,
    on_foot,
    steady_parties,
)
from rules_lib.triumph_and_glory.charge.state import (
    AnsweredInfantry,
    Band,
    Combat,
    Kind,
    Place,
    Post,
    State,
    Task,
)
from rules_lib.triumph_and_glory.charge.target import CounterShock
from rules_lib.triumph_and_glory.charge.transcript import does, listed
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order


@implements("TG-9.81-1")
def declare(game: Game, state: State, combat: Combat) -> Move:
    """Say who attacks whom."""
    told = []
    against = listed(post.name for post in combat.posts)
    for band in combat.bands:
        verb = "charge" if band.charges else "shock"
        clause = "TG-9.81-1" if band.charges else "TG-9.81-7"
        told.append(Step(f"{does(band.units, verb)} {against}.", (clause,)))
    return Next(state, tuple(told))


# ------------------------------------------------------------ step 2


def _riders(game: Game, state: State, bands: Iterable[Band]) -> list[Cavalry]:
    return game.cavalry(state, (name for band in bands for name in band.units))


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
    from_foot = any(on_foot(game, band) for band in bands)
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


def retreat_before_shock(game: Game, state: State, combat: Combat, post: Post) -> Move:
    """Ask the defender whether units leave a hex."""
    able = () if meets_infantry(game, state, combat, post) else may_leave(game, state, combat, post)
    if not able:
        return Next(state)
    # The source knows it from heavy cavalry that charges; the rest is borrowed.
    charged, borrowed = combat.charges, " (secondary source 9.31, 9.32)"
    by = ("TG-9.81-2",) if charged else ("TG-9.72a",)
    told = (Step(f"{does(able, 'retreat')} before the shock.", by),)
    return Decision(
        question("retreat before shock", post.name, combat),
        f"{listed(able)} may retreat before the shock{'' if charged else borrowed}",
        by,
        players(combat)[1],
        (
            Option("yes", leaving(game, state, combat, post, able), told),
            Option("no", state),
        ),
    )


@implements("R-N12")
def leaving(game: Game, state: State, combat: Combat, post: Post, names: tuple[str, ...]) -> State:
    """The state after units left a hex before the shock; who leaves heavy chargers checks.

    Attackers enter once it is known which hexes are empty: they divide them (R-N31).
    """
    left = game.placed(state, names, Place.LEFT_BEFORE_SHOCK)
    if not game.in_hex(left, post):
        before = (retreat_before_shock, answer_infantry, occupy)  # all hexes are asked, in order
        left = left.do_behind(later(occupy, combat, post), before)
    chargers = _riders(game, state, (band for band in combat.bands if band.charges))
    if chargers:
        each = game.rulings.stack_checks == "each"
        groups = [(name,) for name in names] if each else [names]
        left = left.do_first(*(later(check_after_leaving, combat, group) for group in groups))
    return left


def check_after_leaving(game: Game, state: State, combat: Combat, names: tuple[str, ...]) -> Move:
    """The check of units that retreated before heavy chargers."""
    top = game.leader(names)
    stated = game.rulings.failed_check_before_shock == "disordered"
    worse = game.disordered(state, names) if stated else state
    clauses = ("TG-9.81-2", "R-N12")
    return check(
        Roll(
            question("check after leaving", top, combat),
            f"{top} checks its cohesion",
            clauses,
            players(combat)[1],
        ),
        game.cohesion(state, top),
        ending("passed", state, Step("It keeps its order.", ("TG-9.81-2",))),
        ending_of("failed", worse, names, clauses),
    )


@implements("TG-9.72a")
def occupy(game: Game, state: State, combat: Combat, post: Post) -> Move:
    """Ask which attackers enter a hex that was left before the shock; they need not."""
    bands = combat.bands
    places = {band: {game.piece(state, name).place for name in band.units} for band in bands}
    one_only = game.rulings.hexes_emptied_together == "one"
    if one_only and any(Place.ADVANCED in each for each in places.values()):
        return Next(state)
    waiting = [
        band
        for band in bands
        if places[band].issubset(WAITING)
        and AnsweredInfantry(band.hex, combat.key) not in state.facts
    ]
    if not waiting:
        return Next(state)
    rolls = game.rulings.occupying_chargers == "roll_first"
    options = [
        Option(band.name, state.do_first(later(commit_to_occupy, combat, band, post)))
        if band.charges and rolls
        else Option(band.name, *_occupied(game, state, band, post))
        for band in waiting
    ]
    text = f"The hex that {post.name} left may be occupied"
    asked = question("occupy", post.name, combat)
    side = players(combat)[0]
    return Decision(asked, text, ("TG-9.72a",), side, (*options, Option("no", state)))


@implements("R-N30")
def _occupied(game: Game, state: State, band: Band, post: Post) -> tuple[State, tuple[Step, ...]]:
    """The state after a band has entered a hex that was left; chargers may owe a disorder."""
    after, disordered = entered(game, state, band.units, post)
    if band.charges and game.rulings.occupying_chargers == "disordered":
        owing = {name: game.piece(after, name)._replace(charged=True) for name in band.units}
        after = game.changed(after, owing)
    by = ("TG-9.72a", "TG-9.81-2", "R-N30") if band.charges else ("TG-9.72a",)
    told = Step(f"{does(band.units, 'enter')} the hex that was left.", by)
    return after, (told, *disordered)


def commit_to_occupy(game: Game, state: State, combat: Combat, band: Band, post: Post) -> Move:
    """Chargers enter the hex if they commit themselves; if not, another stack may."""
    entering, told = _occupied(game, state, band, post)
    return _commitment(
        game,
        state,
        combat,
        band,
        ending("passed", entering, *told),
        state.do_first(later(occupy, combat, post)),
    )


@implements("TG-9.71d")
def entered(
    game: Game, state: State, names: tuple[str, ...], ground: Post | CounterShock
) -> tuple[State, tuple[Step, ...]]:
    """The state after units enter a hex: some terrain disorders them, unless they are already."""
    moved = {n: game.piece(state, n)._replace(place=Place.ADVANCED, advanced=True) for n in names}
    after = game.changed(state, moved)
    fresh = tuple(n for n in names if moved[n].order != Order.DISORDERED)
    if not ground.entry_disorders or not fresh:
        return after, ()
    told = Step(f"{does(fresh, 'is', 'are')} disordered by the ground.", ("TG-9.71d",))
    return game.disordered(after, fresh), (told,)


# ------------------------------------------------------------ step 3


@implements("TG-9.81-3")
def commit(game: Game, state: State, combat: Combat, band: Band) -> Move:
    """Its top unit rolls for a band, unless nobody is left to attack or it has moved already."""
    waiting = all(
        (piece := game.piece(state, name)).place == Place.STARTS and not piece.retreated
        for name in band.units
    )
    turned = AnsweredInfantry(band.hex, combat.key) in state.facts
    if turned or not waiting or not game.defenders(state, combat):
        return Next(state)
    next_to_it = game.placed(state, band.units, Place.NEXT_TO_TARGET)
    # Who merely shocks stands there already.
    text = (
        f"{does(band.units, 'move')} next to the target."
        if band.charges
        else f"{does(band.units, 'is', 'are')} committed."
    )
    passed = ending("passed", next_to_it, Step(text, ("TG-9.81-3",)))
    return _commitment(game, state, combat, band, passed, state)


def _commitment(
    game: Game, state: State, combat: Combat, band: Band, passed: Cell, failed: State
) -> Roll:
    """The commitment roll of a band; who fails stays where it is."""
    attack = game.situation.attacks[combat.attack]
    drm = next(each for each in attack.stacks if each.name == band.name).commitment_drm
    if not band.charges:
        drm += _defensive_fire(game, state, combat)
    top = game.leader(band.units)
    who = listed(band.units)
    return check(
        Roll(
            question("commitment", band.name, combat),
            f"{top} rolls to commit{f' with {signed(drm)}' if drm else ''}",
            ("TG-9.81-3",),
            players(combat)[0],
        ),
        game.cohesion(state, top),
        passed,
        ending(
            "failed",
            game.placed(failed, band.units, Place.UNCOMMITTED),
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


@implements("TG-9.86e")
def answer_infantry(game: Game, state: State, combat: Combat, post: Post) -> Move:
    """Cavalry in good order, shocked through its front by infantry only, answers as it likes."""
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
            state.do_first(later(countercharge_infantry, combat, post)),
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


def countercharge_infantry(game: Game, state: State, combat: Combat, post: Post) -> Move:
    """Turn the attack of infantry around: of one hex, which its player chooses, or of all.

    Where the infantry shocks other hexes as well, the source does not say what becomes of that.
    """
    if len(combat.posts) > 1:
        raise UnspecifiedBySource(f"a shock at several hexes when {post.name} counter-charges")
    bands = meets_infantry(game, state, combat, post)
    hexes = {at: tuple(b for b in bands if b.hex == at) for at in (band.hex for band in bands)}
    if len(hexes) == 1 or game.rulings.countercharge_of_infantry == "all_hexes":
        return Next(_turned_on(game, state, combat, post, bands))
    return Decision(
        question("counter-charge at", post.name, combat),
        f"{post.name} may counter-charge the infantry of one hex",
        ("TG-9.86e", "R-N29"),
        players(combat)[1],
        tuple(
            Option(at, _turned_on(game, state, combat, post, some)) for at, some in hexes.items()
        ),
    )


@implements("R-N15")
def _turned_on(
    game: Game, state: State, combat: Combat, post: Post, bands: tuple[Band, ...]
) -> State:
    """The cavalry attacks infantry that was to shock it, as in a charge; it shocks no more."""
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
    ready = game.placed(state, names, Place.NEXT_TO_TARGET)
    for band in bands:
        ready = ready.noting(AnsweredInfantry(band.hex, combat.key))
    return ready.do_first(Task(riders))
