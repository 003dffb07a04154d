"""Puts a change into the loaded engine.

What a function does is exchanged in place, as its code object: whoever holds the function, a
decorator or a table, gets the change, and nothing is imported again. Code that runs at import
(constants, defaults) is changed by importing the module from the changed tree.
"""

import ast
import functools
import gc
import importlib.abc
import importlib.machinery
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TypeAlias

from .packages import ROOT, module_name
from .places import Module, Mutant

Name: TypeAlias = tuple[str, int]
"""Qualified name and first line."""


class CannotPlant(Exception):
    """The change cannot be made in a loaded module."""


@contextmanager
def edited(mutant: Mutant) -> Iterator[None]:
    """Change the tree for a while."""
    old = mutant.slot.get()
    mutant.slot.put(mutant.new)
    try:
        yield
    finally:
        mutant.slot.put(old)


def compiled(module: Module, mutant: Mutant | None) -> CodeType:
    """Compile a module with a change, or with none."""
    path = str(module.path)
    if mutant is None:
        return compile(module.tree, path, "exec", dont_inherit=True)
    with edited(mutant):
        ast.fix_missing_locations(module.tree)
        return compile(module.tree, path, "exec", dont_inherit=True)


class Loaded:
    """The functions of the engine as they are loaded in this process."""

    def __init__(self, root: Path = ROOT) -> None:
        self._functions: defaultdict[str, list[FunctionType]] = defaultdict(list)
        self._caches: list[functools._lru_cache_wrapper[object]] = []
        self._codes: dict[str, dict[Name, list[CodeType]]] = {}
        here = str(root)
        gc.unfreeze()  # what is frozen is not among the objects
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(here):
                self._functions[each.__code__.co_filename].append(each)
            elif isinstance(each, functools._lru_cache_wrapper) and _is_ours(each):
                self._caches.append(each)

    def forget(self) -> None:
        """Empty all caches of functions."""
        for cache in self._caches:
            cache.cache_clear()

    def _codes_of(self, module: Module) -> dict[Name, list[CodeType]]:
        if module.file not in self._codes:
            self._codes[module.file] = _codes(compiled(module, None))
        return self._codes[module.file]

    def prepare(self, modules: Iterable[Module]) -> None:
        """Do what all processes forked from this one would do again."""
        for module in modules:
            self._codes_of(module)
        self.forget()
        gc.collect()
        gc.freeze()

    def plant(self, module: Module, mutant: Mutant) -> None:
        """Exchange what differs; raises `CannotPlant` if no loaded function does."""
        new = _codes(compiled(module, mutant))
        old = self._codes_of(module)
        planted = 0
        for function in self._functions[str(module.path)]:
            name = (function.__code__.co_qualname, function.__code__.co_firstlineno)
            before, after = old.get(name, []), new.get(name, [])
            if len(before) != len(after) or function.__code__ not in before:
                continue
            code = after[before.index(function.__code__)]
            if code != function.__code__:
                try:
                    function.__code__ = code
                except ValueError as problem:  # it closes over other names
                    raise CannotPlant(mutant.key) from problem
                planted += 1
        if not planted:
            raise CannotPlant(mutant.key)


def _is_ours(cache: object) -> bool:
    return str(getattr(cache, "__module__", "")).startswith(("rules_lib.", "rulebook_ext."))


def _codes(code: CodeType) -> dict[Name, list[CodeType]]:
    """All code inside a module's, by name."""
    found: defaultdict[Name, list[CodeType]] = defaultdict(list)
    waiting = [code]
    while waiting:
        for each in waiting.pop().co_consts:
            if isinstance(each, CodeType):
                found[each.co_qualname, each.co_firstlineno].append(each)
                waiting.append(each)
    return found


class Importer(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from its changed tree, and everything else as usual."""

    def __init__(self, module: Module, mutant: Mutant) -> None:
        self._name = module_name(module.file)
        self._path = str(module.path)
        self._code = compiled(module, mutant)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Answer for the changed module only."""
        if name != self._name:
            return None
        spec = importlib.machinery.ModuleSpec(name, self, origin=self._path)
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed code."""
        exec(self._code, module.__dict__)

    def install(self) -> None:
        """Take part in imports from now on; the engine must not be loaded yet."""
        assert self._name not in sys.modules
        sys.meta_path.insert(0, self)
