"""Our speed beside icepool and dyce: the same work, exactly equal results, one run.

``python -m benchmarks`` measures, reports, judges. Each measurement is the first call in a fresh
process, and contestants take turns. A first round is not counted: it checks that all results are
exactly equal. Exit code 0 if every stated floor is kept, 1 if one is missed, 2 if results disagree.

New work is a row of `TASKS`: a problem, told in numbers instead of the words of one library, and
for each contestant a function from it to the library's own exact answer.
"""

import argparse
import csv
import gc
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from importlib.metadata import version
from itertools import accumulate, pairwise, product, repeat
from math import exp, inf, log
from pathlib import Path
from statistics import linear_regression, median
from time import process_time
from typing import Any, NamedTuple, TypeAlias

import icepool
from dyce import H, P, expand
from dyce.p import survey_outcome_order_descending

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, melee, sniper, sudden_strike
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY, SMALL_TEAM_PENALTY
from rules_lib.triumph_and_glory import Artillery, Cavalry, Infantry, charge

HORIZON = 50
"""Lengths of a melee that are asked for: exactly 1 to 50 exchanges."""
OUT = 2
"""Hits that remove a side."""
LATEST = Path(__file__).parent / "latest"
NONE = "–"
COLOURS = {3: "red", 2: "black"}
EXACT = Fraction(0)
"""Without it, ``expand`` of dyce leaves out rare branches."""

Timing: TypeAlias = dict[str, list[float]]
"""The seconds of each library, in each round."""
Answer: TypeAlias = dict[str, Any]
"""What was asked for, by name: a number, a sequence, or a library's own distribution."""
Hits: TypeAlias = tuple[int, int]
"""Hits that the attacker and the defender carry."""
START: Hits = (0, 0)
Side: TypeAlias = tuple[int, int, int]
"""One side of a melee: its dice, the card they must reach, and what each roll loses."""
Pool: TypeAlias = tuple[int, int]
"""One party of a battle: its dice, and the threshold."""


class Melee(NamedTuple):
    """Exchanges until a side has two hits; a melee that ends with probability 1.

    Both roll. A total that reaches the own target is a hit, and a second one if it is also strictly
    higher. Wanted: the hits in the end, the chance of each length, and the mean length.
    """

    attacker: Side
    defender: Side

    def exchange(self, hits: Hits, roll_a: int, roll_b: int) -> Hits:
        """As the peers are given it: from hits and both rolls to the hits after it."""
        (_, target_a, malus_a), (_, target_b, malus_b) = self
        hits_a, hits_b = hits
        total_a = roll_a - malus_a - SHAKEN_PENALTY * (hits_a > 0)
        total_b = roll_b - malus_b - SHAKEN_PENALTY * (hits_b > 0)
        on_b = (total_a >= target_a) * (1 + (total_a > total_b))
        on_a = (total_b >= target_b) * (1 + (total_b > total_a))
        return min(hits_a + on_a, OUT), min(hits_b + on_b, OUT)


class Battle(NamedTuple):
    """One roll of two pools; each die from its threshold up destroys one of the enemy's.

    The highest first, all at once; the higher total of what is left wins. Wanted: who wins, jointly
    with the dice that each party loses.
    """

    a: Pool
    b: Pool

    def lost(self, destroyers_a: int, destroyers_b: int) -> tuple[int, int]:
        """The dice that each party loses."""
        return min(destroyers_b, self.a[0]), min(destroyers_a, self.b[0])


def reached(after: Callable[[Hits], Any]) -> dict[Hits, Any]:
    """A distribution of what follows each state that can be reached and is not the end."""
    found: dict[Hits, Any] = {}
    waiting = [START]
    for hits in waiting:
        if hits not in found:
            found[hits] = after(hits)
            waiting += [each for each in found[hits] if OUT not in each]
    return found


# Ours, by the public calls, as any user would write them.


def our_melee(problem: Melee) -> Answer:
    """As the peers read it: penalties add up."""
    a, b = (
        melee.Combatant(Card.parse(f"{COLOURS[dice]} {target}"), small_team=malus > 0)
        for dice, target, malus in problem
    )
    found = melee.odds(a, b, melee.Rulings(penalties_add_up=True))
    lengths = found.exchanges
    return {"hits": found.final_hits, "length": lengths.head(HORIZON), "mean": [lengths.mean()]}


def our_pairings(values: Sequence[int]) -> Answer:
    """Who wins, each of these cards against each, with and without small team and cover."""
    cards = [Card.parse(f"{colour} {x}") for colour in COLOURS.values() for x in values]
    units = [
        melee.Combatant(card, small_team=small_team, in_cover=in_cover)
        for card, small_team, in_cover in product(cards, (False, True), (False, True))
    ]
    pairs = product(map(melee.Combatant, cards), units)
    return {"attacker wins": [melee.odds(*pair).attacker_wins for pair in pairs]}


def our_battle(problem: Battle) -> Answer:
    """A superior party lowers its threshold by one, and so does each fanaticism die of its enemy.

    As the peers read it: destroyed dice destroy.
    """
    (dice_a, threshold_a), (dice_b, threshold_b) = problem
    low_a, low_b = 6 - threshold_a, 6 - threshold_b
    a = Party(dice_a, fanaticism=low_b - low_b % 2, superior=low_a % 2 == 1)
    b = Party(dice_b, fanaticism=low_a - low_a % 2, superior=low_b % 2 == 1)
    return {"end": battle.odds(a, b, battle.Rulings(destroyed_dice_destroy=True)).joint}


def our_sniper(attempts: int) -> Answer:
    """The attempt by which infantry finds the sniper, and how many it takes in the mean."""
    mean = sniper.search("infantry").mean()
    return {"found": sniper.discovery("infantry", attempts), "mean": [mean]}


def our_strikes(strikes: int) -> Answer:
    """What so many sudden strikes do to infantry in a bunker, and how many it stands."""
    after = sudden_strike.strike("infantry", sudden_strike.BUNKER, strikes=strikes)
    stands = sudden_strike.siege("infantry", sudden_strike.BUNKER).unit_lasts
    return {"after": after, "mean": [stands.mean()]}


def our_charge(count: int) -> Answer:
    """The best decisions of both sides when so many stacks charge infantry with a gun in its hex.

    No two stacks are alike: heavy and light in turn, with cohesion 4, 5, 6 and ever more strength.
    """
    stacks = [
        charge.Stack((Cavalry(f"A{n}", 4 + n % 3, 5 + n, 3 + n % 3, heavy=n % 2 == 0),))
        for n in range(count)
    ]
    units = Infantry("X", 6, 6, 5), Artillery("G", 5, cohesion_disordered=4, fire=5)
    situation = charge.Situation.of(stacks, [charge.Target(units, clear_terrain=True)])
    return {"driven out": [charge.decide(situation, charge.drive_out("X", "G")).value]}


# In icepool.


def icepool_melee(problem: Melee, *, tabled: bool) -> Answer:
    """The exchange, or the distributions of all exchanges, handed to the solver.

    ``map_and_time`` also gives the lengths, but takes over a second for it; stepping a die of
    states is much faster, so icepool is measured with that.
    """
    rolls = [dice @ icepool.d6 for dice, *_ in problem]
    after = reached(lambda hits: icepool.map(partial(problem.exchange, hits), *rolls))

    def step(hits_a: int, hits_b: int, roll_a: int, roll_b: int) -> Hits:
        hits = hits_a, hits_b
        return hits if OUT in hits else problem.exchange(hits, roll_a, roll_b)

    solve = (after, START) if tabled else (step, START, *rolls)
    star = None if tabled else True
    walk = accumulate(repeat(after, HORIZON), icepool.Die.map, initial=icepool.Die([START]))
    ended = [sum(die.probability(hits) for hits in die if OUT in hits) for die in walk]
    return {
        "hits": icepool.map(*solve, star=star, repeat="inf"),
        "length": [now - before for before, now in pairwise(ended)],
        "mean": [icepool.mean_time_to_absorb(*solve, star=star)],
    }


def icepool_battle(problem: Battle) -> Answer:
    """The two numbers of destroyers rolled, and dice returned for what they leave.

    Dice that destroy are uniform from the threshold up, the others below it, so that a total is
    the sum of two keep-lowest expressions. One evaluator over both pools takes over ten times as
    long, tables of each party's total by its destroyers twice as long.
    """

    def left(pool: Pool, destroyers: int, lost: int) -> Any:
        size, threshold = pool
        others = size - destroyers
        high = low = 0
        if destroyers:
            face = icepool.d(7 - threshold) + (threshold - 1)
            high = face.lowest(destroyers, max(destroyers - lost, 0))
        if others:
            low = icepool.d(threshold - 1).lowest(others, others - max(lost - destroyers, 0))
        return high + low

    def resolve(*destroyers: int) -> Any:
        lost = problem.lost(*destroyers)
        a, b = map(left, problem, destroyers, lost)
        return icepool.tupleize((a - b).sign(), *lost)

    rolled = (size @ (icepool.d6 >= threshold) for size, threshold in problem)
    return {"end": icepool.map(resolve, *rolled)}


# In dyce.


def dyce_melee(problem: Melee) -> Answer:
    """The distributions of all exchanges, expanded; dyce has no solver that could roll them.

    And so no mean length. Hits never fall, so leaving out the branch in which nothing happens (an
    empty histogram conditions on the rest) gives who is left by an exact, finite recursion. The
    lengths are stepped by hand.
    """
    roll_a, roll_b = (dice @ H(6) for dice, *_ in problem)
    after = reached(lambda hits: roll_a.apply(partial(problem.exchange, hits), roll_b))

    @cache
    def end(hits: Hits) -> Any:
        return expand(follow, after[hits], before=hits, min_path_probability=EXACT)

    def follow(now: Any, *, before: Hits) -> Any:
        if now.outcome == before:
            return H({})
        return now.outcome if OUT in now.outcome else end(now.outcome)

    alive: Any = H({START: 1})
    share = Fraction(1)
    lengths = []
    for _ in range(HORIZON):
        every = expand(lambda now: after[now.outcome], alive, min_path_probability=EXACT)
        alive = H({hits: weight for hits, weight in every.items() if OUT not in hits})
        goes_on = Fraction(alive.total, every.total)
        lengths.append(share * (1 - goes_on))
        share *= goes_on
    return {"hits": end(START), "length": lengths}


def dyce_battle(problem: Battle) -> Answer:
    """Each party surveyed once for each number of dice it can lose, then the two paired up.

    Expanding over the two numbers of destroyers, as icepool likes it best, takes dyce longer.
    """
    (size_a, threshold_a), (size_b, threshold_b) = problem

    def totals_left(size: int, threshold: int, enemies: int) -> list[dict[int, Any]]:
        """For each number of dice lost and of destroyers, the histogram of the total left."""

        def add(state: Any, face: int, count: int) -> tuple[int, int, int]:
            destroyers, to_lose, total = state
            gone = min(count, to_lose)
            destroyers += count * (face >= threshold)
            return destroyers, to_lose - gone, total + face * (count - gone)

        found = []
        for lost in range(min(enemies, size) + 1):
            joint = (size @ P(6)).survey(
                accumulate=add,
                initial=(0, lost, 0),
                order=survey_outcome_order_descending,
                settle=lambda state: (state[0], state[2]),
            )
            totals: dict[int, dict[int, int]] = {}
            for (destroyers, total), weight in joint.items():
                totals.setdefault(destroyers, {})[total] = weight
            found.append({destroyers: H(each) for destroyers, each in totals.items()})
        return found

    left_a = totals_left(size_a, threshold_a, size_b)
    left_b = totals_left(size_b, threshold_b, size_a)
    weights = []
    for of_a, of_b in product(range(size_a + 1), range(size_b + 1)):
        lost_a, lost_b = problem.lost(of_a, of_b)
        a, b = left_a[lost_a][of_a], left_b[lost_b][of_b]
        signs = a.apply(lambda x, y: (x > y) - (x < y), b)
        weights += [((sign, lost_a, lost_b), weight) for sign, weight in signs.items()]
    return {"end": H.from_counts(weights)}


# Who does what, and how fast we must be.


class Task(NamedTuple):
    """A row: a problem, and who solves it by which call, we first.

    Floor: how many times as fast as the faster peer we must be. Where peers take long, they run at
    most so often.
    """

    name: str
    problem: Any
    calls: Mapping[str, Any]
    floor: float = 0
    peer_runs: float = inf


OURS, ICEPOOL, DYCE = LIBRARIES = ("rules_lib", "icepool", "dyce")
# Red 11 against black 7: both hit about half the time.
QUICK = Melee((3, 11, 0), (2, 7, 0))
# Hits are rare, the tail is long: the highest black card that a small team can reach.
SLOW = Melee((3, 16, 0), (2, 12 - SMALL_TEAM_PENALTY, SMALL_TEAM_PENALTY))
# The solver is given both rolls, as the rule is written; dyce has none that could be.
DIRECT = {OURS: our_melee, ICEPOOL: partial(icepool_melee, tabled=False)}
# Each exchange is worked out once, and only those distributions are carried on.
TABLED = {OURS: our_melee, ICEPOOL: partial(icepool_melee, tabled=True), DYCE: dyce_melee}
# The fastest of all the ways that were found to put it to the others.
BATTLE = {OURS: our_battle, ICEPOOL: icepool_battle, DYCE: dyce_battle}
TASKS = {
    task.name: task
    for task in (
        Task("melee quick, direct", QUICK, DIRECT, 20),
        Task("melee quick, tabled", QUICK, TABLED),
        Task("melee slow, direct", SLOW, DIRECT, 20),
        Task("melee slow, tabled", SLOW, TABLED),
        Task("all pairings", range(2, 15), {OURS: our_pairings}),
        Task("sniper", 50, {OURS: our_sniper}),
        Task("strikes", 6, {OURS: our_strikes}),
        Task("battle 10 v 10", Battle((10, 6), (10, 6)), BATTLE, 30),
        Task("battle 20 v 20", Battle((20, 6), (20, 6)), BATTLE, 30, peer_runs=3),
        # A superior party with two fanaticism dice: it destroys with 5, its enemy with 4.
        Task("battle 20 v 20, 5 and 4", Battle((20, 5), (20, 4)), BATTLE, 10, peer_runs=3),
        Task("battle 40 v 40", Battle((40, 6), (40, 6)), BATTLE, 30, peer_runs=2),
        # Too large for the peers.
        Task("battle 60 v 60", Battle((60, 6), (60, 6)), {OURS: our_battle}),
        Task("battle 80 v 80", Battle((80, 6), (80, 6)), {OURS: our_battle}),
        *(Task(f"charge {n} stack{'s' * (n > 1)}", n, {OURS: our_charge}) for n in range(1, 5)),
        Task("import", None, dict.fromkeys(LIBRARIES), 1),
    )
}
MOST_GROWTH = 2.5
"""How many times as long each further stack may take us."""

# One measurement, in a process of its own.

RUN = "import sys; from benchmarks.__main__ import run; run(*sys.argv[1:])"
# Nothing else is imported before the clock starts, so that no module is already there; hence
# without `site`, whose hooks for installed packages import a lot.
RUN_IMPORT = """
import sys
from time import process_time
name, *folders = sys.argv[1:]
sys.path += folders
start = process_time()
__import__(name)
print('[%r, {}]' % (process_time() - start))
"""
NUMBERS = {"a": 1, "draw": 0, "b": -1, True: 1, False: 0}
"""Who wins a battle, as the peers tell it; icepool counts a single die in truths."""


def solve(task: Task, library: str) -> tuple[float, dict[str, Fraction]]:
    """The seconds of the call, and the result in the common form, a number for each name.

    Everything is imported before the clock starts. The clock is that of the processor: nobody here
    waits or uses a second core, and other programs on the machine hardly count.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dyce says of most that we need that it may change
        # What the imports have left behind is not the solver's to clear away.
        gc.collect()
        gc.freeze()
        start = process_time()
        answer = task.calls[library](task.problem)
        seconds = process_time() - start
    found: dict[str, Fraction] = {}
    for name, part in answer.items():
        if isinstance(part, list):
            found |= {f"{name} {number}": chance for number, chance in enumerate(part, 1)}
        else:
            total = Fraction(sum(part.values()))
            found |= {f"{name} {_plain(x)}": weight / total for x, weight in part.items()}
    return seconds, {name: chance for name, chance in found.items() if chance}


def _plain(outcome: Any) -> str:
    several = outcome if isinstance(outcome, tuple) else (outcome,)
    return " ".join(str(NUMBERS.get(each, each)) for each in several)


def run(name: str, library: str) -> None:
    """Print seconds and result of the first call in this process."""
    seconds, found = solve(TASKS[name], library)
    print(json.dumps([seconds, {name: str(x) for name, x in found.items()}]))


def in_process(task: Task, library: str) -> Any:
    """Seconds and result in a fresh process."""
    command = ["-c", RUN, task.name, library]
    if task.name == "import":
        folders = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
        module = f"{OURS}.paper_tigers" if library == OURS else library
        command = ["-S", "-c", RUN_IMPORT, module, *folders]
    whole = [sys.executable, *command]
    # The process that only checks leaves our modules compiled, as those of the peers are installed.
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    return json.loads(subprocess.check_output(whole, cwd=LATEST.parents[1], env=env))


# All of them: measured, judged, told.


class Disagreement(Exception):
    """Two contestants, or two runs of one, found different results."""


def measure(task: Task, runs: int) -> Timing:
    """Measure every contestant, who must find in each run exactly what we found first."""
    print(f"{task.name}: one process to check, {runs} to measure, for each", file=sys.stderr)
    timing: Timing = {library: [] for library in task.calls}
    ours = None
    for number in range(runs + 1):
        for library, taken in timing.items():
            if library == OURS or number <= task.peer_runs:
                seconds, found = in_process(task, library)
                ours = ours or found
                agree(f"{task.name}: {library}", found, ours)
                if number:
                    taken.append(seconds)
    return timing


def agree(who: str, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
    """Check that they found exactly what we found, or name what differs.

    Only a mean may be missing, where a library offers no way to it.
    """
    for name in ours.keys() | theirs.keys():
        one, other = (found.get(name, "missing") for found in (theirs, ours))
        if one != other and (name, one) != ("mean 1", "missing"):
            raise Disagreement(f"{who}: {name} is {one}, ours is {other}")


def lead(timing: Timing) -> float:
    """How many times as long as we the faster peer took; without a peer, infinity.

    Round by round, as all took turns: what else the machine had to do then slowed all.
    """
    ours, *peers = timing.values()
    times = (median(a / b for a, b in zip(peer, ours, strict=False)) for peer in peers)
    return min(times, default=inf)


def growth(timings: Mapping[str, Timing]) -> float:
    """How many times as long each further stack takes us, by least squares of the logarithms."""
    own = {TASKS[name].problem: x[OURS] for name, x in timings.items() if name.startswith("charge")}
    return exp(linear_regression([*own], [log(median(seconds)) for seconds in own.values()]).slope)


def missed(timings: Mapping[str, Timing]) -> Iterator[str]:
    """A sentence on every floor that is not kept."""
    for name, timing in timings.items():
        floor, times = TASKS[name].floor, lead(timing)
        if times < floor:
            yield f"MISSED {name}: {times:.1f} times as fast as the faster peer (floor: {floor})"
    if growth(timings) > MOST_GROWTH:
        yield f"MISSED charge: × {growth(timings):.2f} a stack (at most {MOST_GROWTH})"


def table(timings: Mapping[str, Timing]) -> list[list[str]]:
    """What is printed, and what the page of the book shows."""
    rows = [["Work", "Lead", *LIBRARIES]]
    for name, timing in timings.items():
        shown = [in_words(median(timing[x])) if x in timing else NONE for x in LIBRARIES]
        times = lead(timing)
        rows.append([name, NONE if times == inf else f"{times:.{int(times < 10)}f} ×", *shown])
    return [*rows, ["charge, each further stack", NONE, f"× {growth(timings):.1f}", NONE, NONE]]


def in_words(seconds: float) -> str:
    """A time with three digits and a fitting unit."""
    scale, unit = next((s, u) for s, u in ((1, "s"), (1e-3, "ms"), (0, "µs")) if seconds >= s)
    shown = seconds / (scale or 1e-6)
    return f"{shown:.{0 if shown >= 100 else 1 if shown >= 10 else 2}f} {unit}"


def machine() -> dict[str, str]:
    """The kind of machine, never its name, and the versions."""
    info = Path("/proc/cpuinfo")
    told = info.read_text("utf-8", "replace") if info.exists() else ""
    model = re.search(r"^model name\s*: (.*)", told, re.MULTILINE)
    return {
        "processor": model[1] if model else platform.processor() or "unknown",
        "system": platform.system() or "unknown",
        "Python": platform.python_version(),
        **{name: version(name) for name in (ICEPOOL, DYCE)},
    }


def store(timings: Mapping[str, Timing], about: Mapping[str, str], folder: Path = LATEST) -> None:
    """Write every number, and the tables of the page in the book."""
    found = {"about": about, "seconds": timings}
    (folder / "latest.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    with_what = [["What", "With"], *map(list, about.items())]
    for name, rows in (("times", table(timings)), ("machine", with_what)):
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


def main(arguments: list[str] | None = None) -> int:
    """Run everything and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="processes each (7)")
    told = "also write benchmarks/latest, which the book shows"
    parser.add_argument("--store", action="store_true", help=told)
    options = parser.parse_args(arguments)
    try:
        timings = {name: measure(task, options.runs) for name, task in TASKS.items()}
    except Disagreement as problem:
        print(f"The results are not equal. {problem}", file=sys.stderr)
        return 2
    rows = table(timings)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(*("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows), "", sep="\n")
    found = [*missed(timings)]
    print(*(found or ["All floors are kept."]), sep="\n")
    if options.store:
        store(timings, machine())
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
