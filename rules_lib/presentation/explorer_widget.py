"""The live form of an explorer in a notebook: all its controls as ipywidgets, the same answer.

Those for the rulings lie in a fold of their own. Who reads one otherwise sees both answers.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rules_lib.errors import RulesError
from rules_lib.presentation.display import for_notebook
from rules_lib.presentation.explorer import Control, Explorer
from rules_lib.presentation.explorer_html import result_html
from rules_lib.presentation.explorer_readings import OTHERWISE
from rules_lib.presentation.markup import Html, el
from rules_lib.presentation.otherwise import ours_of, reads_otherwise
from rules_lib.rulebook import HouseRules
from rules_lib.rulebook.defaults import same

RULES = "RULEBOOK_RULES"
"""Names the file of a table's house rules, with which the explorers of a notebook begin."""
RUN = "Run the cell, and you can choose here."
WIDE = "46rem"

STYLE = (
    ".rb-live{max-width:46rem;--rb-text:var(--jp-ui-font-color1,#1F2328);"
    "--rb-surface:var(--jp-layout-color0,#FFFFFF)}"
    ".rb-live .rb-headline{font-size:1.2em;margin:.6em 0}"
    ".rb-live .rb-big{font-size:1.6em;white-space:nowrap;margin-left:.4em}"
    ".rb-live .rb-bar{border-radius:6px;font-weight:600}.rb-live table{width:100%;margin:.5em 0}"
    ".rb-live th{text-align:left;font-weight:400}.rb-live td{text-align:right}"
    ".rb-live svg{vertical-align:middle;margin-right:.5em}.rb-live .rb-hidden{display:none}"
    ".rb-live dl div{display:flex;gap:.6em}.rb-live dt{width:auto}"
    ".rb-live dd{font-weight:600;margin:0}"
    ".rb-live pre{white-space:pre-wrap}"
)


def widget_bundle(explorer: Explorer) -> dict[str, Any]:
    """Return the MIME bundle of the live widget, or nothing if ipywidgets is not installed."""
    if find_spec("ipywidgets") is None:
        return {}
    bundle: dict[str, Any] = live(explorer)._repr_mimebundle_()
    return {key: value for key, value in bundle.items() if key.startswith("application/")}


def live(explorer: Explorer) -> Any:
    """Return an ipywidgets box whose controls show the answer at once."""
    widgets = import_module("ipywidgets")
    agreed, told = _agreed(explorer)
    controls, readings = (
        {each.name: _control(widgets, each, agreed.get(each.name, each.default)) for each in some}
        for some in (explorer.controls, explorer.readings)
    )
    output = widgets.HTML()

    def show(_change: object = None) -> None:
        chosen = {name: control.value for name, control in (controls | readings).items()}
        output.value = _shown(explorer, chosen)

    for control in (controls | readings).values():
        control.observe(show, names="value")
    show()
    title = widgets.HTML(el("strong", explorer.question))
    table = [widgets.HTML(el("p", told))] if told else []
    return widgets.VBox([title, *controls.values(), *_fold(widgets, readings), *table, output])


def still(explorer: Explorer) -> Html:
    """Return the first answer, as a notebook shows it before it has run."""
    said = (
        el("p", el("strong", explorer.question)),
        el("p", explorer.describe(explorer.defaults()), ". ", RUN),
        result_html(explorer, explorer.at({}), prefix=f"still-{explorer.id}"),
        el("p", explorer.note) if explorer.note else "",
    )
    return for_notebook(el("div", *said))


def _fold(widgets: Any, readings: dict[str, Any]) -> list[Any]:
    """Return the readings in a fold, which is closed at first."""
    if not readings:
        return []
    fold = widgets.Accordion([widgets.VBox(list(readings.values()))], selected_index=None)
    fold.set_title(0, OTHERWISE)
    fold.layout.max_width = WIDE
    return [fold]


def _agreed(explorer: Explorer) -> tuple[dict[str, str], str]:
    """Return what the reader's table has chosen among the controls, and a line that tells of it."""
    file = os.environ.get(RULES)
    if not file:
        return {}, ""
    try:
        departures = HouseRules.load(file).departures
    except RulesError as error:
        return {}, f"The house rules of your table are not used. {error}"
    found, told = {}, []
    for control in (*explorer.controls, *explorer.readings):
        wanted = departures.get(control.ruling, control)
        for choice, reading in zip(control.choices, control.readings(), strict=True):
            if control.ruling and same(reading, wanted):
                found[control.name] = choice.key
                told.append(control.ruling)
    return found, f"Set as your table reads it: {', '.join(told)}." if told else ""


def _control(widgets: Any, control: Control, start: str) -> Any:
    kind = widgets.ToggleButtons if control.style == "chips" else widgets.Dropdown
    return kind(
        options=[(choice.label, choice.key) for choice in control.choices],
        value=start,
        description=control.label,
        style={"description_width": "initial"},
        layout={"width": "auto", "max_width": WIDE},
    )


def _shown(explorer: Explorer, setting: dict[str, str]) -> str:
    try:
        answer = explorer.at(setting)
    except RulesError as error:  # some readings leave a case without an answer
        return el("p", el("strong", "No answer by this reading. "), str(error))
    read = reads_otherwise(explorer, setting)
    ours = explorer.at(ours_of(explorer, setting)) if read else None
    exact = [el("div", el("dt", part.label), el("dd", str(part.chance))) for part in answer.shown()]
    return el(
        "div",
        el("style", STYLE),
        result_html(explorer, answer, prefix=f"live-{explorer.id}", read=read, ours=ours),
        el("p", explorer.note) if explorer.note else "",
        el(
            "details",
            el("summary", "Exact value"),
            el("dl", *exact),
            el("pre", explorer.python_line(setting)),
        ),
        class_="rb-live",
    )
