"""One card, one roll: predict, then see."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rules_lib.paper_tigers import Card, command
from rules_lib.presentation.drawing import command_card
from rules_lib.presentation.learn.casting import Cast, Group, Throw
from rules_lib.presentation.learn.story import Choice, Headline, Line, Part, Piece, Scene, Story
from rules_lib.presentation.paper_tigers.scenes import tell_test
from rules_lib.transcript import Step
from rules_lib.wording import chance_in_words, percent, whole_percent

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
                "start",
                "Your squad wants to charge",
                (
                    Line(
                        Step(
                            f"Its card is a {CARD}. It charges if {fights} dice add up to"
                            f" {CARD.value} or more.",
                            ("PT-M3",),
                        )
                    ),
                ),
                (),
                "Try it?",
                (Choice("Roll", "charge-roll", cast=_cast("charge-roll", "charge")),),
            ),
            *_rolled("charge-roll", "charge", CHARGE_DICE, "charge-guess"),
            Scene(
                "charge-guess",
                "Was that luck?",
                (Line(Step(f"{fights} dice, and {CARD.value} or more is enough.", ("PT-M3",))),),
                (),
                f"How often do {fights} dice reach {CARD.value}?",
                _guesses(charge, "charge-odds"),
            ),
            _told(
                "charge-odds",
                f"{fights} dice against {CARD.value}",
                Step(f"{fights} dice reach {CARD.value} {chance_in_words(charge)}.", ("PT-M3",)),
                charge,
                Choice("Go on", "move-guess"),
            ),
            Scene(
                "move-guess",
                "And to move?",
                (
                    Line(
                        Step(
                            "To move it is the other way round: a black card rolls"
                            f" {Card('black', CARD.value).movement_dice} dice, a red card {moves}.",
                            ("PT-M19",),
                        )
                    ),
                ),
                (),
                f"How often do {moves} dice reach {CARD.value}?",
                _guesses(move, "move-odds"),
            ),
            _told(
                "move-odds",
                f"{moves} dice against {CARD.value}",
                Step(
                    f"{moves} dice reach {CARD.value} {chance_in_words(move)}. With {fights} it"
                    f" was {chance_in_words(charge)}.",
                    ("PT-M4", "PT-M19"),
                ),
                move,
                Choice("Roll", "move-roll", worth=move, cast=_cast("move-roll", "movement")),
            ),
            *_rolled("move-roll", "movement", MOVE_DICE, ""),
        ),
        "Nearest guesses: {good} of {all}.",
        (Piece(NAME, "neutral", command_card("red", CARD.value)),),
    )


def _told(scene_id: str, heading: str, step: Step, chance: Fraction, choice: Choice) -> Scene:
    chances = (chance, 1 - chance)
    return Scene(
        scene_id, heading, (Line(step),), chances, "Next?", (choice,), when="Before the roll"
    )


def _rolled(
    scene_id: str, purpose: command.Purpose, faces: tuple[int, ...], to: str
) -> tuple[Scene, ...]:
    """The roll that is laid out; and what is told after any other, that the test is passed or not.

    No chances are shown where the reader is to guess them next.
    """
    first, *rest = _steps(purpose, sum(faces))
    line = Line(first, Throw("Your dice", "neutral", faces))
    ends = [_end(scene_id, CARD.reached_by(sum(faces)), (line, *map(Line, rest)), to)]
    for passed, total in ((True, 12), (False, 3)):
        steps = tuple(map(Line, _steps(purpose, total)[1:]))
        ends.append(_end(f"{scene_id}-{_word(passed)}", passed, steps, to))
    return tuple(ends)


def _cast(scene_id: str, purpose: command.Purpose) -> Cast:
    """Real dice, and what each total says."""
    dice = Group("Your dice", "neutral", CARD.dice_for(purpose))
    return Cast(
        (dice,),
        {(total,): f"{scene_id}-{_word(CARD.reached_by(total))}" for total in dice.totals},
        ({total: _steps(purpose, total)[0] for total in dice.totals},),
    )


def _end(scene_id: str, passed: bool, lines: tuple[Line, ...], to: str) -> Scene:
    if not to:
        remember = Step("Remember: black moves, red fights.", ("PT-M3", "PT-M19"), heading=True)
        lines = (*lines, Line(remember))
    return Scene(
        scene_id,
        "The roll",
        lines,
        () if to else (Fraction(passed), Fraction(not passed)),
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
            f"You said {whole_percent(guess)}. It is {percent(chance)}.",
            "best" if miss == min(off) else "worse",
            "the nearest guess" if miss == min(off) else f"it is {percent(chance)}",
        )
        for guess, miss in zip(GUESSES, off, strict=True)
    )
