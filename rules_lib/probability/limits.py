"""How much work is begun without asking. Each is reached in a few seconds at most.

Functions that take `limit=` use the number given there instead.
"""

ITEMS = 1_000_000
"""Items counted by `Distribution.uniform` and `Deck.of`; parts of a `mix`."""

PAIRS = 5_000_000
"""Combinations of outcomes formed by `combine`, `joint`, `then`, `mix`."""

MIXED_WORDS = 50_000_000
"""Machine words of the weights that `mix` and `then` write down."""

SUM_WORDS = 10_000_000
"""Machine words computed for a sum of many copies (`repeat`, `dice.total`)."""

SUM_PRODUCTS = 100_000_000
"""Machine-word products spent on adding two long distributions (`convolve`)."""

STATES = 100_000
"""States visited by `explore` or a `DecisionProblem`."""

BITS = 500_000
"""Bits of a single exact probability (`StepDistribution.pmf` of a distant step)."""

STEP_WORK = 400_000_000
"""Machine-word products spent on following a chain step by step, 100 for a step of Python."""

SOLVE_WORK = 10_000_000
"""Machine-word products spent on solving a chain, each with a step of Python."""
