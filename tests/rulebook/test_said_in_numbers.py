"""Texts take the numbers of the rules from the code; what only follows from one is held here."""

import re
import tomllib
from pathlib import Path

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle.rules import HIGHEST_FACE, thresholds
from rules_lib.in_die_tiefen.battle.rulings import Rulings as BattleRulings
from rules_lib.paper_tigers.sudden_strike.state import BUNKER
from rules_lib.rulebook import catalog
from rules_lib.rulebook.numbers import WORDS
from rules_lib.text.chances import percent
from rules_lib.triumph_and_glory.tables.secondary import require_secondary
from tests.in_turn import in_turn

BOOK = Path(__file__).parents[2] / "book"

worn = BUNKER.value_left - BUNKER.damaged().value_left
pool = Party.from_circumstances
lowered = HIGHEST_FACE - thresholds(Party(1), Party(2, 1), BattleRulings()).result
both = thresholds(Party(1, superior=True), Party(2, 1), BattleRulings()).result
pursues = next(row.lowest for row in require_secondary(None).results.rows if row.pursuit)
fanatics = [percent(each.value) for each in battle.best_fanaticism(Party(1), Party(5)).choices]
largest = re.search(r"about (\d+)\s+dice a side", str(battle.odds.__doc__))

CLAUSES = {
    "PT-X7": [f"drops {worn} in value"],
    "IDT-1.3": [f"on a number {WORDS[lowered]} lower"],
    "IDT-4.1": [f"terrain {pool(terrain=True).dice - 1},", f"deeds {pool(deeds=1).dice - 1} each"],
    "IDT-6.3": [f"on a number {WORDS[lowered]} lower: on", f"on {both} or more if"],
    "TG-9.81-8": [f"result of {pursues} or more"],
    "TG-9.87a": [f"result of {pursues} or more"],
}
"""What a clause must say where its number is no constant of the code, but follows from it."""

PAGES = {
    "paper_tigers/sudden_strike": [f"**{WORDS[worn]} point of value**"],
    "in_die_tiefen/battle": [
        f"it is {WORDS[lowered]} number lower for each of their fanaticism dice"
    ],
    "in_die_tiefen/fanaticism": [
        f"destroy at {WORDS[lowered]} number lower**",
        f"{fanatics[3]} of its battles with three dice of fanaticism, and {fanatics[4]} with four",
    ],
    "triumph_and_glory/charge": [f"A result of {pursues} or more"],
    "triumph_and_glory/pursuit": [
        f"after a {pursues} or more, *may*",
        f"after a {pursues} or more, *must*",
        f"With +7, {WORDS[7 + 10 - (pursues or 0)]} times in ten.",
    ],
    "reference/limits": [f"more than about {largest and largest[1]} dice a side"],
}
"""What a page must say, wherever its lines are broken."""

NUMBER = re.compile(rf"(?<![.\d-])\d+(?![.\d]*\d)|\b({'|'.join(WORDS[2:7])})\b")
IDS = re.compile(r"[A-Z]+-[\w.-]+")
TELL_NO_RULE = {"IDT-1.4", "IDT-6.1", "IDT-7.5", "PT-S7", "TG-9.73a", "TG-9.86e"}
"""Examples, and numbers of steps or things."""


@in_turn("rule_id", CLAUSES)
def test_a_clause_says_what_the_engine_does(rule_id: str) -> None:
    text = catalog().clauses[rule_id].text
    assert [said for said in CLAUSES[rule_id] if said not in text] == []


def test_the_numbers_of_a_clause_are_constants_of_the_code() -> None:
    """Typed are examples, numbers of steps and things, and what a test above holds."""
    package = Path(__file__).parents[2] / "rules_lib"
    files = [tomllib.loads(file.read_text("utf-8")) for file in package.glob("*/*/rules.toml")]
    clauses = [clause for file in files for clause in file["clause"]]
    typed = {
        each["id"]
        for each in clauses
        if NUMBER.search(IDS.sub("", re.sub(r"\{.*?\}", "", each["text"])))
    }
    assert typed <= {*CLAUSES, *TELL_NO_RULE}


@in_turn("page", PAGES)
def test_a_page_says_what_the_engine_does(page: str) -> None:
    text = " ".join((BOOK / f"{page}.md").read_text("utf-8").split())
    assert [said for said in PAGES[page] if said not in text] == []
