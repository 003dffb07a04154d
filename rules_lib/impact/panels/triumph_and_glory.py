"""Situations of the cavalry charge. Numbers are cohesion; strengths are even if nothing is said."""

from dataclasses import replace

from rules_lib.impact.model import Panel, Situation
from rules_lib.impact.panels import _together as together
from rules_lib.impact.panels._charges import (
    PLAIN,
    Plan,
    battery,
    beaten,
    driven_out,
    ends,
    foot,
    heavy,
    light,
    off_the_map,
    situation,
)
from rules_lib.impact.panels._on_the_map import SIDES, WAYS
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Outcome, Place, Stack, Target
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order

NOTE = "Numbers are cohesion; strengths are even if nothing else is said."

SQUARE: Plan = {"square": True}

A, B = heavy("A"), heavy("B")


def _both_left(outcome: Outcome) -> bool:
    return outcome.left("Y", "Z")


def _charge(
    name: str, stacks: tuple[Stack, ...], target: Infantry | Cavalry, plan: Plan | None = None
) -> Situation:
    return situation(name, stacks, [Target((target,))], driven_out, plan)


CHARGE_ROWS: tuple[tuple[str, tuple[Stack, ...], Infantry | Cavalry, Plan | None], ...] = (
    ("heavy 5 charges infantry 6", (Stack((A,)),), foot(), None),
    ("heavy 6 charges infantry 4", (Stack((heavy("A", 6),)),), foot("Y", 4), None),
    (
        "light 5 charges infantry 6, half as strong",
        (Stack((light(),)),),
        foot("Y", 6, 3),
        None,
    ),
    ("heavy 5 charges infantry 6 in the rear", (Stack((A,), through="rear"),), foot(), None),
    ("heavy 5 charges heavy 6", (Stack((A,)),), heavy("Y", 6), None),
    (
        "heavy 5 charges infantry 6, which tries to form square",
        (Stack((A,)),),
        foot(),
        SQUARE,
    ),
    (
        "heavy 4 and light 6 charge infantry 5, which tries to form square",
        (Stack((heavy("A", 4),)), Stack((light("B", 6),))),
        foot("Y", 5),
        SQUARE,
    ),
    (
        "heavy 5, twice as strong, charges infantry 3, which tries to form square",
        (Stack((heavy("A", 5, 12),)),),
        foot("Y", 3),
        SQUARE,
    ),
)

CHARGES = tuple(_charge(*row) for row in CHARGE_ROWS)


def _not_given(
    name: str, stacks: tuple[Stack, ...], target: Infantry | Cavalry, plan: Plan | None
) -> Situation:
    """The same charge, of units whose disordered cohesion nobody has given."""
    bare = tuple(
        replace(stack, units=tuple(replace(unit, cohesion_disordered=None) for unit in stack.units))
        for stack in stacks
    )
    return _charge(name, bare, replace(target, cohesion_disordered=None), plan)


CHARGES_NOT_GIVEN = tuple(_not_given(*row) for row in CHARGE_ROWS)

STACKS = (
    situation(
        "heavy 5 charges a stack: infantry 6 on infantry 4",
        [Stack((heavy("A", 5, 12),))],
        [Target((foot(), foot("Z", 4)))],
        _both_left,
    ),
    situation(
        "heavy 6 charges a stack: infantry 3 on infantry 7",
        [Stack((heavy("A", 6, 12),))],
        [Target((foot("Y", 3), foot("Z", 7)))],
        _both_left,
    ),
    situation(
        "heavy 5 charges a stack of two infantry 5 that tries to form square",
        [Stack((heavy("A", 5, 12),))],
        [Target((foot("Y", 5), foot("Z", 5)))],
        _both_left,
        SQUARE,
    ),
)

RECALLED = ((5, 5), (3, 8), (7, 2), (6, 8))


def _recalled(cohesion: int, fire: int) -> Situation:
    return situation(
        f"heavy {cohesion}; infantry 6 forms square, its battery fires with {fire}",
        [Stack((heavy("A", cohesion),))],
        [Target((foot(), battery("G", fire)))],
        ends("A", Place.RECALLED, Place.BACK_AT_START),
        {**SQUARE, "fire": "first", "recall": True},
    )


def _recalled_under_fire(cohesion: int, fire: int) -> Situation:
    return situation(
        f"heavy {cohesion} charges infantry 6; its battery fires with {fire}",
        [Stack((heavy("A", cohesion),))],
        [Target((foot(), battery("G", fire)))],
        ends("A", Place.RECALLED, Place.BACK_AT_START),
        {"fire": "first", "recall": True},
    )


def _where_recalled(cohesion: int, cause: str) -> Situation:
    hexed = Target((foot(), battery("G", 8)))
    attack = charge.Situation.of([Stack((heavy("A", cohesion),))], [hexed])
    chosen = SQUARE if cause == "square" else {"fire": "first"}
    words = {
        Place.RECALLED: "in the hex it has reached",
        Place.BACK_AT_START: "in its starting hex",
    }

    def stands(rulings: charge.Rulings) -> str:
        odds = charge.odds(attack, {**PLAIN, **chosen, "recall": True}, rulings)
        places = [fate.place for fate in odds.fate("A") if fate.place in words]
        return " or ".join(dict.fromkeys(words[place] for place in places)) or "never recalled"

    return Situation(f"heavy {cohesion}, recalled after {cause}", stands)


RIDDEN_DOWN = (
    ("heavy 6 charges infantry 5, half as strong", heavy("A", 6, 8), foot("Y", 5, 4)),
    ("heavy 5 charges infantry 6", A, foot()),
    ("heavy 7 charges infantry 4, a third as strong", heavy("A", 7, 9), foot("Y", 4, 3)),
    ("light 6 charges infantry 3, a third as strong", light("A", 6, 9), foot("Y", 3, 3)),
    ("light 7 charges light 5, half as strong", light("A", 7, 8), light("Y", 5, 4)),
)


def _ridden_down(name: str, rider: Cavalry, target: Infantry | Cavalry) -> Situation:
    return situation(name, [Stack((rider,))], [Target((target,))], off_the_map)


BEHIND = (Target((foot("Z", 7),)),)

CHASES = (
    situation(
        "heavy 7 charges infantry 4, a third as strong; infantry 7, two thirds as strong, behind"
        " it",
        [Stack((heavy("A", 7, 9),))],
        [Target((foot("Y", 4, 3),), beyond=BEHIND)],
        off_the_map,
    ),
    situation(
        "heavy 7 charges infantry 4, a third as strong; infantry 7, two thirds as strong, behind it"
        " leaves the map, too",
        [Stack((heavy("A", 7, 9),))],
        [Target((foot("Y", 4, 3),), beyond=BEHIND)],
        lambda outcome: outcome.gone("Y", "Z"),
    ),
    situation(
        "light 5 charges infantry 5 in the rear",
        [Stack((light(),), through="rear")],
        [Target((foot("Y", 5),))],
        off_the_map,
    ),
)


def _both_advance(name: str, *stacks: Stack) -> Situation:
    def both(outcome: Outcome) -> bool:
        return all(outcome.fate(unit).place == Place.ADVANCED for unit in ("A", "B"))

    routed = foot("Y", 4, order=Order.DISORDERED)
    return situation(f"{name} charge disordered infantry", stacks, [Target((routed,))], both)


def _countercharged(name: str, target: Cavalry, *stacks: Stack) -> Situation:
    told = f"{name} from two hexes; it counter-charges one"
    plan = {"counter-charge": "first"}
    return situation(told, stacks, [Target((target,))], driven_out, plan)


def _rough_ground(name: str, rider: Cavalry, target: Infantry | Cavalry) -> Situation:
    behind_wood = Target((target,), chargeable_after_retreat=False)
    return situation(f"{name}; it flees into a wood", [Stack((rider,))], [behind_wood], off_the_map)


UNDER_FIRE = ((5, 5), (3, 5), (3, 8), (7, 2), (7, 8))
"""Cohesion of the cavalry, strength of the fire."""


def _under_fire(cohesion: int, fire: int) -> Situation:
    return situation(
        f"heavy {cohesion}, twice as strong, charges infantry 6 through fire of {fire}, and rides"
        " on",
        [Stack((heavy("A", cohesion, 12),))],
        [Target((foot(), battery("G", fire)))],
        off_the_map,
        {"fire": "first"},
    )


def _slips_away(cohesion: int) -> Situation:
    return situation(
        f"heavy cavalry charges light {cohesion}, which leaves",
        [Stack((A,))],
        [Target((light("Y", cohesion),))],
        beaten,
        {"retreat before shock": True},
    )


STRONG = heavy("A", 7, 9)

PURSUED = (
    situation(
        "heavy 7 charges infantry 5, half as strong, which flees past its like; a battery of 8"
        " there fires",
        [Stack((STRONG,))],
        [Target((foot("Y", 5, 4),), beyond=(Target((foot("Z", 5, 4), battery("G", 8))),))],
        off_the_map,
        {"pursuit 1: fire G": "first"},
    ),
    situation(
        "heavy 7 charges light 5, half as strong, which leaves before the second charge",
        [Stack((STRONG,))],
        [Target((light("Y", 5, 4),))],
        off_the_map,
        {"pursuit 1: retreat before shock Y": True},
    ),
    situation(
        "light 7 charges infantry 5, half as strong; light 8, two thirds as strong, behind it"
        " counter-charges",
        [Stack((light("A", 7, 9),))],
        [Target((foot("Y", 5, 4),), beyond=(Target((light("Z", 8),)),))],
        off_the_map,
        {"pursuit 1: counter-charge Z": "first"},
    ),
)


def _answered(name: str, attacker: Infantry, rider: Cavalry) -> Situation:
    return situation(
        f"{name}, which counter-charges",
        [Stack((attacker,), charges=False)],
        [Target((rider,))],
        lambda outcome: outcome.gone("A"),
        {"answer": "counter-charge"},
    )


NOBODY_CAME = ((5, 6), (3, 3), (7, 4), (4, 8), (2, 5))


def _nobody_came(cohesion: int, target: int) -> Situation:
    return situation(
        f"heavy {cohesion} charges infantry {target}, which tries to form square",
        [Stack((heavy("A", cohesion),))],
        [Target((foot("Y", target),))],
        beaten,
        SQUARE,
    )


def _thrown_back(name: str, rider: Cavalry, target: Infantry) -> Situation:
    back = ends("A", Place.RETREATED, Place.WITHDRAWN, Place.ELIMINATED)
    return situation(name, [Stack((rider,))], [Target((target,))], back, SQUARE)


BOTH_ADVANCE = (
    ("heavy 5 and heavy 4", Stack((A,)), Stack((heavy("B", 4),))),
    ("heavy 6 and light 5", Stack((heavy("A", 6),)), Stack((light("B"),))),
    ("light 4 and light 3", Stack((light("A", 4),)), Stack((light("B", 3),))),
)

COUNTERCHARGED = (
    ("two heavy 5 charge heavy 6", heavy("Y", 6), Stack((A,)), Stack((B,))),
    (
        "heavy 6 and light 5 charge heavy 4",
        heavy("Y", 4),
        Stack((heavy("A", 6),)),
        Stack((light("B"),)),
    ),
    ("two light 5 charge light 6", light("Y", 6), Stack((light(),)), Stack((light("B"),))),
)

ANSWERED = (
    ("infantry 5 shocks heavy 6", foot("A", 5), heavy("Y", 6)),
    ("infantry 4 shocks heavy 7, twice as strong", foot("A", 4), heavy("Y", 7, 12)),
    ("infantry 6 shocks light 5", foot("A", 6), light("Y", 5)),
)

THROWN_BACK = (
    ("heavy 5 charges a square of infantry 6", A, foot()),
    ("heavy 7 charges a square of infantry 4", heavy("A", 7), foot("Y", 4)),
    ("light 5 charges a square of infantry 8, twice as strong", light(), foot("Y", 8, 12)),
    (
        "light 3 charges a square of infantry 6, thrice as strong",
        light("A", 3, 3),
        foot("Y", 6, 9),
    ),
)


def _panel(rulings: str, headline: str, *situations: Situation) -> Panel:
    return Panel(tuple(rulings.split()), headline, situations, NOTE)


OUT, OFF = "the target is driven out", "the target leaves the map"

PANELS = (
    _panel("R-N1 R-N3", OUT, *CHARGES),
    _panel("R-N2", OUT, *CHARGES_NOT_GIVEN),
    _panel("R-N4", "the cavalry is recalled", *(_recalled(*row) for row in RECALLED)),
    _panel("R-N5", OUT, *SIDES),
    _panel("R-N6", OFF, *(_ridden_down(*row) for row in RIDDEN_DOWN), *CHASES),
    _panel("R-N7", "both cavalry units advance", *(_both_advance(*row) for row in BOTH_ADVANCE)),
    _panel(
        "R-N8",
        "where the cavalry stands",
        _where_recalled(5, "square"),
        _where_recalled(5, "fire"),
    ),
    _panel("R-N9", OUT, *(_countercharged(*row) for row in COUNTERCHARGED)),
    _panel("R-N10", OFF, *(_rough_ground(*row) for row in RIDDEN_DOWN)),
    _panel("R-N11", OFF, *(_under_fire(*row) for row in UNDER_FIRE)),
    _panel("R-N12", "the light cavalry ends in disorder", *map(_slips_away, (3, 4, 5, 6, 7))),
    _panel("R-N13", OUT, *together.ENEMIES_IN_FRONT),
    _panel("R-N14", OFF, *PURSUED),
    _panel("R-N15", "the infantry leaves the map", *(_answered(*row) for row in ANSWERED)),
    _panel(
        "R-N16",
        "the infantry ends in disorder, or off the map",
        *(_nobody_came(*row) for row in NOBODY_CAME),
    ),
    _panel(
        "R-N17",
        "the charging cavalry is driven back",
        *(_thrown_back(*row) for row in THROWN_BACK),
    ),
    _panel("R-N18", "how many ways lead to the target", *WAYS),
    _panel("R-N19", "the whole stack is driven out", *STACKS),
    *(_panel(rule_id, OUT, *listed) for rule_id, listed in together.PANELS.items()),
    _panel(
        "R-N26",
        "the cavalry is recalled",
        *(_recalled_under_fire(*row) for row in RECALLED),
    ),
    *(_panel(rule_id, said, *listed) for rule_id, (said, listed) in together.OTHERS.items()),
)
