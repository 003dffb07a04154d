"""Pictures from plain data: bars, grouped bars, lines and heat maps of exact chances."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from rules_lib.notebook.palette import THEMED, Role, colour
from rules_lib.notebook.picture import Picture
from rules_lib.notebook.plotly_data import hatched, heat, lined
from rules_lib.text.chances import chance_in_words, checked_chance, percent

Chances = Sequence[Fraction]
Matrix = Sequence[Sequence[Fraction]]
Series = Mapping[str, tuple[Role, Chances]]
"""For each name its role and its chances."""

ROW_HEIGHT: Final = 22
CHANCES: Final[Mapping[str, Any]] = {
    "range": [0, 103],
    "tickvals": [0, 25, 50, 75, 100],
    "ticktext": [f"{tick} %" for tick in (0, 25, 50, 75, 100)],
}
"""An upright axis of chances, in percent."""
_LABELS_UP_TO: Final = 14
_LARGE_LABELS_UP_TO = 5


def bars(
    question: str,
    answer: str,
    *,
    x: str,
    y: str,
    labels: Sequence[str],
    chances: Chances,
    roles: Role | Sequence[Role] = "first",
) -> Picture:
    """Return one bar per label; `roles` colours all of them or each of them."""
    each: Sequence[Role] = [roles] * len(labels) if isinstance(roles, str) else roles
    traces = []
    for role in dict.fromkeys(each):
        mine = [i for i, one in enumerate(each) if one == role]
        mine_labels, mine_chances = [labels[i] for i in mine], [chances[i] for i in mine]
        traces.append(_bars(y, x, mine_labels, role, mine_chances))
    layout = {**_layout(x, y, **CHANCES), "barmode": "overlay"}
    layout["xaxis"] |= {"categoryorder": "array", "categoryarray": list(labels)}
    return Picture(question, answer, tuple(traces), layout, 340)


def grouped_bars(
    question: str, answer: str, *, x: str, y: str, labels: Sequence[str], series: Series
) -> Picture:
    """Return bars side by side: `series` maps a name to its role and its chances."""
    side_by_side = {"barmode": "group", "bargap": 0.25, "bargroupgap": 0.08}
    return Picture(
        question,
        answer,
        [_bars(name, f"{name}, {x}", labels, *each) for name, each in series.items()],
        {**_layout(x, y, **CHANCES), **side_by_side},
    )


def lines(
    question: str, answer: str, *, x: str, y: str, labels: Sequence[str], series: Series
) -> Picture:
    """Return one line per series over the labels; dash and marker differ as well as colour."""
    mode = {"type": "scatter", "mode": "lines+markers"}
    traces = [
        {**mode, **_trace(name, f"{name}, {x}", labels, chances), **lined(role)}
        for name, (role, chances) in series.items()
    ]
    return Picture(question, answer, traces, _layout(x, y, **CHANCES))


def heat_map(
    question: str,
    answer: str,
    *,
    x: str,
    y: str,
    columns: Sequence[str],
    rows: Sequence[str],
    chances: Matrix,
    scale: tuple[str, str, str] = ("defender 100 %", "even", "attacker 100 %"),
) -> Picture:
    """Return a map of chances from blue (0, the defender's) over white to vermilion (1).

    `chances[r][c]` belongs to `rows[r]`, drawn downwards, and `columns[c]`.  `scale` words the
    two ends and the middle of the colours.
    """
    trace: dict[str, Any] = {
        "type": "heatmap",
        "x": list(columns),
        "y": list(rows),
        "z": [_percents(line) for line in chances],
        "zmin": 0,
        "zmax": 100,
        "colorscale": heat(THEMED),
        "showscale": False,
        "colorbar": {"ticktext": list(scale)},
        "xgap": 1,
        "ygap": 1,
        "hoverinfo": "text",
        "hovertext": [
            [_hover(f"{y} {row}, {x}", *pair) for pair in zip(columns, line, strict=True)]
            for row, line in zip(rows, chances, strict=True)
        ],
    }
    if len(columns) <= _LABELS_UP_TO:
        trace["text"] = [[short_percent(p) for p in line] for line in chances]
        trace["texttemplate"] = "%{text}"
        trace["textfont"] = {"size": 13 if len(columns) <= _LARGE_LABELS_UP_TO else 10}
    layout = _layout(x, y, type="category", showgrid=False, autorange="reversed")
    tall = max(300, 110 + ROW_HEIGHT * len(rows))
    return Picture(question, answer, (trace,), layout, tall)


def short_percent(chance: Fraction) -> str:
    """Return a whole percentage without its sign, for small cells: `"63"`, `"<1"`, `">99"`."""
    p = checked_chance(chance)
    whole = int(100 * p + Fraction(1, 2))
    if 0 < p < 1 and whole in (0, 100):
        return ">99" if whole else "<1"
    return str(whole)


def _bars(
    name: str, hover: str, labels: Sequence[str], role: Role, chances: Chances
) -> dict[str, Any]:
    marker = {"color": colour(role), "pattern": hatched(role)}
    return {"type": "bar", **_trace(name, hover, labels, chances), "marker": marker}


def _trace(name: str, hover: str, labels: Sequence[str], chances: Chances) -> dict[str, Any]:
    return {
        "name": name,
        "x": list(labels),
        "y": _percents(chances),
        "hoverinfo": "text",
        "hovertext": [_hover(hover, *pair) for pair in zip(labels, chances, strict=True)],
    }


def _layout(x: str, y: str, **upright: Any) -> dict[str, Any]:
    """Return the axes; the name of the upright one is written level above it: it costs no width."""
    font = {"font": {"size": 13}}
    above = {"xref": "paper", "yref": "paper", "x": 0, "xanchor": "left"}
    above |= {"y": 1, "yanchor": "bottom", "yshift": 8, "showarrow": False}
    title = {"text": x, "standoff": 10, **font}
    return {
        "xaxis": {"title": title, "type": "category", "showgrid": False},
        "yaxis": upright,
        "annotations": [{"text": y, **font, **above}],
    }


def _percents(chances: Chances) -> list[float]:
    return [round(100 * float(checked_chance(p)), 3) for p in chances]


def _hover(name: str, label: str, chance: Fraction) -> str:
    return f"{name} {label}<br><b>{percent(chance)}</b> · {chance_in_words(chance)}"
