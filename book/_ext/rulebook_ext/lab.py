"""Opens the chapters in JupyterLab as notebooks that have their clauses in them.

What is changed there goes back to the chapter: code and prose as they are. What is drawn from
`rules.toml`, clauses and rulings, is changed there and nowhere else, so that such a change is
refused.
"""

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from ipykernel.ipkernel import IPythonKernel
from jupyter_client.kernelspec import KernelSpecManager
from tornado.web import HTTPError

from rulebook_ext.plain import Links, folded, parts, worked_back
from rulebook_ext.substitutions import spelled_out
from rules_lib.notebook.links import BOX, address_from, cell_name

v4: Any = nbformat.v4
OURS = "rulebook"
"""Where a cell keeps what it was made of."""
START = """# The Executable Rulebook, in JupyterLab

Every chapter opens as a notebook. Run it with *Run → Run All Cells*, then change what you like.

**What you save goes back to the chapter**, a text file `.md` in the folder `book`: code and prose.
Outputs are not kept. Clauses and rulings stand in the files `rules.toml` of the library: a cell
that shows them cannot be changed here.
"""
KERNEL = {"name": "python3", "language": "python"}
LONGEST_NAME = 64
"""Letters of the id of a cell."""
_FRONT = re.compile(r"\A---\n.*?^---\n+", re.M | re.S)
_CODE = re.compile(
    r"^```\{code-cell\}[^\n]*\n(?P<header>---\n.*?^---\n|(?::[^\n]*\n)*)(?P<code>.*?)^```[ ]*$",
    re.M | re.S,
)
_LABEL = re.compile(r"^\(([\w-]+)\)=$", re.M)
_HEADING = re.compile(r"^(?:\(([\w-]+)\)=\n)?(?:\(([\w-]+)\)=\n)?#{1,6} (.+)$", re.M)


class Chapters(jupytext.TextFileContentsManager):
    """Jupytext's manager of files, which knows the directives of this book."""

    def get(self, path: str, content: bool = True, *args: Any, **options: Any) -> dict[str, Any]:
        """Return a file; a chapter as a notebook."""
        kind = args[0] if args else options.get("type")
        if not content or kind not in (None, "notebook") or not self._is_chapter(path):
            model: dict[str, Any] = super().get(path, content, *args, **options)
            return model
        hashed = {"require_hash": True} if options.get("require_hash") else {}
        model = super().get(path, True, type="file", format="text", **hashed)
        notebook = opened(model["content"], self._links(path))
        if path.strip("/") == "index.md":
            notebook["cells"].insert(0, told())
        return model | {"type": "notebook", "format": "json", "mimetype": None, "content": notebook}

    def save(self, model: dict[str, Any], path: str = "") -> dict[str, Any]:
        """Save a file; a notebook as the chapter that it was made of."""
        if model["type"] == "notebook" and self._is_chapter(path):
            before = Path(self.root_dir, path.strip("/")).read_text("utf-8")
            text = written_back(model["content"]["cells"], before, self._links(path))
            model = {"type": "file", "format": "text", "content": text}
            saved: dict[str, Any] = super().save(model, path)
            return saved | {"type": "notebook", "format": None, "mimetype": None}
        return dict(super().save(model, path))

    def _is_chapter(self, path: str) -> bool:
        file = Path(self.root_dir, path.strip("/"))
        return file.suffix == ".md" and file.is_file()

    def _links(self, path: str) -> "FileLinks":
        return FileLinks(Path(self.root_dir), Path(self.root_dir, path.strip("/")))


class FileLinks(Links):
    """Where a chapter finds what it links to: in the files beside it."""

    def __init__(self, book: Path, here: Path) -> None:
        self.book, self.here = book, here

    def rule(self, rule_id: str) -> str:
        """The box of an entry, here or in another chapter."""
        return address_from(self.here, self.book, rule_id)

    def built(self) -> str:
        """The page of this chapter, if the address of the site is known."""
        site = os.environ.get("RULEBOOK_URL", "").rstrip("/")
        page = self.here.relative_to(self.book.parent).with_suffix(".html").as_posix()
        return f"{site}/{page}" if site else ""

    def page(self, target: str) -> str:
        """A chapter; a part of it by the cell of its heading."""
        path, _, anchor = target.partition("#")
        base = self.book if path.startswith("/") else self.here.parent
        there = Path(os.path.normpath(base / path.lstrip("/"))) if path else self.here
        if not path and anchor and anchor not in headings(there):
            there = labels(self.book).get(anchor, there)
        named = headings(there).get(anchor, "")
        start = os.path.relpath(there, self.here.parent) if there != self.here else ""
        return f"{start}#cell-id={named}" if named else start


@cache
def labels(book: Path) -> dict[str, Path]:
    """The chapters of all labels: any page may link to them by name alone."""
    return {
        label: path
        for path in sorted(book.rglob("*.md"))
        for label in _LABEL.findall(path.read_text("utf-8"))
    }


@cache
def headings(chapter: Path) -> dict[str, str]:
    """The cells of the headings of a chapter, by the names that MyST gives these."""
    found: dict[str, str] = {}
    for *labels, title in _HEADING.findall(chapter.read_text("utf-8")) if chapter.is_file() else ():
        found |= dict.fromkeys(filter(None, [_slug(title), *labels]), _slug(title)[:LONGEST_NAME])
    return found


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-")


def _named(cells: list[Any]) -> None:
    """Name each cell: by its first box, by its heading, or by its place."""
    names: set[str] = set()
    for at, cell in enumerate(cells):
        source = cell["metadata"][OURS].get("source", "")
        box, heading = BOX.search(source), _HEADING.match(source)
        name = (
            cell_name(box[1].split()[0])
            if box
            else _slug(heading[3])[:LONGEST_NAME]
            if heading
            else ""
        )
        cell["id"] = f"cell-{at}" if not name or name in names else name
        names.add(name)


def opened(text: str, links: FileLinks) -> Any:
    """Return a chapter as a notebook: its clauses in it, headings fold, code is open."""
    cells: list[Any] = []
    body = text[len(_front(text)) :]
    end = 0
    for found in _CODE.finditer(body):
        cells += _prose(body[end : found.start()], links)
        told = {OURS: {"header": found["header"]}} | folded(found["code"])
        code = found["code"].removesuffix("\n")
        if (shown := spelled_out(code, body)) != code:
            told[OURS] |= {"names": code, "shown": shown}
        cells.append(v4.new_code_cell(shown, metadata=told))
        end = found.end()
    cells += _prose(body[end:], links)
    _named(cells)
    # As its kernel will say it; else JupyterLab writes that in, and the notebook looks unsaved.
    name = KernelSpecManager().get_kernel_spec(KERNEL["name"]).display_name
    kernel = KERNEL | {"display_name": name}
    language = IPythonKernel.language_info
    return v4.new_notebook(cells=cells, metadata={"kernelspec": kernel, "language_info": language})


def told() -> Any:
    """The cell that says what becomes of changes."""
    metadata = {OURS: {"added": True}, "editable": False}
    return v4.new_markdown_cell(START, id="start", metadata=metadata)


def _prose(text: str, links: FileLinks) -> list[Any]:
    return [
        v4.new_markdown_cell(
            part.shown,
            metadata={OURS: {"source": part.source}} | ({"editable": False} if part.ours else {}),
        )
        for part in parts(text, links)
    ]


def written_back(cells: list[Any], before: str, links: FileLinks) -> str:
    """Return a notebook as its chapter, which was `before`.

    Raises:
        HTTPError: what comes from the rulebook was changed.
    """
    blocks = [block for cell in cells if (block := _block(cell, links))]
    return _front(before) + "\n\n".join(blocks) + "\n"


def _block(cell: Any, links: FileLinks) -> str:
    ours = cell["metadata"].get(OURS, {})
    source = str(cell["source"])
    if "added" in ours:
        return ""
    if cell["cell_type"] == "code":
        source = ours["names"] if source == ours.get("shown") else source
        return f"```{{code-cell}} ipython3\n{ours.get('header', '')}{source}\n```"
    if "source" not in ours:
        return source
    (part,) = parts(ours["source"], links)
    if part.ours and source != part.shown:
        first = part.source.partition("\n")[0]
        raise HTTPError(
            400, f"This cell shows {first}, which stands in a file rules.toml: change it there."
        )
    return worked_back(part, source, links)


def _front(text: str) -> str:
    """The header of a chapter, and the empty line after it."""
    found = _FRONT.match(text)
    return found[0] if found else ""
