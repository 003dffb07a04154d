"""How the source's example of a charge is shown: its map, its story in parts, its luck."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from rules_lib.errors import InvalidValue
from rules_lib.notebook import charts
from rules_lib.notebook.picture import Picture
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.notebook.transcript import Transcript
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import reading_of
from rules_lib.text.chances import percent
from rules_lib.values.type_checks import checked

from .. import example
from ..charge import Charge
from ..example import Verdict, record, scene
from ..map.hexes import Hex
from .charges import ChargeMap, charge_map
from .scenes import part_of

SIDES = ("French", "Russian")
"""The sides of the board, the attacker’s first."""

LABELS = {
    "commitment A": "A goes",
    "commitment B": "B goes",
    "commitment C": "C goes",
    "square Y": "Y fails",
    "square Z": "Z forms",
    "recall after square C": "no recall",
    "fight A": "10 or more",
    "fight C": "exactly 2",
}
"""What is printed of each die, in two words."""

ROWS = {-1: (-2, 1), 0: (-3, 1), 1: (-4, 0), 2: (-4, 0), 3: (-4, -1)}
"""The part of the board that is drawn: the first and the last hex of each row."""


def example_map() -> ChargeMap:
    """The map of our own on which the example is played, before the charges."""
    board = example.board()
    near = {Hex(q, row) for row, (first, last) in ROWS.items() for q in range(first, last + 1)}
    drawn = {at: ground for at, ground in board.terrain.items() if at in near}
    return charge_map(
        replace(board, terrain=drawn),
        {
            each.name: [*scene.PATHS[each.name], scene.TARGETS[each.target]]
            for each in record.CHARGERS
        },
        "How could they have stood?",
        alt="A comes through the front of Y, B from its flank. There B stands in the front of Z,"
        " which C charges. All three start three hexes from their target. A is drawn as heavy and"
        " the others as light, though the example does not say so.",
        sides=SIDES,
        label="What do the rules say of each?",
        legend=True,
    )


@checked
def example_part(charge: Charge, title: str, start: str, stop: str = "") -> Transcript:
    """A part of a told charge: from one heading up to another, or to the end.

    Args:
        charge: the charge.
        title: what stands above the part.
        start: how the first heading begins.
        stop: how the first heading begins that is left out; ``""`` for none.
    """
    headings = {at: step.text for at, step in enumerate(charge.steps) if step.heading}
    first = _place(headings, start, 0)
    last = _place(headings, stop, first + 1) if stop else len(charge.steps)
    return part_of(charge, title, range(first, last))


def _place(headings: Mapping[int, str], begins: str, least: int) -> int:
    for at, text in headings.items():
        if at >= least and text.startswith(begins):
            return at
    raise InvalidValue("heading", begins, ", ".join(headings.values()))


@checked
def example_luck(chances: Mapping[str, Fraction]) -> Picture:
    """How likely each printed outcome was when its die was thrown."""
    if not chances or not set(chances) <= set(LABELS):
        raise InvalidValue("chances", chances, "chances of the example's dice, by their names")
    rarest = min(chances, key=lambda key: chances[key])
    likeliest = max(chances, key=lambda key: chances[key])
    return charts.bars(
        "How likely was each printed roll?",
        f"From “{LABELS[rarest]}”, {percent(chances[rarest])}, to “{LABELS[likeliest]}”,"
        f" {percent(chances[likeliest])}. Blue: what the Russians rolled.",
        x="what is printed",
        y="chance",
        labels=[LABELS[key] for key in chances],
        chances=list(chances.values()),
        roles=["second" if key.startswith("square") else "first" for key in chances],
    )


@checked
def example_answers(verdicts: Sequence[Verdict]) -> CaptionedTable:
    """The open questions of which the example rules out a reading."""
    rulings = catalog().rulings
    told: dict[str, list[tuple[str, bool]]] = {}
    for verdict in verdicts:
        text = reading_of(verdict.ruling, verdict.reading).text
        told.setdefault(verdict.ruling, []).append((text, verdict.fits))
    rows = tuple(
        (
            f"{rule_id} {rulings[rule_id].title}",
            " ".join(text for text, fits in readings if fits),
            " ".join(text for text, fits in readings if not fits),
        )
        for rule_id, readings in told.items()
        if not all(fits for _, fits in readings)
    )
    head = ("question", "as the example plays it", "ruled out by it")
    return CaptionedTable("Which open questions does the example answer?", Table(head, rows))
