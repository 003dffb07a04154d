"""Prints the quick reference sheets as PDF with Chromium, if there is one, and links to them.

Pages are written with a mark where the link may stand. When all are written, each mark becomes
a link to a PDF that exists, or nothing.
"""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

from rulebook_ext.project import when
from rules_lib.presentation.markup import Html, el

logger = logging.getLogger(__name__)

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
DOWNLOADS = "_downloads"
SECONDS = 120
"""What printing one sheet may take."""

_MARK = re.compile(r"<!-- quick-pdf: ([\w-]+) -->")
_SHEET = re.compile(r'<div class="rb-quick" data-sheet="([\w-]+)"')
_DATE = re.compile(rb"D:\d{14}(?=[+-]00'00')")
_NODE = re.compile(rb"node(\d{8})")
_LINK = re.compile(r'(<a\b[^>]*?) href="[^"]*"')


def place_of(system: str) -> Html:
    """The mark for the link to a sheet's PDF."""
    return Html(f"<!-- quick-pdf: {system} -->")


def setup(app: Sphinx) -> None:
    """Print when all pages are written."""
    app.connect("build-finished", _print_and_link)


def find_browser() -> str | None:
    """Path of Chromium: what CHROMIUM names, or what is installed; ``None`` if there is none."""
    names = (os.environ.get("CHROMIUM", ""), *BROWSERS)
    return next(filter(None, map(shutil.which, filter(None, names))), None)


def print_page(browser: str, page: Path, pdf: Path) -> bool:
    """Print a page that was written to a file; whether it worked.

    Links are left out of the PDF: they would hold the path of this build.
    """
    copy = page.with_name(f"{page.stem}.print.html")
    copy.write_text(_LINK.sub(r"\1", page.read_text("utf-8")), "utf-8")
    pdf.parent.mkdir(parents=True, exist_ok=True)
    pdf.unlink(missing_ok=True)
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            command = [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--no-first-run",
                "--no-pdf-header-footer",
                f"--user-data-dir={profile}",
                f"--print-to-pdf={pdf.resolve()}",
                copy.resolve().as_uri(),
            ]
            subprocess.run(
                command, check=True, timeout=SECONDS, capture_output=True, stdin=subprocess.DEVNULL
            )
        pdf.write_bytes(steady(pdf.read_bytes()))
    except (OSError, subprocess.SubprocessError) as error:
        pdf.unlink(missing_ok=True)
        logger.info("quick reference: %s could not be printed: %s", page.name, error)
    finally:
        copy.unlink()
    return pdf.is_file()


def steady(pdf: bytes) -> bytes:
    """A PDF without what differs from one run of Chromium to the next.

    These are its dates, and the number from which it counts nodes. What takes their place is as
    long, so that nothing in the file moves.
    """
    first = min(map(int, _NODE.findall(pdf)), default=0)
    counted = _NODE.sub(lambda found: b"node%08d" % (int(found[1]) - first), pdf)
    return _DATE.sub(when().strftime("D:%Y%m%d%H%M%S").encode(), counted)


def _print_and_link(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    texts = {page: page.read_text("utf-8") for page in sorted(site.rglob("*.html"))}
    marked = {page: text for page, text in texts.items() if _MARK.search(text)}
    browser = find_browser()
    pdfs: dict[str, Path] = {}
    for page, text in marked.items():
        sheet = _SHEET.search(text)
        pdf = site / DOWNLOADS / f"{sheet[1]}.pdf" if sheet else None
        if sheet and pdf and browser and print_page(browser, page, pdf):
            pdfs[sheet[1]] = pdf
        elif pdf:
            pdf.unlink(missing_ok=True)
    for page, text in marked.items():
        page.write_text(with_links(text, page, pdfs), "utf-8")


def with_links(text: str, page: Path, pdfs: dict[str, Path]) -> str:
    """A page with its marks replaced by links to the PDFs that there are."""

    def link(found: re.Match[str]) -> str:
        if found[1] not in pdfs:
            return ""
        address = Path(os.path.relpath(pdfs[found[1]], page.parent)).as_posix()
        return el("a", "PDF, one A4 page", href=address, download=True, class_="rb-quick-pdf")

    return _MARK.sub(link, text)
