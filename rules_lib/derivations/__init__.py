"""The second way to every number: dice by convolution, processes by matrices.

Nothing here imports the rules. Dice totals are whole-number weights, made by
``scipy.signal.convolve``; the rest is enumerated from the clauses and solved with ``numpy``. The
chapters assert that the engine says the same.
"""

from rules_lib.derivations.charge_duel import (
    DuelLaw,
    Fighter,
    charge_on_cavalry,
    charge_on_infantry,
    check_chance,
    fate_chance,
    leaves_chance,
    ratio_drm,
    row_chances,
)
from rules_lib.derivations.melee_matrix import MeleeFigures, MeleeSetup, exchange, melee
from rules_lib.derivations.throws import MOST_DICE, pass_chance, total_weights

__all__ = [
    "MOST_DICE",
    "DuelLaw",
    "Fighter",
    "MeleeFigures",
    "MeleeSetup",
    "charge_on_cavalry",
    "charge_on_infantry",
    "check_chance",
    "exchange",
    "fate_chance",
    "leaves_chance",
    "melee",
    "pass_chance",
    "ratio_drm",
    "row_chances",
    "total_weights",
]
