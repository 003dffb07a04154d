"""The colours of the book, by role: named once here, tuned for light and dark in `rulebook.css`."""

from __future__ import annotations

from typing import Final, Literal, get_args

from rules_lib.errors import InvalidValue

Role = Literal["first", "second", "both", "neutral", "good", "bad"]
"""Who a colour stands for: first party or attacker, second party or defender, both, nobody;
`good` and `bad` for a test that is passed or failed."""

ROLES: Final[tuple[Role, ...]] = get_args(Role)

LIGHT: Final[dict[str, str]] = {
    "first": "#D55E00",
    "second": "#0072B2",
    "both": "#CC79A7",
    "neutral": "#7F7F7F",
    "good": "#009E73",
    "bad": "#E69F00",
    "text": "#1F2328",
    "muted": "#57606A",
    "grid": "#D8DEE4",
    "surface": "#FFFFFF",
    "raised": "#F6F8FA",
    "pip": "#FFFFFF",
    "on-first": "#1F1300",
    "on-second": "#FFFFFF",
    "on-both": "#1F1300",
    "on-neutral": "#111111",
    "on-good": "#04170F",
    "on-bad": "#1F1300",
    "heat-0": "#005A8F",
    "heat-1": "#6AA8D0",
    "heat-2": "#F7F7F5",
    "heat-3": "#EB9A62",
    "heat-4": "#B34A00",
}
"""Colours on a light page.  They are also the fallback wherever the style sheet is missing."""

DARK: Final[dict[str, str]] = {
    "first": "#FF8B3D",
    "second": "#56B4E9",
    "both": "#E49CC6",
    "neutral": "#A3A8AE",
    "good": "#3CC79B",
    "bad": "#F2B84B",
    "text": "#E6EAEE",
    "muted": "#A9B2BC",
    "grid": "#3A4450",
    "surface": "#14181E",
    "raised": "#1D232B",
    "pip": "#14181E",
    "on-first": "#1F1300",
    "on-second": "#03141F",
    "on-both": "#1F0A17",
    "on-neutral": "#0E1013",
    "on-good": "#04170F",
    "on-bad": "#1F1300",
    "heat-0": "#6CC4F5",
    "heat-1": "#2F6E96",
    "heat-2": "#232A33",
    "heat-3": "#A9581F",
    "heat-4": "#FF9A55",
}
"""Colours on a dark page."""

PATTERN: Final[dict[Role, str]] = {
    "first": "",
    "second": "/",
    "both": "x",
    "neutral": ".",
    "good": "",
    "bad": "/",
}
"""The hatching that tells roles apart without colour, in plotly's notation; empty is solid."""

DASH: Final[dict[Role, str]] = {
    "first": "solid",
    "second": "dash",
    "both": "dashdot",
    "neutral": "dot",
    "good": "solid",
    "bad": "dash",
}
"""The dash of a line in each role, in plotly's notation."""

SYMBOL: Final[dict[Role, str]] = {
    "first": "circle",
    "second": "square",
    "both": "diamond",
    "neutral": "x",
    "good": "circle",
    "bad": "square",
}
"""The marker of a line in each role, in plotly's notation."""

_PLACE: Final[dict[Role, int]] = {
    "first": 0,
    "good": 0,
    "both": 1,
    "neutral": 2,
    "bad": 3,
    "second": 3,
}


def colour(name: str) -> str:
    """Return a CSS colour that follows the theme and falls back to the light palette."""
    return f"var(--rb-{name},{LIGHT[name]})"


THEMED: Final[dict[str, str]] = {name: colour(name) for name in LIGHT}
"""Colours that follow the theme, by their names."""


def resolved(value: object) -> object:
    """Return the data with every `var(--rb-…)` colour in it replaced by the light palette's."""
    if isinstance(value, dict):
        return {key: resolved(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [resolved(inner) for inner in value]
    if isinstance(value, str) and value.startswith("var(--rb-"):
        return LIGHT[value.removeprefix("var(--rb-").partition(",")[0].rstrip(")")]
    return value


def place(role: Role) -> int:
    """Return where a role stands from left to right: the attacker left, the defender right."""
    return _PLACE[role]


def checked_role(value: str, field: str = "role") -> Role:
    """Return the role, or raise `InvalidValue`."""
    for role in ROLES:
        if role == value:
            return role
    raise InvalidValue(field, value, ", ".join(ROLES))
