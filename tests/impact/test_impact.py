"""Panels, verdicts, ranking, contradictions; and that the default comes from the code alone."""

from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from rules_lib import impact
from rules_lib.errors import InvalidValue
from rules_lib.impact import Bench, Change, Impact, NoAnswer, Panel, Situation, Weight
from rules_lib.impact.measuring import read_as
from rules_lib.impact.model import ReadingImpact
from rules_lib.impact.panels import panel_of, panels
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.melee import Combatant, Rulings
from rules_lib.rulebook import Reading, catalog
from rules_lib.rulebook.defaults import (
    default_of,
    defaults,
    reading_of,
    readings_of,
    switch_of,
    values_of,
)
from rules_lib.rulebook.texts import UnknownId
from tests.impact.shared import bench
from tests.in_turn import in_turn
from tests.oracles.translate import unit as told_unit
from tests.sample import one_in

pytestmark = pytest.mark.slow

RULINGS = list(catalog().rulings)
SYSTEMS = list(catalog().systems)


@cache
def everything() -> tuple[Impact, ...]:
    """All impacts, measured once for all tests."""
    return impact.ranking(bench=bench())


@cache
def of(rule_id: str) -> Impact:
    return next(each for each in everything() if each.ruling.id == rule_id)


@in_turn("rule_id", RULINGS)
def test_every_ruling_has_a_panel_and_a_situation_where_it_matters(rule_id: str) -> None:
    found = of(rule_id)
    assert rule_id in found.panel.rulings
    assert [each.value for each in found.readings] == list(values_of(rule_id))[1:]
    if found.weight == Weight.SETTLED:
        assert found.ruling.settled
        assert not found.readings
    elif found.weight == Weight.DORMANT:
        assert found.woken_by
        assert not found.matters
    else:
        assert found.matters
        assert not found.woken_by


@in_turn("system", SYSTEMS)
def test_panels_hold_the_rulings_of_their_system_and_no_name_twice(system: str) -> None:
    held = [rule_id for panel in panels(system) for rule_id in panel.rulings]
    assert sorted(held) == sorted(catalog().systems[system].rulings)
    for panel in panels(system):
        names = [each.name for each in panel.situations]
        assert len(set(names)) == len(names)
        assert panel.headline


def test_values_are_chances_or_words_and_shares_stay_within_one() -> None:
    for found in everything():
        for change in (change for each in found.readings for change in each.changes):
            for value in (change.default, change.other):
                assert isinstance(value, Fraction | str)
                assert isinstance(value, str) or 0 <= value <= 1


def test_the_ranking_goes_by_weight_and_then_by_what_is_typical() -> None:
    weights = [each.weight for each in everything()]
    assert weights == sorted(weights, key=list(Weight).index)
    for weight in Weight:
        sizes = [(each.typical, each.largest) for each in everything() if each.weight == weight]
        assert sizes == sorted(sizes, reverse=True)
    assert sorted(each.ruling.id for each in everything()) == sorted(RULINGS)


def test_questions_that_cannot_be_measured() -> None:
    with pytest.raises(
        InvalidValue, match="system: 'chess' was given; allowed: in-die-tiefen, paper"
    ):
        impact.ranking("chess")
    with pytest.raises(UnknownId, match=r"'R-M99'; nearest: R-M"):
        impact.measure("R-M99")
    with pytest.raises(UnknownId, match="PT-M9 is not a ruling"):
        impact.measure("PT-M9")


def change(default: str | Fraction, other: str | Fraction, name: str = "here") -> Change:
    return Change(name, default, other)


def made(*changes: Change, rule_id: str = "R-M3") -> Impact:
    """An impact of one other reading with these changes."""
    nothing = Situation("here", lambda rulings: Fraction(0))
    reading = ReadingImpact(False, Reading("False", "No."), changes)
    panel = Panel((rule_id,), "headline", (nothing,))
    ruling = catalog().rulings[rule_id]
    return Impact(ruling, True, Reading("True", "Yes."), panel, (reading,))


@pytest.mark.parametrize(
    ("size", "verdict"),
    [
        (Fraction(4, 1000), "0.4 points: don’t argue"),
        (Fraction(1, 100), "1.0 points: don’t argue"),
        (Fraction(1001, 100000), "1.0 points: settle if it comes up"),
        (Fraction(4999, 100000), "5.0 points: settle if it comes up"),
        (Fraction(1, 20), "5.0 points: settle before the game"),
        (Fraction(113, 1000), "11.3 points: settle before the game"),
    ],
)
def test_the_scale_of_verdicts(size: Fraction, verdict: str) -> None:
    half, figure = Fraction(1, 2), verdict.partition(":")[0]
    for signed in (size, -size):
        found = made(change(half, half + signed))
        assert found.verdict == f"typically {figure}, at most {verdict}"
    assert (
        made(change(half, half + Fraction(1, 3000))).verdict == "less than 0.1 points: don’t argue"
    )


def test_what_is_rarely_at_stake_is_agreed_when_it_comes_up() -> None:
    half = Fraction(1, 2)
    rare = made(change(half, half), change(half, half, "there"), change(half, Fraction(1), "once"))
    assert rare.verdict == "typically nothing, at most 50.0 points: settle if it comes up"


def test_verdicts_without_a_chance() -> None:
    half = Fraction(1, 2)
    assert made(change(half, half)).weight == Weight.DORMANT
    assert made(change("6 hexes", "8 hexes")).weight == Weight.OTHER
    assert made(change(half, NoAnswer("no answer"))).weight == Weight.OPEN
    assert made(change(half, NoAnswer("no answer")), change("a", "b")).weight == Weight.OTHER
    assert made(change(NoAnswer("no answer"), half)).weight == Weight.REFUSED
    assert of("R-I6").weight == Weight.SETTLED
    assert of("R-I6").verdict == "settled: no other answer makes sense"
    assert of("R-I6").largest == of("R-I6").typical == 0
    assert of("R-I6").strongest is None


def test_largest_typical_and_those_touched() -> None:
    zero, tenth = Fraction(0), Fraction(1, 10)
    found = made(
        change(zero, zero, "a"), change(tenth, zero, "b"), change(zero, 3 * tenth, "c"),
        change(zero, zero, "d"), change(tenth, 2 * tenth, "e"), change(zero, zero, "f"),
        change("x", "y", "g"),
    ).readings[0]  # fmt: skip
    assert (found.largest.situation, found.largest.difference) == ("c", 3 * tenth)
    assert found.typical == tenth / 2  # of six chances
    assert found.typical_there == tenth
    assert [each.situation for each in found.differing] == ["c", "b", "e", "g"]


def test_a_reading_answers_in_its_own_words() -> None:
    assert Reading("True", "Yes: so.").answer == "Yes: so"


SILENCED = {
    ("R-M1", False, "R-M13"),
    ("R-M2", "lost_or_drawn_hit", "R-M10"),
    ("R-M2", "lost_exchange", "R-M10"),
    ("R-X10", "undamaged", "R-X8"),
    ("R-S8", "new_each_shot", "R-S9"),
    ("R-S8", "new_each_shot", "R-S12"),
    ("R-I8", True, "R-I4"),
    ("R-N3", True, "R-N4"),
    ("R-N13", "declared_only", "R-N23"),
    ("R-N17", "automatic", "R-N32"),  # who attacked is gone: it can only come after them
    ("R-N21", "group_advances", "R-N25"),
}


@pytest.mark.parametrize(
    "system",
    [pytest.param(each, marks=pytest.mark.deep if each[0] == "t" else ()) for each in SYSTEMS],
)
def test_the_readings_that_silence_other_questions_are_found(system: str) -> None:
    found = {
        (each.ruling, each.value, each.silenced) for each in impact.unreachable(system, bench())
    }
    own = catalog().systems[system].rulings
    assert found == {each for each in SILENCED if each[0] in own}


def test_readings_that_silence_other_questions() -> None:
    for rule_id, value, silenced in SILENCED:
        for each in panel_of(silenced).situations:
            held = {
                bench().value(each, read_as({rule_id: value, silenced: v}))
                for v in values_of(silenced)
            }
            assert len(held) == 1
        assert of(silenced).matters


def test_readings_that_the_library_refuses_together_have_no_answer() -> None:
    """Beside another default such a set is asked for, and must not stop the book."""
    refused = melee.Rulings.from_ids({"R-M5": "seeing_own", "R-M13": "not_won"})
    values = [each.value(refused) for each in panel_of("R-M13").situations]
    assert any(isinstance(value, NoAnswer) for value in values)
    assert any(isinstance(value, Fraction) for value in values)


def test_a_question_that_begins_to_matter() -> None:
    """Losing costs the second hit, which removes: only without it does a loser fight on."""
    five = melee.HitsToRemove(5, 3)
    assert of("R-M6").woken_by == (("R-M1", False), ("R-M9", five))
    assert [each.ruling.id for each in everything() if each.woken_by] == ["R-M6"]


def test_the_bench_computes_a_situation_once_for_each_reading() -> None:
    asked: list[bool] = []

    def value(rulings: Any) -> Fraction:
        asked.append(rulings.loser_takes_hit)
        return Fraction(asked[-1])

    situation, known = Situation("here", value), Bench()
    for loses in (True, False, True):
        assert known.value(situation, melee.Rulings(loser_takes_hit=loses)) == loses
    assert asked == [True, False]
    assert known.value(Situation("there", value), melee.Rulings()) == 1
    assert asked == [True, False, True]
    begun = Bench()
    with ThreadPoolExecutor(1) as executor:
        begun.fill([situation], [melee.Rulings()], executor)
    assert begun.value(situation, melee.Rulings()) == 1
    assert asked == [True, False, True, True]


class Counting(ThreadPoolExecutor):
    """An executor that counts what is handed to it."""

    handed = 0

    def submit(self, *args: Any, **named: Any) -> Future[Any]:
        self.handed += 1
        return super().submit(*args, **named)


def test_an_executor_finds_the_same_and_computes_each_situation_once() -> None:
    bench = Bench()
    panel = len(panel_of("R-X1").situations)
    readings = len(values_of("R-X1"))
    with Counting(2) as executor:
        assert impact.measure("R-X1", bench, executor=executor) == impact.measure("R-X1")
        handed = executor.handed
        assert 0 < handed <= panel * readings, "several situations may go together"
        impact.measure("R-X1", bench, executor=executor)
        assert executor.handed == handed


def test_the_default_is_what_the_field_says(monkeypatch: pytest.MonkeyPatch) -> None:
    before = of("R-M3")
    assert (before.default, before.default_reading) == (True, readings_of("R-M3")[0])
    monkeypatch.setattr(switch_of("R-M3"), "default", False)
    assert default_of("R-M3") is False
    assert values_of("R-M3") == (False, True)
    assert [each.text[:3] for each in readings_of("R-M3")] == ["No:", "Yes"]
    assert defaults(melee.Rulings) == melee.Rulings(penalties_add_up=False)
    after = impact.measure("R-M3", bench())
    assert (after.default, after.readings[0].value) == (False, True)
    assert after.default_reading.text.startswith("No:")
    for ours, theirs in zip(before.readings[0].changes, after.readings[0].changes, strict=True):
        assert (ours.default, ours.other) == (theirs.other, theirs.default)
    # The other rulings are now held with the new default.
    small_team = "red 9 attacks a small team with red 7, hit before"
    (there,) = [
        c for c in impact.measure("R-M7", bench()).readings[0].changes if c.situation == small_team
    ]
    (here,) = [c for c in after.readings[0].changes if c.situation == small_team]
    assert there.default == here.default != before.readings[0].changes[0].default


def test_a_reading_that_nobody_has_told() -> None:
    with pytest.raises(ValueError, match="R-X2: no reading is told for 7; there are 2, 3"):
        reading_of("R-X2", 7)
    with pytest.raises(ValueError, match="R-M3: no reading is told for 1"):
        reading_of("R-M3", 1)


# ---------------------------------------------------------------- what rulings change


def changes(rule_id: str, value: object) -> dict[str, impact.Change]:
    """The changes of one reading, by the name of the situation."""
    measured = impact.measure(rule_id, bench())
    (found,) = [each for each in measured.readings if each.value == value]
    return {change.situation: change for change in found.changes}


usual = cache(melee.odds)


@pytest.mark.parametrize("rule_id", one_in(3, [f"R-M{n}" for n in (1, 2, 3, 4, 7, 8, 9, 10)]))
def test_no_melee_of_a_wide_grid_changes_more_than_the_panel(rule_id: str) -> None:
    """So that "at most" is true of 800 melees, and not of the few that are listed."""
    measured = impact.measure(rule_id, bench())
    cards = [f"{colour} {value}" for colour in ("red", "black") for value in (4, 6, 8, 10, 12)]
    kinds: list[dict[str, bool]] = [
        {}, {"small_team": True}, {"officer": True}, {"in_cover": True},
    ]  # fmt: skip
    other = Rulings.from_ids({rule_id: measured.readings[0].value})
    changes: dict[tuple[Combatant, Combatant], Fraction] = {}
    for attacker, defender, kind, hits in product(cards, cards, kinds, (0, 1)):
        sides = told_unit(attacker), told_unit(defender, **kind, hits=hits)
        ours = usual(*sides).attacker_wins
        changes[sides] = abs(melee.odds(*sides, other).attacker_wins - ours)
    most = max(changes, key=lambda sides: changes[sides])
    assert measured.largest == changes[most], f"a row for the panel: {' | '.join(map(str, most))}"


def test_recalled_cavalry_and_ways_to_charge() -> None:
    for change in changes("R-N8", "starting_hex").values():
        assert (change.default, change.other) == (
            "in the hex it has reached",
            "in its starting hex",
        )
    # Of seven ways two avoid the marsh. Nobody leaves a hex in the front of the lancers.
    counted = {name: (each.default, each.other) for name, each in changes("R-N18", False).items()}
    assert counted == {
        f"target {where}": tuple(f"{count} to charge" for count in counts)
        for where, counts in {
            "two hexes away, open ground": ("7 ways", "1 way"),
            "two hexes away, marsh on the straight way": ("2 ways", "no ways"),
            "two hexes away, lancers watch the straight way": ("3 ways", "1 way"),
            "three hexes away, open ground": ("1 way", "1 way"),
        }.items()
    }


# ---------------------------------------------------------------- what contradicts itself

FOUND: dict[str, set[tuple[str, str]]] = {"paper-tigers-melee": {("R-M5", "R-M13")}}
OPEN = {
    "in-die-tiefen": {("R-I14",)},
    "paper-tigers-sniper": {("R-S10",)},
    "triumph-and-glory": {("R-N29",)},
}


@pytest.mark.parametrize("system", [each for each in catalog().systems if each[0] != "t"])
def test_readings_that_cannot_both_be_used(system: str) -> None:
    found = impact.clashes(system, bench())
    assert {each.rulings for each in found} == FOUND.get(system, set())
    assert all(each.situations for each in found)


@pytest.mark.deep
def test_those_of_the_charge_never_exclude_each_other() -> None:
    assert impact.clashes("triumph-and-glory", bench()) == ()


@pytest.mark.parametrize("system", catalog().systems)
def test_every_ruling_can_matter_and_each_gap_is_a_question(system: str) -> None:
    assert impact.never_matter(system, bench()) == ()
    assert {each.rulings for each in impact.gaps(system, bench())} == OPEN.get(system, set())
