"""A situation of the library in the plain data of the charge oracle."""

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Unit
from tests.oracles.charge_plain import Assault, Battle, Field, Gang, Man, Readings


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
    return Gang(
        tuple(unit.name for unit in stack.units),
        stack.charges,
        stack.through,
        stack.in_other_front,
        stack.retreat,
        stack.clear_terrain,
        stack.commitment_drm,
        tuple(stack.out_of_fire_of),
    )


def field(target: charge.Target) -> Field:
    """A hex."""
    return Field(
        tuple(unit.name for unit in target.units),
        target.clear_terrain,
        target.in_enemy_zoc,
        target.in_enemy_front,
        target.defensive_fire_drm,
        tuple(gun.name for gun in target.supported_by),
        target.retreat,
        target.chargeable,
        target.chargeable_after_retreat,
        target.entry_disorders,
        tuple(map(field, target.beyond)),
        target.met_through,
        target.pursuer_retreat,
        target.pursuit_drm,
        target.counter_shock,
        target.counter_shock_drm,
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
