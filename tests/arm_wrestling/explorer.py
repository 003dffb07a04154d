"""The explorer of a bout."""

from rules_lib.notebook.explorer import Answer, Headline, Part
from rules_lib.notebook.interact import choice, explorer, numbers
from tests.arm_wrestling.system import MOST_DICE, Arm, Bout

FRESH = {"tired": False, "fresh": True}


@explorer(
    Headline("left", "The left one wins {chance}."),
    left=numbers("Dice of the left one", range(1, MOST_DICE + 1), 3),
    right=numbers("Dice of the right one", range(1, MOST_DICE + 1), 3),
    fresh=choice("The left one is", FRESH, dice=("0", "1")),
    dice="arm_wrestling?left.dice={left}&left.fresh={fresh}&right.dice={right}",
)
def bout_odds(left: int, right: int, fresh: bool) -> Answer:
    """Who wins the bout?"""
    odds = Bout(Arm(left, fresh), Arm(right)).odds()
    return Answer((Part("left", odds["left"], "first"), Part("right", odds["right"], "second")))
