"""Golden tables of Paper Tigers: melee and charge, the snipers, the sudden strike."""

import re
from collections.abc import Iterator
from fractions import Fraction

from tests.golden.form import Cell, Row, Table, readings
from tests.oracles import sudden_strike_brute as striking
from tests.oracles.chances import reaching
from tests.oracles.melee_best import Best
from tests.oracles.melee_brute import Melee, Side, action, outcomes
from tests.oracles.melee_brute import Readings as Melees
from tests.oracles.sniper_brute import Card, Hunt, hard_to_find, moved, sight
from tests.oracles.sniper_brute import Readings as Snipers
from tests.oracles.sudden_strike_brute import SHELTERS
from tests.oracles.sudden_strike_brute import Readings as Strikes

DICE = {"red": 3, "black": 2}
ENDS = ("attacker_wins", "defender_wins", "both_removed", "undecided")


def side(row: Row, letter: str) -> Side:
    traits = row[f"{letter}_traits"].split()
    small, officer, cover, shaken = (
        word in traits for word in ("small_team", "officer", "in_cover", "shaken")
    )
    dice, value = DICE[row[f"{letter}_colour"]], int(row[f"{letter}_value"])
    return Side(dice, value, small, officer, cover, int(row[f"{letter}_hits"]), shaken)


def fought(row: Row) -> Melee:
    read = readings(row, Melees)
    hits = re.search(r"R-M9=HitsToRemove\(infantry=(\d+), small_team=(\d+)\)", row["reading"])
    if hits:
        read = read._replace(infantry_hits=int(hits[1]), small_team_hits=int(hits[2]))
    return Melee(side(row, "a"), side(row, "d"), read)


def command(row: Row) -> Iterator[tuple[Cell, ...]]:
    fights, value = DICE[row["colour"]], int(row["value"])
    yield reaching(value, 5 - fights), reaching(value, fights)


def melee(row: Row) -> Iterator[tuple[Cell, ...]]:
    fight = fought(row)
    policy = fight.habit(row["reroll"])  # type: ignore[arg-type] # a habit
    chances = outcomes(fight.ends(policy))
    mean = None if chances["undecided"] else fight.mean_length(policy)
    yield *(chances[end] for end in ENDS), mean


def final_hits(row: Row) -> Iterator[tuple[Cell, ...]]:
    fight = fought(row)
    for end, chance in sorted(fight.ends(fight.habit("never")).items()):
        yield end.how, end.hits_a, end.hits_d, chance


def best(row: Row) -> Iterator[tuple[Cell, ...]]:
    yield (Best(fought(row), row["goal"]).worth(),)  # type: ignore[arg-type] # a goal


def policy(row: Row) -> Iterator[tuple[Cell, ...]]:
    solved = Best(fought(row), "win")
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
        yield "unknown" if enemy is None else enemy, *told


def charge(row: Row) -> Iterator[tuple[Cell, ...]]:
    moves, alike = row["moves"] == "yes", row["reading"] == "R-M14=red_three"
    yield tuple(action(fought(row), Fraction(row["shot"]), moves=moves, alike=alike).values())


# ---------------------------------------------------------------- the snipers

ATTEMPTS, SHOTS = 8, 6


def pack(row: Row) -> tuple[Card, ...]:
    """A whole pack of cards, and jokers."""
    court = (10, 10, 10, 11) if row["reading"].startswith("R-S2=") else (11, 12, 13, 14)
    cards = (value for value in (*range(2, 11), *court) for _ in range(4))
    return (*cards, *["joker"] * int(row["jokers"]))


def hunt(row: Row, *shot: int) -> Hunt:
    """In a small pile, named by its cards."""
    pile = tuple("joker" if each == "joker" else int(each) for each in row["pile"].split())
    return Hunt(pile, int(row["markers"]), readings(row, Snipers), *shot)


def hit(row: Row) -> Iterator[tuple[Cell, ...]]:
    yield (reaching(int(row["value"]), DICE[row["colour"]]),)


def spotted(row: Row) -> Iterator[tuple[Cell, ...]]:
    kind, cards = row["kind"], pack(row)
    if row["reading"] == "R-S13=own" and kind in ("officer", "observer", "sniper"):
        yield ("unspecified",)
        return
    whole = Hunt(cards, readings=readings(row, Snipers))
    yield (sum((p * whole.success(card, kind) for p, card, _ in whole.draws(cards)), Fraction(0)),)


def search(row: Row) -> Iterator[tuple[Cell, ...]]:
    kind, looked = row["kind"], hunt(row)
    yield *looked.search([kind] * ATTEMPTS)[1:], looked.mean_attempts(kind)


def duel(row: Row) -> Iterator[tuple[Cell, ...]]:
    shots = hunt(row, DICE[row["colour"]], int(row["value"]))
    yield *shots.duel(row["kind"], SHOTS)[1:], shots.mean_shots(row["kind"])


def effect(row: Row) -> Iterator[tuple[Cell, ...]]:
    """PT-S1 to PT-S3: a hit damages; on a damaged unit it is the second."""
    kind = row["kind"]
    removed = row["hits"] == "1" and row["reading"] != "R-S7=false"
    tests: Cell = not removed and (kind == "infantry" or row["reading"] == "R-S10=all_targets")
    if not removed and not tests and kind in ("officer", "observer"):
        tests = "unspecified"  # whether they are infantry
    yield removed, True, tests


def seen(row: Row) -> Iterator[tuple[Cell, ...]]:
    """PT-S7: who needs 2 more to spot what is barely visible."""
    read = readings(row, Snipers)
    yield sight(row["kind"], read), hard_to_find(row["kind"], read, found=True)


def move(row: Row) -> Iterator[tuple[Cell, ...]]:
    """PT-S5: four markers when he moves; and if some are out?"""
    lie = moved(int(row["out"]), int(row["markers"]), readings(row, Snipers))
    yield len(lie[0]), Fraction(sum(each[0] == "green" for each in lie), len(lie))


# ---------------------------------------------------------------- the sudden strike

UNNAMED = ("gun_crew", "small_team", "officer")
STRIKES = 5


def saves(row: Row) -> Iterator[tuple[Cell, ...]]:
    unsaid = row["reading"] == "R-X5=unspecified" and row["kind"] in UNNAMED
    yield ("unspecified" if unsaid else 1 - striking.fails(striking.DICE[row["kind"]]),)


def struck(row: Row) -> Iterator[tuple[Cell, ...]]:
    shelter = SHELTERS.get(row["structure"])
    shelter = shelter and shelter._replace(damage=int(row["damage"]))
    try:
        ends = striking.strike(row["kind"], int(row["hits"]), shelter, readings(row, Strikes))
    except striking.Unsaid:
        yield "-", None, None, "-", "unspecified"
        return
    for after, chance in ends.items():
        value = None if shelter is None else after.value
        yield after.fate, after.hits, value, after.lost or "nothing", chance


def siege(row: Row) -> Iterator[tuple[Cell, ...]]:
    who = row["kind"], int(row["hits"]), SHELTERS[row["structure"]], readings(row, Strikes)
    ends = striking.course(*who, STRIKES)
    yield *ends.unit[1:], *ends.structure[1:], striking.mean_strikes(*who)


def jokers(row: Row) -> Iterator[tuple[Cell, ...]]:
    reading = row["reading"].removeprefix("R-X3=") if "R-X3" in row["reading"] else "when_used_up"
    cards, count, activations, rounds = (
        int(row[name]) for name in ("cards", "jokers", "activations", "rounds")
    )
    yield from sorted(
        striking.jokers_shown(cards + count, count, activations, rounds, reading).items()
    )


TABLES = (
    Table("command_test", command),
    Table("charge", charge),
    Table("melee", melee),
    Table("melee_final_hits", final_hits, ends=3),
    Table("melee_best_reroll", best),
    Table("melee_reroll_policy", policy, ends=1),
    Table("sniper_hit", hit),
    Table("sniper_spotting", spotted),
    Table("sniper_search", search),
    Table("sniper_duel", duel),
    Table("sniper_effect", effect),
    Table("sniper_sight", seen),
    Table("sniper_move", move),
    Table("sudden_strike_save", saves),
    Table("sudden_strike", struck, ends=4),
    Table("sudden_strike_siege", siege),
    Table("sudden_strike_jokers", jokers, ends=1),
)
