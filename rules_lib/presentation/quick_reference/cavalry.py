"""The cavalry charge of Triumph & Glory on one page: nine steps, modifiers, results."""

from collections.abc import Iterator
from fractions import Fraction

from rules_lib.presentation.quick_reference.sheet import (
    Cell,
    Grid,
    Sheet,
    Step,
    answers,
    line,
)
from rules_lib.probability import Distribution
from rules_lib.rulebook.defaults import defaults
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.cohesion import DIE, FACES, passing_faces
from rules_lib.triumph_and_glory.charge.plans import Plan
from rules_lib.triumph_and_glory.charge.rules.combat import LIGHT_COUNTERCHARGED
from rules_lib.triumph_and_glory.charge.rules.fire import FIRE_AT_SQUARE_DRM, fire_odds
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    SQUARE_DRM,
    charge_drm,
    pursuit_drm,
    signed,
)
from rules_lib.triumph_and_glory.charge.rules.reactions import LIGHT_AGAINST_HEAVY
from rules_lib.triumph_and_glory.tables.results_table import SECONDARY_SOURCE, Effect, Row
from rules_lib.triumph_and_glory.tables.secondary import Secondary, require_secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry
from rules_lib.type_checks import checked

COHESIONS = range(2, 10)
TOTALS = range(-4, 11)
"""Total modifiers in the table of results."""
GUNS = (2, 4, 6, 8)
"""Fire strengths in the table of reaction fire."""
CHARGER = 6
"""Cohesion of the cavalry in the worked charge."""
MET = range(3, 9)
"""Cohesions of the infantry it meets."""

TOLD_IN_STEPS = ("R-N3", "R-N4", "R-N8", "R-N9", "R-N11", "R-N12", "R-N20", "R-N22", "R-N31")
SELDOM = ("R-N2", "R-N10", "R-N15", "R-N16", "R-N25", "R-N26", "R-N28", "R-N29", "R-N30", "R-N32")

HEAVY, LIGHT = Cavalry("heavy", 5, heavy=True), Cavalry("light", 5, heavy=False)
EFFECTS = {
    "none": "nothing",
    "check": "check, or disorder",
    "disorder": "disorder",
    "disorder and retreat": "disorder, retreat",
}
RETREATS = {"none": "", "check": "retreat check", "automatic": "retreat"}


@checked
def cavalry_sheet(
    rulings: charge.Rulings | None = None, secondary: Secondary | None = None
) -> Sheet:
    """The sheet of the charge, with our default rulings unless others are given.

    Args:
        rulings: how the open rules are read.
        secondary: what the rules lean on and do not contain; as shipped if it is left out.
    """
    reads = rulings or defaults(charge.Rulings)
    borrowed = require_secondary(secondary)
    return Sheet(
        system="triumph-and-glory",
        title="Triumph & Glory: the cavalry charge",
        purpose="Nine steps, one ten-sided die (0 to 9).",
        steps=tuple(_steps(reads, borrowed)),
        grids=(
            _checks(),
            _own_modifiers(reads),
            _borrowed_modifiers(borrowed),
            _results(reads, borrowed),
            _chances(borrowed),
            _fire(borrowed),
            _charges(reads, borrowed),
        ),
        answers=answers(reads),
        off_paper=TOLD_IN_STEPS + SELDOM,
    )


def _steps(reads: charge.Rulings, borrowed: Secondary) -> Iterator[Step]:
    detour = "" if reads.detour else " (two hexes away: one)"
    yield Step(
        "Declare: good order, in sight, two or three hexes away, not from an enemy zone of control,"
        f" open ground. The path takes one or two hexes{detour}, at most 2 movement points each,"
        " not past the front of enemy cavalry.",
        ("TG-9.81-1", "TG-9.81a", "TG-9.81d", "TG-9.81e", "TG-9.81f"),
    )
    failed = "disordered" if reads.failed_check_before_shock == "disordered" else "no matter"
    yield Step(
        "Slip away, before any shock: light cavalry and horse guns from heavy cavalry only;"
        " cavalry, horse guns and steady jaegers from infantry (secondary source). A unit"
        f" that leaves charging heavy cavalry checks; failed: {failed}. You may enter each hex"
        " that is left.",
        ("TG-9.81-2", "TG-9.72a", "TG-9.86e", "R-N12"),
    )
    yield Step("Commit: check the top cavalry. Passed: next to the target.", ("TG-9.81-3",))
    zone = "any enemy zone" if reads.chargers_zoc_forbids_square else "another enemy’s zone"
    side = "front or flank" if reads.countercharge_through_flank else "front"
    added = "" if reads.added_enemies_react else " Only who was declared a target."
    who = "chargers from one hex" if reads.countercharge_stops == "that_hex" else "all chargers"
    yield Step(
        f"Answer. Infantry in good order, not in {zone} of control, may form square: check."
        f" Failed: disordered. Cavalry in good order, charged through its {side}, in no other"
        f" enemy’s front, may counter-charge: check. Passed: {who} lose the charge bonus, whatever"
        " hexes they attack. Failed: the charge goes on. If a stack only shocks them, they may do"
        f" neither.{added}",
        ("TG-9.85a", "TG-9.85e", "TG-9.86a", "TG-9.86b", "R-N3", "R-N9", "R-N22", "R-N23"),
    )
    stays = "where it is now" if reads.recalled_stays == "hex_reached" else "where it started"
    yield Step(
        f"Recall from a square: check. Passed: it stays {stays}. Failed: it must charge. Never in"
        " pursuit.",
        ("TG-9.81-5", "TG-9.82", "R-N8"),
    )
    lost = {"in_full": "nothing", "no_pursuit": "its pursuit", "no_bonus": "its bonus"}
    loses = lost.get(reads.charging_on_disordered, "its bonus and its pursuit")
    again = "even if that was tried in step 5" if reads.recall_rolls == "each_cause" else "once"
    in_hex = reads.reaction_fire_by == "guns_in_hex"
    guns = "Guns in the target’s hex" if in_hex else "Guns next to the chargers"
    yield Step(
        f"Reaction fire. {guns} fire once, at a hex in their front: each unit there checks for"
        " itself, of infantry the top one only. Cavalry that it disorders may be recalled"
        f" ({again}); else it charges on and loses {loses}. Others that it disorders attack no"
        " more.",
        ("TG-9.81-6", "R-N4", "R-N11", "R-N20"),
    )
    turns = reads.mixed_attack != "together"
    fought = "fought" if reads.mixed_attack == "group_advances" else "attack it"
    mixed = "First the chargers, then shocking cavalry, then infantry" if turns else "All together"
    own = reads.several_hexes == "each_its_own"
    hexes = "each hex with its own" if own else "one set of modifiers for all hexes"
    yield Step(
        f"Fight. {mixed}: one die with all modifiers, {hexes}. Guns have no strength; alone they"
        f" are eliminated (secondary source). Hex empty: of those who {fought}, the stack with the"
        " best cohesion moves in, chargers before infantry. Each empty hex takes one stack, if it"
        " can.",
        ("TG-9.81-7", "TG-9.71a", "TG-9.72b", "R-N21", "R-N24", "R-N31"),
    )
    pursuit = next((row.results for row in borrowed.results.rows if row.pursuit), "no result")
    yield Step(
        f"Result {pursuit}: cavalry that charged moves in, heavy first, and charges again at"
        " once. The target has left the map: it stops. Other enemies in its front: it may attack"
        " both, or stop; infantry among them may form square, and nobody is recalled.",
        ("TG-9.81-8", "TG-9.87a", "TG-9.87b", "TG-9.87c", "TG-9.85c"),
    )
    yield Step(
        "At the end every unit that charged, counter-charged or pursued is disordered.",
        ("TG-9.81-9", "TG-9.84", "TG-9.87d"),
    )


def _checks() -> Grid:
    def passed(cohesion: int, drm: int = 0) -> Fraction:
        return Fraction(passing_faces(cohesion, drm), len(FACES))

    drm = LIGHT_AGAINST_HEAVY
    return Grid(
        "Does the check pass?",
        ("cohesion", *map(str, COHESIONS)),
        (
            ("check", *map(passed, COHESIONS)),
            (f"with {signed(drm)}", *(passed(c, drm) for c in COHESIONS)),
        ),
        ("TG-9.81-3", "TG-9.82", "TG-9.85e", "TG-9.86b"),
        note="It passes if the die shows the cohesion or less."
        f" {signed(drm)}: light cavalry counter-charges heavy.",
        highlights=True,
    )


def _own_modifiers(reads: charge.Rulings) -> Grid:
    tired = ", ".join(signed(pursuit_drm(number, reads)) for number in (1, 2, 3))
    rows = (
        ("a heavy unit charges", signed(charge_drm([HEAVY])), "TG-9.83"),
        ("only light units charge", signed(charge_drm([LIGHT])), "TG-9.83"),
        ("against a square, instead", signed(SQUARE_DRM), "TG-9.85f"),
        ("light, heavy counter-charged it", signed(LIGHT_COUNTERCHARGED), "TG-9.86c"),
        ("1st, 2nd, 3rd charge in pursuit", tired, "TG-9.87e"),
    )
    return Grid(
        "What is added to the die of the fight?", ("for", "die", "number"), rows, prose=True
    )


def _borrowed_modifiers(borrowed: Secondary) -> Grid:
    steps = [f"{each.attack}:{each.defence} {signed(each.drm)}" for each in borrowed.ratios]
    rows = (
        ("strength, at least", f"{', '.join(steps)}; below {signed(borrowed.worst_ratio_drm)}"),
        ("cohesion", "your best less their best"),
        ("clear ground, through its front, a flank open", signed(borrowed.clear_terrain_drm)),
        ("from the rear", signed(borrowed.rear_drm)),
        ("from front and rear", signed(borrowed.front_and_rear_drm)),
    )
    return Grid("Also added to it", ("for", "die"), rows, borrowed=SECONDARY_SOURCE, prose=True)


def _results(reads: charge.Rulings, borrowed: Secondary) -> Grid:
    def told(effect: Effect) -> str:
        retreat = RETREATS[_retreat(effect, reads)]
        return ", ".join(part for part in ("disorder" * effect.disordered, retreat) if part) or "–"

    def after(row: Row) -> str:
        names = (("pursuit", row.pursuit), ("counter-shock", row.counter_shock))
        return ", ".join(name for name, is_due in names if is_due) or "–"

    rows = tuple(
        (row.results, told(row.attackers), told(row.defenders), after(row))
        for row in borrowed.results.rows
    )
    head = ("result", "attackers", "defenders", "then")
    return Grid(
        "What does the result do?",
        head,
        rows,
        ("TG-9.81-7", "R-N17"),
        borrowed=borrowed.cite("results"),
        note=_check_note(reads, borrowed),
        prose=True,
    )


def _retreat(effect: Effect, reads: charge.Rulings) -> str:
    return reads.retreat_below_zero if effect.retreat == "ruling" else effect.retreat


def _check_note(reads: charge.Rulings, borrowed: Secondary) -> str:
    printed = reads.retreat_check_cohesion == "printed"
    which = "its printed cohesion" if printed else "the cohesion it has in disorder"
    known = [f"{row.results}: {row.basis}." for row in borrowed.results.rows if row.basis]
    checks = f"Who was disordered just now checks with {which}. Disordered twice: off the map."
    return " ".join([checks, "Of the table,", *known])


def _chances(borrowed: Secondary) -> Grid:
    rows = borrowed.results.rows

    def chances(drm: int) -> tuple[Cell, ...]:
        distribution = _distribution(drm, borrowed)
        return signed(drm), *(distribution[row.results] for row in rows)

    return Grid(
        "How likely is each result?",
        ("modifiers in all", *(row.results for row in rows)),
        tuple(map(chances, TOTALS)),
        ("TG-9.81-7",),
        borrowed=borrowed.cite("results"),
        highlights=True,
    )


def _distribution(drm: int, borrowed: Secondary) -> Distribution[str]:
    def name(face: int) -> str:
        row = borrowed.results.row(face + drm)
        return row.results if row else "no row"

    return DIE.map(name)


def _fire(borrowed: Secondary) -> Grid:
    distributions = [
        fire_odds(
            Artillery("gun", 5, fire=strength),
            [HEAVY],
            adjacent=True,
            in_square=False,
            secondary=borrowed,
        )
        for strength in GUNS
    ]
    rows = tuple(
        line(
            row.results,
            EFFECTS[row.effect],
            *(distribution[row.effect] for distribution in distributions),
        )
        for row in borrowed.fire_rows
    )
    drms = f"{signed(borrowed.fire_adjacent_drm)} for the next hex is counted in. Not counted:"
    return Grid(
        "What does a gun do to one unit in the next hex?",
        ("result", "effect", *(f"fire {strength}" for strength in GUNS)),
        rows,
        ("TG-9.81-6", "TG-9.85g"),
        borrowed=borrowed.cite("fire"),
        note=f"{drms} {signed(FIRE_AT_SQUARE_DRM)} at a square,"
        f" {signed(borrowed.fire_further_unit_drm)} for each further unit in the hex.",
        highlights=True,
    )


PLANS: dict[str, Plan] = {
    "stands in line": {"square": False},
    "tries a square; you go on": {"square": True, "recall": False},
    "tries a square; you recall": {"square": True, "recall": True},
}
ALWAYS: Plan = {"counter-shock": False, "advance": "first", "pursuers": "first"}


def _charges(reads: charge.Rulings, borrowed: Secondary) -> Grid:
    def left(cohesion: int, plan: Plan) -> Fraction:
        cavalry = Cavalry("cavalry", CHARGER, CHARGER, CHARGER - 1, heavy=True)
        infantry = Infantry("infantry", cohesion, CHARGER, cohesion - 1)
        target = charge.Target((infantry,), clear_terrain=True)
        situation = charge.Situation.of([charge.Stack((cavalry,))], [target])
        odds = charge.odds(situation, {**ALWAYS, **plan}, reads, secondary=borrowed)
        return odds.outcomes.probability(lambda outcome: outcome.left("infantry"))

    rows = tuple(line(str(c), *(left(c, plan) for plan in PLANS.values())) for c in MET)
    return Grid(
        "Heavy cavalry charges infantry: does it drive it off?",
        ("its cohesion", *PLANS),
        rows,
        ("TG-9.81-3", "TG-9.82", "TG-9.85e"),
        borrowed=SECONDARY_SOURCE,
        note=f"Cavalry of cohesion {CHARGER}, as strong as the infantry, on clear ground,"
        " commitment roll counted in.",
        highlights=True,
    )
