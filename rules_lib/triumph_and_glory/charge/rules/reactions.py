"""Steps 4 and 5: square, counter-charge, recall (TG-9.81-4, -5, TG-9.82, TG-9.85, TG-9.86)."""

from itertools import product
from typing import Literal, TypeAlias

from rules_lib.rulebook import implements, uses
from rules_lib.transcript import Step

from ...units import Cavalry, Infantry, Order
from ..game import Moment
from ..moves import Barred, Branch, Decision, Move, check, does, listed
from ..state import Band, Fact, Place, Post
from .stacks import checking, is_beside, light_against_heavy, parties, stacks_before, steady_parties

Bar: TypeAlias = tuple[str, tuple[str, ...]]
"""Why the rules do not let a unit react, and by which clauses."""

LIGHT_AGAINST_HEAVY = 2
"""Added to the counter-charge roll of light cavalry against heavy (TG-9.86b)."""


def _foot_of(now: Moment, post: Post) -> list[Infantry]:
    """The infantry without jaegers: those who form a square (TG-9.85d)."""
    units = now.units(now.in_hex(post))
    return [unit for unit in units if isinstance(unit, Infantry) and not unit.jaeger]


def _in_disorder(now: Moment, post: Post) -> tuple[str, ...]:
    """Jaegers and guns of the hex that are disordered: they do not spoil a square."""
    names = now.in_hex(post)
    return tuple(name for name in names if now.piece(name).order == Order.DISORDERED)


@implements("TG-9.81-4", "TG-9.85d", "R-N16")
def is_charged_on_foot(now: Moment, post: Post) -> bool:
    """Whether it is time for a square: infantry in line, or jaegers alone, is charged here."""
    foot = _foot_of(now, post)
    arrived = any(band.charges for band in now.arrived())
    if not foot:
        return arrived and any(map(now.game.is_foot, now.in_hex(post)))
    if any(unit.order == Order.SQUARE for unit in foot):
        return False
    declared = now.combat.declared and (now.combat.charges or post.name in now.game.charged)
    return arrived or (declared and now.rulings.square_without_charge)


@implements("TG-9.85b", "TG-9.85c")
@uses("TG-9.85a", "TG-9.85d")
def _bars_square(now: Moment, post: Post) -> Bar | None:
    """What forbids charged infantry to form square, and why; ``None`` if it may try."""
    foot = [unit.name for unit in _foot_of(now, post)]
    broken = [name for name in foot if now.piece(name).order == Order.DISORDERED]
    no = f"{now.spoken_of(post)} may not form square"
    if not foot:
        return f"{no}: jaegers do so only together with infantry.", ("TG-9.85d",)
    if broken:
        return f"{no}: {_who(now, post, broken)} disordered.", ("TG-9.85a", "TG-9.85b")
    if not now.combat.declared and any(now.piece(name).retreated for name in foot):
        return f"{no}: it has just retreated.", ("TG-9.85c",)
    if _in_enemy_zoc(now, post):
        asked = ("R-N3",) if now.rulings.chargers_zoc_forbids_square else ()
        return f"{no} in an enemy zone of control.", ("TG-9.85a", *asked)
    return None


def _who(now: Moment, post: Post, broken: list[str]) -> str:
    return "it is" if broken == [now.spoken_of(post)] else does(broken, "is", "are")


@implements("TG-9.85a", "R-N3")
def _in_enemy_zoc(now: Moment, post: Post) -> bool:
    """Whether infantry is in a zone of control that forbids a square.

    That of a stack that merely shocks does, whether it has committed itself or not, as long as it
    stands there; so do chargers, if R-N3 says so. Guns and the disordered have none, and it does
    not reach across a bridge (6.3, 6.32).
    """
    target = now.game.target(post.name)
    fighting = {name for band in now.combat.bands for name in band.units}
    stacks = stacks_before(now, post.name, target.in_zone_of)
    others = [now.game.bands[stack.name] for stack in stacks]
    near = [
        *((name, band) for band in now.combat.bands for name in band.units),
        *((name, band) for band in others for name in band.units if name not in fighting),
    ]
    return target.in_enemy_zoc or any(
        now.piece(name).order == Order.GOOD
        and not now.game.is_gun(name)
        and post.name not in band.no_zone_at
        and is_beside(now, band, name)
        for name, band in near
        if now.rulings.chargers_zoc_forbids_square or not band.charges
    )


def ask_square(now: Moment, post: Post) -> Move:
    """Ask the defender whether charged infantry tries, if a square is allowed."""
    asked = now.theirs("square", post.name)
    if not is_charged_on_foot(now, post):
        return now
    if barred := _bars_square(now, post):
        return Branch("", now, (Barred(*barred, question=asked),))
    cited: tuple[str, ...] = ("TG-9.85b",) if _in_disorder(now, post) else ()
    cited += () if now.combat.declared else ("TG-9.85c",)
    if not any(band.charges for band in now.arrived()):
        cited += ("R-N16",)
    return Decision(
        asked,
        f"{now.spoken_of(post)} may try to form square",
        ("TG-9.81-4", "TG-9.85a", *cited),
        (Branch("yes", now.do_first(now.later(form_square, post))), Branch("no", now)),
    )


@implements("TG-9.85e")
def form_square(now: Moment, post: Post) -> Move:
    """The roll for a square: all units of the hex share its outcome."""
    names = now.in_hex(post)
    top = _foot_of(now, post)[0].name
    steady = tuple(name for name in names if now.piece(name).order == Order.GOOD)
    formed = [Step(f"{does(names, 'form')} square.", ("TG-9.85e",))]
    if beside := _in_disorder(now, post):
        is_part = "are" if len(beside) > 1 else "is"
        told = f"{does(beside, 'stay')} disordered but {is_part} part of the square."
        formed.append(Step(told, ("TG-9.85b", "TG-9.85d")))
    return check(
        now.theirs("square", post.name),
        f"{top} rolls to form square",
        ("TG-9.85e",),
        now.cohesion(top),
        Branch("formed", now.having(steady, order=Order.SQUARE), tuple(formed)),
        Branch("failed", now.disordered(steady), (), steady, ("TG-9.85e",)),
    )


@implements("TG-9.86d", "R-N22")
def _hexes_met(now: Moment, post: Post) -> tuple[str, ...]:
    """The hexes of chargers at which the cavalry of a hex may aim a counter-charge."""
    sides = ("front", "flank") if now.rulings.countercharge_through_flank else ("front",)
    met = (band.hex for band in now.arrived() if band.charges and band.side_of(post.name) in sides)
    return tuple(dict.fromkeys(met))


def ask_countercharge(now: Moment, post: Post) -> Move:
    """Ask the defender, if a counter-charge is allowed."""
    asked = now.theirs("counter-charge", post.name)
    charging = [band for band in now.arrived() if band.charges]
    if not charging or not now.cavalry(now.in_hex(post)):
        return now
    if barred := _bars_countercharge(now, post, charging):
        return Branch("", now, (Barred(*barred, question=asked),))
    steady = steady_parties(now, post)
    options = [
        Branch(at, now.do_first(*(now.later(countercharge, post, at, some) for some in steady)))
        for at in _hexes_met(now, post)
    ]
    several = ("TG-9.86d",) if len({band.hex for band in charging}) > 1 else ()
    return Decision(
        asked,
        f"{now.spoken_of(post)} may counter-charge",
        ("TG-9.81-4", "TG-9.86a", *several, *now.by_pursuit),
        (*options, Branch("no", now)),
    )


@implements("TG-9.86a")
@uses("TG-9.86d")
def _bars_countercharge(now: Moment, post: Post, charging: list[Band]) -> Bar | None:
    """What forbids charged cavalry to counter-charge, and why; ``None`` if it may try."""
    riders, no = now.cavalry(now.in_hex(post)), f"{now.spoken_of(post)} may not counter-charge"
    if not steady_parties(now, post):
        stack = ("R-N28",) if len(riders) > 1 else ()
        judged = (unit for _, each in parties(now, riders) for unit in each)
        broken = [unit.name for unit in judged if unit.order == Order.DISORDERED]
        return f"{no}: {_who(now, post, broken)} disordered.", ("TG-9.86a", *stack)
    if now.game.target(post.name).in_enemy_front or _is_watched(now, post):
        return f"{no}: it stands in the front hexes of another enemy unit.", ("TG-9.86a",)
    sides = {band.side_of(post.name) for band in charging}
    if _hexes_met(now, post):
        return None
    asked, through = ("R-N22",) if "flank" in sides else (), " and ".join(sorted(sides))
    told = f"{no}: it is charged through its {through}, not through its front."
    return told, ("TG-9.86a", *asked)


def _is_watched(now: Moment, post: Post) -> bool:
    """Whether a declared stack that does not charge it now has a hex in its front.

    In a pursuit that is a stack that still stands there, whether it committed itself or not.
    """
    stacks = stacks_before(now, post.name, now.game.target(post.name).in_front_of)
    if now.combat.declared:
        return any(not stack.charges for stack in stacks)
    return any(
        is_beside(now, stack, unit.name)
        for stack in stacks
        for unit in stack.units
        if unit.name not in now.combat.units
    )


@implements("TG-9.86b")
def countercharge(now: Moment, post: Post, at: str, steady: tuple[str, ...]) -> Move:
    """The roll for a counter-charge."""
    top = steady[0]
    first = steady_parties(now, post)[0]
    chargers = _cavalry_in(now, at)
    own = now.cavalry(steady)
    drm = LIGHT_AGAINST_HEAVY if light_against_heavy(now, own, chargers) else 0
    done = now.having(steady, charged=True)
    done = done.noting(Fact("counter-charged", at, now.combat.key, post.name))
    several = len(now.combat.posts) > 1
    where = ", at every hex that it attacks" if several else ""
    told = f"{does(steady, 'counter-charge')} {at}: its charge bonus is lost{where}."
    asked: tuple[str, ...] = ("R-N24",) if several else ()
    if any(band.charges and band.hex != at for band in now.arrived()):
        whole = now.rulings.countercharge_stops == "whole_charge"
        told += " So is that of the others." if whole else " The others keep theirs."
        asked += ("R-N9",)
    won = Step(told, ("TG-9.86b", *asked))
    return check(
        now.theirs("counter-charge", post.name if steady == first else top),
        f"{top} rolls to counter-charge{f' with +{drm}' if drm else ''}",
        ("TG-9.86b",),
        now.cohesion(top),
        Branch("succeeded", done, (won,)),
        Branch("failed", now, (Step("The counter-charge fails.", ("TG-9.86b",)),)),
        drm,
    )


def _cavalry_in(now: Moment, at: str) -> list[Cavalry]:
    """The chargers of a hex."""
    bands = (band for band in now.combat.bands if band.hex == at and band.charges)
    return now.cavalry(name for band in bands for name in now.of_band(band))


@implements("R-N9")
def loses_bonus(now: Moment, band: Band) -> bool:
    """Whether a counter-charge has taken the charge bonus from a band."""
    hit = {each.who for each in _countercharges(now)}
    if not hit or band.hex in hit:
        return bool(hit)
    return now.rulings.countercharge_stops == "whole_charge"


@implements("TG-9.86c")
def light_thrown_back(now: Moment) -> bool:
    """Whether light cavalry charged heavy cavalry that counter-charged it with success."""
    pairs = []
    for each in _countercharges(now):
        post = next(post for post in now.combat.posts if post.name == each.post)
        riders = now.cavalry(n for n in now.in_hex(post) if now.piece(n).charged)
        pairs.append((_cavalry_in(now, each.who), riders))
    return any(light_against_heavy(now, *pair) for pair in pairs)


def _countercharges(now: Moment) -> list[Fact]:
    if not now.facts:
        return []
    posts = {post.name for post in now.combat.posts}
    found = (each for each in now.facts if each.what == "counter-charged")
    here = (each for each in found if each.combat == now.combat.key and each.post in posts)
    return sorted(here, key=lambda each: (each.post, each.who))


@implements("R-N11")
def keeps(now: Moment, name: str, what: Literal["bonus", "pursuit"]) -> bool:
    """Whether cavalry that charges has the bonus, or the pursuit, in the order it is in."""
    lost = now.rulings.charging_on_disordered in (f"no_{what}", "neither")
    return now.piece(name).order == Order.GOOD or not lost


# ------------------------------------------------------------ recall

RecallCause: TypeAlias = Literal["square", "fire"]


@implements("TG-9.81-5", "R-N4")
def ask_recall(now: Moment, band: Band, cause: RecallCause) -> Move:
    """Ask the attacker whether charging cavalry is recalled, if there is a cause."""
    names = now.of_band(band)
    if cause == "fire":
        names = tuple(n for n in names if now.piece(n).order == Order.DISORDERED)
    elif not any(now.in_square(post) for post in now.fought_by(band)):
        return now
    if not names or not band.charges or Fact("recall tried", band.name) in now.facts:
        return now
    once = now.rulings.recall_rolls == "once"
    groups, by = checking(now, names)
    rolls = (now.later(recall, group, cause, by) for group in groups)
    tried = now.noting(Fact("recall tried", band.name)) if once else now
    return Decision(
        now.ours(f"recall after {cause}", band.name),
        f"{listed(names)} may be recalled",
        ("TG-9.81-5" if cause == "square" else "TG-9.81-6", "TG-9.82"),
        (Branch("yes", tried.do_first(*rolls)), Branch("no", now)),
    )


@implements("TG-9.82", "R-N8", "R-N26")
def recall(now: Moment, names: tuple[str, ...], cause: RecallCause, by: tuple[str, ...]) -> Move:
    """The recall roll of a band, or of one of its units."""
    top = names[0]
    stays = now.rulings.recalled_stays == "hex_reached"
    back = now.having(names, place=Place.RECALLED if stays else Place.BACK_AT_START)
    if cause == "square":
        declared = {target.name for target in now.attack.targets}
        added = [post.name for post in now.combat.posts if post.name not in declared]
        others = [""] if len(now.game.situation.attacks) > 1 else []
        for name, post in product(names, others + added):
            back = back.noting(Fact("recalled", name, post=post))
    as_printed = now.rulings.recall_cohesion == "printed"
    cohesion = now.unit(top).cohesion if as_printed else now.cohesion(top)
    clauses = ("TG-9.82", *by) if cause == "square" else ("TG-9.82", "R-N26", *by)
    clauses += () if as_printed else now.by_cohesion([top])
    where = "in the hex it has reached" if stays else "in its starting hex"
    who = listed(names)
    told = [Step(f"{who}: recalled, {where}.", ("TG-9.82", "R-N8"))]
    if cause == "square":
        told.append(Step(f"{does(names, 'keep')} good order.", ("TG-9.84",)))
    return check(
        now.ours(f"recall after {cause}", top),
        f"{top} rolls for recall",
        clauses,
        cohesion,
        Branch("recalled", back, tuple(told)),
        Branch("must charge", now, (Step(f"{who} must charge.", ("TG-9.82",)),)),
    )
