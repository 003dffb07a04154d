"""Writing HTML and SVG by hand, safely: text is escaped unless it already is markup."""

import json
import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Any, Final

VOID = frozenset({"br", "hr", "img", "input", "meta", "link"})
SELF_CLOSING = frozenset(
    {"rect", "circle", "line", "path", "ellipse", "polygon", "polyline", "stop"}
)


class Html(str):
    """A string that is markup already and must not be escaped again."""

    __slots__ = ()


Attribute = str | int | float | bool | None

_HEAD: Final = re.compile(r"<!-- (\w+) -->\n")
_BREAK: Final = re.compile(r"\n *")
_BESIDE_TAG: Final = re.compile(r"(?<=[>}])\n *|\n *(?=[<{])")
_NAME: Final = re.compile(r"\{(\w+)\}")
_HOLE: Final = re.compile(
    r' (?P<attribute>[\w-]+)="\{(?P<whole>\w+)\}"|"[^"<>]*\{\w+\}[^"<>]*"|\{(?P<child>\w+)\}'
)


def el(tag: str, *children: str | Iterable[str], **attributes: Attribute) -> Html:
    """Return one element.

    Children are escaped unless they are `Html`.  Attribute names lose a trailing underscore
    (`class_`, `for_`) and write `_` as `-`; `True` is a bare attribute, `None` and `False` none.
    """
    opening = tag + "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in VOID:
        return Html(f"<{opening}>")
    inner = "".join(markup(child) for child in children)
    if not inner and tag in SELF_CLOSING:
        return Html(f"<{opening}/>")
    return Html(f"<{opening}>{inner}</{tag}>")


def markup(child: str | Iterable[str]) -> Html:
    """Return a child, or several joined, as markup: plain text is escaped, and `glued`."""
    if isinstance(child, Html):
        return child
    if isinstance(child, str):
        return Html(glued(escape(child, quote=False)))
    return Html("".join(markup(part) for part in child))


def glued(text: str) -> str:
    """Keep a percent sign on the line of its number."""
    return text.replace(" %", "\u00a0%")


def script_json(data: object, **attributes: Attribute) -> Html:
    """Return a data block `<script type="application/json">` that no content can break out of."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    safe = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return el("script", Html(safe), type="application/json", **attributes)


class Templates:
    """The pieces of a file in the `templates` of a package, each below its name in a comment.

    `{name}` stands for what it is filled with: children, as of `el`; the value of an attribute,
    as there, if nothing else stands in its quotes; else a part of a text in quotes.  An end of a
    line is nothing beside a tag or a place, else a space.
    """

    def __init__(self, name: str, package: str = __package__) -> None:
        text = files(package).joinpath("templates", name).read_text("utf-8")
        _, *pieces = _HEAD.split(text)
        lines = (_BESIDE_TAG.sub("", piece.strip()) for piece in pieces[1::2])
        self._pieces = dict(
            zip(pieces[::2], (_BREAK.sub(" ", each) for each in lines), strict=True)
        )

    def __call__(self, piece: str, **values: Any) -> Html:
        """Return a piece with its places filled."""

        def filled(hole: re.Match[str]) -> str:
            if name := hole["whole"]:
                return _attribute(hole["attribute"], values[name])
            if name := hole["child"]:
                return markup(values[name])
            return _NAME.sub(lambda part: escape(_text(values[part[1]])), hole[0])

        return Html(_HOLE.sub(filled, self._pieces[piece]))


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    written = name.rstrip("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{escape(_text(value), quote=True)}"'


def _text(value: str | int | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
