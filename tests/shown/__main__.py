"""Writes anew what is kept: ``python -m tests.shown``; ``--pages`` the built pages, too."""

import re
import sys
from functools import partial

from tests.shown.sources import KEPT, PAGES, library, of_page, path_of, text_of

NUMBER = re.compile(r"(?<![\w.,-])\d[\d.,]*")
"""A number, but not the number of a clause."""


def main() -> None:
    """Write the texts, and tell how many numbers are kept."""
    sources = library()
    if "--pages" in sys.argv[1:]:
        sources |= {page: partial(of_page, page) for page in PAGES}
    failed = []
    for name, show in sources.items():
        try:
            keep(name, text_of(show()))
        except ValueError as error:
            failed.append(f"{name} stays as it was: {error}")
    counts: dict[str, int] = {}
    for path in KEPT.rglob("*.txt"):
        name = path.relative_to(KEPT).with_suffix("").as_posix()
        if name not in {*library(), *PAGES}:
            path.unlink()
        else:
            found = NUMBER.findall(path.read_text("utf-8"))
            kind = name.rpartition("/")[0]
            counts[kind] = counts.get(kind, 0) + len(found)
    for kind, count in sorted(counts.items()):
        print(f"{kind}: {count} numbers")
    print(f"all: {sum(counts.values())} numbers")
    if failed:
        sys.exit("\n".join(failed))


def keep(name: str, text: str) -> None:
    """Write one text; what shows nothing has no file."""
    path = path_of(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if text:
        path.write_text(f"{text}\n", "utf-8", newline="\n")
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
