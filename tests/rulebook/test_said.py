"""Texts take the numbers of the rules from the code, and say who, when and which way.

What only follows from a number is held here. A fact is what a case of ``tests/cases`` answers, or a
function that asks the engine. The sentences in which clauses, chapters, sheets and stories tell it
are in ``said_in_words.toml``: what says it in other words says so there.
"""

import re
import tomllib
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from rules_lib.impact.model import LITTLE, MUCH
from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.battle.rules import HIGHEST_FACE, thresholds
from rules_lib.in_die_tiefen.battle.rulings import Rulings as BattleRulings
from rules_lib.notebook.palette import LIGHT
from rules_lib.paper_tigers import el_alamein
from rules_lib.paper_tigers.sudden_strike.rules import save_name
from rules_lib.paper_tigers.sudden_strike.state import BUNKER, UnitClass
from rules_lib.rulebook import catalog
from rules_lib.rulebook.numbers import WORDS
from rules_lib.text.chances import percent
from rules_lib.triumph_and_glory.tables.results_table import Row
from rules_lib.triumph_and_glory.tables.secondary import require_secondary
from tests.in_turn import in_turn

ROOT = Path(__file__).parents[2]

worn = BUNKER.value_left - BUNKER.damaged().value_left
pool = Party.from_circumstances
lowered = HIGHEST_FACE - thresholds(Party(1), Party(2, 1), BattleRulings()).result
both = thresholds(Party(1, superior=True), Party(2, 1), BattleRulings()).result
results = require_secondary(None).results.rows
pursues = next(row.lowest for row in results if row.pursuit)
fanatics = [percent(each.value) for each in battle.best_fanaticism(Party(1), Party(5)).choices]
largest = re.search(r"about (\d+)\s+dice a side", str(battle.odds.__doc__))

ROLLS: Mapping[str, UnitClass] = {
    "| infantry": "infantry",
    "officer ({rule}`R-X5`)": "infantry",
    "| unarmoured vehicle": "unarmoured_vehicle",
    "| armoured vehicle": "armoured_vehicle",
    "| tank": "tank",
    "strong front and side armour": "heavy_tank",
    "dive bomber": "aircraft",
}


def _save(kind: UnitClass) -> str:
    return save_name(kind).partition("save")[0].strip() or "–"


def _result(row: Row) -> str:
    """The beginning of a line of the table, up to what follows from it."""
    who, side = (
        ("attackers", row.attackers) if row.attackers.disordered else ("defenders", row.defenders)
    )
    back = {"check": "retreat check", "automatic": "retreat", "ruling": "perhaps retreat"}
    return f"| {row.results} | {who} disordered, {back[side.retreat]}"


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
    "paper_tigers/sudden_strike": [
        f"**{WORDS[worn]} point of value**",
        *(f"{who} | {{DICE[{kind}]}} | {_save(kind)} |" for who, kind in ROLLS.items()),
    ],
    "in_die_tiefen/battle": [
        f"it is {WORDS[lowered]} number lower for each of their fanaticism dice"
    ],
    "in_die_tiefen/fanaticism": [
        f"destroy at {WORDS[lowered]} number lower**",
        f"{fanatics[3]} of its battles with three dice of fanaticism, and {fanatics[4]} with four",
    ],
    "triumph_and_glory/charge": [f"A result of {pursues} or more", *map(_result, results)],
    "triumph_and_glory/pursuit": [
        f"after a {pursues} or more, *may*",
        f"after a {pursues} or more, *must*",
        f"With +7, {WORDS[7 + 10 - (pursues or 0)]} times in ten.",
    ],
    "rulings/index": [
        f"typically {WORDS[int(100 * MUCH)]} points or more, or a different outcome",
        f"less, but more than {WORDS[int(100 * LITTLE)]} point where it matters most",
        f"**Don’t argue**: {WORDS[int(100 * LITTLE)]} point or less",
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


def has_typed(text: str) -> bool:
    """Whether a number stands there that is no constant."""
    return bool(NUMBER.search(IDS.sub("", re.sub(r"\{.*?\}", "", text))))


def test_the_numbers_of_a_clause_are_constants_of_the_code() -> None:
    """Typed are examples, numbers of steps and things, and what a test above holds."""
    files = [tomllib.loads(e.read_text("utf-8")) for e in ROOT.glob("rules_lib/*/*/rules.toml")]
    clauses = [clause for file in files for clause in file["clause"]]
    typed = {each["id"] for each in clauses if has_typed(each["text"])}
    assert typed <= {*CLAUSES, *TELL_NO_RULE}


@in_turn("page", PAGES)
def test_a_page_says_what_the_engine_does(page: str) -> None:
    text = " ".join(text_of(page).split())
    assert [said for said in PAGES[page] if said not in text] == []


# ---------------------------------------------------------------- sentences

TOLD: Mapping[str, Mapping[str, str | list[str]]] = tomllib.loads(
    Path(__file__).with_name("said_in_words.toml").read_text("utf-8")
)
"""For each fact the cases that prove it and the places that tell it, each with its words."""
ANSWERS = ("says", "refused", "due", "becomes")
CASES = {
    f"{path.stem}, {case['name']}": "\n".join(
        run[key] for run in (case, *case.get("run", ())) for key in ANSWERS if key in run
    )
    for path in (ROOT / "tests/cases").glob("*.toml")
    for case in tomllib.loads(path.read_text("utf-8"))["case"]
}
"""What each answers."""


def each_tactic_a_third_of_the_time() -> object:
    games = [battle.tactics_game(Party(a), Party(b)).equilibrium for a, b in ((5, 4), (3, 7))]
    return all(3 * each == 1 for game in games for each in (*game.rows, *game.columns))


def a_spy_is_worth_something() -> object:
    return battle.tactics_game(Party(5), Party(4)).guessing > 0


def speed_does_best_where_strength_is_seldom_written() -> object:
    payoff = battle.tactics_game(Party(4), Party(5)).payoff
    written = {Tactic.SPEED: 3, Tactic.STEADINESS: 3, Tactic.STRENGTH: 2}
    return (
        max(Tactic, key=lambda own: sum(n * payoff[own, each] for each, n in written.items()))
        == Tactic.SPEED
    )


def fanaticism_pays_against_few() -> object:
    def gain(own: int, enemy: int) -> object:
        plain, mad = (battle.odds(Party(own + n, n), Party(enemy)).a_wins for n in (0, 4))
        return mad - plain

    return gain(4, 1) > 0 > gain(6, 8)  # type: ignore[operator] # fractions


def six_test_five_move_four_arrive() -> object:
    ends = [str(each.ending) for each in el_alamein.corrected().actions.values()]
    moved = len(ends) - ends.count("stays")
    fights = [each.fight for each in el_alamein.record.EXCHANGES if "exchange 2" not in each.label]
    twice = sum(fights.count(fight) - 1 for fight in {*fights})
    return (len(ends), moved, moved - ends.count("refused"), twice) == (6, 5, 4, 1)


def the_units_of_a_chapter_are_what_it_calls_them() -> object:
    def made(name: str, arm: str, text: str) -> object:
        kind = {"infantry": "Infantry", "gun": "Artillery"}.get(arm, "Cavalry")
        weight = f".*heavy={arm == 'heavy'}" if kind == "Cavalry" else ""
        return re.search(rf'{kind}\("{name}"{weight}', text)

    texts = [text_of(f"triumph_and_glory/{each}") for each in ("charge", "reactions", "pursuit")]
    called = r"(\w+)(?:’s|\*\*’s|’s\*\*|\*\* leads|\*\*) (heavy|light|infantry|gun)"
    return all(made(who, what, each) for each in texts for who, what in re.findall(called, each))


PANELS = "rules_lib/triumph_and_glory/charge/panels.toml"


def a_headline_asks_what_is_wanted() -> object:
    panels = tomllib.loads(text_of(PANELS))["panels"]
    pairs = {f'"{each["headline"]}" wanted = "{each.get("wanted")}"' for each in panels}
    held = words_of("a_headline_asks_what_is_wanted", PANELS)
    return {each for each in pairs if not each.endswith('"None"')} == {*held}


def the_second_method_shares_no_code() -> object:
    paths = [*ROOT.glob("tests/oracles/*_brute.py"), *ROOT.glob("tests/golden/of_*.py")]
    return paths and not any("rules_lib" in path.read_text("utf-8") for path in paths)


def attackers_are_red_and_defenders_blue() -> object:
    red, blue = (bytes.fromhex(LIGHT[role][1:]) for role in ("first", "second"))
    return red[0] > red[2] and blue[2] > blue[0]


HELD_ELSEWHERE = ("a_cell_of_the_page_asserts_it", "a_test_of_the_clause_holds_it")
"""Not proved here: a cell of the page does it, and a test, of which each clause has one."""


# ---------------------------------------------------------------- held


def text_of(place: str) -> str:
    """What stands there: of a clause, a ruling, a reading, an erratum, or a file."""
    if place.endswith(", short"):
        return catalog().clauses[place.removesuffix(", short")].short
    if place in catalog().clauses:
        return f"{catalog().clauses[place].title}: {catalog().clauses[place].text}"
    if "=" in place:
        ruling, value = place.split("=", 1)
        readings = catalog().rulings[ruling].readings
        (read,) = [each for each in readings if each.value == value]
        return f"{read.text} {read.basis}"
    if place in catalog().errata:
        return catalog().errata[place].text
    if place in catalog().rulings:
        ruled = catalog().rulings[place]
        return f"{ruled.title}: {ruled.question} {ruled.reason}"
    path = ROOT / (place if place.endswith((".py", ".toml")) else f"book/{place}.md")
    return path.read_text("utf-8")


def plain(text: str) -> str:
    """Without the ends of its lines."""
    return " ".join(re.sub(r'"\n\s*f?"', "", text).split())


def words_of(name: str, place: str) -> list[str]:
    """The words of a fact that stand in a place, or in the answer of a case."""
    said = TOLD[name].get(place, [])
    return [said] if isinstance(said, str) else said


def sentences(name: str, place: str) -> list[str]:
    """What a place says of a fact."""
    filled = catalog().numbers.fill_page if IDS.match(place) else str
    return [plain(filled(each)) for each in words_of(name, place)]


@in_turn("name", TOLD)
def test_the_engine_does_it_and_the_sentence_says_it(name: str) -> None:
    proved = TOLD[name].keys() & CASES.keys()
    assert proved or name in HELD_ELSEWHERE or globals()[name]()
    for case in proved:
        assert [said for said in words_of(name, case) if said not in CASES[case]] == [], case
    for place in TOLD[name].keys() - proved:
        text = plain(text_of(place))
        assert [said for said in sentences(name, place) if said not in text] == [], place


def test_each_clause_each_ruling_and_each_reading_is_held() -> None:
    held = {place for places in TOLD.values() for place in places}
    rulings = catalog().rulings
    read = {f"{key}={each.value}" for key, ruled in rulings.items() for each in ruled.readings}
    assert catalog().clauses.keys() | rulings.keys() | read <= held | CLAUSES.keys()


def test_each_card_of_a_dispute_is_held() -> None:
    """By a sentence with the clause that it cites; and each sentence with a typed number."""
    place = "rulings/misreadings"
    held = [said for name in TOLD for said in words_of(name, place)]
    cited = [said for said in held if "{rule}`" in said]
    cards = [plain(each) for each in text_of(place).split("\n\n") if each.startswith("**“")]
    assert [each for each in cards if not any(said in each for said in cited)] == []
    answers = [re.sub(r"\{dice\}`.*?`", "", each.partition("”**")[2]) for each in cards]
    examples = [
        each for card in answers for each in re.split(r"(?<=\.) ", card.strip()) if has_typed(each)
    ]
    assert [each for each in examples if not any(each in s or s in each for s in held)] == []


ROLLED = re.compile(r"(?<![\d.+−-])\d+(?![.\d]*\d)")


def test_the_cards_and_dice_told_before_an_example_are_played_in_it() -> None:
    """All but 0, which is a face, and from which result on is pursued."""
    loose = []
    for path in sorted(ROOT.glob("book/*/*.md")):
        for before, after in pairwise(path.read_text("utf-8").split("\n```{code-cell} ipython3\n")):
            code = after.partition("\n```\n")[0]
            told = before.rpartition("```")[2].strip().rpartition("\n\n")[2]
            if "worked: true" in code and not re.search(r"\bWorked\(|\*\*Try it", code + told):
                played = {"0", str(pursues), *re.findall(r"\d+", code.rpartition("\n---\n")[2])}
                typed = {*ROLLED.findall(re.sub(r"\{.*?\}|`.*?`|\$.*?\$", "", told))}
                loose += [f"{path.stem}: {number}: {told}" for number in typed - played]
    assert not loose, "\n".join(loose)


STEP = re.compile(r"^\d\. (.*(?:\n {3}.*)*)", re.MULTILINE)


def test_each_step_at_the_head_of_a_chapter_is_held() -> None:
    loose = []
    for path in sorted(ROOT.glob("book/*/*.md")):
        found = re.search(
            r"\*\*In \w+ steps\*\*.*?\n\n(1\. .*?)\n\n", path.read_text("utf-8"), re.DOTALL
        )
        page = str(path.relative_to(ROOT / "book").with_suffix(""))
        held = [said.rstrip(".") for name in TOLD for said in sentences(name, page)]
        held += map(plain, PAGES.get(page, []))
        for step in map(plain, STEP.findall(f"{found[1]}\n" if found else "")):
            loose += [
                f"{page}: {part}"
                for part in re.split(r"[.;:!?] +", step.rstrip("."))
                if not any(each in part or part in each for each in held)
            ]
    assert not loose, "\n".join(loose)
