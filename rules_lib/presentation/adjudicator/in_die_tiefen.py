"""The form of In die Tiefen: the mass battle."""

from __future__ import annotations

from rules_lib.in_die_tiefen import battle
from rules_lib.presentation.adjudicator.controls import faces, fold, group, number, tick
from rules_lib.presentation.adjudicator.form import Form
from rules_lib.presentation.markup import Html


def battle_form() -> Form:
    """A battle roll of two parties."""

    def party(side: str, dice: str, rolled: str) -> Html:
        return group(
            f"Party {side}",
            f"{side} rolls-{side} destroyed-{side} destroyed-fanatics-{side} fanatics-{side}",
            number(f"{side}.dice", "Dice in all", dice, empty="None", least=1),
            number(
                f"{side}.fanaticism", "Of them fanaticism", "", ", fanaticism #", ", fanaticism=#"
            ),
            tick(
                f"{side}.superior",
                "superior weapons or magic",
                ", superior",
                ", superior=True",
            ),
            faces(f"rolls-{side}", "Faces of all its dice", rolled, f" --rolls-{side} #"),
        )

    chosen = fold(
        "If the enemy chooses, or the dice choose, what is destroyed (R-I2, R-I8)",
        [
            each
            for side in "ab"
            for each in (
                faces(
                    f"destroyed-{side}",
                    f"Destroyed dice of {side}",
                    "",
                    f" --destroyed-{side} #",
                    f", destroyed_{side}=[#]",
                ),
                number(
                    f"fanatics-{side}",
                    "Fanaticism dice among them",
                    "",
                    f" --fanatics-{side} #",
                    f", destroyed_fanatics_{side}=#",
                ),
            )
        ],
    )
    line = "battle" + "".join(
        f' --{side} "{{{side}.dice}} dice{{{side}.fanaticism}}{{{side}.superior}}"' for side in "ab"
    )
    start = (
        "from rules_lib.in_die_tiefen import Party, battle\n"
        "a = Party({a.dice}{a.fanaticism}{a.superior})\n"
        "b = Party({b.dice}{b.fanaticism}{b.superior})\n"
    )
    return Form(
        "battle",
        (party("a", "3", "632"), party("b", "2", "54"), chosen),
        line,
        "{rolls-a}{rolls-b}{destroyed-a}{fanatics-a}{destroyed-b}{fanatics-b}",
        start,
        "battle.adjudicate(a, b, [{rolls-a}], [{rolls-b}]{rulings}"
        "{destroyed-a}{destroyed-b}{fanatics-a}{fanatics-b})",
        "battle.odds(a, b{rulings}).a_wins",
        ("rolls-a", "rolls-b"),
        {"rulings=battle": battle.Rulings},
        frozenset({f"R-I{number}" for number in (6, 7, 9, 11, 12, 14, 16)}),
    )
