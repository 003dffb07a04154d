"""What charges and shocks on a map mean for their fights, stated a second time, from the clauses.

Hexes, soldiers and maps are those of ``charge_legality_brute``.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.oracles.declare_ground import *


class Attacker(NamedTuple):
    """A unit that attacks: where it stands and looks in the end, and whom it has declared."""

    name: str
    place: Cube
    facing: int
    target: Cube
    charges: bool


class Plan(NamedTuple):
    """A map before and after the attackers have moved, and what was said of it.

    ``fled`` says where the units of a hex would go, ``turned`` how a pursuer then looks.
    """

    before: World
    after: World
    attackers: tuple[Attacker, ...]
    readings: Readings
    must_fight: bool
    any_gun: bool
    fled: dict[Cube, Cube]
    turned: dict[Cube, int]

    @property
    def side(self) -> str:
        (side,) = {each.side for each in self.before.soldiers if each.name in self.names}
        return side

    @property
    def names(self) -> set[str]:
        return {each.name for each in self.attackers}


# ------------------------------------------------------------------ who fights whom


def in_front(plan: Plan, attacker: Attacker) -> list[Cube]:
    """Enemies in front that it has not declared, and may have to fight."""
    if not plan.must_fight:
        return []
    standing = next(each for each in plan.after.soldiers if each.name == attacker.name)
    seen = met_by(plan.after, standing, plan.readings)
    return [each for each in seen if each != attacker.target]


def declared(plan: Plan) -> list[Cube]:
    return list(dict.fromkeys(each.target for each in plan.attackers))


def of_attack(plan: Plan, target: Cube) -> list[Attacker]:
    return [each for each in plan.attackers if each.target == target]


def fights(plan: Plan, attacker: Attacker) -> list[Cube]:
    undeclared = [each for each in in_front(plan, attacker) if each not in declared(plan)]
    return [attacker.target, *undeclared]


def hexes_of(plan: Plan, target: Cube) -> list[Cube]:
    """The hexes of an attack: its target, and undeclared ones that no earlier attack has."""
    earlier = declared(plan)[: declared(plan).index(target)]
    taken = {
        at for other in earlier for each in of_attack(plan, other) for at in fights(plan, each)
    }
    own = [at for each in of_attack(plan, target) for at in fights(plan, each)[1:]]
    return [target, *dict.fromkeys(at for at in own if at not in taken)]


def fighters(plan: Plan, target: Cube, at: Cube) -> list[Attacker]:
    """Those of an attack who fight a hex of it."""
    return [each for each in of_attack(plan, target) if at == target or at in in_front(plan, each)]


def fought(plan: Plan) -> set[Cube]:
    return {at for each in plan.attackers for at in (*fights(plan, each), *in_front(plan, each))}


def soldier(plan: Plan, attacker: Attacker) -> Soldier:
    return next(each for each in plan.before.soldiers if each.name == attacker.name)


def supports(plan: Plan, target: Cube) -> set[str]:
    """Guns elsewhere that see a charger of the attack, and of no earlier one."""
    if not plan.any_gun:
        return set()

    def seen_by(gun: Soldier, at: Cube) -> bool:
        chargers = [each for each in of_attack(plan, at) if each.charges]
        hexes = [each.place for each in chargers]
        hexes += [foe for each in chargers for foe in fights(plan, each)]  # they may advance
        return any(sees(plan.after, gun, each, plan.readings) for each in hexes)

    guns = [
        each
        for each in enemies(plan.after, plan.side)
        if each.kind == "artillery"
        and each.order != "disordered"
        and each.place not in fought(plan)
    ]
    order = declared(plan)
    return {
        gun.name for gun in guns if next((at for at in order if seen_by(gun, at)), None) == target
    }


# ------------------------------------------------------------------ what is to be told


class StackTold(NamedTuple):
    """What is to be known of attackers; hexes stand for their defenders."""

    sides: dict[Cube, str]
    ahead: set[Cube]
    watched: bool
    retreat: str
    fire: set[str]
    no_fire: set[str]
    beside: str | None
    no_zone: set[Cube]


class Met(NamedTuple):
    """What is to be known of any attacked hex."""

    zone: bool
    faced: bool
    zone_of: frozenset[str]
    front_of: frozenset[str]
    retreat: str
    way_out: bool | None
    chargeable: bool


class Back(NamedTuple):
    """A way to shock back; bystanders by hex, retreat, way out and side."""

    staying: frozenset[str]
    retreated: frozenset[str]
    others: frozenset[tuple[Cube, str, bool | None, str]]
    moves: bool
    vacated_by: frozenset[str]
    clear: bool
    out: frozenset[tuple[str, str]]


def stack_told(plan: Plan, attacker: Attacker) -> StackTold:
    world, readings = plan.after, plan.readings
    standing = next(each for each in world.soldiers if each.name == attacker.name)
    near = [at for at in fought(plan) if apart(at, attacker.place) == 1]
    told = fought(plan) | all_met(plan)
    sides = {
        at: side_entered(world, world.at(at), attacker.place, readings)
        for at in told
        if apart(at, attacker.place) == 1
    }
    own = hexes_of(plan, attacker.target)
    guns = {
        each.name: (sees(world, each, attacker.place, readings), sides[at] == "front")
        for at in near
        for each in world.at(at)
        if each.kind == "artillery" and each.order != "disordered"
    }
    far = [each for each in world.soldiers if each.name in supports(plan, attacker.target)]
    blind = {each.name for each in far if not sees(world, each, attacker.place, readings)}
    foes = [at for at in fights(plan, attacker) if at in own]
    beside = [e.name for e in of_attack(plan, attacker.target) if e.place == attacker.place]
    return StackTold(
        sides,
        set(in_front(plan, attacker)),
        any(
            sees(world, each, attacker.place, readings)
            for each in enemies(world, plan.side)
            if each.place not in told
        ),
        best(escapes(world, attacker.place, foes, readings)),
        {name for name, (aims, in_front_) in guns.items() if aims and not in_front_},
        {name for name, (aims, in_front_) in guns.items() if in_front_ and not aims} | blind,
        None if beside[0] == attacker.name else beside[0],
        {at for at in near if not holds(world, standing, at)},
    )


def watched(plan: Plan, at: Cube) -> tuple[bool, bool, frozenset[str], frozenset[str]]:
    """Whether a hex is in a zone, and in a front, of those who attack nobody; and of which others.

    At first a charger is still where it starts.
    """
    side = held_by(plan.before, at)
    assert side is not None
    idle = [each for each in enemies(plan.before, side) if each.name not in plan.names]
    first = [each.name for each in plan.attackers if each.charges and each.target != at]
    starting = [e for e in plan.before.soldiers if e.name in first and at in fought(plan)]
    elsewhere = [e.name for e in plan.attackers if e.target != at and at not in in_front(plan, e)]
    there = [each for each in plan.after.soldiers if each.name in elsewhere]
    return (
        any(holds(plan.before, each, at) for each in idle),
        any(sees(plan.before, each, at, plan.readings) for each in (*idle, *starting)),
        frozenset(each.name for each in there if holds(plan.after, each, at)),
        frozenset(each.name for each in there if sees(plan.after, each, at, plan.readings)),
    )


def target_told(plan: Plan, target: Cube, at: Cube) -> Met:
    who = fighters(plan, target, at)
    riders = [
        each
        for each in plan.attackers
        if each.charges and (each.target == at or at in in_front(plan, each))
    ]
    able = [may_charge(plan.after, each.place, at) for each in riders or who]
    if not all(able) and any(each.target == at for each in riders):
        raise Unspecified
    starts = [soldier(plan, each).place for each in who]
    on_horse = any(soldier(plan, each).kind == "cavalry" for each in who)
    return Met(
        *watched(plan, at),
        best(escapes(plan.after, at, [each.place for each in who], plan.readings)),
        finds_a_way_out(plan.before, at, starts, [each.name for each in who], on_horse),
        all(able),
    )


# ------------------------------------------------------------------ afterwards


def going(plan: Plan, target: Cube, at: Cube) -> list[Attacker]:
    """Who may fight on beyond a hex: who charged, else the infantry."""
    who = fighters(plan, target, at)
    foot = [each for each in who if soldier(plan, each).kind == "infantry"]
    return [each for each in who if each.charges] or foot


def met_beyond(plan: Plan, target: Cube, at: Cube) -> list[Cube]:
    """The hexes with other enemies in front of those who advance."""
    if not going(plan, target, at) or at not in plan.fled:
        return []
    return [each for each in seen_beyond(plan, target, at) if each not in fought(plan)]


def all_met(plan: Plan) -> set[Cube]:
    """Everybody whom some pursuit or breakthrough can meet."""
    pairs = [(target, at) for target in declared(plan) for at in hexes_of(plan, target)]
    return {each for target, at in pairs for each in met_beyond(plan, target, at)}


def advanced(plan: Plan, target: Cube, at: Cube) -> Soldier:
    """One of those who have gone on into a hex."""
    first = soldier(plan, going(plan, target, at)[0])
    return first._replace(place=at, facing=plan.turned[at])


def foot_meets_others(plan: Plan, target: Cube, at: Cube) -> bool:
    """Infantry that attacks beside chargers, and does not turn, has not in front what they have."""
    who = fighters(plan, target, at)
    foot = [soldier(plan, each) for each in who if soldier(plan, each).kind == "infantry"]
    if not any(each.charges for each in who):
        return False
    to = plan.fled[at]

    def front_of(one: Soldier) -> tuple[list[Cube], bool]:
        return met_by(plan.after, one, plan.readings), sees(plan.after, one, to, plan.readings)

    rider = advanced(plan, target, at)
    return any(front_of(each._replace(place=at)) != front_of(rider) for each in foot)


def seen_beyond(plan: Plan, target: Cube, at: Cube) -> list[Cube]:
    return met_by(plan.after, advanced(plan, target, at), plan.readings)


def attacked_ahead(plan: Plan, target: Cube, at: Cube) -> dict[Cube, str]:
    """Attacked hexes in front of those who advance, and through which side they come."""
    if not going(plan, target, at) or at not in plan.fled:
        return {}
    found = [each for each in seen_beyond(plan, target, at) if each in fought(plan)]
    return {
        each: side_entered(plan.after, plan.after.at(each), at, plan.readings) for each in found
    }


def beyond(plan: Plan, target: Cube, at: Cube) -> dict[Cube, tuple[Met, str]]:
    """The enemies met after an advance, and their side."""
    who = going(plan, target, at)
    names = [each.name for each in who]
    return {
        each: (
            Met(
                *watched(plan, each),
                best(escapes(plan.after, each, [at], plan.readings)),
                finds_a_way_out(plan.after, each, [at], names, who[0].charges),
                may_charge(plan.after, at, each),
            ),
            side_entered(plan.after, plan.after.at(each), at, plan.readings),
        )
        for each in met_beyond(plan, target, at)
    }


def way_out_next(plan: Plan, target: Cube, at: Cube) -> bool | None:
    """Whether who retreats from a hex finds a way out before those who follow him."""
    who = going(plan, target, at)
    if not who or at not in plan.fled:
        return None
    to = plan.fled[at]
    gone = {each.name: (to, each.facing) for each in plan.after.at(at)}
    after = moved(plan.after, gone)
    soldiers = tuple(
        each._replace(order="disordered") if each.name in gone else each
        for each in after.soldiers
        if each.name in gone or each.place != to
    )
    names = [each.name for each in who]
    world = after._replace(soldiers=soldiers)
    return finds_a_way_out(world, to, [at], names, who[0].charges)


def pursuer_retreat(plan: Plan, target: Cube, at: Cube) -> str:
    """Of those who have advanced into a hex whose soldiers have retreated."""
    who = going(plan, target, at)
    if not who or at not in plan.fled:
        return "open"
    to = plan.fled[at]
    fresh = [to, *met_beyond(plan, target, at)]

    def found(foes: list[Cube]) -> set[str]:
        """What they meet if they have fought these."""
        rooms = set()
        for each in who:
            moves = {gone.name: (to, gone.facing) for gone in plan.after.at(at)}
            after = moved(plan.after, {**moves, each.name: (at, plan.turned[at])})
            rooms.add(best(escapes(after, at, foes, plan.readings)))
        return rooms

    few = found(fresh)
    if len(few) > 1:
        raise Unspecified
    many = found([*fresh, *attacked_ahead(plan, target, at)])
    return few.pop() if few == many else "unspecified"


def fired_at_ahead(plan: Plan, target: Cube, at: Cube) -> set[str]:
    """Guns elsewhere that see who has advanced into a target."""
    guns = [each for each in plan.after.soldiers if each.name in supports(plan, target)]
    return {g.name for g in guns if sees(plan.after, g, at, plan.readings)}


def out_of_zone(plan: Plan, target: Cube, at: Cube) -> set[Cube]:
    """The hexes with enemies in front of those who advance, which their zone does not reach."""
    who = going(plan, target, at)
    if not who or at not in plan.fled:
        return set()
    rider = soldier(plan, who[0])._replace(place=at)
    return {each for each in seen_beyond(plan, target, at) if not holds(plan.after, rider, each)}


def met_of_others(plan: Plan, target: Cube, at: Cube) -> dict[Cube, tuple[str, bool | None]]:
    """Of attacked hexes ahead: what a retreat before who has advanced meets, and the way out."""
    who = going(plan, target, at)
    names = [each.name for each in who]
    return {
        each: (
            best(escapes(plan.after, each, [at], plan.readings)),
            finds_a_way_out(plan.after, each, [at], names, who[0].charges),
        )
        for each in attacked_ahead(plan, target, at)
    }


def beside_pursuer(plan: Plan, target: Cube, at: Cube) -> tuple[bool, dict[Cube, str]]:
    """Who is beside those who have advanced, and do not come to everybody through his front.

    Whether others look at them; and the sides of those whom somebody fights or meets.
    """
    if not going(plan, target, at) or at not in plan.fled:
        return False, {}
    world, ahead_of = plan.after, seen_beyond(plan, target, at)
    pairs = [(at, each.place) for each in fighters(plan, target, at)]
    pairs += [(each, at) for each in ahead_of]
    sides = {side_entered(world, world.at(foe), place, plan.readings) for foe, place in pairs}
    if sides == {"front"}:
        return False, {}
    others = [e for e in enemies(world, plan.side) if e.place not in (at, *ahead_of)]
    named = fought(plan) | all_met(plan)
    looked_at = any(sees(world, e, at, plan.readings) for e in others if e.place not in named)
    near = {e.place for e in others if e.place in named and e.place in around(at)}
    return looked_at, {e: side_entered(world, world.at(e), at, plan.readings) for e in near}


def ways_back(plan: Plan, attacker: Attacker) -> list[Cube]:
    """Where an attacker may retreat to after its fight."""
    if attacker.place in plan.fled:
        return [plan.fled[attacker.place]]
    return open_ways(plan.after, attacker.place, fights(plan, attacker), plan.readings)


def shocks_back(plan: Plan, at: Cube) -> set[Back]:
    """All ways in which the soldiers of a hex can shock back, there or one hex on, unturned."""
    own, side = plan.after.at(at), held_by(plan.after, at)
    if not any(each.order == "good order" and each.kind != "artillery" for each in own):
        return set()
    eye, found = looking(own), set()
    for stand in (at, *around(at)):
        there = plan.after.at(stand) if stand in plan.after.ground else []
        displaced = {each.name for each in there if each.side != side}
        if stand != at:
            outside = stand not in plan.after.ground
            closed = outside or not can_enter(plan.after, own, at, stand)
            full = not displaced and not closed and not room([*own, *there])
            if closed or full or not displaced <= plan.names:
                continue
        sheltered = eye.kind == "infantry" and plan.after.ground[stand].kind in SHELTERS
        before_them = (
            set(around(stand)) if sheltered else front(eye._replace(place=stand), plan.readings)
        )
        back = _struck(plan, at, stand, before_them, displaced)
        if back.staying or back.retreated or back.others:
            found.add(back)
    return found


def _struck(plan: Plan, at: Cube, stand: Cube, before_them: set[Cube], displaced: set[str]) -> Back:
    own = plan.after.at(at)
    left = [each for each in plan.after.soldiers if each.name not in displaced]
    world = moved(
        plan.after._replace(soldiers=tuple(left)), {each.name: (stand, each.facing) for each in own}
    )
    others = set()
    for place in before_them:
        there = [each for each in world.at(place) if each.side == plan.side]
        idle = [each for each in there if each.name not in plan.names]
        guns_only = all(each.kind == "artillery" for each in idle)
        if idle and not (guns_only and len(idle) < len(there)):
            riders = any(each.kind == "cavalry" for each in own)
            names = [each.name for each in own]
            others.add(
                (
                    place,
                    best(escapes(world, place, [stand], plan.readings)),
                    finds_a_way_out(world, place, [stand], names, riders),
                    side_entered(world, idle, stand, plan.readings),
                )
            )
    return Back(
        frozenset(e.name for e in plan.attackers if e.place in before_them),
        frozenset(
            e.name
            for e in plan.attackers
            if ways_back(plan, e) and set(ways_back(plan, e)) <= before_them
        ),
        frozenset(others),
        stand != at,
        frozenset(displaced),
        stand != at and world.ground[stand].kind == "clear",
        frozenset(outs_before(plan, at, stand, before_them)),
    )


def outs_before(
    plan: Plan, at: Cube, stand: Cube, before_them: set[Cube]
) -> Iterator[tuple[str, str]]:
    """The attackers before those of a hex who strike out of another, and if they find a way out."""
    own = plan.after.at(at)
    for attacker in plan.attackers:
        back = ways_back(plan, attacker)
        places = [attacker.place] if attacker.place in before_them else []
        found = set()
        for place in (*places, *(back if back and set(back) <= before_them else [])):
            if place == stand:
                continue
            world = plan.after
            if place != attacker.place:
                world = fled_to(world, attacker.place, place)
            left = [e for e in world.soldiers if e.place != stand or e.side == own[0].side]
            gone = {each.name: (stand, each.facing) for each in own}
            world = moved(world._replace(soldiers=tuple(left)), gone)
            riders = any(each.kind == "cavalry" for each in own)
            found.add(finds_a_way_out(world, place, [stand], list(gone), riders))
        if word := in_a_word(found):
            yield attacker.name, word


def in_a_word(found: set[bool | None]) -> str | None:
    """One answer for all cases, but for those in which nobody may go."""
    known = found - {None}
    return {0: None, 1: "open" if True in known else "closed", 2: "unspecified"}[len(known)]


def fled_to(world: World, start: Cube, to: Cube) -> World:
    """The soldiers of a hex have gone to another, in disorder; who stood there is left out."""
    soldiers = [
        each._replace(place=to, order="disordered") if each.place == start else each
        for each in world.soldiers
        if each.place == start or each.place != to
    ]
    return world._replace(soldiers=tuple(soldiers))


def pursuer_out(plan: Plan, target: Cube, at: Cube) -> str | None:
    """Whether who has advanced finds a way out before those whom he meets."""
    if not going(plan, target, at) or at not in plan.fled:
        return None
    found = set()
    for each in going(plan, target, at):
        world = fled_to(plan.after, at, plan.fled[at])
        names = {e.name for e in plan.after.soldiers if e.place == plan.fled[at]}
        world = moved(world, {each.name: (at, plan.turned[at])} if each.name not in names else {})
        for foe in seen_beyond(plan, target, at):
            riders = any(e.kind == "cavalry" for e in plan.after.at(foe))
            own = [e.name for e in plan.after.at(foe)]
            found.add(finds_a_way_out(world, at, [foe], own, riders))
    return in_a_word(found)
