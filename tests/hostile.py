"""Values that no door of the library lets in, and the check that it says why."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from rules_lib.errors import RulesError

Case = tuple[str, Callable[[Any], object], Iterable[Any]]
"""How the message begins, the call, and the values it must refuse."""


def refuses(case: Case) -> None:
    """Each value is refused with an error of ours: which field, what was given, what is allowed."""
    field, call, values = case
    for value in values:
        with pytest.raises(RulesError) as error:
            call(value)
        message = str(error.value)
        assert message.startswith(field), (value, message)
        assert "allowed" in message or "by the source" in message, message
        assert len(message) < 400, len(message)
        assert message.isprintable()
