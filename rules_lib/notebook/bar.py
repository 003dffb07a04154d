"""One whole in parts: what a part looks like without its colour, and bars made of them.

Parts differ by hatching as well as by colour, lines by their dash and marker.
"""

from collections.abc import Sequence
from typing import Final

from rules_lib.notebook.markup import Attribute, Html, Templates, el
from rules_lib.notebook.palette import DASH, PATTERN, SYMBOL, Role, colour
from rules_lib.text.chances import OVER, UNDER, percent_of_code

_SVG: Final = Templates("drawings.html")
_HATCHING: Final[dict[str, tuple[str, ...]]] = {
    "/": ("M-2 2L2 -2M-2 10L10 -2M6 10L10 6",),
    "x": ("M-2 2L2 -2M-2 10L10 -2M6 10L10 6", "M-2 6L2 10M-2 -2L10 10M6 -2L10 2"),
    ".": ("M3.9 4h.2",),
    "-": ("M0 4H8",),
    "+": ("M0 4H8", "M4 0V8"),
}
_AGAIN: Final = ("", "-", "+")
"""The hatching of further parts in the same role, so that no two parts look alike."""
_DASHES: Final = {"dash": (3, 1.7), "dot": (1, 1.4), "dashdot": (3, 1.4, 1, 1.4)}
"""In widths of the line."""
_CORNERS: Final = {
    "square": (0, 0, 1, 0, 1, 1, 0, 1),
    "diamond": (0.5, -0.2, 1.2, 0.5, 0.5, 1.2, -0.2, 0.5),
    "x": (1, 0, 2, 1, 3, 0, 4, 1, 3, 2, 4, 3, 3, 4, 2, 3, 1, 4, 0, 3, 1, 2, 0, 1),
}
"""The corners of what marks a point; a circle has none."""


def repeats(roles: Sequence[Role]) -> list[int]:
    """Return for each part how many parts before it have the same role."""
    return [list(roles[:i]).count(role) for i, role in enumerate(roles)]


def hatching(prefix: str, role: Role, again: int = 0) -> Html:
    """Return the SVG pattern of a role: its colour, with its hatching on top."""
    name = _AGAIN[again % len(_AGAIN)] or PATTERN[role]
    dot = name == "."
    look: dict[str, Attribute] = {"stroke": colour(f"on-{role}"), "fill": "none"}
    look |= {"stroke_width": 2 if dot else 1.2, "stroke_opacity": 0.45 if dot else 0.3}
    look |= {"stroke_linecap": "round"} if dot else {}
    lines = (el("path", d=path, **look) for path in _HATCHING.get(name, ()))
    return _SVG("pattern", id=_named(prefix, role, again), fill=colour(role), lines=lines)


def _named(prefix: str, role: Role, again: int) -> str:
    return f"{prefix}-fill-{role}-{again}"


def fill(prefix: str, role: Role, again: int = 0) -> str:
    """Return the paint of a part whose hatching is on the page."""
    return f"url(#{_named(prefix, role, again)})"


def dashes(dash: str, width: float) -> str | None:
    """Return the dashes of a line of this width, as SVG writes them; none if it is solid."""
    parts = [f"{round(width * part, 1):g}" for part in _DASHES.get(dash, ())]
    return " ".join(parts) or None


def marker(x: float, y: float, symbol: str, size: float, paint: str) -> Html:
    """Return what marks a point of a line."""
    if symbol not in _CORNERS:
        return el("circle", cx=round(x, 1), cy=round(y, 1), r=size / 2, fill=paint)
    corners = _CORNERS[symbol]
    at = [size * (each / (max(corners) + min(corners)) - 0.5) for each in corners]
    shown = " ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in zip(at[::2], at[1::2], strict=True))
    return el("polygon", points=shown, fill=paint)


def swatch(prefix: str, role: Role, again: int = 0) -> Html:
    """Return a small sample of a role's colour and hatching, for a table row or a legend.

    `again` counts the parts in the same role before this one.
    """
    pattern = el("defs", hatching(prefix, role, again))
    box = el("rect", width=18, height=18, rx=4, fill=fill(prefix, role, again))
    return _sample("rb-swatch", 18, pattern, box)


def line_sample(role: Role) -> Html:
    """Return a short piece of a role's line, with its dash and marker, for a legend."""
    line = el("path", d="M1 9H37", stroke=colour(role), stroke_width=3, fill="none",
              stroke_dasharray=dashes(DASH[role], 3))  # fmt: skip
    mark = marker(19, 9, SYMBOL[role], 10, colour(role))
    return _sample("rb-swatch rb-swatch-line", 38, line, mark)


def _sample(kind: str, width: int, *art: Html) -> Html:
    size = {"width": width, "height": 18}
    return el("svg", *art, class_=kind, **size, aria_hidden="true", focusable="false")


BAR_HEIGHT: Final = 44
LABEL_FROM: Final = 17
"""A part narrower than this share of the bar (in percent) carries no figure inside."""


def stacked_bar(
    prefix: str, roles: Sequence[Role], codes: Sequence[int], *, again: bool = False
) -> Html:
    """Return the bar for parts given by role and permille code, in the order given.

    It is hidden from screen readers: the table beside it says the same.  `prefix` makes the ids
    of the hatchings unique on the page; a bar that is there `again` takes those of the first.
    """
    looks = [*zip(roles, repeats(roles), strict=True)]
    hatchings = [] if again else [hatching(prefix, *look) for look in looks]
    parts = (
        _part(fill(prefix, role, nth), role, percent_of_code(code), *span)
        for (role, nth), code, span in zip(looks, codes, spans(codes), strict=True)
    )
    return _SVG(
        "bar",
        kind="rb-bar-again" if again else "rb-bar",
        height=BAR_HEIGHT,
        least=LABEL_FROM,
        hatchings=el("defs", hatchings) if hatchings else "",
        parts=parts,
    )


def spans(codes: Sequence[int]) -> list[tuple[float, float]]:
    """Return where each part starts and how wide it is, in percent of the whole bar."""
    sizes = [{UNDER: 0.5, OVER: 999.5}.get(code, float(code)) for code in codes]
    whole = sum(sizes) or 1.0
    result, start = [], 0.0
    for size in sizes:
        result.append((100 * start / whole, 100 * size / whole))
        start += size
    return result


def _part(paint: str, role: Role, text: str, start: float, width: float) -> Html:
    return _SVG(
        "part",
        start=f"{start:.2f}",
        width=f"{width:.2f}",
        middle=f"{start + width / 2:.2f}",
        paint=paint,
        edge=colour("surface"),
        between=2 if width else 0,
        ink=colour(f"on-{role}"),
        side=colour(role),
        seen=None if width >= LABEL_FROM else "hidden",
        text=text,
    )
