"""All drawings in one place: dice, command cards, exchanges and flow charts, as SVG."""

from rules_lib.presentation.exchange import Side, exchange
from rules_lib.presentation.flow import flow
from rules_lib.presentation.pieces import command_card, dice, hand, markers
from rules_lib.presentation.svg import Drawing

__all__ = [
    "Drawing",
    "Side",
    "command_card",
    "dice",
    "exchange",
    "flow",
    "hand",
    "markers",
]
