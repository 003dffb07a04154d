"""``test``: one command test on a card."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from rules_lib.commands.command import Answer, Command, Verdict
from rules_lib.commands.output import chances, distribution, number
from rules_lib.commands.readings import read_by
from rules_lib.errors import InvalidValue
from rules_lib.wording import dice_told

if TYPE_CHECKING:
    from rules_lib.paper_tigers.command import Purpose

PURPOSES: "dict[Purpose, tuple[str, tuple[str, ...]]]" = {
    "movement": ("A move", ("PT-M19",)),
    "charge": ("A charge", ("PT-M2", "PT-M3")),
    "melee": ("A hit in a melee", ("PT-M3", "PT-M9")),
    "shot": ("A sniper’s shot", ("PT-S8",)),
}
"""What a test can be for, and the clauses that say how it is made."""


def arguments(parser: ArgumentParser) -> None:
    """A card, a purpose, a roll."""
    parser.add_argument("--card", required=True, help="a card, such as 'red 7'")
    parser.add_argument(
        "--for",
        dest="purpose",
        metavar="PURPOSE",
        choices=tuple(PURPOSES),
        help=f"{', '.join(PURPOSES)}; all of them by default",
    )
    parser.add_argument("--roll", type=int, metavar="TOTAL", help="total of the dice you rolled")


def run(options: Namespace) -> Answer:
    """The chance for each purpose, or whether a roll passes."""
    from rules_lib.commands.units import card
    from rules_lib.paper_tigers import charge, command
    from rules_lib.paper_tigers.melee.state import NO_CARD

    asked = list(PURPOSES) if options.purpose is None else [options.purpose]
    given = None if options.card == NO_CARD else card("--card", options.card)
    lies = command.require_card(given, asked[0])
    chosen = read_by(options, charge.Rulings)
    rulings = chosen.of(charge.Rulings)
    on = {purpose: charge.rolled_card(lies, purpose, rulings) for purpose in asked}
    if options.roll is not None:
        if options.purpose is None:
            allowed = f"it only with --for and one of {', '.join(PURPOSES)}"
            raise InvalidValue("--roll", options.roll, allowed)
        test = command.CommandTest(on[options.purpose], options.purpose, options.roll)
        cited = PURPOSES[options.purpose][1] + (("R-M14",) if on[options.purpose] != lies else ())
        data = {"card": str(lies), "roll": test.roll, "passed": test.passed, "clauses": list(cited)}
        verdict = Verdict(f"{str(test).capitalize()}.", test)
        told = f"{verdict.text} [{', '.join(cited)}]"
        return Answer((told,), data, chosen, verdict)
    found = {purpose: command.chance(on[purpose], purpose) for purpose in asked}
    rows = {
        f"{PURPOSES[purpose][0]}, {dice_told(on[purpose].dice_for(purpose))}": p
        for purpose, p in found.items()
    }
    lines = (f"Tests on {lies}: the total must be {lies.value} or more.", "", *chances(rows))
    moves = ("R-M14",) if "movement" in asked and lies.house_dice is None else ()
    data = {
        "card": str(lies),
        "tests": [
            {
                "purpose": purpose,
                "dice": on[purpose].dice_for(purpose),
                "passes": number(p),
                "distribution": distribution(
                    {True: p, False: 1 - p}, lambda passed: {"passed": passed}
                ),
            }
            for purpose, p in found.items()
        ],
    }
    return Answer(lines, data, chosen, changing=moves)


COMMAND = Command(
    name="test",
    answers="How often does a command test of Paper Tigers pass on this card? Or: does this roll"
    " pass? Black cards move with three dice (R-M14) and fight with two; red ones the other way"
    " round.",
    examples={
        'test --card "red 7"': "a move, a charge, a melee and a sniper’s shot on this card",
        'test --card "schwarz 8" --for charge --roll 9': "one roll, judged; German colours work",
        'test --card "red 9" --for movement --roll 14 --ruling R-M14=red_three': (
            "a table where red cards move with three dice"
        ),
    },
    keys={
        "card": "the card",
        "tests": "for each purpose: dice, chance to pass, and the distribution of passing",
        "roll": "with --roll: the total",
        "passed": "with --roll: whether it passes",
        "clauses": "with --roll: the clauses that say so",
    },
    arguments=arguments,
    run=run,
    fields={f"{purpose}_roll": "roll" for purpose in PURPOSES},
)
