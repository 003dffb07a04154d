"""Reads what only the command line is given: files, and standard input."""

import sys

from rules_lib.errors import InvalidValue
from rules_lib.text.files import LARGEST, NOTHING, decoded, read_text

STANDARD_INPUT = "-"


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
