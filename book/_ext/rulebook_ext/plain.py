"""Turns what only this book understands into plain markdown, for notebooks in any Jupyter."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from rulebook_ext.substitutions import filled, named
from rules_lib.rulebook import Clause, Erratum, Ruling, catalog
from rules_lib.rulebook.defaults import readings_of

_FENCE = re.compile(
    r"^(?P<fence>`{3,}|:{3,})\{(?P<name>[\w-]+)\}[ \t]*(?P<argument>[^\n]*)\n"
    r"(?P<body>.*?)^(?P=fence)[ \t]*$",
    re.M | re.S,
)
_ANY_FENCE = re.compile(r"^(?P<fence>`{3,}|:{3,}).*?^(?P=fence)[ \t]*$", re.M | re.S)
_HEADING = re.compile(r"^(?:\([\w-]+\)=\n)*#{1,6} ", re.M)
_OPTIONS = re.compile(r"\A(?::[\w-]+:[^\n]*\n)+")
_ROLE = re.compile(r"\{(?P<name>[\w:-]+)\}`(?P<text>[^`]*)`")
_TITLED = re.compile(r"(?P<title>.*?)\s*<(?P<to>[^<>]*)>\Z", re.S)
_TARGET = re.compile(r"^\((?P<name>[\w-]+)\)=\n+", re.M)
_LABELS = re.compile(r"(?:^\([\w-]+\)=\n+)*\Z", re.M)
"""What stands right before a heading or a directive, to be linked to."""
_PAGE_LINK = re.compile(r"\[(?P<title>[^\]]*)\]\((?!\w+:)(?P<to>[^)\s]*)\)")
_LITERAL = re.compile(r"(^```.*?^```[ \t]*$|`[^`\n]+`)", re.M | re.S)
BOXES = {"clause", "ruling", "erratum"}
ANSWERS = re.compile(r'\breveal\(\s*"(?:Solution|Guess first|Reveal the answer)')
"""The code of a cell that tells what a reader is asked."""
IN_THE_BOOK = "Only a page of the book shows what belongs here:"


class Links:
    """Where a notebook finds what a chapter links to; this one knows of nothing beside it."""

    def rule(self, _rule_id: str, /) -> str:
        """The address of an entry of the rulebook, or nothing."""
        return ""

    def page(self, _target: str, /) -> str:
        """The address of another page, named as the chapter names it: with or without `.md`."""
        return ""

    def built(self) -> str:
        """The address of this chapter's page in the built book."""
        return ""


NOWHERE: Final = Links()


@dataclass(frozen=True)
class Part:
    """A piece of a chapter's text that makes a cell of its own.

    Attributes:
        source: as it stands in the chapter.
        shown: the same as plain markdown.
        ours: it is a directive of the book, of which nobody can work back what was meant.
    """

    source: str
    shown: str
    ours: bool


def parts(text: str, links: Links = NOWHERE) -> list[Part]:
    """Return a text of a chapter in pieces: each heading with its text, each directive."""
    fences = list(_ANY_FENCE.finditer(text))
    inside = [range(each.start(), each.end()) for each in fences]
    cuts = {0, len(text)} | {
        each.start()
        for each in _HEADING.finditer(text)
        if not any(each.start() in fence for fence in inside)
    }
    for each in fences:
        if _FENCE.match(each[0]):
            cuts |= {_LABELS.search(text[: each.start()]).start(), each.end()}  # type: ignore[union-attr]
    places = sorted(cuts)
    pieces = (text[start:end].strip("\n") for start, end in pairwise(places))
    return [
        Part(piece, plain(piece, links), bool(_FENCE.match(_TARGET.sub("", piece))))
        for piece in pieces
        if piece.strip()
    ]


def worked_back(part: Part, now: str, links: Links = NOWHERE) -> str:
    """Return a changed text as the chapter would write it; see `Part.ours`."""
    if now == part.shown:
        return part.source
    for found in (*_ROLE.finditer(part.source), *_PAGE_LINK.finditer(part.source)):
        now = now.replace(plain(found[0], links), found[0])
    now = named(part.source, now)
    return "".join(found[0] for found in _TARGET.finditer(part.source)) + now


def plain(text: str, links: Links = NOWHERE) -> str:
    """Return a text of a chapter as markdown that needs no extension."""
    text = _FENCE.sub(
        lambda found: _box(found["name"], found["argument"], found["body"], links), filled(text)
    )
    text = _ROLE.sub(
        lambda found: _role(found["name"], found["text"], links), _TARGET.sub("", text)
    )
    pieces = _LITERAL.split(text)
    pieces[::2] = [_PAGE_LINK.sub(partial(_page_link, links), piece) for piece in pieces[::2]]
    return "".join(pieces)


def _page_link(links: Links, found: re.Match[str]) -> str:
    done = found["to"].startswith("<")
    return found[0] if done else _link(found["title"], links.page(found["to"]))


def _link(title: str, address: str) -> str:
    return f"[{title}](<{address}>)" if address else title


def _role(name: str, text: str, links: Links) -> str:
    titled = _TITLED.fullmatch(text)
    shown = titled["title"] if titled else text.rpartition("/")[2] if name == "doc" else text
    target = titled["to"] if titled else text
    match name:
        case "rule":
            return _link(f"**{shown}**", links.rule(target))
        case "doc":
            return _link(shown, links.page(f"{target}.md"))
        case "term":
            return _link(shown, links.page("/reference/glossary.md"))
    return shown


def _box(name: str, argument: str, body: str, links: Links) -> str:
    inside = plain(_OPTIONS.sub("", body), links).strip()
    if name in BOXES:
        boxes = [quoted("\n\n".join(wording(each, links))) for each in argument.split()]
        return "\n\n".join([*boxes, *([inside] if inside else [])])
    if name == "otherwise":
        return "\n".join(_otherwise(each, links) for each in argument.split())
    if not inside:
        there = _link("this chapter, built", links.built()) or "`make book` says where"
        module, _, explorer = argument.strip().rpartition(".")
        cell = f"from rules_lib.{module} import {explorer}; {explorer}"
        here = (
            f" This line of code shows it here: `{cell}`" if name in ("explorer", "drawing") else ""
        )
        return f"*{IN_THE_BOOK} {there}.*{here}"
    title = f"**{argument.strip()}**" if argument.strip(" 0123456789") else ""
    return "\n\n".join(filter(None, [title, inside]))


def _otherwise(rule_id: str, links: Links) -> str:
    """The question of a ruling and our answer, with a link to all that is to say about it."""
    question = " ".join(catalog().rulings[rule_id].question.split())
    ours = " ".join(readings_of(rule_id)[0].text.split())
    return f"- {_link(f'**{rule_id}**', links.rule(rule_id))} {question} **{ours}**"


def folded(code: str) -> dict[str, dict[str, bool]]:
    """What a notebook is told of a cell: code is open, but for what gives an answer away."""
    return {"jupyter": {"source_hidden": True}} if ANSWERS.search(code) else {}


def wording(rule_id: str, links: Links = NOWHERE) -> Iterator[str]:
    """Yield the paragraphs of an entry of the rulebook."""
    entry = catalog().entry(rule_id)
    yield f'<a id="{entry.id}"></a>**{entry.id} — {entry.title}**'

    def cited(ids: tuple[str, ...]) -> str:
        return ", ".join(_link(each, links.rule(each)) for each in ids)

    match entry:
        case Clause():
            yield entry.text.strip()
            source = f"{catalog().systems[entry.system].source_title}, “{entry.source}”"
            see = f" · See also {cited(entry.see)}" if entry.see else ""
            yield f"{f'*{entry.term}* · ' if entry.term else ''}Source: {source}{see}"
        case Ruling():
            yield entry.question.strip()
            first, *others = readings_of(rule_id)
            lines = [f"- {first.text} (our default)", *(f"- {each.text}" for each in others)]
            yield "\n".join(" ".join(line.split()) for line in lines)
            yield f"Reads: {cited(entry.clauses)}"
        case Erratum():
            yield entry.text.strip()
            yield f"Concerns: {cited(entry.clauses)}"


def quoted(text: str) -> str:
    """Return a text as a markdown quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
