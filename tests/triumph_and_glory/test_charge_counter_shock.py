"""Counter-shock: who may, whom it strikes, what the struck may do, how it ends (TG-9.73d)."""

from dataclasses import replace
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import CounterShock
from rules_lib.triumph_and_glory.charge.target import Room
from rules_lib.triumph_and_glory.tables.results_table import Effect, ResultsTable
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Order
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

BACK = {"counter-shock": True}


def struck(told: charge.Charge, who: str = "Y") -> str:
    """The line of the counter-shock, up to its modifiers."""
    lines = [s.text for s in told.steps if s.text.startswith(f"{who} against")]
    return lines[-1].partition(".")[0] if lines else ""


@pytest.mark.rule("TG-9.73a", "TG-9.73d")
@in_turn(
    ("target", "result", "may"),
    [
        (at(foot()), -1, True),
        (at(heavy("Y")), -1, True),
        (at(foot()), 0, False),
        (at(foot(), counter_shocks=()), -1, False),
        (at(foot(order=BEATEN)), -1, False),
        (at(foot(order=Order.SQUARE)), -1, False),
        (at(foot("Y"), gun()), -1, True),
        (at(foot(order=BEATEN), foot("Z")), -5, True),
        (at(foot(order=BEATEN), gun()), -1, False),
    ],
)
def test_who_may_counter_shock(target: charge.Target, result: int, may: bool) -> None:
    """Below 0; units that can shock and that find the attackers in their front."""
    situation = one(shockers(heavy("A", 9)), target, drm=result - 5)
    told = run(situation, [0, 5, 0], {**BACK, "fire": False})
    assert ("counter-shock Y" in keys(told)) == may
    assert told.complete != may


@pytest.mark.rule("TG-9.73d")
def test_the_counter_shock() -> None:
    """No commitment; Y shocks A, which is disordered and has 3 now."""
    situation = one(shockers(foot("A", 4)), at(foot("Y", 6)), drm=-9)
    told = run(situation, [0, 0, 0, 4], BACK)
    assert keys(told) == [
        "commitment A",
        "fight A",
        "retreat check A",
        "counter-shock Y",
        "counter-shock Y: fight Y",
    ]
    assert told.results["counter-shock Y: fight Y"] == 4 + 6 - 3
    assert fates(told) == {"A": "withdrawn", "Y": "advanced, good order"}
    assert cited(told, "Counter-shock of Y") == {"TG-9.73d"}


@pytest.mark.rule("TG-9.71d", "TG-9.73d")
@in_turn("mud", [True, False])
def test_the_ground_of_a_counter_shock(mud: bool) -> None:
    """Y that drives A out enters its hex; Y that moves first is disordered, and does not shock."""
    order, cited_for = ("disordered", [("TG-9.71d",)]) if mud else ("good order", [])
    stays = one(shockers(foot("A", 4), entry_disorders=mud), at(foot("Y", 6)), drm=-9)
    moves = CounterShock(("A",), moves=True, entry_disorders=mud)
    aside = one(shockers(foot("A", 4)), at(foot("Y", 6), counter_shocks=(moves,)), drm=-9)
    for situation, dice, a in (
        (stays, [0, 0, 0, 4], "withdrawn"),
        (
            aside,
            [0, 0, 0] if mud else [0, 0, 0, 4],
            "next to the target, disordered" if mud else "withdrawn",
        ),
    ):
        told = run(situation, dice, BACK)
        assert told.complete
        assert fates(told) == {"A": a, "Y": f"advanced, {order}"}
        assert [s.clauses for s in told.steps if "by the ground" in s.text] == cited_for


@pytest.mark.rule("TG-9.73d", "TG-9.73a")
def test_the_distribution_of_a_counter_shock() -> None:
    """Y at even strength, 6 against 3: +3. From 5 on disordered A withdraws."""
    situation = one(shockers(foot("A", 4), retreat="blocked"), at(foot("Y", 6)), drm=-9)
    found = odds(situation, BACK)
    below = passing(4) * tenths(9)
    assert found.asked("counter-shock Y") == below * passing(4)  # A is not eliminated
    drm = 6 - 3
    struck = below * passing(4)
    results = found.results("Y", label="counter-shock Y")
    for face in range(10):
        assert results[face + drm] == struck * tenths(1)
    assert distribution(found, "A")["withdrawn"] == struck * reaching(5, drm)
    # A stood beside Y, so Y has not moved; where it drove A off, it goes into that hex.
    y = distribution(found, "Y")
    assert y["advanced, good order"] == struck * reaching(5, drm)
    assert y["retreated, disordered"] == struck * (1 - reaching(5, drm)) * (1 - passing(6))
    # No counter-shock to the counter-shock, no breakthrough after it.
    assert not any(key.startswith("counter-shock Y: counter") for key, _ in found.branches)
    assert not any("breakthrough" in key for key, _ in found.branches)


@pytest.mark.rule("TG-9.73d")
def test_the_counter_shock_comes_before_the_next_fight() -> None:
    first = attack([shockers(heavy("A", 9))], [at(foot("Y", 6))], drm=-20)
    second = attack([shockers(heavy("C", 9))], [at(foot("Z", 6))])
    told = run(charge.Situation((first, second)), [0, 0, 0, 0, 0, 0, 5, 0], BACK)
    order = keys(told)
    assert order.index("counter-shock Y: fight Y") < order.index("fight C")


@pytest.mark.rule("TG-9.73d", "R-N19")
def test_one_unit_that_is_left_can_be_shocked() -> None:
    """B has nowhere to retreat to and is lost; A still stands there."""
    stack = shockers(heavy("A", 9), heavy("B", 1), retreat="blocked")
    told = run(one(stack, at(foot()), drm=-20), [0, 0, 0, 2], BACK, stack_checks="each")
    assert fates(told)["B"] == "eliminated"
    assert keys(told)[-1] == "counter-shock Y"


@pytest.mark.rule("TG-9.73d")
def test_modifiers_of_a_counter_shock() -> None:
    """Clear terrain of the attackers' hex, and what is given."""
    situation = one(
        shockers(heavy("A", 4), clear_terrain=True), at(heavy("Y", 6), counter_shock_drm=-2), drm=-9
    )
    told = run(situation, [0, 0, 0, 3], BACK)
    assert told.results["counter-shock Y: fight Y"] == 3 + (6 - 3) + 1 - 2


@pytest.mark.rule("TG-9.73a")
def test_who_shocks_back_does_not_break_through() -> None:
    """One secondary shock a phase: Y drives A off with more than 10, and only advances."""
    told = run(one(shockers(heavy("A", 4)), at(foot("Y", 6)), drm=-9), [0, 0, 0, 9], BACK)
    assert told.complete
    assert told.results["counter-shock Y: fight Y"] == 9 + (6 - 3)
    assert not any("breakthrough" in key for key in keys(told))
    assert fates(told) == {"A": "withdrawn", "Y": "advanced, good order"}


@pytest.mark.rule("TG-9.73d")
@pytest.mark.parametrize(
    ("room", "fate"),
    [("open", "retreated, disordered"), ("enemy_front", "withdrawn"), ("blocked", "eliminated")],
)
def test_where_a_counter_shock_retreats_to(room: Room, fate: str) -> None:
    """Y shocks back at 0 + 6 - 3, is disordered, and does not hold."""
    situation = one(shockers(heavy("A", 4)), at(foot("Y", 6), retreat=room), drm=-9)
    told = run(situation, [0, 0, 0, 0, 9], BACK)
    assert told.results["counter-shock Y: fight Y"] == 3
    assert fates(told)["Y"] == fate


@pytest.mark.rule("TG-9.73d")
def test_the_defender_rolls_for_a_counter_shock() -> None:
    """The dice of the attacker are told as the first side's, those of the defender as the other."""
    told = run(one(shockers(foot("A", 4)), at(foot("Y", 6)), drm=-9), [0, 0, 0, 0, 9], BACK)
    throws = [step.throw for step in told.steps if step.throw]
    assert keys(told) == [
        "commitment A",
        "fight A",
        "retreat check A",
        "counter-shock Y",
        "counter-shock Y: fight Y",
        "counter-shock Y: retreat check Y",
    ]
    assert throws == ["first", "first", "first", "second", "second"]


@pytest.mark.rule("TG-9.73a")
def test_who_has_shocked_back_has_had_its_second_shock() -> None:
    """With a table that disorders nobody below 0, A only retreats, and stands before Y again."""
    rows = [
        replace(row, attackers=Effect(False, "none")) if row.counter_shock else row
        for row in SECONDARY.results.rows
    ]
    gentle = replace(SECONDARY, results=ResultsTable(tuple(rows)))
    told = charge.adjudicate(
        one(shockers(heavy("A", 4)), at(foot("Y", 6)), drm=-9),
        [0, 0, 9],
        {**NEVER, **BACK, "answer": "stand"},
        secondary=gentle,
    )
    assert told.complete
    assert told.results["counter-shock Y: fight Y"] == 9 + (6 - 4)
    assert fates(told) == {"A": "retreated, disordered", "Y": "advanced, good order"}
    assert not any("breakthrough" in key for key in keys(told))


@pytest.mark.rule("TG-9.73d")
@pytest.mark.parametrize("side", ["flank", "rear"])
def test_nobody_in_the_rear_is_struck(side: Any) -> None:
    """A came from behind; where nobody else is in front there is nobody to strike."""
    situation = one(shockers(foot("A", 9), through=side), at(foot("Y")), drm=-20)
    assert run(situation, [0, 0, 0], BACK).complete
    both = one([shockers(foot("A", 9), through=side), shockers(foot("B", 9))], at(foot()), drm=-20)
    told = run(both, [0, 0, 0, 0, 0, 9], BACK)
    assert struck(told) == "Y against B"
    assert fates(told)["A"] == "next to the target, disordered"


@pytest.mark.rule("TG-9.73d")
def test_enemies_in_front_who_did_not_attack_are_struck() -> None:
    """C attacked nobody, D another hex; both are in front of Y, and A is, too."""
    way = CounterShock(staying=("A", "D"), others=(at(foot("C", 4)),))
    target = at(foot("Y"), counter_shocks=(way,), counter_shock_drm=20)
    first = attack([shockers(foot("A", 9))], [target], drm=-20)
    second = attack([shockers(foot("D", 9))], [at(foot("Z"))])
    dice = {"commitment A": 0, "commitment D": 0, "fight A": 0, "retreat check A": 0}
    told = run(charge.Situation((first, second)), {**dice, "counter-shock Y: fight Y": 9}, BACK)
    assert struck(told) == "Y against A, D and C"
    assert fates(told)["A"] == "withdrawn"
    assert fates(told)["C"] == "retreated, disordered"
    assert fates(told)["D"] == "retreated, disordered"


@pytest.mark.rule("TG-9.73d")
def test_who_did_not_commit_but_stands_there_is_struck() -> None:
    """K, which merely shocks, was next to Y all the time; B, which charges, never came."""
    way = CounterShock(staying=("A", "B", "K"))
    stacks = [riders(heavy("A", 9)), riders(heavy("B")), shockers(foot("K"))]
    situation = one(stacks, at(foot(), counter_shocks=(way,)), drm=-20)
    dice = {"commitment A": 0, "commitment B": 9, "commitment K": 9, "fight A": 0,
            "retreat check A": 0, "counter-shock Y: fight Y": 9}  # fmt: skip
    assert struck(run(situation, dice, BACK)) == "Y against A and K"


@pytest.mark.rule("TG-9.73d")
@in_turn(
    ("way", "a_goes", "who"),
    [
        (CounterShock(staying=("A",)), False, "Y against A"),
        (CounterShock(staying=("A",)), True, ""),
        (CounterShock(retreated=("A",), moves=True), False, ""),
        (CounterShock(retreated=("A",), moves=True), True, "Y against A"),
    ],
)
def test_who_has_retreated_is_struck_where_it_stands_now(
    way: CounterShock, a_goes: bool, who: str
) -> None:
    situation = one(shockers(foot("A", 4)), at(foot(), counter_shocks=(way,)), drm=-20)
    dice = {"commitment A": 0, "fight A": 0, "retreat check A": 9 if a_goes else 0}
    told = run(situation, {**dice, **({"counter-shock Y: fight Y": 9} if who else {})}, BACK)
    assert struck(told) == who


@pytest.mark.rule("TG-9.73d")
@pytest.mark.parametrize(("face", "place"), [(0, "where it was"), (9, "advanced")])
def test_who_shocks_back_moves_only_after_those_who_have_gone(face: int, place: str) -> None:
    """By default: Y stays where A stands beside it, and follows where all have gone."""
    situation = one(shockers(foot("A", 4)), at(foot("Y", 9), retreat="blocked"), drm=-20)
    told = run(situation, [0, 0, face], BACK)
    assert struck(told) == ""
    assert told.missing is not None
    moved = fates(told)["Y"] == "advanced, good order"
    assert moved == (place == "advanced")


@pytest.mark.rule("TG-9.73d")
def test_each_way_is_an_option() -> None:
    ways = (
        CounterShock(staying=("A",), name="stay"),
        CounterShock(others=(at(foot("C")),), moves=True, name="to the left"),
        CounterShock(name="to the right", moves=True),
    )
    situation = one(shockers(foot("A", 9)), at(foot(), counter_shocks=ways), drm=-20)
    found = charge.adjudicate(situation, [0, 0, 0]).missing
    assert found is not None
    # Where nobody would be in front it is no shock.
    assert found.options == ("stay", "to the left", "no")
    told = run(situation, [0, 0, 0, 9], {"counter-shock": "to the left"})
    assert struck(told) == "Y against C"


@pytest.mark.rule("TG-9.73d", "TG-9.81-2")
@in_turn(
    ("stack", "target", "may"),
    [
        (shockers(heavy("A", 9)), at(foot()), True),
        (shockers(jaeger("A", 9)), at(foot()), False),
        (shockers(foot("A", 9)), at(foot()), False),
        (shockers(light("A", 9)), at(heavy("Y"), way_out=False), True),
        (shockers(heavy("A", 9)), at(heavy("Y")), False),
        (shockers(heavy("A", 9), retreat="blocked"), at(foot()), False),
    ],
)
def test_the_struck_may_retreat_before_the_shock(
    stack: charge.Stack, target: charge.Target, may: bool
) -> None:
    """As anybody who is shocked: cavalry, disordered by now, from infantry; no check, no die."""
    situation = one(stack, target, drm=-20)
    plan = {**BACK, "answer": "stand"}
    due = f"counter-shock Y: {'retreat before shock A' if may else 'fight Y'}"
    assert ask(situation, [0, 0, 0], plan) == due
    if may:
        told = run(situation, [0, 0, 0], {**plan, "retreat before shock": True, "occupy": "Y"})
        assert told.complete
        assert fates(told)["A"] == "left before the shock, disordered"
        assert fates(told)["Y"] == "advanced, good order"


@pytest.mark.rule("TG-9.73d", "TG-9.81-6")
def test_guns_of_the_struck_may_fire() -> None:
    situation = one(shockers(foot("A", 9)), at(foot("Y", 9)), drm=-20)
    assert ask(situation, [0, 0, 0], BACK) == "counter-shock Y: fight Y"
    bystander = CounterShock(others=(at(foot("C"), gun()),))
    given = one(shockers(foot("A", 9)), at(foot("Y"), counter_shocks=(bystander,)), -20)
    assert ask(given, [0, 0, 0], BACK) == "counter-shock Y: fire G"


@pytest.mark.rule("TG-9.73d")
def test_nobody_strikes_at_those_who_moved_away_to_shock_back() -> None:
    """Y has followed A; what becomes of the shock of K at its hex nobody says."""
    way = CounterShock(retreated=("A",), moves=True)
    stacks = [riders(heavy("A", 4)), shockers(foot("K", 9))]
    situation = one(stacks, at(foot("Y", 9), counter_shocks=(way,)), drm=-20)
    dice = {"commitment A": 0, "commitment K": 0, "fight A": 0, "retreat check A": 9,
            "counter-shock Y: fight Y": 9}  # fmt: skip
    with pytest.raises(UnspecifiedBySource, match="a shock at Y, which has left its hex to strike"):
        run(situation, dice, BACK)


@pytest.mark.rule("R-N27", "TG-9.73d")
def test_whom_a_counter_shock_strikes() -> None:
    """A and B in front: both; or any of them that its player names."""
    situation = one([shockers(foot(n, 9)) for n in "AB"], at(foot("Y", 9)), drm=-20)
    dice = [0] * 5
    for value, options in (
        ("all_in_front", ("yes", "no")),
        ("chosen", ("yes", "yes, only A", "yes, only B", "no")),
    ):
        due = charge.adjudicate(situation, dice, {}, reading(countershock_strikes=value)).missing
        assert due is not None
        assert (due.key, due.options) == ("counter-shock Y", options)
    chosen = {"countershock_strikes": "chosen"}
    both = run(situation, [*dice, 9], BACK)
    with pytest.raises(InvalidValue, match="allowed: yes; yes, only A; yes, only B; no"):
        run(situation, [*dice, 9], {"counter-shock": "only B"}, **chosen)
    only = run(situation, [*dice, 9], {"counter-shock": "yes, only B"}, **chosen)
    assert [fates(both)[name] for name in "AB"] == ["withdrawn"] * 2
    assert fates(only) == {**fates(both), "A": "next to the target, disordered"}


@pytest.mark.rule("TG-9.73a", "TG-9.73d")
def test_one_secondary_shock_each() -> None:
    """Y shocks back and fails below 0; C, struck and not tired, shocks back in its turn, Y not."""
    way = CounterShock(others=(at(foot("C")),))
    target = at(foot(), counter_shocks=(way,), counter_shock_drm=-20)
    told = run(one(shockers(foot("A", 9)), target, drm=-20), [0, 0, 0, 0, 0, 0, 0], BACK)
    assert [key for key in keys(told) if "counter-shock" in key and not key.count("fight")] == [
        "counter-shock Y",
        "counter-shock Y: retreat check Y",
        "counter-shock Y: counter-shock C",
        "counter-shock C: retreat check C",
    ]


@pytest.mark.rule("TG-9.73d", "TG-9.87a")
@pytest.mark.parametrize(
    ("room", "fate"), [("open", "retreated"), ("enemy_front", "withdrawn"), ("blocked", "elimin")]
)
def test_where_pursuers_retreat_to_from_a_counter_shock(room: Any, fate: str) -> None:
    """With a table that disorders nobody below 0, W strikes back and A must go."""
    rows = [
        replace(row, attackers=Effect(False, "none")) if row.counter_shock else row
        for row in SECONDARY.results.rows
    ]
    gentle = replace(SECONDARY, results=ResultsTable(tuple(rows)))
    situation = one(
        riders(heavy("A", 4)),
        at(foot("Y", 6), beyond=(at(foot("W", 6), pursuit_drm=-20),), pursuer_retreat=room),
        drm=20,
    )
    plan = {**NEVER, "go on": "charge", "counter-shock": True}
    told = charge.adjudicate(situation, [0, 0, 0, 5, 9], plan, reading(), secondary=gentle)
    assert keys(told)[-2:] == ["counter-shock W: fight W", "counter-shock W: retreat check A"]
    assert fates(told)["A"].startswith(fate)


@pytest.mark.rule("TG-9.73d")
def test_who_strikes_back_without_moving_is_where_it_was() -> None:
    """A holds: Y has no hex to enter, and has not come next to anybody."""
    situation = one(shockers(foot("A", 9)), at(foot("Y", 9), counter_shock_drm=-4), drm=-20)
    told = run(situation, [0, 0, 0, 5, 0], BACK)
    assert "counter-shock Y: fight Y" in told.results
    assert fates(told)["Y"].startswith("where it was")


def test_ground_of_which_nothing_is_said_is_not_clear() -> None:
    """Whom a counter-shock moves gives no bonus to those who attack it there, unless it is said."""
    assert CounterShock(moves=True) == CounterShock(moves=True, clear_terrain=False)
    assert CounterShock(moves=True) != CounterShock(moves=True, clear_terrain=True)
