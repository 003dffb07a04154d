"""How wide letters are in a drawing that must fit whatever sans-serif its reader has."""

from typing import Final

from rules_lib.text.files import shipped

BOLD_FROM: Final = 551
"""From this weight on a browser without the weight itself takes the bold font."""

_GROUPS: Final = shipped(__package__, "letters.toml")
WIDTHS: Final[dict[bool, dict[str, int]]] = {
    bold: {letter: int(width) for width, some in _GROUPS[name].items() for letter in some}
    for bold, name in ((False, "thin"), (True, "bold"))
}
"""The width of each letter, in hundredths of the size of the font, for thin and for bold."""

_WIDEST: Final = max(WIDTHS[True].values())


def text_width(content: str, size: float = 13, weight: int = 400) -> float:
    """Return how wide a text is at most."""
    known = WIDTHS[weight >= BOLD_FROM]
    text = content.replace("\u00a0", " ")
    return sum(known.get(letter, _WIDEST) for letter in text) * size / 100
