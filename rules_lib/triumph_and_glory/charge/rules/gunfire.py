"""Step 6: reaction fire of the defending artillery (TG-9.81-6; numbers: secondary source 8.6)."""

from itertools import groupby

from rules_lib.rulebook import implements, uses
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.cohesion import FACES
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
    players,
    question,
)
from rules_lib.triumph_and_glory.charge.rules.fire import fire_drm, fire_result
from rules_lib.triumph_and_glory.charge.rules.modifiers import signed
from rules_lib.triumph_and_glory.charge.state import Band, Combat, Place, State
from rules_lib.triumph_and_glory.charge.tasks import (
    AskFire,
    AskRecall,
    CheckUnderFire,
    Fire,
    HaltDisordered,
    ReactionFire,
)
from rules_lib.triumph_and_glory.charge.transcript import listed
from rules_lib.triumph_and_glory.units import Artillery, Order


@implements("R-N20")
def reaction_fire(game: Game, state: State, task: ReactionFire) -> Move:
    """Put the guns that may fire on the agenda, then the recalls: one a band, however many hit."""
    combat = task.combat
    fire = []
    for post in combat.posts:
        names = [name for name in game.in_hex(state, post) if game.is_gun(name)]
        if game.rulings.reaction_fire_by == "any_gun":
            names += [gun.name for gun in game.target(post.name).supported_by]
        fire += [AskFire(combat, name, post) for name in names]
    recalls = [AskRecall(combat, band, "fire") for band in combat.bands] if combat.declared else []
    return Next(state.do_first(*fire, *recalls))


@implements("TG-9.81-6")
def ask_fire(game: Game, state: State, task: AskFire) -> Move:
    """Ask the defender at which hex a gun fires: once, in good order, at attackers in its front."""
    combat, gun = task.combat, task.gun
    piece = game.piece(state, gun)
    bands = game.arrived(state, combat)
    hexes = dict.fromkeys(b.hex for b in bands if _in_its_front(game, state, task, b))
    if piece.fired or not hexes:
        return Next(state)
    if piece.order == Order.DISORDERED:
        silent = f"{gun} is disordered and may not fire (secondary source 8.6)."
        return Next(state, (Step(silent, ("TG-9.81-6",)),))
    fired = game.changed(state, {gun: piece._replace(fired=True)})
    options = [Option(at, fired.do_first(Fire(combat, gun, at))) for at in hexes]
    return Decision(
        question("fire", gun, combat),
        f"{gun} may fire",
        ("TG-9.81-6",),
        players(combat)[1],
        (*options, Option("no", state)),
    )


@uses("TG-9.85h")
def _in_its_front(game: Game, state: State, task: AskFire, band: Band) -> bool:
    """Whether a gun has a band in its front; guns may face otherwise than those around them.

    A gun that only supports fires at chargers, whose charge step 6 is about.
    """
    gun, post = task.gun, task.post
    stacks = game.situation.attacks[task.combat.attack].stacks
    known = [each for each in stacks if each.name == band.name and task.combat.declared]
    hidden = any(gun in stack.out_of_fire_of for stack in known)
    if gun not in post.units:
        return band.charges and not hidden
    if game.in_square(state, post) or any(gun in stack.in_fire_of for stack in known):
        return True
    return band.side_of(post.name) == "front" and not hidden


def _shot_at(
    game: Game, state: State, combat: Combat, at: str
) -> list[tuple[Band, tuple[str, ...]]]:
    bands = (band for band in game.arrived(state, combat) if band.hex == at)
    return [(band, game.of_band(state, band)) for band in bands]


def fire(game: Game, state: State, task: Fire) -> Move:
    """The die of reaction fire: it hits each unit, but of infantry that shocks the top one only."""
    combat = task.combat
    bands = _shot_at(game, state, combat, task.hex)
    names = tuple(name for _, some in bands for name in some)
    gun = game.unit(state, task.gun)
    assert isinstance(gun, Artillery)
    table = game.secondary
    units = game.units(state, names)
    drm = fire_drm(gun, units, adjacent=True, in_square=False, secondary=table)
    hit = [(bands[0][0], names[:1])] if any(map(game.is_foot, names)) else bands
    rows = ((face, fire_result(face + drm, table).effect) for face in FACES)
    cells = []
    for effect, group in groupby(rows, key=lambda pair: pair[1]):
        faces = [face for face, _ in group]
        after = _after(game, state, task, hit, effect)
        about = () if effect == "check" else tuple(name for _, some in hit for name in some)
        reach = range(faces[0], faces[-1] + 1)
        cells.append(Cell(reach, effect, after, (), about, ("TG-9.81-6",)))
    return Roll(
        question("fire", task.gun, combat),
        f"{task.gun} fires at {listed(names)} with {signed(drm)} (secondary source 8.6)",
        ("TG-9.81-6",),
        players(combat)[1],
        tuple(cells),
    )


def _after(
    game: Game, state: State, task: Fire, hit: list[tuple[Band, tuple[str, ...]]], effect: str
) -> State:
    if effect == "none":
        return state
    names = tuple(name for _, some in hit for name in some)
    halted = tuple(name for band, some in hit if not band.charges for name in some)
    halt = [HaltDisordered(task.combat, halted)] if halted else []
    if effect == "check":
        checks = (CheckUnderFire(task.combat, task.gun, name) for name in names)
        return state.do_first(*checks, *halt)
    after = game.disordered(state, names)
    if effect == "disorder and retreat":
        for band, some in hit:
            still = [n for n in some if game.piece(after, n).place == Place.NEXT_TO_TARGET]
            after = game.retreated(after, task.combat, still, band.retreat) if still else after
    return after.do_first(*halt)


def check_under_fire(game: Game, state: State, task: CheckUnderFire) -> Move:
    """The check of one unit against disorder by fire; who stands with it does not matter."""
    name = task.name
    hit = game.disordered(state, [name])
    return check(
        Roll(
            question(f"check under fire of {task.gun}", name, task.combat),
            f"{name} checks its cohesion (secondary source 8.6)",
            ("TG-9.81-6",),
            players(task.combat)[0],
        ),
        game.cohesion(state, name),
        ending("passed", state, Step("It keeps its order.", ("TG-9.81-6",))),
        ending_of("failed", hit, (name,), ("TG-9.81-6",)),
    )


@uses("TG-9.81b")
def halt_disordered(game: Game, state: State, task: HaltDisordered) -> Move:
    """Who merely shocks and is disordered by fire attacks no more; who charges may go on."""
    hit = tuple(
        name
        for name in task.names
        if (piece := game.piece(state, name)).order == Order.DISORDERED
        and piece.place == Place.NEXT_TO_TARGET
    )
    if not hit:
        return Next(state)
    text = f"{listed(hit)}: no attack any more (secondary source 8.6)."
    return Next(game.placed(state, hit, Place.HALTED), (Step(text, ("TG-9.81-6",)),))
