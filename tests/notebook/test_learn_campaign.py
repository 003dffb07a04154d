"""Three fights by a second method: the oracle fights them, the best choice is looked for here."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from rules_lib.paper_tigers import melee
from tests.lessons import STORIES, paths
from tests.oracles import melee_brute
from tests.oracles.translate import oracle

pytestmark = pytest.mark.slow

STORY = next(each for each in STORIES if each.id == "three-fights")
SQUADS = [melee.Combatant.parse(each) for each in ("red 5", "red 9")]
FOES = [
    melee.Combatant.parse(each) for each in ("black 5, small team", "red 11", "red 5, small team")
]
Stand = tuple[int, tuple[int, int], int]
"""The fight, the hits of both squads, those of the enemy."""


@cache
def ends(number: int, who: int, mine: int, theirs: int) -> dict[tuple[int, int], Fraction]:
    units = replace(SQUADS[who], hits=mine), replace(FOES[number], hits=theirs)
    fight_on = oracle(*units, melee.Rulings())
    return melee_brute.final_hits(fight_on.ends(fight_on.habit("never")))


@cache
def sent(stand: Stand, who: int) -> Fraction:
    """The chance to take the hill if this squad attacks now."""
    fight, hits, foe = stand
    chance = Fraction(0)
    for (mine, theirs), share in ends(fight, who, hits[who], foe).items():
        left = (mine, hits[1]) if who == 0 else (hits[0], mine)
        chance += share * taken((fight + 1, left, 0) if theirs == 2 else (fight, left, theirs))
    return chance


def taken(stand: Stand) -> Fraction:
    """The same with the best choices."""
    alive = [who for who in (0, 1) if stand[1][who] < 2]
    if stand[0] == len(FOES) or not alive:
        return Fraction(bool(alive))
    return max(sent(stand, who) for who in alive)


def test_every_decision_is_worth_what_the_second_method_says() -> None:
    judged = {}
    for fight in range(3):
        for hits in ((0, 0), (1, 0), (0, 1), (1, 1)):
            judged[fight, hits] = [sent((fight, hits, 0), who) for who in (0, 1)]
    decisions = [each for each in STORY.scenes if len(each.choices) > 1]
    assert len(decisions) == 8
    for scene in decisions:
        worths = [choice.worth for choice in scene.choices]
        assert worths in judged.values()
        assert scene.chances[0] == max(filter(None, worths))
    assert STORY.scenes[0].chances[0] == taken((0, (0, 0), 0))


def test_most_decisions_matter_and_the_hurt_squad_goes_first() -> None:
    matter = [
        abs(scene.choices[0].worth - scene.choices[1].worth)
        for scene in STORY.scenes
        if len(scene.choices) > 1 and scene.choices[0].worth and scene.choices[1].worth
    ]
    assert sum(each >= Fraction(1, 20) for each in matter) >= 6
    for fight in (1, 2):
        assert sent((fight, (1, 0), 0), 0) > sent((fight, (1, 0), 0), 1)
        assert sent((fight, (0, 1), 0), 1) > sent((fight, (0, 1), 0), 0)
    assert "the squad that is hurt attacks again" in STORY.score


def test_the_end_names_who_came_back_and_the_faces_say_it_as_well() -> None:
    for picks in paths(STORY):
        last = STORY.walk(picks)[-1]
        back = [name for name in ("Carter", "Doyle") if f"{name}: removed" not in last.facts[0][1]]
        stands, _, fallen = last.say.partition("hill.")
        assert all(name in stands for name in back) or not back
        assert all(name in last.say for name in ("Carter", "Doyle"))
        assert [mood == "falls" for mood in last.moods[:2]] == [
            n not in back for n in ("Carter", "Doyle")
        ]
        assert (last.chances[0] == 1) == bool(back and last.moods[2:] == ("falls",) * 3)
        assert bool(fallen) <= (len(back) < 2)
