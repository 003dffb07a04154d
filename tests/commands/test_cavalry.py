"""``cavalry``: odds under best decisions, as the library has them."""

import pytest

from rules_lib.triumph_and_glory import Artillery, Cavalry, Infantry, Order
from rules_lib.triumph_and_glory import charge as cavalry_charge
from tests.commands.asking import Asker, by, exact, says


class TestCavalry:
    LINE = (
        'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
        ' --charger "light 4, strength 5, disordered cohesion 3"'
        ' --target "infantry 5, strength 5, disordered cohesion 4"'
    )

    def situation(self) -> cavalry_charge.Situation:
        stacks = [
            cavalry_charge.Stack((Cavalry("A", 5, 6, 4, heavy=True),)),
            cavalry_charge.Stack((Cavalry("B", 4, 5, 3, heavy=False),)),
        ]
        target = cavalry_charge.Target((Infantry("X", 5, 5, 4),))
        return cavalry_charge.Situation.of(stacks, [target])

    def test_best_decisions_for_a_goal(self, ask: Asker) -> None:
        best = cavalry_charge.decide(self.situation(), cavalry_charge.drive_out("X"))
        data, text = ask.data(self.LINE), ask.told(self.LINE)
        assert exact(data["value"]) == best.value
        assert says(text, "All targets leave their hexes (drive-out)", best.value)
        for name in "ABX":
            distribution = by(data["fates"][name], "place", "order")
            assert distribution == {
                (str(f.place), str(f.order)): p for f, p in best.odds.fate(name).items()
            }
        assert [
            (each["decision"], each["player"], each["best"],
             {k: exact(v) for k, v in each["worth"].items()}) for each in data["advice"]
        ] == [(a.decision, a.player, a.best, dict(a.worth)) for a in best.advice]  # fmt: skip
        assert "  square X (defender): it depends\n    yes, when A next to the target" in text

    def test_decisions_that_are_given(self, ask: Asker) -> None:
        decisions = {"square": "yes", "recall after square A": "no", "recall": "yes"}
        odds = cavalry_charge.odds(self.situation(), decisions)
        words = " ".join(f"--decide '{key}={value}'" for key, value in decisions.items())
        data = ask.data(f"{self.LINE} {words}")
        distribution = by(data["fates"]["X"], "place", "order")
        assert distribution == {(str(f.place), str(f.order)): p for f, p in odds.fate("X").items()}
        assert data["advice"] == []
        assert "Nothing is left to decide." in ask.told(f"{self.LINE} {words}")

    @pytest.mark.parametrize("goal", ["rout", "balance"])
    def test_other_goals(self, ask: Asker, goal: str) -> None:
        function = (
            cavalry_charge.rout("X")
            if goal == "rout"
            else cavalry_charge.balance({"A": 1, "B": 1}, {"X": 1})
        )
        best = cavalry_charge.decide(self.situation(), function)
        assert exact(ask.data(f"{self.LINE} --goal {goal}")["value"]) == best.value
        text = ask.told(f"{self.LINE} --goal {goal}")
        assert f"({goal}): " in text
        assert (f"{best.value} on average" in text) == (goal == "balance")

    @pytest.mark.slow
    @pytest.mark.rule("R-N21", "R-N20", "TG-9.86a")
    def test_several_units_in_a_hex_and_several_sides(self, ask: Asker) -> None:
        stacks = [
            cavalry_charge.Stack(
                (Cavalry("A", 5, strength=6, heavy=True), Cavalry("L", 4, strength=3, heavy=False)),
                through={"X": "front", "Z": "rear"},
            ),
            cavalry_charge.Stack((Infantry("C", 5, strength=4),), charges=False),
        ]
        targets = [
            cavalry_charge.Target(
                (Infantry("X", 5, strength=5), Artillery("Y", 4, fire=6)), clear_terrain=True
            ),
            cavalry_charge.Target((Cavalry("Z", 5, 4, heavy=True),), in_enemy_front=True),
        ]
        situation = cavalry_charge.Situation.of(stacks, targets)
        decisions = dict.fromkeys(("recall", "counter-shock", "retreat before shock"), "no")
        goal = cavalry_charge.drive_out("X", "Y", "Z")
        line = (
            'cavalry --charger "heavy 5, strength 6 + L: light 4, strength 3, through REAR of z"'
            ' --charger "infantry 5, strength 4, shocks"'
            ' --target "infantry 5, strength 5 + artillery 4, fire 6, clear terrain"'
            ' --target "heavy 5, strength 4, in enemy front" --decide recall=no'
            " --decide counter-shock=no --decide 'retreat before shock=no'"
        )
        values = set()
        for value in ("in_turn", "together"):
            rulings = cavalry_charge.Rulings.from_ids({"R-N21": value})
            best = cavalry_charge.decide(situation, goal, decisions, rulings)
            data = ask.data(f"{line} --ruling R-N21={value}")
            assert exact(data["value"]) == best.value
            values.add(best.value)
            assert (data["chargers"], data["targets"]) == (["A", "L", "C"], ["X", "Y", "Z"])
            assert set(data["fates"]) == {*"ALCXYZ"}
        assert len(values) == 2

    def test_all_that_can_be_said_of_units(self, ask: Asker) -> None:
        stacks = [
            cavalry_charge.Stack((Cavalry("K", 6, strength=4, heavy=False),), through="rear"),
            cavalry_charge.Stack((Infantry("B", 5, strength=3),), charges=False, through="flank"),
        ]
        targets = [
            cavalry_charge.Target(
                (Infantry("X", 5, 5, 3, Order.DISORDERED, jaeger=True),),
                clear_terrain=True,
            ),
            cavalry_charge.Target(
                (Artillery("Guns", 4, 1, fire=6, horse=True),), in_enemy_zoc=True
            ),
        ]
        attack = cavalry_charge.Attack(tuple(stacks), tuple(targets), other_drm=-1)
        goal = cavalry_charge.drive_out("X", "Guns")
        best = cavalry_charge.decide(cavalry_charge.Situation((attack,)), goal)
        line = (
            'cavalry --charger "K: light 6, strength 4, through rear"'
            ' --charger "infantry 5, shocks, strength 3, through flank"'
            ' --target "jaegers 5, strength 5, disordered, disordered cohesion 3, clear terrain"'
            ' --target "Guns: horse artillery 4, fire 6, strength 1, in enemy zone" --drm -1'
        )
        data = ask.data(line)
        assert (data["chargers"], data["targets"]) == (["K", "B"], ["X", "Guns"])
        assert exact(data["value"]) == best.value
        for name in ("K", "B", "X", "Guns"):
            distribution = by(data["fates"][name], "place", "order")
            assert distribution == {
                (str(f.place), str(f.order)): p for f, p in best.odds.fate(name).items()
            }

    def test_a_ratio_stands_for_strengths(self, ask: Asker) -> None:
        """6 to 4 is 3 to 2, +1: what a table says that has reckoned already."""
        plan = "--decide square=no --decide counter-shock=no --dice 3,5,2"
        by_strength = ask.data(
            'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
            f' --target "infantry 5, strength 4, disordered cohesion 4" {plan}'
        )
        line = (
            'cavalry --charger "heavy 5, disordered cohesion 4"'
            ' --target "infantry 5, disordered cohesion 4"'
        )
        by_ratio = ask.data(f"{line} --ratio 1 {plan}")
        assert by_ratio == by_strength
        assert by_ratio["complete"]
        assert ask.data(f"{line} --ratio -2 {plan}")["steps"] != by_strength["steps"]
        assert "its strength, too, such as" in ask.refusal(f"{line} {plan}")

    def test_the_ratio_is_that_of_all_who_charge(self, ask: Asker) -> None:
        line = (
            'cavalry --charger "heavy 5" --charger "light 5" --target "infantry 5" --ratio 2'
            " --decide square=no --dice 9,3,5"
        )
        assert "the strength ratio of B: unspecified by the source" in ask.refusal(line)

    def test_a_unit_in_square(self, ask: Asker) -> None:
        text = ask.told(
            'cavalry --charger "heavy 5, strength 6" --target "infantry 5, strength 5, in square"'
        )
        assert "square X" not in text
        assert "in square" in text
