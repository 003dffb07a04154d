"""The same commit makes the same book, byte for byte."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook_ext.project import when
from tests.sample import DEEP

pytestmark = DEEP

ROOT = Path(__file__).parents[2]


def digests(site: Path) -> dict[str, str]:
    files = (path for path in site.rglob("*") if path.is_file())
    return {str(p.relative_to(site)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def built(folder: Path) -> dict[str, str]:
    """Build a book, whose files a build before it has left nothing of."""
    main = "from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", main, "build", str(folder), "--quiet"]
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'book/_ext'}"}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1500)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
    found = digests(folder / "_build/html")
    shutil.rmtree(folder / "_build")
    return found


def test_the_whole_book_is_the_same_twice(tmp_path: Path) -> None:
    files = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    for name in filter(None, files):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    first, again = built(tmp_path), built(tmp_path)
    assert any(name.endswith(".ipynb") for name in first)
    assert "_downloads/executable-rulebook.zip" in first
    assert {name for name in first | again if first.get(name) != again.get(name)} == set()


def test_the_date_is_that_of_the_commit_or_the_one_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert when.__wrapped__().isoformat() == "1970-01-02T00:00:00+00:00"
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    monkeypatch.setenv("PATH", "")
    assert when.__wrapped__().year == 1980
