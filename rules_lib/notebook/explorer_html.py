"""The published form of an explorer: plain HTML with its whole table inside.

`explorer.js` only looks numbers and texts up; every word on the page is written here or in the
payload.  The default answer is in the HTML itself, for readers without JavaScript.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_lib.notebook.bar import stacked_bar
from rules_lib.notebook.dice_link import dice_anchor
from rules_lib.notebook.explorer import Answer, Choice, Control, Explorer
from rules_lib.notebook.explorer_readings import Beside, readings_fold
from rules_lib.notebook.explorer_table import table_view
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, el, script_json
from rules_lib.notebook.payload import headline_index, number_text, payload
from rules_lib.notebook.samples import repeats, swatch
from rules_lib.text.chances import percent, permille_code

WIDE_FROM = 12
"""Chips with more letters than this, all together, do not share a row on a phone."""
HALF = 90
"""Pixels: the room for text in a list that shares a row on a phone."""
MARKS = 8
"""A slider with more marks than this takes the whole width of a phone."""
NO_SCRIPT = "The controls need JavaScript. This is the answer for: "
ROUNDING = "Each figure is rounded for itself; the exact chances add up to 100 %."
COPY = "Copy link"
PRINT = "Print"
COPIED = "Link copied."
NOT_COPIED = "Copying is not allowed here. The link is in the address bar."


def explorer_html(explorer: Explorer) -> Html:
    """Return the explorer as a section of a page, with its table as JSON."""
    setting, answer = explorer.defaults(), explorer.at({})
    question = f"{explorer.id}-question"
    return el(
        "section",
        el("p", explorer.question, id=question, class_="rb-question"),
        _controls(explorer),
        el("noscript", el("p", NO_SCRIPT, explorer.describe(setting), ".", class_="rb-note")),
        el("p", explorer.describe(setting), class_="rb-setting", data_rb="setting"),
        result_html(explorer, answer, prefix=explorer.id, room=bool(rulings_of(explorer))),
        readings_fold(explorer),
        el("p", explorer.note, class_="rb-note") if explorer.note else "",
        _fold(explorer, answer),
        table_view(explorer),
        _copy_row(explorer),
        script_json(payload(explorer), class_="rb-data"),
        class_="rb-explorer",
        id=explorer.id,
        aria_labelledby=question,
        data_rulings=" ".join(rulings_of(explorer)) or None,
    )


def rulings_of(explorer: Explorer) -> tuple[str, ...]:
    """Return the rulings that matter to an explorer, whether it has a control for them or not."""
    controls = (*explorer.controls, *explorer.readings)
    return tuple(dict.fromkeys(each.ruling for each in controls if each.ruling))


def result_html(
    explorer: Explorer,
    answer: Answer,
    prefix: str,
    *,
    read: Sequence[str] = (),
    ours: Answer | None = None,
    room: bool = False,
) -> Html:
    """Return sentence, percentage, bar, table and numbers of one answer.

    Where rulings are `read` otherwise, `ours` and the difference stand beside it.  With `room`
    there is a place for both, which a page fills in.
    """
    beside = Beside(explorer, answer, ours, read) if ours or room else None
    parts = answer.shown()
    codes = [permille_code(part.chance) for part in parts]
    roles = [part.role for part in parts]
    headline = parts[headline_index(explorer, answer)]
    rows = [
        el(
            "tr",
            el("th", swatch(f"{prefix}-{i}", part.role, again), part.label, scope="row"),
            el("td", percent(part.chance), data_rb="percent"),
            beside.cells(i) if beside else "",
        )
        for i, (part, again) in enumerate(zip(parts, repeats(roles), strict=True))
    ]
    return el(
        "div",
        el(
            "p",
            el("span", explorer.sentence(answer), class_="rb-sentence", data_rb="sentence"),
            " ",
            el("strong", percent(headline.chance), class_="rb-big", data_rb="big"),
            class_="rb-headline",
            data_role=headline.role,
            role="status",
            aria_live="polite",
            aria_atomic="true",
        ),
        beside.line() if beside else "",
        beside.bar(prefix) if beside else "",
        stacked_bar(prefix, roles, codes),
        el(
            "table",
            el("caption", "All outcomes", class_="rb-hidden"),
            beside.head() if beside else "",
            el("tbody", *rows),
            class_="rb-parts",
        ),
        el("p", ROUNDING, class_="rb-note", data_rb="rounding", hidden=sum_is_shown(codes)),
        _numbers(answer, beside),
        class_="rb-result",
    )


def sum_is_shown(codes: list[int]) -> bool:
    """Return whether the percentages as shown add up to 100.0, so that no excuse is needed."""
    return sum(codes) == 1000


def _numbers(answer: Answer, beside: Beside | None) -> Html:
    if not answer.numbers:
        return Html("")
    pairs = [
        el(
            "div",
            el("dt", number.label),
            el("dd", number_text(number), data_rb="number"),
            beside.number(i) if beside else "",
        )
        for i, number in enumerate(answer.numbers)
    ]
    return el("dl", *pairs, class_="rb-numbers")


def _controls(explorer: Explorer) -> Html:
    return el(
        "fieldset",
        el("legend", "Choose the situation", class_="rb-hidden"),
        *(_control(explorer.id, control) for control in explorer.controls),
        class_="rb-controls",
        disabled=True,
    )


def _control(prefix: str, control: Control) -> Html:
    drawn = {"chips": _chips, "slider": _slider, "select": _select}
    return drawn[control.style](prefix, control)


def _select(prefix: str, control: Control) -> Html:
    name = f"{prefix}-{control.name}"
    groups: dict[str, list[Html]] = {}
    for choice in control.choices:
        option = el(
            "option", choice.label, value=choice.key, selected=choice.key == control.default
        )
        groups.setdefault(choice.group, []).append(option)
    options = [
        el("optgroup", *inner, label=group) if group else Html("".join(inner))
        for group, inner in groups.items()
    ]
    return el(
        "div",
        el("label", control.label, for_=name),
        el("select", *options, id=name, data_control=control.name),
        data_ruling=control.ruling or None,
        class_=f"rb-control{' rb-wide' if _is_long(control) else ''}",
    )


def _slider(prefix: str, control: Control) -> Html:
    """Return a range of numbers; its list has the words of each, and draws its marks."""
    name = f"{prefix}-{control.name}"
    keys = [choice.key for choice in control.choices]
    label = control.choice(control.default).label
    return el(
        "div",
        el("label", control.label, for_=name),
        el("output", label, for_=name),
        el(
            "input",
            type="range",
            id=name,
            min=keys[0],
            max=keys[-1],
            value=control.default,
            list=f"{name}-list",
            aria_valuetext=label,
            data_control=control.name,
        ),
        el(
            "datalist",
            *(el("option", value=each.key, label=each.label) for each in control.choices),
            id=f"{name}-list",
        ),
        data_ruling=control.ruling or None,
        class_=f"rb-control rb-slider{' rb-wide' if len(keys) > MARKS else ''}",
    )


def _chips(prefix: str, control: Control) -> Html:
    return el(
        "fieldset",
        el("legend", control.label),
        el(
            "div",
            *(_chip(prefix, control, choice) for choice in control.choices),
            class_="rb-chip-row",
        ),
        data_ruling=control.ruling or None,
        class_=f"rb-control rb-chips{' rb-wide' if _is_wide(control) else ''}",
    )


def _is_wide(control: Control) -> bool:
    """Return whether the chips need the whole width of a phone."""
    return sum(len(choice.label) for choice in control.choices) > WIDE_FROM


def _is_long(control: Control) -> bool:
    """Return whether a choice would be cut in a list of half the width of a phone."""
    return any(text_width(choice.label, 16) > HALF for choice in control.choices)


def _chip(prefix: str, control: Control, choice: Choice) -> Html:
    return el(
        "label",
        el(
            "input",
            type="radio",
            name=f"{prefix}-{control.name}",
            value=choice.key,
            checked=choice.key == control.default,
            data_control=control.name,
        ),
        el("span", choice.label),
        class_="rb-chip",
    )


def _fold(explorer: Explorer, answer: Answer) -> Html:
    if explorer.exact:
        pairs = [
            el("div", el("dt", part.label), el("dd", str(part.chance), data_rb="exact"))
            for part in answer.shown()
        ]
        exact = el("dl", *pairs, class_="rb-exact")
    else:
        exact = el("p", "This line of Python gives the exact fractions:")
    line = explorer.python_line(explorer.defaults())
    return el(
        "details",
        el("summary", "Exact value"),
        exact,
        el("pre", el("code", line, data_rb="python"), tabindex=0),
        class_="rb-fold",
    )


def _copy_row(explorer: Explorer) -> Html:
    return el(
        "p",
        dice_anchor(explorer),
        el("button", COPY, type="button", class_="rb-copy", hidden=True),
        el("button", PRINT, type="button", class_="rb-print", hidden=True),
        el("span", role="status", class_="rb-copied", data_done=COPIED, data_failed=NOT_COPIED),
        class_="rb-copy-row",
    )
