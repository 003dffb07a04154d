"""One card, one roll: predict, then see."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rules_lib.paper_tigers import Card, command
from rules_lib.presentation.learn.story import (
    Choice,
    Headline,
    Line,
    Mark,
    Part,
    Scene,
    Story,
    Throw,
    points,
)
from rules_lib.presentation.paper_tigers.scenes import tell_test
from rules_lib.presentation.wording import chance_in_words, percent
from rules_lib.transcript import Step

CARD: Final = Card("red", 7)
NAME: Final = "Your squad"
CHARGE_DICE: Final = (2, 5, 1)
MOVE_DICE: Final = (4, 2)
GUESSES: Final = tuple(Fraction(n, 10) for n in (3, 6, 9))
"""What a reader may predict."""


def card_story() -> Story:
    """A red 7 charges, then moves: how likely is each?"""
    charge, move = (command.chance(CARD, purpose) for purpose in ("charge", "movement"))
    fights, moves = CARD.combat_dice, CARD.movement_dice
    return Story(
        "one-card",
        "Does your squad obey?",
        (Part("passed", "good"), Part("failed", "bad")),
        Headline(
            0, "The test is passed {chance}.", "The test is passed.", "The test is not passed."
        ),
        (
            Scene(
                "charge-guess",
                "Your squad wants to charge",
                (
                    Line(Step(f"The card beside it is a {CARD}.", ("PT-M3",))),
                    Line(
                        Step(
                            f"A red card fights with {fights} dice. Add them up. {CARD.value} or"
                            " more, and it charges.",
                            ("PT-M3",),
                        )
                    ),
                ),
                _unknown(),
                "What do you expect?",
                _guesses(charge, "charge-odds"),
                when="You guess first",
            ),
            _told(
                "charge-odds",
                f"{fights} dice against {CARD.value}",
                Step(f"{fights} dice reach {CARD.value} {chance_in_words(charge)}.", ("PT-M3",)),
                charge,
                "charge-roll",
            ),
            _rolled("charge-roll", "charge", CHARGE_DICE, "move-guess"),
            Scene(
                "move-guess",
                "And to move?",
                (
                    Line(
                        Step(
                            "For a move the dice are the other way round: red two, black three.",
                            ("PT-M19",),
                        )
                    ),
                    Line(Step(f"So your {CARD} moves with {moves} dice.", ("PT-M19",))),
                ),
                _unknown(),
                "What do you expect now?",
                _guesses(move, "move-odds"),
                when="You guess first",
            ),
            _told(
                "move-odds",
                f"{moves} dice against {CARD.value}",
                Step(
                    f"{moves} dice reach {CARD.value} {chance_in_words(move)}. The third die was"
                    f" worth {points(charge - move)}.",
                    ("PT-M4", "PT-M19"),
                ),
                move,
                "move-roll",
            ),
            _rolled("move-roll", "movement", MOVE_DICE, ""),
        ),
        "{good} of your {all} guesses were the nearest one.",
    )


def _told(scene_id: str, heading: str, step: Step, chance: Fraction, to: str) -> Scene:
    return Scene(
        scene_id,
        heading,
        (Line(step),),
        (chance, 1 - chance),
        "Try it?",
        (Choice("Roll", to),),
        when="Before the roll",
    )


def _rolled(scene_id: str, purpose: command.Purpose, faces: tuple[int, ...], to: str) -> Scene:
    test = command.CommandTest(CARD, purpose, sum(faces))
    steps = tell_test(test, NAME).steps
    lines = (Line(steps[0], Throw("Your dice", "neutral", faces)), *map(Line, steps[1:]))
    if not to:
        remember = Step("Remember: black moves, red fights.", ("PT-M3", "PT-M19"), heading=True)
        lines = (*lines, Line(remember))
    return Scene(
        scene_id,
        "The dice have fallen",
        lines,
        (Fraction(test.passed), Fraction(not test.passed)),
        "Next?" if to else "",
        (Choice("Go on", to),) if to else (),
    )


def _guesses(chance: Fraction, to: str) -> tuple[Choice, ...]:
    off = [abs(guess - chance) for guess in GUESSES]
    return tuple(
        Choice(
            f"{chance_in_words(guess)}".capitalize(),
            to,
            f"It is {percent(chance)}: you are {points(miss)} off.",
            _mark(miss, off),
            "the nearest guess" if miss == min(off) else f"{points(miss)} off",
        )
        for guess, miss in zip(GUESSES, off, strict=True)
    )


def _mark(miss: Fraction, off: list[Fraction]) -> Mark:
    return "best" if miss == min(off) else "worse"


def _unknown() -> tuple[Fraction, ...]:
    """No chances are shown while the reader guesses."""
    return ()
