"""Steps 4 and 5: square, counter-charge, recall (TG-9.81-4, -5, TG-9.82, TG-9.85, TG-9.86)."""

from rules_lib.rulebook import implements, uses
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
from rules_lib.triumph_and_glory.charge.rules.approach import any_heavy
from rules_lib.triumph_and_glory.charge.rules.opponents import shockers_before
from rules_lib.triumph_and_glory.charge.state import (
    GONE,
    Band,
    Combat,
    CounterCharged,
    Place,
    Post,
    RecalledFromSquare,
    RecallTried,
    State,
)
from rules_lib.triumph_and_glory.charge.tasks import (
    AskCountercharge,
    AskRecall,
    AskSquare,
    Countercharge,
    FormSquare,
    Recall,
    RecallCause,
)
from rules_lib.triumph_and_glory.charge.transcript import does, listed
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order

LIGHT_AGAINST_HEAVY = 2
"""Added to the counter-charge roll of light cavalry against heavy (TG-9.86b)."""


# ------------------------------------------------------------ square


def _foot_of(game: Game, state: State, post: Post) -> list[Infantry]:
    """The infantry without jaegers: those who form a square (TG-9.85d)."""
    units = game.units(state, game.in_hex(state, post))
    return [unit for unit in units if isinstance(unit, Infantry) and not unit.jaeger]


def _in_disorder(game: Game, state: State, post: Post) -> tuple[str, ...]:
    """Jaegers and guns of the hex that are disordered: they do not spoil a square."""
    names = game.in_hex(state, post)
    return tuple(name for name in names if game.piece(state, name).order == Order.DISORDERED)


@implements("TG-9.81-4", "TG-9.85d", "R-N16")
def is_charged_on_foot(game: Game, state: State, combat: Combat, post: Post) -> bool:
    """Whether it is time for a square: infantry in line is charged in this hex."""
    foot = _foot_of(game, state, post)
    arrived = any(band.charges for band in game.arrived(state, combat))
    comes = arrived or (combat.declared and game.rulings.square_without_charge)
    in_line = bool(foot) and all(unit.order != Order.SQUARE for unit in foot)
    return combat.charges and comes and in_line


@implements("TG-9.85b", "TG-9.85c")
@uses("TG-9.85a")
def bars_square(game: Game, state: State, combat: Combat, post: Post) -> Step | None:
    """What forbids charged infantry to form square, and why; ``None`` if it may try."""
    foot = [unit.name for unit in _foot_of(game, state, post)]
    broken = [name for name in foot if game.piece(state, name).order == Order.DISORDERED]
    no = f"{post.name} may not form square"
    if broken:
        who = "it is" if broken == [post.name] else does(broken, "is", "are")
        return Step(f"{no}: {who} disordered.", ("TG-9.85a", "TG-9.85b"))
    if not combat.declared and any(game.piece(state, name).retreated for name in foot):
        return Step(f"{no}: it has just retreated.", ("TG-9.85c",))
    if _in_enemy_zoc(game, state, combat, post):
        asked = ("R-N3",) if game.rulings.chargers_zoc_forbids_square else ()
        return Step(f"{no} in an enemy zone of control.", ("TG-9.85a", *asked))
    return None


@implements("TG-9.85a", "R-N3")
def _in_enemy_zoc(game: Game, state: State, combat: Combat, post: Post) -> bool:
    """Whether infantry is in a zone of control that forbids a square.

    That of a stack that merely shocks it does, whether it has committed itself or not.
    """
    if game.target(post.name).in_enemy_zoc:
        return True
    arrived = any(band.charges for band in game.arrived(state, combat))
    if arrived and game.rulings.chargers_zoc_forbids_square:
        return True
    if not combat.declared:
        return False
    elsewhere = GONE | {Place.ADVANCED, Place.RETREATED}
    pieces = (game.piece(state, name) for name in shockers_before(game, post.name))
    return any(each.order == Order.GOOD and each.place not in elsewhere for each in pieces)


def ask_square(game: Game, state: State, task: AskSquare) -> Move:
    """Ask the defender whether charged infantry tries, if a square is allowed."""
    combat, post = task.combat, task.post
    if not is_charged_on_foot(game, state, combat, post):
        return Next(state)
    if barred := bars_square(game, state, combat, post):
        return Next(state, (barred,))
    spoils = ("TG-9.85b",) if _in_disorder(game, state, post) else ()
    return Decision(
        question("square", post.name, combat),
        f"{post.name} may try to form square",
        ("TG-9.81-4", "TG-9.85a", *spoils),
        players(combat)[1],
        (Option("yes", state.do_first(FormSquare(combat, post))), Option("no", state)),
    )


@implements("TG-9.85e")
def form_square(game: Game, state: State, task: FormSquare) -> Move:
    """The roll for a square: all units of the hex share its outcome."""
    names = game.in_hex(state, task.post)
    top = _foot_of(game, state, task.post)[0].name
    steady = tuple(name for name in names if game.piece(state, name).order == Order.GOOD)
    square = {name: game.piece(state, name)._replace(order=Order.SQUARE) for name in steady}
    formed = [Step(f"{listed(names)}: in square.", ("TG-9.85e",))]
    if beside := _in_disorder(game, state, task.post):
        told = f"{does(beside, 'stay')} disordered, and in the square all the same."
        formed.append(Step(told, ("TG-9.85b", "TG-9.85d")))
    return check(
        Roll(
            question("square", task.post.name, task.combat),
            f"{top} rolls to form square",
            ("TG-9.85e",),
            players(task.combat)[1],
        ),
        game.cohesion(state, top),
        ending("formed", game.changed(state, square), *formed),
        ending_of("failed", game.disordered(state, steady), steady, ("TG-9.85e",)),
    )


# ------------------------------------------------------------ counter-charge


@implements("TG-9.86a", "TG-9.86d", "R-N22")
def may_countercharge(
    game: Game, state: State, combat: Combat, post: Post
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cavalry of a charged hex that may counter-charge, and the hexes it may aim at."""
    riders = game.cavalry(state, game.in_hex(state, post))
    steady = tuple(unit.name for unit in riders if unit.order == Order.GOOD)
    watched = game.target(post.name).in_enemy_front
    if not steady or watched or (combat.declared and shockers_before(game, post.name)):
        return (), ()
    sides = ("front", "flank") if game.rulings.countercharge_through_flank else ("front",)
    met = (
        band.hex
        for band in game.arrived(state, combat)
        if band.charges and band.side_of(post.name) in sides
    )
    return steady, tuple(dict.fromkeys(met))


def ask_countercharge(game: Game, state: State, task: AskCountercharge) -> Move:
    """Ask the defender, if a counter-charge is allowed."""
    combat, post = task.combat, task.post
    steady, hexes = may_countercharge(game, state, combat, post)
    if not hexes or not steady:
        return Next(state)
    options = [Option(at, state.do_first(Countercharge(combat, post, at))) for at in hexes]
    return Decision(
        question("counter-charge", post.name, combat),
        f"{post.name} may counter-charge",
        ("TG-9.81-4", "TG-9.86a", "TG-9.86d"),
        players(combat)[1],
        (*options, Option("no", state)),
    )


@implements("TG-9.86b")
def countercharge(game: Game, state: State, task: Countercharge) -> Move:
    """The roll for a counter-charge."""
    combat, post = task.combat, task.post
    steady, _ = may_countercharge(game, state, combat, post)
    top = steady[0]
    chargers = _cavalry_in(game, state, combat, task.hex)
    drm = LIGHT_AGAINST_HEAVY if _light_against_heavy(game.cavalry(state, [top]), chargers) else 0
    done = game.changed(state, {n: game.piece(state, n)._replace(charged=True) for n in steady})
    done = done.noting(CounterCharged(post.name, task.hex, combat.key))
    several = len(combat.posts) > 1
    where = ", at every hex that it attacks" if several else ""
    told = f"{does(steady, 'counter-charge')} {task.hex}: its charge bonus is lost{where}."
    asked: tuple[str, ...] = ("R-N24",) if several else ()
    if any(band.charges and band.hex != task.hex for band in game.arrived(state, combat)):
        whole = game.rulings.countercharge_stops == "whole_charge"
        told += " So is that of the others." if whole else " The others keep theirs."
        asked += ("R-N9",)
    won = Step(told, ("TG-9.86b", *asked))
    return check(
        Roll(
            question("counter-charge", post.name, combat),
            f"{top} rolls to counter-charge{f' with +{drm}' if drm else ''}",
            ("TG-9.86b",),
            players(combat)[1],
        ),
        game.cohesion(state, top),
        ending("succeeded", done, won),
        ending("failed", state, Step("The counter-charge fails.", ("TG-9.86b",))),
        drm,
    )


def _cavalry_in(game: Game, state: State, combat: Combat, at: str) -> list[Cavalry]:
    """The chargers of a hex."""
    bands = (band for band in combat.bands if band.hex == at and band.charges)
    return game.cavalry(state, (name for band in bands for name in game.of_band(state, band)))


def _light_against_heavy(light: list[Cavalry], heavy: list[Cavalry]) -> bool:
    """Whether the first are all light and the second are not.

    Raises:
        UnspecifiedBySource: it turns on a unit of which nobody says whether it is heavy.
    """
    if all(unit.heavy is False for unit in heavy):
        return False
    return not any_heavy(light) and any_heavy(heavy)


@implements("R-N9")
def loses_bonus(game: Game, state: State, combat: Combat, band: Band) -> bool:
    """Whether a counter-charge has taken the charge bonus from a band."""
    hit = {each.hex for each in _countercharges(state, combat)}
    whole = game.rulings.countercharge_stops == "whole_charge"
    return bool(hit) if whole else band.hex in hit


@implements("TG-9.86c")
def light_thrown_back(game: Game, state: State, combat: Combat) -> bool:
    """Whether light cavalry charged heavy cavalry that counter-charged it with success."""
    pairs = []
    for each in _countercharges(state, combat):
        chargers = _cavalry_in(game, state, combat, each.hex)
        post = next(post for post in combat.posts if post.name == each.post)
        names = game.in_hex(state, post)
        riders = game.cavalry(state, (n for n in names if game.piece(state, n).charged))
        if chargers and riders:
            pairs.append((chargers, riders))
    certain = (
        all(unit.heavy is False for unit in chargers) and any(unit.heavy for unit in riders)
        for chargers, riders in pairs
    )
    return any(certain) or any(_light_against_heavy(*pair) for pair in pairs)


def _countercharges(state: State, combat: Combat) -> list[CounterCharged]:
    posts = {post.name for post in combat.posts}
    found = (each for each in state.facts if isinstance(each, CounterCharged))
    here = (each for each in found if each.combat == combat.key and each.post in posts)
    return sorted(here, key=lambda each: (each.post, each.hex))


# ------------------------------------------------------------ recall

CLAUSE: dict[RecallCause, str] = {"square": "TG-9.81-5", "fire": "TG-9.81-6"}


@implements("TG-9.81-5", "R-N4")
def ask_recall(game: Game, state: State, task: AskRecall) -> Move:
    """Ask the attacker whether charging cavalry is recalled, if there is a cause."""
    combat, band, cause = task.combat, task.band, task.cause
    names = game.of_band(state, band)
    if cause == "fire":
        names = tuple(n for n in names if game.piece(state, n).order == Order.DISORDERED)
    elif not any(game.in_square(state, post) for post in combat.posts):
        return Next(state)
    once = game.rulings.recall_rolls == "once"
    if not names or not band.charges or RecallTried(band.name) in state.facts:
        return Next(state)
    each = game.rulings.stack_checks == "each"
    groups = [(name,) for name in names] if each else [names]
    rolls = (Recall(combat, group, cause) for group in groups)
    return Decision(
        question(f"recall after {cause}", band.name, combat),
        f"{listed(names)} may be recalled",
        (CLAUSE[cause], "TG-9.82"),
        players(combat)[0],
        (
            Option(
                "yes", (state.noting(RecallTried(band.name)) if once else state).do_first(*rolls)
            ),
            Option("no", state),
        ),
    )


@implements("TG-9.82", "R-N8")
def recall(game: Game, state: State, task: Recall) -> Move:
    """The recall roll of a band, or of one of its units."""
    names, top = task.names, task.names[0]
    stays = game.rulings.recalled_stays == "hex_reached"
    back = game.placed(state, names, Place.RECALLED if stays else Place.BACK_AT_START)
    if task.cause == "square" and len(game.situation.attacks) > 1:
        for name in names:
            back = back.noting(RecalledFromSquare(name))
    where = "in the hex it has reached" if stays else "in its starting hex"
    who = listed(names)
    told = [Step(f"{who}: recalled, {where}.", ("TG-9.82", "R-N8"))]
    if task.cause == "square":
        told.append(Step(f"{does(names, 'keep')} good order.", ("TG-9.84",)))
    return check(
        Roll(
            question(f"recall after {task.cause}", top, task.combat),
            f"{top} rolls for recall",
            ("TG-9.82",),
            players(task.combat)[0],
        ),
        game.cohesion(state, top),
        ending("recalled", back, *told),
        ending("must charge", state, Step(f"{who} must charge.", ("TG-9.82",))),
    )
