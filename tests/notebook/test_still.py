"""Pictures of a page: the SVG shows the numbers, nothing in it is cut, any figure gets one."""

import json
import re
from fractions import Fraction as F
from typing import Any

import plotly.graph_objects as go
import pytest

from rules_lib.notebook.charts import bars
from rules_lib.notebook.palette import LIGHT, colour
from rules_lib.notebook.picture import PLOTLY_MIME, Picture, as_picture, page_picture
from rules_lib.notebook.still import DESK, PHONE, NotDrawable, still
from tests.notebook.toys import Outline

pytestmark = pytest.mark.slow

CHANCES = [F(1, 4), F(1, 2), F(1)]
NAMES: dict[str, Any] = {"x": "card", "y": "chance", "labels": ["two", "three", "four"]}
BARS = bars("Which?", "This one.", chances=CHANCES, **NAMES)
LONG = ["an extraordinarily long name", "inconsiderately long", "the unreasonably long third"]
TEXT = re.compile(
    r'<text x="([\d.-]+)" y="([\d.-]+)" font-size="(\d+)" text-anchor="(\w+)"([^>]*)>([^<]*)<'
)


def plain(*traces: Any, **layout: Any) -> dict[str, Any]:
    """Return a figure as a cell gives it to the page."""
    figure: dict[str, Any] = json.loads(go.Figure(traces, layout).to_json())
    return figure


def boxes(svg: str) -> list[tuple[float, float]]:
    """Return where the filled boxes begin from the left, and how tall they are."""
    sides = re.findall(r'<rect x="([\d.]+)" [^>]*height="([\d.]+)" style', svg)
    return [(float(left), float(tall)) for left, tall in sides]


def test_bars_are_as_tall_as_the_chances() -> None:
    shown = boxes(still(BARS.page_data(), DESK, "p"))
    assert shown == sorted(shown)
    tallest = shown[-1][1]
    assert [tall / tallest for _, tall in shown] == pytest.approx(CHANCES, abs=0.005)


def test_cells_of_a_heat_map_without_names_are_counted() -> None:
    grid = [[1, 2, 3], [4, 5, 6]]
    named = plain(go.Heatmap(z=grid, x=[0, 1, 2], y=[0, 1]))
    assert still(plain(go.Heatmap(z=grid)), DESK, "p") == still(named, DESK, "p")


def test_colours_follow_the_theme_and_nothing_reaches_the_rest_of_the_page() -> None:
    one = still(BARS.page_data(), PHONE, "p")
    assert colour("first") in one
    assert "<style" not in one
    assert still(BARS.page_data(), PHONE, "p") == one, "the same picture is the same text"
    ids = re.findall(r'\sid="([^"]*)"', page_picture(plain(*PLAIN)))
    assert len(ids) == len(set(ids))


PLAIN = (
    go.Bar(name="old", x=LONG, y=[0.25, 0.5, 1]),
    go.Bar(name="new", x=LONG, y=[0.125, 0.0625, 0.75]),
)


def test_a_plain_figure_becomes_a_picture_with_its_words_and_numbers() -> None:
    figure = plain(*PLAIN, title="How likely?", xaxis_title="what", yaxis={"tickformat": ".0%"})
    html = page_picture(figure)
    page = Outline(html)
    assert "How likely?" in page.text
    assert html.count("<svg data-lies") == 1, "on a phone long names stand beside their bars"
    picture = as_picture(figure)
    assert picture.table.head == ("what", "old", "new")
    assert picture.table.rows[1] == (LONG[1], "50.0\u00a0%", "6.2\u00a0%")
    assert picture.legend == (("old", "first"), ("new", "second"))
    hatched = [trace["marker"]["pattern"]["shape"] for trace in picture.traces]
    assert len(set(hatched)) == 2, "they differ by more than colour"


def test_arrays_axes_and_scales_of_plotly_are_understood() -> None:
    heat = {"type": "heatmap", "x": [2, 3], "y": [2, 3], "colorscale": "Blues"}
    heat |= {"z": [[0, 0.25], [0.5, 1]], "texttemplate": "%{z:.2f}"}
    svg = still(as_picture(plain(heat)).page_data(), DESK, "p")
    assert [text for *_, text in TEXT.findall(svg)][:4] == ["0.00", "0.25", "0.50", "1.00"]
    packed = {"dtype": "f8", "bdata": "AAAAAAAA0D8AAAAAAADgPw=="}
    shown = boxes(still({"data": [{"type": "bar", "x": [1, 2], "y": packed}]}, DESK, "p"))
    assert shown[1][1] / shown[0][1] == pytest.approx(2, abs=0.01)


def test_what_has_no_still_picture_says_so() -> None:
    with pytest.raises(NotDrawable, match="pie"):
        page_picture(plain(go.Pie(values=[1, 2])))


def test_a_picture_keeps_its_words_on_the_way_through_plotly() -> None:
    again = as_picture(BARS._repr_mimebundle_()[PLOTLY_MIME])
    for name in ("question", "answer", "table", "legend", "height"):
        assert getattr(again, name) == getattr(BARS, name), name
    assert again.traces == BARS.traces


def test_a_picture_is_a_figure_that_can_be_changed() -> None:
    figure = BARS.figure()
    assert isinstance(figure, go.Figure)
    assert figure.layout.title.text == "Which?"
    assert figure.data[0].marker.color == LIGHT["first"]
    figure.update_layout(template="rulebook-dark", title="Mine")
    assert isinstance(as_picture(json.loads(figure.to_json())), Picture)
