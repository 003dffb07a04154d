"""Units: names as long as they may be."""

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.units import Artillery, Cavalry


def test_names_have_60_characters_at_most() -> None:
    longest = "x" * 60
    assert Cavalry(longest, 4).name == longest
    assert Cavalry("A", 4, brigade=longest).brigade == longest
    assert Artillery("A", 4, group=longest).group == longest
    with pytest.raises(InvalidValue, match=r"^group of 'A': .* up to 60 characters"):
        Artillery("A", 4, group=longest + "x")
    with pytest.raises(InvalidValue, match=r"^name: .* 1 to 60 printable characters"):
        Cavalry(longest + "x", 4)
    with pytest.raises(InvalidValue, match=r"^brigade of 'A': .* up to 60 characters"):
        Cavalry("A", 4, brigade=longest + "x")
