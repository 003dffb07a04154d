"""A link that bears the name of a page leads to that page."""

import re
from collections import defaultdict
from pathlib import Path

LINK = re.compile(r"\{doc\}`([^`<]+) <([^>]+)>`|\[([^\]]+)\]\(([^)#:]+)\.md[^)]*\)")
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def test_a_link_leads_to_the_page_of_its_name(root: Path) -> None:
    pages = {page: page.read_text("utf-8") for page in (root / "book").rglob("*.md")}
    called: defaultdict[str, set[Path]] = defaultdict(set)
    for page, text in pages.items():
        (title, *_) = TITLE.findall(text)
        for name in (title.casefold(), page.stem.replace("_", " ")):
            called[name].add(page)
    named, wrong = 0, []
    for page, text in pages.items():
        for doc, to_doc, words, to_file in LINK.findall(text):
            said = (doc or words).casefold()
            leads = (page.parent / f"{to_doc or to_file}.md").resolve()
            meant = called[said] | called[said.removeprefix("the ")]
            named += bool(meant)
            if meant and leads not in meant and not leads.stem.endswith(said.replace(" ", "_")):
                wrong.append((page.name, said, leads.name))
    assert named > 30
    assert wrong == []
