"""Files that users supply, read and written: every fault names the file, the place, the value."""

import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from stat import S_ISREG
from typing import Any

from rules_lib.errors import InvalidValue, require_instance

LARGEST = 1_000_000
"""Bytes of the largest file that is read."""

MOST_POINTS = 100
"""Points in a line of TOML: each opens a table inside a table."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words that an error shows as they are, without quotes."""

    text: str

    def __repr__(self) -> str:
        return self.text


NOTHING = Words("nothing")


@contextmanager
def located(place: str) -> Iterator[None]:
    """Put the place in front of the field that an error names, unless it is the place."""
    try:
        yield
    except InvalidValue as error:
        if error.field == place:
            raise
        raise InvalidValue(f"{place}, {error.field}", error.given, error.allowed) from None


def read_text(path: str | Path, field: str = "path") -> tuple[str, str]:
    """Return the name of a file and the text in it; ``field`` is what errors call the path.

    Raises:
        InvalidValue: no path, a file that cannot be read or is too large, bytes that are no UTF-8.
    """
    if not isinstance(path, str | Path) or "\0" in str(path):
        raise InvalidValue(field, path, "the path of a file")
    file = Path(path)
    try:
        if not S_ISREG(file.stat().st_mode):
            raise InvalidValue(field, str(path), "a file that can be read (it is no plain file)")
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "no file has such a name"
        raise InvalidValue(field, str(path), f"a file that can be read ({reason})") from None
    if len(content) > LARGEST:
        raise InvalidValue(field, str(path), f"a file of at most {LARGEST} bytes")
    return file.name, decoded(file.name, content)


def write_new(field: str, path: str | Path, text: str) -> None:
    """Write a file that is not there yet.

    Raises:
        InvalidValue: no path, a file that is there, or none that can be written.
    """
    write(field, path, text, "x", "a new file in an existing folder")


def write(field: str, path: str | Path, text: str, mode: str, allowed: str) -> None:
    """Write a file in UTF-8, as it is; ``allowed`` is what errors say that it has to be."""
    if not isinstance(path, str | Path):
        raise InvalidValue(field, path, f"the path of {allowed}")
    try:
        with open(path, mode, encoding="utf-8", newline="") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file has such a name"
        raise InvalidValue(field, str(path), f"{allowed} ({reason})") from None


def decoded(name: str, content: bytes) -> str:
    """Text in UTF-8, or in UTF-16 with its mark in front, as a shell of Windows writes files."""
    utf16 = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = Words(f"byte {error.start + 1}, which is no UTF-{16 if utf16 else 8},")
        raise InvalidValue(name, wrong, "text in UTF-8") from None


def read_toml(name: str, text: str) -> dict[str, Any]:
    """Return what a TOML text says."""
    import tomllib  # late: the default tables alone need no text of a user

    require_instance(require_instance("name", name, str), text, str)
    if len(text) > LARGEST:
        raise InvalidValue(name, text, f"a text of at most {LARGEST} letters")
    if any(line.count(".") > MOST_POINTS for line in text.splitlines()):
        allowed = f"lines with at most {MOST_POINTS} points: tables are not so deep"
        raise InvalidValue(name, Words("a line with more points"), allowed)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise faulty(name, "TOML", error) from None


def as_toml(value: Any) -> str:
    """Plain data as a value in TOML."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{as_toml(k)} = {as_toml(v)}' for k, v in value.items())} }}"
    return str(value)


def shipped(package: str, name: str) -> dict[str, Any]:
    """Return what a TOML file of this library says, which lies in a package of it."""
    return read_toml(name, files(package).joinpath(name).read_text("utf-8"))


def faulty(name: str, kind: str, error: Exception) -> InvalidValue:
    """The error for a text that is none of its kind, with the place of the fault, never cut."""
    return InvalidValue(name, Words("a text with a fault"), f"{kind} ({error})")


def read_keys(
    place: str, data: object, needed: Iterable[str], optional: Iterable[str] = ()
) -> Mapping[str, Any]:
    """Return ``data`` if it is a table with all the needed keys and no unknown one."""
    require_instance("name", place, str)
    wanted = tuple(needed)
    known = (*wanted, *optional)
    if not isinstance(data, Mapping):
        raise InvalidValue(place, data, f"a table with the keys {', '.join(wanted)}")
    for key in data:
        if key not in known:
            raise InvalidValue(f"{place}, key", key, ", ".join(known))
    for key in wanted:
        if key not in data:
            raise InvalidValue(f"{place}, {key}", NOTHING, "a value; this key is needed")
    return data


def read_list(place: str, data: object) -> list[Any]:
    """Return ``data`` if it is a list with something in it."""
    if not isinstance(data, list) or not data:
        raise InvalidValue(place, data, "a list of tables, one or more")
    return data


def require_text(field: str, value: object) -> str:
    """Return ``value`` if it is a line of text that is not blank."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise InvalidValue(field, value, "a line of text that is not empty")
    return value
