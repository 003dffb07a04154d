"""The README as a package index shows it: pictures and links by their full address.

All else stands in pyproject.toml. Without an address of the repository the pictures are left out.
"""

import re
import sys
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "book/_ext/rulebook_ext"))

from project import repository  # noqa: E402 - the module alone, without Sphinx


def readme() -> str:
    """Return the text for the index."""
    text = (HERE / "README.md").read_text("utf-8")
    home = repository()
    if not home:
        return re.sub(r"(?<!!)\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", re.sub(r"!\[.*\n", "", text))
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{home}/raw/main/", text)
    return re.sub(r"(?<!!)(\[[^]]*\]\()(?!https?:)", rf"\1{home}/blob/main/", text)


setup(long_description=readme(), long_description_content_type="text/markdown")
