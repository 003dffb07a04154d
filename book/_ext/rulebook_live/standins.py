"""Small stand-ins for what is too heavy for a page: IPython, numpy, scipy and plotly.

`ipywidgets` wants a few names of IPython; the chapters want small arrays and one convolution.
"""

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from rulebook_live import arrays, figures
from rulebook_live.sinks import emit


class InteractiveShell:
    """There is none here."""

    @staticmethod
    def initialized() -> bool:
        """Return that there is none."""
        return False


def install(display: Callable[..., None]) -> None:
    """Make the stand-ins importable under the names of what they stand for."""
    _module("IPython", get_ipython=lambda: None, display=None, version_info=(9, 0, 0))
    _module("IPython.core")
    _module("IPython.core.interactiveshell", InteractiveShell=InteractiveShell)
    _module("IPython.display", display=display, clear_output=clear_output, HTML=Html, SVG=Svg)
    _module("plotly")
    _module("plotly.graph_objects", **vars(figures.graph_objects))
    _module("plotly.io", **vars(figures.io))
    install_arrays()


def install_arrays() -> None:
    """Make the small arrays importable as numpy, and their convolution as scipy's."""
    _module("numpy", **{name: getattr(arrays, name) for name in arrays.__all__})
    _module("numpy.typing", NDArray=arrays.NDArray)
    _module("numpy.linalg", solve=arrays.solve)
    _module("scipy")
    _module("scipy.signal", convolve=arrays.convolve)


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


def _module(name: str, **names: Any) -> None:
    made = ModuleType(name)
    made.__spec__ = ModuleSpec(name, None)
    made.__path__ = []
    made.__dict__.update(names)
    sys.modules[name] = made
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, made)
