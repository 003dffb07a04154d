"""Says under which licence all this is: in every page, and in one text for all that the site holds.

What is not ours is listed in ``book/_licences/parts.toml``; a part without a text ends the build.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext.hooks import Context, at_end, on_page
from rules_lib.notebook.markup import Html, el

ROOT: Final = Path(__file__).parents[3]
FOLDER: Final = ROOT / "book" / "_licences"
NAME: Final = "LICENSES.txt"
"""The text, beside the front page of the site."""
OURS: Final = (ROOT / "LICENSE", FOLDER / "CC-BY-4.0.txt")
LATE: Final = 850
"""When all other files are there, and before they are packed."""
LINE: Final = f"\n\n{'=' * 100}\n\n"
SHORT: Final = "Text and pictures: CC BY 4.0. Code: MIT. "


@dataclass(frozen=True, slots=True)
class Part:
    """Something in the site that is not ours."""

    name: str
    licence: str
    files: tuple[str, ...]
    packages: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    def holds(self, file: str) -> bool:
        """Whether a file of the site belongs to it."""
        return any(fnmatchcase(file, each) for each in self.files)

    def words(self) -> Iterator[str]:
        """Yield the texts of its licences."""
        for package in self.packages:
            yield from texts_of(package)
        yield from ((FOLDER / each).read_text("utf-8") for each in self.texts)


def setup(app: Sphinx) -> None:
    """Name the licence at the foot of each page; write the text when all is there."""
    on_page(app, _name)
    at_end(app, _write, LATE)


def parts() -> tuple[Part, ...]:
    """Return what is not ours."""
    table = tomllib.loads((FOLDER / "parts.toml").read_text("utf-8"))["part"]
    many = ("files", "packages", "texts")
    return tuple(
        Part(each["name"], each["licence"], *((*each.get(name, ()),) for name in many))
        for each in table
    )


def texts_of(package: str) -> list[str]:
    """Return the licences that an installed package brings."""
    found = [
        Path(str(file.locate())).read_text("utf-8")
        for file in distribution(package).files or ()
        if is_licence(file.as_posix())
    ]
    if not found:
        raise LookupError(f"{package} brings no licence")
    return found


def is_licence(name: str) -> bool:
    """Whether a file of a package is the text of a licence."""
    file = name.rpartition("/")[2].upper()
    return not name.endswith((".py", ".pyc", ".json", ".js.LICENSE.txt")) and any(
        each in file for each in ("LICENSE", "COPYING", "NOTICE")
    )


def link(address: str, **attributes: str) -> Html:
    """The words on the licence, with a link to the text."""
    return el("p", SHORT, el("a", "All licences", href=address, rel="license", **attributes))


def _name(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    words = link(context["pathto"](NAME, resource=True))
    context["theme_extra_footer"] = el("p", f"Version {app.config.release}") + words


def _write(app: Sphinx, site: Path) -> None:
    files = [path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()]
    (site / NAME).write_text(whole(files), "utf-8")


def whole(files: Iterable[str]) -> str:
    """Return one text for these files of a site: ours first, then each part that is among them."""
    kept = list(files)
    ours = [each.read_text("utf-8").strip() for each in OURS]
    others = [_told(each) for each in parts() if any(map(each.holds, kept))]
    return LINE.join([*ours, *others]) + "\n"


def _told(part: Part) -> str:
    head = f"{part.name}\nLicence: {part.licence}\nFiles: {', '.join(part.files)}"
    return "\n\n".join([head, *(each.strip() for each in part.words())])


def for_our_code() -> Mapping[str, bytes]:
    """Return the texts that go with the library, as it travels alone."""
    return {each.relative_to(ROOT).as_posix(): each.read_bytes() for each in OURS}
