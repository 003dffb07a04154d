"""All drawings in one place: dice, command cards and markers, as SVG."""

from rules_lib.notebook.pieces import command_card, dice, hand, markers
from rules_lib.notebook.svg import Drawing

__all__ = [
    "Drawing",
    "command_card",
    "dice",
    "hand",
    "markers",
]
