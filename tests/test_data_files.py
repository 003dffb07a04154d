"""Files of users: how large they may be, and what every fault is called."""

from pathlib import Path
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.text.files import read_text, read_toml
from tests.in_turn import in_turn


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    """How much can be, `test_public_bounds` says."""
    (tmp_path / "latin.csv").write_bytes("lowest,Größe".encode("latin-1"))
    (tmp_path / "large.toml").write_bytes(b"#" * 1_000_001)
    (tmp_path / "folder.toml").mkdir()
    cases: list[tuple[Any, str]] = [
        (tmp_path / "none.toml", "^path: .*No such file"),
        (tmp_path / "folder.toml", "^path: .*no plain file"),
        (tmp_path / "large.toml", "^path: .*a file of at most 1000000 bytes"),
        (tmp_path / "latin.csv", "^latin.csv: byte 10, which is no UTF-8, was given"),
        (None, "^path: None was given"),
        (5, "^path: 5 was given"),
        ("a\0b.toml", "^path: .*the path of a file"),
    ]
    for path, message in cases:
        with pytest.raises(InvalidValue, match=message):
            read_text(path)
    with pytest.raises(InvalidValue, match=r"^ours: .* a text of at most 1000000 letters"):
        read_toml("ours", "#" * 1_000_001)


@in_turn("before", ["", "x = 1\n"])
@in_turn("after", ["", "\ny = 2"])
def test_tables_are_a_hundred_deep_at_most(before: str, after: str) -> None:
    """One line with more points is enough, wherever it stands."""
    deep = ".".join("a" * 101)
    found: Any = read_toml("ours", f"{before}{deep} = 1{after}")
    for _ in range(101):
        found = found["a"]
    assert found == 1
    with pytest.raises(InvalidValue, match=r"^ours: a line with more points .* at most 100 points"):
        read_toml("ours", f"{before}{deep}.a = 1{after}")
