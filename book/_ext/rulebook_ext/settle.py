"""The directive ``rulings-ranked``: all open questions by game, first what is typically at stake.

It is a plain list; ``settle.js`` shows the filter above it and lets it work.
"""

from itertools import groupby

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.boxes import asked
from rulebook_ext.domain import cite
from rulebook_ext.impacts import measured, typically
from rulebook_ext.nodes import Fold, inline
from rulebook_ext.prose import spans
from rules_lib.impact import Impact, points, ranked
from rules_lib.notebook.markup import Html, el
from rules_lib.rulebook import System, catalog

FIRST = 6
"""Questions of a game that stand open: as many for each of its systems."""


class RankedDirective(SphinxDirective):
    """The questions of all systems: a section a game, a line a question, the worst cases apart."""

    def run(self) -> list[nodes.Node]:
        """Build the filter and the sections."""
        systems = sorted(catalog().systems.values(), key=_game)
        games = {name: list(group) for name, group in groupby(systems, key=_game)}
        made: list[nodes.Node] = [nodes.raw("", _filter(list(games)), format="html")]
        for name, group in games.items():
            section = nodes.section(ids=[_label(name)], names=[_label(name)])
            section["classes"].append("rb-settle-game")
            section += nodes.title("", name)
            section += _questions(group)
            self.state.document.note_explicit_target(section, section)
            made.append(section)
        return made


def _game(system: System) -> str:
    return system.title.partition(":")[0]


def _label(game: str) -> str:
    return "-".join(game.lower().replace("&", "and").split())


def _questions(systems: list[System]) -> list[nodes.Node]:
    each_system = [ranked(map(measured, system.rulings)) for system in systems]
    every = ranked(impact for one in each_system for impact in one)
    chosen = [impact for one in each_system for impact in one[: FIRST // len(systems)]]
    rest = [impact for impact in every if impact not in chosen]
    worst = sorted((each for each in every if each.largest), key=lambda each: -each.largest)
    more: Fold = Fold(summary=f"{len(rest)} more questions")
    more += nodes.bullet_list("", *map(line_of, rest), classes=["rb-ranked"])
    cases: Fold = Fold(summary="Worst cases: the most that another answer changes")
    cases["classes"].append("rb-worst")
    cases += nodes.bullet_list("", *map(_worst, worst), classes=["rb-ranked"])
    first = [impact for impact in every if impact in chosen]
    return [nodes.bullet_list("", *map(line_of, first), classes=["rb-ranked"]), more, cases]


def line_of(impact: Impact) -> nodes.list_item:
    """A question, our answer, and what is typically at stake."""
    line = asked(impact.ruling)
    line += [nodes.Text(" "), inline(f"{typically(impact)}{_part(impact)}", "rb-basis")]
    return nodes.list_item("", line)


def _part(impact: Impact) -> str:
    """The part of its game, where that has several."""
    systems = catalog().systems
    ours = systems[impact.ruling.system]
    several = sum(_game(each) == _game(ours) for each in systems.values()) > 1
    return f" · {ours.title.partition(': ')[2]}" if several else ""


def _worst(impact: Impact) -> nodes.list_item:
    size = points(impact.largest)
    most = size if size.startswith("less") else f"up to {size}"
    line = nodes.paragraph("", "", cite(impact.ruling.id), nodes.Text(" "))
    line += [*spans(impact.ruling.question), nodes.Text(" "), inline(most, "rb-basis")]
    return nodes.list_item("", line)


def _filter(games: list[str]) -> Html:
    """Chips for the games, and a field for words; hidden until a script can answer them."""
    chips = [
        el(
            "label",
            el("input", type="radio", name="game", value=value, checked=not value),
            el("span", name),
            class_="rb-chip",
        )
        for value, name in [("", "all games"), *((_label(each), each) for each in games)]
    ]
    return el(
        "form",
        el(
            "fieldset",
            el("legend", "Game", class_="rb-hidden"),
            *chips,
            class_="rb-chip-row",
        ),
        el("label", "Words in the question", for_="settle-words"),
        el("input", type="search", id="settle-words", autocomplete="off"),
        el("p", role="status"),
        el(
            "p",
            "No open question has these words. The rule itself may answer: look for it with the"
            " search at the top of the page, or among the common misreadings above.",
            class_="rb-settle-elsewhere",
            hidden=True,
        ),
        class_="rb-settle",
        hidden=True,
    )


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("rulings-ranked", RankedDirective)
