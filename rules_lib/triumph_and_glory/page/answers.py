"""How answers about the cavalry charge look alone in a cell."""

from functools import partial

from rules_lib.errors import InvalidValue
from rules_lib.notebook.answers import Face, Several, chances, numbers
from rules_lib.notebook.display import Display
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.text.chances import decimal
from rules_lib.transcript import Step

from ..charge import Advice, Best, Charge, Missing, Odds
from ..charge.moves import choice_of
from ..charge.odds import ranged
from ..map.board import Board
from .hexes import board_map
from .scenes import ends_table, tell_charge

_worth = partial(decimal, digits=2)

SHOWN = 12
"""Outcomes and pieces of advice that are shown one by one."""


def _odds(odds: Odds) -> Display:
    names = [name for name, _ in next(iter(odds.outcomes)).fates]
    found = {name: sorted(odds.fate(name).items(), key=lambda each: -each[1]) for name in names}
    fates = (
        chances(f"What becomes of {name}?", [(str(fate), p) for fate, p in likeliest])
        for name, likeliest in found.items()
    )
    unsaid = odds.unspecified
    gaps = [chances("What cannot be said?", unsaid.items())] if unsaid else []
    return Several(*fates, *gaps, *_never_due(odds.never_due))


def _never_due(steps: tuple[Step, ...]) -> list[CaptionedTable]:
    """The decisions that were given for nothing."""
    rows = [(step.text, ", ".join(step.clauses)) for step in steps]
    return [numbers("Which decisions never come up?", rows)] if rows else []


def _charge(charge: Charge) -> Display:
    now = "Where are they at the end?" if charge.complete else "Where are they so far?"
    return Several(tell_charge(charge, "A cavalry charge"), ends_table(charge, now))


def _decisions(question: str, advice: tuple[Advice, ...]) -> CaptionedTable:
    rows = tuple(
        (
            each.text,
            each.player,
            "; ".join(f"{name}: {fate}" for name, fate in each.fates.items()) or "–",
            each.best or "unspecified",
            "; ".join(f"{word}: {ranged(its, _worth)}" for word, its in each.bounds.items()),
        )
        for each in advice
    )
    head = ("decision", "who", "when they stand so", "best", "worth to the attacker")
    return CaptionedTable(question, Table(head, rows))


def _best(best: Best) -> Display:
    rests = [("which rests on", gap) for gap in best.rests_on]
    worth = numbers(
        "If both decide best", [("worth to the attacker", ranged(best.bounds, _worth)), *rests]
    )
    shown = best.advice[:SHOWN]
    more = f"; {len(best.advice)} in all, the first {SHOWN}" if len(best.advice) > SHOWN else ""
    advice = [_decisions(f"What should they decide?{more}", shown)] if shown else []
    return Several(worth, *advice, *_never_due(best.never_due))


def _missing(missing: Missing) -> CaptionedTable:
    rows = [(missing.text, choice_of(missing.options))]
    return numbers(f"A {missing.what} is missing: {missing.key}", rows)


def _board(board: Board) -> Display:
    units = ", ".join(each.name for each in board.units)
    try:
        return board_map(board, title="The board", alt=f"A board with {units or 'no units'}")
    except InvalidValue:  # too large for a map, or sides of other names
        rows = tuple((each.name, str(each.hex), each.side) for each in board.units)
        return CaptionedTable("Who stands where?", Table(("unit", "hex", "side"), rows))


FACES: dict[type, Face] = {
    Odds: _odds,
    Charge: _charge,
    Advice: lambda advice: _decisions("What is best?", (advice,)),
    Best: _best,
    Missing: _missing,
    Board: _board,
}
