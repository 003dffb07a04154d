"""The few names of IPython that the chapters want; the whole is too heavy here."""

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


def install(display: Callable[..., None]) -> None:
    """Make them importable under their names."""
    provide("IPython", get_ipython=lambda: None)
    provide("IPython.display", display=display, HTML=Html, SVG=Svg)


class Html:
    """A piece of HTML to show."""

    def __init__(self, data: str) -> None:
        self.data = data

    def _repr_html_(self) -> str:
        return self.data


class Svg(Html):
    """A drawing to show."""


def provide(name: str, **names: Any) -> None:
    """Make a module of this name, with these names in it."""
    made = ModuleType(name)
    made.__spec__ = ModuleSpec(name, None)
    made.__path__ = []
    made.__dict__.update(names)
    sys.modules[name] = made
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, made)
