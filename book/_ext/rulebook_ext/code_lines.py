"""Each line of code is a block, so that what is wrapped of it hangs below its beginning."""

from collections.abc import Iterator

from pygments.formatters import HtmlFormatter
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge


class Lines(HtmlFormatter):
    """Marks lines, which `code.css` draws."""

    def wrap(self, source: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Wrap each line, and then all of it."""
        marked = ((is_line, _marked(text) if is_line else text) for is_line, text in source)
        yield from super().wrap(marked)


def _marked(line: str) -> str:
    return f'<span class="rb-line">{line}</span>'


def setup(app: Sphinx) -> None:
    """Highlight with it."""
    PygmentsBridge.html_formatter = Lines
