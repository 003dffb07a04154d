"""The pictures of the mass battle, each a question with its answer."""

from fractions import Fraction
from functools import cache

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.notebook import charts
from rules_lib.notebook.palette import Role
from rules_lib.notebook.picture import Picture
from rules_lib.rulebook.numbers import in_text

POOLS = range(2, 13)
SHOWN: dict[int, Role] = {0: "neutral", 2: "both", 4: "first"}
"""Numbers of fanaticism dice that the pictures draw, with their colours."""


@cache
def choice(dice: int) -> battle.BestFanaticism:
    """What fanaticism brings against an equal party of this many dice."""
    return battle.best_fanaticism(Party(dice), Party(dice))


def fanaticism_pays() -> Picture:
    """Chance to win an equal battle with 0, 2 and 4 fanaticism dice, over the size of the pools."""
    pays = [dice for dice in POOLS if 4 in choice(dice).best]
    hurts = [dice for dice in POOLS if 0 in choice(dice).best]
    none, *some = choice(max(pays)).choices
    few = " or ".join(in_text(each.dice).word for each in some if each.value < none.value)
    return charts.lines(
        "Should you go fanatic?",
        f"Against an equal enemy, all four dice win most often with up to {max(pays)} other dice."
        f" With {min(hurts)} or more, each of them only hurts. At {max(pays)}, {few} of them hurt a"
        " little.",
        x="dice of each party, without fanaticism",
        y="the fanatics win",
        labels=[str(dice) for dice in POOLS],
        series={
            f"{count} fanaticism dice": (
                role,
                [choice(dice).choices[count].odds.a_wins for dice in POOLS],
            )
            for count, role in SHOWN.items()
        },
    )


def superiority_worth() -> Picture:
    """Chance to win an equal battle plain, superior, and with one or two more dice instead."""
    pools = range(2, 11)
    worths = {dice: battle.superiority_in_dice(Party(dice), Party(dice)) for dice in pools}

    def with_more(extra: int) -> list[Fraction]:
        return [battle.odds(Party(dice + extra), Party(dice)).a_wins for dice in pools]

    less = [dice for dice, worth in worths.items() if worth.dice < 1]
    more = [dice for dice, worth in worths.items() if worth.dice >= 1]
    answer = (
        f"The bigger the battle, the more: less than one extra die up to {max(less)} dice a side,"
        f" more than one from {min(more)} on."
    )
    return charts.lines(
        "How many dice is technical superiority worth?",
        answer,
        x="dice of each party",
        y="the first party wins",
        labels=[str(dice) for dice in pools],
        series={
            "one more die": ("neutral", with_more(1)),
            "superiority": ("first", [worth.with_it for worth in worths.values()]),
            "two more dice": ("second", with_more(2)),
        },
    )
