"""``melee``: who is the only unit left, or what came of recorded dice."""

from argparse import ArgumentParser, Namespace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules_lib.commands.command import Answer, Command, Verdict
from rules_lib.commands.output import chances, distribution, foremost, inline, mean, number, steps
from rules_lib.commands.parsing import exchanges
from rules_lib.commands.readings import read_by
from rules_lib.errors import InvalidValue
from rules_lib.probability.step_distribution import StepDistribution
from rules_lib.wording import dice_told

if TYPE_CHECKING:
    from rules_lib.paper_tigers import melee

SHOWN_EXCHANGES = 5
"""Exchanges whose chances are told one by one; the rest follows as one number."""

HARDLY = Fraction(1, 1000)
"""Exchanges that are as rare as this are not told one by one."""


def arguments(parser: ArgumentParser) -> None:
    """Two units, and recorded dice if there are some."""
    from rules_lib.commands.units import UNIT_HELP

    parser.add_argument("--attacker", required=True, metavar="UNIT", help=UNIT_HELP)
    parser.add_argument("--defender", required=True, metavar="UNIT", help=UNIT_HELP)
    parser.add_argument(
        "--rolls",
        metavar="A:D,A:D",
        help="raw totals of attacker and defender for each exchange, such as 12:12,8:9, or"
        " 12:7:10 with a re-roll; without them you get the odds",
    )
    add_reroll(parser)


def add_reroll(parser: ArgumentParser) -> None:
    """The option that says what a defender in cover does."""
    from rules_lib.paper_tigers.melee import Goal

    goals = ", ".join(Goal)
    parser.add_argument(
        "--reroll",
        metavar="WHEN",
        choices=("never", "if_missed", *map(str, Goal)),
        help="what a defender in cover does with its second roll: never, if_missed (this is taken"
        f" if you say nothing), or what is best to reach a goal: {goals}",
    )


def run(options: Namespace) -> Answer:
    """The odds, or the transcript where there are rolls."""
    from rules_lib.paper_tigers import melee
    from rules_lib.paper_tigers.melee.system import idle_cover, idle_reroll

    chosen = read_by(options, melee.Rulings)
    units = (
        melee.Combatant.parse(options.attacker, field="--attacker"),
        melee.Combatant.parse(options.defender, field="--defender"),
    )
    title = f"{units[0]} attacks {units[1]}"
    asked = {"attacker": str(units[0]), "defender": str(units[1])}
    if options.rolls is not None:
        refuse_reroll(options)
        record = exchanges("--rolls", options.rolls)
        rolls, unused = until_over(*units, record, chosen.of(melee.Rulings))
        fight = melee.adjudicate(*units, rolls, chosen.of(melee.Rulings), complete=False)
        data: dict[str, Any] = {**asked, "outcome": str(fight.outcome), "steps": steps(fight.steps)}
        left = told_unused(len(rolls), unused)
        cover = idle_cover(units[0])
        notes = (*left[1:], *cover)
        verdict = Verdict(
            f"{fight.steps[-1].text} {carried(fight)}", fight, due=due(fight), notes=notes
        )
        lines = (title, "", str(fight), *left, *cover, *verdict.told_due)
        unrolled = {"unused": [list(each) for each in unused]}
        return Answer(lines, {**data, **unrolled}, chosen, verdict)
    odds = melee.odds(*units, chosen.of(melee.Rulings), options.reroll or "if_missed")
    labels = {
        "attacker_wins": "The attacker wins",
        "defender_wins": "The defender wins",
        "both_removed": "Both are removed",
        "undecided": "It never ends",
    }
    rows = {labels[name]: p for name, p in odds.outcomes.items() if p or name != "undecided"}
    idle = (*idle_cover(units[0]), *idle_reroll("--reroll", options.reroll, units[1]))
    hits = (("-".join(map(str, each)), p) for each, p in odds.final_hits.items())
    lines = (
        title,
        "",
        *chances(rows),
        "",
        f"Exchanges: {told_steps(odds.exchanges)}",
        f"Hits in the end, attacker-defender: {inline(hits)}",
        *(("", str(odds.policy)) if odds.policy else ()),
        *(("", *idle) if idle else ()),
    )
    final = distribution(odds.final_hits, lambda each: {"attacker": each[0], "defender": each[1]})
    data = {
        **asked,
        "odds": distribution(odds.outcomes, lambda name: {"outcome": name}),
        "exchanges": steps_distribution(odds.exchanges),
        "final_hits": final,
    }
    begins = melee.adjudicate(*units, (), chosen.of(melee.Rulings), complete=False)
    verdict = Verdict(foremost(rows), chances=rows, due=due(begins), notes=idle)
    return Answer(lines, data, chosen, verdict)


def carried(fight: "melee.Fight") -> str:
    """What both sides carry, which is not always told by who is left."""
    state = fight.state
    return f"Hits: attacker {state.attacker_hits}, defender {state.defender_hits}."


def due(fight: "melee.Fight") -> str:
    """The dice of the next exchange; if the melee is over, a re-roll that could still change it."""
    from rules_lib.paper_tigers import melee
    from rules_lib.paper_tigers.melee.rules import deduction

    pairing = fight.pairing
    if fight.outcome != melee.Outcome.GOES_ON:
        return _second_roll(fight)
    state = fight.state
    off = (
        deduction(pairing.attacker, state.attacker_shaken, pairing.rulings),
        deduction(pairing.defender, state.defender_shaken, pairing.rulings),
    )
    mine, theirs = (
        dice_told(card.combat_dice) + (f", minus {each.points}" if each.points else "")
        for card, each in zip((pairing.attacker_card, pairing.defender_card), off, strict=True)
    )
    number = len(fight.exchanges) + 1
    again = "; in cover it may roll all of them again [PT-M13]" if fight.state.reroll_left else ""
    if fight.exchanges and (still := _second_roll(fight)):
        again += f". Before that, {still}"
    clauses = ", ".join(dict.fromkeys(["PT-M8", "PT-M3", *off[0].clauses, *off[1].clauses]))
    return f"exchange {number}, the attacker rolls {mine}, the defender {theirs} [{clauses}]{again}"


def _second_roll(fight: "melee.Fight") -> str:
    """What a defender may still do who is in cover, and has not won by the dice as they lie."""
    from rules_lib.paper_tigers import melee
    from rules_lib.paper_tigers.melee.rules import compare, may_roll_again, opening

    states = [opening(fight.pairing), *(each.after for each in fight.exchanges)]
    might = states[-2].reroll_left and fight.exchanges[-1].rolls.reroll is None
    last, rulings = fight.exchanges[-1], fight.pairing.rulings
    order = compare(last.attacker_total, last.defender_total)
    might = might and may_roll_again(last.defender_hit, order, rulings)
    if fight.outcome == melee.Outcome.DEFENDER_WINS or not might:
        return ""
    number, dice = len(fight.exchanges), fight.pairing.defender_card.combat_dice
    return (
        f"the defender is in cover and may still re-roll all {dice} dice of exchange {number}."
        " The second roll stands [PT-M13]"
    )


def refuse_reroll(options: Namespace) -> None:
    """A habit makes no sense beside dice that are on the table."""
    if options.reroll is not None:
        allowed = "not together with recorded dice; write a re-roll as --rolls 12:7:10"
        raise InvalidValue("--reroll", options.reroll, allowed)


def until_over(
    attacker: "melee.Combatant",
    defender: "melee.Combatant",
    record: list[tuple[int, ...]],
    rulings: "melee.Rulings",
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The exchanges up to the end of the melee, and those that were written down after it."""
    from rules_lib.paper_tigers import melee
    from rules_lib.paper_tigers.melee.rules import opening

    if len(record) < 2:
        return record, []  # nothing can be left over; a charge may even end before its melee
    pairing = melee.Pairing(attacker, defender, rulings)
    state = opening(pairing)
    for at, raw in enumerate(record, start=1):
        exchange = melee.resolve_exchange(pairing, state, raw, field=f"rolls[{at - 1}]")
        if exchange.outcome != melee.Outcome.GOES_ON:
            return record[:at], record[at:]
        state = exchange.after
    return record, []


def told_unused(used: int, unused: list[tuple[int, ...]]) -> list[str]:
    """Say that rolls were left over."""
    if not unused:
        return []
    rolls = ",".join(":".join(map(str, each)) for each in unused)
    return ["", f"Not counted: {rolls}. The melee was over after exchange {used}."]


def told_steps(steps_to_end: StepDistribution) -> str:
    """The mean of a number of steps, and its first chances."""
    shown = SHOWN_EXCHANGES
    while shown > 1 and steps_to_end.beyond(shown - 1) < HARDLY:
        shown -= 1
    head = list(enumerate(steps_to_end.head(shown), start=1))
    rest = (f"more than {shown}", steps_to_end.beyond(shown))
    told = inline([(step, p) for step, p in (*head, rest) if p])
    return told if steps_to_end.never else f"{mean(steps_to_end.mean())} on average; {told}"


def steps_distribution(steps_to_end: StepDistribution) -> dict[str, Any]:
    """The same for programs: the first chances and what is left sum to 1."""
    head = enumerate(steps_to_end.head(SHOWN_EXCHANGES), start=1)
    return {
        "mean": None if steps_to_end.never else number(steps_to_end.mean()),
        "distribution": [
            *distribution(head, lambda step: {"number": step}),
            {"number": "more", **number(steps_to_end.beyond(SHOWN_EXCHANGES))},
        ],
    }


COMMAND = Command(
    name="melee",
    answers="Who is the only unit left when two units of Paper Tigers meet base to base, and how"
    " often? Or, with the dice that you rolled: what came of them, step by step, by which clause?",
    examples={
        'melee --attacker "red 7" --defender "red 5, small team"': (
            "a squad charges a gun crew: who wins how often"
        ),
        'melee --attacker "red 7" --defender "black 6, in cover" --reroll survive': (
            "the same against cover, and which rolls to throw again"
        ),
        'melee --attacker "red 7" --defender "red 5, small team" --rolls 6:6,9:4': (
            "the dice of two exchanges, refereed"
        ),
    },
    keys={
        "attacker": "the attacking unit",
        "defender": "the defending unit",
        "odds": "distribution: attacker_wins, defender_wins, both_removed, undecided",
        "exchanges": "mean number of exchanges (null: it may never end), and its distribution",
        "final_hits": "distribution of the hits in the end",
        "outcome": "with --rolls: how it ended, or goes_on",
        "steps": "with --rolls: the transcript, each step with its clauses",
        "unused": "with --rolls: exchanges that were given though the melee was over",
    },
    arguments=arguments,
    run=run,
)
