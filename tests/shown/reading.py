"""Reads what HTML shows as plain text: words, numbers, cells, the data of pictures and stories.

Nothing of the look: tags, classes, ids, colours and positions may change, the text stays.
"""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain, repeat
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
    """The data that a script of the page shows."""
    if script.get("type") != "application/json":
        return
    data = json.loads(str(script.string))
    if "scenes" in data:
        yield from story_lines(data)
    elif "layout" in data:
        yield from picture_lines(data)
    elif "fights" in data:
        yield from (row(data["left"][left], *exchanges) for exchanges, left in data["fights"])
    elif "controls" not in data:  # those of an explorer, which has a text of its own
        raise ValueError(f"data of an unknown kind: {sorted(data)}")


def picture_lines(figure: Mapping[str, Any]) -> Iterator[str]:
    """What is at its axes, and each point with its words."""
    layout = figure["layout"]
    title = layout.get("title", {})
    for told in (title, title.get("subtitle", {})):
        yield row(told["text"]) if "text" in told else ""
    for axis in ("xaxis", "yaxis"):
        told = layout.get(axis, {})
        ticks = told.get("ticktext", ())
        yield row("axis", told.get("title", {}).get("text", ""), *ticks)
    yield from (row("note", each["text"]) for each in layout.get("annotations", ()))
    for trace in figure["data"]:
        yield row("shown", trace.get("name", ""))
        for point in points(trace):
            yield row(*point)


def points(trace: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """The points of a trace; of a heat map, all cells."""
    columns = [trace.get(name) for name in ("text", "hovertext")]
    if "z" not in trace:
        given = [trace["x"], trace["y"], *(each for each in columns if each)]
        yield from zip(*given, strict=True)
        return
    for at, y in enumerate(trace["y"]):
        given = [trace["z"][at], *(each[at] for each in columns if each)]
        yield from zip(trace["x"], repeat(y, len(trace["x"])), *given, strict=True)


def row(*cells: Any) -> str:
    """Cells side by side; numbers to six digits."""
    told = [f"{each:.6g}" if isinstance(each, float) else str(each) for each in cells]
    return "\n" + " | ".join(re.sub(r"<[^>]*>", " ", each) for each in told) + "\n"


def story_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """All scenes of a story, wherever choices and dice lead."""
    for number, scene in enumerate(data["scenes"]):
        yield row(f"scene {number}: {scene['heading']}", scene.get("say", ""))
        yield from (row(text) for _, text in scene["facts"])
        for text, ids, _, *throws in scene["lines"]:
            yield row(text, *ids, *(f"{label}: {faces}" for label, _, _, faces in throws))
        if "odds" in scene:
            sentence, _, percents, exact = data["odds"][scene["odds"]]
            yield row(scene["when"], sentence, *percents, exact)
        for label, to, note, mark, short, *rest in scene.get("choices", ()):
            leads = "dice" if to is None else f"scene {to}"
            worth = [each for each in rest[:1] if each is not None]
            yield row(f"{scene['ask']} {label}", leads, mark, short, note, *worth)
    for number, say in enumerate(data["says"]):
        yield row(f"dice {number}")
        yield from (row(text, *ids) for text, ids, _ in say)
    for number, cast in enumerate(data["casts"]):
        yield from (row(f"dice {number}", text, *ids) for text, ids, _ in told_of(cast))


def told_of(cast: Mapping[str, Any]) -> Iterator[list[Any]]:
    """What is told of a throw as a whole."""
    yield from cast.get("together", {}).values()
    if "lowest" in cast:
        yield from (*cast["rolls"], *chain(*cast["strikes"], *cast["lost"]), cast["left"])
