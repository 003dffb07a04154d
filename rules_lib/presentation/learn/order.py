"""Which story comes after which, and on which page it stands."""

from __future__ import annotations

from typing import Final

FOLLOWS: Final = {
    "one-card": ("", "blow-by-blow", "Can your crew hold?"),
    "blow-by-blow": ("", "one-roll-battle", "Can Northmark hold the pass?"),
    "one-roll-battle": ("more_stories.html", "from-hiding", "Can you shoot and stay hidden?"),
    "from-hiding": ("", "two-jokers", "Where does your squad wait?"),
    "two-jokers": ("", "square-or-line", "Square, or line?"),
    "square-or-line": ("ten_questions.html", "paper-tigers", "Ten questions"),
}
"""For each story the page of what is next, if it is another one, its anchor and its title."""
