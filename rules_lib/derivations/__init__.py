"""The second way to every number: dice by convolution, processes by matrices.

Nothing here imports the rules. Dice totals are whole-number weights, made by
``scipy.signal.convolve``; the rest is enumerated from the clauses and solved with ``numpy``. The
chapters assert that the engine says the same.
"""

from rules_lib.derivations.battle_multisets import BattleSetup, battle, win_chance
from rules_lib.derivations.charge_duel import (
    DuelLaw,
    Fighter,
    charge_on_cavalry,
    charge_on_infantry,
    check_chance,
    fate_chance,
    leaves_chance,
    pursuit_law,
    ratio_drm,
    row_chances,
)
from rules_lib.derivations.melee_matrix import MeleeFigures, MeleeSetup, exchange, melee
from rules_lib.derivations.sniper_piles import found_after, mean_attempts, spotting_chance
from rules_lib.derivations.strike_grids import bunker_strikes, joker_law, save_chance
from rules_lib.derivations.throws import MOST_DICE, pass_chance, total_weights

__all__ = [
    "MOST_DICE",
    "BattleSetup",
    "DuelLaw",
    "Fighter",
    "MeleeFigures",
    "MeleeSetup",
    "battle",
    "bunker_strikes",
    "charge_on_cavalry",
    "charge_on_infantry",
    "check_chance",
    "exchange",
    "fate_chance",
    "found_after",
    "joker_law",
    "leaves_chance",
    "mean_attempts",
    "melee",
    "pass_chance",
    "pursuit_law",
    "ratio_drm",
    "row_chances",
    "save_chance",
    "spotting_chance",
    "total_weights",
    "win_chance",
]
