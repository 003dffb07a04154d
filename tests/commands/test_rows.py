"""What is typed, and what is said to it: the rows of the files beside this one.

A row is a line, and what its answer must say, part after part; `^` is its beginning, and what comes
after `!` is nowhere in it. Numbers of the rules are named. `refused.txt` has what is refused,
`told.txt` what is answered, `same.txt` pairs of lines with one answer, `due.txt` dice that stop too
early and what comes next, `-` where nothing does.
"""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from rules_lib.paper_tigers import Card, melee
from rules_lib.rulebook import catalog
from tests.commands.asking import Asker
from tests.in_turn import in_turn


def rows(name: str) -> list[str]:
    """The rows of a file, without its remarks."""
    text = Path(__file__).with_name(f"{name}.txt").read_text("utf-8")
    lines = catalog().numbers.fill_page(text).splitlines()
    return [line for line in lines if line and not line.startswith("# ")]


def says(text: str, parts: list[str]) -> None:
    """Demand that a text has these parts, in their order."""
    at = 0
    for part in parts:
        if part.startswith("!"):
            assert part[1:] not in text
            continue
        assert text.startswith(part[1:] if part.startswith("^") else "")
        at = text.index(part.removeprefix("^"), at)


@in_turn("row", rows("refused"), one_in=3)
def test_it_says_what_is_wrong(ask: Asker, row: str) -> None:
    line, *parts = row.split(" | ")
    says(ask.refusal(line), parts)
    reply = ask(f"{line} --json")
    assert (reply.code, reply.text) == (2, "")


@pytest.mark.rule("PT-M1", "PT-M3", "PT-M5", "PT-M19", "PT-M21")
@pytest.mark.rule("PT-M13", "TG-9.86a", "R-M12", "R-M14", "R-S3", "R-S5", "R-X2", "R-X9", "R-I9")
@in_turn("row", rows("told"), one_in=8)
def test_it_says_what_is_so(ask: Asker, row: str) -> None:
    line, *parts = row.split(" | ")
    says(" ".join(ask.told(line).split()), parts)


@pytest.mark.rule("PT-X3", "PT-S1", "PT-M15", "R-I2")
@in_turn("row", rows("same"), one_in=3)
def test_what_can_be_understood_is(ask: Asker, row: str) -> None:
    typed, plain = row.split(" | ")
    assert ask.told(typed) == ask.told(plain)


@pytest.mark.rule("IDT-7.1", "IDT-7.2", "IDT-7.7", "R-I10", "R-I13", "R-I15")
@in_turn("row", rows("due"), one_in=4)
def test_it_says_what_comes_next_and_by_which_clause(ask: Asker, row: str) -> None:
    line, due = row.split(" | ")
    text = ask.told(line)
    assert text.count("\nNext: ") == (due != "-")
    said = text.partition("\nNext: ")[2].partition("\n")[0]
    assert said.startswith("" if due == "-" else due)
    cited = set(re.findall(r"[A-Z]+-[\w.-]+", said))
    assert cited <= set(catalog().ids())
    assert cited or line.startswith("cavalry") or due == "-"


def test_who_has_arrived_is_told_the_odds_from_there(ask: Asker) -> None:
    """The test on two dice, counted out, and the melee by itself come to the same."""
    told = ask.told('charge --attacker "black 8" --defender "red 5" --movement-roll 9')
    _, _, ahead = told.partition("From here on:")
    dares = Fraction(sum(a + b >= 8 for a in range(1, 7) for b in range(1, 7)), 36)
    fight = melee.odds(melee.Combatant(Card("black", 8)), melee.Combatant(Card("red", 5)))
    ends = {
        "The charge fails, it may be shot at": 1 - dares,
        "Contact, the attacker wins": dares * fight.attacker_wins,
        "Contact, the defender wins": dares * fight.defender_wins,
    }
    for label, p in ends.items():
        assert re.search(rf"\n{label}: .* {p.numerator}/{p.denominator}\n", ahead), label
    assert "stays" not in ahead
    done = ask.told('charge --attacker "black 8" --defender "red 5" --movement-roll 7')
    assert "From here on:" not in done
