"""One exchange of a melee, drawn: two sides with cards, dice, penalties, totals, the verdict."""

from dataclasses import dataclass
from typing import Final

from rules_lib.errors import require_int
from rules_lib.notebook import svg
from rules_lib.notebook.drawing import CARD_HEIGHT, CARD_WIDTH, card_art, dice_art
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import Role, colour
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.melee.state import Deduction
from rules_lib.probability import Rng, dice
from rules_lib.values.type_checks import checked

PENALTY_NAMES = {"PT-M15": "small team", "PT-M12": "shaken"}
COLUMN: Final = 164
_DIE: Final = 26
_DICE_IN_A_ROW: Final = 3
SIDES: Final = ("attacker", "defender")


@checked
def draw_exchange(
    fight: melee.Fight, number: int = 1, title: str = "", rng: Rng | None = None
) -> svg.Drawing:
    """One exchange of an adjudicated melee, attacker left, defender right.

    With a source of chance, dice are shown that make up the totals: each hand as likely as it was.
    """
    require_int("number", number, 1, len(fight.exchanges))
    happened = fight.exchanges[number - 1]
    sides = _sides(fight, happened, rng)
    heading = svg.wrap(title, svg.PHONE_WIDTH, 14, 650)
    head = 6 + svg.line_height(14) * len(heading) if heading else 0
    band = max(len(side.name_lines) for side in sides)
    uppers = [_upper(side, band) for side in sides]
    totals = [_total(side) for side in sides]
    y = head + max(end for _, end in uppers)
    verdict, winner = _verdict(fight, happened)
    box, height = _box(verdict, winner, y + max(tall for _, tall in totals) + 8)
    said = [title] * bool(title) + [side.alt for side in sides] + [verdict]
    return svg.drawn(
        svg.PHONE_WIDTH,
        round(height + 1),
        ". ".join(said),
        svg.write_lines(0, 15, heading, size=14, weight=650),
        *(svg.shifted(side.x, head, art) for side, (art, _) in zip(sides, uppers, strict=True)),
        *(svg.shifted(side.x, y, art) for side, (art, _) in zip(sides, totals, strict=True)),
        box,
    )


def cast(total: int, count: int, rng: Rng) -> tuple[int, ...]:
    """Return so many dice with this total, each throw of them as likely as any other."""
    while sum(faces := dice.roll(count, rng)) != total:
        pass
    return faces


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of an exchange; `first` is a roll that `roll` has replaced."""

    name: str
    role: Role
    card: Card
    roll: int
    total: int
    deduction: Deduction
    hit: bool
    first: int | None
    dice: tuple[int, ...]

    @property
    def x(self) -> float:
        return 0 if self.role == "first" else svg.PHONE_WIDTH - COLUMN

    @property
    def name_lines(self) -> list[str]:
        return svg.wrap(self.name, COLUMN - 20, 13, 650)

    @property
    def rolled(self) -> str:
        return f"rolls {self.roll if self.first is None else f'{self.first}, again {self.roll}'}"

    @property
    def deducted(self) -> str:
        causes = [PENALTY_NAMES[each] for each in self.deduction.clauses if each in PENALTY_NAMES]
        points = self.deduction.points
        return f"−{points} {' and '.join(causes)}" if points else ""

    @property
    def result(self) -> str:
        return f"{'reaches' if self.hit else 'misses'} {self.card.value}"

    @property
    def alt(self) -> str:
        deducted = f", {self.deducted} = {self.total}" if self.deducted else ""
        return f"{self.name}, card {self.card}: {self.rolled}{deducted}, {self.result}"


def _sides(fight: melee.Fight, happened: melee.Exchange, rng: Rng | None) -> list[_Side]:
    first, second, again = happened.rolls
    rolls = first, second if again is None else again
    replaced = None, None if again is None else second
    roles: tuple[Role, Role] = ("first", "second")
    return [
        _Side(
            fight.names[at],
            roles[at],
            card,
            rolls[at],
            getattr(happened, f"{side}_total"),
            getattr(happened, f"{side}_deduction"),
            getattr(happened, f"{side}_hit"),
            replaced[at],
            cast(rolls[at], card.combat_dice, rng) if rng is not None else (),
        )
        for at, (side, card) in enumerate(zip(SIDES, fight.pairing.cards, strict=True))
    ]


def _verdict(fight: melee.Fight, happened: melee.Exchange) -> tuple[str, Role]:
    attacker, defender = fight.names
    won: dict[str | None, tuple[str, Role]] = {
        "attacker": (f"{attacker} wins the exchange.", "first"),
        "defender": (f"{defender} wins the exchange.", "second"),
        None: ("Drawn.", "neutral"),
    }
    taken = (attacker, happened.attacker_takes), (defender, happened.defender_takes)
    hits = [f"{name} takes {n} hit{'s' * (n > 1)}" for name, n in taken if n]
    said, winner = won[happened.winner]
    return f"{said} {'; '.join(hits) or 'No hits'}.", winner


def _upper(side: _Side, name_lines: int) -> tuple[Html, float]:
    """Return name, card, dice and penalties of a side, and where they end."""
    band = 12 + svg.line_height(13) * name_lines
    hand, y = _hand(side, band + 10)
    parts = [
        el("rect", width=COLUMN, height=band, rx=8, fill=colour(side.role)),
        svg.write_lines(10, 20, side.name_lines, weight=650, fill=colour(f"on-{side.role}")),
        hand,
    ]
    if side.deducted:
        chip, height = _chip(y, side.deducted)
        return markup([*parts, chip]), y + height + 5
    return markup(parts), y


def _chip(y: float, content: str) -> tuple[Html, float]:
    """Return a small label, and its height; its text is broken where it is too wide."""
    lines = svg.wrap(content, COLUMN - 16, 12, 600)
    wide = round(max(text_width(line, 12, 600) for line in lines) + 16)
    tall = 22 + svg.line_height(12) * (len(lines) - 1)
    rim = colour("muted")
    box = el("rect", x=0, y=y, width=wide, height=tall, rx=11, fill="none", stroke=rim)
    text = svg.write_lines(wide / 2, y + 15.2, lines, size=12, weight=600, anchor="middle")
    return markup([box, text]), tall


def _total(side: _Side) -> tuple[Html, float]:
    """Return the total with what it means beside it, and how tall they are."""
    x = 8 + text_width(str(side.total), 24, 700)
    lines = svg.wrap(f"{'✓' if side.hit else '✗'} {side.result}", COLUMN - x, 13)
    total = svg.write(0, 22, str(side.total), size=24, weight=700)
    return markup([total, svg.write_lines(x, 20, lines)]), max(
        28, 12 + svg.line_height(13) * len(lines)
    )


def _hand(side: _Side, y: float) -> tuple[Html, float]:
    """Return card and dice side by side, and where they end."""
    parts = [svg.shifted(0, y, card_art(side.card.colour, side.card.value))]
    x, after = CARD_WIDTH + 12, y
    for at in range(0, len(side.dice), _DICE_IN_A_ROW):
        row = side.dice[at : at + _DICE_IN_A_ROW]
        parts.append(svg.shifted(x, after, dice_art(row, side.role, _DIE)[0]))
        after += _DIE + 5
    said = svg.wrap(side.rolled, COLUMN - x, 13)
    parts.append(svg.write_lines(x, after + 15, said, fill=colour("muted")))
    below = after + 24 + svg.line_height(13) * (len(said) - 1)
    return markup(parts), max(below, y + CARD_HEIGHT + 8)


def _box(verdict: str, winner: Role, y: float) -> tuple[Html, float]:
    """Return the box with the verdict, and where it ends."""
    lines = svg.wrap(verdict, svg.PHONE_WIDTH - 30, 14, 650)
    height = 14 + svg.line_height(14) * len(lines)
    ground = el("rect", y=y, width=svg.PHONE_WIDTH, height=height, rx=8, fill=colour("raised"))
    edge = el("rect", y=y, width=7, height=height, rx=3.5, fill=colour(winner))
    words = svg.write_lines(18, y + 20.5, lines, size=14, weight=650)
    return markup([ground, edge, words]), y + height
