"""Printed examples that claim something else than they do."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules_lib.examples import claims
from rules_lib.text.files import shipped


def claim_otherwise(monkeypatch: pytest.MonkeyPatch, value: str, *place: str) -> None:
    """Let the files of claims have another value at this place."""
    read = shipped

    def otherwise(package: str, file: str) -> Mapping[str, Any]:
        data = at = read(package, file)
        for key in place[:-1]:
            at = at[key]
        assert at[place[-1]] != value
        at[place[-1]] = value
        return data

    monkeypatch.setattr(claims, "shipped", otherwise)
