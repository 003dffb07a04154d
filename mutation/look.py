"""What of the packages that show is mere look, and so is not changed; each with the reason.

A picture that says the same in another size, colour or place says the same.
"""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
_SHOW = "rules_lib/presentation"
_BOOK = "book/_ext/rulebook_ext"

FILES: dict[str, tuple[str, ...]] = {
    "colours": (f"{_SHOW}/palette.py",),
    "makes what lies beside the pages: archives, notebooks, icons, PDF": (
        f"{_BOOK}/archive.py",
        f"{_BOOK}/assets.py",
        f"{_BOOK}/icons.py",
        f"{_BOOK}/notebooks.py",
        f"{_BOOK}/quick_pdf.py",
    ),
    "carries Python into the reader's browser": (
        f"{_BOOK}/live.py",
        f"{_BOOK}/live_bundle.py",
        f"{_BOOK}/live_compile.py",
        f"{_BOOK}/live_parts.py",
    ),
}
"""Files that are left alone."""

DRAWN: dict[str, tuple[str, ...]] = {
    f"{_SHOW}/svg.py": (),
    f"{_SHOW}/drawing.py": (),
    f"{_SHOW}/hexes/counters.py": (),
    f"{_SHOW}/hexes/grid.py": (),
    f"{_SHOW}/hexes/ground.py": (),
    f"{_SHOW}/hexes/legend.py": (),
    f"{_SHOW}/hexes/ways.py": (),
    f"{_SHOW}/hexes/whole.py": ("_Sheet", "_plate", "_letters", "hex_map", ""),
    f"{_SHOW}/ten_sided.py": ("_die", "_at", "ten_sided", ""),
    f"{_SHOW}/flow.py": (
        *("_Box", "_layout", "_branch", "_gap", "_label_height", "_way", "_down", "_across"),
        *("_again", "_around", "_label", "_draw", "_clause", "_outline", "_clause_lines", ""),
    ),
    f"{_SHOW}/exchange.py": (*("exchange", "_name", "_upper", "_total", "_hand", "_verdict", ""),),
    f"{_SHOW}/pieces.py": (
        *("dice", "dice_art", "command_card", "hand", "card_art", "unit", "_badges", "_die"),
        *("_suit", "_figure", "_sandbags"),
    ),
    f"{_SHOW}/bar.py": ("line_sample", "swatch", "hatching"),
    f"{_SHOW}/charts.py": ("heat_map", "_bar_trace", "_chance_layout", "_title", "_axis_name"),
    f"{_SHOW}/picture.py": ("base_layout", "base_axis"),
}
"""Functions and classes that draw: numbers, sums and places in them are lengths. `()` is the whole
file, `""` its constants. Words, attributes and conditions are changed there too."""

SHAPES: dict[str, tuple[str, ...]] = {
    f"{_SHOW}/letters.py": ("text_width",),
    f"{_SHOW}/svg.py": ("line_height", "path", "_arrowhead", "chip", "shifted"),
    f"{_SHOW}/flow.py": (
        *("_Box", "_layout", "_branch", "_gap", "_label_height", "_way", "_down", "_across"),
        *("_again", "_around", "_outline"),
    ),
    f"{_SHOW}/hexes/grid.py": ("Grid", "corner", "outline", "polygon", "strokes", "box", "stripes"),
    f"{_SHOW}/hexes/ground.py": (
        *("tile", "_scattered", "_woods", "_tree", "_marsh", "_tuft", "_village", "_house"),
        *("_castle", "_tower", "_redoubt", "_hill", "_dots", "_front", "_flank", "_hatching"),
        *("_zoc", "_path", "_target", "_offends", "_between", "_within"),
    ),
    f"{_SHOW}/hexes/ways.py": ("arrow", "_points", "_spot", "_unit"),
    f"{_SHOW}/hexes/counters.py": ("arrow", "sample", "frame", "_frame", "_haloed", "_aside"),
    f"{_SHOW}/bar.py": ("line_sample", "swatch", "hatching"),
    f"{_SHOW}/pieces.py": ("_suit", "_figure", "_sandbags"),
    f"{_SHOW}/charts.py": ("_axis_name", "_title"),
    f"{_SHOW}/picture.py": ("base_layout", "base_axis"),
}
"""Functions and classes that make shapes only: nothing is written there, and nothing changed."""

ROLES = {"first", "second", "both", "neutral", "good", "bad"}
"""Words of the presentation for colours; the legend takes its colours from the same place."""

CONSTANTS: dict[str, tuple[str, ...]] = {
    "lengths": (
        *(
            "BAR_HEIGHT",
            "LABEL_FROM",
            "_TILE",
            "ROW_HEIGHT",
            "CARD_WIDTH",
            "CARD_HEIGHT",
            "HEIGHTS",
        ),
        *("_LABELS_UP_TO", "_LARGE_LABELS_UP_TO", "WIDE_FROM"),
    ),
    "shapes and colours": ("_HATCHING", "_AGAIN", "_DASHES", "_MARKERS", "_FACE", "_INK"),
    "how much is begun, or weighs: a choice": ("MAX_BYTES", "LONGEST", "MOST_EXCHANGES"),
    "the order in which Sphinx calls": ("BEFORE_OTHERS", "LAST", "FIRST"),
}
"""Names whose values are left alone."""

READ = {
    *("alt", "aria_label", "checked", "content", "data_label", "hidden", "label", "open"),
    *("selected", "style", "title", "value", "width", "x"),
}
"""Attributes of an element (`el`) that carry something to read; the others, and the tag, do not."""

KEYWORDS: dict[str, tuple[str, ...]] = {
    "lengths": ("height", "size", "weight"),
    "colours and lines": ("fill", "stroke", "dash", "decoration"),
    "where a text begins": ("anchor",),
    "names for the style sheet": ("classes", "class_"),
    "which of two ways of showing the same": ("inline", "prose", "narrow", "highlights"),
    "order of Sphinx's own": ("priority",),
    "how a file is written": ("encoding", "separators", "ensure_ascii"),
}
"""Arguments of other calls that are left alone."""

KEYS = {
    *("bargap", "bargroupgap", "barmode", "bgcolor", "bordercolor", "color", "colorscale", "dash"),
    *("displayModeBar", "dragmode", "fgcolor", "fgopacity", "fillmode", "fixedrange", "font"),
    *("gridcolor", "hoverinfo", "hoverlabel", "line", "linecolor", "margin", "marker", "mode"),
    *("pattern", "plot_bgcolor", "paper_bgcolor", "showgrid", "showscale", "solidity"),
    *("standoff", "symbol", "textfont", "tickcolor", "type", "xanchor", "xgap", "xref", "yanchor"),
    *("ygap", "yref", "yshift", "zeroline", "automargin"),
}
"""Keys of plotly's that say how a picture looks."""

_FILES = {file for files in FILES.values() for file in files}
_CONSTANTS = {name for names in CONSTANTS.values() for name in names}
_KEYWORDS = {name for names in KEYWORDS.values() for name in names}


def is_left_alone(file: str) -> bool:
    """Whether nothing in a file is changed."""
    return file in _FILES


def makes_shapes(file: str, function: str) -> bool:
    """Whether a function makes shapes only."""
    return function.partition(".")[0] in SHAPES.get(file, ())


def is_role(file: str, node: ast.AST) -> bool:
    """Whether a word names a colour."""
    return (
        file.startswith(_SHOW)
        and isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value in ROLES
    )


def draws(file: str, function: str) -> bool:
    """Whether numbers in a function are lengths."""
    if file not in DRAWN:
        return False
    return not DRAWN[file] or function.partition(".")[0] in DRAWN[file]


def is_constant(node: ast.AST) -> bool:
    """Whether a statement names a length, a shape, or a type."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name in _CONSTANTS or _is_type(value)
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name in _CONSTANTS
    return False


def _is_type(value: ast.expr) -> bool:
    match value:
        case ast.Subscript(value=ast.Name(id=name)):
            return name[0].isupper() or name in ("dict", "tuple", "list")
    return False


def unread(node: ast.AST, field: str, index: int | None, value: ast.AST) -> bool:
    """Whether a part of a node is neither read by people nor decides what they read."""
    match node:
        case ast.Call(func=ast.Name(id="el")) if isinstance(value, ast.keyword):
            return value.arg is not None and value.arg not in READ
        case ast.Call(func=ast.Name(id="el")):
            return field == "args" and index == 0
        case ast.Call() if isinstance(value, ast.keyword):
            return value.arg in _KEYWORDS
        case ast.Dict(keys=keys) if field == "values" and index is not None:
            key = keys[index]
            return isinstance(key, ast.Constant) and key.value in KEYS
    return False
