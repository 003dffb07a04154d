"""Holds what the example says of its own play against the engine: needs, modifiers, results."""

from collections.abc import Iterator

from rules_lib.audit import Check
from rules_lib.triumph_and_glory.charge.cohesion import FACES, cohesion_of
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    SQUARE_DRM,
    charge_drm,
    cohesion_drm,
    position_drm,
    signed,
)
from rules_lib.triumph_and_glory.charge.state import GONE, Place
from rules_lib.triumph_and_glory.example import record, scene
from rules_lib.triumph_and_glory.example.dice import CHOSEN, faces_that, replay
from rules_lib.triumph_and_glory.example.kinds import Kind
from rules_lib.triumph_and_glory.example.record import PrintedFight, PrintedRoll
from rules_lib.triumph_and_glory.tables.results_table import Row
from rules_lib.triumph_and_glory.tables.secondary import default_secondary
from rules_lib.triumph_and_glory.units import Cavalry, Order, Unit
from rules_lib.values.type_checks import checked

HIGH_FIRE = 9
"""A defensive fire modifier that nobody could overlook."""

OUTCOMES = {
    "commitment": ("passed", "failed"),
    "square": ("formed", "failed"),
    "recall after square": ("recalled", "must charge"),
    "retreat check": ("held", "retreated"),
}
"""How each kind of check can come out, the good way first."""

SECONDARY_MARK = " (secondary source)"
BORROWED = ("cohesion difference", "clear terrain", "position")
"""Modifiers of which the excerpt does not say how they are reckoned."""

CLAUSE = {"commitment": "TG-9.81-3", "square": "TG-9.85e", "recall after square": "TG-9.82"}


def play_checks() -> Iterator[Check]:
    """Every claim of the example about its own play, in its order, but for the doubtful ones."""
    for roll in record.ROLLS:
        yield _need(roll)
        yield _verdict(roll)
    yield _fire_does_not_count()
    yield from _cohesions()
    for fight in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z):
        yield from _modifiers(fight)
        yield _total(fight)
        yield from _row(fight)
    yield from _outcomes()


def good(roll: PrintedRoll) -> str:
    """What adjudication calls it if a check passes."""
    return OUTCOMES[roll.kind][0]


def said(faces: tuple[int, ...]) -> str:
    """Which faces pass, in words."""
    return f"0 to {faces[-1]}" if faces else "no face"


def result_row(fight: PrintedFight) -> Row:
    """The row of the table for the result of a fight in the replay."""
    row = default_secondary().results.row(replay().results[fight.key])
    assert row is not None, "the shipped table has no gap"
    return row


def _need(roll: PrintedRoll) -> Check:
    printed, computed = said(tuple(range(roll.highest + 1))), said(faces_that(roll.key, good(roll)))
    return Check(
        Kind.NEED,
        f"{roll.who}, {roll.purpose}",
        f"needs {printed}",
        f"needs {computed}",
        (CLAUSE[roll.kind],),
        printed == computed,
    )


def _verdict(roll: PrintedRoll) -> Check:
    outcome = OUTCOMES[roll.kind][not roll.passed]
    printed = "passes" if roll.passed else "fails"
    follows = (roll.key, outcome) in replay().events
    return Check(
        Kind.VERDICT,
        f"{roll.who}, {roll.purpose}",
        f"{printed}: {_meaning(roll)}",
        f"{printed}: {_meaning(roll) if follows else 'something else'}",
        (CLAUSE[roll.kind],),
        follows,
    )


def _meaning(roll: PrintedRoll) -> str:
    return {
        ("commitment", True): "it goes next to the target",
        ("square", True): "it is in square",
        ("square", False): "it is disordered",
        ("recall after square", False): "it must charge",
    }.get((roll.kind, bool(roll.passed)), "it stays")


def _fire_does_not_count() -> Check:
    commitments = [roll for roll in record.ROLLS if roll.kind == "commitment"]
    under_fire = scene.situation(defensive_fire_drm=HIGH_FIRE)
    same = all(
        faces_that(roll.key, good(roll)) == faces_that(roll.key, good(roll), under_fire)
        for roll in commitments
    )
    return Check(
        Kind.MODIFIER,
        "the commitment rolls",
        "the Russians’ defensive fire modifier is left out",
        f"with and without {signed(HIGH_FIRE)} the same faces pass" if same else "it counts",
        ("TG-9.81-3",),
        same,
    )


def _cohesions() -> Iterator[Check]:
    for name, unit in scene.defenders().items():
        printed = unit.cohesion_disordered
        if printed is not None:
            by_ruling = cohesion_of(
                type(unit)(name, unit.cohesion, order=Order.DISORDERED), scene.READ
            )
            yield Check(
                Kind.COHESION,
                f"{name}, disordered",
                f"its cohesion is now {printed}",
                f"one lower than {unit.cohesion} is {by_ruling}",
                ("TG-9.85e", "R-N2"),
                printed == by_ruling,
            )


@checked
def computed_modifiers(fight: PrintedFight, *, b_in_other_front: bool = True) -> dict[str, int]:
    """The modifiers of a fight one by one, apart from the engine.

    The ratio of strengths is taken over as printed: the strengths are not.
    """
    units: dict[str, Unit] = {**scene.chargers(), **scene.defenders(after_step_4=True)}
    attackers = [unit for n, unit in units.items() if n in fight.attackers]
    riders = [unit for unit in attackers if isinstance(unit, Cavalry)]
    defender = units[fight.defender]
    square = defender.order == Order.SQUARE
    stacks = next(
        attack.stacks
        for attack in scene.situation(b_in_other_front=b_in_other_front).attacks
        if attack.stacks[0].name in fight.attackers
    )
    sides = [(stack.side_of(fight.defender), stack.in_other_front) for stack in stacks]
    charge = ("charge at a square", SQUARE_DRM) if square else ("charge", charge_drm(riders))
    return {
        "strength ratio": dict(fight.modifiers)["strength ratio"],
        charge[0]: charge[1],
        "cohesion difference": cohesion_drm(attackers, [defender]),
        "clear terrain": default_secondary().clear_terrain_drm,
        "position": position_drm(sides, [defender]),
    }


def _modifiers(fight: PrintedFight) -> Iterator[Check]:
    clauses = {
        "charge": ("TG-9.83",),
        "charge at a square": ("TG-9.85f",),
        "cohesion difference": ("TG-9.81-7", "R-N2"),
    }
    computed = computed_modifiers(fight)
    for name, value in fight.modifiers:
        if name == "strength ratio":
            continue
        right = computed.get(name)
        yield Check(
            Kind.MODIFIER,
            fight.where,
            _named(name, value),
            _named(name, right or 0) + SECONDARY_MARK * (name in BORROWED),
            clauses.get(name, ("TG-9.81-7",)),
            value == right,
        )
    if len(fight.attackers) > 1:
        yield _position_lost(fight)


def _named(name: str, value: int) -> str:
    return f"{name} {signed(value)}" if value else f"no modifier for {name}"


def _position_lost(fight: PrintedFight) -> Check:
    printed = record.POSITION_LOST
    free = computed_modifiers(fight, b_in_other_front=False)["position"]
    return Check(
        Kind.MODIFIER,
        fight.where,
        f"but for another unit’s front, B would bring {signed(printed)} for position",
        f"front and rear at the same time: {signed(free)}{SECONDARY_MARK}",
        ("TG-9.81-7",),
        printed == free,
    )


def _total(fight: PrintedFight) -> Check:
    replayed = replay()
    engine = replayed.results[fight.key] - CHOSEN[fight.key]
    added = sum(computed_modifiers(fight).values())
    return Check(
        Kind.TOTAL,
        fight.where,
        f"{signed(fight.total)} in all",
        f"{signed(engine)} in all",
        ("TG-9.81-7",),
        fight.total == engine == added,
    )


def _row(fight: PrintedFight) -> Iterator[Check]:
    row = result_row(fight)
    effects = effects_of(row)
    if fight.row is not None:
        yield Check(
            Kind.ROW,
            fight.where,
            f"the row of {fight.row} and more",
            f"the row of {row.lowest} and more{SECONDARY_MARK}",
            ("TG-9.81-8",),
            fight.row == row.lowest,
        )
    yield Check(
        Kind.ROW,
        fight.where,
        listed(fight.effects),
        listed(effects) + SECONDARY_MARK,
        ("TG-9.81-7", "TG-9.81-8"),
        fight.effects == effects,
    )


def effects_of(row: Row) -> frozenset[record.Effect]:
    """What a row of the table does, in the words of the record."""
    found: dict[record.Effect, bool] = {
        "attackers disordered": row.attackers.disordered,
        "attackers check": row.attackers.retreat == "check",
        "defenders disordered": row.defenders.disordered,
        "defenders retreat": row.defenders.retreat == "automatic",
        "pursuit": row.pursuit,
    }
    return frozenset(effect for effect, there in found.items() if there)


def listed(effects: frozenset[record.Effect]) -> str:
    """Effects as a reader reads them."""
    words = {"attackers check": "attackers check against retreat"}
    return ", ".join(words.get(each, each) for each in sorted(effects))


def _outcomes() -> Iterator[Check]:
    held, back = (replay({record.RETREAT_CHECK.key: face}) for face in (FACES[0], FACES[-1]))
    ends = (held, back)
    for name in record.WITHDRAWN:
        yield _outcome(
            name,
            "disordered already, it leaves the map",
            ("TG-9.81-7",),
            all(end.fates[name].place == Place.WITHDRAWN for end in ends),
        )
    riders = [each for each in record.CHARGERS if each.name in record.FIGHT_OVER_Y.attackers]
    best = max(riders, key=lambda each: each.cohesion).name
    advanced = {n for end in ends for n, f in end.fates.items() if f.place == Place.ADVANCED}
    yield _outcome(
        best,
        "of the highest cohesion, it advances into the hex of Y and stops",
        ("TG-9.71a", "TG-9.87a", "R-N7"),
        advanced == {best} and not any("pursuit" in key for key, _ in held.events),
    )
    for name in record.DISORDERED:
        yield _outcome(
            name,
            "disordered in the end",
            ("TG-9.84",),
            all(end.fates[name].order == Order.DISORDERED for end in ends),
        )
    for name in record.NOT_TWICE:
        yield _outcome(
            name,
            "not disordered a second time for its charge",
            ("TG-9.84",),
            not any(end.fates[name].place in GONE for end in ends),
        )


def _outcome(name: str, claim: str, clauses: tuple[str, ...], agrees: bool) -> Check:
    return Check(
        Kind.OUTCOME,
        f"unit {name}",
        claim,
        claim if agrees else "it comes otherwise",
        clauses,
        agrees,
    )
