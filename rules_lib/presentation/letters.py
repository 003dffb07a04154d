"""How wide letters are in a drawing that must fit whatever sans-serif its reader has.

The widths are those of DejaVu Sans, Debian's standard font and one of the widest there are; where
Arial is wider, Arial's.
"""

from typing import Final

BOLD_FROM: Final = 551
"""From this weight on a browser without the weight itself takes the bold font."""

_REGULAR: Final = {
    17: "⁄",
    28: "'ijl",
    32: " ,.·‘’",
    34: "/:;\\|I",
    36: "f",
    37: "-",
    38: "″",
    40: "()[]t",
    41: "!",
    42: "r",
    46: '"',
    50: "*_`°–",
    52: "“”„",
    53: "sz",
    56: "?LJc",
    58: "Fk",
    60: "vxy",
    62: "PTYaeoäö",
    64: "$0123456789ESbdghnpqu{}üß",
    66: "K",
    70: "ABVXZÄCR",
    76: "UÜNH",
    79: "&DGOQÖ",
    84: "#+<=>^~×←↑→↓−≤≥✓✗w",
    87: "M",
    98: "%¼½¾m",
    100: "@—…W",
}
_BOLD: Final = {
    17: "⁄",
    31: "'",
    35: " ijl",
    38: "/\\|,.·‘’I",
    42: ":;-",
    46: "f″!()[]",
    48: "t",
    50: "_`r°–",
    53: '"*',
    57: "J",
    61: "?zcs",
    65: "Lx",
    67: "vky“”„",
    70: "aeäoöEFT$0123456789",
    73: "bdghnpqu{}ßüSYZ",
    78: "BCPAKRVXÄ",
    83: "UÜG",
    88: "#+<=>DHN^~×←↑→↓−≤≥✓✗OQÖ&",
    93: "w",
    101: "@M—…%",
    105: "¼½¾m",
    111: "W",
}
"""Hundredths of the size of the font, and the letters of that width."""

_WIDEST: Final = 111


def _by_letter(groups: dict[int, str]) -> dict[str, int]:
    return {letter: width for width, letters in groups.items() for letter in letters}


WIDTHS: Final = {False: _by_letter(_REGULAR), True: _by_letter(_BOLD)}
"""The width of each letter, for thin and for bold."""


def text_width(content: str, size: float = 13, weight: int = 400) -> float:
    """Return how wide a text is at most."""
    known = WIDTHS[weight >= BOLD_FROM]
    text = content.replace("\u00a0", " ")
    return sum(known.get(letter, _WIDEST) for letter in text) * size / 100
