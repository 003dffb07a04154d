"""A process that is badly said: its round has no end."""

import pytest

from rules_lib.probability import ProbabilityError
from rules_lib.system.process import Go, Process


def test_a_round_that_goes_in_circles_is_told() -> None:
    circle: Process[int] = Process(0, lambda now: Go(1 - now), lambda now: False)
    with pytest.raises(ProbabilityError, match="goes round in circles"):
        circle.round(0)
