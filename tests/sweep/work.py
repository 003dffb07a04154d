"""What the sweeps of the tests evaluate: functions that another process can import."""

import os
import signal
import sys
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


def unsendable(number: int) -> object:
    """What another process cannot send back."""
    return (lambda: number) if number == 3 else number


def leaves(number: int) -> int:
    if number == 3:
        raise SystemExit(7)
    return number


def kills_its_worker(number: int, folder: str, deaths: int = 1, at: int = 13) -> int:
    """The square; at one number the worker is killed, as often as stated."""
    if number == at:
        for death in range(deaths):
            try:
                (Path(folder) / f"died-{death}").touch(exist_ok=False)
            except FileExistsError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)
    (Path(folder) / f"ran-{number}-{time.monotonic_ns()}").touch()
    return number * number


def dies_at(number: int, folder: str, at: int) -> Fraction:
    """Leaves a trace; at one number the whole program is killed, the first time."""
    (Path(folder) / f"ran-{number}-{time.monotonic_ns()}").touch()
    if number == at and not (Path(folder) / "died").exists():
        (Path(folder) / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return Fraction(number, 3)


if __name__ == "__main__":
    from rules_lib.sweep import sweep

    where = sys.argv[1]
    grid = {"number": range(30), "folder": [where], "at": [20]}
    sweep(dies_at, grid, journal=f"{where}/journal")
