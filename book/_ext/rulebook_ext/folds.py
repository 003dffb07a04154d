"""Folds the code of a page away: one switch a section shows all of it."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from rulebook_ext.nodes import CodeSwitch


class SwitchCode(SphinxPostTransform):
    """Runs before myst-nb would give each cell a fold of its own."""

    default_priority = 190
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Look at each main section; what stands before the first one needs no switch."""
        for part in self.document.children:
            if isinstance(part, nodes.section):
                _hidden_cells(part)
                for section in part.children:
                    if isinstance(section, nodes.section) and _hidden_cells(section):
                        section += CodeSwitch(label=self.config.nb_code_prompt_show)


def _hidden_cells(within: nodes.section) -> int:
    """Leave the folding of its cells to the style sheet; return how many there are."""
    cells = [
        each for each in within.findall(nodes.container) if "tag_hide-input" in each["classes"]
    ]
    for each in cells:
        each["hide_mode"] = None
    return len(cells)


def setup(app: Sphinx) -> None:
    """Look at each page once all are read."""
    app.add_post_transform(SwitchCode)
