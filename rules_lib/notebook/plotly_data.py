"""Plotly's data, as a figure gives it: lists, titles, axes, colours that are ours; and our look."""

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10
from typing import Any, Final

from rules_lib.notebook.palette import DARK, DASH, LIGHT, PATTERN, SYMBOL, THEMED, Role, colour
from rules_lib.text.files import shipped
from rules_lib.values.frozen import thawed

Data = Mapping[str, Any]
Steps = tuple[tuple[float, str], ...]
"""The colours of a scale, each at its share of the way."""

COLOURWAY: Final = ("first", "second", "good", "bad", "both", "neutral")
"""The roles that series without a colour take, in this order."""

NAME: Final = "rulebook"
"""Our template of plotly's."""

_LOOK: Final = shipped(__package__, "look.toml")
_OURS: Final = {code: colour(name) for name, code in reversed(LIGHT.items())}
_HEATS: Final = ("heat-0", "heat-1", "heat-2", "heat-3", "heat-4")
_ONE_WAY: Final = _HEATS[2::-1]
_TAG: Final = re.compile(r"<br\s*/?>|</?[a-z]+[^>]*>", re.IGNORECASE)
_STEPS: Final = (1, 2, 2.5, 5, 10)


def themed(value: Any) -> Any:
    """Return plotly data with each colour of the light palette as one that follows the theme."""
    return thawed(value, lambda text: _OURS.get(text.upper(), text))


def hatched(role: Role) -> dict[str, Any]:
    """Return the hatching of a role's bars, as plotly draws it."""
    ink = {"fgcolor": colour(f"on-{role}"), "fgopacity": 0.35, "fillmode": "overlay"}
    return {"shape": PATTERN[role], **ink, "size": 7, "solidity": 0.25}


def lined(role: Role) -> dict[str, dict[str, Any]]:
    """Return the line of a role and its markers, as plotly draws them."""
    return {
        "line": {"color": colour(role), "width": 3, "dash": DASH[role]},
        "marker": {"color": colour(role), "size": 9, "symbol": SYMBOL[role]},
    }


def listed(value: Any) -> list[Any]:
    """Return values as a list; plotly packs arrays of numpy into base64."""
    if isinstance(value, Mapping) and "bdata" in value:
        import numpy as np

        packed = np.frombuffer(base64.b64decode(value["bdata"]), np.dtype(value["dtype"]))
        if "shape" in value:
            packed = packed.reshape([int(n) for n in str(value["shape"]).split(",")])
        return list(packed.tolist())
    return [] if value is None else list(value)


def along(trace: Data, name: str) -> list[Any]:
    """Return what stands along an axis; places are counted where the figure does not name them."""
    grid = listed(trace.get("z"))
    cells = {"x": listed(grid[0]), "y": grid} if grid else {}
    others = cells.get(name) or listed(trace.get("y" if name == "x" else "x"))
    return listed(trace.get(name)) or list(range(len(others)))


def plain_text(value: Any) -> str:
    """Return a text or a title without markup."""
    text = value.get("text", "") if isinstance(value, Mapping) else value
    return " ".join(_TAG.sub(" ", str(text or "")).split(" ")).strip()


def axis_name(layout: Data, which: str) -> str:
    """Return the name of an axis; that of the upright one may be written above it, as a note."""
    named = plain_text(layout.get(f"{which}axis", {}).get("title"))
    above = (
        plain_text(note)
        for note in listed(layout.get("annotations"))
        if note.get("xref") == note.get("yref") == "paper" and note.get("y") == 1
    )
    return named or (next(above, "") if which == "y" else "")


def as_number(value: Any) -> float | None:
    """Return a value as a number, if it is one."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if isfinite(number) else None


@dataclass(frozen=True)
class Axis:
    """One axis: its name, its categories or its range, and what is written at which place."""

    title: str
    categories: tuple[str, ...] | None
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    reversed: bool = False

    def place(self, value: Any) -> float:
        """Return where a value stands."""
        if self.categories is not None:
            return float(self.categories.index(str(value)))
        return as_number(value) or 0.0


def axis(layout: Data, values: Sequence[Any], *, zero: bool = False, margin: float = 0.0) -> Axis:
    """Return the axis for these values; `zero` lets it begin at 0, `margin` adds room."""
    title = plain_text(layout.get("title"))
    backwards = layout.get("autorange") == "reversed"
    numbers = [as_number(value) for value in values]
    kept = [number for number in numbers if number is not None]
    if layout.get("type") == "category" or len(kept) < len(numbers) or not kept:
        given = [str(each) for each in listed(layout.get("categoryarray"))]
        names = tuple(dict.fromkeys([*given, *map(str, values)]))
        ticks = tuple((float(i), name) for i, name in enumerate(names))
        return Axis(title, names, -0.5, len(names) - 0.5, ticks, backwards)
    low, high = min(kept), max(kept)
    if zero:
        low, high = min(low, 0.0), max(high, 0.0)
    whole = all(number == int(number) for number in kept)
    room = (high - low or 1.0) * margin
    if (limits := listed(layout.get("range"))) and None not in limits:
        low, high = sorted(float(each) for each in limits)
        backwards = backwards or limits[0] > limits[1]
    else:
        low, high = (low if zero and low == 0 else low - room), high + room
    return Axis(title, None, low, high, _ticks(layout, low, high, whole, zero), backwards)


def plain_number(value: float) -> str:
    """Return a number with as many digits as it needs, at most four that count."""
    return f"{value:.4g}".replace("-", "−")


def formatted(layout: Data, value: float) -> str:
    """Return a number as the axis of this layout writes it."""
    found = re.fullmatch(r",?\.?(\d*)([%f])", str(layout.get("tickformat") or ""))
    text = plain_number(value)
    if found:
        digits, kind = int(found[1] or 0), found[2]
        text = f"{value * 100:.{digits}f} %" if kind == "%" else f"{value:.{digits}f}"
    whole = plain_text(layout.get("tickprefix")) + text + str(layout.get("ticksuffix") or "")
    return whole.replace("%", " %").replace("  %", " %").replace(" %", "\u00a0%")


def colours_of(traces: Iterable[Data], layout: Data) -> list[str]:
    """Return the colour of each trace, as CSS: its own, or ours, whatever the template says."""
    way = listed(layout.get("colorway")) or [colour(role) for role in COLOURWAY]
    found = []
    for number, trace in enumerate(traces):
        own = [trace.get(part, {}).get("color") for part in ("marker", "line")]
        said = [each for each in own if isinstance(each, str)]
        found.append(themed(said[0] if said else way[number % len(way)]))
    return found


def _ticks(
    layout: Data, low: float, high: float, whole: bool, zero: bool
) -> tuple[tuple[float, str], ...]:
    if places := listed(layout.get("tickvals")):
        texts = listed(layout.get("ticktext")) or [formatted(layout, each) for each in places]
        return tuple((float(v), plain_text(t)) for v, t in zip(places, texts, strict=True))
    raw = (high - low) / 5 or 1.0
    size = 10 ** floor(log10(raw))
    step = next(each * size for each in _STEPS if each * size >= raw - 1e-12)
    if whole:
        step = 1.0 if high - low < 16 and not zero else max(1.0, round(step))
    step = as_number(layout.get("dtick")) or step
    first = -floor(-low / step + 1e-9)
    places = [round((first + i) * step, 10) for i in range(int((high - low) / step) + 2)]
    return tuple((p, formatted(layout, p)) for p in places if low - 1e-9 <= p <= high + 1e-9)


def heat(palette: Mapping[str, str], names: Sequence[str] = _HEATS) -> Steps:
    """Return the steps of colour in a palette, from one end over the middle to the other."""
    return _even([palette[name] for name in names])


def scale(trace: Mapping[str, Any]) -> Steps:
    """Return the steps of colour: ours, also where others are asked for, who know no theme."""
    both_ways = trace.get("zmid") is not None
    given = trace.get("colorscale")
    if given and not isinstance(given, str):
        steps = _even(themed(given)) if isinstance(given[0], str) else tuple(themed(given))
        if all(css in THEMED.values() for _, css in steps):
            return steps
        first, middle, last = (_brightness(steps[i][1]) for i in (0, len(steps) // 2, -1))
        both_ways = middle > max(first, last)
    return heat(THEMED, _HEATS if both_ways else _ONE_WAY)


def _even(colours: Sequence[str]) -> Steps:
    """Return colours at equal steps, as plotly reads a list of them."""
    return tuple((i / max(len(colours) - 1, 1), css) for i, css in enumerate(colours))


def _brightness(css: str) -> float:
    codes = re.findall(r"\d+", css) if css.startswith("rgb") else re.findall(r"[0-9a-fA-F]{2}", css)
    base = 10 if css.startswith("rgb") else 16
    return sum(int(code, base) for code in codes[:3]) / 3


def template(palette: Mapping[str, str]) -> dict[str, Any]:
    """Return the template in a palette, as plain data."""
    return look("alone", palette) | {
        "colorway": [palette[role] for role in COLOURWAY],
        "colorscale": {"sequential": heat(palette, _ONE_WAY), "diverging": heat(palette)},
    }


def look(place: str, palette: Mapping[str, str]) -> dict[str, Any]:
    """Return how every figure looks in a palette, `"on_page"` or `"alone"`."""
    told = thawed(_LOOK, lambda text: palette[text[1:-1]] if text.startswith("{") else text)
    axes = {name: told["axis"] | told[place][name] for name in ("xaxis", "yaxis")}
    whole: dict[str, Any] = told["lettering"] | told[place] | axes
    return whole


def register() -> None:
    """Make the templates of both palettes known to plotly, under `NAME` and with `-dark`."""
    import plotly.graph_objects as go
    import plotly.io as pio

    for name, palette in ((NAME, LIGHT), (f"{NAME}-dark", DARK)):
        pio.templates[name] = go.layout.Template(layout=template(palette))
