"""The few names of IPython that `ipywidgets` and the chapters want; the whole is too heavy here."""

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from rulebook_live.sinks import emit


class InteractiveShell:
    """There is none here."""

    @staticmethod
    def initialized() -> bool:
        """Return that there is none."""
        return False


def install(display: Callable[..., None]) -> None:
    """Make them importable under their names."""
    provide("IPython", get_ipython=lambda: None, display=None, version_info=(9, 0, 0))
    provide("IPython.core")
    provide("IPython.core.interactiveshell", InteractiveShell=InteractiveShell)
    provide("IPython.display", display=display, clear_output=clear_output, HTML=Html, SVG=Svg)


def clear_output(wait: bool = False) -> None:
    """Empty the Output widget that is being filled."""
    emit({"output_type": "clear_output", "wait": wait})


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
