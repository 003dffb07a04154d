"""The work, the contestants and the floors: all that decides what is measured.

Problems are stated in numbers, not in the words of one library, so that each solver starts from
the same place. A new kind of work is a problem class, a :class:`Task`, and a solver in each module
that takes part.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

HORIZON = 50
"""Lengths of a melee that are asked for: exactly 1 to 50 exchanges."""

Result: TypeAlias = Mapping[str, Fraction]
"""What was found, by name; the same names and the same exact numbers from every library."""


class Solver(NamedTuple):
    """How a library does a kind of work.

    Attributes:
        solve: from the problem to the library's own exact answer. This is what is timed.
        result: from that answer to the common form. This is not timed.
    """

    solve: Callable[[Any], Any]
    result: Callable[[Any], Result]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a melee.

    Attributes:
        dice: six-sided dice that it rolls.
        target: its card; a total that reaches it is a hit.
        malus: what it deducts from each roll.
    """

    dice: int
    target: int
    malus: int = 0


@dataclass(frozen=True, slots=True)
class Melee:
    """Exchanges until a side has two hits; a melee that ends with probability 1.

    Each exchange: both roll; a side that carries a hit deducts 2 more. A total that reaches the own
    target is a hit, and a second one if it is also strictly higher. Hits land at once. Wanted: who
    is left, the chance of each length up to :data:`HORIZON`, and the mean length.
    """

    attacker: Side
    defender: Side


@dataclass(frozen=True, slots=True)
class Pairings:
    """The four chances of the melee of each card against each card.

    Each with the defender as infantry and as a small team, in the open and in cover.

    Attributes:
        values: the card values, in both colours.
    """

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """One roll of two pools that destroy each other's highest dice.

    Each die that reaches the threshold of its party destroys one die of the enemy, the highest
    first. All strike at once, so that a die which is destroyed still destroys. The higher total of
    what is left wins. Wanted: who wins, jointly with the dice that each party loses.

    Attributes:
        dice_a, dice_b: six-sided dice of the parties.
        threshold_a, threshold_b: the lowest face with which each of them destroys.
    """

    dice_a: int
    dice_b: int
    threshold_a: int = 6
    threshold_b: int = 6


@dataclass(frozen=True, slots=True)
class Charge:
    """Cavalry charges infantry that has a gun beside it in its hex; both sides decide best.

    Nothing is decided beforehand. Wanted: how often all are driven from the hex, and what is left
    open.

    Attributes:
        stacks: how many single cavalry units charge, no two alike.
    """

    stacks: int


class Entry(NamedTuple):
    """A contestant: a library, and how the work is put to it."""

    library: str
    formulation: str


@dataclass(frozen=True, slots=True)
class Task:
    """A problem and who solves it.

    Attributes:
        name: as the table shows it.
        kind: which solvers fit.
        problem: what they are given.
        entries: the contestants, ours first.
        optional: names of results that a library may lack because it offers no way to them.
        peer_runs: the most processes that are measured for each peer, where they take long.
    """

    name: str
    kind: str
    problem: object
    entries: tuple[Entry, ...]
    optional: frozenset[str] = frozenset()
    peer_runs: int | None = None


OURS = "rules_lib"
SOLVER_MODULES = {
    OURS: "benchmarks.ours",
    "icepool": "benchmarks.with_icepool",
    "dyce": "benchmarks.with_dyce",
}

PUBLIC = "public call"
DIRECT = "direct"
TABLED = "tabled"
SMARTEST = "smartest"
"""Direct: the solver is given both rolls, as the rule is written. Tabled: each exchange is worked
out once, and the solver is given only those distributions. Smartest: the fastest of all the ways
that were found to put the work to the library."""

MELEE_ENTRIES = (
    Entry(OURS, PUBLIC),
    Entry("icepool", DIRECT),
    Entry("dyce", DIRECT),
    Entry("icepool", TABLED),
    Entry("dyce", TABLED),
)

BATTLE_ENTRIES = (
    Entry(OURS, PUBLIC),
    Entry("icepool", SMARTEST),
    Entry("dyce", SMARTEST),
)


def battle(size: int, *, peer_runs: int | None = None) -> Task:
    """A battle of two equal pools with every peer."""
    name = f"battle {size} v {size}"
    return Task(name, "battle", Battle(size, size), BATTLE_ENTRIES, peer_runs=peer_runs)


def battle_alone(size: int) -> Task:
    """A battle too large for the peers: it shows how our work grows."""
    name = f"battle {size} v {size}"
    return Task(name, "battle", Battle(size, size), BATTLE_ENTRIES[:1])


def charge(stacks: int) -> Task:
    """A charge that no peer knows how to decide: it shows how our work grows."""
    name = f"charge {stacks} stack{'s' * (stacks > 1)}"
    return Task(name, "charge", Charge(stacks), (Entry(OURS, PUBLIC),))


TASKS = {
    task.name: task
    for task in (
        # Red 11 against black 7: both hit about half the time.
        Task(
            "melee quick",
            "melee",
            Melee(Side(3, 11), Side(2, 7)),
            MELEE_ENTRIES,
            frozenset({"mean"}),
        ),
        # Red 16 against black 10 of a small team: hits are rare, the tail is long. (Black 11 of a
        # small team could never hit.)
        Task(
            "melee slow",
            "melee",
            Melee(Side(3, 16), Side(2, 10, 2)),
            MELEE_ENTRIES,
            frozenset({"mean"}),
        ),
        Task(
            "all pairings",
            "pairings",
            Pairings(tuple(range(2, 15))),
            (Entry(OURS, PUBLIC),),
        ),
        battle(10),
        battle(20, peer_runs=3),
        # A superior party with two fanaticism dice: it destroys with 5, its enemy with 4.
        Task(
            "battle 20 v 20, 5 and 4",
            "battle",
            Battle(20, 20, 5, 4),
            BATTLE_ENTRIES,
            peer_runs=3,
        ),
        battle(40, peer_runs=2),
        battle_alone(60),
        battle_alone(80),
        *map(charge, (1, 2, 3, 4)),
    )
}

GROWTH = {f"battle {size} v {size}": size for size in (10, 20, 40, 60, 80)}
"""Tasks, smallest first, whose times are shown side by side, with their sizes."""

CHARGE_GROWTH = {charge(stacks).name: stacks for stacks in (1, 2, 3, 4)}
"""Charges with one stack more each."""

IMPORTS = (OURS, f"{OURS}.paper_tigers", "icepool", "dyce")
"""Modules whose import is timed, each in processes of its own."""


class Floors(NamedTuple):
    """What must be kept, with room for a machine that has other things to do.

    Attributes:
        lead: how many times faster than the faster peer, cold.
        aim: the lead we would like; missing it is reported, not punished.
        yardsticks: the formulations of the peers that the lead is judged by. The lead over every
            other formulation is reported beside it.
        seconds: the most processor time that a task may take.
        megabytes: the most memory that our process may hold for a task (10**6 bytes).
        import_seconds: the most that an import may take.
        charge_seconds: what the largest charge should take less than; reported, not punished.
        charge_factor: how many times as long a stack more should take at most; likewise.
    """

    lead: Fraction
    aim: Fraction
    yardsticks: frozenset[str]
    seconds: Mapping[str, float]
    megabytes: Mapping[str, float]
    import_seconds: Mapping[str, float]
    charge_seconds: float = 0.5
    charge_factor: float = 3.0


FLOORS = Floors(
    lead=Fraction(10),  # measured: from 20 up, and 15 on a busy machine
    aim=Fraction(50),
    yardsticks=frozenset({DIRECT, SMARTEST}),
    seconds={"all pairings": 5.0},  # measured: 1.6
    megabytes={"battle 40 v 40": 60},
    import_seconds={OURS: 0.050},
)


def melee_result(
    attacker: Fraction,
    defender: Fraction,
    both: Fraction,
    lengths: list[Fraction],
    mean: Fraction | None,
) -> Result:
    """The common form of a melee's answer; ``lengths`` from one exchange on."""
    found = {"attacker wins": attacker, "defender wins": defender, "both removed": both}
    found |= {f"length {t}": chance for t, chance in enumerate(lengths, start=1)}
    return found if mean is None else {**found, "mean": mean}


def battle_result(chances: Iterable[tuple[int, int, int, Fraction]]) -> Result:
    """The common form of a battle's answer.

    Args:
        chances: who wins (1: a, 0: nobody, -1: b), dice lost by a and by b, and the chance of it.
    """
    winners = {1: "a wins", 0: "draw", -1: "b wins"}
    return {
        f"{winners[sign]}, a loses {lost_a}, b loses {lost_b}": chance
        for sign, lost_a, lost_b, chance in chances
        if chance
    }
