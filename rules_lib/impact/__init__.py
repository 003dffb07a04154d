"""Does it matter? What every open reading changes, measured over stated situations.

``measure`` tells it of one ruling, ``ranking`` of all, ``unreachable`` finds readings that make
other questions pointless; ``clashes``, ``gaps`` and ``never_matter`` find what contradicts itself
or leads nowhere. Nothing is remembered between two calls.
"""

from rules_lib.impact.measuring import (
    Bench,
    Clash,
    Gap,
    Silenced,
    clashes,
    gaps,
    measure,
    never_matter,
    ranked,
    ranking,
    unreachable,
)
from rules_lib.impact.model import (
    LITTLE,
    MUCH,
    Change,
    Impact,
    NoAnswer,
    Panel,
    ReadingImpact,
    Situation,
    Value,
    Weight,
)
from rules_lib.text.chances import points

__all__ = [
    "LITTLE",
    "MUCH",
    "Bench",
    "Change",
    "Clash",
    "Gap",
    "Impact",
    "NoAnswer",
    "Panel",
    "ReadingImpact",
    "Silenced",
    "Situation",
    "Value",
    "Weight",
    "clashes",
    "gaps",
    "measure",
    "never_matter",
    "points",
    "ranked",
    "ranking",
    "unreachable",
]
