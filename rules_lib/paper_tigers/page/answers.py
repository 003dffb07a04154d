"""How answers about Paper Tigers look alone in a cell."""

from rules_lib.notebook.answers import Face, Several, chances, numbers
from rules_lib.notebook.display import Display
from rules_lib.notebook.drawing import command_card, hand
from rules_lib.notebook.svg import Drawing
from rules_lib.notebook.table import CaptionedTable
from rules_lib.notebook.transcript import Transcript
from rules_lib.paper_tigers import command, melee, sniper
from rules_lib.paper_tigers import sudden_strike as strikes
from rules_lib.paper_tigers.charge.state import Action
from rules_lib.paper_tigers.el_alamein.replays import Story
from rules_lib.paper_tigers.page.scenes import of_duel, of_strikes, story_of, tell, tell_test
from rules_lib.paper_tigers.page.tables import policy_table
from rules_lib.paper_tigers.sniper.odds import DuelOdds, Search
from rules_lib.probability.step_distribution import StepDistribution
from rules_lib.text.chances import decimal, percent

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
        else decimal(distribution.mean(), 2)
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
