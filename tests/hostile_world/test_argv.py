"""The command line, word by word: an answer, or one short line that says what is allowed."""

import pytest

from rules_lib.commands import NAMES, command
from rules_lib.commands.command import arguments_of
from tests.commands.asking import Asker
from tests.hostile_world.trial import memory_limited, work_counted
from tests.sample import SOME_OR_EVERY, Chosen, every

QUICK = ["", "x" * 2_000_000, "7" * 5000, "-1", "\ud800\0\n"]
SLOW = [
    "7" * 2_000_000,
    "99999999999",
    "-7" * 100_000,
    "1e9",
    "nan",
    "1/0",
    "1/" + "7" * 5000,
    "," * 100_000,
    "12:12," * 100_000,
    "red 7",
    "red 7, small team, small team",
    "R-M3=" + "(" * 100_000,
    "=",
    "--",
    "--json",
    "{}",
    "ъ",
    " ",
    "a=b",
    "9" * 5000,
    "red " + "9" * 5000,
    "red 7, " * 50 + "x",
    "٣",  # a digit that is no ASCII
    "²",
    "\udcff",
    "(" * 500,
]
LONGEST = 700
"""Letters of a message; some list all commands or all rulings."""


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Asker:
    return Asker(capsys)


def lines(name: str) -> list[tuple[str, ...]]:
    """Lines that work for a command, as words."""
    return [tuple(arguments_of(each)) for each in command(name).about.examples]


def bears(ask: Asker, *words: str) -> None:
    with memory_limited(), work_counted():
        reply = ask.words(*words)
    shown = " ".join(word[:40] for word in words)
    assert reply.code in (0, 2), shown
    if reply.code == 2:
        assert reply.text == "", shown
        assert reply.error.startswith("python -m rules_lib"), shown
        assert reply.error.count("\n") == 1, shown
        assert len(reply.error) < LONGEST, (shown, len(reply.error), reply.error[:200])


def replaced(
    ask: Asker, words: tuple[str, ...], hostile: list[str], chosen: Chosen = every
) -> None:
    """Each word in turn is another one; then another one is added."""
    for at in range(len(words) + 1):
        for word in chosen(hostile, at + [*NAMES].index(words[0]), one_in=8):
            bears(ask, *words[:at], word, *words[at + 1 :])


@pytest.mark.parametrize("name", NAMES)
def test_no_word_breaks_the_command_line(ask: Asker, name: str) -> None:
    replaced(ask, lines(name)[0], QUICK)


@pytest.mark.slow
@SOME_OR_EVERY
@pytest.mark.parametrize("name", NAMES)
def test_no_other_word_does_either(ask: Asker, name: str, chosen: Chosen) -> None:
    for words in lines(name):
        replaced(ask, words, SLOW, chosen)
    words = lines(name)[0]
    for at in range(len(words)):
        bears(ask, *words[:at], *words[at + 1 :])
    bears(ask, *words, *words)
    bears(ask, *words, "--unknown-key", "1")
    bears(ask, *words, *["--json"] * 1000)
