"""What the stories tell is what the rules do, and every figure is exact."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.battle.party import TACTIC_DICE
from rules_lib.notebook.learn.story import Scene
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.page.stories import melee as told
from rules_lib.text.chances import percent, points
from tests.lessons import of_melee, paths, story_of
from tests.oracles import melee_brute
from tests.oracles.melee_best import Best
from tests.oracles.translate import oracle

pytestmark = pytest.mark.slow


# ---------------------------------------------------------------- the melee blow by blow


def test_both_decisions_are_right_once_and_too_late_once() -> None:
    looks = [scene for scene in story_of("melee").scenes if scene.id.startswith("look")]
    found = {tuple(choice.mark for choice in look.choices) for look in looks}
    each = {("worse", "best"), ("best", "worse"), ("equal", "equal")}
    assert found == each, "the rules have changed? Lay other dice: melee/story.toml"


def test_nobody_may_leave() -> None:
    leaving = [scene for scene in story_of("melee").scenes if scene.id.startswith("leave")]
    assert leaving
    for scene in leaving:
        assert scene.cited == ("PT-M11",)
        (fight_on,) = scene.choices
        assert fight_on.to.startswith("look-2")


def test_the_lesson_is_true_of_every_pair_of_rolls() -> None:
    best = Best(oracle(of_melee()["able"], of_melee()["crew"], melee.Rulings()), "win")
    best.worth()
    for now, choices in list(best.choices.items()):
        for look in choices:
            assert look.enemy is not None
            done = best.melee.blow(now, look.enemy, look.own, False)
            crew_total = look.own - melee_brute.SMALL_TEAM - melee_brute.SHAKEN * now.shaken_d
            able_total = look.enemy - melee_brute.SHAKEN * now.shaken_a
            if able_total >= 7 and able_total > crew_total:
                assert best.advantage(now, look.own, look.enemy) <= 0, done
    assert "if your roll loses the exchange, rolling again is at least as good" in str(
        told.lesson()
    )


# ---------------------------------------------------------------- the battle in one roll

GAINED = {
    Tactic.SPEED: (0, TACTIC_DICE),
    Tactic.STEADINESS: (TACTIC_DICE, 0),
    Tactic.STRENGTH: (0, 0),
}
"""Dice for Northmark and Southmark against strength, by IDT-2.2 and IDT-2.4."""


def rolled(tactic: Tactic, fanatics: int) -> Scene:
    """The end with the dice that are laid out."""
    story = story_of("battle")
    return story.after(story.scene(f"reveal-{tactic}").choices[fanatics])


def parties(tactic: Tactic, fanatics: int) -> tuple[Party, Party]:
    north, south = GAINED[tactic]
    return Party(4 + north + fanatics, fanaticism=fanatics), Party(5 + south)


def test_every_figure_before_the_roll_is_the_engines() -> None:
    values: dict[Tactic, list[Fraction]] = {}
    for tactic in Tactic:
        scene = story_of("battle").scene(f"reveal-{tactic}")
        plain = battle.odds(*parties(tactic, 0))
        assert scene.chances == (plain.a_wins, plain.draw, plain.b_wins)
        odds = [battle.odds(*parties(tactic, fanatics)) for fanatics in range(5)]
        values[tactic] = [each.a_wins for each in odds]
        for choice, each in zip(scene.choices, odds, strict=True):
            loss = sum(share * chance for (share, _), chance in each.losses.items())
            wins = f": you win {percent(each.a_wins)} of such battles"
            assert f"{wins}, and lose {percent(loss)}" in choice.note
            assert choice.worth == each.a_wins
            best = max(values[tactic])
            if each.a_wins < best:
                assert points(best - each.a_wins) in choice.short
            assert (choice.mark == "best") == (each.a_wins == best)
    muster = story_of("battle").scene("muster")
    tops = {tactic: max(each) for tactic, each in values.items()}
    for tactic, choice in zip(Tactic, muster.choices, strict=True):
        assert percent(tops[tactic]) in choice.note
        assert (choice.mark == "best") == (tactic == Tactic.STEADINESS)


def test_the_price_of_fanatics_is_told_at_the_end() -> None:
    for tactic in Tactic:
        values = [battle.odds(*parties(tactic, n)) for n in range(5)]
        worth = [
            each.a_wins - sum(share * p for (share, _), p in each.losses.items()) for each in values
        ]
        careful = worth.index(max(worth))
        for fanatics in range(5):
            price = rolled(tactic, fanatics).lines[-1].step.text
            assert price.endswith(f"it was {careful or 'none'}.")


# ---------------------------------------------------------------- two charges on the map

STANDS = {
    "Orlov: where it was": "3, 1",
    "Orlov: retreated": "4, 1",
    "Petit: where it was": "1, 0",
    "Petit: uncommitted": "1, 0",
    "Duval: where it was": "0, 1",
    "Duval: uncommitted": "0, 1",
    **{f"{rider}: next to the target": "2, 1" for rider in ("Petit", "Duval")},
    **{f"{rider}: advanced": "3, 1" for rider in ("Petit", "Duval")},
    **{f"{rider}: retreated": "1, 2" for rider in ("Petit", "Duval")},
}


def test_the_map_shows_where_the_scene_says_that_each_unit_is() -> None:
    met = set()
    for scene in story_of("cavalry").scenes:
        if scene.id == "stands":
            assert not scene.map
            continue
        shown = re.search('aria-label="([^"]*)"', scene.map)
        assert shown
        for _, fact in scene.facts:
            where, order = re.split(r"(?<!:), |$", fact, maxsplit=1)[:2]
            name = where.partition(":")[0]
            if where.endswith("withdrawn"):
                assert f"): {name} (" not in shown[1]
            else:
                unit = re.search(rf"Hex \(([\d, ]+)\): {name} \(([^)]*)\)", shown[1])
                assert unit
                assert unit[1] == STANDS[where], fact
                assert order in unit[2], fact
            met.add(where)
    assert {*STANDS, "Orlov: withdrawn"} == met


# ---------------------------------------------------------------- three fights, by a second method

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
    story = story_of("campaign")
    decisions = [each for each in story.scenes if len(each.choices) > 1]
    assert len(decisions) == 8
    for scene in decisions:
        worths = [choice.worth for choice in scene.choices]
        assert worths in judged.values()
        assert scene.chances[0] == max(filter(None, worths))
    assert story.scenes[0].chances[0] == taken((0, (0, 0), 0))


def test_half_of_the_decisions_matter_and_the_hurt_squad_goes_first() -> None:
    story = story_of("campaign")
    matter = [
        abs(scene.choices[0].worth - scene.choices[1].worth)
        for scene in story.scenes
        if len(scene.choices) > 1 and scene.choices[0].worth and scene.choices[1].worth
    ]
    assert 2 * sum(each >= Fraction(1, 20) for each in matter) >= len(matter)
    for fight in (1, 2):
        assert sent((fight, (1, 0), 0), 0) > sent((fight, (1, 0), 0), 1)
        assert sent((fight, (0, 1), 0), 1) > sent((fight, (0, 1), 0), 0)
    assert "the squad that is hurt attacks again" in story.score


def test_the_end_names_who_came_back_and_the_faces_say_it_as_well() -> None:
    story = story_of("campaign")
    for picks in paths(story):
        last = story.walk(picks)[-1]
        back = [name for name in ("Carter", "Doyle") if f"{name}: removed" not in last.facts[0][1]]
        stands, _, fallen = last.say.partition("hill.")
        assert all(name in stands for name in back) or not back
        assert all(name in last.say for name in ("Carter", "Doyle"))
        assert [mood == "falls" for mood in last.moods[:2]] == [
            n not in back for n in ("Carter", "Doyle")
        ]
        assert (last.chances[0] == 1) == bool(back and last.moods[2:] == ("falls",) * 3)
        assert bool(fallen) <= (len(back) < 2)
