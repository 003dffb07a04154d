"""The live form of an explorer in a notebook: all its controls as ipywidgets, the same answer.

Those for the rulings lie in a fold of their own. Who reads one otherwise sees both answers.
"""

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from rules_lib.errors import RulesError
from rules_lib.notebook.bar import stacked_bar
from rules_lib.notebook.display import STATIC_ENVIRONMENT, for_notebook, in_page, suited
from rules_lib.notebook.explorer import STILL, Answer, Control, Explorer
from rules_lib.notebook.explorer_html import explorer_html, result_html
from rules_lib.notebook.markup import Html, el
from rules_lib.notebook.otherwise import effects, ours_of, reads_otherwise
from rules_lib.notebook.page_answers import rolls_of
from rules_lib.probability import Distribution, Rng
from rules_lib.rulebook import HouseRules
from rules_lib.rulebook.defaults import same
from rules_lib.system.registry import EXPLORERS
from rules_lib.text.chances import percent, permille_code

RULES = "RULEBOOK_RULES"
"""Names the file of a table's house rules, with which the explorers of a notebook begin."""
RUN = "Run the cell, and you can choose here."
WIDE = "46rem"
OTHERWISE = "Try another reading"
TIMES: Final = (1, 100, 10_000)
ROLL_IT: Final = "Roll it"

STYLE = files(__package__).joinpath("templates", "live.css").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Shown(Explorer):
    """An explorer that shows itself.

    In a notebook it is a live ipywidgets box; in the published page it is plain HTML with its
    whole table inside, so that it answers at once, from a file, offline and on paper.
    """

    def _repr_html_(self) -> str:
        return explorer_html(self)

    def _ipython_display_(self) -> None:
        show_live(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """Return what a notebook shows: the live box, and the first answer for who cannot run it.

        The whole table is worked out for a page of the book alone; its notebook to take away gets
        the first answer, too.
        """
        bundle: dict[str, Any] = {"text/plain": str(self)}
        if os.environ.get(STATIC_ENVIRONMENT) == "1":
            return bundle | {"text/html": self._repr_html_(), STILL: still(self)}
        return bundle | {"text/html": still(self)} | widget_bundle(self)


def widget_bundle(explorer: Explorer) -> dict[str, Any]:
    """Return the MIME bundle of the live widget, or nothing if ipywidgets is not installed."""
    if find_spec("ipywidgets") is None:
        return {}
    bundle: dict[str, Any] = live(explorer)._repr_mimebundle_()
    return {key: value for key, value in bundle.items() if key.startswith("application/")}


def show_live(explorer: Explorer) -> None:
    """Show a notebook the first answer, and the live box, which takes its place.

    They are two outputs: an export has no live box, and keeps the answer.
    """
    widget = {} if in_page() else widget_bundle(explorer)
    if not widget:
        raise NotImplementedError  # IPython then takes what _repr_mimebundle_ gives
    from IPython.display import display

    show: Any = display  # IPython has no types
    # The live box hides the answer as soon as it is there.
    until = el("div", still(explorer), class_=f"rb-until-{explorer.id}")
    show({"text/html": until, "text/plain": str(explorer)}, raw=True)
    show(widget | {"text/plain": explorer.question}, raw=True)


def live(explorer: Explorer) -> Any:
    """Return an ipywidgets box whose controls show the answer at once."""
    widgets = import_module("ipywidgets")
    agreed, told = _agreed(explorer)
    controls, readings = (
        {each.name: _control(widgets, explorer, each, agreed) for each in some}
        for some in (explorer.controls, explorer.readings)
    )
    fold, output = _fold(widgets, readings), widgets.HTML()

    def chosen() -> dict[str, str]:
        return {name: control.value for name, control in (controls | readings).items()}

    rolls = _roll_row(widgets, explorer, chosen)

    def show(_change: object = None) -> None:
        output.value = _shown(explorer, chosen())
        rolls.children[-1].value = ""  # another setting: nothing has been rolled yet

    def foretell(_change: object = None) -> None:
        """Say beside each reading of the open fold what it would do by itself."""
        if fold and fold[0].selected_index is not None:
            told = effects(explorer, {name: control.value for name, control in controls.items()})
            for control in explorer.readings:
                _relabel(readings[control.name], control, told[control.name])

    for control in (controls | readings).values():
        control.observe(show, names="value")
    for control in controls.values():
        control.observe(foretell, names="value")
    for each in fold:
        each.observe(foretell, names="selected_index")
    show()
    title = widgets.HTML(el("strong", explorer.question))
    table = [widgets.HTML(el("p", told))] if told else []
    return widgets.VBox([title, *controls.values(), *fold, *table, rolls, output])


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


def _relabel(widget: Any, control: Control, told: Sequence[str]) -> None:
    """Put what they do behind the readings; the one that is chosen stays so."""
    chosen = widget.value
    pairs = zip(control.choices, told, strict=True)
    with widget.hold_trait_notifications():
        widget.options = [
            (f"{each.label} · {does}" if does else each.label, each.key) for each, does in pairs
        ]
        widget.value = chosen


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


def _control(widgets: Any, explorer: Explorer, control: Control, agreed: Mapping[str, str]) -> Any:
    kinds = {
        "chips": widgets.ToggleButtons,
        "slider": widgets.SelectionSlider,
        "select": widgets.RadioButtons if control in explorer.readings else widgets.Dropdown,
    }
    return kinds[control.style](
        options=[(choice.label, choice.key) for choice in control.choices],
        value=agreed.get(control.name, control.default),
        description=control.label,
        style={"description_width": "initial"},
        layout={"width": "auto", "max_width": WIDE},
    )


def _shown(explorer: Explorer, setting: dict[str, str]) -> Html:
    style = el("style", f"{STYLE}.rb-until-{explorer.id}{{display:none}}")
    return el("div", style, answer_html(explorer, setting), class_="rb-live")


def answer_html(explorer: Explorer, setting: dict[str, str]) -> Html:
    """Return the answer to a setting, beside it ours where a rule is read otherwise."""
    try:
        answer = explorer.at(setting)
    except RulesError as error:  # some readings leave a case without an answer
        return el("p", el("strong", "No answer under this reading. "), str(error))
    read = reads_otherwise(explorer, setting)
    ours = explorer.at(ours_of(explorer, setting)) if read else None
    exact = [el("div", el("dt", part.label), el("dd", str(part.chance))) for part in answer.shown()]
    return el(
        "div",
        result_html(explorer, answer, prefix=f"live-{explorer.id}", read=read, ours=ours),
        el("p", explorer.note) if explorer.note else "",
        el(
            "details",
            el("summary", "Exact value"),
            el("dl", *exact),
            el("pre", explorer.python_line(setting)),
            class_="rb-fold",
        ),
    )


def _roll_row(widgets: Any, explorer: Explorer, chosen: Callable[[], Mapping[str, str]]) -> Any:
    """Return the buttons with the place for what falls, which another setting clears."""
    shown = widgets.HTML()

    def roll(times: int, _button: object = None) -> None:
        shown.value = _rolled(explorer, chosen(), times, Random())

    buttons = [widgets.Button(description=f"{times:,}") for times in TIMES]
    for button, times in zip(buttons, TIMES, strict=True):
        button.tooltip = f"{ROLL_IT} {times:,} {'time' if times == 1 else 'times'}"
        button.on_click(partial(roll, times))
    return widgets.VBox([widgets.HBox([widgets.Label(ROLL_IT), *buttons]), shown])


def _rolled(explorer: Explorer, setting: Mapping[str, str], times: int, rng: Rng) -> Html:
    if times == 1 and explorer.id in EXPLORERS:
        read = reads_otherwise(explorer, setting)
        controls = (*explorer.controls, *(c for c in explorer.readings if c.ruling in read))
        values = {each.name: each.choice(setting[each.name]).value for each in controls}
        end, told = rolls_of(explorer.id)(rng, **values)
        return el("div", el("p", f"This time: {end}."), Html(suited(told._repr_html_())))
    answer = explorer.at(setting)
    shares = fallen(answer, times, rng)
    said = "; ".join(f"{label} {percent(share)}" for label, share in shares.items())
    roles = [part.role for part in answer.shown()]
    bar = stacked_bar(f"roll-{explorer.id}", roles, list(map(permille_code, shares.values())))
    return el("div", el("p", f"Rolled {times:,} {'time' if times == 1 else 'times'}: {said}."), bar)


def fallen(answer: Answer, times: int, rng: Rng) -> dict[str, Fraction]:
    """Return the share of each part in so many rolls."""
    exact = Distribution({part.label: part.chance for part in answer.parts})
    count = Counter(exact.sample(rng) for _ in range(times))
    return {part.label: Fraction(count[part.label], times) for part in answer.shown()}
