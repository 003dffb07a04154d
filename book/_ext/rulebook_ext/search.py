"""What the search of the book finds, in a script that is loaded when a reader first searches.

``book/_static/search.js`` ranks and shows it. Sphinx's own search knows words and pages; ours knows
clauses, rulings, misreadings, terms, and the everyday words for them in ``search.toml``. Neither
code nor what a cell shows is in it, nor anything that proves an entry.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from docutils import nodes
from sphinx.addnodes import download_reference, glossary
from sphinx.application import Sphinx

from rulebook_ext import draft
from rulebook_ext.domain import domain_of, folder_of, game_of, games, kind_of
from rulebook_ext.from_library import sheet_of
from rulebook_ext.hooks import Context, at_end, on_page, write_data
from rulebook_ext.nodes import Details
from rules_lib.rulebook import Clause, Ruling, catalog
from rules_lib.rulebook.defaults import readings_of

FILE: Final = "search_index.js"
EVERYDAY: Final = Path(__file__).with_name("search.toml")
TEMPLATES: Final = Path(__file__).with_name("templates")
SPHINX_OWN: Final = ("searchtools.js", "language_data.js", "sphinx_highlight.js")
LISTED: Final = frozenset(
    {"cell", "rb-dispute", "rb-ruling", "rb-otherwise", "rb-ranked", "toctree-wrapper"}
)
"""Classes of what holds code, or is found elsewhere."""
SILENT: Final = (nodes.raw, nodes.literal_block, nodes.math_block, nodes.Invisible, nodes.image,
                 nodes.section, nodes.title, glossary, Details)  # fmt: skip

_COMMENT: Final = re.compile(r"<!--.*?-->", re.S)
"""What stands in a page for other parts of the build, and no reader sees."""
_EXPLORER: Final = re.compile(
    r'<section class="rb-explorer" id="([^"]+)"[^>]*><p id="[^"]*" class="rb-question">([^<]+)</p>'
)


class Found(NamedTuple):
    """Something that a reader can be led to.

    Attributes:
        kind: what it is, as a reader calls it.
        title: what it is called.
        address: the page and the place in it, as seen from the folder of the site.
        game: the game it belongs to; ``""`` for the book itself.
        text: what it says.
        place: where it stands; it counts least.
        words: the words of the original.
        name: its number, or ``""``.
    """

    kind: str
    title: str
    address: str
    game: str
    text: str = ""
    place: str = ""
    words: str = ""
    name: str = ""


LIBRARY = ("book/reference/library/", "book/reference/playing", "book/reference/programs")


def setup(app: Sphinx) -> None:
    """Put our search in the place of Sphinx's, and write its file when all pages are there."""
    app.connect("config-inited", lambda app, config: config.templates_path.append(str(TEMPLATES)))
    app.connect("builder-inited", _without_sphinx_own)
    app.connect("html-collect-pages", lambda app: [("search", {"title": "Search"}, "search.html")])
    on_page(app, _drop_scripts)
    at_end(app, _write)


def everything(app: Sphinx) -> list[Found]:
    """Return all that can be found, page after page."""
    boxes = domain_of(app.env).boxes
    found = [
        _entry(rule_id, page, app.env.titles[page].astext()) for rule_id, page in boxes.items()
    ]
    for page in sorted(app.env.found_docs):
        found += _of_page(page, app.env.get_doctree(page))
    return found


def _entry(rule_id: str, page: str, heading: str) -> Found:
    """A clause, a ruling or an erratum."""
    entry = catalog().entry(rule_id)
    if isinstance(entry, Ruling):
        ours, *others = readings_of(rule_id)
        text = " ".join([entry.question, ours.text, *(f"Or: {each.text}" for each in others)])
    else:
        text = entry.text
    system = catalog().systems[entry.system]
    return Found(
        kind_of(rule_id),
        entry.title,
        f"{page}.html#{rule_id}",
        game_of(system),
        _line(text),
        f"{system.title} {heading}",
        entry.term if isinstance(entry, Clause) else "",
        rule_id,
    )


def _of_page(page: str, doctree: nodes.document) -> Iterator[Found]:
    """The page, its sections, and what stands in them that has a place of its own."""
    top = next(doctree.findall(nodes.section), None)
    if top is None:
        return
    heading, game = _title(top), _game(page)
    # Of the reference of the library players find the pages, and no function.
    sections = [top] if page.startswith(LIBRARY) else doctree.findall(nodes.section)
    for section in sections:
        here = game or _game_called(_title(section))
        yield from _terms(section, here, page)
        yield from _misreadings(section, here, page)
        yield from _explorers(section, here, page, heading)
        if "rb-ruling" in section["classes"]:
            continue
        is_page = section is top
        sheet = _sheet(page) if is_page else ""
        kind = "quick sheet" if sheet else "page" if is_page else "section"
        address = f"{page}.html" + ("" if is_page else f"#{section['ids'][0]}")
        place = "" if is_page else heading
        text = sheet or _line(" ".join(_prose(section)))
        if not text and _game_called(_title(section)):
            continue  # a heading that only groups what is found by itself
        yield Found(kind, _title(section), address, here, text, place)


def _terms(section: nodes.section, game: str, page: str) -> Iterator[Found]:
    for each in _own(section, glossary):
        for item in each.findall(nodes.definition_list_item):
            term, said = item.next_node(nodes.term), item.next_node(nodes.definition)
            assert term is not None
            assert said is not None
            words = " ".join(
                each.astext()
                for each in said.findall(nodes.emphasis)
                if each.astext() not in games()
            )
            address, title = f"{page}.html#{term['ids'][0]}", _line(term.astext())
            yield Found("term", title, address, game, _line(said.astext()), "Glossary", words)


def _misreadings(section: nodes.section, game: str, page: str) -> Iterator[Found]:
    for card in _own(section, nodes.container):
        if "rb-dispute" in card["classes"]:
            said = card.next_node(nodes.strong)
            (answer,) = (each for each in card.children if "rb-me" in each["classes"])
            assert said is not None
            title, address = said.astext().strip("“”"), f"{page}.html#{card['ids'][0]}"
            text = _line("".join(each.astext() for each in answer.children[1:]))
            yield Found("common misreading", title, address, game, text)


def _explorers(section: nodes.section, game: str, page: str, heading: str) -> Iterator[Found]:
    cells = [each for each in _own(section, nodes.container) if "cell" in each["classes"]]
    for raw in (raw for cell in cells for raw in cell.findall(nodes.raw)):
        for anchor, question in _EXPLORER.findall(raw.astext()):
            yield Found("odds", question, f"{page}.html#{anchor}", game, place=heading)


def _sheet(page: str) -> str:
    """What a quick reference sheet says in words."""
    folder, _, name = page.rpartition("/")
    system = name.replace("_", "-")
    if not folder.endswith("quick") or system not in catalog().systems:
        return ""
    sheet = sheet_of(system)
    said = [
        sheet.purpose,
        *(each.text for each in sheet.steps),
        *(f"{each.question} {each.text}" for each in sheet.answers),
        *(each.caption for each in sheet.grids),
    ]
    return _line(" ".join(said))


def _prose(node: nodes.Element) -> Iterator[str]:
    """What running text says; neither code, nor what has a place of its own."""
    for child in node.children:
        if isinstance(child, SILENT) or LISTED.intersection(
            getattr(child, "attributes", {}).get("classes", ())
        ):
            continue
        if isinstance(child, nodes.TextElement):
            if not child.next_node(download_reference):
                yield child.astext()
        elif isinstance(child, nodes.Element):
            yield from _prose(child)


def _own(section: nodes.section, kind: type[Any]) -> Iterable[Any]:
    """What stands in a section and in no section below it."""
    return (each for each in section.children if isinstance(each, kind))


def _title(section: nodes.section) -> str:
    title = section.next_node(nodes.title)
    return "" if title is None else _line(title.astext())


def _game(page: str) -> str:
    """The game whose name is in the address of a page."""
    return next((each for each in games() if folder_of(each) in page), "")


def _game_called(title: str) -> str:
    return title if title in games() else ""


def _line(text: str) -> str:
    return " ".join(_COMMENT.sub(" ", text).split())


def _without_sphinx_own(app: Sphinx) -> None:
    if hasattr(app.builder, "search"):
        app.builder.search = False


def _drop_scripts(app: Sphinx, page: str, context: Context, _: nodes.document | None) -> None:
    """Nothing marks words in a page that Sphinx's search has led to."""
    scripts = context.get("script_files", [])
    context["script_files"] = [
        each for each in scripts if Path(each.filename or "").name not in SPHINX_OWN
    ]


def _write(app: Sphinx, site: Path) -> None:
    static = site / "_static"
    for old in (*(static / name for name in SPHINX_OWN), site / "searchindex.js"):
        old.unlink(missing_ok=True)
    if draft.has(static / FILE):
        return
    every = {
        "games": games(),
        "found": everything(app),
        **tomllib.loads(EVERYDAY.read_text("utf-8")),
    }
    write_data(static / FILE, "rulebookFound", every)
