"""The table view of an explorer: one row for each choice of one control.

The other controls stay as they are set.  The page holds the table for the setting shown first, and
`explorer.js` rewrites it from the data of the answer: so paper and readers without
JavaScript have it, too.
"""

from __future__ import annotations

from rules_lib.notebook.explorer import Control, Explorer
from rules_lib.notebook.markup import Html, el
from rules_lib.text.chances import percent


def compared(explorer: Explorer) -> Control:
    """Return the control whose choices are the rows: the first of those with most choices."""
    return max(explorer.controls, key=lambda control: len(control.choices))


def table_view(explorer: Explorer) -> Html:
    """Return the table in a fold, for the setting shown first."""
    control = compared(explorer)
    heads = [part.label for part in explorer.at({}).shown()]
    rows = [
        el(
            "tr",
            el("th", choice.label, scope="row"),
            *(
                el("td", percent(part.chance))
                for part in explorer.at({control.name: choice.key}).shown()
            ),
            aria_current="true" if choice.key == control.default else None,
        )
        for choice in control.choices
    ]
    title = f"Table: {control.label}"
    table = el(
        "table",
        el(
            "caption", title, ", choice by choice; the rest stays as you set it", class_="rb-hidden"
        ),
        el(
            "thead",
            el("tr", el("td"), *(el("th", head, scope="col") for head in heads)),
        ),
        el("tbody", *rows),
    )
    return el(
        "details",
        el("summary", title),
        el("div", table, class_="rb-scroll", tabindex=0, role="group", aria_label=title),
        class_="rb-fold rb-compare",
        data_compare=control.name,
    )
