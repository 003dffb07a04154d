"""The die of ten sides, 0 to 9, as it lies on the table."""

from collections.abc import Sequence
from typing import Final

from rules_lib.errors import InvalidValue, require_int
from rules_lib.notebook.markup import Html, Templates, el, markup
from rules_lib.notebook.palette import Role, colour
from rules_lib.notebook.svg import Drawing, drawn, shifted

SIZE: Final = 38
IN_A_LINE: Final = 24
"""The size of a die that stands in a line of text."""

_SVG: Final = Templates("drawings.html")


def ten_sided(faces: Sequence[int], role: Role = "neutral", size: int = SIZE) -> Drawing:
    """Return dice of ten sides, side by side, in the colour of the side that rolled them."""
    if not faces:
        raise InvalidValue("faces", faces, "at least one die")
    step = SIZE + 6
    shapes = [shifted(step * at, 0, _die(face, role)) for at, face in enumerate(faces)]
    alt = f"ten-sided {'die' if len(faces) == 1 else 'dice'}: {', '.join(map(str, faces))}"
    scale = size / SIZE
    art = el("g", *shapes, transform=f"scale({scale:g})") if scale != 1 else markup(shapes)
    return drawn((step * len(faces) - 6) * scale, size, alt, art, inline=True)


def _die(face: int, role: Role) -> Html:
    face = require_int("faces", face, 0, 9)
    return _SVG("ten", side=colour(role), ink=colour(f"on-{role}"), face=str(face))
