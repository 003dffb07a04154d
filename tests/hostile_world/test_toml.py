"""Tables as texts and files: deep, huge, torn, and with keys that nobody knows."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_lib.errors import RulesError
from rules_lib.rulebook import HouseRules
from rules_lib.text.files import LARGEST
from rules_lib.triumph_and_glory import Secondary
from tests.hostile_world.named import TOML
from tests.hostile_world.trial import memory_limited, work_counted

DEEP = 20_000
TEXTS = {
    "a deep list": f"row = {'[' * DEEP}{']' * DEEP}",
    "a deep table": f"row = {'{a = ' * DEEP}1{'}' * DEEP}",
    "a deep key": f"{'.'.join('a' * DEEP)} = 1",
    "a deep heading": f"[{'.'.join('a' * DEEP)}]",
    "many tables": "[[row]]\n" * 20_000,
    "a long number": f"row = {'7' * 100_000}",
    "a long text": f'row = "{"x" * (LARGEST - 100)}"',
    "too long": f'row = "{"x" * 10_000_000}"',
    "a date": "row = 1979-05-27",
    "a number that is none": "row = nan",
    "half a text": 'row = "',
    "no Unicode": "row = '\ud800'",
    "nothing": "",
    "zeros": "\0" * 1000,
}
READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "secondary": (Secondary.from_toml, TOML),
    "house rules": (HouseRules.from_toml, HouseRules({"R-M3": False}).to_toml()),
}


def refusal(call: Callable[[], Any]) -> str:
    with memory_limited(), work_counted(), pytest.raises(RulesError) as error:
        call()
    message = str(error.value)
    assert len(message) < 400
    assert message.isprintable()
    return message


@pytest.mark.slow
@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("reader", READERS)
def test_what_no_reader_lets_in(reader: str, kind: str) -> None:
    if (reader, kind) == ("house rules", "nothing"):
        pytest.skip("a table that has agreed on nothing")
    read, _ = READERS[reader]
    refusal(lambda: read(TEXTS[kind]))


@pytest.mark.parametrize("reader", ["secondary", "house rules"])
def test_an_unknown_key_is_named(reader: str) -> None:
    read, good = READERS[reader]
    read(good)
    assert "unknown_key" in refusal(lambda: read(f"unknown_key = 1\n{good}"))
