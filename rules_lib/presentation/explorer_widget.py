"""The live form of an explorer in a notebook: the same controls as ipywidgets, the same answer."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rules_lib.presentation.explorer import Control, Explorer
from rules_lib.presentation.explorer_html import result_html
from rules_lib.presentation.markup import el

STYLE = """
.rb-live{max-width:46rem}.rb-live .rb-headline{font-size:1.2em;margin:.6em 0}
.rb-live .rb-big{font-size:1.6em;white-space:nowrap;margin-left:.4em}
.rb-live .rb-bar{border-radius:6px;font-weight:600}.rb-live table{width:100%;margin:.5em 0}
.rb-live th{text-align:left;font-weight:400}.rb-live td{text-align:right}
.rb-live svg{vertical-align:middle;margin-right:.5em}.rb-live .rb-hidden{display:none}
.rb-live dl div{display:flex;gap:.6em}.rb-live dd{font-weight:600;margin:0}
"""


def widget_bundle(explorer: Explorer) -> dict[str, Any]:
    """Return the MIME bundle of the live widget, or nothing if ipywidgets is not installed."""
    if find_spec("ipywidgets") is None:
        return {}
    bundle: dict[str, Any] = live(explorer)._repr_mimebundle_()
    return {key: value for key, value in bundle.items() if key.startswith("application/")}


def live(explorer: Explorer) -> Any:
    """Return an ipywidgets box whose controls show the answer at once."""
    widgets = import_module("ipywidgets")
    controls = {control.name: _control(widgets, control) for control in explorer.controls}
    output = widgets.HTML()

    def show(_change: object = None) -> None:
        setting = {name: control.value for name, control in controls.items()}
        output.value = _shown(explorer, setting)

    for control in controls.values():
        control.observe(show, names="value")
    show()
    title = widgets.HTML(el("strong", explorer.question))
    return widgets.VBox([title, *controls.values(), output])


def _control(widgets: Any, control: Control) -> Any:
    kind = widgets.ToggleButtons if control.style == "chips" else widgets.Dropdown
    return kind(
        options=[(choice.label, choice.key) for choice in control.choices],
        value=control.default,
        description=control.label,
        style={"description_width": "initial"},
    )


def _shown(explorer: Explorer, setting: dict[str, str]) -> str:
    answer = explorer.at(setting)
    exact = [el("div", el("dt", part.label), el("dd", str(part.chance))) for part in answer.shown()]
    return el(
        "div",
        el("style", STYLE),
        result_html(explorer, answer, prefix=f"live-{explorer.id}"),
        el(
            "details",
            el("summary", "Exact value"),
            el("dl", *exact),
            el("pre", explorer.python_line(setting)),
        ),
        class_="rb-live",
    )
