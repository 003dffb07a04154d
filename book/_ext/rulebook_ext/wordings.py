"""What every number of the book says, for pages that show it where the number is cited."""

import json
from pathlib import Path

from sphinx.application import Sphinx

from rulebook_ext.domain import domain_of
from rulebook_ext.impacts import stake
from rules_lib.rulebook import Clause, Erratum, Ruling, catalog
from rules_lib.rulebook.defaults import readings_of

FILE = "wordings.js"
"""A script and no JSON: a page that is opened from a disk may load only that."""


def setup(app: Sphinx) -> None:
    """Write the file when all pages are there."""
    app.connect("build-finished", _write)


def told(entry: Clause | Ruling | Erratum) -> list[str]:
    """Its title and what it says, by paragraphs; of a ruling the question and our answer."""
    if isinstance(entry, Ruling):
        return [entry.title, entry.question, readings_of(entry.id)[0].text, stake(entry.id)]
    return [entry.title, *(" ".join(part.split()) for part in entry.text.split("\n\n"))]


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    every = {rule_id: told(catalog().entry(rule_id)) for rule_id in domain_of(app.env).boxes}
    text = f"window.rulebookWordings = {json.dumps(every, ensure_ascii=False)};\n"
    (Path(app.outdir) / "_static" / FILE).write_text(text, "utf-8")
