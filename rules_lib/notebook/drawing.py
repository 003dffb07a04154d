"""What lies on the table: dice, command cards and markers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from rules_lib.errors import InvalidValue, require_int
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, el, markup
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
_FACE: Final = "#FDFBF5"
_INK: Final[dict[str, str]] = {"red": "#B3202C", "black": "#1E1E22"}
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

    def line(d: str) -> Html:
        return el("path", d=d, fill="none", stroke=_INK["black"], stroke_width=2.5)

    eyes = [el("circle", cx=x, cy=29, r=2.5, fill=_INK["black"]) for x in (22, 34)]
    crosses = line("M19 26l6 6m0-6l-6 6M31 26l6 6m0-6l-6 6")
    drop = el("path", d="M46 24q-7 10 0 12q7-2 0-12z", fill="#0072B2", stroke=_FACE)
    return drawn(
        56,
        56,
        "the unit’s face",
        el("path", d="M3 56q3-13 25-13t25 13z", fill=colour(role)),
        el("ellipse", cx=28, cy=30, rx=15, ry=17, fill="#F2C9A1"),
        el("g", *eyes, line("M20 36q8 9 16 0"), class_="rb-hopes"),
        el("g", *eyes, drop, line("M21 39h14"), class_="rb-sweats"),
        el("g", crosses, line("M21 41q7-6 14 0"), class_="rb-falls"),
        el("path", d="M8 23a20 18 0 0 1 40 0z", fill=colour(role), stroke=_INK["black"]),
        inline=True,
    )


def card_art(card: CardColour, value: int) -> Html:
    """Return a card as SVG without a frame: red with diamonds, black with spades."""
    if card not in _INK:
        raise InvalidValue("card", card, "red, black")
    value = require_int("value", value, 0, 999)
    ink, middle = _INK[card], CARD_WIDTH / 2
    size = min(30.0, 30 * (CARD_WIDTH - 6) / text_width(str(value), 30, 700))
    return markup(
        [
            el(
                "rect",
                x=0.75,
                y=0.75,
                width=CARD_WIDTH - 1.5,
                height=CARD_HEIGHT - 1.5,
                rx=6,
                fill=_FACE,
                stroke=ink,
                stroke_width=1.5,
            ),
            shifted(12, 14, _suit(card, ink)),
            write(middle, 50, str(value), size=size, weight=700, anchor="middle", fill=ink),
            write(middle, 67, card, size=12, weight=600, anchor="middle", fill=ink),
        ]
    )


def _die(x: float, value: int, role: Role, size: float) -> Html:
    value = require_int("dice", value, 1, 6)
    middle, step = size / 2, size * 0.26
    pips = [
        el(
            "circle",
            cx=x + middle + px * step,
            cy=middle + py * step,
            r=size * 0.09,
            fill=colour("pip"),
        )
        for px, py in _PIPS[value]
    ]
    body = el("rect", x=x, y=0, width=size, height=size, rx=round(size * 0.2), fill=colour(role))
    return el("g", body, *pips, class_="rb-die")


def _suit(card: CardColour, ink: str) -> Html:
    diamond = "M0 -9L7 0L0 9L-7 0Z"
    spade = (
        "M0 -9C3 -5 8 -2 8 2.5C8 6.5 3 7 1 4.5L3 9H-3L-1 4.5C-3 7 -8 6.5 -8 2.5C-8 -2 -3 -5 0 -9Z"
    )
    shape = el("path", d=diamond if card == "red" else spade, fill=ink)
    return el("g", shape, transform="scale(0.68)")
