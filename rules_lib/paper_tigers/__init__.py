"""Paper Tigers: command tests, charge and melee, El Alamein, snipers, sudden strike."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules_lib.paper_tigers import command
from rules_lib.paper_tigers.command import Card

if TYPE_CHECKING:
    from rules_lib.paper_tigers import charge, el_alamein, melee, sniper, sudden_strike
    from rules_lib.paper_tigers.deck import CommandDeck

__all__ = [
    "Card",
    "CommandDeck",
    "charge",
    "command",
    "el_alamein",
    "melee",
    "sniper",
    "sudden_strike",
]


def __getattr__(name: str) -> Any:
    """Load each of the systems, and the deck, when it is first asked for."""
    if name == "CommandDeck":
        return import_module(f"{__name__}.deck").CommandDeck
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
