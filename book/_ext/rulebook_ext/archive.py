"""Puts the library as a wheel beside the site, and the whole site into one zip, at the very end."""

import hashlib
import zipfile
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx

import rules_lib
from rulebook_ext.licences import for_our_code
from rulebook_ext.project import project, wheel_name, when
from rules_lib.presentation.markup import el

DOWNLOADS: Final = "_downloads"
ZIP: Final = "executable-rulebook.zip"
LIBRARY: Final = "book/reference/library/index"
LAST: Final = 900
"""Pictures and notebooks come before."""
SHIPPED: Final = {".py", ".toml", ".js", ".css", ".json", ".svg", ".typed"}


def setup(app: Sphinx) -> None:
    """Add links to the front page and to that of the library; pack when all pages are written."""
    app.connect("html-page-context", _link)
    app.connect("build-finished", _pack, priority=LAST)


def _link(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    offers = {
        app.config.root_doc: (
            ZIP,
            "the whole book as one zip",
            " for use without a network. Unpack it, open index.html.",
        ),
        LIBRARY: (wheel_name(), "the library as one file", ", which pip installs."),
    }
    if page not in offers or doctree is None or app.builder.format != "html":
        return
    name, what, text = offers[page]
    address = context["pathto"](f"{DOWNLOADS}/{name}", resource=True)
    link = el("a", what, href=address, download=True)
    context["body"] += el("p", "Take it away: ", link, text, class_="rb-take")


def _pack(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    (site / DOWNLOADS).mkdir(exist_ok=True)
    write_wheel(Path(rules_lib.__file__).parent, site / DOWNLOADS)
    write_zip(site, site / DOWNLOADS / ZIP)


def write_zip(site: Path, target: Path) -> None:
    """Pack the site into a zip whose only folder is named as the zip is."""
    target.unlink(missing_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(site.rglob("*")):
            name = path.relative_to(site).as_posix()
            if path.is_file() and path != target and not name.startswith("."):
                _add(packed, f"{target.stem}/{name}", path.read_bytes())


def write_wheel(package: Path, folder: Path) -> Path:
    """Write the library as a wheel: pure Python, nothing to compile, no tool needed.

    Returns its path. The format: a zip with the package, its licences, and three small files that
    describe it.
    """
    ours = project()
    version, extras = ours["version"], ours["optional-dependencies"]
    info = f"rules_lib-{version}.dist-info"
    wheel = folder / wheel_name()
    files = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for path in sorted(package.rglob("*"))
        if path.is_file() and path.suffix in SHIPPED
    }
    wanted = [f"Provides-Extra: {extra}" for extra in extras]
    wanted += [
        f'Requires-Dist: {each}; extra == "{extra}"'
        for extra, all_ in extras.items()
        for each in all_
    ]
    licences = for_our_code()
    head = ["Metadata-Version: 2.4", "Name: rules-lib", f"Version: {version}"]
    head += [f"License-Expression: {ours['license']}"]
    head += [*(f"License-File: {name}" for name in licences), "Requires-Python: >=3.11", *wanted]
    files |= {f"{info}/licenses/{name}": text for name, text in licences.items()}
    files[f"{info}/METADATA"] = ("\n".join(head) + "\n").encode()
    kind = ["Wheel-Version: 1.0", "Generator: rulebook_ext", "Root-Is-Purelib: true"]
    files[f"{info}/WHEEL"] = ("\n".join([*kind, "Tag: py3-none-any"]) + "\n").encode()
    record = [f"{name},{_digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{info}/RECORD"] = ("\n".join([*record, f"{info}/RECORD,,"]) + "\n").encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            _add(packed, name, data)
    return wheel


def _digest(data: bytes) -> str:
    return f"sha256={urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')}"


def _add(packed: zipfile.ZipFile, name: str, data: bytes) -> None:
    # One date for all files: the same commit makes the same zip.
    entry = zipfile.ZipInfo(name, when().timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    packed.writestr(entry, data)
