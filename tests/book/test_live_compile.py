"""What the browser's Python loads is compiled beforehand, and loaded as it was compiled."""

import importlib
import importlib.util
import shutil
import sys
import zipfile
from pathlib import Path

import pytest
from rulebook_live import precompile

CODE = "def said():\n    '''Words.'''\n    return __file__\n"


def packed(path: Path, **files: str) -> str:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__dot__", "."), text)
    return str(path)


def names(path: Path) -> list[str]:
    return sorted(zipfile.ZipFile(path).namelist())


def test_a_module_is_loaded_from_its_compiled_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = packed(tmp_path / "a.zip", toy_one__dot__py=CODE, toy_two__dot__py=CODE)
    target = tmp_path / "b.zip"
    precompile.instead(source, str(target), {"toy_one.py"}, f"{target}/")
    assert names(target) == ["toy_one.pyc", "toy_two.py"]
    monkeypatch.syspath_prepend(str(target))
    one = importlib.import_module("toy_one")
    assert one.said.__doc__ == "Words."
    assert one.said() == f"{target}/toy_one.pyc"
    assert one.said.__code__.co_filename == f"{target}/toy_one.py"
    assert precompile.loaded(f"{target}/") == set(), "what came without a source is not listed"
    importlib.import_module("toy_two")
    assert precompile.loaded(f"{target}/") == {"toy_two.py"}


def test_the_compiled_form_of_a_kept_source_is_used_unseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the browser nothing is written; so a changed source must not be looked at."""
    packed(tmp_path / "a.zip", toy_three__dot__py="value = 'compiled'", toy_four__dot__py=CODE)
    asked = ("toy_three.py", "elsewhere.py")
    precompile.beside(str(tmp_path / "a.zip"), asked, f"{tmp_path}/here/")
    tag = sys.implementation.cache_tag
    made = [f"__pycache__/toy_three.{tag}.pyc", "toy_four.py", "toy_three.py"]
    assert names(tmp_path / "a.zip") == made
    shutil.unpack_archive(tmp_path / "a.zip", tmp_path / "here")
    assert (tmp_path / "here" / "toy_four.py").read_text() == CODE
    (tmp_path / "here" / "toy_three.py").write_text("value = 'source'")
    monkeypatch.syspath_prepend(str(tmp_path / "here"))
    assert importlib.import_module("toy_three").value == "compiled"
