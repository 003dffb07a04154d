"""A situation of the library in the plain data of the charge oracle."""

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Unit
from tests.oracles.charge_plain import Assault, Battle, Field, Gang, Man, Readings, Way


def man(unit: Unit) -> Man:
    """A unit."""
    kind, heavy, fire, horse = "artillery", None, None, False
    if isinstance(unit, Cavalry):
        kind, heavy = "cavalry", unit.heavy
    elif isinstance(unit, Infantry):
        kind = "jaegers" if unit.jaeger else "infantry"
    elif isinstance(unit, Artillery):
        fire, horse = unit.fire, unit.horse
    return Man(
        unit.name,
        kind,
        unit.cohesion,
        unit.cohesion_disordered,
        unit.strength,
        str(unit.order),
        heavy,
        fire,
        horse,
        unit.brigade,
    )


def gang(stack: charge.Stack) -> Gang:
    """A stack."""
    through = stack.through
    return Gang(
        tuple(unit.name for unit in stack.units),
        stack.charges,
        through if isinstance(through, str) else tuple(through.items()),
        stack.in_other_front,
        stack.retreat,
        stack.clear_terrain,
        stack.entry_disorders,
        stack.commitment_drm,
        stack.in_front,
        stack.in_fire_of,
        stack.out_of_fire_of,
        stack.beside or "",
    )


def way(given: charge.CounterShock) -> Way:
    """A way to shock back."""
    others = tuple(map(field, given.others))
    return Way(
        given.staying,
        given.retreated,
        others,
        given.moves,
        given.vacated_by,
        given.entry_disorders,
        given.name,
    )


def field(target: charge.Target) -> Field:
    """A hex."""
    return Field(
        men=tuple(unit.name for unit in target.units),
        clear=target.clear_terrain,
        zoc=target.in_enemy_zoc,
        front=target.in_enemy_front,
        defensive_fire=target.defensive_fire_drm,
        guns=tuple(gun.name for gun in target.supported_by),
        room=target.retreat,
        way_out=target.retreat == "open" if target.way_out is None else target.way_out,
        chargeable=target.chargeable,
        chargeable_next=target.chargeable_after_retreat,
        entry_disorders=target.entry_disorders,
        disorders_next=target.entry_disorders_after_retreat,
        beyond=tuple(map(field, target.beyond)),
        met_through=target.met_through,
        pursuer_room=target.pursuer_retreat,
        pursuit=target.pursuit_drm,
        ways=None if target.counter_shocks is None else tuple(map(way, target.counter_shocks)),
        strike_drm=target.counter_shock_drm,
        clear_next=target.clear_after_retreat,
        ahead_next=target.in_front_after_retreat,
    )


def battle(situation: charge.Situation) -> Battle:
    """Everything declared."""
    return Battle(
        tuple(map(man, situation.units())),
        tuple(
            Assault(
                tuple(map(gang, attack.stacks)),
                tuple(map(field, attack.targets)),
                tuple(map(field, attack.also_in_front)),
                None if attack.ratio_drm is None else tuple(attack.ratio_drm.items()),
                attack.cohesion_drm,
                attack.other_drm,
            )
            for attack in situation.attacks
        ),
    )


def readings(rulings: charge.Rulings) -> Readings:
    """The rulings."""
    return Readings(**{name: getattr(rulings, name) for name in Readings._fields})
