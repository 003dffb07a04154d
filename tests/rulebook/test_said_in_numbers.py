"""The numbers of the rules, as clauses, glossary and "at a glance" say them, are the engine's."""

import re
import tomllib
from pathlib import Path

import pytest

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle.party import (
    MOST_FANATICISM,
    OUTNUMBERING_STEP,
    TACTIC_DICE,
    outnumbering_dice,
)
from rules_lib.in_die_tiefen.battle.rules import HIGHEST_FACE, thresholds
from rules_lib.in_die_tiefen.battle.rulings import Rulings as BattleRulings
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.charge.state import REACH
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY, SMALL_TEAM_PENALTY
from rules_lib.paper_tigers.sniper.rules import INFANTRY_RAISE, SPOTTING_DICE
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.paper_tigers.sudden_strike.rules import DICE, SAVING_FACES
from rules_lib.paper_tigers.sudden_strike.state import BUNKER
from rules_lib.rulebook import catalog
from rules_lib.rulebook.catalog import RulebookError, load
from rules_lib.rulebook.numbers import WORDS as NUMBERS
from rules_lib.triumph_and_glory.charge.from_map.legality import (
    FARTHEST,
    LONGEST_PATH,
    NEAREST,
)
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    HEAVY_CHARGE_DRM,
    LIGHT_CHARGE_DRM,
    SQUARE_DRM,
    pursuit_drm,
)
from rules_lib.triumph_and_glory.tables.secondary import require_secondary
from rules_lib.wording import percent
from tests.in_turn import in_turn

BOOK = Path(__file__).parents[2] / "book"

red, black = (Card(colour, 7) for colour in ("red", "black"))
fights = {card: NUMBERS[card.combat_dice] for card in (red, black)}
moves = {card: NUMBERS[card.movement_dice] for card in (red, black)}
HITS = melee.Rulings().hits_to_remove
assert isinstance(HITS, int)
gone = NUMBERS[HITS]
reach = f"{REACH}″"
five, six = SAVING_FACES
red_markers, markers = NUMBERS[MARKERS - 1], NUMBERS[MARKERS]
saves = {kind: NUMBERS[count] for kind, count in DICE.items()}
worn = BUNKER.value_left - BUNKER.damaged().value_left
pool = Party.from_circumstances
death = pool(certain_death=True).dice - 1
superior = thresholds(Party(1, superior=True), Party(1), BattleRulings()).result
lowered = HIGHEST_FACE - thresholds(Party(1), Party(2, 1), BattleRulings()).result
both = thresholds(Party(1, superior=True), Party(2, 1), BattleRulings()).result
pursues = next(row.lowest for row in require_secondary(None).results.rows if row.pursuit)
near, far = NUMBERS[NEAREST], NUMBERS[FARTHEST]
longest = NUMBERS[LONGEST_PATH]
tired = -pursuit_drm(1)
assert [pursuit_drm(number) for number in (2, 3)] == [-2 * tired, -3 * tired]  # "each further"
fanatics = [percent(each.value) for each in battle.best_fanaticism(Party(1), Party(5)).choices]
largest = re.search(r"about (\d+)\s+dice a side", str(battle.odds.__doc__))

CLAUSES = {
    "PT-X7": [f"drops {worn} in value"],
    "IDT-1.3": [f"on a number {NUMBERS[lowered]} lower"],
    "IDT-1.4": [
        f"{NUMBERS[outnumbering_dice(6)]} dice at six to one",
        f"{NUMBERS[outnumbering_dice(9)]} at nine to one",
    ],
    "IDT-4.1": [
        f"terrain {pool(terrain=True).dice - 1},",
        f"outnumbering {outnumbering_dice(OUTNUMBERING_STEP)} for each multiple",
        f"deeds {pool(deeds=1).dice - 1} each",
    ],
    "IDT-6.3": [
        f"on a number {NUMBERS[lowered]} lower: on {HIGHEST_FACE - lowered} or more for one die,"
        f" on {both} or more if"
    ],
    "TG-9.81-8": [f"result of {pursues} or more"],
    "TG-9.87a": [f"result of {pursues} or more"],
}
"""What a clause must say where its number is no constant of the code, but follows from it."""

PAGES = {
    "paper_tigers/command_test": [
        f"a black card rolls {moves[black]} dice, a red card {moves[red]}",
        f"a red card rolls {fights[red]} dice, a black card {fights[black]}",
    ],
    "paper_tigers/charge": [f"move up to {reach}", f"within {reach} of the target"],
    "paper_tigers/melee": [
        f"{fights[red]} for red, {fights[black]} for black",
        f"subtracts {SMALL_TEAM_PENALTY} if its unit is a small team,"
        f" and {SHAKEN_PENALTY} if it is **shaken**",
        f"**{gone.capitalize()} hits** remove a unit",
    ],
    "paper_tigers/sniper": [
        f"red {fights[red]} dice, black {fights[black]}",
        f"**{markers} markers**: {red_markers} red underneath, one green",
        f"with {NUMBERS[SPOTTING_DICE]} dice. Ordinary infantry must reach {INFANTRY_RAISE} more",
    ],
    "paper_tigers/sudden_strike": [
        f"If any of its dice shows a {five} or a {six}",
        f"**{NUMBERS[worn]} point of value**",
        f"**{five} or a {six} on any die**",
    ],
    "in_die_tiefen/battle": [
        f"The superior one gives {NUMBERS[TACTIC_DICE]} dice",
        f"Each **{HIGHEST_FACE} destroys** one enemy die",
        f"So does a {superior} with superior weapons",
        f"it is {NUMBERS[lowered]} number lower for each of their fanaticism dice",
    ],
    "in_die_tiefen/fanaticism": [
        f"**{NUMBERS[MOST_FANATICISM]} dice**",
        f"destroy at {NUMBERS[lowered]} number lower**",
        f"{fanatics[3]} of its battles with three dice of fanaticism, and {fanatics[4]} with four",
    ],
    "triumph_and_glory/charge": [
        f"a path of one or {longest} hexes",
        f"Heavy cavalry adds {HEAVY_CHARGE_DRM}, light cavalry {LIGHT_CHARGE_DRM}",
        f"A result of {pursues} or more",
    ],
    "triumph_and_glory/pursuit": [
        f"after a {pursues} or more, *may*",
        f"after a {pursues} or more, *must*",
        f"**{NUMBERS[tired]} worse**",
        f"With +7, {NUMBERS[7 + 10 - (pursues or 0)]} times in ten.",
    ],
    "triumph_and_glory/reactions": [
        f"the chargers lose their bonus and subtract **{-SQUARE_DRM}** as well",
        f"no +{HEAVY_CHARGE_DRM}, and −{-SQUARE_DRM}.",
    ],
    "reference/limits": [f"more than about {largest and largest[1]} dice a side"],
    "reference/glossary": [
        f"charging and fighting: red {fights[red]}, black {fights[black]}",
        f"for moving: black {moves[black]}, red {moves[red]}",
        f"A mark on a unit. {gone.capitalize()} remove it",
        f"Deducts {SHAKEN_PENALTY} from its total",
        f"It deducts {SMALL_TEAM_PENALTY} against infantry",
        f"any {five} or {six} does it",
        f"One of {markers} that hide the sniper: {red_markers} red underneath, one green",
        f"a drawn card and {NUMBERS[SPOTTING_DICE]} dice",
        f"{HIGHEST_FACE}, or less",
        f"Up to {NUMBERS[MOST_FANATICISM]} dice more",
        f"a {superior} destroys already",
        f"from {near} or {far} hexes away",
        f"{HEAVY_CHARGE_DRM} with heavy cavalry, {LIGHT_CHARGE_DRM} with light",
    ],
}
"""What a page must say, wherever its lines are broken."""

NUMBER = re.compile(rf"(?<![.\d-])\d+(?![.\d]*\d)|\b({'|'.join(NUMBERS[2:7])})\b")
IDS = re.compile(r"[A-Z]+-[\w.-]+")
TELL_NO_RULE = {"IDT-6.1", "IDT-7.5", "PT-S7", "PT-S14", "TG-9.73a", "TG-9.86e"}
"""An example, chances that other tests hold, and numbers of steps or things."""


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


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("{LARGE}", "'paper.LARGE'"),
        ("{OTHER}", "{OTHER} is no number of the table [numbers]; known: LARGE, REACH"),
        ("{REACH.large}", "large"),
        ("{REACH", "expected '}'"),
    ],
)
def test_a_number_that_is_not_there_is_told(said: str, wrong: str) -> None:
    text = f"""
[system]
id = "a"
[numbers]
LARGE = "paper.LARGE"
REACH = "paper_tigers.charge.state.REACH"
[[clause]]
id = "PT-M1"
text = "{said}"
"""
    with pytest.raises(RulebookError, match=re.escape(wrong)):
        load({"a": text})


@in_turn("page", PAGES)
def test_a_page_says_what_the_engine_does(page: str) -> None:
    text = " ".join((BOOK / f"{page}.md").read_text("utf-8").split())
    assert [said for said in PAGES[page] if said not in text] == []
