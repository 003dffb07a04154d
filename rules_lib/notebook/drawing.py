"""What lies on the table: dice, command cards and markers."""

from collections.abc import Sequence
from typing import Final, Literal

from rules_lib.errors import InvalidValue, require_int
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, Templates, el, markup
from rules_lib.notebook.palette import Role, colour
from rules_lib.notebook.svg import (
    Drawing,
    drawn,
    line_height,
    shifted,
    write,
    write_lines,
)
from rules_lib.values.type_checks import checked

CardColour = Literal["red", "black"]

CARD_WIDTH: Final = 56
CARD_HEIGHT: Final = 78
DIE: Final = 34
TEN: Final = 38
"""The size of a die of ten sides."""
IN_A_LINE: Final = 24
"""The size of a die that stands in a line of text."""
_FACE: Final = "#FDFBF5"
_INK: Final[dict[str, str]] = {"red": "#B3202C", "black": "#1E1E22"}
_SVG: Final = Templates("drawings.html")
_DOTS: Final = {"red": "#B3202C", "green": "#1B7F4B"}
_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def dice(values: Sequence[int], role: Role = "neutral") -> Drawing:
    """Return dice that lie side by side, in the colour of the side that rolled them."""
    faces = ", ".join(str(value) for value in values)
    alt = f"{'die' if len(values) == 1 else 'dice'}: {faces}"
    art, width = dice_art(values, role, DIE)
    return drawn(width, DIE, alt, art, inline=True)


def dice_art(values: Sequence[int], role: Role, size: float) -> tuple[Html, float]:
    """Return dice as SVG without a frame, and how wide they are."""
    gap = round(size / 5)
    shapes = [_die(i * (size + gap), value, role, size) for i, value in enumerate(values)]
    return markup(shapes), len(values) * (size + gap) - gap


@checked
def command_card(card: CardColour, value: int, hints: Sequence[str] = ()) -> Drawing:
    """Return a command card; `hints` are short lines beside it, such as "3 dice to fight"."""
    art = card_art(card, value)
    alt = ", ".join([f"command card {card} {value}", *hints])
    width = CARD_WIDTH + (12 + max(text_width(hint, 14) for hint in hints) if hints else 0)
    top = CARD_HEIGHT / 2 + 5 - line_height(14) * (len(hints) - 1) / 2
    lines = write_lines(CARD_WIDTH + 12, top, list(hints), size=14)
    return drawn(round(width), CARD_HEIGHT, alt, art, lines, inline=True)


def hand(
    card: tuple[CardColour, int] | None, faces: Sequence[int], role: Role = "neutral"
) -> Drawing:
    """Return a command card, if there is one, with the dice that were rolled on it."""
    shapes, x, said = [], 0.0, []
    height = CARD_HEIGHT if card else DIE
    if card:
        shapes.append(card_art(*card))
        x = CARD_WIDTH + 14
        said.append(f"command card {card[0]} {card[1]}")
    if faces:
        art, width = dice_art(faces, role, DIE)
        shapes.append(shifted(x, (height - DIE) / 2, art))
        x += width
        said.append(f"dice: {', '.join(map(str, faces))}")
    return drawn(round(x), height, "; ".join(said), *shapes, inline=True)


def markers(dot: Literal["red", "green"], face_down: int) -> Drawing:
    """Return a marker that has been turned over, and those that still lie face down."""
    size, gap = 34, 7
    require_int("face_down", face_down, 0, 99)
    shapes = [_marker(at * (size + gap), size, "") for at in range(1, face_down + 1)]
    shapes.append(_marker(0, size, dot))
    left = f"; {face_down} face down" if face_down else ""
    alt = f"a marker is turned: {dot}{left}"
    width = (face_down + 1) * (size + gap)
    shapes.append(write(width, size / 2 + 5, dot, size=14, fill=colour("text")))
    return drawn(round(width + text_width(dot, 14)), size, alt, *shapes, inline=True)


def _marker(x: float, size: float, dot: str) -> Html:
    """A round marker; the turned one shows its dot."""
    middle = size / 2
    fill = _FACE if dot else colour("neutral")
    disc = el("circle", cx=middle, cy=middle, r=middle - 0.75, fill=fill, stroke=_INK["black"])
    if not dot:
        return shifted(x, 0, disc)
    shown = el("circle", cx=middle, cy=middle, r=7, fill=_DOTS[dot])
    return shifted(x, 0, el("g", disc, shown, class_="rb-marker"))


def face(role: Role) -> Drawing:
    """Return who leads a unit, in the colour of its side: it hopes, sweats, or has fallen.

    All three are drawn; `data-mood` of what holds it says which one is seen (`learn.css`).
    """

    art = _SVG("face", side=colour(role), eyes=_SVG("eyes"))
    return drawn(56, 56, "the unit’s face", art, inline=True)


def card_art(card: CardColour, value: int) -> Html:
    """Return a card as SVG without a frame: red with diamonds, black with spades."""
    if card not in _INK:
        raise InvalidValue("card", card, "red, black")
    value = require_int("value", value, 0, 999)
    size = min(30.0, 30 * (CARD_WIDTH - 6) / text_width(str(value), 30, 700))
    ink = _INK[card]
    return _SVG("card", ink=ink, suit=_SVG(card, ink=ink), size=size, value=str(value), colour=card)


def _die(x: float, value: int, role: Role, size: float) -> Html:
    value = require_int("dice", value, 1, 6)
    middle, step = size / 2, size * 0.26
    r, fill = size * 0.09, colour("pip")
    spots = ((x + middle + px * step, middle + py * step) for px, py in _PIPS[value])
    pips = (el("circle", cx=cx, cy=cy, r=r, fill=fill) for cx, cy in spots)
    body = el("rect", x=x, y=0, width=size, height=size, rx=round(size * 0.2), fill=colour(role))
    return el("g", body, *pips, class_="rb-die")


def ten_sided(faces: Sequence[int], role: Role = "neutral", size: int = TEN) -> Drawing:
    """Return dice of ten sides, side by side, in the colour of the side that rolled them."""
    if not faces:
        raise InvalidValue("faces", faces, "at least one die")
    step = TEN + 6
    shapes = [shifted(step * at, 0, _ten(face, role)) for at, face in enumerate(faces)]
    alt = f"ten-sided {'die' if len(faces) == 1 else 'dice'}: {', '.join(map(str, faces))}"
    scale = size / TEN
    art = el("g", *shapes, transform=f"scale({scale:g})") if scale != 1 else markup(shapes)
    return drawn((step * len(faces) - 6) * scale, size, alt, art, inline=True)


def _ten(face: int, role: Role) -> Html:
    face = require_int("faces", face, 0, 9)
    return _SVG("ten", side=colour(role), ink=colour(f"on-{role}"), face=str(face))
