"""Snipers (Scharfschützen): the hidden shooter, and the search for him.

``spotting`` has the two tests, ``search`` how long it takes to find him, ``hunted`` the odds of a
whole duel, ``duel`` adjudicates one from given dice and cards.
"""

from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sniper.duel import Duel, IncompleteRecord, Move, Shot, adjudicate
from rules_lib.paper_tigers.sniper.hunted import DuelOdds, duel_odds
from rules_lib.paper_tigers.sniper.markers import Position, after_move, after_shot, turn
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sniper.search import (
    UNHURT_TARGETS,
    Search,
    discovery,
    search,
    successes_needed,
)
from rules_lib.paper_tigers.sniper.spotting import (
    Spotter,
    full_pile,
    hit,
    pile_told,
    spots,
    spotting,
    spotting_raise,
    visibility_raise,
)
from rules_lib.paper_tigers.sniper.target import Effect, Target, effect

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
    "Spotter",
    "Target",
    "adjudicate",
    "after_move",
    "after_shot",
    "discovery",
    "duel_odds",
    "effect",
    "full_pile",
    "hit",
    "pile_told",
    "search",
    "spots",
    "spotting",
    "spotting_raise",
    "successes_needed",
    "turn",
    "visibility_raise",
]
