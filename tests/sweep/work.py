"""What the sweeps of the tests evaluate: functions that another process can import."""

import os
import signal
import time
from fractions import Fraction
from pathlib import Path

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, melee


def share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole)


def slowest_first(rank: int) -> int:
    """The first to be handed out is the last to answer."""
    time.sleep(0.2 / (1 + rank))
    return rank * rank


def attacker_wins(mine: int, theirs: int) -> Fraction:
    attacker = melee.Combatant(Card("red", mine))
    return melee.odds(attacker, melee.Combatant(Card("black", theirs))).attacker_wins


def only_even(number: int) -> int:
    if number % 2:
        raise InvalidValue("number", number, "an even number")
    return number


class Stubborn(Exception):
    """Cannot be rebuilt from what pickle keeps: such an error breaks a pool of processes."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def stubborn(number: int) -> int:
    if number == 3:
        raise Stubborn("no ", "way")
    return number


def leaves(number: int) -> int:
    if number == 3:
        raise SystemExit(7)
    return number


def kills_its_worker(number: int, folder: str, at: int) -> int:
    """The square; at one number the worker is killed, the first time."""
    died = Path(folder) / "died"
    if number == at and not died.exists():
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number
