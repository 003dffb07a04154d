"""The table view of an explorer: one row for each choice of one control.

The other controls stay as they are set.  The page holds the table for the setting shown first, and
`explorer.js` rewrites it from the data of the answer: so paper and readers without
JavaScript have it, too.
"""

from __future__ import annotations

from rules_lib.notebook.explorer import Control, Explorer
from rules_lib.notebook.markup import Html, Templates, el
from rules_lib.text.chances import percent

_HTML = Templates("explorer.html")


def compared(explorer: Explorer) -> Control:
    """Return the control whose choices are the rows: the first of those with most choices."""
    return max(explorer.controls, key=lambda control: len(control.choices))


def table_view(explorer: Explorer) -> Html:
    """Return the table in a fold, for the setting shown first."""
    control = compared(explorer)
    rows = [
        _HTML(
            "row",
            current="true" if choice.key == control.default else None,
            label=choice.label,
            chances=(
                el("td", percent(part.chance))
                for part in explorer.at({control.name: choice.key}).shown()
            ),
        )
        for choice in control.choices
    ]
    heads = (el("th", part.label, scope="col") for part in explorer.at({}).shown())
    title = f"Table: {control.label}"
    return _HTML("table", control=control.name, title=title, heads=heads, rows=rows)
