"""Steps 1 to 3: what is declared, who leaves or answers before the shock, who commits."""

from collections.abc import Iterable

from rules_lib.errors import UnspecifiedBySource
from rules_lib.rulebook import implements
from rules_lib.transcript import Step

from ...units import Cavalry, Order
from ..attack import CounterShock
from ..game import Moment, unsaid
from ..moves import Branch, Decision, Move, Roll, check, does, listed
from ..state import Band, Fact, Kind, Place, Post, Task
from .modifiers import signed
from .stacks import (
    WAITING,
    at_home,
    checking,
    known_heavy,
    meets_infantry,
    on_foot,
    slips_away,
    steady_parties,
)


@implements("TG-9.81-1")
def declare(now: Moment) -> Move:
    """Say who attacks whom."""
    told = []
    for band in now.combat.bands:
        against = listed(post.name for post in now.fought_by(band))
        verb = "charge" if band.charges else "shock"
        clause = "TG-9.81-1" if band.charges else "TG-9.81-7"
        told.append(Step(f"{does(band.units, verb)} {against}.", (clause,)))
    return Branch("", now, tuple(told))


# ------------------------------------------------------------ step 2


def _riders(now: Moment, bands: Iterable[Band]) -> list[Cavalry]:
    return now.cavalry(name for band in bands for name in band.units)


@implements("TG-9.81-2")
def may_leave(now: Moment, post: Post) -> tuple[str, ...]:
    """Units of a hex that may retreat before the shock: those whom every attacker lets go.

    Light cavalry lets go nobody; whom others do, :func:`slips_away` says.

    Raises:
        UnspecifiedBySource: it turns on a unit of which nobody says whether it is heavy, or on the
            hex to which they have retreated.
    """
    if post.can_leave is False:
        return ()
    bands = now.combat.bands
    riders = _riders(now, bands)
    from_foot = any(on_foot(now, band) for band in bands)
    if any(unit.heavy is False for unit in riders):
        return ()
    able = [
        unit.name
        for unit in now.units(now.in_hex(post))
        if (not from_foot or slips_away(unit, True)) and (not riders or slips_away(unit, False))
    ]
    if able and riders:
        for unit in (*now.cavalry(able), *riders):
            known_heavy(unit)
    if able and post.can_leave is None:
        field = "way_out" if post.name in now.game.of_stacks else "way_out_after_retreat"
        what = f"whether {post.name} finds a way out after its retreat"
        raise UnspecifiedBySource(f"{what} ({field}, and on a map retreat_to, is not given)")
    return tuple(able)


def retreat_before_shock(now: Moment, post: Post) -> Move:
    """Ask the defender whether units leave a hex."""
    able = () if meets_infantry(now, post) else may_leave(now, post)
    if not able:
        return now
    # The source knows it from heavy cavalry that charges; the rest is borrowed.
    charged, borrowed = now.combat.charges, " (secondary source 9.31, 9.32)"
    by = ("TG-9.81-2", *now.by_pursuit) if charged else ("TG-9.72a",)
    told = (Step(f"{does(able, 'retreat')} before the shock.", by),)
    return Decision(
        now.theirs("retreat before shock", post.name),
        f"{listed(able)} may retreat before the shock{'' if charged else borrowed}",
        by,
        (Branch("yes", leaving(now, post, able), told), Branch("no", now)),
    )


@implements("R-N12")
def leaving(now: Moment, post: Post, names: tuple[str, ...]) -> Moment:
    """The state after units left a hex before the shock; who leaves heavy chargers checks.

    Attackers enter once it is known which hexes are empty: they divide them (R-N31).
    """
    # Infantry stays, and without it nobody is in square (TG-9.85d).
    squared = [name for name in names if now.piece(name).order == Order.SQUARE]
    left = now.having(squared, order=Order.GOOD).having(names, place=Place.LEFT_BEFORE_SHOCK)
    if not left.in_hex(post):
        before = (retreat_before_shock, answer_infantry, occupy)  # all hexes are asked, in order
        left = left.then(left.state.do_behind(now.later(occupy, post), before))
    chargers = _riders(now, (band for band in now.combat.bands if band.charges))
    if chargers:
        groups, by = checking(now, names)
        left = left.do_first(*(now.later(check_after_leaving, group, by) for group in groups))
    return left


def check_after_leaving(now: Moment, names: tuple[str, ...], by: tuple[str, ...]) -> Move:
    """The check of units that retreated before heavy chargers."""
    top = now.game.leader(names)
    stated = now.rulings.failed_check_before_shock == "disordered"
    worse = now.disordered(names) if stated else now
    clauses = ("TG-9.81-2", "R-N12")
    return check(
        now.theirs("check after leaving", top),
        f"{top} checks its cohesion",
        (*clauses, *by, *now.by_cohesion([top])),
        now.cohesion(top),
        Branch("passed", now, (Step("It keeps its order.", ("TG-9.81-2",)),)),
        Branch("failed", worse, (), names, clauses),
    )


@implements("TG-9.72a")
def occupy(now: Moment, post: Post) -> Move:
    """Ask which attackers enter a hex that was left before the shock; they need not."""
    bands = now.combat.bands
    places = {
        band: {now.piece(name).place for name in band.units} for band in now.whole.combat.bands
    }
    gone_in = any(Place.ADVANCED in each for each in places.values())
    if gone_in and now.rulings.hexes_emptied_together == "one":
        return now
    waiting = [band for band in bands if places[band].issubset(WAITING) and not now.answered(band)]
    if not waiting:
        return now
    rolls = now.rulings.occupying_chargers == "roll_first"
    options = [
        Branch(band.name, now.do_first(now.later(commit_to_occupy, band, post)))
        if band.charges and rolls
        else Branch(band.name, *_occupied(now, band, post))
        for band in waiting
    ]
    text = f"The hex that {post.name} left may be occupied"
    asked = now.ours("occupy", post.name)
    return Decision(asked, text, ("TG-9.72a",), (*options, Branch("no", now)))


@implements("R-N30")
def _occupied(now: Moment, band: Band, post: Post) -> tuple[Moment, tuple[Step, ...]]:
    """The state after a band has entered a hex that was left; chargers may owe a disorder."""
    after, disordered = entered(now, band.units, post)
    if band.charges and now.rulings.occupying_chargers == "disordered":
        after = after.having(band.units, charged=True)
    by = ("TG-9.72a", "TG-9.81-2", "R-N30") if band.charges else ("TG-9.72a",)
    told = Step(f"{does(band.units, 'enter')} the hex that was left.", by)
    return after, (told, *disordered)


def commit_to_occupy(now: Moment, band: Band, post: Post) -> Move:
    """Chargers enter the hex if they commit themselves; if not, another stack may."""
    entering, told = _occupied(now, band, post)
    passed, waiting = Branch("passed", entering, tuple(told)), now.do_first(now.later(occupy, post))
    return _commitment(now, band, passed, waiting, ("TG-9.81-3", "R-N30"))


@implements("TG-9.71d")
def entered(
    now: Moment, names: tuple[str, ...], ground: Post | CounterShock
) -> tuple[Moment, tuple[Step, ...]]:
    """The state after units enter a hex: some terrain disorders them, unless they are already."""
    after = now.having(names, place=Place.ADVANCED, advanced=True)
    fresh = tuple(name for name in names if now.piece(name).order != Order.DISORDERED)
    if fresh and ground.entry_disorders is None:
        what = f"whether the ground disorders {listed(fresh)} (entry_disorders_after_retreat)"
        return after.do_first(now.later(unsaid, what)), ()
    if not ground.entry_disorders or not fresh:
        return after, ()
    told = Step(f"{does(fresh, 'is', 'are')} disordered by the ground.", ("TG-9.71d",))
    return after.disordered(fresh), (told,)


# ------------------------------------------------------------ step 3


@implements("TG-9.81-3")
def commit(now: Moment, band: Band) -> Move:
    """Its top unit rolls for a band, unless nobody is left to attack or it has moved already."""
    waiting = all(
        (piece := now.piece(name)).place == Place.STARTS and not piece.retreated
        for name in band.units
    )
    if now.answered(band) or not waiting or not now.fought_by(band):
        return now
    next_to_it = now.having(band.units, place=Place.NEXT_TO_TARGET)
    # Who merely shocks stands there already.
    text = (
        f"{does(band.units, 'move')} next to the target."
        if band.charges
        else f"{does(band.units, 'is', 'are')} committed."
    )
    passed = Branch("passed", next_to_it, (Step(text, ("TG-9.81-3",)),))
    return _commitment(now, band, passed, now)


def _commitment(
    now: Moment,
    band: Band,
    passed: Branch,
    failed: Moment,
    by: tuple[str, ...] = ("TG-9.81-3",),
) -> Roll:
    """The commitment roll of a band; who fails stays where it is."""
    drm = next(each for each in now.attack.stacks if each.name == band.name).commitment_drm
    if not band.charges:
        drm += _defensive_fire(now, band)
    top = now.game.leader(band.units)
    who = listed(band.units)
    return check(
        now.ours("commitment", band.name),
        f"{top} rolls to commit{f' with {signed(drm)}' if drm else ''}",
        by,
        now.cohesion(top),
        passed,
        Branch(
            "failed",
            failed.having(band.units, place=Place.UNCOMMITTED),
            (Step(f"{who}: not committed, no attack.", ("TG-9.81-3",)),),
        ),
        drm,
    )


def _defensive_fire(now: Moment, band: Band) -> int:
    """The defensive fire DRM, which only stacks that merely shock suffer."""
    drms = [now.game.target(post.name).defensive_fire_drm for post in now.fought_by(band)]
    if sum(map(bool, drms)) > 1:
        raise UnspecifiedBySource("defensive fire of several hexes at one stack")
    return sum(drms)


@implements("TG-9.86e")
def answer_infantry(now: Moment, post: Post) -> Move:
    """Cavalry in good order, shocked through its front by infantry only, answers as it likes."""
    if not meets_infantry(now, post):
        return now
    names = now.in_hex(post)
    mounted = tuple(name for some in steady_parties(now, post) for name in some)
    options = [Branch("stand", now, (Step(f"{does(names, 'stand')}.", ("TG-9.86e",)),))]
    movable = may_leave(now, post)
    if movable:
        left = leaving(now, post, movable)
        told = (Step(f"{does(movable, 'retreat')} before the shock.", ("TG-9.86e",)),)
        options.append(Branch("retreat", left, told))
    options.append(
        Branch(
            "counter-charge",
            now.do_first(now.later(countercharge_infantry, post)),
            (Step(f"{does(mounted, 'counter-charge')} the infantry.", ("TG-9.86e",)),),
        )
    )
    return Decision(
        now.theirs("answer", post.name),
        f"{listed(mounted)} may retreat, stand, or counter-charge the infantry",
        ("TG-9.86e",),
        tuple(options),
    )


def countercharge_infantry(now: Moment, post: Post) -> Move:
    """Turn the attack of infantry around: of one hex, which its player chooses, or of all."""
    bands = meets_infantry(now, post)
    hexes = {at: tuple(b for b in bands if b.hex == at) for at in (band.hex for band in bands)}
    if len(hexes) == 1 or now.rulings.countercharge_of_infantry == "all_hexes":
        return _turned_on(now, post, bands)
    return Decision(
        now.theirs("counter-charge at", post.name),
        f"{now.spoken_of(post)} may counter-charge the infantry of one hex",
        ("TG-9.86e", "R-N29"),
        tuple(
            Branch(at, now.do_first(now.later(_turned_on, post, some)))
            for at, some in hexes.items()
        ),
    )


@implements("R-N15")
def _turned_on(now: Moment, post: Post, bands: tuple[Band, ...]) -> Moment:
    """The cavalry attacks infantry that was to shock it, as in a charge; it shocks no more.

    Where the infantry shocks other hexes as well, the source does not say what becomes of that.
    """
    if len(now.fought_by(*bands)) > 1:
        raise UnspecifiedBySource(f"a shock at several hexes when {post.name} counter-charges")
    names = tuple(name for some in steady_parties(now, post) for name in some)
    riders = now.followed_by(
        Kind.COUNTER_CHARGE,
        Band(
            names,
            True,
            retreat=post.retreat,
            clear_terrain=post.clear_terrain,
            home=post,
            clear_after_retreat=now.game.target(post.name).clear_after_retreat,
        ),
        tuple(at_home(now, band) or band.as_post for band in bands),
        goes_on=now.rulings.countercharger_pursues,
        drm=now.game.target(post.name).counter_shock_drm,
    )
    ready = now.having(names, place=Place.NEXT_TO_TARGET)
    for band in bands:
        ready = ready.noting(Fact("answered", band.hex, now.combat.key))
    return ready.do_first(Task(riders))
