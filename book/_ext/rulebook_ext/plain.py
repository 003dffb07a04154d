"""Turns what only this book understands into plain markdown, for notebooks in any Jupyter."""

import re
from collections.abc import Iterator

from rules_lib.rulebook import Clause, Erratum, Ruling, catalog
from rules_lib.rulebook.defaults import readings_of

_FENCE = re.compile(
    r"^(?P<fence>`{3,}|:{3,})\{(?P<name>[\w-]+)\}[ \t]*(?P<argument>[^\n]*)\n"
    r"(?P<body>.*?)^(?P=fence)[ \t]*$",
    re.M | re.S,
)
_OPTIONS = re.compile(r"\A(?::[\w-]+:[^\n]*\n)+")
_ROLE = re.compile(r"\{(?P<name>[\w:-]+)\}`(?P<text>[^`]*)`")
_TITLED = re.compile(r"(?P<title>.*?)\s*<[^<>]*>\Z", re.S)
_TARGET = re.compile(r"^\([\w-]+\)=\n", re.M)
_PAGE_LINK = re.compile(r"\[(?P<title>[^\]]*)\]\((?!\w+:)[^)\s]*\)")
_LITERAL = re.compile(r"(^```.*?^```[ \t]*$|`[^`\n]+`)", re.M | re.S)


def plain(text: str) -> str:
    """Return a text of a chapter as markdown that needs no extension and no other page."""
    text = _FENCE.sub(lambda found: _box(found["name"], found["argument"], found["body"]), text)
    text = _ROLE.sub(lambda found: _role(found["name"], found["text"]), _TARGET.sub("", text))
    pieces = _LITERAL.split(text)
    pieces[::2] = [_PAGE_LINK.sub(r"\g<title>", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _role(name: str, text: str) -> str:
    titled = _TITLED.fullmatch(text)
    shown = titled["title"] if titled else text.rpartition("/")[2] if name == "doc" else text
    return f"**{shown}**" if name == "rule" else shown


def _box(name: str, argument: str, body: str) -> str:
    inside = plain(_OPTIONS.sub("", body)).strip()
    if name not in {"clause", "ruling", "erratum"}:
        return "\n\n".join(filter(None, [f"**{argument.strip()}**" if argument else "", inside]))
    boxes = [quoted("\n\n".join(wording(each))) for each in argument.split()]
    return "\n\n".join([*boxes, *([inside] if inside else [])])


def wording(rule_id: str) -> Iterator[str]:
    """Yield the paragraphs of an entry of the rulebook."""
    entry = catalog().entry(rule_id)
    yield f"**{entry.id} — {entry.title}**"
    match entry:
        case Clause():
            yield entry.text.strip()
            source = f"{catalog().systems[entry.system].source_title}, “{entry.source}”"
            yield f"*{entry.term}* · Source: {source}" if entry.term else f"Source: {source}"
        case Ruling():
            yield entry.question.strip()
            first, *others = readings_of(rule_id)
            lines = [f"- {first.text} (our default)", *(f"- {each.text}" for each in others)]
            yield "\n".join(" ".join(line.split()) for line in lines)
            yield f"Reads: {', '.join(entry.clauses)}"
        case Erratum():
            yield entry.text.strip()
            yield f"Concerns: {', '.join(entry.clauses)}"


def quoted(text: str) -> str:
    """Return a text as a markdown quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
