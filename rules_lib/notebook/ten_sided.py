"""The die of ten sides, 0 to 9, as it lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules_lib.errors import InvalidValue, require_int
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import Role, colour
from rules_lib.notebook.svg import Drawing, drawn, shifted, write

SIZE: Final = 38
IN_A_LINE: Final = 24
"""The size of a die that stands in a line of text."""

_OUTLINE: Final = ((0, -1), (0.96, -0.2), (0.96, 0.2), (0, 1), (-0.96, 0.2), (-0.96, -0.2))
_FACE: Final = ((0, -1), (0.62, 0.28), (0, 0.6), (-0.62, 0.28))
_EDGES: Final = (((0.62, 0.28), (0.96, 0.2)), ((-0.62, 0.28), (-0.96, 0.2)), ((0, 0.6), (0, 1)))


def ten_sided(faces: Sequence[int], role: Role = "neutral", size: int = SIZE) -> Drawing:
    """Return dice of ten sides, side by side, in the colour of the side that rolled them."""
    if not faces:
        raise InvalidValue("faces", faces, "at least one die")
    step = SIZE + 6
    shapes = [shifted(step * at, 0, _die(face, role)) for at, face in enumerate(faces)]
    alt = f"{'die' if len(faces) == 1 else 'dice'} of ten sides: {', '.join(map(str, faces))}"
    scale = size / SIZE
    art = el("g", *shapes, transform=f"scale({scale:g})") if scale != 1 else markup(shapes)
    return drawn((step * len(faces) - 6) * scale, size, alt, art, inline=True)


def _die(face: int, role: Role) -> Html:
    face = require_int("faces", face, 0, 9)
    ink = colour(f"on-{role}")
    lines = "".join(f"M{_at(start)}L{_at(end)}" for start, end in _EDGES)
    kite = "M" + "L".join(map(_at, _FACE)) + "Z"
    edges = el("path", d=kite + lines, fill="none", stroke=ink, stroke_width=1, stroke_opacity=0.55)
    points = " ".join(_at(point, ",") for point in _OUTLINE)
    body = el("polygon", points=points, fill=colour(role), stroke_linejoin="round")
    number = write(
        SIZE / 2, SIZE / 2 + 5.5, str(face), size=17, weight=700, anchor="middle", fill=ink
    )
    return el("g", body, edges, number, class_="rb-die")


def _at(point: tuple[float, float], between: str = " ") -> str:
    """Return a point of the unit die as it lies in the drawing."""
    half = SIZE / 2
    return between.join(f"{half + each * (half - 1):g}" for each in point)
