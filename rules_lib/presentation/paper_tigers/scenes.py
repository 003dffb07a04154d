"""Drawn scenes of Paper Tigers: an exchange, a whole fight, a command test."""

from dataclasses import replace

from rules_lib.errors import require_int
from rules_lib.paper_tigers import charge, command, el_alamein, melee
from rules_lib.paper_tigers.melee.state import Deduction
from rules_lib.presentation.drawing import Drawing, Side, exchange, hand
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.palette import Role
from rules_lib.presentation.paper_tigers.other_dice import of_action, of_melee
from rules_lib.presentation.transcript import Transcript
from rules_lib.probability import Rng, dice
from rules_lib.transcript import Step
from rules_lib.values.type_checks import checked

PENALTY_NAMES = {"PT-M15": "small team", "PT-M12": "shaken"}


@checked
def draw_exchange(
    fight: melee.Fight, number: int = 1, title: str = "", rng: Rng | None = None
) -> Drawing:
    """One exchange of an adjudicated melee, attacker left, defender right.

    With a source of chance, dice are shown that make up the totals: each hand as likely as it was.
    """
    require_int("number", number, 1, len(fight.exchanges))
    happened = fight.exchanges[number - 1]
    pairing, rolls = fight.pairing, happened.rolls
    sides = (
        _side(
            fight.names[0],
            pairing.cards[0],
            rolls.attacker,
            happened.attacker_total,
            happened.attacker_deduction,
            happened.attacker_hit,
        ),
        _side(
            fight.names[1],
            pairing.cards[1],
            rolls.defender if rolls.reroll is None else rolls.reroll,
            happened.defender_total,
            happened.defender_deduction,
            happened.defender_hit,
            None if rolls.reroll is None else rolls.defender,
        ),
    )
    winner: Role = "neutral"
    if happened.winner is not None:
        winner = "first" if happened.winner == "attacker" else "second"
    first, second = sides
    if rng is not None:
        first = replace(first, dice=cast(first.roll, pairing.cards[0].combat_dice, rng))
        second = replace(second, dice=cast(second.roll, pairing.cards[1].combat_dice, rng))
    return exchange(first, second, _verdict(fight, happened), winner, title)


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
    return Transcript(f"{test.purpose.capitalize()} test", steps, drawn, rule_link)


def cast(total: int, count: int, rng: Rng) -> tuple[int, ...]:
    """Return so many dice with this total, each throw of them as likely as any other."""
    while sum(faces := dice.roll(count, rng)) != total:
        pass
    return faces


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
    return Transcript(title, steps, drawings, rule_link, form="instead", what_if=again)


@checked
def story_of(story: el_alamein.Story, number: int) -> Transcript:
    """What one British unit did at El Alamein."""
    heading, *steps = story.steps_of(number)
    return illustrated(heading.text, tuple(steps), story.actions[number].fight)


def _side(
    name: str,
    card: command.Card,
    roll: int,
    total: int,
    minus: Deduction,
    hit: bool,
    rolled_first: int | None = None,
) -> Side:
    causes = [PENALTY_NAMES[clause] for clause in minus.clauses if clause in PENALTY_NAMES]
    adjustments = ((" and ".join(causes), -minus.points),) if minus.points else ()
    result = f"{'reaches' if hit else 'misses'} {card.value}"
    return Side(
        name,
        roll,
        total,
        (card.colour, card.value),
        adjustments=adjustments,
        result=result,
        succeeded=hit,
        rolled_first=rolled_first,
    )


def _verdict(fight: melee.Fight, happened: melee.Exchange) -> str:
    attacker, defender = fight.names
    if happened.winner is None:
        won = "Drawn."
    else:
        won = f"{attacker if happened.winner == 'attacker' else defender} wins the exchange."
    hits = [
        f"{name} takes {takes} hit{'s' * (takes > 1)}"
        for name, takes in (
            (attacker, happened.attacker_takes),
            (defender, happened.defender_takes),
        )
        if takes
    ]
    return f"{won} {'; '.join(hits) or 'No hits'}."
