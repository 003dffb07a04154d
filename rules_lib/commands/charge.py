"""``charge``: the whole action of a unit that moves and charges."""

from argparse import ArgumentParser, Namespace
from fractions import Fraction
from typing import TYPE_CHECKING

from rules_lib.commands.command import Answer, Command, Verdict
from rules_lib.commands.door import missing
from rules_lib.commands.melee import (
    add_reroll,
    carried,
    refuse_reroll,
    told_unused,
    until_over,
)
from rules_lib.commands.melee import due as due_in_melee
from rules_lib.commands.output import chances, distribution, foremost, steps
from rules_lib.commands.parsing import exchanges
from rules_lib.commands.readings import Chosen, read_by
from rules_lib.errors import InvalidValue
from rules_lib.wording import dice_told
from rules_lib.words import fraction

if TYPE_CHECKING:
    from rules_lib.paper_tigers import charge, melee
    from rules_lib.paper_tigers.command import Purpose

STORY = {
    "stays": "The move fails, it stays",
    "refused": "The charge fails, it may be shot at",
    "shot_misses": "The charge fails, the shot misses",
    "shot_hits": "The charge fails, the shot hits",
    "shot_removes": "The charge fails, the shot removes it",
    "attacker_wins": "Contact, the attacker wins",
    "defender_wins": "Contact, the defender wins",
    "both_removed": "Contact, both are removed",
    "undecided": "Contact, and it never ends",
}
"""Endings in words, in the order in which they can come up."""


def arguments(parser: ArgumentParser) -> None:
    """Two units; recorded dice if there are some."""
    from rules_lib.commands.units import UNIT_HELP

    parser.add_argument("--attacker", required=True, metavar="UNIT", help=UNIT_HELP)
    parser.add_argument("--defender", required=True, metavar="UNIT", help=UNIT_HELP)
    parser.add_argument(
        "--shot-hits",
        metavar="CHANCE",
        help="chance that the shot at a refused charge hits, such as 1/2: the source does not say",
    )
    parser.add_argument(
        "--stood-still", action="store_true", help="it has not moved (needs --ruling R-M12=true)"
    )
    parser.add_argument(
        "--in-reach",
        action="store_true",
        help="it is within 10″ before it moves: with --ruling R-M12=true it charges though the move"
        " fails",
    )
    parser.add_argument(
        "--others-in-reach",
        action="store_true",
        help="other enemy units are within 10″ as well: with --ruling R-M15=after_test the source"
        " does not say which of them may shoot",
    )
    add_reroll(parser)
    record = parser.add_argument_group("recorded dice, instead of odds")
    record.add_argument("--movement-roll", type=int, metavar="TOTAL", help="movement test")
    record.add_argument("--charge-roll", type=int, metavar="TOTAL", help="charge test")
    record.add_argument(
        "--shot", metavar="RESULT", choices=("hit", "miss"), help="the reaction shot: hit or miss"
    )
    record.add_argument("--rolls", metavar="A:D,A:D", help="the melee, as in the command melee")


def run(options: Namespace) -> Answer:
    """The odds of the whole action, or its transcript."""
    from rules_lib.paper_tigers import charge, melee
    from rules_lib.paper_tigers.melee.system import idle_cover, idle_reroll

    chosen = read_by(options, charge.Rulings, melee.Rulings)
    units = (
        melee.Combatant.parse(options.attacker, field="--attacker"),
        melee.Combatant.parse(options.defender, field="--defender"),
    )
    title = f"{units[0]} charges {units[1]}"
    asked = {"attacker": str(units[0]), "defender": str(units[1])}
    if any(
        each is not None
        for each in (options.movement_roll, options.charge_roll, options.shot, options.rolls)
    ):
        return _recorded(options, chosen, units, title, asked)
    given = options.shot_hits
    shot_hits = None if given is None else fraction("--shot-hits", given)
    odds = charge.odds(
        *units,
        rulings=chosen.of(charge.Rulings),
        melee_rulings=chosen.of(melee.Rulings),
        reroll=options.reroll or "if_missed",
        shot_hits=shot_hits,
        moves=not options.stood_still,
        in_reach=options.in_reach,
        others_in_reach=options.others_in_reach,
    )
    found = {STORY[name]: odds[charge.Ending(name)] for name in STORY}
    rows = {label: p for label, p in found.items() if p}
    data = {**asked, "odds": distribution(odds, lambda ending: {"ending": str(ending)})}
    due = _test(units[0], "charge" if options.stood_still else "movement", chosen)
    idle = (*idle_cover(units[0]), *idle_reroll("--reroll", options.reroll, units[1]))
    idle += _idle_reach(options, chosen)
    verdict = Verdict(foremost(rows), chances=rows, due=due, notes=idle)
    lines = (title, "", *chances(rows), *(("", *idle) if idle else ()))
    return Answer(lines, data, chosen, verdict)


def _idle_reach(options: Namespace, chosen: Chosen) -> tuple[str, ...]:
    """Say which facts of the table change nothing as the rules are read."""
    from rules_lib.paper_tigers import charge
    from rules_lib.paper_tigers.charge.system import idle_in_reach

    read = chosen.of(charge.Rulings)
    told = [*idle_in_reach("--in-reach", options.in_reach, read)]
    if options.others_in_reach and read.target_named == "before_test":
        told.append("--others-in-reach changes nothing: the target is named first [PT-M7, R-M15].")
    return tuple(told)


def _recorded(
    options: Namespace,
    chosen: Chosen,
    units: "tuple[melee.Combatant, melee.Combatant]",
    title: str,
    asked: dict[str, str],
) -> Answer:
    from rules_lib.paper_tigers import charge, melee
    from rules_lib.paper_tigers.melee.system import idle_cover

    refuse_reroll(options)
    if options.in_reach:
        raise InvalidValue(
            "--in-reach", True, "not together with recorded dice, which already say it"
        )
    if options.shot_hits is not None:
        raise InvalidValue("--shot-hits", options.shot_hits, "not together with recorded dice")
    if options.stood_still == (options.movement_roll is not None):
        if options.stood_still:
            allowed = "none if the unit stood still"
            raise InvalidValue("--movement-roll", options.movement_roll, allowed)
        raise missing(
            "--movement-roll",
            "the total of its movement dice; or --stood-still, if it did not move",
        )
    record = [] if options.rolls is None else exchanges("--rolls", options.rolls)
    rolls, unused = until_over(*units, record, chosen.of(melee.Rulings))
    action = charge.adjudicate(
        *units,
        movement_roll=options.movement_roll,
        charge_roll=options.charge_roll,
        shot=options.shot,
        rolls=rolls,
        complete=False,
        rulings=chosen.of(charge.Rulings),
        melee_rulings=chosen.of(melee.Rulings),
        others_in_reach=options.others_in_reach,
    )
    left = told_unused(len(rolls), unused)
    cover = idle_cover(units[0])
    text, due = action.steps[-1].text, _due(action, units[0], chosen)
    text += f" {carried(action.fight)}" if action.fight else ""
    ahead = _from_here(action, units, chosen)
    verdict = Verdict(text, action, ahead, due, (*left[1:], *cover))
    lines = (title, "", str(action), *left, *cover, *verdict.told_due)
    if ahead:
        lines = (*lines, "", "From here on:", *chances(ahead))
    data = {
        **asked,
        "ending": str(action.ending),
        "steps": steps(action.steps),
        "unused": [list(each) for each in unused],
    }
    return Answer(lines, data, chosen, verdict)


def _from_here(
    action: "charge.Action", units: "tuple[melee.Combatant, melee.Combatant]", chosen: Chosen
) -> dict[str, Fraction]:
    """How likely each ending is for a unit that has arrived; nothing where it is not there yet.

    It stays only where its move fails, so what follows the move is the rest of the odds.
    """
    from rules_lib.paper_tigers import charge, melee

    if not _arrived(action):
        return {}
    rulings, melee_rulings = chosen.of(charge.Rulings), chosen.of(melee.Rulings)
    odds = charge.odds(*units, rulings=rulings, melee_rulings=melee_rulings)
    arrives = 1 - odds[charge.Ending.STAYS]
    found = {told: odds[charge.Ending(name)] / arrives for name, told in STORY.items()}
    return {told: p for told, p in found.items() if p and told != STORY["stays"]}


def _arrived(action: "charge.Action") -> bool:
    """Whether the move has succeeded, and the charge is not tested yet."""
    from rules_lib.paper_tigers import charge

    return action.ending == charge.Ending.GOES_ON and action.tests[-1].purpose == "movement"


def _due(action: "charge.Action", attacker: "melee.Combatant", chosen: Chosen) -> str:
    """What comes after this record; nothing if the action is over."""
    from rules_lib.paper_tigers import charge

    if action.ending == charge.Ending.REFUSED:
        if "R-M15" in action.steps[-1].clauses:
            return ""
        return "the reaction shot; how it is rolled, the source does not say [PT-M7, R-M11]"
    if action.fight is not None:
        return due_in_melee(action.fight)
    return _test(attacker, "charge", chosen) if _arrived(action) else ""


def _test(attacker: "melee.Combatant", purpose: "Purpose", chosen: Chosen) -> str:
    from rules_lib.paper_tigers import charge

    assert attacker.card is not None
    card = charge.rolled_card(attacker.card, purpose, chosen.of(charge.Rulings))
    clause = "PT-M19" if purpose == "movement" else "PT-M3"
    count = card.dice_for(purpose)
    return f"the {purpose} test, {dice_told(count)} on {attacker.card} [{clause}]"


COMMAND = Command(
    name="charge",
    answers="What becomes of a unit of Paper Tigers that moves up and charges: does it arrive,"
    " does it dare, is it shot at, and who wins the melee? As odds, or from recorded dice.",
    examples={
        'charge --attacker "red 7" --defender "red 5, small team"': (
            "the whole action; a refused charge is told as such"
        ),
        'charge --attacker "red 7" --defender "black 6, in cover" --shot-hits 1/2': (
            "the same with a shot that hits half the time"
        ),
        'charge --attacker "red 7" --defender "red 5, small team"'
        " --movement-roll 8 --charge-roll 11 --rolls 12:12": "your dice, refereed",
    },
    keys={
        "attacker": "the charging unit",
        "defender": "its target",
        "odds": "distribution of the ending",
        "ending": "with dice: what became of it",
        "steps": "with dice: the transcript, each step with its clauses",
        "unused": "with dice: exchanges that were given though the melee was over",
    },
    arguments=arguments,
    run=run,
)
