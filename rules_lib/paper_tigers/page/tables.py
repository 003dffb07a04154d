"""The tables of the Paper Tigers chapters."""

from rules_lib.errors import UnspecifiedBySource
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.paper_tigers import charge, sniper
from rules_lib.paper_tigers import sudden_strike as strikes
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.melee import BestPolicy, Combatant
from rules_lib.paper_tigers.page.explorers.fights import CARD_VALUES, COLOURS
from rules_lib.paper_tigers.sudden_strike import Fate
from rules_lib.rulebook import catalog
from rules_lib.text.chances import percent
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
