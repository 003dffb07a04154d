"""How wide letters are in a drawing that must fit whatever sans-serif its reader has.

The widths are those of DejaVu Sans, Debian’s standard font and one of the widest there are; where
Liberation Sans, which is as wide as Arial, is wider, those of Liberation Sans. All are rounded up.
"""

from typing import Final

BOLD_FROM: Final = 551
"""From this weight on a browser without the weight itself takes the bold font."""

_REGULAR: Final = {
    17: "⁄",
    28: "'ijl",
    30: "I",
    32: " ,.·‘’",
    34: "/:;\\|",
    36: "f",
    37: "-",
    38: "″",
    40: "()[]t",
    41: "!",
    42: "r",
    46: '"',
    50: "*`°J",
    52: "“”„",
    53: "sz",
    55: "c",
    56: "_–?L",
    58: "k",
    60: "vxy",
    62: "FTaeoäö",
    63: "ß",
    64: "$0123456789bdghnpqu{}ü",
    67: "PYESK",
    69: "ABVXZÄ",
    73: "CR",
    74: "UÜ",
    75: "N",
    76: "H",
    78: "&DG",
    79: "OQÖ",
    82: "w",
    84: "#+<=>^~×↑↓−≤≥✓✗",
    87: "M",
    96: "%",
    97: "¼½¾",
    98: "m",
    99: "W",
    100: "←→—…",
    102: "@",
}
_BOLD: Final = {
    17: "⁄",
    31: "'",
    35: " ijl",
    37: "/\\|",
    38: ",.·‘’I",
    40: ":;",
    42: "-",
    44: "f",
    46: "!()[]",
    48: "″t",
    50: "`r°",
    53: '"*',
    56: "_–J",
    59: "z",
    60: "cs",
    62: "?",
    64: "L",
    65: "x",
    66: "vy“”„",
    67: "k",
    68: "aeä",
    69: "oöEFT",
    70: "$0123456789",
    72: "bdghnpqu{}ßü",
    73: "SYZ",
    74: "CP",
    77: "B",
    78: "AKRVXÄ",
    82: "UÜ",
    83: "G",
    84: "#+<=>DHN^~×↑↓−≤≥✓✗",
    86: "OQÖ",
    88: "&",
    93: "w",
    100: "←→@M—…",
    101: "%",
    104: "¼½¾",
    105: "m",
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
