"""Asks the command line in this process, and reads what it says."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.__main__ import main
from rules_lib.commands import NAMES
from rules_lib.commands.command import arguments_of


@dataclass(frozen=True)
class Reply:
    code: int
    text: str
    error: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


class Asker:
    """Calls ``main`` with a line as one would type it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def words(self, *words: str) -> Reply:
        self.capsys.readouterr()
        code = main(words)
        said = self.capsys.readouterr()
        return Reply(code, said.out, said.err)

    def __call__(self, line: str) -> Reply:
        return self.words(*arguments_of(line))

    def told(self, line: str) -> str:
        """The answer to a line that must work."""
        reply = self(line)
        assert (reply.code, reply.error) == (0, ""), reply
        return reply.text

    def data(self, line: str) -> Any:
        """The same as data."""
        return json.loads(self.told(f"{line} --json"))

    def refusal(self, line: str) -> str:
        """The one line that says what is wrong."""
        reply = self(line)
        assert (reply.code, reply.text) == (2, ""), reply
        name, *_ = [*arguments_of(line), ""]
        asked = f" {name}" if name in NAMES else ""
        assert reply.error.startswith(f"python -m rules_lib{asked}: ")
        assert reply.error.count("\n") == 1
        assert "Traceback" not in reply.error
        return reply.error.partition(": ")[2].strip()


def exact(number: Any) -> Fraction:
    """A chance or a mean of the JSON; its float must be the same number."""
    found = Fraction(number["exact"])
    assert "/" in number["exact"]
    assert number["float"] == float(found)
    return found


def distributions(data: Any) -> Iterator[list[Any]]:
    """All distributions in some JSON: the lists whose members have an exact chance."""
    if isinstance(data, dict):
        for each in data.values():
            yield from distributions(each)
    elif isinstance(data, list):
        if data and all(isinstance(each, dict) and "exact" in each for each in data):
            yield data
        for each in data:
            yield from distributions(each)


def by(distribution: list[Any], *keys: str) -> dict[Any, Fraction]:
    """A distribution of the JSON by what its outcomes are called."""
    return {
        tuple(each[key] for key in keys) if len(keys) > 1 else each[keys[0]]: exact(each)
        for each in distribution
    }
