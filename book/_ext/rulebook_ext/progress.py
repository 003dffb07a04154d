"""Says to those who wait what a build does once the chapters have run."""

from sphinx.application import Sphinx
from sphinx.builders import Builder

from rulebook_ext.hooks import at_end

FIRST = 0
"""Before all that is done with the written pages."""


def setup(app: Sphinx) -> None:
    """Speak up before each long step."""
    app.connect("write-started", _writing)
    at_end(app, lambda *_: _tell("packing what can be taken away"), FIRST)


def _writing(app: Sphinx, _builder: Builder) -> None:
    _tell(f"writing {len(app.env.found_docs)} pages")


def _tell(what: str) -> None:
    print(f"           {what}", flush=True)
