"""What the browser's Python loads is compiled beforehand; without Node, it does so itself."""

import importlib
import importlib.util
import shutil
import stat
import sys
import zipfile
from pathlib import Path

import pytest
from rulebook_live import precompile

from rulebook_ext import live, live_compile
from rulebook_ext.live_compile import STDLIB, Compiling
from rulebook_ext.live_parts import Unavailable

PLACES = ("python.zip", STDLIB, "pyodide/numpy.whl")
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


def test_the_place_in_the_cache_is_that_of_python() -> None:
    for name in ("toy.py", "a/b/toy.py"):
        assert precompile.in_cache(name) == importlib.util.cache_from_source(name)


def test_all_of_a_package_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    # As in the browser, where what comes from JavaScript stands among the modules.
    monkeypatch.setitem(sys.modules, "javascript", object())
    precompile.import_all("rules_lib.probability")
    root = f"{Path(precompile.__file__).parents[3]}/"
    assert "rules_lib/probability/dice.py" in precompile.loaded(root)


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """A folder with small archives where the real ones would be."""
    for place in PLACES:
        path = tmp_path / "parts" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("source")
    return tmp_path / "parts"


def pretend(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let a shell script be Node; it gets the script, the parts and the target."""
    node = folder / "node"
    node.write_text(f"#!/bin/sh\n{script}\n")
    node.chmod(node.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(shutil, "which", lambda name: str(node) if name == "node" else None)


COMPILE = f"""echo ran >> "$2/../log"; mkdir "$3/pyodide"
for name in {" ".join(PLACES)}; do echo made > "$3/$name"; done"""


def test_the_archives_are_compiled_once(
    tmp_path: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(tmp_path, monkeypatch, COMPILE)
    monkeypatch.setattr(live_compile, "KEPT", 1)
    cache = tmp_path / "cache"
    for _ in range(2):
        for place in PLACES:
            (parts / place).write_text("source")
        Compiling(live.COMPILER, parts, cache).finish()
        assert {(parts / place).read_text() for place in PLACES} == {"made\n"}
    assert (tmp_path / "log").read_text() == "ran\n"
    (parts / "python.zip").write_text("another source")
    Compiling(live.COMPILER, parts, cache).finish()
    assert (tmp_path / "log").read_text() == "ran\n" * 2
    assert len(list(cache.iterdir())) == 1, "what is out of date is not kept"


@pytest.mark.parametrize("script", ["echo 'too old' >&2; exit 1", "exit 3"])
def test_where_node_fails_the_sources_stay(
    tmp_path: Path, parts: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    pretend(tmp_path, monkeypatch, script)
    compiling = Compiling(live.COMPILER, parts, tmp_path / "cache")
    with pytest.raises(Unavailable, match=r"Node failed: (too old|no reason given)"):
        compiling.finish()
    assert {(parts / place).read_text() for place in PLACES} == {"source"}


def test_without_node_nothing_is_compiled(
    tmp_path: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Unavailable, match="Node is not installed"):
        Compiling(live.COMPILER, parts, tmp_path / "cache")


def test_a_build_that_fails_ends_node(
    tmp_path: Path, parts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(tmp_path, monkeypatch, "exec sleep 600")
    Compiling(live.COMPILER, parts, tmp_path / "cache").stop()
    assert {(parts / place).read_text() for place in PLACES} == {"source"}
