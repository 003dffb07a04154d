"""After a combat: counter-shock, breakthrough, pursuit (TG-9.73, TG-9.87)."""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from rules_lib.rulebook import implements
from rules_lib.transcript import Step

from ..attack import Clear, CounterShock, Through, WayOut, known
from ..game import Moment, unsaid
from ..moves import Branch, Decision, Move, does, listed
from ..state import Band, Kind, Place, Post, Task
from .approach import entered
from .reactions import keeps
from .stacks import at_home, can_fight, is_beside

# ------------------------------------------------------------ who breaks through


@implements("TG-9.73a", "TG-9.73b")
def ask_breakthrough(now: Moment, names: tuple[str, ...], post: Post) -> Move:
    """Infantry that advanced after a 10+ may shock once more all enemies in its front."""
    foot = map(now.piece, filter(now.game.is_foot, names))
    able = all(p.may_shock for p in foot)
    met = enemies_met(now, post, turned=False)
    back, who = retreated_units(now, post), listed(names)
    # What is said of chargers, who turn, may not be so of infantry that attacks with them.
    unknown = now.game.target(post.name).in_front_after_retreat is None
    unknown &= bool(back) or now.whole.before(post).combat.charges
    turns = (Step(f"{who} may change facing, and stop.", ("TG-9.71b",)),)
    if not (able and (met or unknown)):
        return Branch("", now, turns if now.combat.declared else ())
    band = _band_onward(now, names, False, post, met)
    again = now.followed_by(Kind.BREAKTHROUGH, band, met)
    if unknown:
        given = "in_front_after_retreat, and on a map retreat_to, is not given"
        what = f"whether {post.name} is in front after its retreat" if back else f"whom {who} meets"
        first = now.about(again).later(unsaid, f"{what} ({given})")
    else:
        first = Task(again)
    yes = facing(now, names, met, shocked_again=True).do_first(first)
    told = (Step(f"{does(names, 'break')} through, without turning.", ("TG-9.73b",)),)
    return Decision(
        now.ours("breakthrough", names[0]),
        f"{who} may break through, against {listed([each.name for each in met] or ['others'])}",
        ("TG-9.73a", "TG-9.73b"),
        (Branch("yes", yes, told), Branch("no", now, turns)),
    )


def enemies_met(now: Moment, post: Post, *, turned: bool) -> tuple[Post, ...]:
    """Hexes with enemies that a unit finds in its front after advancing into a hex.

    Who has turned faces the units that retreated; others may have lost them out of their front.
    Other attacked hexes are among them while their units hold them.
    """
    target = now.game.target(post.name)
    back = retreated_units(now, post)
    there = (_where_it_went(now, post),) if back else ()
    if not turned and target.in_front_after_retreat is False:
        there = ()
    met = [now.game.posts[each.name] for each in target.beyond]
    for post in (now.game.posts[name] for name in target.attacked_ahead):
        room = target.ahead_retreat.get(post.name, post.retreat)
        out = target.ahead_way_out.get(post.name, post.can_leave)
        met.append(post._replace(retreat=room, can_leave=out))
    return (*there, *filter(now.is_held, met))


def _left_to_others(now: Moment, post: Post) -> bool:
    """Whether a declared fight that is still to come strikes a hex (secondary source 9.22)."""
    here = now.combat.attack, now.combat.group
    later = (
        task.combat
        for task in now.state.agenda
        if isinstance(task, Task) and task.combat.declared
        if (task.combat.attack, task.combat.group) > here
    )
    return post.at_first and any(
        post.name in {each.name for each in combat.posts}
        and any(
            now.of_band(band) and can_fight(now, combat.attack, band)
            for band in now.about(combat).before(post).combat.bands
        )
        for combat in later
    )


def _clear_next(clear: bool | None, after: Clear | None) -> bool | None:
    """The same of the hex of a retreat; as in the one that is left, if nothing else is said."""
    return clear if after is None else known(after)


def _where_it_went(now: Moment, post: Post) -> Post:
    """The hex to which the units of a hex retreated."""
    after = now.game.target(post.name).clear_after_retreat
    clear = _clear_next(post.clear_terrain, after)
    out = now.game.target(post.name).way_out_after_retreat
    leave = post.can_leave if out is None else None if out == "unspecified" else bool(out)
    disorders = now.game.target(post.name).entry_disorders_after_retreat
    return post._replace(
        at_first=False, clear_terrain=clear, can_leave=leave, entry_disorders=disorders
    )


def retreated_units(now: Moment, post: Post) -> tuple[str, ...]:
    """Units of a hex that retreated from it and are still on the map."""
    return tuple(n for n in post.units if now.piece(n).place == Place.RETREATED)


def facing(now: Moment, names: tuple[str, ...], posts: tuple[Post, ...], **changes: bool) -> Moment:
    """With units ready for a new combat, in which the retreated units of its hexes defend."""
    ready = now.having(names, place=Place.NEXT_TO_TARGET, **changes)
    back = [name for post in posts for name in retreated_units(ready, post)]
    return ready.having(back, place=Place.STARTS, retreated=True)


def _band_onward(
    now: Moment, names: tuple[str, ...], charges: bool, into: Post, met: tuple[Post, ...]
) -> Band:
    """Those who fight on from a hex they have entered.

    They come to who retreated from it as before, since he keeps his facing; through which side they
    come to others is for the map to say.
    """
    before = next(band for band in now.combat.bands if set(band.units) & set(names))
    side = before.side_of(into.name)
    ground = now.game.target(into.name)
    sides = {each.name: now.game.target(each.name).met_through or side for each in met}
    through = tuple(
        {**ground.pursuer_through, **sides, **ground.attacked_ahead, into.name: side}.items()
    )
    return Band(
        names,
        charges,
        through,
        ground.pursuer_in_other_front,
        ground.pursuer_retreat,
        clear_terrain=known(ground.clear_terrain),
        entry_disorders=into.entry_disorders,
        no_zone_at=ground.pursuer_no_zone_at,
        in_fire_of=ground.pursuer_in_fire_of,
        way_out=ground.pursuer_way_out,
    )


@implements("TG-9.73c", "TG-9.87c", "R-N10")
def go_on(now: Moment, names: tuple[str, ...], followed: Post) -> Move:
    """Charge again, at once; with other enemies in front it is a choice.

    Of these, whom others are still to fight is left to them. Whom the ground has disordered goes
    on as who was disordered by fire (R-N11).
    """
    if not all(keeps(now, name, "pursuit") for name in names):
        text = f"{does(names, 'is', 'are')} disordered: the pursuit is over."
        return Branch("", now, (Step(text, ("TG-9.81b", "R-N11")),))
    seen = enemies_met(now, followed, turned=True)
    met = tuple(each for each in seen if not _left_to_others(now, each))
    open_to_charge = (
        all(_chargeable(now, post, followed) for post in met)
        or now.rulings.pursuit_terrain == "lapses"
    )
    charge = _again(now, names, followed, met, charges=True)
    if len(seen) == 1:
        if open_to_charge:
            return charge
        text = "The ground forbids a charge: the pursuit is over."
        return Branch("", now, (Step(text, ("TG-9.81e", "R-N10")),))
    number = now.combat.number + 1
    front = listed(map(now.spoken_of, seen))
    left = [now.spoken_of(post) for post in seen if post not in met]
    attacked = listed(map(now.spoken_of, met))
    whom = f"{attacked}, and leave {listed(left)} to others" if left else "them all"
    return Decision(
        now.ours("go on", names[0])._replace(label=f"pursuit {number}", pursuit=number),
        f"{front} are in front: {'charge or ' * open_to_charge}shock {whom}, or stop",
        ("TG-9.87c",),
        (
            *([Branch("charge", charge)] if open_to_charge else []),
            Branch("shock", _again(now, names, followed, met, charges=False)),
            Branch("stop", now),
        ),
    )


def _chargeable(now: Moment, post: Post, followed: Post) -> bool:
    target = now.game.target(post.name)
    return target.chargeable_after_retreat if post.name == followed.name else target.chargeable


def _again(
    now: Moment, names: tuple[str, ...], followed: Post, met: tuple[Post, ...], *, charges: bool
) -> Moment:
    band = _band_onward(now, names, charges, followed, met)
    again = now.followed_by(Kind.PURSUIT, band, met, number=now.combat.number + 1)
    return facing(now, names, met).do_first(Task(again))


# ------------------------------------------------------------ counter-shock


@implements("TG-9.73d")
def ask_countershock(now: Moment, post: Post) -> Move:
    """Ask the defenders of a hex whether they shock the enemies in their front, before all else."""
    troops = (name for name in now.in_hex(post) if not now.game.is_gun(name))
    names = tuple(name for name in troops if now.piece(name).may_shock)
    ways = _ways(now, post) if names else ()
    struck = [(way, _struck(now, post, way)) for way in ways if _is_open(now, way)]
    given = now.game.target(post.name).counter_shocks is not None
    lost = given and _moved_on(now)
    options = []
    for way, found in struck:
        if lost and way.moves:  # a map tells it of those who stand where they attacked from
            since = f"now that {does(lost, 'has', 'have')} moved on"
            what = f"whom {post.name} has in front ({way.name}), {since}"
            options.append(Branch(way.name, now.do_first(now.later(unsaid, what))))
            continue
        for word, some in _aims(now, way, found):
            options.append(Branch(word, *_shocked_back(now, post, names, some, way)))
    if not options:
        return now
    several = ("R-N27",) if any(len(found) > 1 for _, found in struck) else ()
    asked = now.theirs("counter-shock", post.name)
    if now.combat.group:
        asked = asked._replace(label=f"fight {now.combat.group + 1}")
    return Decision(
        asked,
        f"{listed(names)} may advance and shock back (secondary source, results table)",
        ("TG-9.73a", "TG-9.73d", *several, "R-N32"),
        (*options, Branch("no", now)),
    )


@implements("R-N32")
def _ways(now: Moment, post: Post) -> tuple[CounterShock, ...]:
    """The ways to shock back. Where no map tells: stay, or follow those who came from the front."""
    how = now.rulings.countershock_moves
    given = now.game.target(post.name).counter_shocks
    if given is not None:
        into_left = how == "must_into_left"
        return tuple(
            way
            for way in given
            if how == "may" or (way.moves and (way.vacated_by or not into_left))
        )
    near = now.whole.before(post).combat.bands
    bands = [band for band in near if band.side_of(post.name) == "front"]
    names = tuple(band.name for band in bands)
    gone = [band for band in bands if not _holds(now, band)]
    left = tuple(band.name for band in gone)
    # Of several hexes that were left they enter one that does not disorder, if there is one.
    disorders = bool(gone) and all(band.entry_disorders for band in gone)
    if how != "may":  # into the hex of those who have retreated, of which they then find these
        return (CounterShock(retreated=left, moves=True, entry_disorders=disorders),)
    return (CounterShock(names, names, moves=left == names, entry_disorders=disorders),)


def _holds(now: Moment, band: Band) -> bool:
    """Whether somebody stands in a band's hex next to the enemy, be it another of that hex."""
    beside = any(is_beside(now, band, n) for n in band.units)
    return beside or at_home(now, band) is not None


Struck: TypeAlias = tuple[tuple[Post, Through], ...]
"""The hexes that a counter-shock strikes, and through which side."""


@implements("R-N27")
def _aims(now: Moment, way: CounterShock, found: Struck) -> Iterator[tuple[str, Struck]]:
    """All that a way finds in front; or any of them, if their player chooses."""
    if found:
        yield way.name, found
    if now.rulings.countershock_strikes == "chosen":
        for count in range(len(found) - 1, 0, -1):
            for some in combinations(found, count):
                yield f"{way.name}, only {listed(post.name for post, _ in some)}", some


def _moved_on(now: Moment) -> tuple[str, ...]:
    """Those who attack now from another hex than they did at first."""
    bands = now.combat.bands if now.combat.kind in (Kind.PURSUIT, Kind.BREAKTHROUGH) else ()
    return tuple(name for band in bands for name in band.units)


def _is_open(now: Moment, way: CounterShock) -> bool:
    """Whether those have left their hex into which a counter-shock goes."""
    moved = _moved_on(now)
    bands = (now.game.bands[name] for name in way.vacated_by)
    return not any(
        is_beside(now, band, unit) for band in bands for unit in band.units if unit not in moved
    )


def _struck(now: Moment, post: Post, way: CounterShock) -> Struck:
    """The hexes that a counter-shock strikes, and through which side.

    Whoever has moved on is in front of those of a hex if he comes to them through their front.
    """
    found: list[tuple[Post, Through]] = []
    given = now.game.target(post.name).counter_shocks is not None
    moved = _moved_on(now) if given else ()
    fighting = {} if moved else {band.name: band for band in now.combat.bands}
    bands = {**now.game.bands, **fighting}
    met: list[tuple[Band, tuple[str, ...], WayOut | None]] = []
    for name in dict.fromkeys((*way.staying, *way.retreated)):
        there = tuple(
            unit
            for unit in bands[name].units
            if unit not in moved
            and (
                (name in way.staying and is_beside(now, bands[name], unit))
                or (name in way.retreated and now.piece(unit).has_retreated)
            )
        )
        met.append((bands[name], there, way.way_out.get(name, bands[name].way_out)))
    for band in now.combat.bands if moved else ():
        if band.side_of(post.name) == "front":
            there = tuple(unit for unit in band.units if is_beside(now, band, unit))
            met.append((band, there, band.way_out))
    for band, there, out in met:
        home = at_home(now, band)
        if home or there:
            left, disorders = band._replace(units=there, way_out=out), band.entry_disorders
            if not any(is_beside(now, band, unit) for unit in there):
                clear = _clear_next(band.clear_terrain, band.clear_after_retreat)
                left = left._replace(clear_terrain=clear)
                disorders = known(band.entry_disorders_after_retreat)
            found.append((home or left.as_post._replace(entry_disorders=disorders), "front"))
    for other in way.others:
        bystander = now.game.posts[other.name]
        if now.in_hex(bystander):
            found.append((bystander, other.met_through or "front"))
    return tuple(found)


def _shocked_back(
    now: Moment, post: Post, names: tuple[str, ...], struck: Struck, way: CounterShock
) -> tuple[Moment, tuple[Step, ...]]:
    """The state with the counter-shock to fight, but for those whom the ground disorders."""
    there, told = entered(now, names, way) if way.moves else (now, ())
    if told:
        went = Step(f"{does(names, 'advance')}.", ("TG-9.73d",))
        no = f"{listed(names)}: disordered, no shock (secondary source 9.61)."
        return there, (went, *told, Step(no, ("TG-9.73d",)))
    posts = tuple(each for each, _ in struck)
    through = tuple((each.name, side) for each, side in struck)
    band = Band(
        names,
        False,
        through,
        retreat=post.retreat,
        clear_terrain=known(way.clear_terrain) if way.moves else post.clear_terrain,
        entry_disorders=way.moves and way.entry_disorders,
        home=None if way.moves else post,
        clear_after_retreat=None if way.moves else now.game.target(post.name).clear_after_retreat,
    )
    drm = now.game.target(post.name).counter_shock_drm
    back = now.followed_by(Kind.COUNTER_SHOCK, band, posts, origin=post.name, drm=drm)
    return facing(there, names, posts, shocked_again=True).do_first(Task(back)), ()
