"""What an answer shows alone in a cell: a table or a transcript, in a page and in a notebook."""

import re
from base64 import b64decode
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from bs4 import BeautifulSoup

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.notebook.answers import face
from rules_lib.paper_tigers import Card, charge, command, el_alamein, melee, sniper
from rules_lib.paper_tigers import sudden_strike as strikes
from rules_lib.paper_tigers.page import policy_table
from rules_lib.rulebook import catalog
from rules_lib.triumph_and_glory import Board, Hex, example
from rules_lib.triumph_and_glory import charge as cavalry
from tests.shown.reading import shown

ABLE = melee.Combatant(Card("red", 7))
BAKER = melee.Combatant(Card("red", 5), in_cover=True)
FIVE, FOUR = Party(5), Party(4)
SITUATION = example.situation()

ANSWERS: dict[str, tuple[Callable[[], Any], str]] = {
    "melee odds": (lambda: melee.odds(ABLE, BAKER), "the attacker wins | 44.3 % | 27608573527"),
    "melee odds for a goal": (
        lambda: melee.odds(ABLE, BAKER, reroll=melee.Goal.WIN), "When should the defender re-roll"),
    "melee": (lambda: melee.adjudicate(ABLE, BAKER, [(12, 12), (8, 9)]), "PT-M8"),
    "melee policy": (lambda: melee.odds(ABLE, BAKER, reroll=melee.Goal.WIN).policy, "equal"),
    "no charge": (lambda: charge.legality(ABLE, moved=0, distance=12), "PT-M21"),
    "charge": (lambda: charge.legality(ABLE, moved=3, distance=5), "nothing forbids it"),
    "action": (lambda: el_alamein.corrected().actions[2], "PT-M"),
    "test": (lambda: command.CommandTest(Card("red", 7), "charge", 9), "passed"),
    "card": (lambda: Card("red", 7), "red 7"),
    "colours": (lambda: command.colour_trade(7), "red 7 fights | 90.7 %"),
    "sniper": (lambda: sniper.search("infantry"), "by attempt 1"),
    "sniper duel": (lambda: sniper.duel_odds(Card("red", 5), "infantry"), "a shot hits"),
    "siege": (lambda: strikes.siege("infantry", strikes.BUNKER), "the unit is removed by strike"),
    "strike": (
        lambda: strikes.adjudicate("infantry", strikes.BUNKER, [strikes.Dice((1, 2, 5))]),
        "dice: 1, 2, 5"),
    "tutorial": (el_alamein.corrected, "British 6"),
    "audit": (el_alamein.audit, "What the source gets wrong"),
    "battle odds": (lambda: battle.odds(FIVE, FOUR), "a wins"),
    "battle": (lambda: battle.adjudicate(Party(2), Party(1), [6, 3], [5]), "dice: 6, 3"),
    "party": (lambda: Party.from_circumstances(terrain=True), "in all | 2"),
    "dice": (lambda: Party(3, superior=True), "superior | yes"),
    "fanaticism": (lambda: battle.best_fanaticism(FIVE, FOUR), "4 (best)"),
    "tactics": (lambda: battle.tactics_game(FIVE, FOUR), "What is each pair worth to a?"),
    "superiority": (lambda: battle.superiority_in_dice(FIVE, FOUR), "with superiority"),
    "cavalry": (lambda: example.replay(), "TG-9.81-1"),
    "missing": (lambda: cavalry.adjudicate(SITUATION).missing, "missing"),
    "board": (lambda: Board({Hex(0, 0): example.board().terrain[Hex(0, 0)]}), "The board"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_shows_itself(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, expected = ANSWERS[name]
    answer = make()
    told = "\n".join(shown(answer._repr_html_()))
    assert expected in told
    assert "Fraction(" not in told
    assert "<object" not in told
    monkeypatch.delenv("RULEBOOK_STATIC", raising=False)
    notebook = answer._repr_mimebundle_()["text/html"]
    assert "<svg" not in notebook
    assert "var(--rb" not in notebook
    for link in BeautifulSoup(notebook, "html.parser").select("a[href]"):
        entry: Any = catalog().entry(str(link["href"]).partition("#")[2])
        assert str(link["title"]).startswith(entry.title)
    for data in re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", notebook):
        drawn = b64decode(data).decode()
        assert drawn.startswith("<svg")
        assert "xmlns=" in drawn
        assert "var(--rb" not in drawn
    monkeypatch.setenv("RULEBOOK_STATIC", "1")
    assert answer._repr_mimebundle_()["text/html"] == answer._repr_html_()


@pytest.mark.rule("PT-M13", "R-M2")
def test_a_policy_tells_apart_who_is_shaken_and_who_is_only_hit() -> None:
    """Where not every hit shakes, the hits alone do not say which row is meant."""
    read = melee.Rulings(loser_takes_hit=False, shaken_by="lost_exchange")
    best = melee.odds(ABLE, BAKER, read, melee.Goal.WIN).policy
    assert best
    rows = policy_table(best).table.rows
    assert len({row[:2] for row in rows}) == len(rows)
    assert {row[0] for row in rows} >= {"1 / 1", "1* / 1", "1 / 1*", "1* / 1*"}


def test_every_kind_has_an_example() -> None:
    tried = {type(make()) for make, _ in ANSWERS.values()}
    for game in ("paper_tigers", "in_die_tiefen", "triumph_and_glory"):
        kinds = import_module(f"rules_lib.{game}.page.answers").FACES
        missing = {kind.__name__ for kind in kinds if kind not in tried}
        assert missing <= {"Duel", "FanaticismChoice", "Odds", "Advice", "Best"}


def test_what_has_no_face_of_its_own_shows_its_fields() -> None:
    effect = sniper.effect(sniper.Target("infantry"), True)
    assert "must recover" not in str(face(effect))
    assert "removed | no" in str(face(effect))
