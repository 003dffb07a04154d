"""What the example says of its own play, line by line, and that the audit would see otherwise."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules_lib.examples.audit import Check
from rules_lib.examples.claims import checks
from rules_lib.triumph_and_glory.charge import Charge, Fate, Place, Situation
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.example import dice, facts, record, scene
from rules_lib.triumph_and_glory.units import Order

BY_OTHERS = " (secondary source)"


def its_play() -> Iterator[Check]:
    """Every claim of the example about its own play, but for the doubtful ones."""
    rolls = ("need", "verdict", "defensive fire", "cohesion in disorder")
    fights = ("modifier", "position lost", "total", "row", "effects")
    ends = ("withdrawn", "advances", "disordered", "not twice")
    return checks(facts.__name__, *rolls, *fights, *ends)


def needs(who: str, what: str, highest: int, came: str, clause: str) -> list[tuple[Any, ...]]:
    """A check of the example and how it came out, both as the rules have them."""
    where, faces = f"{who}, {what}", f"needs 0 to {highest}"
    return [(where, faces, faces, (clause,), True), (where, came, came, (clause,), True)]


def fact(where: str, words: str, *clauses: str, mark: str = "") -> tuple[Any, ...]:
    return where, words, words + mark, clauses or ("TG-9.81-7",), True


OVER_Y, OVER_Z = "the fight over Y", "the fight over Z"
GOES, COHESION = "passes: it goes next to the target", ("TG-9.81-7", "R-N2")
PLAY: list[tuple[Any, ...]] = [
    *needs("A", "to commit", 3, GOES, "TG-9.81-3"),
    *needs("B", "to commit", 4, GOES, "TG-9.81-3"),
    *needs("C", "to commit", 4, GOES, "TG-9.81-3"),
    *needs("Y", "to form square", 6, "fails: it is disordered", "TG-9.85e"),
    *needs("Z", "to form square", 5, "passes: it is in square", "TG-9.85e"),
    *needs("C", "to be recalled", 4, "fails: it must charge", "TG-9.82"),
    (
        "the commitment rolls",
        "the Russians’ defensive fire modifier is left out",
        "with and without +9 the same faces pass",
        ("TG-9.81-3",),
        True,
    ),
    ("Y, disordered", "its cohesion is now 5", "one lower than 6 is 5", ("TG-9.85e", "R-N2"), True),
    fact(OVER_Y, "charge +3", "TG-9.83"),
    fact(OVER_Y, "cohesion difference −1", *COHESION, mark=BY_OTHERS),
    fact(OVER_Y, "clear terrain +1", mark=BY_OTHERS),
    fact(OVER_Y, "no modifier for position", mark=BY_OTHERS),
    (
        OVER_Y,
        "but for another unit’s front, B would bring +3 for position",
        "front and rear at the same time: +3 (secondary source)",
        ("TG-9.81-7",),
        True,
    ),
    fact(OVER_Y, "+7 in all"),
    fact(OVER_Y, "the row of 10 and more", "TG-9.81-8", mark=BY_OTHERS),
    fact(
        OVER_Y,
        "defenders disordered, defenders retreat, pursuit",
        "TG-9.81-7",
        "TG-9.81-8",
        mark=BY_OTHERS,
    ),
    fact(OVER_Z, "charge at a square −2", "TG-9.85f"),
    fact(OVER_Z, "cohesion difference −1", *COHESION, mark=BY_OTHERS),
    fact(OVER_Z, "clear terrain +1", mark=BY_OTHERS),
    fact(OVER_Z, "no modifier for position", mark=BY_OTHERS),
    fact(OVER_Z, "−3 in all"),
    fact(
        OVER_Z,
        "attackers check against retreat, attackers disordered",
        "TG-9.81-7",
        "TG-9.81-8",
        mark=BY_OTHERS,
    ),
    fact("unit Y", "disordered already, it leaves the map"),
    fact(
        "unit B",
        "of the highest cohesion, it advances into the hex of Y and stops",
        "TG-9.71a",
        "TG-9.87a",
        "R-N7",
    ),
    *(fact(f"unit {name}", "disordered in the end", "TG-9.84") for name in "ABC"),
    fact("unit C", "not disordered a second time for its charge", "TG-9.84"),
]


def test_the_play_of_the_example_line_by_line() -> None:
    found = [
        (each.where, each.printed, each.computed, each.clauses, each.agrees) for each in its_play()
    ]
    assert found == PLAY


def test_a_check_that_cannot_pass_is_said_so() -> None:
    assert facts.faces(()) == "no face"
    assert facts.faces((0,)) == "0 to 0"


def disagreeing() -> list[str]:
    return [each.printed for each in its_play() if not each.agrees]


def test_a_wrong_modifier_is_told_with_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A modifier that does not exist at all counts as none."""
    more = (*record.FIGHT_OVER_Z.modifiers, ("weather", 2))
    monkeypatch.setattr(record, "FIGHT_OVER_Z", replace(record.FIGHT_OVER_Z, modifiers=more))
    wrong = [each for each in its_play() if not each.agrees]
    assert [(each.printed, each.computed) for each in wrong] == [
        ("weather +2", "no modifier for weather")
    ]


def test_a_check_that_ends_otherwise_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    other = tuple(replace(r, passed=r.passed != (r.who == "Z")) for r in record.ROLLS)
    monkeypatch.setattr(record, "ROLLS", other)
    wrong = next(each for each in its_play() if not each.agrees)
    assert (wrong.printed, wrong.computed) == ("fails: it is disordered", "fails: something else")


@pytest.mark.rule("TG-9.81-3")
@pytest.mark.parametrize("who", "ABC")
def test_defensive_fire_that_counted_would_be_seen(
    monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    """If it changed the commitment of one unit only, be it the last."""

    def faces_that(
        key: str, outcome: str, situation: Situation | None = None, rulings: Rulings = Rulings()
    ) -> tuple[int, ...]:
        found = dice.faces_that(key, outcome, situation, rulings)
        under_fire = situation is not None and situation == scene.situation(
            defensive_fire_drm=facts.HIGH_FIRE
        )
        return found[:-1] if under_fire and key == f"commitment {who}" else found

    monkeypatch.setattr(facts, "faces_that", faces_that)
    (wrong,) = [each for each in its_play() if not each.agrees]
    assert wrong.where == "the commitment rolls"
    assert wrong.computed == "it counts"


CHECK = record.RETREAT_CHECK.key


def story(monkeypatch: pytest.MonkeyPatch, held: bool, **changed: Any) -> None:
    """Tell the example otherwise, in one of its two ends: where C holds its hex or where not."""

    def replay(given: Mapping[str, int] | None = None) -> Charge:
        told = dice.replay(given)
        if given is None or (given[CHECK] <= record.RETREAT_CHECK.highest) is not held:
            return told
        return replace(
            told,
            fates={**told.fates, **changed.get("fates", {})},
            events=(*told.events, *changed.get("events", ())),
        )

    monkeypatch.setattr(facts, "replay", replay)


@pytest.mark.slow
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize(
    ("fates", "claim"),
    [
        ({"Y": Fate(Place.RETREATED, Order.DISORDERED)}, "it leaves the map"),
        ({"C": Fate(Place.RETREATED, Order.GOOD)}, "disordered in the end"),
        ({"C": Fate(Place.WITHDRAWN, Order.DISORDERED)}, "not disordered a second time"),
        ({"A": Fate(Place.ADVANCED, Order.DISORDERED)}, "it advances into the hex of Y"),
    ],
)
def test_one_of_both_ends_is_enough_to_contradict(
    monkeypatch: pytest.MonkeyPatch, held: bool, fates: dict[str, Fate], claim: str
) -> None:
    story(monkeypatch, held, fates=fates)
    (wrong,) = [each for each in its_play() if not each.agrees]
    assert claim in wrong.printed
    assert wrong.computed == "it comes otherwise"


def test_a_pursuit_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """B advances all the same, and does not stop."""
    story(monkeypatch, True, events=(("pursuit 1: fight B", 7),))
    (wrong,) = disagreeing()
    assert "advances into the hex of Y and stops" in wrong
