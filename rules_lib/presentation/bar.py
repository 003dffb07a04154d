"""One whole in parts: a stacked bar whose parts differ by hatching as well as by colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_lib.presentation.markup import Html, el
from rules_lib.presentation.palette import DASH, PATTERN, SYMBOL, Role, colour
from rules_lib.text.chances import OVER, UNDER, percent_of_code

BAR_HEIGHT: Final = 44
LABEL_FROM: Final = 17
"""A part narrower than this share of the bar (in percent) carries no figure inside."""

_TILE: Final = 8
_HATCHING: Final[dict[str, tuple[str, ...]]] = {
    "/": ("M-2 2L2 -2M-2 10L10 -2M6 10L10 6",),
    "x": ("M-2 2L2 -2M-2 10L10 -2M6 10L10 6", "M-2 6L2 10M-2 -2L10 10M6 -2L10 2"),
    ".": ("M3.9 4h.2",),
    "-": ("M0 4H8",),
    "+": ("M0 4H8", "M4 0V8"),
}
_AGAIN: Final = ("", "-", "+")
"""The hatching of further parts in the same role, so that no two parts look alike."""


_DASHES: Final = {"solid": None, "dash": "9 5", "dashdot": "9 4 3 4", "dot": "3 4"}
_MARKERS: Final = {
    "circle": "M14.5 9a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
    "square": "M15 5h8v8h-8Z",
    "diamond": "M19 3.5l5.5 5.5l-5.5 5.5l-5.5 -5.5Z",
    "x": "M15 5l8 8m0 -8l-8 8",
}


def stacked_bar(
    prefix: str, roles: Sequence[Role], codes: Sequence[int], *, again: bool = False
) -> Html:
    """Return the bar for parts given by role and permille code, in the order given.

    It is hidden from screen readers: the table beside it says the same.  `prefix` makes the ids
    of the hatchings unique on the page; a bar that is there `again` takes those of the first.
    """
    fills = repeats(roles)
    hatchings = [] if again else [hatching(prefix, *f) for f in zip(roles, fills, strict=True)]
    segments = []
    for role, nth, code, (start, width) in zip(roles, fills, codes, spans(codes), strict=True):
        fill = _fill(prefix, role, nth)
        segments.append(_segment(fill, role, percent_of_code(code), start, width))
    return el(
        "svg",
        el("defs", hatchings) if hatchings else "",
        *segments,
        class_="rb-bar-again" if again else "rb-bar",
        width="100%",
        height=BAR_HEIGHT,
        aria_hidden="true",
        focusable="false",
        data_label_from=LABEL_FROM,
    )


def repeats(roles: Sequence[Role]) -> list[int]:
    """Return for each part how many parts before it have the same role."""
    return [list(roles[:i]).count(role) for i, role in enumerate(roles)]


def spans(codes: Sequence[int]) -> list[tuple[float, float]]:
    """Return where each part starts and how wide it is, in percent of the whole bar."""
    sizes = [{UNDER: 0.5, OVER: 999.5}.get(code, float(code)) for code in codes]
    whole = sum(sizes) or 1.0
    result, start = [], 0.0
    for size in sizes:
        result.append((100 * start / whole, 100 * size / whole))
        start += size
    return result


def line_sample(role: Role) -> Html:
    """Return a short piece of a role's line, with its dash and marker, for a legend."""
    line = el("path", d="M1 9H37", stroke_width=3, stroke_dasharray=_DASHES[DASH[role]])
    marker = el("path", d=_MARKERS[SYMBOL[role]], fill=colour(role), stroke_width=2)
    return el(
        "svg",
        line,
        marker,
        class_="rb-swatch rb-swatch-line",
        width=38,
        height=18,
        stroke=colour(role),
        fill="none",
        aria_hidden="true",
        focusable="false",
    )


def swatch(prefix: str, role: Role, again: int = 0) -> Html:
    """Return a small sample of a role's colour and hatching, for a table row or a legend.

    `again` counts the parts in the same role before this one.
    """
    return el(
        "svg",
        el("defs", hatching(prefix, role, again)),
        el("rect", width=18, height=18, rx=4, fill=_fill(prefix, role, again)),
        class_="rb-swatch",
        width=18,
        height=18,
        aria_hidden="true",
        focusable="false",
    )


def hatching(prefix: str, role: Role, again: int = 0) -> Html:
    """Return the SVG pattern of a role: its colour, with its hatching on top."""
    shapes = [el("rect", width=_TILE, height=_TILE, fill=colour(role))]
    name = _AGAIN[again % len(_AGAIN)] or PATTERN[role]
    for path in _HATCHING.get(name, ()):
        dot = name == "."
        shapes.append(
            el(
                "path",
                d=path,
                stroke=colour(f"on-{role}"),
                stroke_width=2 if dot else 1.2,
                stroke_opacity=0.45 if dot else 0.3,
                stroke_linecap="round" if dot else None,
                fill="none",
            )
        )
    return el(
        "pattern",
        *shapes,
        id=_pattern_id(prefix, role, again),
        width=_TILE,
        height=_TILE,
        patternUnits="userSpaceOnUse",
    )


def _segment(fill: str, role: Role, text: str, start: float, width: float) -> Html:
    return el(
        "g",
        el(
            "rect",
            x=f"{start:.2f}%",
            width=f"{width:.2f}%",
            height="100%",
            fill=fill,
            stroke=colour("surface"),
            stroke_width=2 if width else 0,
        ),
        el(
            "text",
            text,
            x=f"{start + width / 2:.2f}%",
            y="50%",
            dy="0.36em",
            text_anchor="middle",
            fill=colour(f"on-{role}"),
            stroke=colour(role),
            stroke_width=5,
            stroke_linejoin="round",
            paint_order="stroke",
            visibility=None if width >= LABEL_FROM else "hidden",
        ),
    )


def _fill(prefix: str, role: Role, again: int) -> str:
    return f"url(#{_pattern_id(prefix, role, again)})"


def _pattern_id(prefix: str, role: Role, again: int) -> str:
    return f"{prefix}-fill-{role}-{again}"
