"""Ten questions about the cavalry charge of Triumph & Glory: all answers are the engine's."""

from __future__ import annotations

from typing import Any, Final

from rules_lib.errors import IllegalAction
from rules_lib.presentation.learn.quiz import Option, Question, Quiz, ten
from rules_lib.rulebook.defaults import defaults
from rules_lib.triumph_and_glory import Cavalry, Infantry, charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    HEAVY_CHARGE_DRM,
    LIGHT_CHARGE_DRM,
    SQUARE_DRM,
)
from rules_lib.triumph_and_glory.charge.state import Place
from rules_lib.triumph_and_glory.charge.target import Stack, Target
from rules_lib.triumph_and_glory.units import Order, Unit

HEAVY: Final = Cavalry("Duval", 5, 4, cohesion_disordered=4, heavy=True)
FOOT: Final = Infantry("Orlov", 5, 4, cohesion_disordered=4)
LIGHT: Final = Cavalry("Gorin", 5, 4, cohesion_disordered=4, heavy=False)


def charge_questions() -> Quiz:
    """The questions under our default rulings."""
    questions = (
        _exactly(),
        _not_committed(),
        _bonus(),
        _at_a_square(),
        _no_square(),
        _disordered_foot(),
        _disordered_horse(),
        _recall(),
        _counter_charge(),
        _afterwards(),
    )
    return ten("quiz-charge", "Triumph & Glory", "the charges", questions)


def _run(dice: tuple[int, ...], target: Unit = FOOT, **plan: Any) -> charge.Charge:
    """Duval charges somebody, as far as these dice go."""
    situation = charge.Situation.of([Stack((HEAVY,))], [Target((target,), counter_shocks=())])
    return charge.adjudicate(situation, dice, plan, defaults(charge.Rulings))


def _added(**plan: bool) -> int:
    """What is added to the die of the fight."""
    dice = (0, 0, 4) if plan["square"] else (0, 4)
    return _run(dice, FOOT, recall=False, **plan).results["fight Duval"] - 4


def _exactly() -> Question:
    return Question(
        "q-commit",
        f"Your cavalry has cohesion {HEAVY.cohesion}, and rolls {HEAVY.cohesion} to commit."
        " Does it charge?",
        (
            Option(
                "No, it must be lower.", False, "At most the cohesion: the number itself passes."
            ),
            Option("Yes.", True, f"{HEAVY.cohesion} is at most {HEAVY.cohesion}."),
            Option("No, it must be higher.", "high", "In a test of cohesion low rolls are good."),
        ),
        ("TG-9.81-3",),
        lambda: _run((HEAVY.cohesion,)).fates["Duval"].place == Place.NEXT_TO_TARGET,
    )


def _not_committed() -> Question:
    return Question(
        "q-uncommitted",
        "The commitment roll fails. What becomes of the cavalry?",
        (
            Option(
                "It stays where it was, in good order.",
                (Place.UNCOMMITTED, Order.GOOD),
                "Only a unit that passes moves next to the target. A charge that never"
                " came tires nobody.",
            ),
            Option(
                "It is disordered.",
                (Place.UNCOMMITTED, Order.DISORDERED),
                "Disorder is for cavalry that has completed a charge.",
            ),
            Option(
                "It charges without its bonus.",
                (Place.NEXT_TO_TARGET, Order.GOOD),
                "Without the roll there is no charge at all.",
            ),
        ),
        ("TG-9.81-3", "TG-9.81-9"),
        lambda: (_run((9,)).fates["Duval"].place, _run((9,)).fates["Duval"].order),
    )


def _bonus() -> Question:
    return Question(
        "q-bonus",
        "Heavy cavalry charges infantry in line. What does it add to the roll of the fight?",
        (
            Option("Nothing.", 0, "The weight of the horses is what a charge is for."),
            Option(f"{LIGHT_CHARGE_DRM}.", LIGHT_CHARGE_DRM, "That is light cavalry."),
            Option(
                f"{HEAVY_CHARGE_DRM}.",
                HEAVY_CHARGE_DRM,
                "One unit of heavy cavalry is enough for it.",
            ),
        ),
        ("TG-9.83",),
        lambda: _added(square=False),
    )


def _at_a_square() -> Question:
    return Question(
        "q-square",
        "The same charge, but the infantry stands in square. What is added or taken off now?",
        (
            Option(
                f"{-SQUARE_DRM} are taken off.",
                SQUARE_DRM,
                f"The bonus is gone, and {-SQUARE_DRM} are taken off besides.",
            ),
            Option(
                f"{HEAVY_CHARGE_DRM} minus {-SQUARE_DRM}.",
                "both",
                f"No bonus is left to subtract {-SQUARE_DRM} from.",
            ),
            Option("Nothing.", 0, "A square does more than keep the bonus away."),
        ),
        ("TG-9.85f", "TG-9.83", "R-N3"),
        lambda: _added(square=True),
    )


def _no_square() -> Question:
    return Question(
        "q-no-square",
        "Your infantry rolls to form square, and fails. What now?",
        (
            Option("It stands in line as before.", Order.GOOD, "Trying has its price."),
            Option(
                "It is disordered.",
                Order.DISORDERED,
                "Caught halfway, it is in worse order than in line.",
            ),
            Option("It is in square, but weaker.", Order.SQUARE, "There is no half of a square."),
        ),
        ("TG-9.85e",),
        lambda: _run((0, 9), square=True).fates["Orlov"].order,
    )


def _disordered_foot() -> Question:
    def check() -> bool:
        missing = _run((0,), FOOT.ordered(Order.DISORDERED)).missing
        return missing is not None and missing.kind == "square"

    return Question(
        "q-disordered-foot",
        "Your infantry is already disordered, and is charged. May it try to form square?",
        (
            Option("Yes.", True, "A square wants ranks, and it has none."),
            Option("Yes, but only once.", "once", "It may not even try once."),
            Option("No.", False, "Only infantry in good order may try."),
        ),
        ("TG-9.85a",),
        check,
    )


def _disordered_horse() -> Question:
    def check() -> bool:
        try:
            Stack((HEAVY.ordered(Order.DISORDERED),))
        except IllegalAction:
            return False
        return True

    return Question(
        "q-disordered-horse",
        "Your cavalry is disordered. May it charge?",
        (
            Option("No.", False, "A charge needs good order from the start."),
            Option(
                "Yes, without its bonus.",
                "plain",
                "Disorder does not take the bonus, it takes the charge.",
            ),
            Option("Yes.", True, "First it has to be in good order again."),
        ),
        ("TG-9.81b",),
        check,
    )


def _recall() -> Question:
    def check() -> str:
        missing = _run((0, 0, 7), square=True, recall=True).missing
        return "charges" if missing is not None and missing.kind == "fight" else "home"

    return Question(
        "q-recall",
        "The infantry stands in square. You try to recall your cavalry of cohesion 5, and roll 7.",
        (
            Option("It comes home.", "home", "For that the roll had to be at most 5."),
            Option(
                "It must charge the square.",
                "charges",
                "Too high: the riders do not hear the bugle.",
            ),
            Option(
                "It waits in front of the square.",
                "waits",
                "A charge is broken off, or it is ridden.",
            ),
        ),
        ("TG-9.82", "TG-9.81-5", "R-N3"),
        check,
    )


def _counter_charge() -> Question:
    def check() -> bool:
        stays = {"retreat before shock": False, "counter-charge": True}
        return ("counter-charge Gorin", "failed") not in _run((0, 4), LIGHT, **stays).events

    return Question(
        "q-counter",
        "Light cavalry of cohesion 5 tries to counter-charge heavy. It rolls 4. Does it succeed?",
        (
            Option("Yes: 4 is at most 5.", True, "That would be so against light cavalry."),
            Option("It rolls again.", "again", "One roll decides it, here as elsewhere."),
            Option("No.", False, "Against heavy cavalry light adds 2: 6 is more than 5."),
        ),
        ("TG-9.86b",),
        check,
    )


def _afterwards() -> Question:
    def check() -> Order:
        return _run((0, 6, 9), square=False).fates["Duval"].order

    return Question(
        "q-after",
        "Your cavalry has charged and has won. In what order is it afterwards?",
        (
            Option("In good order: it has won.", Order.GOOD, "Nobody asks who has won."),
            Option("Disordered.", Order.DISORDERED, "A charge ends in disorder, won or lost."),
            Option("In square.", Order.SQUARE, "A square is for infantry."),
        ),
        ("TG-9.84", "TG-9.81-9"),
        check,
    )
