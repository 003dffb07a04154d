"""The battle roll: its odds, its adjudication, and the decisions before it."""

from rules_lib.in_die_tiefen.battle.adjudicate import ChoiceNeeded, Fought, Side, adjudicate, play
from rules_lib.in_die_tiefen.battle.advice import (
    BestFanaticism,
    Goal,
    TacticsGame,
    Trade,
    Worth,
    best_fanaticism,
    superiority_in_dice,
    tactics_game,
)
from rules_lib.in_die_tiefen.battle.odds import Odds, each_pair, odds
from rules_lib.in_die_tiefen.battle.rules import Thresholds, Winner, thresholds
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.in_die_tiefen.battle.system import Battle, Rolled

__all__ = [
    "Battle",
    "BestFanaticism",
    "ChoiceNeeded",
    "Fought",
    "Goal",
    "Odds",
    "Rolled",
    "Rulings",
    "Side",
    "TacticsGame",
    "Thresholds",
    "Trade",
    "Winner",
    "Worth",
    "adjudicate",
    "best_fanaticism",
    "each_pair",
    "odds",
    "play",
    "superiority_in_dice",
    "tactics_game",
    "thresholds",
]
