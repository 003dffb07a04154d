"""Drawn scenes of the mass battle: the seven steps, a bill, a battle with its dice, morale."""

from itertools import pairwise

from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.drawing import Drawing, Edge, Node, flow, hand
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.picture import Table
from rules_lib.presentation.transcript import Transcript
from rules_lib.transcript import Throw
from rules_lib.type_checks import checked


def battle_flow() -> Drawing:
    """The seven steps of a battle."""
    nodes = [
        Node("circumstances", "1 Circumstances: dice for both", ("IDT-1.1", "IDT-1.2")),
        Node("tactics", "2 Tactics: chosen in secret", ("IDT-2.1", "IDT-2.3")),
        Node("deeds", "3 Heroic deeds", ("IDT-3.1", "IDT-3.2")),
        Node("pool", "4 Count the dice", ("IDT-4.1",)),
        Node(
            "roll",
            "5 Battle roll: sixes destroy, the higher remaining total wins",
            ("IDT-5.2", "IDT-5.4"),
        ),
        Node("losses", "6 Losses: destroyed dice by all dice", ("IDT-6.1", "IDT-6.2")),
        Node("after", "7 Aftermath: morale and retreat", ("IDT-7.1", "IDT-7.2"), "end"),
    ]
    edges = [Edge(start.id, end.id) for start, end in pairwise(nodes)]
    return flow(nodes, edges, "A battle in seven steps", rule_link)


@checked
def bill_table(*parties: tuple[str, Party]) -> CaptionedTable:
    """Where the dice of the parties come from, a column each."""
    lines = dict.fromkeys(f"{i.what} ({i.clause})" for _, party in parties for i in party.bill)
    rows = []
    for line in lines:
        dice = [
            sum(i.dice for i in party.bill if f"{i.what} ({i.clause})" == line)
            for _, party in parties
        ]
        rows.append((line, *(str(count) if count else "–" for count in dice)))
    rows.append(("in all", *(str(party.dice) for _, party in parties)))
    head = ("for", *(name for name, _ in parties))
    return CaptionedTable("Where do the dice come from?", Table(head, tuple(rows)))


@checked
def tell_battle(fought: battle.Battle, title: str) -> Transcript:
    """A battle roll step by step, with the dice drawn, destroyed ones in grey."""
    hands: dict[Throw, list[Drawing]] = {
        "first": [hand(None, fought.a.rolls, "first")],
        "second": [hand(None, fought.b.rolls, "second")],
        "destroyed": [
            hand(None, [side.rolls[place] for place in side.destroyed], "neutral")
            for side in (fought.b, fought.a)
            if side.destroyed
        ],
    }
    drawings = {at: hands[step.throw].pop(0) for at, step in enumerate(fought.steps) if step.throw}
    return Transcript(title, fought.steps, drawings, rule_link)


def morale_table() -> CaptionedTable:
    """Hexes open to the loser, by the two morale classes."""
    rows = []
    for won in aftermath.CLASSES:
        cells = []
        for lost in aftermath.CLASSES:
            after = aftermath.resolve(battle.Winner.A, won, lost)
            cells.append(f"{after.hexes}" + (f"+{after.farther}" if after.farther else ""))
        rows.append((str(won), *cells))
    head = ("winner ↓ loser →", *(str(lost) for lost in aftermath.CLASSES))
    caption = "How many hexes are open to the loser, by quality class? (“+”: farther ones)"
    return CaptionedTable(caption, Table(head, tuple(rows)), narrow=True)
