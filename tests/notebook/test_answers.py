"""What an answer shows alone in a cell: a table or a transcript, in a page and in a notebook."""

import re
from base64 import b64decode
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from rules_lib import in_die_tiefen, triumph_and_glory
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.notebook.answers import face
from rules_lib.paper_tigers import Card, charge, command, el_alamein, melee, sniper, sudden_strike
from rules_lib.paper_tigers.page import policy_table
from rules_lib.rulebook import catalog
from rules_lib.system.registry import GAMES
from rules_lib.text.summary import Summary
from rules_lib.triumph_and_glory import charge as cavalry
from rules_lib.triumph_and_glory import example
from tests.in_turn import in_turn
from tests.shown.reading import shown

ABLE = melee.Combatant(Card("red", 7))
BAKER = melee.Combatant(Card("red", 5), in_cover=True)
RIDE = cavalry.Situation.parse(
    ["A: heavy 5, strength 6, disordered cohesion 4"],
    ["Y: infantry 5, strength 5, disordered cohesion 4"],
)
PLAN = {"square": True, "recall": False, "counter-shock": False}
NAMES = {**vars(in_die_tiefen), **vars(triumph_and_glory), "FIVE": Party(5), "FOUR": Party(4)}
NAMES |= {"Card": Card, "ABLE": ABLE, "BAKER": BAKER, "RIDE": RIDE, "PLAN": PLAN}
NAMES |= {"battle": battle, "charge": charge, "command": command, "el_alamein": el_alamein}
NAMES |= {"melee": melee, "sniper": sniper, "sudden_strike": sudden_strike}
NAMES |= {"cavalry": cavalry, "example": example}
ANSWERS = {
    made: (shows, line)
    for row in Path(__file__).with_name("answers.txt").read_text("utf-8").splitlines()[1:]
    for made, shows, line in [[*row.split(" · "), ""][:3]]
}


@cache
def answer_of(made: str) -> Any:
    return eval(made, NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("made", ANSWERS)
def test_an_answer_shows_itself(made: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = answer_of(made)
    told = "\n".join(shown(answer._repr_html_()))
    assert ANSWERS[made][0] in told
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


@in_turn("made", [made for made, (_, line) in ANSWERS.items() if line])
def test_one_line_or_a_few_and_no_fraction(made: str) -> None:
    line, text = repr(answer_of(made)), str(answer_of(made))
    assert ANSWERS[made][1] in re.sub(r"\d+(\.\d+)?", "#", line)
    assert "\n" not in line
    assert len(line) < 200
    assert "Fraction" not in line + text
    assert 1 <= len(text.splitlines()) <= 25
    assert max(map(len, text.splitlines())) < 100


def test_every_kind_has_an_example() -> None:
    tried = {made: type(answer_of(made)) for made in ANSWERS}
    for game in GAMES:
        kinds = import_module(f"rules_lib.{game}.page.answers").FACES
        assert kinds.keys() <= {*tried.values()}
    odds = [tried[made] for made, (_, line) in ANSWERS.items() if line]
    assert {*map(str, Summary.__subclasses__())} == {*map(str, odds)}


def test_what_was_made_by_hand_of_nothing_says_so() -> None:
    assert repr(sniper.Search({}, ())) == "<sniper.Search: made of what has no odds>"


@pytest.mark.rule("PT-M13", "R-M2")
def test_a_policy_tells_apart_who_is_shaken_and_who_is_only_hit() -> None:
    """Where not every hit shakes, the hits alone do not say which row is meant."""
    read = melee.Rulings(loser_takes_hit=False, shaken_by="lost_exchange")
    best = melee.odds(ABLE, BAKER, read, melee.Goal.WIN).policy
    assert best
    rows = policy_table(best).table.rows
    assert len({row[:2] for row in rows}) == len(rows)
    assert {row[0] for row in rows} >= {"1 / 1", "1* / 1", "1 / 1*", "1* / 1*"}


def test_what_has_no_face_of_its_own_shows_its_fields() -> None:
    effect = sniper.effect(sniper.Target("infantry"), True)
    assert "must recover" not in str(face(effect))
    assert "removed | no" in str(face(effect))
    assert "structure | 1, 2, 5" in str(face(sudden_strike.Dice((1, 2, 5))))
