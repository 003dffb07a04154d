"""Drawn scenes of the mass battle: a bill, a battle with its dice, morale."""

from functools import partial

from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.notebook.drawing import hand
from rules_lib.notebook.svg import Drawing
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.notebook.transcript import Entry, Transcript, WhatIf, as_ours
from rules_lib.transcript import Throw
from rules_lib.values.type_checks import checked


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
    return CaptionedTable("Where do the dice come from?", Table(head, tuple(rows)), narrow=True)


@checked
def tell_battle(fought: battle.Fought, title: str) -> Transcript:
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
    return Transcript(title, fought.steps, drawings, what_if=of_battle(fought))


def of_battle(fought: battle.Fought) -> WhatIf | None:
    """A battle roll, if our own readings end it as it is told."""
    a, b = fought.a, fought.b
    again = partial(battle.adjudicate, a.party, b.party, a.rolls, b.rolls, names=fought.names)
    if not as_ours(fought, again):
        return None
    entries: list[Entry] = []
    for side, it in (("a", a), ("b", b)):
        entries += [
            (f"{side}.dice", it.party.dice),
            (f"{side}.fanaticism", it.party.fanaticism or ""),
            (f"{side}.superior", int(it.party.superior)),
            (f"rolls-{side}", "".join(map(str, it.rolls))),
        ]
    dice = zip(fought.names, ("rolls-a@0", "rolls-b@0"), strict=True)
    return WhatIf("battle", tuple(entries), tuple((whose,) for whose in dice))


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
