"""The published form of an explorer: plain HTML with its whole table inside.

`explorer.js` only looks numbers and texts up; every word on the page is written here, in
`templates/explorer.html` or in the payload.  The default answer is in the HTML itself, for readers
without JavaScript.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from rules_lib.notebook.bar import repeats, stacked_bar, swatch
from rules_lib.notebook.explorer import Answer, Control, Explorer
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.links import DICE, clause_link
from rules_lib.notebook.markup import Html, Templates, el, markup, script_json
from rules_lib.notebook.otherwise import OURS, UNCHANGED, changes, effects
from rules_lib.notebook.payload import headline_index, number_text, payload
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import switch_of, values_of
from rules_lib.rulebook.spelling import spelt
from rules_lib.text.chances import percent, permille_code

WIDE_FROM = 12
"""Chips with more letters than this, all together, do not share a row on a phone."""
HALF = 90
"""Pixels: the room for text in a list that shares a row on a phone; a longer one would be cut."""
MARKS = 8
"""A slider with more marks than this takes the whole width of a phone."""
ROUNDING = "Each figure is rounded for itself; the exact chances add up to 100 %."
_HTML = Templates("explorer.html")


def explorer_html(explorer: Explorer) -> Html:
    """Return the explorer as a section of a page, with its table as JSON."""
    setting, answer = explorer.defaults(), explorer.at({})
    rulings, link = rulings_of(explorer), explorer.dice_link(setting)
    exact = [_HTML("exact", label=part.label, chance=str(part.chance)) for part in answer.shown()]
    python = el("p", "This line of Python gives the exact fractions:")
    return _HTML(
        "explorer",
        id=explorer.id,
        rulings=" ".join(rulings) or None,
        question=explorer.question,
        controls=(control_html(explorer.id, control) for control in explorer.controls),
        setting=explorer.describe(setting),
        result=result_html(explorer, answer, prefix=explorer.id, room=bool(rulings)),
        readings=readings_fold(explorer),
        note=el("p", explorer.note, class_="rb-note") if explorer.note else "",
        exact=el("dl", exact, class_="rb-exact") if explorer.exact else python,
        python=explorer.python_line(setting),
        table=_table(explorer),
        dice=_HTML("dice", link=DICE + link.replace(" ", "+")) if link else "",
        data=script_json(payload(explorer), class_="rb-data"),
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
    parts, mine = answer.shown(), (ours or answer).shown()
    roles = [part.role for part in parts]
    codes, our_codes = ([permille_code(part.chance) for part in some] for some in (parts, mine))
    our_chances = [percent(part.chance) if ours else "" for part in mine]
    told = changes(answer, ours) if ours else ("",) * (len(parts) + len(answer.numbers))
    at = headline_index(explorer, answer)

    def beside(piece: str, **values: object) -> str:
        """Return our own answer beside it: hidden, for a page to fill in, where it is the same."""
        return _HTML(piece, hidden=not ours, **values) if ours or room else ""

    rows = (
        _HTML(
            "part",
            swatch=swatch(f"{prefix}-{i}", part.role, again),
            label=part.label,
            chance=percent(part.chance),
            beside=beside("cells", ours=our_chances[i], change=told[i]),
        )
        for i, (part, again) in enumerate(zip(parts, repeats(roles), strict=True))
    )
    numbers = []
    for i, number in enumerate(answer.numbers):
        figures = (number_text(ours.numbers[i]), told[len(parts) + i]) if ours else ()
        words = f"{OURS}: {' · '.join(filter(None, figures))}" if ours else ""
        figure, also = number_text(number), beside("ours_number", words=words)
        numbers.append(_HTML("number", label=number.label, figure=figure, beside=also))
    line = beside(
        "line" if ours else "no_line", read=", ".join(read), ours=our_chances[at], change=told[at]
    )
    return _HTML(
        "result",
        role=parts[at].role,
        sentence=explorer.sentence(answer),
        big=percent(parts[at].chance),
        line=line,
        ours=beside(
            "ours", bar=stacked_bar(prefix, [part.role for part in mine], our_codes, again=True)
        ),
        bar=stacked_bar(prefix, roles, codes),
        head=beside("head", ours=OURS),
        rows=rows,
        exact=sum(codes) == 1000,  # as shown they add up: no excuse is needed
        rounding=ROUNDING,
        numbers=el("dl", numbers, class_="rb-numbers") if numbers else "",
    )


def control_html(prefix: str, control: Control) -> Html:
    """Return a control; `prefix` makes its ids unique on the page."""
    labels = [choice.label for choice in control.choices]
    look, wide = {
        "chips": ("rb-control rb-chips", len("".join(labels)) > WIDE_FROM),
        "slider": ("rb-control rb-slider", len(labels) > MARKS),
        "select": ("rb-control", any(text_width(each, 16) > HALF for each in labels)),
    }[control.style]
    draw = {"chips": _chips, "slider": _marks, "select": _options}[control.style]
    name = f"{prefix}-{control.name}"
    return _HTML(
        control.style,
        ruling=control.ruling or None,
        kind=f"{look} rb-wide" if wide else look,
        label=control.label,
        id=name,
        name=control.name,
        options=draw(name, control),
        chosen=control.choice(control.default).label,
        default=control.default,
        low=control.choices[0].key,
        high=control.choices[-1].key,
    )


def _options(_: str, control: Control) -> Iterator[Html]:
    for group, choices in groupby(control.choices, key=lambda choice: choice.group):
        options = [
            el("option", each.label, value=each.key, selected=each.key == control.default)
            for each in choices
        ]
        yield el("optgroup", options, label=group) if group else markup(options)


def _marks(_: str, control: Control) -> Iterator[Html]:
    """Return what the list of a slider has: the words of each number; it draws its marks."""
    return (el("option", value=each.key, label=each.label) for each in control.choices)


def _chips(name: str, control: Control) -> Iterator[Html]:
    for each in control.choices:
        checked = each.key == control.default
        yield _HTML(
            "chip", id=name, key=each.key, checked=checked, name=control.name, label=each.label
        )


def _table(explorer: Explorer) -> Html:
    """Return a table in a fold: a row for each choice of one control, all else as shown first.

    `explorer.js` rewrites it; it is there for paper and for readers without JavaScript, too.
    """
    control = explorer.compared
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


def readings_fold(explorer: Explorer) -> Html:
    """Return the switches: each reading with what it does, by itself, to the setting shown first.

    A page without scripts shows them, and they cannot be chosen there.
    """
    if not explorer.readings:
        return Html("")
    told = effects(explorer, explorer.defaults())
    return _HTML(
        "readings",
        part=explorer.headline.part,
        unchanged=UNCHANGED,
        switches=[_switch(explorer.id, each, told[each.name]) for each in explorer.readings],
    )


def _switch(prefix: str, control: Control, told: Sequence[str]) -> Html:
    ruling = catalog().rulings[control.ruling]
    options = (
        _HTML(
            "reading",
            id=f"{prefix}-{control.name}",
            value=spelt(choice.value),
            checked=at == 0,
            label=choice.label,
            effect=effect,
        )
        for at, (choice, effect) in enumerate(zip(control.choices, told, strict=True))
    )
    return _HTML(
        "switch",
        ruling=ruling.id,
        title=control.label,
        shapes=_shapes(ruling.id),
        question=" ".join(ruling.question.split()),
        link=clause_link(ruling.id),
        options=options,
    )


def _shapes(rule_id: str) -> str:
    """Return how readings look that differ from those told in their numbers, ``#`` for each."""
    if switch_of(rule_id).metadata["check"] is None:
        return ""
    return "|".join(dict.fromkeys(re.sub(r"\d+", "#", spelt(each)) for each in values_of(rule_id)))
