"""Drawings: well-formed, with a text that says the same, and laid out so that nothing collides."""

from random import Random
from xml.etree import ElementTree

import pytest

from rules_lib.notebook.drawing import command_card, dice
from rules_lib.notebook.links import rule_link
from rules_lib.notebook.svg import PHONE_WIDTH, Drawing
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY, SMALL_TEAM_PENALTY
from rules_lib.paper_tigers.page import draw_exchange
from rules_lib.triumph_and_glory.page import charge_flow
from tests.in_turn import in_turn
from tests.notebook.test_hex_map import DRAWINGS as MAPS

SVG = "{http://www.w3.org/2000/svg}"
FILLED = {"rect", "circle", "polygon", "path", "text"}

BOTH = SMALL_TEAM_PENALTY + SHAKEN_PENALTY
MISSED = 12 - BOTH + 1
FIGHT = melee.adjudicate(
    melee.Combatant(Card("red", 7)),
    melee.Combatant(Card("black", MISSED), small_team=True, hits=1),
    [(12, 12)],
    names=("British 2", "German 2"),
)

DRAWINGS: list[Drawing] = [
    dice((1, 2, 3, 4, 5, 6), "first"),
    dice((3,), "second"),
    command_card("red", 7, ("3 dice to fight", "2 dice to move")),
    command_card("black", 13),
    draw_exchange(FIGHT, title="Exchange 1"),
]
ALL = [*DRAWINGS, *MAPS]


def parsed(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg)


@in_turn("drawing", ALL)
def test_frame_and_text_alternative(drawing: Drawing) -> None:
    root = parsed(drawing)
    assert root.attrib["role"] == "img"
    assert root.find(f".//{SVG}a") is None, "an image would hide its links"
    assert root.attrib["aria-label"] == drawing.alt == str(drawing)
    assert root.findtext(f"{SVG}title") == drawing.alt
    assert drawing.width <= PHONE_WIDTH
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top, width, height) == (0, 0, drawing.width, drawing.height)


@in_turn("drawing", ALL)
def test_colours_follow_the_theme(drawing: Drawing) -> None:
    root = parsed(drawing)
    card_ink = {"#FDFBF5", "#B3202C", "#1E1E22"}
    for element in root.iter():
        for name in ("fill", "stroke"):
            value = element.get(name, "none")
            assert value == "none" or value in card_ink or value.startswith("var(--rb-"), value
        if drawing in MAPS and element.tag.removeprefix(SVG) in FILLED:
            assert element.get("fill"), "without a fill it is black in every theme"


def test_a_die_has_as_many_pips_as_it_shows() -> None:
    for value in range(1, 7):
        assert len(list(parsed(dice((value,))).iter(f"{SVG}circle"))) == value


@pytest.mark.rule("PT-M13")
def test_the_dice_beside_a_card_are_those_that_stand() -> None:
    """Of a roll that was repeated the first is only told."""
    units = melee.Combatant(Card("red", 7)), melee.Combatant(Card("red", 7), in_cover=True)
    fight = melee.adjudicate(*units, [(12, 4, 9)], complete=False)
    drawing = draw_exchange(fight, rng=Random(1))
    assert "rolls 4, again 9" in drawing.alt
    assert len(list(parsed(drawing).iter(f"{SVG}circle"))) == 12 + 9


@pytest.mark.rule("PT-M15", "R-M7", "R-M8")
def test_an_officer_is_no_small_team_and_a_reached_card_names_the_roll_that_reaches_it() -> None:
    """Where deductions count in the comparison only, it is not the total that reaches the card."""
    units = melee.Combatant(Card("red", 7)), melee.Combatant(Card("red", 8), officer=True)
    rolled = 8 + SMALL_TEAM_PENALTY - 1
    for counts, verdict in ((True, "misses 8."), (False, f"reaches 8 with {rolled}.")):
        read = melee.Rulings(penalties_count_against_card=counts)
        alt = draw_exchange(melee.adjudicate(*units, [(6, rolled)], read, complete=False)).alt
        assert f"rolls {rolled}, −{SMALL_TEAM_PENALTY} officer = 7, {verdict}" in alt


def test_alternatives_say_what_is_drawn() -> None:
    assert dice((6, 1)).alt == "dice: 6, 1"
    assert command_card("red", 7, ("3 dice to fight",)).alt == "command card red 7, 3 dice to fight"
    assert DRAWINGS[-1].alt == (
        "Exchange 1. British 2, card red 7: rolls 12, reaches 7."
        f" German 2, card black {MISSED}: rolls 12, −{BOTH} small team and shaken = {12 - BOTH},"
        f" misses {MISSED}."
        " British 2 wins the exchange. German 2 takes 2 hits."
    )


def test_the_steps_of_a_charge_say_where_it_ends_and_cite_their_clauses() -> None:
    told = charge_flow()
    shown = str(told)
    assert "2 May the target slip away? | step 3, if it stays | it slips away, and" in shown
    assert "the table | step 8, if the result is 10 or more; step 9, if it is less | –" in shown
    assert f'href="{rule_link("TG-9.82")}"' in told._repr_html_()
