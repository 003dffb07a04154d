"""What is played follows the exact odds, and is what adjudication says of the same dice."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers.melee import Combatant
from rules_lib.paper_tigers.melee.adjudicate import go_on
from rules_lib.triumph_and_glory import Cavalry, Infantry
from rules_lib.triumph_and_glory import charge as cavalry
from tests.in_turn import in_turn

RED, BLACK = Card("red", 7), Card("black", 6)
TIMES = 400


def far_off(seen: Mapping[Hashable, int], odds: Mapping[Any, Fraction]) -> str:
    """Why these counts do not fit the odds; ``""`` if they do: Pearson's chi-square.

    Rare outcomes are counted together. The bound is passed by chance about once in a million.
    """
    times = sum(seen.values())
    impossible = [each for each in seen if not odds.get(each)]
    if impossible:
        return f"impossible: {impossible}"
    rows = [(seen.get(each, 0), float(p) * times) for each, p in odds.items()]
    often = [row for row in rows if row[1] >= 10]
    rare = [row for row in rows if row[1] < 10]
    often.append((sum(n for n, _ in rare), sum(mean for _, mean in rare)))
    measured = sum((n - mean) ** 2 / mean for n, mean in often if mean > 1)
    free = max(1, len(often) - 1)
    bound = free + 7 * sqrt(2 * free) + 8
    return "" if measured <= bound else f"{measured:.0f}, at most {bound:.0f}: {rows}"


Case = tuple[str, Callable[[random.Random], Hashable], Callable[[], Mapping[Any, Fraction]]]


PAIR = Combatant(RED), Combatant(BLACK, in_cover=True)
ONCE = melee.Rulings(rerolls="once_per_melee", reroll_decided="seeing_own")
TEAM = Combatant(Card("black", 9)), Combatant(RED, small_team=True)
LAST = sniper.Rulings(found_by="elimination")
BUNKER = sudden_strike.BUNKER
PARTIES = Party(4, 2), Party(3)
BY_CHANCE = battle.Rulings(destroyed_fanatics_left_out=True, destroys="random")


def melees() -> Mapping[Any, Fraction]:
    found = melee.odds(*PAIR, ONCE, melee.Goal.SURVIVE).outcomes
    return {melee.Outcome(each): p for each, p in found.items() if each != "undecided"}


def shots(rng: random.Random) -> int:
    duel = sniper.play(RED, ["crew"] * 12, rng, rulings=LAST)
    return len(duel.shots) if duel.found else 0


def duels() -> Mapping[Any, Fraction]:
    found = sniper.duel_odds(RED, "crew", rulings=LAST)
    return {0: found.not_yet(12), **{shot: found.found_at(shot) for shot in range(1, 13)}}


def fought(rng: random.Random) -> Hashable:
    told = battle.play(*PARTIES, rng, BY_CHANCE)
    return told.winner, told.a.share_lost, told.b.share_lost


RIDERS = cavalry.Situation.of(
    [cavalry.Stack((Cavalry("A", 5, 6, 4, heavy=True),))],
    [cavalry.Target((Infantry("Y", 5, 5, 4),))],
)
PLAN = {"square": True, "recall": False, "counter-shock": False, "square Y": True}

CASES: list[Case] = [
    (
        "a command test",
        lambda rng: command.play(RED, "charge", rng).passed,
        lambda: {True: (p := command.chance(RED, "charge")), False: 1 - p},
    ),
    ("a melee", lambda rng: melee.play(*PAIR, rng, ONCE, melee.Goal.SURVIVE).outcome, melees),
    (
        "a charge",
        lambda rng: charge.play(*TEAM, rng, shot_hits=Fraction(1, 3)).ending,
        lambda: charge.odds(*TEAM, shot_hits=Fraction(1, 3)),
    ),
    ("a duel", shots, duels),
    (
        "a strike",
        lambda rng: sudden_strike.play("infantry", BUNKER, rng).results[0],
        lambda: sudden_strike.strike("infantry", BUNKER),
    ),
    ("a battle", fought, lambda: battle.odds(*PARTIES, BY_CHANCE).outcomes),
    (
        "a cavalry charge",
        lambda rng: tuple(cavalry.play(RIDERS, PLAN, rng).fates.items()),
        lambda: cavalry.odds(RIDERS, PLAN).outcomes.map(lambda outcome: outcome.fates),
    ),
]


@pytest.mark.slow
@in_turn("case", CASES)
def test_what_is_played_follows_the_odds(case: Case) -> None:
    name, play, odds = case
    rng = random.Random(name)
    assert not far_off(Counter(play(rng) for _ in range(TIMES)), odds())


def test_what_is_played_is_what_adjudication_says_of_these_dice() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        fight = melee.play(*PAIR, rng, names=("We", "They"))
        rolls = [each.rolls for each in fight.exchanges]
        assert fight == melee.adjudicate(*PAIR, rolls, names=("We", "They"))
        a, b = Party(5, 1), Party(4)
        fought = battle.play(a, b, rng)
        assert fought == battle.adjudicate(a, b, fought.a.rolls, fought.b.rolls)
        charged = cavalry.play(RIDERS, PLAN, rng)
        faces = [face for step in charged.steps for face in step.faces]
        assert charged == cavalry.adjudicate(RIDERS, faces, PLAN, complete=True)
    with pytest.raises(InvalidValue, match="names"):
        battle.play(*PARTIES, rng, BY_CHANCE, names=("We",))  # type: ignore[arg-type]


def test_what_goes_on_is_numbered_on() -> None:
    begun = melee.adjudicate(*PAIR, [(5, 5)], complete=False)
    fight = go_on(begun, random.Random(7))
    assert [each.number for each in fight.exchanges] == [*range(1, len(fight.exchanges) + 1)]


def test_nobody_looks_for_a_sniper_while_no_marker_is_out() -> None:
    after_a_hit = sniper.Rulings(markers_laid="after_a_hit")
    for seed in range(60):
        sniper.play(BLACK, ["infantry"] * 6, random.Random(seed), rulings=after_a_hit)


def test_a_melee_that_can_never_end_is_left_as_it_stands() -> None:
    never = Combatant(Card("red", 19)), Combatant(Card("black", 19))
    fight = melee.play(*never, random.Random(1))
    assert fight.outcome == melee.Outcome.GOES_ON
    assert len(fight.exchanges) == 1000


@pytest.mark.rule("R-M12")
def test_a_unit_in_reach_rolls_for_its_charge_though_its_move_fails() -> None:
    """Black 9 rolls one die to move: most moves fail."""
    units = Combatant(Card("black", 9)), Combatant(RED)
    near = charge.Rulings(charge_without_move=True)

    def tests(**how: Any) -> set[int]:
        return {len(charge.play(*units, random.Random(n), **how).tests) for n in range(40)}

    assert tests(in_reach=True, rulings=near) == {2}
    assert tests(in_reach=True) == tests(rulings=near) == {1, 2}


@pytest.mark.rule("PT-M7", "R-M15")
def test_of_a_unit_that_stays_nobody_tells_that_it_named_no_target() -> None:
    """What is rolled is told as what is recorded: nothing is said of a shot that nobody fires."""
    units = Combatant(Card("red", 13)), Combatant(RED)
    how: dict[str, Any] = {
        "rulings": charge.Rulings(target_named="after_test"),
        "others_in_reach": True,
    }
    done = charge.play(*units, random.Random(1), **how)
    assert done == charge.adjudicate(*units, movement_roll=done.tests[0].roll, **how)


@pytest.mark.rule("PT-M13")
def test_the_melee_of_a_rolled_charge_is_fought_as_the_defender_wants() -> None:
    units = Combatant(RED), Combatant(RED, in_cover=True)

    def repeats(reroll: melee.Reroll) -> bool:
        fights = (charge.play(*units, random.Random(n), reroll=reroll).fight for n in range(40))
        fought = (each for fight in fights if fight for each in fight.exchanges)
        return any(each.rolls.reroll is not None for each in fought)

    assert repeats("if_missed")
    assert not repeats("never")
