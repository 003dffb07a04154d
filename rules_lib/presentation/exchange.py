"""One exchange of blows: two sides with cards, dice, penalties and totals, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules_lib.errors import InvalidValue
from rules_lib.presentation.letters import text_width
from rules_lib.presentation.markup import Html, el, markup
from rules_lib.presentation.palette import Role, checked_role, colour
from rules_lib.presentation.pieces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CardColour,
    card_art,
    dice_art,
)
from rules_lib.presentation.svg import (
    PHONE_WIDTH,
    Drawing,
    chip,
    drawn,
    line_height,
    shifted,
    wrap,
    write,
    write_lines,
)
from rules_lib.values.type_checks import checked

COLUMN: Final = 164
_GAP: Final = PHONE_WIDTH - 2 * COLUMN
_DIE: Final = 26
_DICE_IN_A_ROW: Final = 3


@checked
@dataclass(frozen=True, slots=True)
class Side:
    """One side of an exchange, in numbers that were worked out elsewhere.

    `roll` is the raw total; `adjustments` are pairs like `("small team", -2)`; `total` is what
    they leave; `result` says what it means, such as "reaches 7"; `dice` may be left out.
    `rolled_first` is a roll that `roll` has replaced.
    """

    label: str
    roll: int
    total: int
    card: tuple[CardColour, int] | None = None
    dice: tuple[int, ...] = ()
    adjustments: tuple[tuple[str, int], ...] = ()
    result: str = ""
    succeeded: bool | None = None
    rolled_first: int | None = None

    def __post_init__(self) -> None:
        """Check that the numbers shown agree with each other."""
        if not self.label.strip():
            raise InvalidValue("label", self.label, "a text that is not empty")
        if self.dice and sum(self.dice) != self.roll:
            raise InvalidValue("dice", self.dice, f"dice that show {self.roll} in all")

    @property
    def rolled(self) -> str:
        """What was rolled, in words."""
        if self.rolled_first is None:
            return f"rolls {self.roll}"
        return f"rolls {self.rolled_first}, again {self.roll}"

    def alt(self) -> str:
        """Return the side in words."""
        card = f", card {self.card[0]} {self.card[1]}" if self.card else ""
        chips = "".join(f", {signed(amount)} {name}" for name, amount in self.adjustments)
        total = f" = {self.total}" if self.adjustments else ""
        result = f", {self.result}" if self.result else ""
        return f"{self.label}{card}: {self.rolled}{chips}{total}{result}"


@checked
def exchange(
    first: Side, second: Side, verdict: str, winner: Role = "neutral", title: str = ""
) -> Drawing:
    """Return an exchange: the first side left, the second right, the verdict below.

    `winner` colours the verdict: "first", "second", "both" or "neutral".
    """
    checked_role(winner, "winner")
    heading = wrap(title, PHONE_WIDTH, 14, 650)
    head = 6 + line_height(14) * len(heading) if heading else 0
    band = max(len(_name(first)), len(_name(second)))
    left, left_end = _upper(first, "first", band)
    right, right_end = _upper(second, "second", band)
    totals = head + max(left_end, right_end)
    (left_total, left_height), (right_total, right_height) = _total(first), _total(second)
    box, height = _verdict(verdict, winner, totals + max(left_height, right_height) + 8)
    name = f"{title}. " if title else ""
    return drawn(
        PHONE_WIDTH,
        round(height + 1),
        f"{name}{first.alt()}. {second.alt()}. {verdict}",
        write_lines(0, 15, heading, size=14, weight=650),
        shifted(0, head, left),
        shifted(COLUMN + _GAP, head, right),
        shifted(0, totals, left_total),
        shifted(COLUMN + _GAP, totals, right_total),
        box,
    )


def signed(amount: int) -> str:
    """Return a number with its sign, a real minus: `"−2"`."""
    return f"−{-amount}" if amount < 0 else f"+{amount}"


def _name(side: Side) -> list[str]:
    return wrap(side.label, COLUMN - 20, 13, 650)


def _upper(side: Side, role: Role, name_lines: int) -> tuple[Html, float]:
    """Return name, card, dice and penalties of a side, and where they end."""
    band = 12 + line_height(13) * name_lines
    hand, y = _hand(side, role, band + 10)
    parts: list[str] = [
        el("rect", width=COLUMN, height=band, rx=8, fill=colour(role)),
        write_lines(10, 20, _name(side), size=13, weight=650, fill=colour(f"on-{role}")),
        hand,
    ]
    for name, amount in side.adjustments:
        shape, _, height = chip(0, y, f"{signed(amount)} {name}", width=COLUMN)
        parts.append(shape)
        y += height + 5
    return markup(parts), y


def _total(side: Side) -> tuple[Html, float]:
    """Return the total with what it means beside it, and how tall they are."""
    mark = {True: "✓ ", False: "✗ ", None: ""}[side.succeeded]
    total = str(side.total)
    x = 8 + text_width(total, 24, 700)
    lines = wrap(mark + side.result, COLUMN - x, 13) if side.result else []
    return markup(
        [
            write(0, 22, total, size=24, weight=700),
            write_lines(x, 20, lines, size=13),
        ]
    ), max(28, 12 + line_height(13) * len(lines))


def _hand(side: Side, role: Role, y: float) -> tuple[Html, float]:
    """Return card and dice side by side, and where they end."""
    parts: list[str] = []
    x = 0
    if side.card:
        parts.append(shifted(0, y, card_art(*side.card)))
        x = CARD_WIDTH + 12
    rows = [side.dice[i : i + _DICE_IN_A_ROW] for i in range(0, len(side.dice), _DICE_IN_A_ROW)]
    for i, row in enumerate(rows):
        parts.append(shifted(x, y + i * (_DIE + 5), dice_art(row, role, _DIE)[0]))
    after = y + len(rows) * (_DIE + 5)
    said = wrap(side.rolled, COLUMN - x, 13)
    parts.append(write_lines(x, after + 15, said, size=13, fill=colour("muted")))
    below = after + 24 + line_height(13) * (len(said) - 1)
    return markup(parts), max(below, y + CARD_HEIGHT + 8 if side.card else 0)


def _verdict(verdict: str, winner: Role, y: float) -> tuple[Html, float]:
    """Return the box with the verdict, and where it ends."""
    lines = wrap(verdict, PHONE_WIDTH - 30, 14, 650)
    height = 14 + line_height(14) * len(lines)
    return markup(
        [
            el("rect", y=y, width=PHONE_WIDTH, height=height, rx=8, fill=colour("raised")),
            el("rect", y=y, width=7, height=height, rx=3.5, fill=colour(winner)),
            write_lines(18, y + 20.5, lines, size=14, weight=650),
        ]
    ), y + height
