"""``cavalry``: odds under best decisions, as the library has them."""

import re
from typing import Any

import pytest

from rules_lib.triumph_and_glory import Artillery, Cavalry, Infantry, Order
from rules_lib.triumph_and_glory import charge as cavalry
from tests.commands.asking import Asker, by, exact
from tests.in_turn import in_turn

Stack, Target = cavalry.Stack, cavalry.Target
FOOT = "infantry 5, strength 5, disordered cohesion 4"
LINE = (
    'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
    f' --charger "light 4, strength 5, disordered cohesion 3" --target "{FOOT}"'
)
TWO = cavalry.Attack(
    (
        Stack((Cavalry("A", 5, 6, 4, heavy=True),)),
        Stack((Cavalry("B", 4, 5, 3, heavy=False),)),
    ),
    (Target((Infantry("X", 5, 5, 4),)),),
)
SIDES = cavalry.Attack(
    (
        Stack(
            (Cavalry("A", 5, strength=6, heavy=True), Cavalry("L", 4, strength=3, heavy=False)),
            through={"X": "front", "Z": "rear"},
        ),
        Stack((Infantry("C", 5, strength=4),), charges=False),
    ),
    (
        Target((Infantry("X", 5, strength=5), Artillery("Y", 4, fire=6)), clear_terrain=True),
        Target((Cavalry("Z", 5, 4, heavy=True),), in_enemy_front=True),
    ),
)
SIDES_LINE = (
    'cavalry --charger "heavy 5, strength 6 + L: light 4, strength 3, through REAR of z"'
    ' --charger "infantry 5, strength 4, shocks"'
    ' --target "infantry 5, strength 5 + artillery 4, fire 6, clear terrain"'
    ' --target "heavy 5, strength 4, in enemy front" --decide recall=no'
    " --decide counter-shock=no --decide 'retreat before shock=no'"
)
NO = dict.fromkeys(("recall", "counter-shock", "retreat before shock"), "no")
ALL = cavalry.Attack(
    (
        Stack((Cavalry("K", 6, strength=4, heavy=False),), through="rear"),
        Stack((Infantry("B", 5, strength=3),), charges=False, through="flank"),
    ),
    (
        Target((Infantry("X", 5, 5, 3, Order.DISORDERED, jaeger=True),), clear_terrain=True),
        Target((Artillery("Guns", 4, 1, fire=6, horse=True),), in_enemy_zoc=True),
    ),
    other_drm=-1,
)
ALL_LINE = (
    'cavalry --charger "K: light 6, strength 4, through rear"'
    ' --charger "infantry 5, shocks, strength 3, through flank"'
    ' --target "jaegers 5, strength 5, disordered, disordered cohesion 3, clear terrain"'
    ' --target "Guns: horse artillery 4, fire 6, strength 1, in enemy zone" --drm -1'
)
GIVEN = {"square": "yes", "recall after square A": "no", "recall": "yes"}
ASKED: list[tuple[str, cavalry.Attack, dict[str, str], dict[str, Any], str]] = [
    (LINE, TWO, {}, {}, "drive-out"),
    (f"{LINE} --goal rout", TWO, {}, {}, "rout"),
    (f"{LINE} --goal balance", TWO, {}, {}, "balance"),
    (
        LINE + "".join(f" --decide '{key}={value}'" for key, value in GIVEN.items()),
        TWO,
        GIVEN,
        {},
        "drive-out",
    ),
    (f"{SIDES_LINE} --ruling R-N21=in_turn", SIDES, NO, {"R-N21": "in_turn"}, "drive-out"),
    (f"{SIDES_LINE} --ruling R-N21=together", SIDES, NO, {"R-N21": "together"}, "drive-out"),
    (ALL_LINE, ALL, {}, {}, "drive-out"),
]
"""A line, its attack, what is decided, how it is read, and what for."""


@pytest.mark.slow
@pytest.mark.rule("R-N21", "R-N20", "TG-9.86a")
@in_turn("line, attack, decided, read, goal", ASKED)
def test_best_decisions_are_those_of_the_situation(
    ask: Asker,
    line: str,
    attack: cavalry.Attack,
    decided: dict[str, str],
    read: dict[str, Any],
    goal: str,
) -> None:
    rulings = cavalry.Rulings.from_ids(read)
    best = cavalry.CavalryCharge((attack,), decided, rulings=rulings).best(goal)
    data = ask.data(line)
    assert exact(data["value"]) == best.value
    assert [
        (each["decision"], each["player"], each["best"],
         {k: exact(v) for k, v in each["worth"].items()}) for each in data["advice"]
    ] == [(a.decision, a.player, a.best, dict(a.worth)) for a in best.advice]  # fmt: skip
    for name in (*data["chargers"], *data["targets"]):
        found = by(data["fates"][name], "place", "order")
        assert found == {(str(f.place), str(f.order)): p for f, p in best.odds.fate(name).items()}


def test_advice_is_told_with_what_it_depends_on(ask: Asker) -> None:
    assert "  square X (defender): it depends\n    yes, when A next to the target" in ask.told(LINE)
    given = "".join(f" --decide '{key}={value}'" for key, value in GIVEN.items())
    assert "Nothing is left to decide." in ask.told(LINE + given)
    assert " on average" in ask.told(f"{LINE} --goal balance")
    square = ask.told(f'cavalry --charger "heavy 5, strength 6" --target "{FOOT}, in square"')
    assert "square X" not in square
    assert "in square" in square


def test_a_decision_is_worth_what_it_is_worth_at_most(ask: Asker) -> None:
    """It comes up at several moments; what a wrong answer costs at the worst of them is told."""
    line = (
        'cavalry --charger "heavy 5, strength 6, disordered cohesion 4" --target'
        f' "{FOOT} + artillery 4, fire 6, disordered cohesion 3"'
    )
    told = re.findall(r"^  (.*) \(.*\): (.*); worth up to (.*) points", ask.told(line), re.M)
    advice = ask.data(line)["advice"]
    several = 0
    for decision, best, points in told:
        moments = [each for each in advice if each["decision"] == decision]
        assert {each["best"] for each in moments} == {best}
        worths = [[*map(exact, each["worth"].values())] for each in moments]
        gains = {max(each) - min(each) for each in worths}
        assert points == f"{float(100 * max(gains)):.1f}"
        several += len(gains) > 1
    assert several


def test_a_ratio_stands_for_strengths(ask: Asker) -> None:
    """6 to 4 is 3 to 2, +1: what a table says that has reckoned already."""
    plan = "--decide square=no --decide counter-shock=no --dice 3,5,2"
    rider, foot = "heavy 5{}, disordered cohesion 4", "infantry 5{}, disordered cohesion 4"
    line = f'cavalry --charger "{rider.format("")}" --target "{foot.format("")}"'
    by_strength = ask.data(
        f'cavalry --charger "{rider.format(", strength 6")}"'
        f' --target "{foot.format(", strength 4")}" {plan}'
    )
    assert ask.data(f"{line} --ratio 1 {plan}") == by_strength
    assert by_strength["complete"]
    assert ask.data(f"{line} --ratio -2 {plan}")["steps"] != by_strength["steps"]
    assert "its strength, too, such as" in ask.refusal(f"{line} {plan}")
    both = 'cavalry --charger "heavy 5" --charger "light 5" --target "infantry 5" --ratio 2'
    said = ask.refusal(f"{both} --decide square=no --dice 9,3,5")
    assert "the strength ratio of B: unspecified by the source" in said
