"""Snipers (Scharfschützen): the hidden shooter, and the search for him.

``rules`` is what one shot and one attempt do. ``course`` goes through them with given or rolled
dice and cards; ``odds`` tells how long it takes to find him, and what a whole duel costs.
"""

from rules_lib.errors import IncompleteRecord
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sniper.course import Duel, adjudicate, play
from rules_lib.paper_tigers.sniper.odds import (
    UNHURT_TARGETS,
    DuelOdds,
    Search,
    discovery,
    duel_odds,
    hit,
    search,
    spotting,
    successes_needed,
)
from rules_lib.paper_tigers.sniper.rules import (
    after_move,
    after_shot,
    effect,
    found_raise,
    full_pile,
    pile_told,
    spots,
    spotting_raise,
    turn,
    visibility_raise,
)
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.state import Effect, Move, Position, Shot, Spotter, Target
from rules_lib.paper_tigers.sniper.system import Sniper

__all__ = [
    "UNHURT_TARGETS",
    "CommandDeck",
    "Duel",
    "DuelOdds",
    "Effect",
    "IncompleteRecord",
    "Move",
    "Position",
    "Rulings",
    "Search",
    "Shot",
    "Sniper",
    "Spotter",
    "Target",
    "adjudicate",
    "after_move",
    "after_shot",
    "discovery",
    "duel_odds",
    "effect",
    "found_raise",
    "full_pile",
    "hit",
    "pile_told",
    "play",
    "search",
    "spots",
    "spotting",
    "spotting_raise",
    "successes_needed",
    "turn",
    "visibility_raise",
]
