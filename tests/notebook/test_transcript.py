"""Transcripts: plain text and a list with links and drawings."""

import re
from urllib.parse import parse_qsl

import pytest

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.page.scenes import of_battle
from rules_lib.notebook.drawing import dice
from rules_lib.notebook.transcript import Transcript
from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from rules_lib.paper_tigers import charge as paper_charge
from rules_lib.paper_tigers.melee import Combatant
from rules_lib.paper_tigers.page.scenes import of_action, of_duel, of_melee, of_strikes, tell
from rules_lib.rulebook.defaults import values_of
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory import Artillery, Cavalry, Infantry, charge
from rules_lib.triumph_and_glory.page.scenes import of_charge
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


def test_a_drawing_without_its_step_is_refused() -> None:
    with pytest.raises(ValueError, match="drawings: 3"):
        Transcript("Fight 2", STEPS, {3: dice((1,))})


def test_a_melee_leads_to_the_dice_page_as_it_was_thrown() -> None:
    able, crew = Combatant(Card("red", 7), hits=1), Combatant(Card("black", 5), small_team=True)
    fight = melee.adjudicate(able, crew, rolls=[(12, 9)], names=("Able", "Crew"), complete=False)
    again = of_melee(fight)
    assert again is not None
    said = dict(parse_qsl(again.link.partition("?")[2], keep_blank_values=True))
    assert again.link.startswith("melee?attacker.colour=red&attacker.value=7&attacker.hits=1+hit&")
    assert (said["defender.colour"], said["defender.team"], said["attacker.team"]) == (
        "black",
        "1",
        "0",
    )
    assert (said["rolls.attacker"], said["rolls.defender"], said["rolls.again"]) == ("12", "9", "")
    assert again.dice[0] == (("Able", "rolls.attacker@0"), ("Crew", "rolls.defender@0"))
    assert f'data-again="{again.link.replace("&", "&amp;")}"' in tell(fight, "Able")._repr_html_()
    read = melee.Rulings(loser_takes_hit=False)
    assert of_melee(melee.adjudicate(able, crew, [(12, 9)], read, complete=False)) is None


def test_a_battle_leads_there_only_if_the_page_would_say_the_same() -> None:
    a, b = Party(3, fanaticism=1), Party(2)
    again = of_battle(battle.adjudicate(a, b, [6, 3, 2], [5, 4]))
    assert again is not None
    assert again.link == (
        "battle?a.dice=3&a.fanaticism=1&a.superior=0&rolls-a=632"
        "&b.dice=2&b.fanaticism=&b.superior=0&rolls-b=54"
    )
    other = battle.Rulings.from_ids({"R-I1": values_of("R-I1")[1]})
    assert of_battle(battle.adjudicate(a, b, [6, 3, 2], [5, 4], other)) is None


def test_a_charge_of_paper_tigers_leads_to_its_own_form_if_it_came_to_blows() -> None:
    able, crew = Combatant(Card("red", 7)), Combatant(Card("black", 5))
    fought = paper_charge.adjudicate(able, crew, movement_roll=8, charge_roll=11, rolls=[(12, 3)])
    again = of_action(fought)
    assert again is not None
    assert again.link.startswith("charge?attacker.colour=red")
    assert again.link.endswith("&movement-roll=8&charge-roll=11")
    assert of_action(paper_charge.adjudicate(able, crew, movement_roll=3)) is None
    read = melee.Rulings(loser_takes_hit=False)
    told = paper_charge.adjudicate(
        able,
        crew,
        movement_roll=8,
        charge_roll=11,
        rolls=[(12, 3)],
        melee_rulings=read,
        complete=False,
    )
    assert of_action(told) is None


def test_a_duel_leads_there_if_the_form_can_say_it() -> None:
    """One card, a move after a shot; what the page would read otherwise is not sent there."""
    first = sniper.Shot(Card("red", 9), 11, sniper.Target("infantry"), 6, 9, "red")
    again = of_duel(sniper.adjudicate([first, sniper.Move()]))
    assert again is not None
    assert again.dice == (
        (("the sniper", "shot.roll@0"),),
        (("who looks for him", "shot.spot_roll@0"),),
        (("the marker", "shot.marker@0"),),
    )
    other = sniper.Shot(Card("red", 8), 11, sniper.Target("infantry"))
    assert of_duel(sniper.adjudicate([first, other])) is None
    assert of_duel(sniper.adjudicate([sniper.Move(), first])) is None
    assert of_duel(sniper.adjudicate([first, sniper.Move(), sniper.Move()])) is None
    assert of_duel(sniper.adjudicate([first], markers=9)) is None


def test_strikes_lead_there_if_the_structure_is_of_the_table_and_the_reading_ours() -> None:
    thrown = [sudden_strike.Dice((1, 2, 3), (4, 6)), sudden_strike.Dice((6, 1, 1))]
    again = of_strikes(sudden_strike.adjudicate("infantry", sudden_strike.BUNKER, thrown))
    assert again is not None
    assert again.dice == (
        (("the structure", "dice.structure@0"),),
        (("the unit", "dice.unit@0"),),
        (("the structure", "dice.structure@1"),),
    )
    own = sudden_strike.Structure("cellar", 3, 3)
    assert of_strikes(sudden_strike.adjudicate("infantry", own, thrown)) is None
    read = sudden_strike.Rulings(dice_drop=True)
    dropped = [thrown[0], sudden_strike.Dice((6, 1))]
    told = sudden_strike.adjudicate("infantry", sudden_strike.BUNKER, dropped, read)
    assert of_strikes(told) is None


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
