"""Pictures and bars: the data that is drawn, the table that says the same, the colours."""

import json
import re
from dataclasses import replace
from fractions import Fraction as F
from html import escape
from typing import Any

import pytest

from rules_lib.notebook.bar import repeats, stacked_bar, swatch
from rules_lib.notebook.charts import bars, grouped_bars, heat_map, lines, short_percent
from rules_lib.notebook.display import STATIC_ENVIRONMENT
from rules_lib.notebook.headline import HeadlineChance
from rules_lib.notebook.palette import DARK, LIGHT, Role, colour, resolved, style_sheet
from rules_lib.notebook.picture import Picture
from rules_lib.notebook.plotly_data import scale
from rules_lib.notebook.table import Table
from tests.in_turn import in_turn
from tests.notebook.toys import Outline
from tests.oracles.chances import reaching

VALUES = [str(v) for v in range(2, 13)]
TWO = [reaching(v, 2) for v in range(2, 13)]
THREE = [reaching(v, 3) for v in range(2, 13)]
SERIES: dict[str, tuple[Role, list[F]]] = {"three": ("first", THREE), "two": ("second", TWO)}


def charts() -> list[Picture]:
    names: dict[str, Any] = {"x": "card", "y": "chance", "labels": VALUES}
    return [
        bars("Which?", "This one.", chances=TWO, **names),
        grouped_bars("Which group?", "That one.", series=SERIES, **names),
        lines("How fast?", "Fast.", series=SERIES, **names),
        heat_map(
            "Where?", "Here.", x="defender", y="attacker", columns="ab", rows="cd",
            chances=[[F(0), F(1)], [F(1, 2), F(1, 3)]],
        ),
    ]  # fmt: skip


@in_turn("picture", charts())
def test_page_holds_question_answer_data_and_table(picture: Picture) -> None:
    html = picture.html()
    page = Outline(html)
    assert picture.question in page.text
    assert picture.answer in page.text
    assert page.all("figure", class_="rb-picture")
    assert page.all("div", class_="rb-plot", role="img", aria_label=picture.answer)
    for row in picture.table.rows:
        assert all(cell in page.text for cell in row)
    found = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', html)
    assert found
    data = json.loads(found[1])
    assert data["height"] == picture.height
    assert {k: data[k] for k in ("data", "layout")} == json.loads(json.dumps(picture.page_data()))
    assert not page.soup.select("[style]")


def test_heat_map_runs_from_the_defender_to_the_attacker() -> None:
    (trace,) = charts()[3].traces
    assert (trace["zmin"], trace["zmax"]) == (0, 100)
    scale = dict(resolved(trace["colorscale"]))  # type: ignore[call-overload]
    assert scale == {i / 4: LIGHT[f"heat-{i}"] for i in range(5)}


@in_turn(
    ("chance", "shown"),
    [(F(0), "0"), (F(1, 300), "<1"), (F(5, 8), "63"), (F(299, 300), ">99"), (F(1), "100")],
)
def test_small_cells_never_claim_certainty(chance: F, shown: str) -> None:
    assert short_percent(chance) == shown


def test_a_scale_of_others_becomes_one_of_ours() -> None:
    one_way = [(0.0, colour("heat-2")), (0.5, colour("heat-1")), (1.0, colour("heat-0"))]
    assert list(scale({})) == one_way
    both_ways = scale({"zmid": 0})
    assert [at for at, _ in both_ways] == [0.0, 0.25, 0.5, 0.75, 1.0]
    bare = ["#0072B2", "#f2f2f2", "#D55E00"]  # as a page that runs a chapter's cell has it
    assert scale({"colorscale": bare}) == both_ways
    assert scale({"colorscale": [*zip((0, 0.5, 1), bare, strict=True)]}) == both_ways


@pytest.mark.parametrize("picture", charts()[1:3], ids=["grouped", "lines"])
def test_the_legend_has_the_colour_of_each_series(picture: Picture) -> None:
    drawn = {each["name"]: each["marker"]["color"] for each in picture.traces}
    (legend,) = re.findall(r'class="rb-legend">(.*?)</figcaption>', picture.html(), re.S)
    signs = re.findall(r"(<svg.*?</svg>)([^<]+)", legend, re.S)
    told = {name: [each for each in drawn.values() if each in sign] for sign, name in signs}
    assert told == {name: [each] for name, each in drawn.items()}


def test_a_notebook_without_plotly_has_the_drawing_or_else_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(STATIC_ENVIRONMENT, raising=False)  # left by tests that build a book
    for picture in charts():
        html = picture._repr_mimebundle_()["text/html"]
        assert picture.question in html
        assert "data:image/svg+xml" in html
        assert "<script" not in html
    shapes = {"shapes": [{"type": "circle"}]}  # there is no still picture of it
    picture = replace(charts()[0], layout={**charts()[0].layout, **shapes})
    html = picture._repr_mimebundle_()["text/html"]
    assert picture.answer in html
    told = html.replace("\N{NO-BREAK SPACE}", " ")
    assert all(escape(cell) in told for row in picture.table.rows for cell in row)
    monkeypatch.setenv(STATIC_ENVIRONMENT, "1")  # a page draws it from its data
    assert "<script" in charts()[0]._repr_mimebundle_()["text/html"]


def test_the_style_sheet_has_each_colour_for_light_and_dark() -> None:
    light, dark = style_sheet().split("@media not print")
    for sheet, palette in ((light, LIGHT), (dark, DARK)):
        assert dict(re.findall(r"--rb-([\w-]+):(#[0-9A-F]{6});", sheet)) == palette
    assert set(DARK) == set(LIGHT)


def luminance(code: str) -> float:
    channels = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_parties_stand_out_from_the_page(theme: dict[str, str]) -> None:
    for role in ("first", "second", "neutral", "good"):
        assert contrast(theme[role], theme["surface"]) >= 3, role


def test_headline_chance_says_it_three_ways() -> None:
    chance = HeadlineChance("You pass {chance}.", F(5, 8))
    page = Outline(chance._repr_html_())
    said = [page.text.index(text) for text in ("You pass 5 times in 8.", "62.5 %", "5/8")]
    assert said == sorted(said)
    assert str(chance) == "You pass 5 times in 8. 62.5 % = 5/8"
    with pytest.raises(ValueError, match="sentence"):
        HeadlineChance("You pass.", F(1, 2))


def test_a_table_on_its_own_labels_its_cells() -> None:
    page = Outline(Table(("who", "what"), (("you", "win"),))._repr_html_())
    assert page.all("td", data_label="what", role="cell")
    assert page.text == "whowhatyouwin"
    short, long = (Table(("a",), (("i " * 15 + "i" * n,),)) for n in (2, 3))
    assert (short.is_narrow, long.is_narrow) == (True, False)
    assert "Who?" in Outline(Table(("a",), (("b",),)).stacked("Who?")).text


def test_parts_in_the_same_role_are_hatched_differently() -> None:
    roles: list[Role] = ["neutral", "first", "neutral", "neutral"]
    assert repeats(roles) == [0, 0, 1, 2]
    drawn = stacked_bar("x", roles, [250] * 4)
    patterns = re.findall(r"<pattern (.*?)</pattern>", drawn)
    assert len({re.sub(r'id="[^"]*"', "", each) for each in patterns}) == 4
    assert [a["fill"] for a in Outline(drawn).all("rect") if "stroke" in a] == [
        "url(#x-fill-neutral-0)",
        "url(#x-fill-first-0)",
        "url(#x-fill-neutral-1)",
        "url(#x-fill-neutral-2)",
    ]


def test_a_swatch_looks_like_its_part() -> None:
    bar, sample = stacked_bar("x", ["both"], [1000]), swatch("x", "both")
    shown = re.search(r"<pattern.*?</pattern>", bar)
    assert shown
    assert shown[0] in sample
