"""The colours of the book, by role: named once, in `palette.toml`, tuned for light and dark."""

from typing import Any, Final, Literal, get_args

from rules_lib.text.files import shipped
from rules_lib.values.frozen import thawed

Role = Literal["first", "second", "both", "neutral", "good", "bad"]
"""Who a colour stands for: first party or attacker, second party or defender, both, nobody;
`good` and `bad` for a test that is passed or failed."""

ROLES: Final[tuple[Role, ...]] = get_args(Role)

_DATA: Final = shipped(__package__, "palette.toml")
LIGHT: Final[dict[str, str]] = _DATA["light"]
"""Colours on a light page.  They are also the fallback wherever the style sheet is missing."""
DARK: Final[dict[str, str]] = _DATA["dark"]
"""Colours on a dark page."""


def _told(what: str) -> dict[Role, Any]:
    return {role: _DATA["roles"][role][what] for role in ROLES}


PATTERN: Final[dict[Role, str]] = _told("hatching")
"""The hatching that tells roles apart without colour, in plotly's notation; empty is solid."""
DASH: Final[dict[Role, str]] = _told("dash")
"""The dash of a line in each role, in plotly's notation."""
SYMBOL: Final[dict[Role, str]] = _told("marker")
"""The marker of a line in each role, in plotly's notation."""
PLACE: Final[dict[Role, int]] = _told("place")
"""Where a role stands from left to right: the attacker left, the defender right."""


def colour(name: str) -> str:
    """Return a CSS colour that follows the theme and falls back to the light palette."""
    return f"var(--rb-{name},{LIGHT[name]})"


THEMED: Final[dict[str, str]] = {name: colour(name) for name in LIGHT}
"""Colours that follow the theme, by their names."""


def style_sheet() -> str:
    """Return the colours as variables of a page's style sheet; paper is white."""
    light, dark = (
        "".join(f"--rb-{name}:{code};" for name, code in each.items()) for each in (LIGHT, DARK)
    )
    on_screen = f'html[data-theme="dark"]:not([data-rb-print]){{{dark}}}'
    return f":root{{{light}}}\n@media not print{{{on_screen}}}\n"


def resolved(value: object) -> object:
    """Return the data with every `var(--rb-…)` colour in it replaced by the light palette's."""

    def light(text: str) -> str:
        named = text.removeprefix("var(--rb-")
        return text if named == text else LIGHT[named.partition(",")[0].rstrip(")")]

    found: object = thawed(value, light)
    return found
