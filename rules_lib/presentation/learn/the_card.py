"""One card, one roll: predict, then see."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rules_lib.paper_tigers import Card, command
from rules_lib.presentation.drawing import command_card
from rules_lib.presentation.learn.casting import Cast, Group, Throw
from rules_lib.presentation.learn.judged import Mark, points
from rules_lib.presentation.learn.story import Choice, Headline, Line, Part, Piece, Scene, Story
from rules_lib.presentation.paper_tigers.scenes import tell_test
from rules_lib.transcript import Step
from rules_lib.wording import chance_in_words, percent

CARD: Final = Card("red", 7)
NAME: Final = "Your squad"
CHARGE_DICE: Final = (2, 5, 1)
MOVE_DICE: Final = (4, 2)
GUESSES: Final = (Fraction(3, 10), Fraction(3, 5), Fraction(9, 10))
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
                    Line(Step(f"Its card is a {CARD}.", ("PT-M3",))),
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
                "charge",
            ),
            _rolled("charge-roll", "charge", CHARGE_DICE, "move-guess"),
            *_by_real_dice("charge-roll", "charge", "move-guess"),
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
                "movement",
            ),
            _rolled("move-roll", "movement", MOVE_DICE, ""),
            *_by_real_dice("move-roll", "movement", ""),
        ),
        "{good} of your {all} guesses were the nearest one.",
        (Piece(NAME, "neutral", command_card("red", CARD.value)),),
    )


def _told(
    scene_id: str, heading: str, step: Step, chance: Fraction, to: str, purpose: command.Purpose
) -> Scene:
    return Scene(
        scene_id,
        heading,
        (Line(step),),
        (chance, 1 - chance),
        "Try it?",
        (Choice("Roll", to, worth=chance, cast=_cast(to, purpose)),),
        when="Before the roll",
    )


def _rolled(scene_id: str, purpose: command.Purpose, faces: tuple[int, ...], to: str) -> Scene:
    first, *rest = _steps(purpose, sum(faces))
    line = Line(first, Throw("Your dice", "neutral", faces))
    return _end(scene_id, CARD.reached_by(sum(faces)), (line, *map(Line, rest)), to)


def _cast(scene_id: str, purpose: command.Purpose) -> Cast:
    """Real dice, and what each total says."""
    dice = Group("Your dice", "neutral", CARD.dice_for(purpose))
    return Cast(
        (dice,),
        {(total,): f"{scene_id}-{_word(CARD.reached_by(total))}" for total in dice.totals},
        ({total: _steps(purpose, total)[0] for total in dice.totals},),
    )


def _by_real_dice(scene_id: str, purpose: command.Purpose, to: str) -> list[Scene]:
    """What is told after any total: that the test is passed, or failed."""
    told = {passed: _steps(purpose, total)[1:] for passed, total in ((True, 12), (False, 3))}
    return [
        _end(f"{scene_id}-{_word(passed)}", passed, tuple(map(Line, steps)), to)
        for passed, steps in told.items()
    ]


def _end(scene_id: str, passed: bool, lines: tuple[Line, ...], to: str) -> Scene:
    if not to:
        remember = Step("Remember: black moves, red fights.", ("PT-M3", "PT-M19"), heading=True)
        lines = (*lines, Line(remember))
    return Scene(
        scene_id,
        "The roll",
        lines,
        (Fraction(passed), Fraction(not passed)),
        "Next?" if to else "",
        (Choice("Go on", to),) if to else (),
    )


def _steps(purpose: command.Purpose, total: int) -> tuple[Step, ...]:
    return tell_test(command.CommandTest(CARD, purpose, total), NAME).steps


def _word(passed: bool) -> str:
    return "passed" if passed else "failed"


def _guesses(chance: Fraction, to: str) -> tuple[Choice, ...]:
    off = [abs(guess - chance) for guess in GUESSES]
    return tuple(
        Choice(
            f"{chance_in_words(guess)}".capitalize(),
            to,
            f"It is {percent(chance)}: {told}.",
            _mark(miss, off),
            "the nearest guess" if miss == min(off) else f"{points(miss)} off",
        )
        for guess, miss in zip(GUESSES, off, strict=True)
        for told in ["the nearest guess" if miss == min(off) else f"you are {points(miss)} off"]
    )


def _mark(miss: Fraction, off: list[Fraction]) -> Mark:
    return "best" if miss == min(off) else "worse"


def _unknown() -> tuple[Fraction, ...]:
    """No chances are shown while the reader guesses."""
    return ()
