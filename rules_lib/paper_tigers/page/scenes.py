"""Drawn scenes of Paper Tigers: a whole fight, a command test."""

from dataclasses import replace

from rules_lib.notebook.drawing import hand
from rules_lib.notebook.transcript import Transcript
from rules_lib.paper_tigers import charge, command, el_alamein, melee
from rules_lib.paper_tigers.page.exchange import cast, draw_exchange
from rules_lib.paper_tigers.page.other_dice import of_action, of_melee
from rules_lib.probability import Rng
from rules_lib.transcript import Step
from rules_lib.values.type_checks import checked


@checked
def tell(happened: melee.Fight | charge.Action, title: str, rng: Rng | None = None) -> Transcript:
    """A fight, or a whole charge, step by step with its exchanges drawn.

    With a source of chance, an exchange of a fight shows dice, as `draw_exchange` does.
    """
    if isinstance(happened, melee.Fight):
        return illustrated(title, happened.steps, happened, rng)
    told = illustrated(title, happened.steps, happened.fight)
    return replace(told, what_if=of_action(happened))


@checked
def tell_test(test: command.CommandTest, name: str, rng: Rng | None = None) -> Transcript:
    """A command test on its own; with a source of chance, dice are shown that make up its total."""
    verdict = "passed" if test.passed else "failed"
    clause = "PT-M19" if test.purpose == "movement" else "PT-M3"
    text = (
        f"{name} rolls {test.card.dice_for(test.purpose)} dice for {test.card}: {test.roll} in all."
    )
    steps = (Step(text, (clause,)), Step(f"The {test.purpose} test is {verdict}.", (clause,)))
    card = test.card.colour, test.card.value
    drawn = (
        {0: hand(card, cast(test.roll, test.card.dice_for(test.purpose), rng))}
        if rng is not None
        else {}
    )
    return Transcript(f"{test.purpose.capitalize()} test", steps, drawn)


def illustrated(
    title: str, steps: tuple[Step, ...], fight: melee.Fight | None, rng: Rng | None = None
) -> Transcript:
    """Steps as a transcript, each exchange of the fight drawn where it begins."""
    starts = [at for at, step in enumerate(steps) if step.throw == "exchange"]
    drawings = {
        at: draw_exchange(fight, number, rng=rng)
        for number, at in enumerate(starts, start=1)
        if fight
    }
    again = of_melee(fight) if fight else None
    return Transcript(title, steps, drawings, form="instead", what_if=again)


@checked
def story_of(story: el_alamein.Story, number: int) -> Transcript:
    """What one British unit did at El Alamein."""
    heading, *steps = story.steps_of(number)
    return illustrated(heading.text, tuple(steps), story.actions[number].fight)
