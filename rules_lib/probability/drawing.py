"""Draws from exact distributions, with a source of chance that is given."""

from typing import Protocol

from rules_lib.errors import shown

from .errors import ProbabilityError, check_int


class Rng(Protocol):
    """A source of chance such as ``random.Random(7)``: whole numbers, each as likely as the others.

    A seed makes what is drawn come again. For secrets take ``random.SystemRandom()``.
    """

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 up to, and without, `stop`."""


def below(rng: Rng, stop: int) -> int:
    """Return what `rng` draws from 0 up to `stop`; refuse what is no source of chance."""
    draw = getattr(rng, "randrange", None)
    if isinstance(rng, type) or not callable(draw):
        raise ProbabilityError(
            f"rng must be a source of chance such as random.Random(7), not {shown(rng)}"
        )
    return check_int("rng: what it draws", draw(stop), least=0, most=stop - 1)
