"""What is asked of the rules about the example: its facts, odds, readings, references, claims."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from rules_lib.errors import UnspecifiedBySource
from rules_lib.examples.audit import Finding, findings
from rules_lib.examples.claims import checks
from rules_lib.probability import Distribution
from rules_lib.rulebook import Clause, catalog, implements
from rules_lib.values.rich_display import DisplayList
from rules_lib.values.type_checks import checked

from ..charge.adjudicate import Charge, adjudicate
from ..charge.attack import Stack, Target
from ..charge.from_map.legality import legality
from ..charge.moves import ROLLS
from ..charge.odds import odds
from ..charge.rules.modifiers import FACES, SQUARE_DRM, charge_drm, cohesion_drm, position_drm
from ..charge.rulings import Rulings
from ..charge.situation import Situation
from ..map.hexes import Hex
from ..tables.results_table import Row, Span
from ..tables.secondary import default_secondary
from ..units import Cavalry, Infantry, Order
from . import record, scene
from .record import PrintedFight, PrintedRoll
from .scene import CHOSEN, faces_that, played, replay

HIGH_FIRE = 9
"""A defensive fire modifier that nobody could overlook."""

RIDERS = Stack((Cavalry("P", 5, 4, heavy=True),))
BESIDE = Stack((Infantry("S", 6, 4),), charges=False)
"""Infantry of higher cohesion, which shocks the target that the cavalry charges."""
CHASED = Target((Infantry("Q", 5, 1),))


def good(roll: PrintedRoll) -> str:
    """What adjudication calls it if a check passes."""
    return ROLLS[roll.kind][0]


def result_row(fight: PrintedFight) -> Row:
    """The row of the table for the result of a fight in the replay."""
    row = default_secondary().results.row(replay().results[fight.key])
    assert row is not None, "the shipped table has no gap"
    return row


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


@checked
def computed_modifiers(fight: PrintedFight, *, b_in_other_front: bool = True) -> dict[str, int]:
    """The modifiers of a fight one by one, apart from the engine.

    The ratio of strengths is taken over as printed: the strengths are not.
    """
    french = scene.chargers()
    attackers = [french[name] for name in fight.attackers]
    defender = scene.defenders(after_step_4=True)[fight.defender]
    square = defender.order == Order.SQUARE
    declared = scene.situation(b_in_other_front=b_in_other_front).attacks
    stacks = next(a.stacks for a in declared if a.targets[0].name == fight.defender)
    sides = [(stack.side_of(fight.defender), stack.in_other_front) for stack in stacks]
    charge = ("charge at a square", SQUARE_DRM) if square else ("charge", charge_drm(attackers))
    return {
        "strength ratio": dict(fight.modifiers)["strength ratio"],
        charge[0]: charge[1],
        "cohesion difference": cohesion_drm(attackers, [defender]),
        "clear terrain": default_secondary().clear_terrain_drm,
        "position": position_drm(sides, [defender]),
    }


def legal_distances() -> tuple[int, ...]:
    """From how many hexes A may charge Y, by TG-9.81a; tried on the map, hex by hex."""
    board, target = scene.board(), scene.TARGETS["Y"]
    starts = {away: Hex(target.q - away, target.r) for away in range(1, scene.RADIUS + 1)}
    return tuple(
        away
        for away, start in starts.items()
        if "TG-9.81a" not in legality("A", (), target, board.moved("A", start))
    )


def needs_of_retreat_check() -> dict[str, tuple[int, ...]]:
    """The faces with which C holds its hex, by the two readings of R-N1."""
    key, holds = record.RETREAT_CHECK.key, good(record.RETREAT_CHECK)
    read = {
        "printed": scene.READ,
        "disordered": replace(scene.READ, retreat_check_cohesion="disordered"),
    }
    return {each: faces_that(key, holds, rulings=rulings) for each, rulings in read.items()}


def doomed() -> bool:
    """Whether every face of the die of the fight over Y has the same end for all."""
    key = record.FIGHT_OVER_Y.key
    return all(replay({key: face}).fates == replay().fates for face in FACES)


@checked
def asks_before_pursuit(another_enemy: bool) -> bool:
    """Whether cavalry with a result of 10 or more is asked before it charges on.

    Args:
        another_enemy: it finds one in its front, besides the unit that retreated.
    """
    beyond = (Target((Infantry("R", 5),)),) if another_enemy else ()
    charge = _pursuing(replace(CHASED, beyond=beyond))
    assert charge.results["fight P"] >= 10, "no pursuit"
    assert charge.missing is not None, "a pursuit needs another die"
    return charge.missing.what == "decision"


def turns_in_pursuit() -> bool:
    """Whether cavalry that pursues turns in the hex that it moves into."""
    steps = _pursuing(CHASED).steps
    return any("TG-9.87a" in step.clauses and "to face" in step.text for step in steps)


def _pursuing(target: Target) -> Charge:
    situation = Situation.of([RIDERS], [target])
    return adjudicate(situation, {"commitment P": 0, "fight P": 9}, {"square": False}, scene.READ)


def where_chargers_come_first() -> tuple[str, ...]:
    """The rules in whose cases cavalry goes before infantry of higher cohesion.

    9.71 is about a hex that the fight emptied, 9.72 about one that was left before it.
    """
    fought = adjudicate(
        Situation.of([RIDERS, BESIDE], [Target((Infantry("Q", 3, 1),))]),
        {"commitment P": 0, "commitment S": 0, "fight P": 7, "retreat check Q": 9},
        rulings=replace(scene.READ, mixed_attack="together"),
    )
    left = adjudicate(
        Situation.of([RIDERS, BESIDE], [Target((Cavalry("Q", 3, 1, heavy=False),))]),
        {"check after leaving Q": 0},
        {"retreat before shock": True},
        scene.READ,
    )
    found = {"9.71": _options(fought, "advance"), "9.72": _options(left, "occupy")}
    return tuple(number for number, options in found.items() if "S" not in options)


def square_is_tried(rulings: Rulings) -> bool:
    """Whether infantry is asked for a square though no charger has committed itself."""
    dice = {"commitment P": max(FACES)}
    refused = adjudicate(Situation.of([RIDERS], [CHASED]), dice, rulings=rulings)
    return bool(_options(refused, "square"))


def _options(charge: Charge, kind: str) -> tuple[str, ...]:
    """The options of a decision of this kind that a charge waits for; none if it does not."""
    missing = charge.missing
    return missing.options if missing is not None and missing.kind == kind else ()


# ------------------------------------------------------------ how likely it was

DECISIONS = {"square": True, "recall": True, "counter-shock": False}
"""What both sides decide in the example; below 0 the Russians stay where they are."""


def chances() -> dict[str, Fraction]:
    """The chance of what is printed, for each of the eight dice by name.

    For the fight over Y it is the chance of the row that was read, 10 and more (E-N6).
    """
    odds_of_all, found = odds(scene.situation(), DECISIONS, scene.READ), {}
    for roll in record.ROLLS:
        good, bad = (odds_of_all.chance(roll.key, outcome) for outcome in ROLLS[roll.kind])
        found[roll.key] = (good if roll.passed else bad) / (good + bad)
    for fight in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z):
        read = Span(fight.lowest, fight.highest) if fight.row is None else result_row(fight)
        found[fight.key] = results_of(fight).probability(read.covers)
    return found


@checked
def results_of(fight: PrintedFight, *, b_in_other_front: bool = True) -> Distribution[int]:
    """The distribution of the modified result of a fight, once it comes to it as in the example."""
    declared = scene.situation(after_step_4=True, b_in_other_front=b_in_other_front)
    distribution = odds(declared, DECISIONS, scene.READ).results(*fight.attackers)
    fought = 1 - distribution[None]
    return Distribution(
        {result: p / fought for result, p in distribution.items() if result is not None}
    )


# ------------------------------------------------------------ which readings it contradicts


@checked
@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the example can be played as printed under a reading.

    Attributes:
        ruling: id of the ruling.
        reading: the value of its field.
        fits: the story comes out as printed.
    """

    ruling: str
    reading: Any
    fits: bool


def verdicts() -> Iterator[Verdict]:
    """Every reading of every ruling, each tried alone."""
    default = _story(scene.READ)
    for each in fields(Rulings):
        for reading in each.metadata["readings"]:
            story = _story(replace(scene.READ, **{each.name: reading}))
            yield Verdict(each.metadata["ruling"], reading, story == default)


def answered() -> tuple[str, ...]:
    """The rulings of which the example rules out a reading."""
    return tuple(dict.fromkeys(each.ruling for each in verdicts() if not each.fits))


def _story(rulings: Rulings) -> object:
    """The course of the example, with the faces on both sides of the need of its last check.

    ``None`` if something is left open.
    """
    situation = scene.situation(next(scene.all_types()))  # no reading fails for want of types
    last = record.RETREAT_CHECK
    try:
        ends = [
            played(situation, {**CHOSEN, last.key: face}, rulings)
            for face in (last.highest, last.highest + 1)
        ]
    except UnspecifiedBySource:
        return None
    return [(end.events, dict(end.fates)) for end in ends]


# ------------------------------------------------------------ where a rule is found

SYSTEM = "triumph-and-glory"


def excerpt() -> list[Clause]:
    """The clauses of the excerpt."""
    return [catalog().clauses[rule_id] for rule_id in catalog().systems[SYSTEM].clauses]


def rule_of(clause: Clause) -> str:
    """The number of the rule that a clause stands in."""
    return clause.source.partition(",")[0]


def homes(topic: str, besides: str) -> tuple[str, ...]:
    """The rules that say most on a topic: those with the most clauses that bear its word.

    Args:
        topic: a word of the source, as in :attr:`rules_lib.rulebook.Clause.term`.
        besides: the rule that refers; a reference leads to another one.
    """
    bearing = (rule_of(clause) for clause in excerpt() if _bears(clause, topic))
    counts = Counter(number for number in bearing if number != besides)
    return tuple(number for number, count in counts.items() if count == max(counts.values()))


def home(topic: str, numbers: Iterable[str], otherwise: str) -> str:
    """The id of the first clause on a topic in these rules; another one if there is none."""
    bearing = [clause for clause in excerpt() if _bears(clause, topic)]
    found = (each.id for number in numbers for each in bearing if rule_of(each) == number)
    return next(found, otherwise)


def _bears(clause: Clause, topic: str) -> bool:
    return topic.casefold() in clause.term.casefold()


# ------------------------------------------------------------ all claims


@implements("E-N1", "E-N2", "E-N3", "E-N4", "E-N5")
@implements("E-N6", "E-N7", "E-N8", "E-N9", "E-N10")
def audit() -> DisplayList[Finding]:
    """Hold every claim against the rules; the errata first, then the confirmed claims."""
    return findings(checks("rules_lib.triumph_and_glory.example.facts"))
