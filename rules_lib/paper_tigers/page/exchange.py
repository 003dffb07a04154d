"""One exchange of a melee, drawn: two sides with cards, dice, penalties, totals, the verdict."""

from typing import Final, NamedTuple

from rules_lib.errors import require_int
from rules_lib.notebook import svg
from rules_lib.notebook.drawing import CARD_HEIGHT, CARD_WIDTH, card_art, dice_art
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import Role, colour
from rules_lib.paper_tigers import Card, melee
from rules_lib.probability import Rng, dice
from rules_lib.values.type_checks import checked

COLUMN: Final = 164
_DIE: Final = 26
_DICE_IN_A_ROW: Final = 3
SIDES: Final = ("attacker", "defender")
ROLES: Final[tuple[Role, Role]] = ("first", "second")


@checked
def draw_exchange(
    fight: melee.Fight, number: int = 1, title: str = "", rng: Rng | None = None
) -> svg.Drawing:
    """One exchange of an adjudicated melee, attacker left, defender right.

    With a source of chance, dice are shown that make up the totals: each hand as likely as it was.
    """
    require_int("number", number, 1, len(fight.exchanges))
    happened = fight.exchanges[number - 1]
    heading = svg.wrap(title, svg.PHONE_WIDTH, 14, 650)
    head = 6 + svg.line_height(14) * len(heading) if heading else 0
    names = [svg.wrap(name, COLUMN - 20, 13, 650) for name in fight.names]
    band = 12 + svg.line_height(13) * max(map(len, names))
    sides = [_side(fight, happened, at, lines, band, rng) for at, lines in enumerate(names)]
    y = head + max(side.end for side in sides)
    verdict, winner = _verdict(fight, happened)
    box, height = _box(verdict, winner, y + max(side.tall for side in sides) + 8)
    said = [title] * bool(title) + [side.alt for side in sides] + [verdict]
    places = 0, svg.PHONE_WIDTH - COLUMN
    return svg.drawn(
        svg.PHONE_WIDTH,
        round(height + 1),
        ". ".join(said),
        svg.write_lines(0, 15, heading, size=14, weight=650),
        *(svg.shifted(x, head, side.upper) for x, side in zip(places, sides, strict=True)),
        *(svg.shifted(x, y, side.total) for x, side in zip(places, sides, strict=True)),
        box,
    )


def cast(total: int, count: int, rng: Rng) -> tuple[int, ...]:
    """Return so many dice with this total, each throw of them as likely as any other."""
    while sum(faces := dice.roll(count, rng)) != total:
        pass
    return faces


class _Side(NamedTuple):
    """One side of an exchange: what stands above its total, where that ends, and the total."""

    upper: Html
    end: float
    total: Html
    tall: float
    alt: str


def _side(
    fight: melee.Fight,
    happened: melee.Exchange,
    at: int,
    name: list[str],
    band: float,
    rng: Rng | None,
) -> _Side:
    """Draw a side, its name in a band of this height."""
    card, role = fight.pairing.cards[at], ROLES[at]
    total, less, hit = (
        getattr(happened, f"{SIDES[at]}_{what}") for what in ("total", "deduction", "hit")
    )
    rolls = happened.rolls
    roll, again = (rolls.defender, rolls.reroll) if at else (rolls.attacker, None)
    stands = roll if again is None else again
    rolled = f"rolls {roll}" if again is None else f"rolls {roll}, again {again}"
    weak = "officer" if "R-M8" in less.clauses else "small team"
    names = {"PT-M15": weak, "PT-M12": "shaken"}
    causes = [names[each] for each in less.clauses if each in names]
    deducted = f"−{less.points} {' and '.join(causes)}" if less.points else ""
    result = f"{'reaches' if hit else 'misses'} {card.value}"
    if less.points and not fight.pairing.rulings.penalties_count_against_card:
        result = f"{result} with {stands}"  # not with the total, which stands beside it (R-M7)
    faces = cast(stands, card.combat_dice, rng) if rng is not None else ()
    hand, end = _hand(card, role, rolled, faces, band + 10)
    parts = [
        el("rect", width=COLUMN, height=band, rx=8, fill=colour(role)),
        svg.write_lines(10, 20, name, weight=650, fill=colour(f"on-{role}")),
        hand,
    ]
    if deducted:
        chip, height = _chip(end, deducted)
        parts, end = [*parts, chip], end + height + 5
    x = 8 + text_width(str(total), 24, 700)
    lines = svg.wrap(f"{'✓' if hit else '✗'} {result}", COLUMN - x, 13)
    written = [svg.write(0, 22, str(total), size=24, weight=700), svg.write_lines(x, 20, lines)]
    less_told = f", {deducted} = {total}" if deducted else ""
    alt = f"{fight.names[at]}, card {card}: {rolled}{less_told}, {result}"
    tall = max(28, 12 + svg.line_height(13) * len(lines))
    return _Side(markup(parts), end, markup(written), tall, alt)


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


def _chip(y: float, content: str) -> tuple[Html, float]:
    """Return a small label, and its height; its text is broken where it is too wide."""
    lines = svg.wrap(content, COLUMN - 16, 12, 600)
    wide = round(max(text_width(line, 12, 600) for line in lines) + 16)
    tall = 22 + svg.line_height(12) * (len(lines) - 1)
    rim = colour("muted")
    box = el("rect", x=0, y=y, width=wide, height=tall, rx=11, fill="none", stroke=rim)
    text = svg.write_lines(wide / 2, y + 15.2, lines, size=12, weight=600, anchor="middle")
    return markup([box, text]), tall


def _hand(
    card: Card, role: Role, rolled: str, faces: tuple[int, ...], y: float
) -> tuple[Html, float]:
    """Return card and dice side by side, and where they end."""
    parts = [svg.shifted(0, y, card_art(card.colour, card.value))]
    x, after = CARD_WIDTH + 12, y
    for at in range(0, len(faces), _DICE_IN_A_ROW):
        row = faces[at : at + _DICE_IN_A_ROW]
        parts.append(svg.shifted(x, after, dice_art(row, role, _DIE)[0]))
        after += _DIE + 5
    said = svg.wrap(rolled, COLUMN - x, 13)
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
