"""The work, told in numbers instead of the words of one library, and who does it how.

New work is a problem, a :class:`Task`, and an entry in the ``SOLVERS`` of each module that takes
part: from the problem to the library's own exact answer, which is timed, and from there to the
common form, a fraction for each name, which is not.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

HORIZON = 50
"""Lengths of a melee that are asked for: exactly 1 to 50 exchanges."""
OUT = 2
"""Hits that remove a side."""
SHAKEN = 2
"""What a side with a hit deducts."""

Result: TypeAlias = Mapping[str, Fraction]
Solver: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Result]]
Hits: TypeAlias = tuple[int, int]
"""Hits that the attacker and the defender carry."""
START: Hits = (0, 0)


class Side(NamedTuple):
    """One side of a melee: its dice, the card they must reach, and what each roll loses."""

    dice: int
    target: int
    malus: int = 0


class Melee(NamedTuple):
    """Exchanges until a side has two hits; a melee that ends with probability 1.

    Both roll. A total that reaches the own target is a hit, and a second one if it is also strictly
    higher. Wanted: who is left, the chance of each length, and the mean length.
    """

    attacker: Side
    defender: Side


class Pairings(NamedTuple):
    """The chances of each card against each, with and without small team and cover."""

    values: tuple[int, ...]


class Battle(NamedTuple):
    """One roll of two pools; each die from the threshold up destroys one of the enemy's.

    The highest first, all at once; the higher total of what is left wins. Wanted: who wins, jointly
    with the dice that each party loses.
    """

    dice_a: int
    dice_b: int
    threshold_a: int = 6
    threshold_b: int = 6


class Charge(NamedTuple):
    """So many single cavalry units, no two alike, charge infantry with a gun in its hex.

    Wanted: how often all are driven from the hex if both sides decide best, and what is left open.
    """

    stacks: int


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


OURS = "rules_lib"
SOLVER_MODULES = {
    OURS: "benchmarks.ours",
    "icepool": "benchmarks.with_icepool",
    "dyce": "benchmarks.with_dyce",
}
PUBLIC, DIRECT, TABLED, SMARTEST = "public call", "direct", "tabled", "smartest"
"""Direct: the solver is given both rolls, as the rule is written. Tabled: each exchange is worked
out once, and the solver is given only those distributions. Smartest: the fastest of all the ways
that were found to put the work to the library."""
OPTIONAL = {"mean"}
"""Results that a library may lack because it offers no way to them."""

ALONE = (Entry(OURS, PUBLIC),)
IN_MELEE = ALONE + tuple(Entry(who, how) for how in (DIRECT, TABLED) for who in ("icepool", "dyce"))
IN_BATTLE = (*ALONE, Entry("icepool", SMARTEST), Entry("dyce", SMARTEST))
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
        # Hits are rare, the tail is long. (Black 11 of a small team could never hit.)
        Task("melee slow", "melee", Melee(Side(3, 16), Side(2, 10, 2)), IN_MELEE),
        Task("all pairings", "pairings", Pairings(tuple(range(2, 15))), ALONE),
        *(
            Task(name, "battle", Battle(n, n), IN_BATTLE if n <= 40 else ALONE, PEER_RUNS.get(n))
            for name, n in GROWTH.items()
        ),
        # A superior party with two fanaticism dice: it destroys with 5, its enemy with 4.
        Task("battle 20 v 20, 5 and 4", "battle", Battle(20, 20, 5, 4), IN_BATTLE, 3),
        *(Task(name, "charge", Charge(n), ALONE) for name, n in CHARGE_GROWTH.items()),
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


def melee_result(
    ends: Iterable[tuple[Hits, Fraction]], lengths: list[Fraction], mean: Fraction | None
) -> Result:
    """The common form: of the hits in the end, and of the lengths from one exchange on."""
    found = dict.fromkeys(("attacker wins", "defender wins", "both removed"), Fraction(0))
    for (hits_a, hits_b), chance in ends:
        who = "both removed" if hits_a == hits_b else ("defender wins", "attacker wins")[hits_b > 1]
        found[who] += chance
    found |= {f"length {t}": chance for t, chance in enumerate(lengths, start=1)}
    return found if mean is None else {**found, "mean": mean}


def battle_result(chances: Iterable[tuple[int, int, int, Fraction]]) -> Result:
    """The common form: of who wins (1: a, -1: b), dice lost by a and b, and the chance of it."""
    winners = {1: "a wins", 0: "draw", -1: "b wins"}
    return {
        f"{winners[sign]}, a loses {lost_a}, b loses {lost_b}": chance
        for sign, lost_a, lost_b, chance in chances
        if chance
    }
