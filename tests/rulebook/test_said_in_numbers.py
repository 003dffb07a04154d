"""The numbers of the rules, as clauses, glossary and "at a glance" say them, are the engine's."""

import re
from pathlib import Path

import pytest

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.aftermath import MOST_GAP
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
from rules_lib.paper_tigers.sniper.rules import BARELY_VISIBLE_RAISE, INFANTRY_RAISE, SPOTTING_DICE
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.paper_tigers.sudden_strike.rules import DICE, SAVING_FACES
from rules_lib.paper_tigers.sudden_strike.state import BUNKER
from rules_lib.rulebook import catalog
from rules_lib.triumph_and_glory.charge import square
from rules_lib.triumph_and_glory.charge.from_map.legality import (
    DEAREST,
    FARTHEST,
    LONGEST_PATH,
    NEAREST,
)
from rules_lib.triumph_and_glory.charge.rules.combat import LIGHT_COUNTERCHARGED
from rules_lib.triumph_and_glory.charge.rules.fire import FIRE_AT_SQUARE_DRM
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    HEAVY_CHARGE_DRM,
    LIGHT_CHARGE_DRM,
    SQUARE_DRM,
    pursuit_drm,
)
from rules_lib.triumph_and_glory.charge.rules.reactions import LIGHT_AGAINST_HEAVY
from rules_lib.triumph_and_glory.tables.secondary import require_secondary
from rules_lib.wording import percent
from tests.in_turn import in_turn

BOOK = Path(__file__).parents[2] / "book"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

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
    "PT-M1": [f"the move, {reach} at most", f"within {reach} of its target"],
    "PT-M3": [f"{fights[red]} dice for a red card, {fights[black]} for a black card"],
    "PT-M4": [f"rolled with {fights[red]} dice"],
    "PT-M12": [f"subtract {SHAKEN_PENALTY} from"],
    "PT-M15": [f"subtract {SMALL_TEAM_PENALTY} from"],
    "PT-M17": [f"with {gone} hits is removed"],
    "PT-M19": [f"{moves[black]} for a black card, {moves[red]} for a red card", f"up to {reach}"],
    "PT-M21": [f"more than {reach} away"],
    "PT-S5": [f"lays {markers} markers", f"{red_markers.capitalize()} have a red dot"],
    "PT-S7": [f"spotting test by {BARELY_VISIBLE_RAISE}."],
    "PT-S8": [f"{fights[red]} dice for a red one, {fights[black]} for a black one"],
    "PT-S11": [f"roll {NUMBERS[SPOTTING_DICE]} dice, whatever its colour"],
    "PT-S12": [f"needs {INFANTRY_RAISE} more than the card shows"],
    "PT-X2": [f"a {five} or a {six}"],
    "PT-X3": [
        f"infantry {saves['infantry']} dice, unarmoured vehicles {saves['unarmoured_vehicle']}",
        f"armoured vehicles {saves['armoured_vehicle']} die, tanks {saves['tank']}",
        f"front and side armour {saves['heavy_tank']}",
        f"dive bombers roll {saves['aircraft']} die",
    ],
    "PT-X7": [f"drops {worn} in value"],
    "IDT-1.2": [f"gets {NUMBERS[death]} dice"],
    "IDT-1.3": [f"up to {NUMBERS[MOST_FANATICISM]} dice", f"on a number {NUMBERS[lowered]} lower"],
    "IDT-1.4": [
        f"at least {NUMBERS[OUTNUMBERING_STEP]} to one",
        f"further multiple of {NUMBERS[OUTNUMBERING_STEP]} gives",
        f"{NUMBERS[outnumbering_dice(6)]} dice at six to one",
        f"{NUMBERS[outnumbering_dice(9)]} at nine to one",
    ],
    "IDT-4.1": [
        f"terrain {pool(terrain=True).dice - 1}, certain death {death}",
        f"fanaticism 1 to {MOST_FANATICISM},"
        f" outnumbering {outnumbering_dice(OUTNUMBERING_STEP)} for each multiple of"
        f" {NUMBERS[OUTNUMBERING_STEP]}",
        f"superior tactic {TACTIC_DICE}, deeds {pool(deeds=1).dice - 1} each",
    ],
    "IDT-5.2": [f"Each {HIGHEST_FACE} destroys one die"],
    "IDT-5.3": [f"also destroys on a {superior}"],
    "IDT-6.3": [
        f"on a number {NUMBERS[lowered]} lower: on {HIGHEST_FACE - lowered} or more for one die,"
        f" on {both} or more if"
    ],
    "IDT-7.5": [f"The gap is {MOST_GAP} at most"],
    "TG-9.81a": [f"{near} or {far} hexes from its target"],
    "TG-9.81e": [f"more than {DEAREST} movement points"],
    "TG-9.81-1": [f"one or {longest} hexes of its path"],
    "TG-9.81-8": [f"result of {pursues} or more"],
    "TG-9.83": [f"heavy cavalry, add {HEAVY_CHARGE_DRM} to", f"are light, add {LIGHT_CHARGE_DRM}."],
    "TG-9.85f": [f"subtract {-SQUARE_DRM} from"],
    "TG-9.85g": [f"adds {FIRE_AT_SQUARE_DRM},"],
    "TG-9.85i": [
        f"move {NUMBERS[square.SQUARE_MOVE]} hex",
        f"no more than {square.DEAREST} movement",
    ],
    "TG-9.85j": [f"costs {square.LINE_COST} movement point"],
    "TG-9.86b": [f"Add {LIGHT_AGAINST_HEAVY} if light"],
    "TG-9.86c": [f"subtract {-LIGHT_COUNTERCHARGED} from"],
    "TG-9.87a": [f"result of {pursues} or more"],
    "TG-9.87e": [f"subtract {tired} from"],
}
"""What a clause must say. A clause with a number that the engine knows belongs here."""

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
        f"the chargers lose their bonus, and **{-SQUARE_DRM}** besides",
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

RULINGS = {
    "R-M3": [
        f"subtracts {SMALL_TEAM_PENALTY} for a cause of its own",
        f"a shaken small team subtracts {SMALL_TEAM_PENALTY + SHAKEN_PENALTY}.",
        f"a unit never subtracts more than {max(SMALL_TEAM_PENALTY, SHAKEN_PENALTY)}",
    ],
    "R-N24": [
        f"the −{-SQUARE_DRM} replaces the bonus at every hex",
        f"and −{-SQUARE_DRM} at every hex",
    ],
}
"""What a ruling must say, in its title, its reason, its readings."""

ERRATA = {"E-N5": [f"no nearer than {near} hexes", f"requires {near} or {far}."]}

NUMBER = re.compile(rf"(?<![.\d-])\d+(?![.\d]*\d)|\b({'|'.join(NUMBERS[2:7])})\b")
IDS = re.compile(r"[A-Z]+-[\w.-]+")
TELL_NO_RULE = {"IDT-6.1", "PT-S14", "TG-9.73a", "TG-9.86e"}
"""An example, chances that other tests hold, and numbers of steps or things."""


@in_turn("rule_id", CLAUSES)
def test_a_clause_says_what_the_engine_does(rule_id: str) -> None:
    text = catalog().clauses[rule_id].text
    assert [said for said in CLAUSES[rule_id] if said not in text] == []


@pytest.mark.parametrize("rule_id", RULINGS)
def test_a_ruling_says_what_the_engine_does(rule_id: str) -> None:
    ruling = catalog().rulings[rule_id]
    text = "\n".join([ruling.title, ruling.reason, *(each.text for each in ruling.readings)])
    assert [said for said in RULINGS[rule_id] if said not in text] == []


@pytest.mark.parametrize("rule_id", ERRATA)
def test_an_erratum_says_what_the_engine_does(rule_id: str) -> None:
    text = catalog().errata[rule_id].text
    assert [said for said in ERRATA[rule_id] if said not in text] == []


def test_every_clause_with_a_number_is_held() -> None:
    clauses = catalog().clauses.values()
    told = {each.id for each in clauses if NUMBER.search(IDS.sub("", each.text))}
    assert told <= {*CLAUSES, *TELL_NO_RULE}


@in_turn("page", PAGES)
def test_a_page_says_what_the_engine_does(page: str) -> None:
    text = " ".join((BOOK / f"{page}.md").read_text("utf-8").split())
    assert [said for said in PAGES[page] if said not in text] == []
