"""Addresses of clause boxes that do not depend on the page they are used on.

The book's extension turns them into links to the boxes when it writes a page.
"""

SCHEME = "rule:"
ADDRESS = rf"{SCHEME}([^\"]+)"
"""An address as it stands in HTML."""


def rule_link(rule_id: str) -> str:
    """The address of the box of a clause, ruling or erratum."""
    return f"{SCHEME}{rule_id}"


def address(rule_id: str) -> str:
    """Where a notebook finds the box of an entry."""
    return f"#{rule_id}"
