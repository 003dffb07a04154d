"""The largest values that callers may give: the last one that is taken, the first that is not.

The numbers are typed here once more, and the names found by a walk, so that none is left out.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules_lib
from rules_lib.errors import InvalidValue, RulesError, require_iterable
from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.in_die_tiefen.battle import Trade, Winner
from rules_lib.in_die_tiefen.battle.party import BillItem
from rules_lib.paper_tigers import Card, CommandDeck, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers.melee import Combatant, HitsToRemove
from rules_lib.paper_tigers.sniper.state import RED_MARKERS
from rules_lib.probability import WorkLimitExceeded, dice, zero_sum
from rules_lib.probability.errors import check_fraction
from rules_lib.sweep.running import listed
from rules_lib.text.files import read_text, read_toml
from rules_lib.triumph_and_glory.charge import balance
from rules_lib.triumph_and_glory.charge.attack import list_of
from rules_lib.triumph_and_glory.map.hexes import Hex, hexagon, rectangle
from rules_lib.triumph_and_glory.tables.results_table import Span
from rules_lib.triumph_and_glory.tables.secondary import Ratio
from rules_lib.triumph_and_glory.units import Artillery, Infantry
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import SECONDARY, at, foot, heavy, one, riders

PACKAGES = (
    "probability",
    "paper_tigers",
    "in_die_tiefen",
    "triumph_and_glory",
    "sweep",
    "errors",
    "text.files",
)
BOUND = re.compile(r"(MAX|MOST|LARGEST|LONGEST|FARTHEST|LIMIT)(_[A-Z]+)?$")
NO_BOUNDS = {
    "triumph_and_glory.charge.from_map.legality.FARTHEST",  # a rule: two or three hexes
    "triumph_and_glory.charge.from_map.legality.LONGEST_PATH",  # a rule
    "triumph_and_glory.map.board.MOST_BATTERIES",  # a rule
    "in_die_tiefen.aftermath.MOST_GAP",  # a rule
    "in_die_tiefen.battle.party.MOST_FANATICISM",  # a rule
    "in_die_tiefen.battle.advice.MOST_EXTRA",  # how far it looks by itself
    "paper_tigers.melee.odds.MOST_LOOKS",  # how many moments of decision it looks at by itself
    "paper_tigers.sniper.system.MOST_TOLD",  # how much it tells
    "triumph_and_glory.charge.from_map.legal.FARTHEST",  # what its command reads
    "triumph_and_glory.charge.system.MOST_ADVICE",  # how much it tells
    "triumph_and_glory.charge.system.MOST_STATES",  # how long its command looks by itself
}

Call = Callable[[int], object]


def a_file(size: int) -> object:
    path = Path(FOLDER[0]) / "some.txt"
    path.write_text("#" * size, "utf-8")
    return read_text(path)


FOLDER: list[str] = []
TAKEN: dict[str, tuple[int, list[Call]]] = {
    "errors.MOST_ITEMS": (100_000, [lambda n: require_iterable("x", range(n), "a list")]),
    "errors.MOST_NUMBER": (10**18, [
        lambda n: BillItem("IDT-1.1", "terrain", n), lambda n: BillItem("IDT-1.1", "terrain", -n)]),
    "probability.dice.MAX_SIDES": (1_000_000, [dice.die]),
    "probability.dice.MAX_FACES": (10_000, [
        lambda n: dice.count_showing(1, range(1, n + 1), 20_000)]),
    "probability.errors.LONGEST_FRACTION": (4000, [lambda n: check_fraction("x", "1".rjust(n))]),
    "probability.zero_sum.MOST_MOVES": (7, [lambda n: zero_sum.solve([[1] * n] * n)]),
    "in_die_tiefen.aftermath.MOST_CLASS": (100, [
        lambda n: aftermath.resolve(
            Winner.A, n, n, rulings=battle.Rulings(quality_classes="gap")
        ),
    ]),
    "paper_tigers.deck.MOST_PACKS": (20, [lambda n: CommandDeck(packs=n)]),
    "paper_tigers.deck.MOST_JOKERS": (200, [lambda n: CommandDeck(jokers=n)]),
    "paper_tigers.deck.MOST_RANKS": (100, [
        lambda n: CommandDeck({str(i): 7 for i in range(n)})]),
    "paper_tigers.sniper.odds.MOST_ATTEMPTS": (2000, [
        lambda n: sniper.search("crew", {"a": 5}).not_yet(n),
        lambda n: sniper.search("crew", {"a": 5}).found_at(n),
        lambda n: sniper.discovery("crew", n, {"a": 5}, markers=1)]),
    "paper_tigers.sniper.odds.MOST_SHOTS": (500, [
        sniper.duel_odds(Card("red", 8), "crew", {"a": 5}).not_yet]),
    "paper_tigers.sudden_strike.odds.MOST_RENEWED": (120, [
        lambda n: sudden_strike.strikes(
            n, {"a": 5}, rulings=sudden_strike.Rulings(reshuffled="when_a_joker_shows"))]),
    "paper_tigers.sudden_strike.course.MOST_STRIKES": (1000, [
        lambda n: sudden_strike.play("infantry", None, Random(1), strikes=n)]),
    "triumph_and_glory.map.hexes.LIMIT": (1000, [
        lambda n: Hex(n, 0), lambda n: Hex(-n, 0), lambda n: Hex(0, n), lambda n: Hex(0, -n)]),
    "triumph_and_glory.map.hexes.LARGEST": (100, [
        hexagon, lambda n: rectangle(n, 1), lambda n: rectangle(1, n)]),
    "triumph_and_glory.tables.results_table.FARTHEST": (1_000_000, [
        lambda n: Span(n, None), lambda n: Span(None, n), lambda n: Span(-n, None),
        lambda n: Span(None, -n)]),
    "triumph_and_glory.units.LARGEST_STRENGTH": (9999, [
        lambda n: Infantry("Y", 5, n), lambda n: Artillery("G", 5, n)]),
    "triumph_and_glory.units.LONGEST_NAME": (60, [lambda n: Infantry("Y" * n, 5, 1)]),
    "triumph_and_glory.tables.secondary.LARGEST_DRM": (99, [
        lambda n: replace(SECONDARY, rear_drm=n), lambda n: replace(SECONDARY, rear_drm=-n)]),
    "triumph_and_glory.tables.secondary.LARGEST_STACK": (1000, [
        lambda n: replace(SECONDARY, hex_limit=n),
        lambda n: replace(SECONDARY, stack_limit=n, brigade_stack_limit=n)]),
    "triumph_and_glory.tables.secondary.LARGEST_POINTS": (99_999, [
        lambda n: replace(SECONDARY, battery_points_limit=n)]),
    "triumph_and_glory.tables.secondary.LARGEST_SHARE": (1000, [
        lambda n: replace(SECONDARY, ratios=(Ratio(n, 1, 4),)),
        lambda n: replace(SECONDARY, ratios=(Ratio(1, n, 4),))]),
    "text.files.LARGEST": (1_000_000, [
        a_file, lambda n: read_toml("x", "#" * n)]),
    "text.files.MOST_POINTS": (100, [
        lambda n: read_toml("x", "#" + "." * n)]),
    "triumph_and_glory.charge.attack.MOST_UNITS": (24, [
        lambda n: list_of("x", repeat(1, n), int, 0)]),
    "triumph_and_glory.charge.attack.LARGEST_DRM": (99, [
        lambda n: one(riders(heavy("A")), at(foot("Y")), drm=n),
        lambda n: one(riders(heavy("A")), at(foot("Y")), drm=-n),
        lambda n: one(riders(heavy("A"), commitment_drm=n), at(foot("Y"))),
        lambda n: one(riders(heavy("A")), at(foot("Y")), cohesion_drm=-n)]),
    "triumph_and_glory.charge.odds.LARGEST_WORTH": (10**6, [
        lambda n: balance({"A": n}, {}), lambda n: balance({}, {"Y": n})]),
}  # fmt: skip
"""From a bound to its number, and to calls that take a value up to it."""

CARD = Card("red", 7)
FOUGHT = battle.adjudicate(Party(2), Party(3), [6, 1], [2, 5, 3])
UNIT, PAIRS = Combatant(CARD), battle.Rulings(more_than_two="each_pair")

BOUNDS: list[tuple[str, Callable[[Any], object], int, int | None]] = [
    ("value", lambda n: Card("red", n), 2, None),
    ("value", command.colour_trade, 2, None),
    ("hits", lambda n: Combatant(CARD, hits=n), 0, None),
    ("hits_to_remove.infantry", lambda n: HitsToRemove(n, 3), 2, 20),
    ("hits_to_remove.small_team", lambda n: HitsToRemove(5, n), 2, 20),
    ("hits_to_remove (R-M9)", lambda n: melee.Rulings(hits_to_remove=n), 2, 20),
    ("shot_hits", lambda n: charge.odds(UNIT, UNIT, shot_hits=n), 0, 1),
    ("moved", lambda n: charge.legality(UNIT, moved=n, distance=5), 0, None),
    ("distance", lambda n: charge.legality(UNIT, moved=5, distance=n), 0, None),
    ("drawn", lambda n: sniper.spots(n, 7, "crew"), 1, None),
    ("roll", lambda n: sniper.spots(7, n, "crew"), 2, 12),
    ("markers", lambda n: sniper.successes_needed(n, sniper.Rulings()), 1, 50),
    ("markers", lambda n: sniper.search("crew", {"a": 5}, markers=n), 1, 50),
    ("markers", lambda n: sniper.discovery("crew", 3, markers=n), 1, 50),
    ("markers", lambda n: sniper.duel_odds(CARD, "crew", {"a": 5}, markers=n), 1, 50),
    ("markers", lambda n: sniper.adjudicate([], markers=n), 1, 50),
    ("markers", sniper.Position, 1, 50),
    ("reds", lambda n: sniper.Position(laid=True, reds=n), 0, RED_MARKERS),
    ("reds", lambda n: sniper.Position(reds=n), 0, 0),
    ("attempts", lambda n: sniper.discovery("crew", n, {"a": 5}), 1, 2000),
    ("hits", lambda n: sniper.Target("crew", n), 0, 1),
    ("jokers (R-X2)", lambda n: sudden_strike.Rulings(jokers=n), 0, 200),
    ("hits", lambda n: sudden_strike.Unit("tank", n), 0, 1),
    ("value", lambda n: sudden_strike.Structure("hut", n, 2), 1, 20),
    ("dice", lambda n: sudden_strike.Structure("hut", 2, n), 1, 20),
    ("damage", lambda n: sudden_strike.Structure("hut", 2, 2, damage=n), 0, 2),
    ("activations", sudden_strike.strikes, 0, 500),
    ("rounds", lambda n: sudden_strike.strikes(5, rounds=n), 1, 100),
    ("threshold_floor (R-I5)", lambda n: battle.Rulings(threshold_floor=n), 1, 6),
    ("retreat_hexes (R-I7)", lambda n: battle.Rulings(retreat_hexes=n), 1, 60),
    ("parties", lambda n: battle.each_pair([Party(1)] * n, PAIRS), 2, 10),
    ("dice", Party, 1, 200),
    ("fanaticism", lambda n: Party(9, n), 0, 4),
    ("fanaticism", lambda n: Party.from_circumstances(fanaticism=n), 0, 4),
    ("outnumbers", lambda n: Party.from_circumstances(outnumbers=n), 1, None),
    ("deeds", lambda n: Party.from_circumstances(deeds=n), 0, 50),
    ("thwarted_enemy_deeds", lambda n: Party.from_circumstances(thwarted_enemy_deeds=n), 0, 50),
    ("failed_enemy_deeds", lambda n: Party.from_circumstances(failed_enemy_deeds=n), 0, 50),
    ("destroyed", lambda n: replace(FOUGHT.b, destroyed=(n,)), 0, 2),
    ("price", Trade, 0, None),
    ("draw", lambda n: Trade(1, n), 0, 1),
    ("morale_a", lambda n: aftermath.resolve(Winner.A, n, 1), 0, 4),
    ("morale_b", lambda n: aftermath.resolve(Winner.A, 1, n), 0, 4),
]
"""Least and most of each number of Paper Tigers and of battles, by the field that errors name."""
HELD = {
    *(f"in_die_tiefen.battle.{each}" for each in ("party.MOST_DICE", "party.MOST_DEEDS")),
    *(f"in_die_tiefen.battle.{each}" for each in ("rulings.MOST_HEXES", "odds.MOST_PARTIES")),
    *(f"paper_tigers.{each}" for each in ("melee.rulings.MOST_HITS",)),
    *(f"paper_tigers.sudden_strike.odds.{each}" for each in ("MOST_ACTIVATIONS", "MOST_ROUNDS")),
    *(f"paper_tigers.sudden_strike.state.{each}" for each in ("MOST_VALUE", "MOST_DICE")),
}
"""Bounds of which `BOUNDS` has the number."""

WORK: dict[str, tuple[int, Callable[[], object]]] = {
    "in_die_tiefen.battle.odds.MOST_WORK": (
        500_000, lambda: battle.odds(Party(200), Party(200))),
    "in_die_tiefen.battle.advice.MOST_COMPARED": (
        120, lambda: battle.superiority_in_dice(Party(61), Party(60))),
    "sweep.table.MOST_SITUATIONS": (
        1_000_000, lambda: listed({"a": range(1000), "b": range(1001)})),
}  # fmt: skip
"""From a bound of the work to its number, and to a call that would take more."""


def test_the_walk_finds_every_bound() -> None:
    found = set()
    folder = Path(rules_lib.__file__).parent
    for file in folder.rglob("*.py"):
        name = ".".join(file.relative_to(folder).with_suffix("").parts)
        if name.startswith(PACKAGES) and ".page." not in name:
            text = file.read_text("utf-8")
            for line in re.findall(r"^([A-Z_, ]+)(?:: [\w\[\], ]+)? = ", text, re.MULTILINE):
                found |= {f"{name}.{one}" for one in line.split(", ") if BOUND.match(one)}
    assert found == {*TAKEN, *WORK} | NO_BOUNDS | HELD


@pytest.mark.parametrize("name", TAKEN)
def test_the_last_that_is_taken_and_the_first_that_is_not(name: str, tmp_path: Path) -> None:
    FOLDER[:] = [str(tmp_path)]
    last, calls = TAKEN[name]
    for call in calls:
        call(last)
        with pytest.raises(RulesError):
            call(last + 1)


@pytest.mark.parametrize("name", WORK)
def test_too_much_work_names_the_limit(name: str) -> None:
    limit, call = WORK[name]
    with pytest.raises(WorkLimitExceeded) as caught:
        call()
    assert caught.value.limit == limit


@in_turn(("field", "call", "least", "most"), BOUNDS)
def test_the_least_and_the_most_are_taken_and_nothing_beyond(
    field: str, call: Callable[[Any], object], least: int, most: int | None
) -> None:
    for taken in (least, *([most] if most is not None else [])):
        assert call(taken) is not None
    for wrong in (least - 1, *([most + 1] if most is not None else [])):
        with pytest.raises(InvalidValue) as error:
            call(wrong)
        assert str(error.value).startswith(f"{field}: ")
        assert "allowed: " in str(error.value)
