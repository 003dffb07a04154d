"""What the book shows of the games: every explorer's Python line, table and picture is true."""

import random
from fractions import Fraction
from statistics import mean
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers.sniper.state import RED_MARKERS
from rules_lib.presentation import in_die_tiefen as show_battle
from rules_lib.presentation import paper_tigers as show
from rules_lib.presentation.explorer import Explorer
from rules_lib.presentation.explorer_html import explorer_html
from rules_lib.presentation.pieces import card_art
from tests.presentation.toys import run_line

EXPLORERS = [
    show.COMMAND_TEST,
    show.CHARGE,
    show.MELEE,
    show.TRY,
    show.SPOTTING,
    show.STRIKE,
    show_battle.POOL,
    show_battle.BATTLE,
    show_battle.FANATICISM,
    show_battle.TACTICS,
]
LIGHT = [show.COMMAND_TEST, show.STRIKE]
HARM = sudden_strike.Fate.HIT, sudden_strike.Fate.REMOVED
NAMES: dict[str, Any] = {
    "Card": Card,
    "Party": Party,
    "battle": battle,
    "charge": charge,
    "command": command,
    "mean": mean,
    "melee": melee,
    "sniper": sniper,
    "sudden_strike": sudden_strike,
}


def settings(explorer: Explorer, count: int = 12) -> list[dict[str, str]]:
    """The default setting and some others."""
    choose = random.Random(explorer.id)
    return [explorer.defaults()] + [
        {control.name: choose.choice(control.choices).key for control in explorer.controls}
        for _ in range(count)
    ]


def run(explorer: Explorer, setting: dict[str, str]) -> Any:
    """Run our own lines, as they are printed in the book; the last one has the value."""
    return run_line(explorer, setting, NAMES)


def headline(explorer: Explorer, setting: dict[str, str]) -> Fraction:
    return explorer.at(setting).part(explorer.headline.part).chance


@pytest.mark.rule("PT-M3", "PT-M19", "R-M14")
def test_the_line_of_the_command_test_gives_the_chance() -> None:
    """By the other reading of R-M14 a card moves as it fights: three dice if red, else two."""
    for setting in settings(show.COMMAND_TEST):
        assert run(show.COMMAND_TEST, setting) == headline(show.COMMAND_TEST, setting)
        read = {**setting, "movement_dice": "reading-1"}
        fights = headline(show.COMMAND_TEST, {**setting, "purpose": "charge"})
        assert run(show.COMMAND_TEST, read) == headline(show.COMMAND_TEST, read) == fights


@pytest.mark.parametrize("explorer", [show.MELEE, show.TRY], ids=lambda e: e.id)
def test_the_line_of_the_melee_gives_the_chance(explorer: Explorer) -> None:
    for setting in settings(explorer):
        assert run(explorer, setting).attacker_wins == headline(explorer, setting)


def test_the_line_of_the_charge_gives_the_chance() -> None:
    for setting in settings(show.CHARGE):
        distribution = run(show.CHARGE, setting)
        assert distribution[charge.Ending.ATTACKER_WINS] == headline(show.CHARGE, setting)


def test_the_line_of_the_search_gives_the_rest() -> None:
    for setting in settings(show.SPOTTING):
        assert 1 - run(show.SPOTTING, setting) == headline(show.SPOTTING, setting)


@pytest.mark.rule("R-S3", "R-S7", "R-X9")
def test_what_snipers_and_strikes_assume_stands_beside_the_numbers() -> None:
    assert sniper.UNHURT_TARGETS in show.SPOTTING.note
    assert "The pile has 52 cards; where sudden strike is in play" in show.SPOTTING.note
    assert "each target unhurt before the shot" in show.duel_table().caption
    assert "Each target is unhurt before the shot. Pile: 52 cards, no jokers" in (
        show.found_by_shot().answer
    )
    assert "Pile: 52 cards and 2 jokers, freshly shuffled" in show.strikes_in_a_round().answer
    for words in (show.STRIKE.note, show.unharmed_map().answer):
        assert "own dice" in words
        assert "(R-X9)" in words


def test_what_is_no_unit_or_card_is_refused() -> None:
    for units in ({}, {99: Fraction(1, 2)}):
        with pytest.raises(InvalidValue, match=r"arrivals: .* some of the units 1, "):
            show.arrival_picture(units)
    with pytest.raises(InvalidValue, match="card: 'blue' was given; allowed: red, black"):
        card_art("blue", 7)  # type: ignore[arg-type]


def test_the_line_of_the_strike_gives_the_distribution() -> None:
    for setting in settings(show.STRIKE):
        distribution = run(show.STRIKE, setting)
        hit = distribution.probability(lambda result: result.fate in HARM)
        assert hit == headline(show.STRIKE, setting)


@pytest.mark.parametrize("explorer", EXPLORERS[-4:], ids=lambda e: e.id)
def test_the_lines_of_the_battle_give_the_chance(explorer: Explorer) -> None:
    for setting in settings(explorer):
        said = run(explorer, setting)
        assert getattr(said, "a_wins", said) == headline(explorer, setting)


@pytest.mark.rule("IDT-1.3", "IDT-5.3")
@pytest.mark.slow
def test_the_battle_pictures_say_what_the_rules_give() -> None:
    assert "with up to 5 other dice" in show_battle.fanaticism_pays().answer
    assert "From 6 on" in show_battle.fanaticism_pays().answer
    worth = show_battle.superiority_worth().answer
    assert "up to 5 dice a side, more than one from 6 on" in worth


@pytest.mark.slow
@pytest.mark.parametrize(
    "explorer",
    [pytest.param(each, marks=() if each in LIGHT else pytest.mark.deep) for each in EXPLORERS],
    ids=lambda each: each.id,
)
def test_the_page_holds_every_setting_and_stays_light(explorer: Explorer) -> None:
    """Those of many chances take long; `make test` builds them for the book."""
    html = explorer_html(explorer)
    assert len(html.encode()) < 155_000
    assert explorer.sentence(explorer.at({})) in html.replace("\u00a0", " ")


@pytest.mark.rule("PT-M4", "PT-M19")
def test_the_pictures_say_what_the_rules_give() -> None:
    assert show.third_die().answer == ("Most at card 9: 74.1 % with three dice, 27.8 % with two.")
    best = show.best_charging_card(melee.Combatant(Card("red", 7)))
    wins = {
        value: charge.odds(melee.Combatant(Card("red", value)), melee.Combatant(Card("red", 7)))[
            charge.Ending.ATTACKER_WINS
        ]
        for value in range(2, 15)
    }
    assert best.answer.startswith(f"Red {max(wins, key=lambda value: wins[value])} is best")


@pytest.mark.slow
def test_the_map_says_where_the_attacker_is_ahead() -> None:
    picture = show.attack_map("red", "red")
    assert "where the enemy’s card is 9 or higher and its own is lower" in picture.answer
    ahead = {
        (mine, theirs)
        for mine in range(2, 15)
        for theirs in range(2, 15)
        if melee.odds(
            melee.Combatant(Card("red", mine)), melee.Combatant(Card("red", theirs))
        ).attacker_wins
        > Fraction(1, 2)
    }
    assert ahead == {(m, t) for m in range(2, 15) for t in range(9, 15) if m < t}
    mixed = show.attack_map("black", "red", small_team=True)
    assert "pairings" in mixed.answer or "or higher" in mixed.answer


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


def test_what_the_columns_of_a_duel_say() -> None:
    """Two columns are about hits: how likely one shot is to be one, and how many there will be."""
    odds = sniper.duel_odds(Card("red", 7), "infantry")
    table = show.duel_table(("infantry", odds)).table
    told = dict(zip(table.head, table.rows[0], strict=True))
    assert told["a shot hits"] == "90.7 %"
    assert told["hits"] == f"{float(odds.mean_hits):.1f}"
    assert told["shots on average"] == f"{float(odds.mean_shots()):.1f}"
