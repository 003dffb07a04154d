"""Recorded dice: what programs read is what is printed, step by step with its clauses.

What is printed stands in `tests/cases`.
"""

import re
from fractions import Fraction

from rules_lib.commands import command
from rules_lib.commands.command import arguments_of
from rules_lib.paper_tigers import Card, melee
from rules_lib.rulebook import catalog
from tests.cases.test_cases import cases
from tests.commands.asking import Asker
from tests.commands.test_rows import rows
from tests.in_turn import in_turn

LINES = [case.values[0]["line"] for case in cases() if "says" in case.values[0]]
LINES += [row.partition(" | ")[0].removesuffix(" --json") for row in rows("told")]


@in_turn("line", dict.fromkeys(LINES), one_in=4)
def test_each_step_of_the_data_is_printed_with_its_clauses(line: str) -> None:
    name, *words = arguments_of(line)
    found = command(name).run(command(name).parser().read(words))
    printed = iter([each.strip() for told in found.lines for each in told.splitlines()])
    for each in found.data.get("steps", ()):
        cited = f" [{', '.join(each['clauses'])}]" if each["clauses"] else ""
        assert f"{each['text']}{cited}" in printed
        assert set(each["clauses"]) <= set(catalog().ids())


def test_who_has_arrived_is_told_the_odds_from_there(ask: Asker) -> None:
    """The test on two dice, counted out, and the melee by itself come to the same."""
    told = ask.told('charge --attacker "black 8" --defender "red 5" --movement-roll 9')
    _, _, ahead = told.partition("From here on:")
    dares = Fraction(sum(a + b >= 8 for a in range(1, 7) for b in range(1, 7)), 36)
    fight = melee.odds(melee.Combatant(Card("black", 8)), melee.Combatant(Card("red", 5)))
    rows = {
        "The charge fails, it may be shot at": 1 - dares,
        "Contact, the attacker wins": dares * fight.attacker_wins,
        "Contact, the defender wins": dares * fight.defender_wins,
    }
    for label, p in rows.items():
        assert re.search(rf"\n{label}: .* {p.numerator}/{p.denominator}\n", ahead), label
    assert "stays" not in ahead
    done = ask.told('charge --attacker "black 8" --defender "red 5" --movement-roll 7')
    assert "From here on:" not in done
