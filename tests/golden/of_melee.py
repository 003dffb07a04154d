"""Golden tables of the command test, the charge and the melee of Paper Tigers."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from tests.golden.form import READING, Cell, Table
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import Goal, Habit, Melee, Over, Readings, Side, outcomes, throws

DICE = {"red": 3, "black": 2}
COLOURS = ("red", "black")
ENDS = ("attacker_wins", "defender_wins", "both_removed", "undecided")

FLIPS: dict[str, dict[str, Any]] = {
    "R-M1=false": {"loser_takes_hit": False},
    "R-M2=lost_exchange": {"shaken_by": "lost_exchange"},
    "R-M3=false": {"penalties_add_up": False},
    "R-M4=once_per_melee": {"rerolls": "once_per_melee"},
    "R-M5=seeing_own": {"reroll_decided": "seeing_own"},
    "R-M6=first_decision": {"melee_ends": "first_decision"},
    "R-M7=false": {"penalties_count_against_card": False},
    "R-M8=false": {"officer_counts_as_small_team": False},
    "R-M9=HitsToRemove(infantry=5, small_team=3)": {"infantry_hits": 5, "small_team_hits": 3},
    "R-M10=false": {"earlier_hit_shakes": False},
    "R-M1=false, R-M6=first_decision": {"loser_takes_hit": False, "melee_ends": "first_decision"},
}
READINGS = {"default": Readings(), **{k: Readings(**each) for k, each in FLIPS.items()}}

Unit = tuple[str, int, str, int]
"""Colour, value, traits, hits."""

PANEL: list[tuple[Unit, Unit]] = [
    (("red", 8, "-", 0), ("red", 8, "-", 0)),
    (("red", 9, "-", 0), ("black", 7, "small_team", 0)),
    (("black", 7, "-", 1), ("red", 9, "small_team in_cover", 0)),
    (("red", 11, "-", 0), ("red", 7, "officer", 1)),
    (("black", 9, "-", 0), ("black", 6, "officer in_cover", 1)),
    (("red", 6, "-", 1), ("black", 4, "small_team officer", 0)),
    (("black", 13, "-", 0), ("black", 13, "-", 0)),
    (("red", 8, "shaken", 0), ("red", 7, "-", 0)),
    (("red", 9, "-", 0), ("black", 6, "small_team shaken", 1)),
]
COVERED: list[tuple[Unit, Unit]] = [
    (("red", 8, "-", 0), ("red", 7, "in_cover", 0)),
    (("black", 6, "-", 0), ("red", 9, "small_team in_cover", 0)),
]
UNIT_COLUMNS = {
    "a_colour": "colour of the attacker's card: red fights with three dice, black with two",
    "a_value": "value of the attacker's card",
    "a_traits": "what the attacker is, of small_team, officer, in_cover, shaken; - for none",
    "a_hits": "hits that the attacker carries already",
    "d_colour": "the same of the defender",
    "d_value": "the same of the defender",
    "d_traits": "the same of the defender",
    "d_hits": "the same of the defender",
}


def side(unit: Unit) -> Side:
    colour, value, traits, hits = unit
    words = traits.split()
    small, officer, cover, shaken = (
        word in words for word in ("small_team", "officer", "in_cover", "shaken")
    )
    return Side(DICE[colour], value, small, officer, cover, hits, shaken)


def passes(dice: int, value: int) -> Fraction:
    distribution = throws(dice)
    return Fraction(
        sum(n for total, n in distribution.items() if total >= value), sum(distribution.values())
    )


def command_rows() -> Iterator[tuple[Cell, ...]]:
    for colour, value in product(COLOURS, range(2, 21)):
        fights = DICE[colour]
        yield colour, value, passes(5 - fights, value), passes(fights, value)


def melee_row(name: str, a: Unit, d: Unit, habit: Habit) -> tuple[Cell, ...]:
    fight = Melee(side(a), side(d), READINGS[name])
    policy = fight.habit(habit)
    chances = outcomes(fight.ends(policy))
    mean = None if chances["undecided"] else fight.mean_length(policy)
    return name, *a, *d, habit, *(chances[end] for end in ENDS), mean


def melee_cases() -> Iterator[tuple[str, Unit, Unit, Habit]]:
    plain: list[Unit] = [(c, value, "-", 0) for c, value in product(COLOURS, range(5, 12))]
    for a, d in product(plain, repeat=2):
        yield "default", a, d, "never"
    for name, (a, d) in product(READINGS, PANEL):
        if name != "R-M5=seeing_own":  # about decisions only: see the table of best re-rolls
            yield name, a, d, "never"
            if "in_cover" in d[2]:
                yield name, a, d, "if_missed"


def melee_rows() -> Iterator[tuple[Cell, ...]]:
    for case in dict.fromkeys(melee_cases()):
        yield melee_row(*case)


def final_rows() -> Iterator[tuple[Cell, ...]]:
    for name, (a, d) in product(("default", "R-M1=false"), PANEL[:4]):
        fight = Melee(side(a), side(d), READINGS[name])
        distribution: dict[Over, Fraction] = fight.ends(fight.habit("never"))
        for end, chance in sorted(distribution.items()):
            yield name, *a, *d, end.how, end.hits_a, end.hits_d, chance


def best_rows() -> Iterator[tuple[Cell, ...]]:
    readings = ("default", "R-M4=once_per_melee", "R-M5=seeing_own", "R-M1=false", "R-M3=false")
    goals: tuple[Goal, ...] = ("win", "survive", "not_lose")
    for name, (a, d), goal in product(readings, COVERED, goals):
        yield name, *a, *d, goal, Best(Melee(side(a), side(d), READINGS[name]), goal).worth()


def policy_rows() -> Iterator[tuple[Cell, ...]]:
    for name, (a, d) in product(("default", "R-M5=seeing_own"), COVERED):
        solved = Best(Melee(side(a), side(d), READINGS[name]), "win")
        solved.worth()
        start = solved.melee.start()
        again: dict[int | None, list[int]] = {}
        either: dict[int | None, list[int]] = {}
        for look in solved.choices[start]:
            gain = solved.advantage(start, look.own, look.enemy)
            again.setdefault(look.enemy, [])
            either.setdefault(look.enemy, [])
            if gain <= 0:
                (again if gain else either)[look.enemy].append(look.own)
        for enemy in again:
            told = (" ".join(map(str, sorted(each[enemy]))) or None for each in (again, either))
            yield name, *a, *d, "unknown" if enemy is None else enemy, *told


def charge_rows() -> Iterator[tuple[Cell, ...]]:
    pairs = [*PANEL[:2], PANEL[2], (("red", 7, "-", 0), ("red", 7, "-", 0))]
    halves = ("default", True, Fraction(1, 2))
    automatic = ("R-M11=automatic_hit", True, Fraction(1))
    standing = ("R-M12=true", False, Fraction(1, 2))
    for (name, moves, shot), (a, d) in product((halves, automatic, standing), pairs):
        fights, value = DICE[a[0]], a[1]
        arrives = passes(5 - fights, value) if moves else Fraction(1)
        contact = arrives * passes(fights, value)
        fight = Melee(side(a), side(d))
        melee = outcomes(fight.ends(fight.habit("if_missed")))
        refused = arrives - contact
        hit, removed = (Fraction(0), refused * shot) if a[3] else (refused * shot, Fraction(0))
        ends = (1 - arrives, hit, removed, refused * (1 - shot))
        yield name, *a, *d, moves, shot, *ends, *(contact * melee[end] for end in ENDS)


COMMAND = Table(
    "command_test",
    "Paper Tigers: the command test, clauses PT-M3 and PT-M19",
    {
        "colour": "colour of the card",
        "value": "its value",
        "movement": "chance to pass a test for movement",
        "combat": "chance to pass a test for a charge, or to reach the card in melee",
    },
    2,
    command_rows,
)
MELEE = Table(
    "melee",
    "Paper Tigers: the melee, clauses PT-M8 to PT-M18",
    {
        "reading": READING,
        **UNIT_COLUMNS,
        "reroll": "what a defender in cover does: never rolls again, or if it has missed its card",
        "attacker_wins": "chance that the attacker is the only one left",
        "defender_wins": "chance that the defender is the only one left",
        "both_removed": "chance that nobody is left",
        "undecided": "chance that it never ends",
        "mean_exchanges": "expected number of exchanges; - if it may never end",
    },
    10,
    melee_rows,
)
FINAL = Table(
    "melee_final_hits",
    "Paper Tigers: how a melee ends, clauses PT-M8 to PT-M18; nobody rolls again",
    {
        "reading": READING,
        **UNIT_COLUMNS,
        "outcome": "who is left",
        "hits_a": "hits of the attacker in the end, at most as many as remove it",
        "hits_d": "the same of the defender",
        "chance": "chance of this end; all others have chance 0",
    },
    12,
    final_rows,
)
BEST = Table(
    "melee_best_reroll",
    "Paper Tigers: the best use of the re-roll for cover, clauses PT-M13 and PT-M8 to PT-M18",
    {
        "reading": READING,
        **UNIT_COLUMNS,
        "goal": "what the defender wants: win (be the only one left), survive (not be removed), "
        "not_lose (the attacker must not be the only one left)",
        "chance": "the greatest chance that any policy gives",
    },
    10,
    best_rows,
)
CHARGE = Table(
    "charge",
    "Paper Tigers: move, charge, reaction shot and melee, clauses PT-M1 to PT-M18",
    {
        "reading": READING,
        **UNIT_COLUMNS,
        "moves": "whether the attacker moves first",
        "shot": "chance that a reaction shot hits",
        "stays": "chance that it fails its movement test and stays",
        "shot_hits": "chance that the charge is refused, and the shot hits and does not remove",
        "shot_removes": "chance that the charge is refused, and the shot removes",
        "shot_misses": "chance that the charge is refused, and the shot misses",
        **dict.fromkeys(ENDS, "chance of a melee with this end"),
    },
    11,
    charge_rows,
    ("A defender in cover rolls again if it has missed its card.",),
)
POLICY = Table(
    "melee_reroll_policy",
    "Paper Tigers: when it is best to roll again in the first exchange, clause PT-M13",
    {
        "reading": READING,
        **UNIT_COLUMNS,
        "enemy_roll": "total of the attacker's dice; unknown: it is not seen yet",
        "again": "own totals on which it is better to roll again; - for none",
        "either": "own totals on which both choices are exactly as good; - for none",
    },
    10,
    policy_rows,
    (
        "The defender wants to be the only one left. On all other totals it is better to keep",
        "the roll. Later exchanges are played at their best.",
    ),
)
TABLES = (COMMAND, CHARGE, MELEE, FINAL, BEST, POLICY)
