"""Printed examples that claim something else than they do."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
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


def otherwise(value: Any, at: str) -> Iterator[tuple[str, Any]]:
    """What a record says with one fact otherwise, for each fact that is a number or a yes or no."""
    if isinstance(value, bool):
        yield at, not value
    elif isinstance(value, int):
        yield at, value + 1
    elif isinstance(value, tuple):
        for n, each in enumerate(value):
            for place, other in otherwise(each, f"{at}[{n}]"):
                yield place, (*value[:n], other, *value[n + 1 :])
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            for place, other in otherwise(getattr(value, each.name), f"{at}.{each.name}"):
                yield place, replace(value, **{each.name: other})
