"""One face for all systems: the same questions, asked of the example of each."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from rules_lib import situations, systems
from rules_lib.errors import InvalidValue, RulesError
from rules_lib.in_die_tiefen import battle
from rules_lib.paper_tigers import Card, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY
from rules_lib.probability import Distribution
from rules_lib.system.system import ALL
from rules_lib.triumph_and_glory import charge as cavalry
from tests.in_turn import in_turn

HOMES: dict[str, Any] = {
    "test": command.Test,
    "melee": melee.Melee,
    "charge": charge.Charge,
    "sniper": sniper.Sniper,
    "strike": sudden_strike.Strike,
    "battle": battle.Battle,
    "cavalry": cavalry.CavalryCharge,
}
SHOT = sniper.Shot(Card("red", 7), 9, sniper.Target("infantry"), 8, 10, "red")
DICE: dict[str, tuple[Any, str, str]] = {
    "test": (9, "the charge test, 3 dice on red 7", ""),
    "melee": (
        [(12, 12)],
        "exchange 1, the attacker rolls 3 dice, the defender 2 dice",
        f"exchange 2, the attacker rolls 3 dice, minus {SHAKEN_PENALTY}, the defender 2 dice",
    ),
    "charge": (
        charge.Rolled(movement_roll=8),
        "the movement test, 2 dice on red 7",
        "the charge test, 3 dice on red 7",
    ),
    "sniper": ([SHOT], "his shot, 3 dice on red 7", "his shot, 3 dice on red 7"),
    "strike": (
        [sudden_strike.Dice([1, 2, 3], [6] * sudden_strike.dice_of("tank"))],
        "of the bunker",
        "of the bunker",
    ),
    "battle": (
        battle.Rolled(rolls_a=[6, 3, 2, 2, 1], rolls_b=[5, 4, 1, 1]),
        "the battle roll, 5 dice for a, 4 dice for b",
        "must retreat from the hex",
    ),
    "cavalry": ([3], "A rolls to commit", "X"),
}
"""Some dice of each example, what is due before them, and what after."""


def example(name: str) -> Any:
    found: Any = systems[name].inputs
    return found.parse(systems[name].example)


EACH = in_turn("name", list(systems))


@EACH
def test_it_is_where_one_looks_and_comes_back_from_words_and_files(
    name: str, tmp_path: Path
) -> None:
    setup = example(name)
    assert type(setup) is HOMES[name] is systems[name].inputs
    assert type(setup).parse(str(setup)) == setup == type(setup).parse(situations.to_dict(setup))
    for number, ending in enumerate(("toml", "json")):
        file = tmp_path / f"{name}{number}.{ending}"
        setup.save(file)
        assert situations.load(file) == setup
        with pytest.raises(InvalidValue, match=r"path: .* a new file"):
            setup.save(file)


@EACH
def test_it_is_played_from_a_seed_or_any_source_of_chance(name: str) -> None:
    setup = example(name)
    assert setup.play(7) == setup.play(Random(7)) == setup.play(np.int64(7))
    drawn = [setup.play(np.random.default_rng(seed)) for seed in (1, 1, *range(8))]
    assert drawn[0] == drawn[1]
    assert any(each != drawn[0] for each in drawn)


@EACH
def test_recorded_dice_are_told_and_say_what_is_due(name: str) -> None:
    setup = example(name)
    dice, before, after = DICE[name]
    assert before in setup.due()
    assert after in setup.due(dice)
    assert (setup.due(dice) == "") == (after == "")
    assert str(setup.adjudicate(dice))


WORDED = ["test", "melee", "charge"]
"""Systems whose outcomes are words."""


@EACH
def test_its_odds_have_their_outcomes_as_a_distribution(name: str) -> None:
    outcomes = example(name).odds().outcomes
    assert isinstance(outcomes, Distribution)
    if name in WORDED:
        told = systems[name].chances(example(name).odds())[ALL]
        assert outcomes == {end: p for end, p in told.items() if p}


@pytest.mark.parametrize("name", WORDED)
def test_a_slip_in_the_name_of_an_outcome_is_no_chance_of_zero(name: str) -> None:
    outcomes = example(name).odds().outcomes
    kind: Any = type(next(iter(outcomes)))
    words = list(kind)
    assert sum(outcomes[str(word)] for word in words) == 1
    slip = f"outcome 'wins': allowed are '{words[0].value}', "
    with pytest.raises(RulesError, match=slip):
        outcomes["wins"]
    assert "wins" not in outcomes
    assert outcomes.get("wins") is None


GOALS: dict[str, tuple[Any, Any]] = {
    "melee": ("win", lambda best: best.policy),
    "charge": ("survive", lambda best: sum(best.values()) == 1),
    "battle": ("not_lose", lambda best: best.best),
    "cavalry": ("rout", lambda best: best.odds),
}


@EACH
def test_the_best_decisions_are_found_where_there_are_some(name: str) -> None:
    plain = {"a": "5 dice", "b": "4 dice"}
    setup: Any = battle.Battle.parse(plain) if name == "battle" else example(name)
    for wrong in ("loose", None, 5):
        with pytest.raises(InvalidValue, match="goal"):
            setup.best(wrong)
    if name in GOALS:
        goal, holds = GOALS[name]
        assert holds(setup.best(goal))


def test_best_re_rolls_can_be_played_and_asked_for_odds() -> None:
    duel = example("melee")
    best = type(duel)(duel.attacker, duel.defender, melee.Goal.WIN)
    assert duel.best("win") == best.odds()
    assert best.play(5).outcome != melee.Outcome.GOES_ON


@EACH
def test_a_wrong_name_is_an_error(name: str) -> None:
    setup, kind = example(name), HOMES[name]
    with pytest.raises(InvalidValue, match="key: 'colour'"):
        kind.parse({**situations.to_dict(setup), "colour": 1})
    other = next(each for each in systems if each != name)
    with pytest.raises(InvalidValue, match=f"game: '{other}' .* allowed: {name}"):
        kind.parse(str(example(other)))
    with pytest.raises(TypeError, match="colour"):
        kind(colour=1)
    with pytest.raises(InvalidValue):
        kind.parse({})


@in_turn(
    "targets",
    [
        (sniper.Target("infantry", hits=1),),
        (sniper.Target("infantry"), sniper.Target("officer")),
        (sniper.Move(),),
        (sniper.Target("infantry"), sniper.Move()),
    ],
)
def test_the_odds_of_a_sniper_are_those_of_unhurt_targets_of_one_kind(targets: Any) -> None:
    hunted = sniper.Sniper(Card("red", 7), targets)
    with pytest.raises(InvalidValue, match="unhurt units of one kind, and no move"):
        hunted.odds()


@pytest.mark.rule("IDT-5.1")
def test_of_half_a_battle_roll_the_other_half_is_due() -> None:
    fight = example("battle")
    assert fight.due(battle.Rolled(rolls_b=[5, 4, 1, 1])) == "the faces of a, 5 dice [IDT-5.1]"
    assert fight.due(battle.Rolled(rolls_a=[5, 4, 1, 1, 1])) == "the faces of b, 4 dice [IDT-5.1]"


@pytest.mark.rule("PT-X1")
def test_a_record_may_have_more_strikes_than_are_asked_for() -> None:
    """Each has come about; but no more than are asked for are due."""
    asked = sudden_strike.Strike(sudden_strike.Unit("infantry"))
    own = sudden_strike.dice_of("infantry")
    missed, saved = (sudden_strike.Dice(unit=[face] * own) for face in (1, 5))
    assert [each.fate for each in asked.adjudicate([missed, saved]).results] == ["hit", "saved"]
    assert asked.due([missed]) == ""
    assert f"{own} dice" in replace(asked, strikes=2).due([missed])
