"""One whole in parts: a stacked bar whose parts differ by hatching as well as by colour."""

from collections.abc import Sequence
from typing import Final

from rules_lib.notebook.markup import Html, Templates, el
from rules_lib.notebook.palette import Role, colour
from rules_lib.notebook.samples import fill, hatching, repeats
from rules_lib.text.chances import OVER, UNDER, percent_of_code

_SVG: Final = Templates("drawings.html")
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
