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


def drawn(rng: Rng, stop: int, count: int = 1) -> tuple[int, ...]:
    """Return what `rng` draws, each from 0 up to `stop`; refuse what is no source of chance."""
    draw = getattr(rng, "randrange", None)
    if isinstance(rng, type) or not callable(draw):
        raise ProbabilityError(
            f"rng must be a source of chance such as random.Random(7), not {shown(rng)}"
        )
    what, most = "rng: what it draws", stop - 1
    return tuple(check_int(what, draw(stop), least=0, most=most) for _ in range(count))
