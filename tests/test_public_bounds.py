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
from rules_lib.notebook.limits import LIMITS, limits_table
from rules_lib.paper_tigers import Card, CommandDeck, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers.melee import Combatant, HitsToRemove
from rules_lib.paper_tigers.sniper.state import RED_MARKERS
from rules_lib.probability import Distribution, WorkLimitExceeded, chain, dice, zero_sum
from rules_lib.probability.errors import check_fraction
from rules_lib.rulebook.texts import load
from rules_lib.sweep.running import listed
from rules_lib.text.files import read_text, shipped
from rules_lib.triumph_and_glory import Board, Secondary, Terrain
from rules_lib.triumph_and_glory.charge import Intent, Stack, balance
from rules_lib.triumph_and_glory.charge.attack import list_of
from rules_lib.triumph_and_glory.map.hexes import Hex, rectangle
from rules_lib.triumph_and_glory.tables.results_table import Span
from rules_lib.triumph_and_glory.tables.secondary import Ratio
from rules_lib.triumph_and_glory.units import Artillery, Infantry
from rules_lib.values.type_checks import checked
from tests.commands.asking import Asker
from tests.hostile_world.named import TOML
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
HOME = Path(rules_lib.__file__).parent
LETTERS = (HOME / "in_die_tiefen/battle/rules.toml").read_text("utf-8")


@checked
def takes(text: str = "", items: list[int] | None = None) -> None:
    """What every function does with its arguments."""


SEARCH = sniper.search("crew", {"a": 5})
DUEL = sniper.duel_odds(Card("red", 8), "crew", {"a": 5})
TAKEN: dict[str, tuple[int, list[Call]]] = {
    "items of a list": (100_000, [
        lambda n: require_iterable("x", range(n), "a list"), lambda n: takes(items=[1] * n)]),
    "whole number without a limit of its own": (10**18, [
        lambda n: Card("red", n),
        lambda n: BillItem("IDT-1.1", "terrain", n), lambda n: BillItem("IDT-1.1", "terrain", -n)]),
    "letters of a text": (1_000_000, [lambda n: takes(text="x" * n)]),
    "sides of a die": (1_000_000, [dice.die]),
    "states of a process": (100_000, [
        lambda n: chain.explore(0, lambda at: {at + 1: 1}, lambda at: at == n - 1)]),
    "outcomes or cards in a list, parts of a mix": (1_000_000, [
        lambda n: Distribution.uniform([1] * n)]),
    "probability.dice.MAX_FACES": (10_000, [
        lambda n: dice.count_showing(1, range(1, n + 1), 20_000)]),
    "letters of a fraction, and its exponent": (4000, [
        lambda n: check_fraction("x", "1".rjust(n)), lambda n: dice.d6.quantile(f"1e-{n}")]),
    "probability.zero_sum.MOST_MOVES": (7, [lambda n: zero_sum.solve([[1] * n] * n)]),
    "dice of a party": (200, [Party]),
    "fanaticism dice": (4, [lambda n: Party(10, n)]),
    "heroic deeds": (50, [lambda n: Party.from_circumstances(deeds=n)]),
    "in_die_tiefen.aftermath.MOST_CLASS": (100, [
        lambda n: aftermath.resolve(
            Winner.A, n, n, rulings=battle.Rulings(quality_classes="gap")
        ),
    ]),
    "packs in a deck of command cards": (20, [lambda n: CommandDeck(packs=n)]),
    "jokers in it": (200, [lambda n: CommandDeck(jokers=n)]),
    "ranks in it": (100, [lambda n: CommandDeck({str(i): 7 for i in range(n)})]),
    "hits that remove a unit (R-M9)": (20, [lambda n: melee.Rulings(hits_to_remove=n)]),
    "attempts to find the sniper": (2000, [SEARCH.not_yet, SEARCH.found_at]),
    "shots of the sniper": (500, [DUEL.not_yet, DUEL.found_at]),
    "value of a structure": (20, [lambda n: sudden_strike.Structure("wall", n, 1)]),
    "dice of a structure": (20, [lambda n: sudden_strike.Structure("wall", 1, n)]),
    "activations in a round": (500, [sudden_strike.strikes]),
    "paper_tigers.sudden_strike.odds.MOST_RENEWED": (120, [
        lambda n: sudden_strike.strikes(
            n, {"a": 5}, rulings=sudden_strike.Rulings(reshuffled="when_a_joker_shows"))]),
    "paper_tigers.sudden_strike.course.MOST_STRIKES": (1000, [
        lambda n: sudden_strike.play("infantry", None, Random(1), strikes=n)]),
    "coordinate of a hex": (1000, [
        lambda n: Hex(n, 0), lambda n: Hex(-n, 0), lambda n: Hex(0, n), lambda n: Hex(0, -n)]),
    "hexes from the middle of a board to its edge": (100, [
        lambda n: Board.filled(Terrain("clear", 1), radius=n)]),
    "hexes in a row of a board": (100, [
        lambda n: Board.filled(Terrain("clear", 1), width=n, height=1),
        lambda n: rectangle(1, n)]),
    "level of a terrain": (1000, [
        lambda n: Terrain("hill", 1, n), lambda n: Terrain("hill", 1, -n)]),
    "triumph_and_glory.tables.results_table.FARTHEST": (1_000_000, [
        lambda n: Span(n, None), lambda n: Span(None, n), lambda n: Span(-n, None),
        lambda n: Span(None, -n)]),
    "strength of a unit": (9999, [lambda n: Infantry("Y", 5, n), lambda n: Artillery("G", 5, n)]),
    "triumph_and_glory.units.LONGEST_NAME": (60, [lambda n: Infantry("Y" * n, 5, 1)]),
    "triumph_and_glory.tables.secondary.LARGEST_STACK": (1000, [
        lambda n: replace(SECONDARY, hex_limit=n),
        lambda n: replace(SECONDARY, stack_limit=n, brigade_stack_limit=n)]),
    "triumph_and_glory.tables.secondary.LARGEST_POINTS": (99_999, [
        lambda n: replace(SECONDARY, battery_points_limit=n)]),
    "triumph_and_glory.tables.secondary.LARGEST_SHARE": (1000, [
        lambda n: replace(SECONDARY, ratios=(Ratio(n, 1, 4),)),
        lambda n: replace(SECONDARY, ratios=(Ratio(1, n, 4),))]),
    "letters of a table of your own": (1_000_000, [
        a_file, lambda n: Secondary.from_toml(TOML.ljust(n, "#"))]),
    "points in a line of a file": (100, [lambda n: load({"x": f"{LETTERS}\n#{'.' * n}"})]),
    "units in a stack, and stacks in an attack": (24, [
        lambda n: list_of("x", repeat(1, n), int, 0),
        lambda n: Stack([foot("Y")] * n, charges=False)]),  # type: ignore[arg-type]
    "modifier": (99, [
        lambda n: replace(SECONDARY, rear_drm=n), lambda n: replace(SECONDARY, rear_drm=-n),
        lambda n: one(riders(heavy("A")), at(foot("Y")), drm=n),
        lambda n: one(riders(heavy("A")), at(foot("Y")), drm=-n),
        lambda n: one(riders(heavy("A"), commitment_drm=n), at(foot("Y"))),
        lambda n: Intent(("A",), Hex(0, 0), commitment_drm=n),
        lambda n: one(riders(heavy("A")), at(foot("Y")), cohesion_drm=-n)]),
    "triumph_and_glory.charge.odds.LARGEST_WORTH": (10**6, [
        lambda n: balance({"A": n}, {}), lambda n: balance({}, {"Y": n})]),
}  # fmt: skip
"""From a bound, in the words of the page that states it or else by its constant, to its number, and
to calls that take a value up to it."""

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
    ("attempts", SEARCH.not_yet, 0, 2000),
    ("attempt", SEARCH.found_at, 1, 2000),
    ("shots", DUEL.not_yet, 0, 500),
    ("shot", DUEL.found_at, 1, 500),
    ("values['7']", lambda n: CommandDeck({"7": n}), 1, None),
    ("jokers", lambda n: CommandDeck(jokers=n), 0, 200),
    ("packs", lambda n: CommandDeck(packs=n), 1, 20),
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
    "in_die_tiefen.battle.rulings.MOST_HEXES",
    "in_die_tiefen.battle.odds.MOST_PARTIES",
    "paper_tigers.sudden_strike.odds.MOST_ROUNDS",
}
"""Bounds that no page states, and of which `BOUNDS` has the number."""

WORK: dict[str, tuple[int, Callable[[], object]]] = {
    "in_die_tiefen.battle.odds.MOST_WORK": (
        500_000, lambda: battle.odds(Party(200), Party(200))),
    "in_die_tiefen.battle.advice.MOST_COMPARED": (
        120, lambda: battle.superiority_in_dice(Party(61), Party(60))),
    "situations": (1_000_000, lambda: listed({"a": range(1000), "b": range(1001)})),
}  # fmt: skip
"""From a bound of the work to its number, and to a call that would take more."""


TOLD = {
    what: name
    for some in shipped("rules_lib.notebook", "limits.toml").values()
    for what, name in some.items()
}
"""The constants of the bounds that a page states."""
ELSEWHERE = {
    "words",
    "letters of a word",
    "cases of a cavalry charge that are compared",
    "rulings that one explanation measures",
    "machine words of mixed or dealt chances",
    "products of words to add two long distributions",
}
"""Tested below, with the commands, and in tests/probability: seconds at most, sums."""


def test_the_walk_finds_every_bound() -> None:
    found = set()
    for file in HOME.rglob("*.py"):
        name = ".".join(file.relative_to(HOME).with_suffix("").parts)
        if name.startswith(PACKAGES) and ".page." not in name:
            text = file.read_text("utf-8")
            for line in re.findall(r"^([A-Z_, ]+)(?:: [\w\[\], ]+)? = ", text, re.MULTILINE):
                found |= {f"{name}.{one}" for one in line.split(", ") if BOUND.match(one)}
    held = {TOLD.get(each, each) for each in (*TAKEN, *WORK)} | HELD
    here = {each for each in held if each.startswith(PACKAGES)}
    assert found == {each for each in here if BOUND.match(each.rpartition(".")[2])} | NO_BOUNDS


def test_the_page_states_each_limit_once_and_as_it_is() -> None:
    most = {each.what: each.most for each in LIMITS}
    assert len(most) == len(LIMITS)
    stated = {what: most for what, (most, _) in (TAKEN | WORK).items() if what in TOLD}
    assert {what: each for what, each in most.items() if what not in ELSEWHERE} == stated
    shown = str(limits_table())
    assert "dice of a party | 200" in shown
    assert "items of a list | 100 000" in shown
    assert str(limits_table("sweeps")).count("\n") == 2


def test_long_lines_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    ask = Asker(capsys)
    most = {limit.what: limit.most for limit in LIMITS if limit.where == "command line"}
    words, letters = most["words"], most["letters of a word"]
    assert "words" not in ask.words(*["x"] * words).error
    assert f"at most {words} words" in ask.words(*["x"] * (words + 1)).error
    assert "words of at most" not in ask.words("x" * letters).error
    assert f"words of at most {letters} letters" in ask.words("x" * (letters + 1)).error


@pytest.mark.slow
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
