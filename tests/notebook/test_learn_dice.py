"""Real dice: every throw leads where the engine says, and on the whole they are fair."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle import Winner
from rules_lib.notebook.learn.casting import Cast, Clash, Group
from rules_lib.notebook.learn.story import Choice, Line, Scene, Story
from rules_lib.paper_tigers import melee, sniper, sudden_strike
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.attack import Stack, Target
from rules_lib.triumph_and_glory.charge.rules.modifiers import (
    HEAVY_CHARGE_DRM,
    LIGHT_CHARGE_DRM,
    SQUARE_DRM,
)
from rules_lib.triumph_and_glory.charge.state import Place
from tests.lessons import (
    each_story,
    of_battle,
    of_charge,
    of_melee,
    of_sniper,
    of_strike,
    story_of,
)

pytestmark = pytest.mark.slow


def thrown(story: Story) -> Iterator[tuple[Scene, Choice, Cast | Clash]]:
    for scene in story.scenes:
        for choice in scene.choices:
            if choice.cast:
                yield scene, choice, choice.cast


def weights(group: Group) -> Counter[int]:
    """How many throws of a group show each total, by counting all."""
    throws = product(range(group.low, group.high + 1), repeat=group.count)
    return Counter(group.total(faces) for faces in throws)


@each_story
def test_a_choice_is_worth_the_average_of_what_its_dice_lead_to(name: str) -> None:
    story = story_of(name)
    assert any(True for _ in thrown(story)), "it can be played with real dice"
    for scene, choice, cast in thrown(story):
        if isinstance(cast, Clash):
            continue
        of = [weights(group) for group in cast.groups]
        whole, got = 0, Fraction(0)
        for totals in product(*of):
            weight = 1
            for each, total in zip(of, totals, strict=True):
                weight *= each[total]
            value = story.value(story.scene(cast.to[totals]))
            if value is None:  # the reader is to guess it next
                assert choice.worth is None
                break
            whole, got = whole + weight, got + weight * value
        else:
            mine = story.value(scene) if choice.worth is None else choice.worth
            assert got / whole == mine, (scene.id, choice.label)


def faces_of(total: int, count: int) -> tuple[int, ...]:
    """Some dice of this total."""
    faces = [1] * count
    for at in range(count):
        faces[at] += min(5, total - sum(faces))
    return tuple(faces)


ENDS = ("attacker_wins", "both_removed", "never", "defender_wins")


def test_every_throw_of_every_exchange_is_the_fight_that_it_makes() -> None:
    story = story_of("melee")
    able, crew, names = (of_melee()[each] for each in ("able", "crew", "names"))
    waiting: list[tuple[tuple[tuple[int, ...], ...], Cast]] = []
    seen: set[int] = set()

    def come_to(rolls: tuple[tuple[int, ...], ...], result: Scene, told: list[str]) -> None:
        fight = melee.adjudicate(able, crew, rolls, complete=False, names=names)
        mine = [*told, *(line.step.text for line in result.lines)]
        all_told = [step.text for step in fight.steps if "re-rolls" not in step.text]
        assert all_told[-len(mine) :] == mine
        (after,) = [c.cast for c in result.choices] or [None]
        assert (after is None) == (fight.outcome != melee.Outcome.GOES_ON)
        ends = [Fraction(fight.outcome == each) for each in ENDS]
        assert after or list(result.chances) == ends
        if isinstance(after, Cast) and id(after) not in seen:
            seen.add(id(after))
            waiting.append((rolls, after))

    (start,) = story.scenes[0].choices
    assert isinstance(start.cast, Cast)
    waiting.append(((), start.cast))
    seen.add(id(start.cast))
    states = 0
    while waiting:
        before, cast = waiting.pop()
        states += 1
        for enemy, own in product(range(3, 19), repeat=2):
            faces = faces_of(enemy, 3), faces_of(own, 3)
            to, steps = cast.reached(faces)
            keep, again = story.scene(to).choices
            told = [step.text for step in steps]
            come_to((*before, (enemy, own)), story.scene(keep.to), told)
            if own == 3 + enemy % 16:
                assert isinstance(again.cast, Cast)
                for second in range(3, 19):
                    to, more = again.cast.reached([faces_of(second, 3)])
                    come_to((*before, (enemy, own, second)), story.scene(to), [more[0].text])
    assert states == 3


def test_a_throw_of_two_armies_is_the_battle_that_it_makes() -> None:
    story, random, sides = story_of("battle"), Random(6), of_battle()["sides"]
    for scene, choice, clash in thrown(story):
        assert isinstance(clash, Clash)
        fanatics = scene.choices.index(choice)
        counts = [group.count for group in clash.groups]
        throws = [[random.choices(range(1, 7), k=count) for count in counts] for _ in range(30)]
        throws += [[[face] * count for count in counts] for face in (1, 6)]
        for faces in throws:
            to, steps = clash.reached(faces)
            north = Party(len(faces[0]), fanaticism=fanatics)
            south = Party(len(faces[1]))
            fought = battle.adjudicate(north, south, faces[0], faces[1], names=sides)
            assert steps == fought.steps[1:], faces
            assert story.scene(to).chances == tuple(
                Fraction(fought.winner == each) for each in (Winner.A, Winner.DRAW, Winner.B)
            )


def test_a_shot_from_hiding_is_told_as_the_engine_tells_it() -> None:
    story = story_of("sniper")
    random = Random(3)
    for place, card in enumerate(of_sniper()["cards"]):
        assert story.scenes[0].choices[place].label == f"The {card}"
        for kind, aimed in zip(
            of_sniper()["targets"], story.after(story.scenes[0].choices[place]).choices, strict=True
        ):
            value = sniper.hit(card) * (1 - sniper.spotting(kind) / MARKERS)
            assert aimed.worth == value
            for _ in range(60):
                roll = random.choices(range(1, 7), k=card.combat_dice)
                fired = story.after(aimed, [roll])
                (look,) = fired.choices
                drawn, tried = random.randint(2, 14), random.choices(range(1, 7), k=2)
                looked = story.after(look, [[drawn], tried])
                shot = sniper.Shot(card, sum(roll), sniper.Target(kind), drawn, sum(tried))
                told = [*fired.lines, *looked.lines]
                if looked.choices:
                    face = random.randint(1, MARKERS)
                    turned = story.after(looked.choices[0], [[face]])
                    told += turned.lines
                    shot = replace(shot, marker="green" if face == MARKERS else "red")
                duel = sniper.adjudicate([shot])
                texts = [line.step.text for line in told if line.step.text]
                assert texts[:-1] == [step.text for step in duel.steps[1:]]
                hidden = duel.shots[0].hit and not duel.found
                end = turned if looked.choices else looked
                assert end.chances == (Fraction(hidden), Fraction(not hidden))


def test_two_jokers_strike_as_the_engine_strikes() -> None:
    story = story_of("strike")
    random = Random(5)
    for _ in range(150):
        scene, struck = story.scenes[0], []
        standing = [replace(sudden_strike.BUNKER, damage=2), sudden_strike.DUGOUT]
        alive = True
        while scene.choices:
            place = random.randrange(2)
            structure = standing[place]
            faces: dict[str, list[int]] = {"structure": [], "unit": []}
            told: list[Line] = []
            choice = scene.choices[place]
            while True:
                assert choice.cast
                (group,) = choice.cast.groups
                rolled = random.choices(range(1, 7), k=group.count)
                faces["unit" if group.role == "second" else "structure"] = rolled
                scene = story.after(choice, [rolled])
                told += scene.lines
                if len(scene.choices) != 1:
                    break
                (choice,) = scene.choices
            record = sudden_strike.adjudicate(
                of_strike()["squad"], structure, [sudden_strike.Dice(**faces)]
            )
            assert [line.step.text for line in told] == [
                step.text.replace("infantry is unaffected", "infantry is not hit").replace(
                    "The infantry", "Your squad"
                )
                for step in record.steps[1:]
            ]
            (result,) = record.results
            alive = result.fate != sudden_strike.Fate.REMOVED
            assert result.structure
            standing[place] = result.structure
            struck.append(result)
        assert scene.chances == (Fraction(alive), Fraction(not alive))
        assert len(struck) == 2 or not alive


def test_what_the_charges_say_beforehand_is_what_comes() -> None:
    story = story_of("cavalry")
    told = " ".join(line.step.text for scene in story.scenes for line in scene.lines)
    assert (
        "if you are disordered, 5 does. At 5 to 9 in good order you roll to stay; below 5 the"
        in told
    )
    costs = LIGHT_CHARGE_DRM - SQUARE_DRM, HEAVY_CHARGE_DRM - SQUARE_DRM
    its = f"(its {HEAVY_CHARGE_DRM}, and {-SQUARE_DRM} more)"
    assert f"Heavy cavalry loses {costs[1]} {its}, light cavalry only {costs[0]}." in told
    for rider, cost in zip(of_charge()["chargers"], costs, strict=True):
        target = Target((of_charge()["orlov"],), counter_shocks=())
        situation = charge.Situation.of([Stack((rider,))], [target])
        bonus = {}
        for square in (False, True):
            dice = [0, *([0] if square else [])]
            for face in range(10):
                fought = charge.adjudicate(
                    situation, [*dice, face], {"recall": False, "square": square}
                )
                (result,) = fought.results.values()
                bonus[square] = result - face
                if result >= 10:
                    assert fought.fates["Orlov"].place == Place.RETREATED
                elif result >= 0:
                    checks = "Orlov" if result >= 5 else rider.name
                    assert fought.missing is not None
                    assert fought.missing.text.startswith(f"{checks} makes a retreat check")
        assert bonus[False] - bonus[True] == cost


def test_a_charge_is_told_as_the_engine_tells_it() -> None:
    story = story_of("cavalry")
    random = Random(9)
    for _ in range(60):
        scene = story.scenes[0]
        for rider in of_charge()["chargers"]:
            dice, plan, told = [], {"recall": False}, list[str]()
            while scene.id not in ("charge-1", "stands") or not told:
                if not scene.choices:
                    break
                pick = random.randrange(len(scene.choices))
                choice = scene.choices[pick]
                if choice.cast:
                    dice.append(random.randint(0, 9))
                    scene = story.after(choice, [[dice[-1]]])
                elif choice.worth is None:
                    scene = story.after(choice)
                    break
                else:
                    plan["square"] = pick == 0
                    scene = story.after(choice)
                told += [line.step.text for line in scene.lines]
            target = Target((of_charge()["orlov"],), counter_shocks=())
            situation = charge.Situation.of([Stack((rider,))], [target])
            fought = charge.adjudicate(situation, dice, plan, complete=True)
            steps = [step.text for step in fought.steps[2:]]
            assert [text for text in steps if text in told] == told
            stood = fought.fates["Orlov"].place == Place.STARTS
            assert stood == (scene.id in ("charge-1", "stands"))
            if not stood:
                break


def test_dice_that_cannot_be_thrown_lead_nowhere() -> None:
    group = Group("Dice", "first", 1)
    cast = Cast((group,), {(face,): "a" for face in range(1, 7)})
    with pytest.raises(InvalidValue, match="can be thrown"):
        cast.reached([[7]])
