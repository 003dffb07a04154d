"""The work, told in numbers instead of the words of one library, who does it how, and one run.

New work is a problem, a :class:`Task`, and an entry in the ``SOLVERS`` of each module that takes
part: from the problem to the library's own exact answer, which is timed, and from there to the
common form, a chance for each name or outcome, which is not.
"""

import gc
import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from rules_lib.paper_tigers.melee.rules import SMALL_TEAM_PENALTY

HORIZON = 50
"""Lengths of a melee that are asked for: exactly 1 to 50 exchanges."""
OUT = 2
"""Hits that remove a side."""
SHAKEN = 2
"""What a side with a hit deducts."""

Result: TypeAlias = Mapping[str, Fraction]
Solver: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Mapping[Any, Any]]]
Hits: TypeAlias = tuple[int, int]
"""Hits that the attacker and the defender carry."""
START: Hits = (0, 0)


class Side(NamedTuple):
    """One side of a melee: its dice, the card they must reach, and what each roll loses."""

    dice: int
    target: int
    malus: int = 0


SMALL_TEAM = Side(2, 12 - SMALL_TEAM_PENALTY, SMALL_TEAM_PENALTY)


class Melee(NamedTuple):
    """Exchanges until a side has two hits; a melee that ends with probability 1.

    Both roll. A total that reaches the own target is a hit, and a second one if it is also strictly
    higher. Wanted: who is left, the chance of each length, and the mean length.
    """

    attacker: Side
    defender: Side


class Battle(NamedTuple):
    """One roll of two pools; each die from the threshold up destroys one of the enemy's.

    The highest first, all at once; the higher total of what is left wins. Wanted: who wins, jointly
    with the dice that each party loses.
    """

    dice_a: int
    dice_b: int
    threshold_a: int = 6
    threshold_b: int = 6


class Entry(NamedTuple):
    """A contestant: a library, and how the work is put to it."""

    library: str
    formulation: str


class Task(NamedTuple):
    """A problem and who solves it, we first; where peers take long, they run at most so often."""

    name: str
    kind: str
    problem: Any
    entries: tuple[Entry, ...]
    peer_runs: int | None = None


OURS, ICEPOOL, DYCE = "rules_lib", "icepool", "dyce"
MODULES = {OURS: "ours", ICEPOOL: "with_icepool", DYCE: "with_dyce"}
PUBLIC, DIRECT, TABLED, SMARTEST = "public call", "direct", "tabled", "smartest"
"""Direct: the solver is given both rolls, as the rule is written. Tabled: each exchange is worked
out once, and the solver is given only those distributions. Smartest: the fastest of all the ways
that were found to put the work to the library."""
OPTIONAL = {"mean"}
"""Results that a library may lack because it offers no way to them."""

ALONE = (Entry(OURS, PUBLIC),)
IN_MELEE = ALONE + tuple(Entry(who, how) for how in (DIRECT, TABLED) for who in (ICEPOOL, DYCE))
IN_BATTLE = (*ALONE, Entry(ICEPOOL, SMARTEST), Entry(DYCE, SMARTEST))
GROWTH = {f"battle {size} v {size}": size for size in (10, 20, 40, 60, 80)}
"""Battles whose times are shown side by side; the largest are too large for the peers."""
CHARGE_GROWTH = {f"charge {n} stack{'s' * (n > 1)}": n for n in (1, 2, 3, 4)}
"""Charges, which no peer knows how to decide."""
PEER_RUNS = {20: 3, 40: 2}

TASKS = {
    task.name: task
    for task in (
        # Red 11 against black 7: both hit about half the time.
        Task("melee quick", "melee", Melee(Side(3, 11), Side(2, 7)), IN_MELEE),
        # Hits are rare, the tail is long: the highest black card that a small team can reach.
        Task("melee slow", "melee", Melee(Side(3, 16), SMALL_TEAM), IN_MELEE),
        # Who wins, each of these cards against each, with and without small team and cover.
        Task("all pairings", "pairings", range(2, 15), ALONE),
        *(
            Task(name, "battle", Battle(n, n), IN_BATTLE if n <= 40 else ALONE, PEER_RUNS.get(n))
            for name, n in GROWTH.items()
        ),
        # A superior party with two fanaticism dice: it destroys with 5, its enemy with 4.
        Task("battle 20 v 20, 5 and 4", "battle", Battle(20, 20, 5, 4), IN_BATTLE, 3),
        # So many cavalry units, no two alike, charge infantry with a gun in its hex: how often all
        # are driven from the hex if both sides decide best, and what is left open.
        *(Task(name, "charge", n, ALONE) for name, n in CHARGE_GROWTH.items()),
    )
}


def exchange(problem: Melee) -> Callable[[Hits, int, int], Hits]:
    """The exchange as the peers are given it: from hits and both rolls to the hits after it."""
    (_, target_a, malus_a), (_, target_b, malus_b) = problem

    def play(hits: Hits, roll_a: int, roll_b: int) -> Hits:
        hits_a, hits_b = hits
        total_a = roll_a - malus_a - SHAKEN * (hits_a > 0)
        total_b = roll_b - malus_b - SHAKEN * (hits_b > 0)
        on_b = (total_a >= target_a) * (1 + (total_a > total_b))
        on_a = (total_b >= target_b) * (1 + (total_b > total_a))
        return min(hits_a + on_a, OUT), min(hits_b + on_b, OUT)

    return play


def is_over(hits: Hits) -> bool:
    """Whether a side is removed."""
    return OUT in hits


def reached(after: Callable[[Hits], Any]) -> dict[Hits, Any]:
    """A distribution of what follows each state that can be reached and is not the end."""
    found: dict[Hits, Any] = {}
    waiting = [START]
    for hits in waiting:
        if hits not in found:
            found[hits] = after(hits)
            waiting += [each for each in found[hits] if not is_over(each)]
    return found


def melee_result(ends: Mapping[Hits, Fraction], lengths: Sequence[Fraction]) -> Result:
    """The common form: of the hits in the end, and of the lengths from one exchange on."""
    found = dict.fromkeys(("attacker wins", "defender wins", "both removed"), Fraction(0))
    for (hits_a, hits_b), chance in ends.items():
        who = "both removed" if hits_a == hits_b else ("defender wins", "attacker wins")[hits_b > 1]
        found[who] += chance
    return found | {f"length {number}": chance for number, chance in enumerate(lengths, start=1)}


def solve(task: Task, entry: Entry) -> tuple[Result, float, int | None]:
    """The result in the common form, the seconds of the call, and the peak memory after it.

    Everything is imported before the clock starts. The clock is that of the processor: nobody here
    waits or uses a second core, and other programs on the machine hardly count.
    """
    solvers = import_module(f"benchmarks.{MODULES[entry.library]}").SOLVERS
    call, result = solvers[task.kind, entry.formulation]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dyce says of most that we need that it may change
        # What the imports have left behind is not the solver's to clear away.
        gc.collect()
        gc.freeze()
        start = process_time()
        answer = call(task.problem)
        seconds = process_time() - start
    peak = peak_kib()
    found = {str(x): Fraction(chance) for x, chance in result(answer).items() if chance}
    return found, seconds, peak


def peak_kib() -> int | None:
    """Peak resident memory of this process in KiB, with interpreter and imports, if known."""
    # Not `getrusage`, which also counts what the parent held when it started this process.
    status = Path("/proc/self/status")
    lines = status.read_text("ascii", "replace").splitlines() if status.exists() else []
    return next((int(each.split()[1]) for each in lines if each.startswith("VmHWM:")), None)


def run(name: str, *entry: str) -> None:
    """One measurement in a process of its own, printed: the first call, so nothing is cached."""
    found, seconds, peak = solve(TASKS[name], Entry(*entry))
    print(json.dumps([seconds, peak, {name: str(x) for name, x in found.items()}]))
