"""The source's example of a charge: replayed, audited, and its exact chances."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, get_args

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.rulebook import catalog
from rules_lib.triumph_and_glory import charge, example
from rules_lib.triumph_and_glory.charge import Charge, Fate, Intent, Place, Situation, declare
from rules_lib.triumph_and_glory.charge.attack import Attack
from rules_lib.triumph_and_glory.charge.from_map.fronts import front_of, position
from rules_lib.triumph_and_glory.charge.rules import modifiers
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.example import facts, record, scene
from rules_lib.triumph_and_glory.units import Order
from rules_lib.values.frozen import FrozenMap
from tests.examples import claim_otherwise, otherwise
from tests.in_turn import in_turn
from tests.sample import one_in
from tests.triumph_and_glory.charging import *

ERRATA = tuple(f"E-N{number}" for number in range(1, 11))
FACES = range(10)
CHECK = record.RETREAT_CHECK.key
ADJUDICATED = cache(charge.adjudicate)


@pytest.fixture(autouse=True)
def _each_charge_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed is changed below, and never how a charge goes: with the printed bonus."""
    bonus_as_printed(monkeypatch)

    def adjudicate(situation: Situation, due: Any, plan: Any, rulings: Any) -> charge.Charge:
        return ADJUDICATED(situation, FrozenMap(due), FrozenMap(plan), rulings)

    monkeypatch.setattr(scene, "adjudicate", adjudicate)


@pytest.mark.slow
@pytest.mark.rule("TG-9.83")
def test_a_house_rule_is_contradicted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heavy cavalry that adds 2: the sum over Y is one less, and ends in the same row."""
    monkeypatch.setattr(modifiers, "HEAVY_CHARGE_DRM", 2)
    monkeypatch.setattr(scene, "adjudicate", charge.adjudicate)
    found = [each for each in example.audit() if each.wrong and not each.id]
    assert [(each.where, each.printed, each.computed) for each in found] == [
        ("the fight over Y", "charge +3", "charge +2"),
        ("the fight over Y", "+7 in all", "+6 in all"),
    ]


def errata() -> set[str]:
    return {each.id for each in example.audit() if each.id}


@pytest.mark.rule("TG-9.81-3", "TG-9.81-4", "TG-9.81-5", "TG-9.82", "TG-9.85e")
def test_the_story_runs_as_printed() -> None:
    story = example.replay()
    assert [event for event in story.events if event[1] != "yes"] == [
        ("commitment A", "passed"),
        ("commitment B", "passed"),
        ("commitment C", "passed"),
        ("square Y", "failed"),
        ("square Z", "formed"),
        ("recall after square C", "must charge"),
        ("fight A", 6 + 7),
        ("fight C", 5 - 3),
    ]
    assert {key for key, word in story.events if word == "yes"} == {
        "square Y",
        "square Z",
        "recall after square C",
    }
    assert story.missing is not None
    assert story.missing.key == CHECK


@pytest.mark.rule("TG-9.71a", "TG-9.81-8", "TG-9.81-9", "TG-9.84", "TG-9.87a")
@in_turn("face", FACES)
def test_what_becomes_of_all_five(face: int) -> None:
    end = example.replay({CHECK: face})
    assert end.complete
    place = Place.NEXT_TO_TARGET if face <= 4 else Place.RETREATED
    assert end.fates == {
        "A": Fate(Place.NEXT_TO_TARGET, Order.DISORDERED),
        "B": Fate(Place.ADVANCED, Order.DISORDERED),
        "C": Fate(place, Order.DISORDERED),
        "Y": Fate(Place.WITHDRAWN, Order.DISORDERED),
        "Z": Fate(Place.STARTS, Order.SQUARE),
    }


def outcome(story: charge.Charge) -> Any:
    """All but the number of a fight's result, which is another for each die."""
    words = [(key, word if isinstance(word, str) else "fought") for key, word in story.events]
    return words, dict(story.fates), story.missing


@pytest.mark.slow
@pytest.mark.rule("TG-9.81-7", "R-N17")
def test_other_dice_tell_another_story() -> None:
    """But for the fights. Y is lost in every row; and below 0 C checks as in the row above."""
    same = set()
    for key, faces in example.fitting().items():
        for face in set(FACES) - set(faces):
            try:
                story = example.replay({key: face})
            except UnspecifiedBySource:  # with strengths or types that are not printed
                continue
            if outcome(story) == outcome(example.replay()):
                same.add((key, face))
    over_z = {("fight C", face) for face in FACES if face - 3 <= 4 and face != 5}
    assert same == over_z | {("fight A", face) for face in range(4)}


def share(wanted: int, dice_thrown: int) -> Fraction:
    return Fraction(wanted, 10**dice_thrown)


def test_the_ways_to_throw_the_story() -> None:
    assert example.ways() == 4 * 5 * 5 * 3 * 6 * 5 * 6 * 1
    whole = Fraction(1)
    for each in example.chances().values():
        whole *= each
    assert whole == share(example.ways(), 8) * Fraction(7, 6) == Fraction(63, 100_000)


@pytest.mark.rule("R-N1", "R-N3", "R-N7")
@pytest.mark.slow
def test_the_example_answers_three_questions() -> None:
    found = list(example.verdicts())
    ruled_out = {(each.ruling, each.reading) for each in found if not each.fits}
    assert ruled_out == {("R-N1", "disordered"), ("R-N3", True), ("R-N7", "as_stacking_allows")}
    assert example.answered() == ("R-N1", "R-N3", "R-N7")
    tried = Counter(each.ruling for each in found)
    rulings = catalog().systems["triumph-and-glory"].rulings
    assert tried == {each: len(catalog().rulings[each].readings) for each in rulings}


@pytest.mark.rule("R-N7")
def test_read_otherwise_a_advances_with_b() -> None:
    both = charge.Rulings(advance_after_withdrawal="as_stacking_allows")
    for heavy in example.all_types():
        fates = example.replay(rulings=both, heavy=heavy).fates
        assert {name for name in "AB" if fates[name].place == Place.ADVANCED} == {"A", "B"}


@pytest.mark.rule("TG-9.81-1")
def test_the_map_says_what_the_situation_says() -> None:
    board = example.board()
    intents = [
        Intent((each.name,), scene.TARGETS[each.target], scene.PATHS[each.name], (5, 5))
        for each in record.CHARGERS
    ]
    read = declare(board, intents, open_flank=dict.fromkeys(scene.TARGETS.values(), True))
    stacks = {stack.name: stack for attack in read.attacks for stack in attack.stacks}
    assert stacks["B"].side_of("Z") == "front"
    sides = [position(board, board.find("Y"), scene.PATHS[name][-1]) for name in "AB"]
    assert sides == ["front", "rear"]
    assert scene.PATHS["B"][-1] in front_of(board, board.find("Z"))
    given = [attack.ratio_drm for attack in example.situation().attacks]
    told = Situation(
        tuple(
            replace(attack, ratio_drm=ratio)
            for attack, ratio in zip(read.attacks, given, strict=True)
        )
    )
    assert scene.played(told, scene.CHOSEN).events == example.replay().events
    assert scene.played(told, scene.CHOSEN).fates == example.replay().fates
    assert all(isinstance(attack, Attack) and not attack.also_in_front for attack in told.attacks)


def claimed(claim: str, right: str) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: claim_otherwise(patch, right, "claim", claim, "printed")


def recorded(field: str, **changed: Any) -> Callable[[pytest.MonkeyPatch], None]:
    value = replace(getattr(record, field), **changed)
    return lambda patch: patch.setattr(record, field, value)


def cites(where: str, number: str) -> Callable[[pytest.MonkeyPatch], None]:
    changed = tuple(
        replace(each, cited=number) if each.where == where else each for each in record.REFERENCES
    )
    assert changed != record.REFERENCES
    return lambda patch: patch.setattr(record, "REFERENCES", changed)


RIGHT = [
    ("E-N1", cites("9.73, pursuit", "9.87")),
    ("E-N2", cites("9.82, note", "9.87")),
    ("E-N3", claimed("freedom to pursue", "(False, True)")),
    ("E-N4", recorded("RETREAT_CHECK", highest=3)),
    ("E-N5", claimed("distance", "(2, 3)")),
    ("", claimed("distance", "(2, 3, 4)")),
    ("", claimed("distance", "(1, 2, 3)")),
    ("E-N6", recorded("FIGHT_OVER_Y", lowest=10)),
    ("", recorded("FIGHT_OVER_Y", lowest=12)),
    ("E-N7", claimed("exception", "'9.71'")),
    ("E-N8", claimed("turning", "True")),
    ("E-N9", claimed("what is 10 or more", "'modified result is'")),
    ("E-N10", claimed("moment of the square", "False")),
]


@pytest.mark.rule("E-N1", "E-N2", "E-N3", "E-N4", "E-N5")
@pytest.mark.rule("E-N6", "E-N7", "E-N8", "E-N9", "E-N10")
@pytest.mark.parametrize(("gone", "printed"), RIGHT)
def test_what_is_printed_right_is_no_finding(
    monkeypatch: pytest.MonkeyPatch, gone: str, printed: Callable[[pytest.MonkeyPatch], None]
) -> None:
    printed(monkeypatch)
    assert errata() == set(ERRATA) - {gone}


TOLD = ("CHARGERS", "DEFENDERS", "ROLLS", "FIGHT_OVER_Y", "FIGHT_OVER_Z", "POSITION_LOST")
DOUBTFUL = {"FIGHT_OVER_Y.lowest", "FIGHT_OVER_Z.lowest", "FIGHT_OVER_Z.highest"}
"""What E-N6 is about, and what the words of the example merely allow."""
WRONG: dict[str, tuple[str, Any]] = {
    place: (name, value)
    for name in TOLD
    for place, value in otherwise(getattr(record, name), name)
    if place not in DOUBTFUL
}
for fight in ("FIGHT_OVER_Y", "FIGHT_OVER_Z"):
    printed: record.PrintedFight = getattr(record, fight)
    for effect in get_args(record.Effect):
        changed = replace(printed, effects=printed.effects ^ {effect})
        WRONG[f"{fight}: {effect}"] = fight, changed


@pytest.mark.slow
@pytest.mark.parametrize("change", one_in(5, WRONG))
def test_any_other_false_claim_is_told_as_contradicted(
    monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    monkeypatch.setattr(record, *WRONG[change])
    with suppress(UnspecifiedBySource):  # out of square, it asks whether C is heavy
        assert [each for each in example.audit() if each.wrong and not each.id]


def test_another_false_reference_is_told_as_contradicted(monkeypatch: pytest.MonkeyPatch) -> None:
    cites(record.REFERENCES[-1].where, "9.85")(monkeypatch)
    assert [each for each in example.audit() if each.wrong and not each.id]


@pytest.mark.parametrize(
    ("claim", "units"), [("withdrawn", "'YZ'"), ("disordered", "'ABCZ'"), ("not_twice", "'CY'")]
)
def test_a_false_claim_about_the_end_is_told_as_contradicted(
    monkeypatch: pytest.MonkeyPatch, claim: str, units: str
) -> None:
    claim_otherwise(monkeypatch, units, "given", claim)
    (found,) = (each for each in example.audit() if each.wrong and not each.id)
    assert found.where == f"unit {units[-2]}"


def test_all_types_are_those_with_one_of_the_first_two_heavy() -> None:
    every = [dict(zip("ABC", some, strict=True)) for some in product((True, False), repeat=3)]
    found = list(map(dict, example.all_types()))
    assert len(found) == 6
    assert all(each in found for each in every if each["A"] or each["B"])


@in_turn("heavy", [{"A": False}, {}, {"C": True}, {"A": True, "D": True}, {"A": 1}, "A", None])
def test_types_that_the_example_rules_out(heavy: Any) -> None:
    with pytest.raises(InvalidValue, match="heavy"):
        example.situation(heavy)


def test_dice_that_are_never_called_for_do_no_harm() -> None:
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6)))
    told = scene.played(situation, {"commitment A": 9, "fight A": 0, "square Y": 5})
    assert told.complete
    assert told.events == (("commitment A", "failed"),)


@pytest.mark.slow
@pytest.mark.rule("R-N1")
@pytest.mark.parametrize("face", [4, 5])
def test_a_reading_that_changes_the_last_check_is_seen(
    monkeypatch: pytest.MonkeyPatch, face: int
) -> None:
    """C holds its hex with a 4, and not with a 5; a reading of either otherwise is none of it."""

    def played(situation: Situation, given: Mapping[str, int], rulings: Rulings) -> Charge:
        told = scene.played(situation, given, rulings)
        otherwise = not rulings.detour and given[record.RETREAT_CHECK.key] == face
        return replace(told, events=told.events[:-1]) if otherwise else told

    monkeypatch.setattr(facts, "played", played)
    assert example.answered() == ("R-N1", "R-N3", "R-N7", "R-N18")
