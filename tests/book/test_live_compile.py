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
    places = {"toy_one.py": precompile.beside("toy_one.py")}
    precompile.write(source, str(target), f"{target}/", places)
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
    source = packed(tmp_path / "a.zip", toy_three__dot__py="value = 'compiled'")
    target = tmp_path / "b.zip"
    places = {"toy_three.py": precompile.in_cache("toy_three.py")}
    precompile.write(source, str(target), f"{tmp_path}/here/", places, keep=("toy",))
    tag = sys.implementation.cache_tag
    assert names(target) == [f"__pycache__/toy_three.{tag}.pyc", "toy_three.py"]
    shutil.unpack_archive(target, tmp_path / "here")
    (tmp_path / "here" / "toy_three.py").write_text("value = 'source'")
    monkeypatch.syspath_prepend(str(tmp_path / "here"))
    assert importlib.import_module("toy_three").value == "compiled"


def test_compiled_forms_are_put_into_an_archive_that_stays_as_it_was(tmp_path: Path) -> None:
    target = packed(tmp_path / "a.whl", toy_four__dot__py=CODE, toy_five__dot__py=CODE)
    before = names(tmp_path / "a.whl")
    places = {name: precompile.in_cache(name) for name in ("toy_four.py", "elsewhere.py")}
    precompile.add(target, "/site/", places)
    tag = sys.implementation.cache_tag
    assert names(tmp_path / "a.whl") == [f"__pycache__/toy_four.{tag}.pyc", *before]
    with zipfile.ZipFile(target) as archive:
        assert archive.read("toy_five.py").decode() == CODE
