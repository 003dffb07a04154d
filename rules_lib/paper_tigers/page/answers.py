"""How answers about Paper Tigers look alone in a cell, and the tables of its chapters."""

from rules_lib.errors import UnspecifiedBySource
from rules_lib.notebook.answers import Face, Several, chances, numbers
from rules_lib.notebook.display import Display
from rules_lib.notebook.drawing import command_card, hand
from rules_lib.notebook.svg import Drawing
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.notebook.transcript import Transcript
from rules_lib.paper_tigers import charge, command, melee, sniper
from rules_lib.paper_tigers import sudden_strike as strikes
from rules_lib.paper_tigers.charge.state import Action
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.el_alamein.replays import Story
from rules_lib.paper_tigers.melee import BestPolicy, Combatant
from rules_lib.paper_tigers.page.explorers.fights import CARD_VALUES, COLOURS
from rules_lib.paper_tigers.page.scenes import of_duel, of_strikes, story_of, tell, tell_test
from rules_lib.paper_tigers.sniper.odds import DuelOdds, Search
from rules_lib.paper_tigers.sudden_strike import Fate
from rules_lib.probability.step_distribution import StepDistribution
from rules_lib.rulebook import catalog
from rules_lib.text.chances import decimal, percent
from rules_lib.values.type_checks import checked


@checked
def legality_table(*cases: tuple[str, Combatant, int, int]) -> CaptionedTable:
    """What a unit is, how far it has moved, how far its target is away: the charge, or why not."""
    clauses = catalog().clauses
    rows = []
    for name, unit, moved, distance in cases:
        forbidden = charge.legality(unit, moved=moved, distance=distance)
        before = f"moved {moved}″" if moved else "stood still"
        why = "; ".join(f"{each} {clauses[each].title}" for each in forbidden) or "–"
        situation = f"{name}, {before}, target {distance}″ away"
        rows.append((situation, "no" if forbidden else "yes", why))
    return CaptionedTable(
        "May it charge?", Table(("situation", "legal", "forbidden by"), tuple(rows))
    )


@checked
def policy_table(policy: BestPolicy) -> CaptionedTable:
    """The best use of a re-roll."""
    rows = tuple(
        (
            " / ".join(f"{hits}{'*' * shaken}" for hits, shaken in row.state.sides),
            _dashed(row.enemy_rolls),
            _dashed(row.again),
            _dashed(row.either),
        )
        for row in policy.rows
    )
    goal = policy.goal.replace("_", " ")
    return CaptionedTable(
        f"When should the defender re-roll to {goal}? (raw totals; hits: attacker / defender, * if"
        " shaken)",
        Table(("hits", "enemy rolls", "re-roll", "equal"), rows),
        narrow=True,
    )


def _dashed(ranges: str) -> str:
    return ranges.replace("-", "–")


def hit_table() -> CaptionedTable:
    """The chance that a shot hits, for each card."""
    rows = tuple(
        (str(value), *(percent(sniper.hit(Card(colour, value))) for colour in COLOURS))
        for value in CARD_VALUES
    )
    caption = "How often does a shot hit?"
    return CaptionedTable(caption, Table(("card", "red", "black"), rows), narrow=True)


@checked
def duel_table(*duels: tuple[str, sniper.DuelOdds]) -> CaptionedTable:
    """What a sniper does before he is found, by the kind of his targets."""
    rows = tuple(
        (
            name,
            percent(odds.hits),
            f"{float(odds.mean_shots()):.1f}",
            str(odds.median_shots()),
            f"{float(odds.mean_hits):.1f}",
        )
        for name, odds in duels
    )
    head = ("he shoots at", "a shot hits", "shots on average", "half the time by shot", "hits")
    caption = "What does he do until he is found, each target unhurt before the shot?"
    return CaptionedTable(caption, Table(head, rows))


def effects_table() -> CaptionedTable:
    """What a hit leaves of each kind of target, under both readings of two rulings."""
    cases = {
        "unhurt infantry": sniper.Target("infantry"),
        "infantry with a hit": sniper.Target("infantry", hits=1),
        "an unhurt gun crew": sniper.Target("crew"),
        "an unhurt unit with an officer": sniper.Target("officer"),
    }
    readings = {
        "default": sniper.Rulings(),
        "R-S7 read as no": sniper.Rulings(second_hit_removes=False),
        "R-S10: all targets": sniper.Rulings(recovery="all_targets"),
    }

    def told(effect: sniper.Effect) -> str:
        if effect.removed:
            return "removed"
        try:
            return "must recover" if effect.must_recover else "need not recover"
        except UnspecifiedBySource:
            return "not said"

    rows = tuple(
        (
            name,
            *(told(sniper.effect(target, True, read)) for read in readings.values()),
        )
        for name, target in cases.items()
    )
    head = ("hit by the sniper", *readings)
    return CaptionedTable("What does a hit leave?", Table(head, rows))


def structures_table() -> CaptionedTable:
    """The structures with what they are good for."""
    held = Fate.UNAFFECTED
    rows = tuple(
        (
            each.name,
            str(each.value),
            str(each.dice),
            percent(strikes.strike("infantry", each).probability(lambda it: it.fate == held))
            if each.protects
            else "no cover",
        )
        for each in strikes.STRUCTURES
    )
    head = ("structure", "value", "dice", "holds")
    caption = "Which structures are there, and how often do they hold? (secondary source)"
    return CaptionedTable(caption, Table(head, rows), narrow=True)


SEARCHED = 8
"""Attempts or shots that are shown one by one."""


def _melee(odds: melee.Odds) -> Display:
    ends = {
        "the attacker wins": odds.attacker_wins,
        "the defender wins": odds.defender_wins,
        "both are removed": odds.both_removed,
        "it can never end": odds.undecided,
    }
    shown = chances(
        "How does the melee end?",
        [each for each in ends.items() if each[1] or each[0] != "it can never end"],
    )
    lasts = numbers("How long does it last?", [("exchanges, on average", average(odds.exchanges))])
    return Several(shown, lasts, *([_policy(odds.policy)] if odds.policy else []))


def average(distribution: StepDistribution) -> str:
    """The mean of a distribution, if it has one."""
    return (
        f"without end {percent(distribution.never)} of the time"
        if distribution.never
        else decimal(distribution.mean())
    )


def _fight(fight: melee.Fight) -> Transcript:
    pair = zip(fight.names, (fight.pairing.attacker, fight.pairing.defender), strict=True)
    return tell(fight, " against ".join(f"{name}, {unit.card}" for name, unit in pair))


def _policy(best: melee.BestPolicy) -> Display:
    return policy_table(best) if best.rows else numbers("There is nothing to decide", [("", "–")])


def _best(best: melee.BestPolicy) -> Display:
    goal = best.goal.replace("_", " ")
    return Several(
        chances(f"How often does the defender {goal}?", [("", best.value)]), _policy(best)
    )


def _action(action: Action) -> Transcript:
    mine, theirs = action.names
    return tell(action, f"{mine}, {action.tests[0].card}, charges {theirs}")


def _trade(trade: command.ColourTrade) -> CaptionedTable:
    rows = [
        (f"{colour} {trade.value} {does}", getattr(trade, f"{colour}_{does}"))
        for colour in ("red", "black")
        for does in ("moves", "fights")
    ]
    return chances("Which colour for which order?", rows)


def _search(search: Search) -> CaptionedTable:
    found = [(f"by attempt {n}", 1 - search.not_yet(n)) for n in range(1, SEARCHED + 1)]
    return chances("When is he found?", [*found, ("never", search.never)])


def _duel_odds(odds: DuelOdds) -> Display:
    found = [(f"found by shot {n}", 1 - odds.not_yet(n)) for n in range(1, SEARCHED + 1)]
    rows = [("a shot hits", odds.hits), *found, ("never found", odds.never)]
    return chances(f"What does the sniper do? {sniper.UNHURT_TARGETS}", rows)


def _siege(siege: strikes.Siege) -> Display:
    distributions = {
        "the unit is removed by strike": siege.unit_lasts,
        "the structure shields nobody any more by strike": siege.structure_lasts,
        "both have come about by strike": siege.both_last,
    }
    lasts = numbers(
        "How long do they last, on average?", [(k, average(v)) for k, v in distributions.items()]
    )
    fallen = [("it stops shielding first, or with the unit", siege.outlived)]
    left = [(f"value {value} is left of it", chance) for value, chance in siege.left.items()]
    return Several(lasts, chances("What becomes of the structure?", [*fallen, *left]))


def _record(record: strikes.Record) -> Transcript:
    drawings: dict[int, Drawing] = {
        at: hand(None, step.faces, "neutral" if step.throw == "structure" else "second")
        for at, step in enumerate(record.steps)
        if step.faces
    }
    return Transcript("Sudden strikes", record.steps, drawings, what_if=of_strikes(record))


FACES: dict[type, Face] = {
    melee.Odds: _melee,
    melee.Fight: _fight,
    melee.BestPolicy: _best,
    Action: _action,
    command.CommandTest: lambda test: tell_test(test, "The unit"),
    command.Card: lambda card: command_card(card.colour, card.value),
    command.ColourTrade: _trade,
    Search: _search,
    DuelOdds: _duel_odds,
    sniper.Duel: lambda duel: Transcript(
        "The sniper’s duel", duel.steps, {}, what_if=of_duel(duel)
    ),
    strikes.Siege: _siege,
    strikes.Record: _record,
    Story: lambda story: Several(*(story_of(story, number) for number in story.actions)),
}
