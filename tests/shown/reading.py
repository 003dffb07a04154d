"""Reads what HTML shows as plain text: words, numbers, cells, the data of pictures and stories.

Nothing of the look of HTML: tags, classes, ids and styles may change, the text stays.
"""

import json
import re
from collections.abc import Iterator
from itertools import repeat
from typing import Any

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag

SILENT = {"noscript", "select", "style", "template"}
"""What shows nothing, or nothing but choices."""
INLINE = {"a", "abbr", "b", "button", "code", "em", "g", "i", "small", "span", "strong", "sub"}
INLINE |= {"sup", "text", "tspan"}
LINE_OF_CODE = re.compile(r"(\.py:)\d+")
"""Moves with every line that is written above it; that it is right is tested where it is made."""
CELLS, ROWS = {"td", "th"}, {"tr", "svg"}


def shown(html: str, selector: str = "", without: str = "") -> list[str]:
    """What some HTML shows; or each of some elements, without what is in some others."""
    soup = BeautifulSoup(html, "html.parser")
    for each in soup.select(without) if without else ():
        each.decompose()
    found = soup.select(selector) if selector else [soup]
    return [text for each in found if (text := tidy("".join(words(each))))]


def words(tag: Tag) -> Iterator[str]:
    """The words of an element in order, with line breaks, and bars between cells."""
    for child in tag.children:
        if isinstance(child, Tag):
            yield from words_within(child)
        elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
            yield re.sub(r"\s+", " ", child)


def words_within(tag: Tag) -> Iterator[str]:
    """The same of an element inside, and what it tells whoever points at it or chooses it."""
    name, labels = tag.name, dict.fromkeys(filter(None, told_besides(tag)))
    if name == "script":
        yield from data_lines(tag)
    elif name == "pre":
        yield f"\n{tag.get_text()}\n"
    elif name not in SILENT and not (name == "title" and tag.parent and tag.parent.name == "svg"):
        inside = "".join([*words(tag), *(f" [{each}] " for each in labels)])
        if name in CELLS | ROWS:
            inside = inside.replace("\n", " ")
        around = " " if name in INLINE else "\n"
        yield f" | {inside}" if name in CELLS else f"{around}{inside}{around}"


def told_besides(tag: Tag) -> Iterator[str]:
    """Alternative texts, exact values, answers to a choice; links tell nothing of their own."""
    if tag.name == "svg" or tag.get("role") == "img":
        yield str(tag.get("aria-label") or (tag.title and tag.title.string) or "")
    if tag.name != "a":
        yield str(tag.get("title", ""))
    yield str(tag.get("data-feedback", ""))


def tidy(text: str) -> str:
    """Lines without spare spaces and marks; words set apart by a tag only are as one text."""
    lines: list[str] = []
    for line in text.split("\n"):
        line = re.sub(r"\s+", " ", line).strip()
        line = LINE_OF_CODE.sub(r"\g<1>0", line)
        line = re.sub(r" (?=[.,;:!?)’”…])|(?<=[(‘“]) ", "", line)
        # A hidden caption repeats the visible one.
        if line.strip(" |") and ("|" in line or lines[-1:] != [line]):
            lines.append(line.removeprefix("| "))
    return "\n".join(lines)


def data_lines(script: Tag) -> Iterator[str]:
    """The data of a script: a picture, a story, the fights of the front page."""
    if script.get("type") == "application/json":
        data = json.loads(str(script.string), parse_float=lambda text: float(f"{float(text):.6g}"))
        if "controls" not in data:  # those of an explorer, which has a text of its own
            yield "\n" + "\n".join(json_lines(data)) + "\n"


def json_lines(value: Any, name: str = "", indent: str = "") -> Iterator[str]:
    """JSON, with one line for all that holds no lists and no objects."""
    inner = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(value, dict | list) or not any(isinstance(x, dict | list) for x in inner):
        yield f"{indent}{name}{json.dumps(value, ensure_ascii=False)}"
        return
    yield f"{indent}{name}"
    for key, each in zip(value if isinstance(value, dict) else repeat("-"), inner, strict=False):
        yield from json_lines(each, f"{key} ", f"{indent}  ")
