"""All forms, by the commands that answer them; without JavaScript they show what to ask there.

No browser completes them: what it keeps on the way back would come without a word.
"""

from collections.abc import Iterator

from rules_lib import systems
from rules_lib.commands import command
from rules_lib.commands.command import PROGRAM
from rules_lib.errors import require_word
from rules_lib.notebook.adjudicator.controls import HTML, fold
from rules_lib.notebook.adjudicator.fields import form_of
from rules_lib.notebook.markup import Html, el
from rules_lib.values.type_checks import checked

WORDS = "words"
"""What the form is called that takes a command line as it is typed."""

EXAMPLES = "Examples to begin with"

LONGEST = 1_000
"""Letters of a command line."""

ASKED = (
    'cavalry --charger "heavy 5, strength 6, through rear of X" --target "infantry 5, strength 5"'
    ' --target "infantry 4, strength 3" --decide square=no'
)


ASKED_IN_WORDS = (*systems, "aftermath")
"""Commands whose examples can be asked; only who won a battle, and at what price, has no form."""


def _examples() -> Iterator[Html]:
    for name in ASKED_IN_WORDS:
        for line, told in command(name).about.examples.items():
            said = f"{name.capitalize()}: {told}"
            yield el("button", said, type="button", data_say=line, class_="rb-dice-say")


def words_form() -> Html:
    """Whatever a command can be asked, also what no other form has a field for."""
    line = HTML("sentence", name=WORDS, label="Type a command", default=ASKED, longest=LONGEST)
    said = "from rules_lib.notebook.adjudicator import settle\nprint(settle({words}))"
    return HTML(
        "form",
        name=WORDS,
        program=PROGRAM,
        line="{words}",
        python=said,
        odds="{words}",
        python_odds=said,
        dice=WORDS,
        emptied=WORDS,
        examples=f"{PROGRAM} {ASKED}",
        controls=(line, fold(EXAMPLES, _examples())),
        readings="",
    )


@checked
def form_html(name: str) -> Html:
    """The form of a command, or that for all of them."""
    name = require_word("name", name, (*systems, WORDS))
    return words_form() if name == WORDS else form_of(systems[name])
