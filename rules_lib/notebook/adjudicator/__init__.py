"""“Dice referee”: a form for each system, and the answer to what it asks.

A form only writes a command line; ``dice.js`` puts it together, and the answer is the
command's own. So form, command line and answer cannot disagree.
"""

from rules_lib.notebook.adjudicator.answers import settle
from rules_lib.notebook.adjudicator.forms import form_html

__all__ = ["form_html", "settle"]
