"""“Roll it” in a notebook: what falls beside the exact bar, drawn from the exact distribution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, Final

from rules_lib.notebook.bar import stacked_bar
from rules_lib.notebook.display import suited
from rules_lib.notebook.explorer import Answer, Explorer
from rules_lib.notebook.markup import Html, el
from rules_lib.notebook.otherwise import reads_otherwise
from rules_lib.notebook.page_answers import rolls_of
from rules_lib.probability import Distribution, Rng
from rules_lib.system.registry import EXPLORERS
from rules_lib.text.chances import percent, permille_code

TIMES: Final = (1, 100, 10_000)
ROLL_IT: Final = "Roll it"


def roll_row(widgets: Any, explorer: Explorer, chosen: Callable[[], Mapping[str, str]]) -> Any:
    """Return the buttons with the place for what falls, which another setting clears."""
    shown = widgets.HTML()

    def roll(times: int, _button: object = None) -> None:
        shown.value = _told(explorer, chosen(), times, Random())

    buttons = [widgets.Button(description=f"{times:,}") for times in TIMES]
    for button, times in zip(buttons, TIMES, strict=True):
        button.tooltip = f"{ROLL_IT} {times:,} {'time' if times == 1 else 'times'}"
        button.on_click(partial(roll, times))
    return widgets.VBox([widgets.HBox([widgets.Label(ROLL_IT), *buttons]), shown])


def _told(explorer: Explorer, setting: Mapping[str, str], times: int, rng: Rng) -> Html:
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
