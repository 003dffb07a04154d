"""What all drawings share: the frame with its text alternative, wrapped text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from rules_lib.errors import InvalidValue
from rules_lib.notebook.display import Display
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import colour

FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
PHONE_WIDTH: Final = 340
"""Drawings are at most this wide, so that they keep their size on a phone."""

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Drawing(Display):
    """An SVG picture and the text that says the same."""

    svg: Html
    alt: str
    width: float
    height: float

    def _repr_html_(self) -> Html:
        return self.svg

    def __str__(self) -> str:
        """Return the text alternative."""
        return self.alt


def drawn(
    width: float,
    height: float,
    alt: str,
    *children: str | Iterable[str],
    inline: bool = False,
    fills: bool = False,
) -> Drawing:
    """Return a drawing; one that `fills` its column grows with it."""
    if not alt.strip():
        raise InvalidValue("alt", alt, "a text that is not empty")
    svg = el(
        "svg",
        el("title", alt),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"rb-drawing{' rb-drawing-inline' * inline}{' rb-drawing-fills' * fills}",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        aria_label=alt,
        font_family=FONT,
    )
    return Drawing(svg, alt, width, height)


def write(
    x: float,
    y: float,
    content: str,
    *,
    size: float = 13,
    weight: int = 400,
    anchor: Anchor = "start",
    fill: str = "",
) -> Html:
    """Return one line of text with its baseline at y."""
    return el(
        "text",
        content,
        x=x,
        y=y,
        font_size=size,
        font_weight=None if weight == 400 else weight,
        text_anchor=None if anchor == "start" else anchor,
        fill=fill or colour("text"),
    )


def write_lines(x: float, y: float, lines: Sequence[str], *, size: float = 13, **look: Any) -> Html:
    """Return lines of text below each other, the first baseline at y, each as `write` does."""
    step = line_height(size)
    return markup(write(x, y + i * step, line, size=size, **look) for i, line in enumerate(lines))


def line_height(size: float) -> float:
    """Return the distance of two baselines."""
    return round(size * 1.3, 1)


def wrap(content: str, width: float, size: float = 13, weight: int = 400) -> list[str]:
    """Return a text in lines that fit the width; no word is broken, no number leaves its "%"."""
    lines: list[str] = []
    for word in filter(None, content.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def shifted(x: float, y: float, *children: str | Iterable[str]) -> Html:
    """Return children moved to x, y."""
    return el("g", *children, transform=f"translate({x:g} {y:g})")
