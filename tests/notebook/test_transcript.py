"""Transcripts: plain text and a list with links and drawings."""

import re
from pathlib import Path
from typing import Any

import pytest

from rules_lib.in_die_tiefen import battle
from rules_lib.in_die_tiefen.page.scenes import of_battle
from rules_lib.notebook.adjudicator import settle
from rules_lib.notebook.adjudicator.answers import Settled
from rules_lib.notebook.drawing import dice
from rules_lib.notebook.transcript import Transcript
from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from rules_lib.paper_tigers import charge as paper_charge
from rules_lib.paper_tigers import page as show
from rules_lib.paper_tigers.melee import Combatant
from rules_lib.paper_tigers.page.scenes import of_action, of_duel, of_melee, of_strikes, tell
from rules_lib.paper_tigers.sniper.state import RED_MARKERS
from rules_lib.rulebook import catalog
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory import Artillery, Cavalry, Infantry, charge
from rules_lib.triumph_and_glory.page.scenes import of_charge
from tests.in_turn import in_turn
from tests.notebook.toys import Outline

STEPS = (
    Step("Exchange 1", heading=True),
    Step("Both roll <12>.", ("PT-M8", "R-M3")),
    Step("A draw.", ("PT-M11",)),
)


def test_plain_text_has_every_step_and_its_clauses() -> None:
    assert str(Transcript("Fight 2", STEPS)) == (
        "Fight 2\nExchange 1\n  Both roll <12>. [PT-M8, R-M3]\n  A draw. [PT-M11]"
    )


def test_list_has_every_step_its_links_and_its_drawing() -> None:
    page = Outline(Transcript("Fight 2", STEPS)._repr_html_())
    assert len(page.all("li")) == 3
    links = [a["href"] for a in page.all("a", class_="rb-clause")]
    assert links == [f"rule:{each}" for each in ("PT-M8", "R-M3", "PT-M11")]
    assert "Both roll <12>. PT-M8 R-M3" in page.text
    drawn = Outline(Transcript("Fight 2", STEPS, {1: dice((6, 6))})._repr_html_())
    assert len(drawn.all("svg", aria_label="dice: 6, 6")) == 1
    assert drawn.text.count("Both roll <12>. PT-M8 R-M3") == 1
    assert not drawn.all("details")


def test_dice_stand_in_their_lines_with_what_follows_and_no_clause_twice() -> None:
    steps = (
        Step("Step 3", ("TG-9.81-3",), heading=True),
        Step("A rolls 2.", ("TG-9.81-3",)),
        Step("A comes.", ("TG-9.81-3", "R-N3")),
        Step("B rolls 9.", ("TG-9.81-3",)),
        Step("B stays.", ("R-N3",)),
        Step("Step 4", ("TG-9.81-4",), heading=True),
        Step("Nothing happens."),
    )
    told = Transcript("A charge", steps, {1: dice((2,)), 3: dice((6,))}, form="inline")
    lines = re.findall("<li.*?</li>", told._repr_html_())
    assert [" ".join(Outline(line).text.split()) for line in lines] == [
        "Step 3 TG-9.81-3",
        "die: 2 A rolls 2. A comes. R-N3",
        "die: 6 B rolls 9. B stays. R-N3",
        "Step 4 TG-9.81-4",
        "Nothing happens.",
    ]
    assert "<details" not in told._repr_html_()
    assert str(told).splitlines()[3] == "  A comes. [TG-9.81-3, R-N3]"


def test_a_drawing_that_tells_all_stands_instead_of_its_words() -> None:
    told = Transcript("Fight 2", STEPS, {0: dice((6, 6))}, form="instead")
    page = Outline(told._repr_html_())
    assert len(page.all("svg")) == 1
    assert len(page.all("details")) == 1
    assert page.text.count("A draw.") == 2  # said last, and once more line by line
    assert page.text.count("Both roll <12>.") == 1


ABLE, CREW = Combatant(Card("red", 7), hits=1), Combatant(Card("black", 5), small_team=True)
SHOT, OTHER = (
    sniper.Shot(Card("red", value), 11, sniper.Target("infantry"), 6, 9, "red") for value in (9, 8)
)
LEADS: dict[type, Any] = {
    melee.Fight: of_melee,
    paper_charge.Action: of_action,
    sniper.Duel: of_duel,
    sudden_strike.Record: of_strikes,
    battle.Fought: of_battle,
}
LEADING = Path(__file__).with_name("leads.txt").read_text("utf-8")
LINES = catalog().numbers.fill_page(LEADING).splitlines()[1:]


@in_turn("row", LINES)
def test_what_is_told_leads_to_its_dice_if_the_form_can_say_it(row: str) -> None:
    """That links tell what was told: tests/browser/test_forms, of all pages."""
    line, _, dice = row.partition(" | ")
    found = settle(line)
    assert isinstance(found, Settled), str(found)
    assert found.answer.verdict
    record = found.answer.verdict.record
    led = LEADS[type(record)](record)
    said = "; ".join(", ".join(map(" ".join, some)) for some in led.dice) if led else "-"
    assert said == dice


def test_what_no_line_can_say_leads_nowhere() -> None:
    """Shots with two cards; strikes at a place of one's own."""
    assert of_duel(sniper.adjudicate([SHOT, OTHER])) is None
    cellar, thrown = sudden_strike.Structure("cellar", 3, 3), sudden_strike.Dice((6, 1, 1))
    assert of_strikes(sudden_strike.adjudicate("infantry", cellar, [thrown])) is None


def test_a_transcript_says_where_it_leads() -> None:
    fight = melee.adjudicate(ABLE, CREW, [(12, 9)], complete=False)
    led = of_melee(fight)
    assert led
    link = led.link
    assert link.startswith("melee?attacker.colour=red&attacker.value=7&attacker.hits=1+hit&")
    assert f'data-again="{link.replace("&", "&amp;")}"' in tell(fight, "Able")._repr_html_()


def test_a_charge_leads_there_if_the_form_can_say_all_of_it() -> None:
    duval, orlov = Cavalry("Duval", 5, 4, heavy=True), Infantry("Orlov", 5, 4)
    foot = charge.Target((orlov,))

    def led(*stacks: charge.Stack, target: charge.Target = foot) -> bool:
        situation = charge.Situation.of(stacks, [target])
        told = charge.adjudicate(situation, [0], {"square": False})
        return of_charge(told) is not None

    assert led(charge.Stack((duval,)))
    assert led(charge.Stack((duval,), through={"Orlov": "rear"}))
    assert not led(charge.Stack((duval,), commitment_drm=1))
    gun = charge.Target((orlov,), supported_by=(Artillery("Belov", 4, fire=5),))
    assert not led(charge.Stack((duval,)), target=gun)
    situation = charge.Situation.of([charge.Stack((duval,))], [foot])
    read = charge.Rulings(recall_rolls="each_cause")
    kept = charge.adjudicate(situation, [0], {"square": False}, read)
    assert of_charge(kept) is not None, "a reading that changed nothing is not in what is told"
    twice = charge.Situation((situation.attacks[0], _another()))
    assert of_charge(charge.adjudicate(twice, [0])) is None


def _another() -> charge.Attack:
    riders = charge.Stack((Cavalry("Petit", 4, 2, heavy=False),))
    return charge.Attack((riders,), (charge.Target((Infantry("Morel", 5, 4),)),))


def test_a_told_duel_draws_each_roll_and_the_marker_that_is_turned() -> None:
    duel = sniper.adjudicate(
        [sniper.Shot(Card("red", 9), 11, sniper.Target("infantry"), 6, 9, "red")]
    )
    told = show.tell_duel(duel, [("red", 9, (5, 4, 2)), ("black", 6, (5, 4))], "A duel")
    assert [drawing.alt for drawing in told.drawings.values()] == [
        "command card red 9; dice: 5, 4, 2",
        "command card black 6; dice: 5, 4",
        f"a marker is turned: red; {RED_MARKERS} face down",
    ]
    found = sniper.adjudicate(
        [sniper.Shot(Card("red", 9), 11, sniper.Target("infantry"), 6, 9, "green")]
    )
    told = show.tell_duel(found, [("red", 9, (5, 4, 2)), ("black", 6, (5, 4))], "Found")
    assert [each.alt for each in told.drawings.values()][-1] == "a marker is turned: green"
    with pytest.raises(ValueError, match=r"hands: .* one for each throw"):
        show.tell_duel(duel, [], "too few hands")
