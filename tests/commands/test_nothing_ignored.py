"""No word of a line is ignored, and no line takes for ever."""

import os
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.commands import NAMES, command, explain
from rules_lib.paper_tigers import Card, melee, sniper
from rules_lib.paper_tigers.melee.system import used_of
from rules_lib.rulebook import Ruling, catalog
from rules_lib.triumph_and_glory.charge import system
from tests.commands.asking import Asker
from tests.effort import counted
from tests.in_turn import in_turn

FOOT = "'infantry 5, strength 5, disordered cohesion 4'"
HORSE = "'heavy 5, strength 6, disordered cohesion 4'"
DUEL = f"cavalry --charger {HORSE} --target {FOOT}"


@in_turn("name", NAMES)
def test_an_option_is_given_once_or_all_of_it_counts(ask: Asker, name: str) -> None:
    for action in command(name).parser()._actions:
        if not action.option_strings or action.nargs == 0:
            continue
        option = action.option_strings[0]
        value = "1" if action.choices is None else next(iter(action.choices))
        reply = ask.words(name, option, value, option, value)
        if type(action).__name__ == "_AppendAction":
            assert "twice" not in reply.error
        else:
            assert f"{option}: " in reply.error, option
            assert ", then " in reply.error, option


def test_a_charge_of_too_many_cases_is_refused(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "MOST_STATES", 20)
    said = ask.refusal(f"{DUEL} --charger {HORSE} --charger 'light 4, strength 3'")
    assert said.startswith("--charger: '3 hexes of chargers, 1 of targets'")
    assert "at most 20 cases: fewer hexes, or more of --decide" in said


def test_a_number_is_explained_once_however_often_it_is_asked_for(ask: Asker) -> None:
    once = ask.told("explain PT-M9 E-A4 --quick")
    assert ask.words("explain", *["PT-M9", "pt-m9", "E-A4"] * 332, "--quick").text == once


def test_a_ruling_is_measured_once_and_not_too_many(
    ask: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    rulings = list(catalog().rulings)
    measured: list[str] = []
    changes = {"largest": 0, "typical": 0, "verdict": "no", "chance_that": "", "most": None}

    def changed(ruling: Ruling) -> dict[str, Any]:
        measured.append(ruling.id)
        return changes

    monkeypatch.setattr(explain, "_changes", changed)
    few = rulings[: explain.MOST_MEASURED]
    assert ask.words("explain", *few, *few).code == 0
    assert measured == few
    said = ask.words("explain", *rulings[: explain.MOST_MEASURED + 1])
    assert (said.code, said.text) == (2, "")
    assert said.error.strip().endswith(
        "ID: 'numbers with 21 rulings' was given; allowed: numbers with at most 20 in all;"
        " --quick takes any"
    )
    assert measured == few
    assert ask.words("explain", *catalog().ids(), "--quick").code == 0


def test_each_exchange_is_fought_once() -> None:
    hardly = melee.Combatant(Card("red", 18))

    def effort(count: int) -> int:
        with counted() as counting:
            used, unused = used_of(melee.Melee(hardly, hardly), [(3, 3)] * count)
        assert (len(used), unused) == (count, [])
        return counting.calls

    assert effort(100) < 2.2 * effort(50)


@pytest.mark.parametrize("drawing", ["without_replacement", "returned"])
def test_a_long_search_for_a_sniper_is_computed_pile_by_pile(drawing: str) -> None:
    rulings = sniper.Rulings.from_ids({"R-S4": drawing})

    def effort(attempts: int) -> int:
        with counted() as counting:
            sniper.discovery("infantry", attempts, markers=6, rulings=rulings)
        return counting.calls

    assert effort(416) < 3 * effort(208)
    searched = sniper.search("infantry", markers=6, rulings=rulings)
    distribution = sniper.discovery("infantry", 120, markers=6, rulings=rulings)
    within = searched.not_yet_within(120)
    for attempt in (0, 1, 51, 52, 53, 104, 120):
        assert within[attempt] == searched.not_yet(attempt)
        assert within[attempt] == 1 - sum(
            (distribution[n] for n in range(1, attempt + 1)), Fraction(0)
        )
    with pytest.raises(ValueError, match="attempts"):
        searched.not_yet_within(2001)


def test_errors_never_go_where_answers_go(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rules_lib.__main__ import main

    monkeypatch.setattr(sys, "stderr", None)  # as Python has it when the shell has closed it
    assert main(["mellee"]) == 2
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(sys, "stdout", None)
    assert main([]) == 1


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
@pytest.mark.parametrize("words", [["--help"], ["melee", "--help"], ["explain", "E-A4"]])
def test_an_answer_that_cannot_be_written_is_no_success(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        asked = [sys.executable, "-m", "rules_lib", *words]
        done = subprocess.run(asked, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert b"cannot be written" in done.stderr


def test_what_rests_on_what_is_open_has_bounds_and_no_value(ask: Asker) -> None:
    """The ratio is given for both together; if one comes alone, it is open."""
    line = f"cavalry --charger {HORSE} --charger {HORSE} --target {FOOT} --ratio 1"
    told, data = ask.told(line), ask.data(line)
    assert "That depends on what nobody can say:" in told
    assert data["value"] is None
    assert data["bounds"]["least"]["float"] < data["bounds"]["most"]["float"]
    assert "the strength ratio of A" in data["rests_on"]
    one = ask.data(f"cavalry --charger {HORSE} --target {FOOT}")
    assert (one["rests_on"], one["value"]) == ([], one["bounds"]["most"])
