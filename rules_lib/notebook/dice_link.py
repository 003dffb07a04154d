"""From an explorer to “Dice referee”: the form with the same situation filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules_lib.notebook.explorer import Choice, Explorer
from rules_lib.notebook.links import DICE
from rules_lib.notebook.markup import Html, el
from rules_lib.rulebook.spelling import spelt

THESE_DICE: Final = "Referee these dice"


def piece(choice: Choice) -> str:
    """Return what stands for a choice in the link."""
    if choice.dice is not None:
        return choice.dice
    ticked = isinstance(choice.value, bool)
    return str(int(bool(choice.value))) if ticked else spelt(choice.value)


def dice_link(explorer: Explorer, setting: Mapping[str, str]) -> str:
    """Return the form and its entries for a setting: `"battle?a.dice=5&b.dice=4"`.

    An entry may come up several times: the form adds up what it asks for once.
    """
    link = explorer.dice
    for control in explorer.controls:
        choice = control.choice(setting.get(control.name, control.default))
        link = link.replace(f"{{{control.name}}}", piece(choice))
    return link


def dice_anchor(explorer: Explorer) -> Html:
    """Return the link from a page, for the setting shown first."""
    if not explorer.dice:
        return Html("")
    link = dice_link(explorer, explorer.defaults()).replace(" ", "+")
    return el("a", THESE_DICE, href=f"{DICE}{link}", data_rb="dice")
