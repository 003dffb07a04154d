"""Makes one style sheet and two scripts of the two dozen that each page would wait for.

The sheet keeps of the theme only what some page can match; the scripts run when the page is there.
Code keeps only the colours that are seen. Of what others bring, files that are joined leave the
site, and so do those that no page asks for, such as fonts with two thousand icons.
"""

import re
import shutil
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

import tinycss2
from sphinx.application import Sphinx

from rulebook_ext.hooks import at_end

LATE: Final = 780
"""When all else has been written into the pages, and before their policy."""
OURS: Final = Path(__file__).parents[2] / "_static"
ALONE: Final = frozenset({"live/live.js", "dice.css", "dice.js", "quick.css"})
"""What stays a file of its own: for what is asked for later, and for a few pages."""
THEME: Final = "scripts/"
NEEDLESS: Final = frozenset({f"{THEME}fontawesome.js", f"{THEME}bootstrap.js"})
"""Icons, which `rulebook.css` has, too; and boxes for what browsers tell of a button anyway."""
UNASKED: Final = (
    "images",
    "locales",
    "styles",
    "vendor",
    "*.map",
    "*.map.gz",
    "*webpack-macros.html",
)
"""What no page asks for, once all is joined."""

_LINK = re.compile(r'[ \t]*<link\b(?=[^>]*rel="stylesheet")[^>]*href="([^"]*)"[^>]*>\n?')
_PRELOAD = re.compile(r'[ \t]*<link rel="preload" as="script"[^>]*>\n?')
_SCRIPT = re.compile(r"[ \t]*<script\b([^>]*)>(.*?)</script>\n?", re.DOTALL)
_SOURCE = re.compile(r'\ssrc="([^"]*)"')
_FIRST = "documentElement.dataset.mode"
_THEME: Final = """<script>
  (() => {
    const page = document.documentElement.dataset;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    let mode = null;
    try { mode = localStorage.getItem("mode"); } catch { /* a reader who keeps nothing */ }
    page.mode = mode || "auto";
    page.theme = ["dark", "light"].includes(mode) ? mode : dark.matches ? "dark" : "light";
  })();
</script>
"""
"""The theme's own leaves the colours to a later script; then all borders come at once."""
_FOR_A_PAGE = re.compile(r"DOCUMENTATION_OPTIONS\.pagename|find the folder of")
_URL = re.compile(r"""url\(\s*(["']?)(?!data:|#)([^"')]+)\1\s*\)""")
_IMPORT = re.compile(r"""@import\s+(?:url\()?["']([^"']+)["']\)?\s*;""")
_NAME = re.compile(r"[.#]((?:[\w-]|\\.)+)")
_ATTRIBUTE = re.compile(r'\b(?:class|id)="([^"]*)"')
_PLAIN = re.compile(r'<span class="(?:nn?|p|w)">([^<]*)</span>')
"""Code in the colour of all code: half the elements of a chapter, and nothing to be seen."""
_WORD = re.compile(r"[\w-]+")


def setup(app: Sphinx) -> None:
    """Look at the pages when all are written."""
    at_end(app, _bundle, LATE)


def _bundle(app: Sphinx, site: Path) -> None:
    static = site / "_static"
    pages = [page for page in sorted(site.rglob("*.html")) if static not in page.parents]
    texts = {page: page.read_text("utf-8") for page in pages}
    # A page adds its own behind those that all have.
    sheets = dict.fromkeys(_name(each) for text in texts.values() for each in _LINK.findall(text))
    sheets.pop("", None)
    scripts = dict.fromkeys(part for text in texts.values() for part in _parts(text))
    for part in NEEDLESS:
        scripts.pop(part, None)
    if not sheets:
        return
    theirs = [part for part in scripts if part.startswith(THEME)]
    ours = [part for part in scripts if part.endswith(".js") and (OURS / part).is_file()]
    # Ours first: the theme keeps what it keeps by means of ours (page.js).
    rest = [part for part in scripts if part not in ours and part not in theirs]
    groups = [[*ours, *rest], theirs]
    for old in static.glob("book.*.*"):
        old.unlink()
    # Two, since a phone runs each without a pause.
    codes = ["\n;".join(_code(site, part) for part in group) for group in groups if group]
    said = [value for text in texts.values() for value in _ATTRIBUTE.findall(text)]
    known = words([*said, *codes, *(path.read_text("utf-8") for path in _speakers(static))])
    style = _written(static, "\n".join(sheet(static, name, known) for name in sheets), "css")
    script = [_written(static, code, "js") for code in codes]
    for page, text in texts.items():
        page.write_text(_PLAIN.sub(r"\1", _joined(text, style, script)), "utf-8")
    for part in {*sheets, *scripts, *NEEDLESS}:
        if part.endswith((".css", ".js")) and not (OURS / part).is_file():
            (static / part).unlink(missing_ok=True)
    for path in [path for name in UNASKED for path in static.rglob(name)]:
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def words(texts: Iterable[str]) -> set[str]:
    """Return all that could be the name of a class in these texts."""
    return {word for text in texts for word in _WORD.findall(text)}


def sheet(static: Path, name: str, known: set[str]) -> str:
    """Return a style sheet, of others only the rules that these names can match."""
    text = _placed(static, name)
    if (OURS / name).is_file() or name.startswith("live/"):
        return text
    rules = tinycss2.parse_stylesheet(text, skip_comments=False, skip_whitespace=True)
    return "".join(_needed(rule, known) for rule in rules)


def _placed(static: Path, name: str) -> str:
    """Return a sheet with what it imports, its addresses as seen from the folder of all sheets."""
    folder = dirname(name)
    path = static / name
    text = path.read_text("utf-8").replace('@charset "UTF-8";', "") if path.is_file() else ""
    text = _IMPORT.sub(lambda found: _placed(static, normpath(join(folder, found[1]))), text)
    return _URL.sub(lambda found: f'url("{normpath(join(folder, found[2]))}")', text)


def _needed(rule: tinycss2.ast.Node, known: set[str]) -> str:
    if rule.type == "at-rule" and rule.content is not None:
        if rule.lower_at_keyword not in ("media", "supports", "layer", "container"):
            return "" if rule.lower_at_keyword == "font-face" else str(rule.serialize())
        inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
        kept = "".join(_needed(each, known) for each in inner)
        return f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{kept}}}" if kept else ""
    if rule.type != "qualified-rule":
        licence = rule.type == "comment" and rule.value.startswith("!")
        return str(rule.serialize()) if rule.type == "at-rule" or licence else ""
    selectors = _split(rule.prelude)
    wanted = [each for each in selectors if _matches(each, known)]
    return f"{','.join(wanted)}{{{tinycss2.serialize(rule.content).strip()}}}" if wanted else ""


def _split(prelude: list[tinycss2.ast.Node]) -> list[str]:
    """Return the selectors of a rule; commas inside brackets divide nothing."""
    parts: list[list[tinycss2.ast.Node]] = [[]]
    for token in prelude:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def _matches(selector: str, known: set[str]) -> bool:
    """Tell whether the classes and ids that a selector asks for can be there."""
    asked = re.sub(r":(?:not|is|where|has)\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\]", "", selector)
    return all(name.replace("\\", "") in known for name in _NAME.findall(asked))


def _speakers(static: Path) -> list[Path]:
    """Return what else can put a class into a page: scripts alone, the Python of a live page."""
    package = OURS.parents[1] / "rules_lib"
    return [*OURS.glob("*.js"), *static.glob("live/*.js"),
            *package.rglob("*.py"), *package.rglob("*.html")]  # fmt: skip


def _name(address: str) -> str:
    """Return the name of a file below ``_static`` that is to be joined; of others nothing."""
    _, found, name = address.partition("?")[0].rpartition("_static/")
    return name if found and name not in ALONE else ""


def _parts(text: str) -> list[str]:
    """Return the scripts of a page in their order: names of files, and what stands in it."""
    parts = []
    for attributes, inner in _SCRIPT.findall(text):
        if _joins(attributes, inner):
            source = _SOURCE.search(attributes)
            parts.append(_name(source[1]) if source else inner)
    return parts


def _joins(attributes: str, inner: str) -> bool:
    if "type=" in attributes or _FIRST in inner or _FOR_A_PAGE.search(inner):
        return False
    source = _SOURCE.search(attributes)
    return not source or bool(_name(source[1]))


def _code(site: Path, part: str) -> str:
    path = site / "_static" / part
    if part.endswith(".js"):
        text = path.read_text("utf-8") if path.is_file() else ""
        # Its licence stays where it was.
        text = re.sub(r"(?<=please see )(?=\S+LICENSE)", join(dirname(part), ""), text)
        if part.startswith(THEME):
            text = re.sub(r"\b(local|session)Storage\b", r"rulebookPage.\1", text)
        return re.sub(r"\n//# sourceMappingURL=.*", "", text)
    return part


def _written(static: Path, text: str, kind: str) -> str:
    name = f"book.{sha256(text.encode()).hexdigest()[:8]}.{kind}"
    (static / name).write_text(text, "utf-8")
    return name


def _joined(text: str, style: str, script: list[str]) -> str:
    """Return a page with the one sheet and the joined scripts instead of all those."""
    links = [found for found in _LINK.finditer(text) if _name(found[1])]
    if not links:
        return text
    place = links[0][1].partition("?")[0].rpartition("_static/")[0] + "_static/"
    head = f'<link rel="stylesheet" href="{place}{style}">\n'
    head += "".join(f'<script defer src="{place}{each}"></script>\n' for each in script)
    text = text.replace(links[0][0], "\0", 1).replace(" data-bs-title=", " title=")
    text = _LINK.sub(lambda found: "" if _name(found[1]) else found[0], text)
    text = _SCRIPT.sub(_left, _PRELOAD.sub("", text))
    text = _SCRIPT.sub(lambda found: _THEME if _FIRST in found[2] else found[0], text)
    return text.replace("\0", head, 1)


def _left(found: re.Match[str]) -> str:
    attributes, inner = found[1], found[2]
    gone = "DOCUMENTATION_OPTIONS.pagename" in inner
    return "" if gone or _joins(attributes, inner) else found[0]
