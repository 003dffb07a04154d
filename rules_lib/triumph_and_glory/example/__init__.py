"""The source's example of a charge: what it records, what is wrong in it, and how it runs."""

from rules_lib.examples.audit import Finding

from .facts import (
    Verdict,
    answered,
    asks_before_pursuit,
    audit,
    chances,
    doomed,
    legal_distances,
    needs_of_retreat_check,
    results_of,
    verdicts,
)
from .scene import CHOSEN, all_types, board, fitting, replay, situation, varied, ways

__all__ = [
    "CHOSEN",
    "Finding",
    "Verdict",
    "all_types",
    "answered",
    "asks_before_pursuit",
    "audit",
    "board",
    "chances",
    "doomed",
    "fitting",
    "legal_distances",
    "needs_of_retreat_check",
    "replay",
    "results_of",
    "situation",
    "varied",
    "verdicts",
    "ways",
]
