"""The hexes of boards of a simple shape."""

from rules_lib.errors import require_int
from rules_lib.triumph_and_glory.hexes import Hex

LARGEST = 100


def hexagon(radius: object) -> tuple[Hex, ...]:
    """All hexes up to ``radius`` from (0, 0), 0 to 100, row by row."""
    size = require_int("radius", radius, 0, LARGEST)
    return tuple(
        Hex(q, r)
        for r in range(-size, size + 1)
        for q in range(max(-size, -size - r), min(size, size - r) + 1)
    )


def rectangle(width: object, height: object) -> tuple[Hex, ...]:
    """``height`` rows of ``width`` hexes, 1 to 100 each; every second row is shifted right."""
    columns = require_int("width", width, 1, LARGEST)
    rows = require_int("height", height, 1, LARGEST)
    return tuple(Hex(q - r // 2, r) for r in range(rows) for q in range(columns))
