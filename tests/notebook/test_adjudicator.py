"""“Dice referee”: what the forms ask for, and how an answer is shown."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from rules_lib import systems
from rules_lib.commands import NAMES, command
from rules_lib.errors import InvalidValue
from rules_lib.notebook.adjudicator import form_html, settle
from rules_lib.notebook.adjudicator.answers import Refused, Settled, cited
from rules_lib.notebook.adjudicator.forms import ASKED, ASKED_IN_WORDS, WORDS
from rules_lib.paper_tigers.sniper import UNHURT_TARGETS
from rules_lib.rulebook import catalog
from rules_lib.values.type_checks import LONGEST_WORD
from tests.in_turn import in_turn

EXAMPLES = [
    line
    for name in systems
    for line in command(name).about.examples
    if "--also" not in line and "--activations" not in line
]
PAIR = '--attacker "red 7" --defender "red 5"'
PLACES, VERDICTS = (
    catalog()
    .numbers.fill_page(Path(__file__).with_name(f"{name}.txt").read_text("utf-8"))
    .splitlines()[1:]
    for name in ("places", "verdicts")
)


def soup(name: str) -> Tag:
    found = BeautifulSoup(form_html(name), "html.parser").section
    assert found
    return found


@pytest.mark.slow
@in_turn("line", EXAMPLES)
def test_an_answer_is_the_command_s_own(line: str) -> None:
    found = settle(line)
    assert isinstance(found, Settled)
    html = BeautifulSoup(found._repr_html_(), "html.parser")
    assert html.find(class_="rb-dice-verdict")
    assert re.search("(Read with|with our answers)", html.get_text())
    verdict = found.answer.verdict
    assert verdict is not None
    if verdict.record is not None:
        assert str(verdict.record).lower() in str(found).lower()
        for step in found.answer.data.get("steps", ()):
            assert set(step["clauses"]) <= {a.get_text() for a in html.find_all(class_="rb-clause")}
    assert verdict.record or verdict.chances
    assert bool(html.find(class_="rb-dice-next")) == bool(verdict.due)


@in_turn("row", VERDICTS)
def test_a_verdict_says_who_won_and_what_each_side_lost(row: str) -> None:
    line, told = row.split(" | ")
    found = settle(line)
    assert isinstance(found, Settled)
    assert found.answer.verdict
    assert found.answer.verdict.text == told


@in_turn("row", PLACES)
def test_what_is_wrong_is_told_beside_its_field(row: str) -> None:
    line, *parts = row.split(" | ")
    place = tuple("" if each == "-" else each for each in parts)
    found = settle(line)
    assert isinstance(found, Refused)
    assert found.place == place
    told = BeautifulSoup(found._repr_html_(), "html.parser").p
    assert told
    assert (told["data-option"], told["data-row"], told["data-part"]) == place
    form = soup(line.partition(" ")[0])
    assert [
        each
        for each in form.select("[data-option]")
        if place[0] in str(each["data-option"]).split()
    ]
    if place[2]:
        assert form.select(f'[name$=".{place[2]}"]')
    assert told.get_text().count("\n") == 0


def test_what_is_still_to_be_rolled_is_no_mistake() -> None:
    noted = settle('sniper --card "red 9" --target infantry')
    assert UNHURT_TARGETS.partition(" (")[0] in noted._repr_html_(), (
        "what is told beside the chances"
    )
    for rolled, due in (("--rolls-a 6,3,2", "of b, 2 dice"), ("--rolls-b 6,3", "of a, 3 dice")):
        found = settle(f'battle --a "3 dice" --b "2 dice" {rolled}')
        assert isinstance(found, Refused)
        html = found._repr_html_()
        assert "Not decided yet." in html
        assert due in html
        assert "refused" not in html


def test_what_is_no_line_is_refused() -> None:
    for line in ("", 'melee "red', "nothing", "melee --help"):
        assert isinstance(settle(line), Refused)


def test_an_option_that_needs_files_says_that_a_page_has_none(tmp_path: Path) -> None:
    for option in (f"--write {tmp_path}/x.toml", f"--write={tmp_path}/x.toml", "--rules x.toml"):
        found = settle(f"house-rules {option}")
        assert isinstance(found, Refused)
        assert "was given; allowed: nothing, except on the command line." in found.text
    assert isinstance(settle(f"melee {PAIR} --json"), Refused)
    assert not list(tmp_path.iterdir())


def test_ids_become_links_and_words_do_not() -> None:
    told = cited("two dice [PT-S11, PT-S12], <b> R-M3=false E-99 PT-M9.")
    assert told.startswith("two dice <a")
    assert re.findall(r'href="rule:([\w-]+)"[^>]*>([^<]+)', told) == [
        ("PT-S11", "PT-S11"),
        ("PT-S12", "PT-S12"),
        ("R-M3", "R-M3=false"),
        ("PT-M9", "PT-M9"),
    ]
    assert "&lt;b&gt;" in told


FOR_ODDS = "--reroll --shot-hits --in-reach --within --markers --jokers --goal --target --rounds"
GENERAL = "--help --json --rules --ruling --also --activations"


@in_turn("name", systems)
def test_a_form_names_what_it_has_and_asks_all_that_its_command_asks_of_dice(name: str) -> None:
    """What stands in braces is a field; what has an option, the command takes.

    Else a reading that it offers changes nothing, as R-M15 without other enemies in reach.
    """
    form = soup(name)
    names = {str(each["name"]) for each in form.select("[name]")}
    slots = {str(each["data-slot"]) for each in form.select("[data-slot]")}
    lines = [str(form[f"data-{each}"]) for each in ("line", "odds", "python", "python-odds")]
    lines += [
        str(each[key])
        for each in form.select("[data-slot]")
        for key in ("data-words", "data-python")
    ]
    used = {each for line in lines for each in re.findall(r"\{([\w.-]+)\}", line)}
    fields = names - set(catalog().rulings)
    assert used == fields | slots | {"rulings"}
    assert set(str(form["data-dice"]).split()) <= used
    known = {option for each in command(name).parser()._actions for option in each.option_strings}
    keys = ("data-words", "data-before")
    more = [str(each.get(key, "")) for each in form.select("[data-words]") for key in keys]
    said = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", " ".join([*lines, *more])))
    asked = {each for each in known if each.startswith("--")} - set(f"{FOR_ODDS} {GENERAL}".split())
    assert asked <= said <= known
    assert name in NAMES


@in_turn("name", systems)
def test_every_field_has_a_name_for_ears_and_a_keypad_with_its_signs(name: str) -> None:
    for field in soup(name).select("[name]"):
        assert not (field.get("inputmode") == "numeric" and str(field.get("min")).startswith("-"))
        label = field.find_parent("label")
        assert field.get("aria-label") or (label and label.get_text().strip())
    for rows in soup(name).select(".rb-dice-rows"):
        (first,) = rows.select(".rb-dice-row > legend > span")
        assert first.get_text() == str(rows.get("data-letters", "1"))[0]


@in_turn("name", systems)
def test_a_form_offers_every_other_reading(name: str) -> None:
    """But for questions that no record of dice asks, and those with one reading."""
    for field in soup(name).select("[data-set]"):
        values = [str(each["value"]) for each in field.select("option")]
        assert values[0] == ""
        assert len(set(values)) == len(values) > 1
        assert str(field["name"]) in catalog().rulings


def test_examples_of_every_game_can_be_asked_in_words() -> None:
    form = soup(WORDS)
    lines = [str(each["data-say"]) for each in form.select("[data-say]")]
    assert set(lines) == {line for name in ASKED_IN_WORDS for line in command(name).about.examples}
    assert "aftermath --winner b --morale-a 2 --wiped-out b" in lines
    for line in (form.textarea.get_text(), ASKED):  # type: ignore[union-attr]
        assert isinstance(settle(line), Settled)
    assert int(str(form.textarea["maxlength"])) < LONGEST_WORD  # type: ignore[index]


def test_there_is_no_other_form() -> None:
    with pytest.raises(InvalidValue, match="melee, charge"):
        form_html("explain")


@in_turn(
    ("line", "slips"),
    [
        ('melee --attacker "red 7" --defender "red 5" --rolls 12:4', ""),
        ('melee --attacker "red 7" --defender "red 5, small team" --rolls 12:9', "E-A2 E-A3 E-A4"),
        ('test --card "red 9" --for movement --roll 9', ""),
        ('melee --attacker "red 7" --defender "red 5, small team"', ""),
    ],
)
def test_a_verdict_links_the_printed_slips_in_what_it_applied(line: str, slips: str) -> None:
    told = settle(line)._repr_html_()
    assert re.findall(r'href="rule:(E-[\w-]+)"', told) == slips.split()
