"""The Sphinx extension, on small books made for the purpose."""

import io
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from textwrap import dedent

import pytest
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import docutils_namespace

from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY
from rules_lib.presentation.quick_reference import SHEETS
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import readings_of

pytestmark = pytest.mark.slow

Build = Callable[..., tuple[dict[str, str], str]]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Build pages given by name and text; returns their HTML by name, and the warnings."""
    monkeypatch.setenv("RULEBOOK_STATIC", "")

    def run(**pages: str) -> tuple[dict[str, str], str]:
        source, warnings = tmp_path / "source", io.StringIO()
        (source / "book").mkdir(parents=True, exist_ok=True)
        pages.setdefault("index", "# Index\n")
        for name, text in pages.items():
            (source / "book" / f"{name}.md").write_text(dedent(text), "utf-8")
        settings = {
            "extensions": ["myst_nb", "rulebook_ext"],
            "root_doc": "book/index",
            "nb_execution_mode": "off",
            "myst_enable_extensions": ["dollarmath", "colon_fence"],
            "html_math_renderer": "mathml",
            "suppress_warnings": ["toc"],
        }
        out = tmp_path / "out"
        with docutils_namespace():
            app = Sphinx(
                source, None, out, tmp_path / "trees", "html", settings,
                status=None, warning=warnings,
            )  # fmt: skip
            app.build()
        html = {name: (out / "book" / f"{name}.html").read_text("utf-8") for name in pages}
        without_toctree = [
            line
            for line in warnings.getvalue().splitlines()
            if "included in any toctree" not in line
        ]
        return html, re.sub(r"\x1b\[[\d;]*m", "", "\n".join(without_toctree))

    return run


class Text(HTMLParser):
    """Collects text, and the attributes of each element by id and class."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def __str__(self) -> str:
        return " ".join("".join(self.words).split())

    def links(self) -> dict[str, str]:
        """Tooltips by target."""
        return {
            e["href"]: e.get("title", "") for tag, e in self.elements if tag == "a" and "href" in e
        }


def box(html: str, rule_id: str) -> str:
    """The HTML from the row or section of an id to the next one or the end of the page's text."""
    start = html.index(f'id="{rule_id}"')
    ends = r'class="rb-box rb-row|class="rb-ruling|<footer|class="sphinxsidebar"'
    end = re.search(ends, html[start:])
    assert end is not None
    return html[html.rindex("<", 0, start) : start + end.start()]


def test_a_row_holds_number_title_and_wording_and_opens_to_the_rest(build: Build) -> None:
    pages, warnings = build(melee="# Melee\n```{clause} PT-M9\n```\n")
    assert not warnings
    clause, found = catalog().clauses["PT-M9"], Text(box(pages["melee"], "PT-M9"))
    for part in (clause.id, clause.title, clause.text, clause.term, clause.source):
        assert part in str(found)
    assert all(each in str(found) for each in clause.see)
    assert f"German: {clause.term} ·" in str(found)
    assert ("em", {"lang": "de"}) in found.elements
    assert found.elements[0] == ("details", {"class": "rb-box rb-row rb-box-clause", "id": "PT-M9"})
    line = box(pages["melee"], "PT-M9").partition("</summary>")[0]
    assert str(Text(line)).split() == f"PT-M9 {clause.title}. {clause.text}".split()
    assert "<a" not in line  # what opens must not hold what leads away


def test_the_box_of_a_russian_source(build: Build) -> None:
    pages, _ = build(charge="# Charge\n```{clause} TG-9.82\n```\n")
    found = Text(box(pages["charge"], "TG-9.82"))
    assert f"Russian: {catalog().clauses['TG-9.82'].term} ·" in str(found)
    assert ("em", {"lang": "ru"}) in found.elements


def test_several_ids_make_several_rows_and_the_body_goes_into_the_last(build: Build) -> None:
    pages, _ = build(melee="# Melee\n```{clause} PT-M9 PT-M10\nOur own remark.\n```\n")
    assert "Our own remark." not in box(pages["melee"], "PT-M9")
    assert "Our own remark." in box(pages["melee"], "PT-M10")


def test_a_ruling_box_shows_every_reading_and_its_switch(build: Build) -> None:
    pages, warnings = build(melee="# Melee\n```{ruling} R-M3\nIt matters little.\n```\n")
    assert not warnings
    ruling, found = catalog().rulings["R-M3"], str(Text(box(pages["melee"], "R-M3")))
    for part in (ruling.question, ruling.reason, "It matters little.", *ruling.clauses):
        assert part in found
    for reading in ruling.readings:
        assert reading.text in found
        assert f"{ruling.field.split('.')[-1]}={reading.value}" in found
    assert found.index("our default") < found.index(ruling.readings[1].text)


def test_an_erratum_box(build: Build) -> None:
    pages, warnings = build(melee="# Melee\n```{erratum} E-A4\n```\n")
    assert not warnings
    erratum, found = catalog().errata["E-A4"], str(Text(box(pages["melee"], "E-A4")))
    assert erratum.title in found
    assert erratum.text in found


def test_badges_link_to_the_boxes_of_other_pages(build: Build) -> None:
    ruling = catalog().rulings_of("PT-M12")[0].id
    pages, _ = build(
        melee="# Melee\n```{clause} PT-M12\n```\n", rulings=f"# R\n```{{ruling}} {ruling}\n```\n"
    )
    assert f"rulings.html#{ruling}" in Text(box(pages["melee"], "PT-M12")).links()
    assert "melee.html#PT-M12" in Text(box(pages["rulings"], ruling)).links()


def test_an_example_is_linked_from_its_boxes(build: Build) -> None:
    cell = "```{code-cell} ipython3\n---\nrules: [PT-M9]\ntags: [hide-input]\n---\n1 + 1\n```\n"
    kernel = """\
        ---
        jupytext:
          text_representation:
            extension: .md
            format_name: myst
        kernelspec:
          name: python3
          display_name: Python 3
        ---
        """
    pages, _ = build(
        melee="# Melee\n```{clause} PT-M9\n```\n", odds=dedent(kernel) + f"# Odds\n\n{cell}\n"
    )
    (link,) = [each for each in Text(box(pages["melee"], "PT-M9")).links() if "example" in each]
    page, _, anchor = link.partition("#")
    assert page == "odds.html"
    assert pages["odds"].index(f'id="{anchor}"') < pages["odds"].index("tag_hide-input")


def test_a_citation_links_to_the_box_with_its_title_as_tooltip(build: Build) -> None:
    pages, warnings = build(
        index="# Index\nSee {rule}`PT-M9`, {rule}`the ruling <R-M3>` and [this](#E-A4).\n",
        melee="# M\n```{clause} PT-M9\n```\n```{ruling} R-M3\n```\n```{erratum} E-A4\n```\n",
    )
    assert not warnings
    links = Text(pages["index"]).links()
    for rule_id in ("PT-M9", "R-M3", "E-A4"):
        assert links[f"melee.html#{rule_id}"] == f"{rule_id}: {catalog().entry(rule_id).title}"
    assert "the ruling" in str(Text(pages["index"]))


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("{rule}`PT-M99`", "index.md:2: WARNING: role rule: .*'PT-M99'; nearest: PT-M9"),
        ("\n```{clause} PT-M99\n```", "index.md:3: WARNING: clause: .*'PT-M99'; nearest: PT-M9"),
        ("\n```{clause} R-M3\n```", "WARNING: clause: R-M3 is of the kind ruling"),
        ("{rule}`PT-M9`", "WARNING: PT-M9 is cited, but no page sets it in a box"),
        ("\n```{clause} PT-M9 PT-M9\n```", "WARNING: PT-M9 has a box already, in book/index"),
        ("$\\nonsense{1}$", "WARNING: formula .* cannot be drawn: .*nonsense"),
    ],
)
def test_mistakes_are_warnings_and_so_fail_the_build(build: Build, text: str, warning: str) -> None:
    _, warnings = build(index=f"# Index\n{text}\n")
    assert re.search(warning, warnings)
    assert len(re.findall("WARNING", warnings)) == 1


def test_a_page_says_the_number_that_it_names(build: Build) -> None:
    pages, _ = build(
        index="# Index\nSubtract {SHAKEN_PENALTY}.\n\n```text\n{SHAKEN_PENALTY}\n```\n"
    )
    assert f"Subtract {SHAKEN_PENALTY}." in pages["index"]
    assert "{SHAKEN_PENALTY}" in pages["index"]  # in code, braces are those of Python
    with pytest.raises(ExtensionError, match="SHAKEN_PENALTIES} is no number"):
        build(index="# Index\nSubtract {SHAKEN_PENALTIES}.\n")


def test_a_second_box_on_another_page_is_a_warning(build: Build) -> None:
    _, warnings = build(a="# A\n```{clause} PT-M9\n```\n", b="# B\n```{clause} PT-M9\n```\n")
    assert "PT-M9 has a box already, in book/a" in warnings


def searched(out: Path) -> list[tuple[str, ...]]:
    """What the search finds; kind, game, number, title, text, words, place and address of each."""
    text = (out / "_static" / "search_index.js").read_text("utf-8")
    found: list[list[str]] = json.loads(text.partition(" = ")[2].rstrip(";\n"))["found"]
    return [tuple(each) for each in found]


def test_the_search_finds_clauses_terms_misreadings_and_running_text(
    build: Build, tmp_path: Path
) -> None:
    melee = """\
        # The fight
        Two units stand base to base.

        ```{clause} PT-M9
        ```

        ## Who is left
        One of them.

        ```python
        def hidden(): ...
        ```
        """
    terms = """\
        # Words
        ## Paper Tigers
        ```{glossary}
        hit
          A mark on a unit. *Treffer.* {rule}`PT-M9`
        ```
        """
    (tmp_path / "out").mkdir()
    (tmp_path / "out/searchindex.js").write_text("of an older build")
    build(melee=melee, glossary=terms)
    for gone in ("searchindex.js", "_static/searchtools.js", "_static/language_data.js"):
        assert not (tmp_path / "out" / gone).exists()
    clause, page = catalog().clauses["PT-M9"], "book/melee.html"
    found = searched(tmp_path / "out")
    for each in (
        ("clause", "Paper Tigers", "PT-M9", clause.title, clause.text, clause.term,
         "Paper Tigers: melee The fight", f"{page}#PT-M9"),
        ("page", "", "", "The fight", "Two units stand base to base.", "", "", page),
        ("section", "", "", "Who is left", "One of them.", "", "The fight", f"{page}#who-is-left"),
        ("term", "Paper Tigers", "", "hit", "A mark on a unit. Treffer. PT-M9", "Treffer.",
         "Glossary", "book/glossary.html#term-hit"),
    ):  # fmt: skip
        assert each in found
    assert "hidden" not in str(found)
    a_to_z = Text((tmp_path / "out" / "genindex.html").read_text("utf-8")).links()
    assert f"{page}#PT-M9" in a_to_z


def test_what_people_say_has_a_place_of_its_own(build: Build, tmp_path: Path) -> None:
    (tmp_path / "source/book/rulings").mkdir(parents=True)
    text = "# Wrong\n## In die Tiefen\n**“It is a draw.”** No ({rule}`IDT-5.4`).\n\nNo saying.\n"
    build(**{"rulings/misreadings": text, "battle": "# Battle\n```{clause} IDT-5.4\n```\n"})
    html = (tmp_path / "out/book/rulings/misreadings.html").read_text("utf-8")
    assert 'rb-dispute rb-dispute-wrong docutils container" id="misreading-it-is-a-draw">' in html
    assert '<p class="rb-stamp">Wrong</p>' in html
    address = "book/rulings/misreadings.html"
    found = searched(tmp_path / "out")
    saying = ("common misreading", "In die Tiefen", "", "It is a draw.", "No (IDT-5.4).", "", "",
              f"{address}#misreading-it-is-a-draw")  # fmt: skip
    assert saying in found
    section = next(each for each in found if each[-1] == f"{address}#in-die-tiefen")
    assert section[4] == "No saying."


def test_of_rulings_the_search_knows_every_answer_and_of_sheets_the_steps(
    build: Build, tmp_path: Path
) -> None:
    (tmp_path / "source/book/quick").mkdir(parents=True)
    sheet = "# One page\n```{quick-sheet} in-die-tiefen\n```\n"
    build(**{"quick/in_die_tiefen": sheet, "rulings": "# Open\n```{ruling} R-M3\n```\n"})
    found = {each[-1]: each for each in searched(tmp_path / "out")}
    ours, other = readings_of("R-M3")
    ruling, page = found["book/rulings.html#R-M3"], found["book/quick/in_die_tiefen.html"]
    assert ruling[0] == "ruling"
    assert ruling[4] == f"{catalog().rulings['R-M3'].question} {ours.text} Or: {other.text}"
    assert page[:2] == ("quick sheet", "In die Tiefen")
    assert all(step.text in page[4] for step in SHEETS["in-die-tiefen"]().steps)


def test_the_coverage_page_shows_every_entry_and_warns_of_every_hole(build: Build) -> None:
    pages, warnings = build(
        coverage="# Coverage\n```{coverage}\n```\n", melee="# Melee\n```{clause} PT-M9\n```\n"
    )
    text = str(Text(pages["coverage"]))
    without_chance = sum(not each.chance for each in catalog().clauses.values())
    assert text.count("no chance in it") == without_chance
    for rule_id in catalog().ids():
        assert f"{rule_id} {catalog().entry(rule_id).title}" in text
        clause = catalog().clauses.get(rule_id)
        lacks = "example, odds, test" if clause and clause.chance else "example, test"
        assert re.search(rf"coverage: {rule_id} lacks: .*{lacks}\n", warnings + "\n")
    assert "PT-M9 lacks: example, odds, test" in warnings
    assert "melee.html#PT-M9" in Text(pages["coverage"]).links()
    for system in catalog().systems.values():
        assert f"Clauses: {len(system.clauses)}" in text


def test_a_rebuilt_page_forgets_its_old_boxes(build: Build) -> None:
    build(a="# A\n```{clause} PT-M9\n```\n", b="# B\n")
    _, warnings = build(a="# A\n", b="# B\n```{clause} PT-M9\n```\n")
    assert not warnings


def test_formulas_are_mathml(build: Build) -> None:
    pages, warnings = build(index="# Index\nOdds $\\frac{5}{8}$.\n")
    assert not warnings
    assert "<mfrac><mn>5</mn><mn>8</mn></mfrac>" in pages["index"]
    assert "mathjax" not in pages["index"].lower().replace("mathjax_ignore", "")


@pytest.mark.parametrize("has_picture", [True, False])
def test_plotly_is_shipped_once_and_only_for_pictures(
    build: Build, tmp_path: Path, *, has_picture: bool
) -> None:
    picture = '```{raw} html\n<figure class="rb-picture"></figure>\n```\n' if has_picture else ""
    pages, _ = build(index=f"# Index\n{picture}")
    shipped = tmp_path / "out" / "_static" / "plotly.min.js"
    assert shipped.is_file() == has_picture
    assert len(pages["index"]) < 100_000


HIDDEN = """
```{code-cell} ipython3
:tags: [hide-input]
1 + 1
```
"""
SHOWN = """
```{code-cell} ipython3
2 + 2
```
"""


def test_code_that_derives_stands_open_and_code_that_draws_is_folded(build: Build) -> None:
    kernel = (
        "---\njupytext: {text_representation: {extension: .md, format_name: myst}}\n"
        "language_info: {name: python, pygments_lexer: python3}\n"
        "kernelspec: {name: python3, display_name: Python 3}\n---\n"
    )
    html, warnings = build(page=f"{kernel}# Page\n\n## Hides\n{HIDDEN}\n## Shows\n{SHOWN}\n")
    assert not warnings
    hidden, shown = html["page"].split('id="shows"')
    assert hidden.count("<details") == 1
    assert "<details" not in shown
    assert "cell_input" in shown
