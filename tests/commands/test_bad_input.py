"""Bad input: one line with the field, the value and what is allowed; code 2; no traceback.

A row of ``refused.txt`` is what is typed, and what the message says to it, part after part; ``^``
is its beginning.
"""

from pathlib import Path

from tests.commands.asking import Asker
from tests.in_turn import in_turn

ROWS = (Path(__file__).parent / "refused.txt").read_text("utf-8").splitlines()


@in_turn("row", ROWS, one_in=3)
def test_it_says_what_is_wrong(ask: Asker, row: str) -> None:
    line, *parts = row.split(" | ")
    message, at = ask.refusal(line), 0
    for part in parts:
        assert message.startswith(part[1:] if part.startswith("^") else "")
        at = message.index(part.removeprefix("^"), at)
    reply = ask(f"{line} --json")
    assert (reply.code, reply.text) == (2, "")
