"""Reads what only the command line is given: faces of dice, totals of a melee, files."""

import re
import sys

from rules_lib.data_files import LARGEST, NOTHING, decoded, read_text
from rules_lib.errors import InvalidValue
from rules_lib.words import NUMBER

STANDARD_INPUT = "-"


def numbers(option: str, text: str, example: str = "6,3,2") -> list[int]:
    """Whole numbers with commas or spaces between them."""
    parts = _parts(text)
    if not all(re.fullmatch(NUMBER, part) for part in parts):
        raise InvalidValue(option, text, f"whole numbers with commas, such as {example}")
    return [int(part) for part in parts]


def exchanges(option: str, text: str) -> list[tuple[int, ...]]:
    """The totals of a melee: ``12:12,8:9``, or ``12:7:10`` with a re-roll."""
    found = [re.fullmatch(rf"{NUMBER}:{NUMBER}(?::{NUMBER})?", part) for part in _parts(text)]
    if not all(found):
        allowed = "attacker:defender for each exchange, with commas, such as 12:12,8:9;"
        raise InvalidValue(option, text, f"{allowed} with a re-roll 12:7:10")
    return [tuple(int(each) for each in one.groups() if each) for one in found if one]


def file_text(option: str, path: str) -> tuple[str, str]:
    """The name of a file, and the text in it; ``-`` is standard input."""
    if path == STANDARD_INPUT:
        content = b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)
        if not content.strip():
            raise InvalidValue(option, NOTHING, "a text on standard input, or a file")
        if len(content) > LARGEST:
            raise InvalidValue(option, path, f"at most {LARGEST} bytes on standard input")
        return "standard input", decoded("standard input", content)
    try:
        return read_text(path)
    except InvalidValue as error:
        raise InvalidValue(
            option if error.field == "path" else error.field, error.given, error.allowed
        ) from None


def _parts(text: str) -> list[str]:
    return re.split(r"\s*,\s*|\s+", text.strip())
