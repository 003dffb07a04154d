"""The ten questions: right answers asked of the engine, each wrong one explained."""

import tomllib
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules_lib.errors import RulesError
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP
from rules_lib.notebook import learn
from rules_lib.notebook.learn import questions
from rules_lib.notebook.learn.expressions import OURS, Names
from rules_lib.notebook.learn.questions import Question
from rules_lib.rulebook import HouseRules, catalog
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.numbers import in_text
from rules_lib.system.registry import GAMES
from rules_lib.text.chances import percent
from rules_lib.text.files import shipped
from tests.in_turn import in_turn
from tests.lessons import quiz_of
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import SMALL_TEAM
from tests.oracles.translate import oracle, unit

pytestmark = pytest.mark.slow

BOOK = Path(__file__).parents[2] / "book/learn"

RIGHT = tomllib.loads(
    catalog().numbers.fill_page(Path(__file__).with_name("right.toml").read_text("utf-8"))
)


def questions_of_all() -> list[Question]:
    """The questions of every game."""
    return [each for game in GAMES for each in quiz_of(game).questions]


def answers(asked: Iterable[Question]) -> dict[str, str]:
    """The right answer to each question."""
    return {each.prompt: each.options[each.right].text for each in asked}


def test_there_are_ten_and_the_right_answers_are_those_of_a_reader_of_the_rules() -> None:
    assert answers(questions_of_all()) == RIGHT
    for quiz in map(quiz_of, GAMES):
        for right, text in enumerate(quiz.verdicts):
            can = "You can teach" if right == 10 else "You can play." if right >= 7 else "Play "
            assert text.startswith(f"{right} of 10 right. {can}")
        assert len(quiz.verdicts) == 11


def test_the_right_answer_does_not_always_stand_in_the_same_place() -> None:
    for quiz in map(quiz_of, GAMES):
        places = [each.right for each in quiz.questions]
        assert all(places.count(place) >= 2 for place in range(3)), quiz.id


@in_turn("game, place", product(GAMES, range(10)))
def test_every_answer_is_explained(game: str, place: int) -> None:
    question = quiz_of(game).questions[place]
    whys = [option.why for option in question.options]
    assert len(set(whys)) == len(whys) == 3
    assert all(len(why.split()) >= 4 for why in whys)
    right = question.options[question.right]
    for given, option in enumerate(question.options):
        said = question.feedback(given)
        assert option.why in said
        assert said.startswith("Right. " if given == question.right else "No. ")
        assert given == question.right or f"The right answer: {right.text}" in said
    for rule_id in question.clauses:
        assert catalog().entry(rule_id).id == rule_id


@pytest.mark.rule("IDT-1.4")
def test_a_ratio_that_is_asked_for_is_not_the_one_that_brings_a_die_more() -> None:
    (asked,) = [each for each in questions_of_all() if each.id == "q-ratio"]
    (more,) = [each.why for each in asked.options if each.text == "Three."]
    ratio = in_text(3 * OUTNUMBERING_STEP)
    assert more == f"That would be {ratio.word} to one."


def test_the_odds_of_keep_or_roll_again_by_the_second_method() -> None:
    crew = unit("red 5", small_team=True, in_cover=True)
    best = Best(oracle(unit("red 7"), crew), "win")
    worth = best.worth()
    start = best.melee.start()
    (look,) = [c for c in best.choices[start] if (c.own, c.enemy) == (8, 9)]
    keep, again = look.keep.at(worth), look.again.at(worth)
    question = next(each for each in quiz_of("paper_tigers").questions if each.id == "q-keep")
    odds = f"keeping is worth {percent(keep)}, rolling again {percent(again)}."
    assert [option.why for option in question.options if odds not in option.why] == []


@pytest.mark.parametrize(
    ("rule_id", "value", "turned"),
    [
        ("R-M1", False, {"q-hits": "Each takes one.", "q-keep": "Keep it: a hit is a hit."}),
        ("R-M7", False, {"q-crew": f"Yes, {4 + SMALL_TEAM} is enough for 5."}),
        ("R-I2", "lowest", {"q-six": "Nobody."}),
    ],
)
def test_another_reading_changes_the_right_answers(
    rule_id: str, value: object, turned: dict[str, str]
) -> None:
    house = HouseRules({rule_id: value})
    asked = (learn.ask("paper_tigers", house), learn.ask("in_die_tiefen", house))
    found = [each for quiz in asked for each in quiz.questions]
    right = {each.id: (RIGHT[each.prompt], *answers([each]).values()) for each in found}
    assert {id_: text for id_, (ours, text) in right.items() if text != ours} == turned


SYSTEMS = {
    "paper_tigers": ("paper-tigers-melee", "paper-tigers-sniper", "paper-tigers-sudden-strike"),
    "in_die_tiefen": ("in-die-tiefen",),
    "triumph_and_glory": ("triumph-and-glory",),
}
"""Games with questions, and whose rulings they may rest on."""


@in_turn("game", SYSTEMS)
def test_a_question_names_each_ruling_that_turns_its_answer(game: str) -> None:
    """Each is asked again with every other reading of every ruling of its systems."""
    data = shipped(f"rules_lib.{game}", "questions.toml")

    def right(each: Any, house: HouseRules) -> str | None:
        try:
            question = questions.asked(Names(game, house, data), each)
        except RulesError:  # none of the options is right
            return None
        return question.options[question.right].text

    ours = {each["id"]: right(each, OURS) for each in data["question"]}
    unnamed = []
    for rule_id in (each for name in SYSTEMS[game] for each in catalog().systems[name].rulings):
        for value in values_of(rule_id)[1:]:
            house = HouseRules({rule_id: value})
            for each in data["question"]:
                turns = right(each, house) != ours[each["id"]]
                if turns and rule_id not in each["clauses"]:
                    unnamed.append((each["id"], rule_id))
    assert unnamed == []
