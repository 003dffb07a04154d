"""Valid values that no annotation tells of."""

import os
import tempfile
import tomllib
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import dyce
import icepool

import rules_lib
from rules_lib import impact, rulebook, situations, sweep
from rules_lib.impact import Bench
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, charge, el_alamein, melee, sniper
from rules_lib.probability import Distribution, Rng, dice
from rules_lib.probability import chain as chains
from rules_lib.transcript import Step
from rules_lib.triumph_and_glory import (
    Board,
    Cavalry,
    Hex,
    Infantry,
    Placed,
    Secondary,
    Terrain,
    example,
)
from rules_lib.triumph_and_glory import charge as cavalry
from rules_lib.triumph_and_glory.example import record as example_record
from rules_lib.triumph_and_glory.example import scene
from rules_lib.triumph_and_glory.page import duel
from rules_lib.triumph_and_glory.tables.results_table import ResultsTable
from rules_lib.triumph_and_glory.tables.secondary import default_secondary
from rules_lib.triumph_and_glory.units import Artillery, Order, Unit
from tests.impact.shared import bench

HALF = Fraction(1, 2)
RED = Card("red", 7)
RIDER = Cavalry("x", 4, strength=6, heavy=True)
SQUARES = Infantry("Y", 6, strength=6)

PLAN = {"square": False, "recall": False, "counter-shock": False, "retreat before shock": False}
WAYS = {"A": [Hex(1, 0), Hex(2, 0), Hex(3, 0)]}


class Middle:
    """A source of chance that draws the same each time, so that answers can be compared."""

    def randrange(self, stop: int, /) -> int:
        return stop // 2


def strip() -> Board:
    """A board so small that a map can show it."""
    rider = Placed(Cavalry("A", 3, heavy=True), Hex(0, 0), "attacker", 5)
    foot = Placed(Infantry("Y", 5), Hex(3, 0), "defender", 2)
    return Board.filled(Terrain("clear", 1), width=4, height=1, units=[rider, foot])


@cache
def board() -> Board:
    clear = Terrain("clear", 1)
    units = [Placed(RIDER, Hex(-3, 0), "ours", 5), Placed(SQUARES, Hex(0, 0), "theirs", 3)]
    return Board.filled(clear, radius=3, units=units)


def squared() -> Board:
    return board().replaced(SQUARES.ordered(Order.SQUARE))


def situation() -> cavalry.Situation:
    return cavalry.Situation.of([cavalry.Stack((RIDER,))], [cavalry.Target((SQUARES,))])


@cache
def cavalry_odds() -> cavalry.Odds:
    return cavalry.odds(situation(), PLAN)


@cache
def tossed() -> Any:
    """A chain: a coin until it shows heads."""
    return chains.explore(0, lambda _: {0: 1, 1: 1}, lambda state: state == 1)


def waiting() -> Any:
    """A problem: whether to wait for heads."""
    return chains.DecisionProblem(0, _wait, _toss, bool, int)


def _wait(_: int) -> list[str]:
    return ["wait"]


def _toss(*_: object) -> dict[int, int]:
    return {0: 1, 1: 1}


def ruled() -> rulebook.Ruling:
    return rulebook.catalog().rulings["R-M1"]


def house_rules() -> Path:
    """A file of house rules, written once for all tests of a process."""
    path = Path(tempfile.gettempdir()) / f"hostile-rules-{os.getpid()}.toml"
    path.write_text(rulebook.HouseRules({"R-M1": False}).to_toml(), "utf-8")
    return path


def situation_file() -> Path:
    """A situation as a file, written once for all tests of a process."""
    path = Path(tempfile.gettempdir()) / f"hostile-situation-{os.getpid()}.toml"
    path.write_text('game = "battle"\na = "5 dice"\nb = "4 dice"', "utf-8")
    return path


VALUES: dict[Any, Callable[[], Any]] = {
    bool: lambda: True,
    int: lambda: 3,
    float: lambda: 1.5,
    str: lambda: "x",
    Fraction: lambda: HALF,
    Path: lambda: Path("/dev/null"),
    Step: lambda: Step("It happens.", ("PT-M9",)),
    # probability
    Distribution: lambda: dice.die(6),
    chains.StepDistribution: lambda: tossed().steps,
    chains.Chain: tossed,
    chains.DecisionProblem: lambda: waiting(),
    chains.Optimum: lambda: waiting().solve(),
    # rulebook, sweeps, impact
    rulebook.Ruling: ruled,
    rulebook.Clause: lambda: rulebook.catalog().clauses["PT-M9"],
    rulebook.Catalog: rulebook.catalog,
    rulebook.RulingSet: melee.Rulings,
    sweep.Table: lambda: sweep.Table(
        ("x", "y", "z"), tuple({"x": a, "y": b, "z": a + b} for a in "xy" for b in "xy")
    ),
    impact.Impact: lambda: impact.measure("R-I9"),
    Bench: Bench,
    Executor: lambda: ThreadPoolExecutor(1),
    Rng: Middle,
    # the games
    battle.Odds: lambda: battle.odds(Party(2), Party(2)),
    battle.Fought: lambda: battle.adjudicate(Party(1), Party(1), [6], [5]),
    melee.State: lambda: melee.State(0, False, 0, False, True),
    melee.Odds: lambda: melee.odds(melee.Combatant(RED), melee.Combatant(RED)),
    melee.BestPolicy: lambda: (
        melee.odds(
            melee.Combatant(RED), melee.Combatant(RED, in_cover=True), reroll=melee.Goal.WIN
        ).policy
    ),
    melee.Fight: lambda: melee.adjudicate(melee.Combatant(RED), melee.Combatant(RED), [(12, 3)]),
    charge.Action: lambda: charge.adjudicate(
        melee.Combatant(RED), melee.Combatant(RED), movement_roll=2
    ),
    Card: lambda: RED,
    el_alamein.Story: el_alamein.corrected,
    sniper.Search: lambda: sniper.search("infantry"),
    sniper.DuelOdds: lambda: sniper.duel_odds(RED, "infantry"),
    sniper.Duel: lambda: sniper.adjudicate([sniper.Move()]),
    sniper.Position: lambda: sniper.after_move(sniper.Position(3)),
    # Triumph & Glory
    Unit: lambda: SQUARES,
    Cavalry: lambda: RIDER,
    Artillery: lambda: Artillery("G", 5, strength=1, fire=4),
    Hex: lambda: Hex(0, 0),
    Board: board,
    cavalry.Situation: situation,
    cavalry.Stack: lambda: cavalry.Stack((RIDER,)),
    cavalry.Odds: cavalry_odds,
    cavalry.Best: lambda: cavalry.decide(situation(), cavalry.drive_out("Y")),
    cavalry.Intent: lambda: cavalry.Intent(("x",), Hex(0, 0), (Hex(-2, 0), Hex(-1, 0))),
    cavalry.Charge: lambda: scene.replay(),
    Secondary: default_secondary,
    ResultsTable: lambda: default_secondary().results,
    example_record.PrintedFight: lambda: example_record.FIGHT_OVER_Y,
}
"""By class."""

HOME = Path(rules_lib.__file__).parent / "triumph_and_glory"
TEXTS = HOME.parent / "in_die_tiefen" / "battle" / "rules.toml"
TOML = (HOME / "tables" / "secondary.toml").read_text("utf-8")


FOR: dict[str, Callable[[], Any]] = {
    "notebook.adjudicator.forms.form_html:name": lambda: "melee",
    # probability
    "probability.chain.explore:step": lambda: lambda state: {"x": 1},
    "probability.chain.explore:is_end": lambda: bool,
    "probability.distribution.Distribution.then:f": lambda: lambda _: dice.die(6),
    "probability.distribution.Distribution:probabilities": lambda: {1: HALF, 2: HALF},
    "probability.distribution.Distribution.given:predicate": lambda: bool,
    "probability.distribution.Distribution.from_dyce:histogram": lambda: dyce.H(6),
    "probability.distribution.Distribution.from_icepool:die": lambda: icepool.d6,
    # rulebook, impact: what one door has measured, the next need not
    **{
        f"impact.measuring.{door}:bench": bench
        for door in ("measure", "ranking", "unreachable", "clashes", "gaps", "never_matter")
    },
    "impact.measuring.ranking:system": lambda: "paper-tigers-sudden-strike",
    "impact.measuring.unreachable:system": lambda: "paper-tigers-sudden-strike",
    # the games
    "in_die_tiefen.aftermath.odds:morale_a": lambda: {3: Fraction(1)},
    "in_die_tiefen.aftermath.odds:morale_b": lambda: {3: Fraction(1)},
    "triumph_and_glory.charge.adjudicate.play:decisions": lambda: PLAN,
    "triumph_and_glory.charge.odds.odds:decisions": lambda: PLAN,
    "triumph_and_glory.charge.system.CavalryCharge:decisions": lambda: PLAN,
    "in_die_tiefen.battle.odds.each_pair:parties": lambda: [Party(1), Party(2)],
    "in_die_tiefen.battle.adjudicate.Side:rolls": lambda: (6, 5, 1),
    "in_die_tiefen.battle.adjudicate.Side:destroyed": lambda: (0, 1),
    "paper_tigers.command.require_total:total": lambda: 9,
    "paper_tigers.melee.adjudicate.adjudicate:rolls": lambda: [(12, 3)],
    "paper_tigers.sudden_strike.course.adjudicate:strikes": list,
    "paper_tigers.sudden_strike.state.structure:name": lambda: "bunker",
    # Triumph & Glory
    "triumph_and_glory.map.board.Board.filled:radius": lambda: 3,
    "triumph_and_glory.map.board.Board.require_on_board:at": lambda: Hex(0, 0),
    "triumph_and_glory.charge.advice.decide:goal": lambda: cavalry.rout("Y"),
    "triumph_and_glory.charge.from_map.legality.legality:path": lambda: [Hex(-2, 0), Hex(-1, 0)],
    "triumph_and_glory.charge.adjudicate.adjudicate:complete": lambda: False,
    "triumph_and_glory.map.hexes.Hex.direction_to:neighbour": lambda: Hex(1, 0),
    "triumph_and_glory.charge.from_map.fronts.position:attacker": lambda: Hex(1, 0),
    "triumph_and_glory.charge.from_map.fronts.position:placed": lambda: board().find("Y"),
    "triumph_and_glory.tables.results_table.ResultsTable:rows": lambda: (
        default_secondary().results.rows
    ),
    "triumph_and_glory.tables.results_table.ResultsTable.from_data:data": (
        lambda: tomllib.loads(TOML)["results"]["table"]
    ),
    "triumph_and_glory.tables.secondary.Secondary.from_toml:text": lambda: TOML,
    "triumph_and_glory.tables.secondary.Secondary.load:path": lambda: (
        HOME / "tables" / "secondary.toml"
    ),
    "triumph_and_glory.charge.square.form_line:unit": lambda: "Y",
    "in_die_tiefen.battle.party.Party.parse_both:a": lambda: "3 dice",
    "in_die_tiefen.battle.party.Party.parse_both:b": lambda: "4 dice",
    "notebook.headline.HeadlineChance:sentence": lambda: "It wins {chance}.",
    "notebook.learn.questions.ask:game": lambda: "in_die_tiefen",
    "notebook.learn.walk.tell:name": lambda: "test",
    "triumph_and_glory.page.meetings.ends:odds": lambda: cavalry.odds(
        duel(), {"square": False, "counter-shock": True}
    ),
    "triumph_and_glory.page.example.example_answers:verdicts": (
        lambda: [example.Verdict("R-N1", "printed", True)]
    ),
    "triumph_and_glory.page.example.example_luck:chances": example.chances,
    "triumph_and_glory.page.example.example_part:start": lambda: "Step 1",
    "rulebook.house_rules.HouseRules.from_toml:text": lambda: "[rulings]",
    "rulebook.house_rules.HouseRules.of:kind": lambda: melee.Rulings,
    "rulebook.texts.load:texts": lambda: {"x": TEXTS.read_text("utf-8")},
    **dict.fromkeys(
        ("system.files.to_dict:setup", "system.files.to_json:setup", "system.files.to_toml:setup"),
        lambda: situations.from_dict({"game": "battle", "a": "5 dice", "b": "4 dice"}),
    ),
    "system.files.from_dict:data": lambda: {"game": "battle", "a": "5 dice", "b": "4 dice"},
    "system.files.from_json:text": lambda: '{"game": "battle", "a": "5 dice", "b": "4 dice"}',
    "system.files.from_toml:text": lambda: 'game = "battle"\na = "5 dice"\nb = "4 dice"',
    "system.files.from_text:text": lambda: 'game = "battle"\na = "5 dice"\nb = "4 dice"',
    "system.files.load:path": situation_file,
    "in_die_tiefen.battle.system.Battle.adjudicate:dice": (
        lambda: battle.Rolled(rolls_a=[6, 3, 2], rolls_b=[5, 4, 1])
    ),
    "paper_tigers.charge.system.Charge.adjudicate:dice": lambda: charge.Rolled(movement_roll=8),
    "rulebook.house_rules.HouseRules.from_dict:data": lambda: {"rulings": {"R-M1": False}},
    "paper_tigers.sniper.state.Target.parse:text": lambda: "infantry",
    "paper_tigers.sniper.state.Shot.parse:text": lambda: "9 at infantry",
    "paper_tigers.sudden_strike.state.Unit.parse:text": lambda: "tank",
    "paper_tigers.sudden_strike.state.Structure.parse:text": lambda: "bunker",
    "in_die_tiefen.battle.party.Party.parse:text": lambda: "5 dice",
    "triumph_and_glory.charge.situation.Situation.parse:chargers": (
        lambda: ["heavy 5, strength 6"]
    ),
    "triumph_and_glory.charge.situation.Situation.parse:targets": (
        lambda: ["infantry 5, strength 5"]
    ),
    "sweep.table.Table.pivot:columns": lambda: "y",
    "sweep.table.Table.pivot:values": lambda: "z",
    "triumph_and_glory.charge.from_map.declare.declare:open_flank": lambda: {Hex(0, 0): True},
    "triumph_and_glory.charge.attack.Stack:units": lambda: (RIDER,),
    "triumph_and_glory.tables.secondary.Secondary:fire_rows": lambda: default_secondary().fire_rows,
    "triumph_and_glory.tables.secondary.Secondary:items": lambda: default_secondary().items,
    "triumph_and_glory.charge.square.square_move:board": lambda: squared(),
    "triumph_and_glory.charge.square.square_move:unit": lambda: "Y",
    "triumph_and_glory.charge.square.form_line:board": lambda: squared(),
    # what shows
    "triumph_and_glory.page.signs.Move:path": lambda: (Hex(0, 0), Hex(1, 0)),
    "paper_tigers.page.scenes.tell_duel:hands": list,
    "triumph_and_glory.page.borrowed.borrowed:sections": lambda: "fire",
    "triumph_and_glory.page.charges.charge_map:board": lambda: strip(),
    "triumph_and_glory.page.charges.walk_charge:board": lambda: strip(),
    "triumph_and_glory.page.charges.walk_charge:decisions": dict,
}
"""By door and parameter."""

BY_NAME: dict[str, Callable[[], Any]] = {
    "bench": bench,
    "chosen": lambda: {"R-M1": False},
    "field": lambda: "rear_drm",
    "ids": lambda: "PT-M9",
    "number": lambda: 2,
    "path": house_rules,
    "rolls_a": lambda: [1, 2, 3],
    "rolls_b": lambda: [1, 2, 3],
    "rule_id": lambda: "R-M1",
    "system": lambda: "in-die-tiefen",
    "text": lambda: "red 7",
    "to": lambda: Hex(1, 0),
    "ways": lambda: WAYS,
    "x": lambda: 3,
}
"""By parameter, where its name says enough; `FOR` comes first."""

LONG_ANSWERS = {
    ("probability.distribution.Distribution.uniform:outcomes", "many zeros"),
    ("sweep.running.sweep:situations", "a long list"),
    ("sweep.running.sweep:situations", "many zeros"),
    ("impact.measuring.ranking:system", "None"),
    ("impact.measuring.unreachable:system", "None"),
    ("impact.measuring.ranking:bench", "None"),
    ("impact.measuring.ranking:executor", "None"),
    ("impact.measuring.unreachable:bench", "None"),
    ("impact.measuring.clashes:bench", "None"),
    ("impact.measuring.clashes:situations", "a million"),
    ("impact.measuring.gaps:bench", "None"),
    ("impact.measuring.never_matter:bench", "None"),
}
"""Valid, and answered by much work: whole rankings, stories and sheets, the largest die."""

TAKEN = {
    "probability.distribution.Distribution.get:default",
}
"""Parameters that take anything, though their annotation does not say so."""

HELD_LATER = {
    "in_die_tiefen.battle.rulings.Rulings",
    "paper_tigers.melee.state.State",
    "paper_tigers.melee.state.Rolls",
    "paper_tigers.sniper.state.Shot",
    "paper_tigers.sudden_strike.course.Dice",
    "rulebook.entries.Clause",
    "probability.chain.Stuck",
    "probability.decision.DecisionProblem",
}
"""Plain records: what they hold is held to its kind where it is used."""

SHOWN_LATER = {
    "in_die_tiefen.battle.advice.TacticsGame",
    "paper_tigers.sniper.odds.Search",
    "sweep.table.Failure",
    "sweep.table.Pivot",
}
"""Not shown by the walk: what these hold must fit together, or may be anything."""

HELD_AS_GIVEN = {"a huge fraction", "a million"}
"""Valid, and not looked at: Python does not write such a fraction out; a distribution of a million
outcomes takes some seconds to show."""

CALLED = {
    "at": ("hex",),
    "to": ("hex",),
    "name": ("column",),
    "rows": ("column",),
    "columns": ("column",),
    "values": ("column",),
    "rule_id": ("ruling", "id"),
    "kind": ("spotter", "unit", "words"),
    "spotter": ("words",),
    "text": ("card", "table", "secondary"),
    "movement_roll": ("movement roll",),
    "charge_roll": ("charge roll",),
    "probabilities": ("Distribution",),
    "attackers": ("name",),
    "names": ("name",),
    "dot": ("marker",),
    "data": ("x",),
    "b_in_other_front": ("in_other_front",),
    "roll": ("roll",),
}
"""What messages call a parameter instead, in words that a player knows."""
