"""Rules that say two things: where chargers come first, turning, a roll of 10, the square."""

from collections.abc import Iterator
from dataclasses import replace

from rules_lib.audit import Check
from rules_lib.triumph_and_glory.charge.adjudicate import Charge, adjudicate
from rules_lib.triumph_and_glory.charge.cohesion import FACES
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Situation
from rules_lib.triumph_and_glory.charge.target import Stack, Target
from rules_lib.triumph_and_glory.example import record, scene
from rules_lib.triumph_and_glory.example.kinds import Kind
from rules_lib.triumph_and_glory.example.play import result_row
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

RIDERS = Stack((Cavalry("P", 5, 4, heavy=True),))
BESIDE = Stack((Infantry("S", 6, 4),), charges=False)
"""Infantry of higher cohesion, which shocks the target that the cavalry charges."""


def wording_checks() -> Iterator[Check]:
    """An exception that is out of place, and three pairs of rules that do not agree."""
    yield _exception()
    yield _turning()
    yield _rolled()
    yield _moment()


def where_chargers_come_first() -> tuple[str, ...]:
    """The rules in whose cases cavalry goes before infantry of higher cohesion.

    9.71 is about a hex that the fight emptied, 9.72 about one that was left before it.
    """
    weak = Infantry("Q", 3, 1)
    fought = adjudicate(
        Situation.of([RIDERS, BESIDE], [Target((weak,))]),
        {"commitment P": 0, "commitment S": 0, "fight P": 7, "retreat check Q": 9},
        rulings=replace(scene.READ, mixed_attack="together"),
    )
    left = adjudicate(
        Situation.of([RIDERS, BESIDE], [Target((Cavalry("Q", 3, 1, heavy=False),))]),
        {"check after leaving Q": 0},
        {"retreat before shock": True},
        scene.READ,
    )
    found = {"9.71": _asked(fought, "advance"), "9.72": _asked(left, "occupy")}
    return tuple(number for number, options in found.items() if "S" not in options)


def turns_in_pursuit() -> bool:
    """Whether cavalry that pursues turns in the hex that it moves into."""
    chased = adjudicate(
        Situation.of([RIDERS], [Target((Infantry("Q", 5, 1),))]),
        {"commitment P": 0, "fight P": 9},
        {"square": False},
        scene.READ,
    )
    return any("TG-9.87a" in step.clauses and "to face" in step.text for step in chased.steps)


def square_is_tried(rulings: Rulings) -> bool:
    """Whether infantry is asked for a square though no charger has committed itself."""
    refused = adjudicate(
        Situation.of([RIDERS], [Target((Infantry("Q", 5, 1),))]),
        {"commitment P": max(FACES)},
        rulings=rulings,
    )
    return bool(_asked(refused, "square"))


def _asked(charge: Charge, kind: str) -> tuple[str, ...]:
    """The options of a decision of this kind that a charge waits for; none if it does not."""
    missing = charge.missing
    return missing.options if missing is not None and missing.kind == kind else ()


def _exception() -> Check:
    home = " and ".join(where_chargers_come_first())
    return Check(
        Kind.EXCEPTION,
        f"{record.CHARGERS_FIRST_AT}, exception",
        f"chargers go before infantry: an exception to {record.CHARGERS_FIRST_AT}",
        f"an exception to {home}",
        ("TG-9.72b", "TG-9.71a", "TG-9.72a"),
        home == record.CHARGERS_FIRST_AT,
        "None on the game, once it is read as part of 9.71. Where the enemy left before the shock,"
        " any of the attackers may move in.",
    )


def _turning() -> Check:
    words = {True: "cavalry in pursuit turns", False: "cavalry in pursuit does not turn"}
    turns = turns_in_pursuit()
    return Check(
        Kind.TURNING,
        "9.71 with 9.73",
        words[record.TURNS_IN_SECONDARY_SHOCK],
        words[turns],
        ("TG-9.87a", "TG-9.71b", "TG-9.73a"),
        turns == record.TURNS_IN_SECONDARY_SHOCK,
        "Without the turn, the unit that it follows might not be in its front.",
    )


def _rolled() -> Check:
    row = result_row(record.FIGHT_OVER_Y)
    total = record.FIGHT_OVER_Y.total
    unmodified = [face for face in FACES if row.covers(face)]
    enough = [face for face in FACES if row.covers(face + total)]
    of_die = record.PURSUIT_ON_DIE
    return Check(
        Kind.ROLLED,
        "9.87, beginning",
        f"pursuit if the {'die shows' if of_die else 'modified result is'} {row.lowest} or more",
        f"pursuit if the modified result is {row.lowest} or more",
        ("TG-9.81-8", "TG-9.87a"),
        not of_die,
        f"The die shows {min(FACES)} to {max(FACES)}: by the die a pursuit comes"
        f" {len(unmodified)} times in {len(FACES)}, by the result, with {total:+d}, {len(enough)}"
        " times.",
    )


def _moment() -> Check:
    words = {
        False: "the square is tried after the commitment rolls",
        True: "the square is tried once all charges are declared",
    }
    at_once = square_is_tried(scene.READ)
    differ = at_once != square_is_tried(replace(scene.READ, square_without_charge=True))
    return Check(
        Kind.MOMENT,
        "9.85, procedure",
        words[record.SQUARE_ONCE_DECLARED],
        words[at_once],
        ("TG-9.85e", "TG-9.81-3", "TG-9.81-4", "R-N16"),
        at_once == record.SQUARE_ONCE_DECLARED,
        "They differ when no charger commits itself: then the infantry would still have to risk"
        " its order, against nobody."
        if differ
        else "",
    )
