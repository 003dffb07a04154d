"""The directives of the pages about rulings: each by itself, those of a system, those of all."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.boxes import BoxDirective, touches
from rulebook_ext.domain import folder_of, game_of
from rulebook_ext.impacts import measured, of, typically
from rulebook_ext.nodes import Details, ProofPlaceholder, fold, linked, sentence, template
from rules_lib.errors import InvalidValue, require_word
from rules_lib.impact import Clash, Impact, points, ranked
from rules_lib.notebook.otherwise import told
from rules_lib.rulebook import Ruling, System, catalog
from rules_lib.rulebook.defaults import reading_of, readings_of

FEW = 3
"""Situations that are told in full before the rest is folded away."""
FIRST = 6
"""Questions of a game that stand open: as many for each of its systems."""


class RulingDirective(BoxDirective[Ruling]):
    """A ruling: question, readings, reason, what each other answer changes, the switch."""

    kind = "ruling"

    def frame(self, entry: Ruling, body: list[nodes.Node]) -> nodes.section:
        """The section."""
        section = nodes.section(names=[entry.id.lower()], classes=["rb-ruling"])
        section += nodes.title("", f"{entry.id}: {entry.title}")
        section += template(
            self.env, "ruling.html", ruling=entry, readings=readings_of(entry.id), linked=linked
        )
        section += [*body, self._changes(measured(entry.id))]
        section += [touches("Reads", entry.clauses), ProofPlaceholder(rule_id=entry.id)]
        section += _switch(entry)
        return section

    def _changes(self, impact: Impact) -> nodes.raw:
        """What is at stake, and what every other answer changes."""
        woken = _woken(impact) if impact.woken_by else ""
        known: dict[str, Any] = {"impact": impact, "woken": woken, "few": FEW}
        shown = {"linked": linked, "points": points, "told": told}
        return template(self.env, "ruling_changes.html", **known, **shown)


class RankedDirective(SphinxDirective):
    """The questions of all systems: a section a game, a line a question, the worst cases apart.

    It is a plain list; ``settle.js`` shows the filter above it and lets it work.
    """

    def run(self) -> list[nodes.Node]:
        """Build the filter and the sections."""
        systems = sorted(catalog().systems.values(), key=game_of)
        games = {name: list(group) for name, group in groupby(systems, key=game_of)}
        chips = [("", "all games"), *((_label(name), name) for name in games)]
        made: list[nodes.Node] = [template(self.env, "settle.html", games=chips)]
        for name, group in games.items():
            section = nodes.section(ids=[_label(name)], names=[_label(name)])
            section["classes"].append("rb-settle-game")
            section += nodes.title("", name)
            section += _questions(self.env, group)
            self.state.document.note_explicit_target(section, section)
            made.append(section)
        return made


class ListDirective(SphinxDirective):
    """What stands at its name in ``LISTS`` for its argument, a line each, or that there is none."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Build the list."""
        lines, none = LISTS[self.name]
        try:
            items = [nodes.list_item("", sentence(each)) for each in lines(str(self.arguments[0]))]
        except InvalidValue as error:
            raise self.error(f"{self.name}: {error}") from None
        return [nodes.bullet_list("", *items) if items else nodes.paragraph("", none)]


def _idle(system: str) -> Iterator[str]:
    """The questions of a system that stop to matter, and those that begin to."""
    require_word("system", system, catalog().systems)
    pairs = groupby(of(system).silenced, key=lambda each: (each.ruling, each.value))
    for (rule_id, value), group in pairs:
        idle = [each.silenced for each in group]
        verb = "changes" if len(idle) == 1 else "change"
        yield f"If {_read_as(rule_id, value)}, then {_named(idle)} {verb} nothing any more."
    for rule_id in catalog().systems[system].rulings:
        if measured(rule_id).woken_by:
            yield f"{rule_id}{_woken(measured(rule_id))}"


def _contradictions(what: str) -> Iterator[str]:
    """What contradicts itself, or leads nowhere: ``clashes``, ``never``, ``gaps``."""
    found = [of(each) for each in catalog().systems]
    if what == "clashes":
        yield from (_clash(each) for one in found for each in one.clashes)
    elif what == "never":
        yield from (_named([each]) for one in found for each in one.never_matter)
    else:
        every = (each for one in found for each in one.gaps)
        for rulings, some in groupby(every, key=lambda gap: gap.rulings):
            yield f"{_named(rulings)}: {'; '.join(each.situation for each in some)}."


LISTS: Final[dict[str, tuple[Callable[[str], Iterator[str]], str]]] = {
    "rulings-idle": (_idle, "None: no single other answer makes a question pointless."),
    "contradictions": (_contradictions, "None was found."),
}


def _read_as(rule_id: str, value: object) -> str:
    return f"{rule_id} is read as “{reading_of(rule_id, value).answer}”"


def _clash(clash: Clash) -> str:
    pairs = zip(clash.rulings, clash.values, strict=True)
    both = (f"{rule_id} as “{reading_of(rule_id, value).answer}”" for rule_id, value in pairs)
    return f"{', with '.join(both)}. Found with: {clash.situations[0]}."


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("ruling", RulingDirective)
    app.add_directive("rulings-ranked", RankedDirective)
    for name in LISTS:
        app.add_directive(name, ListDirective)


def _switch(entry: Ruling) -> Details:
    owner, _, field = entry.field.rpartition(".")
    first, *others = (f"{owner}({field}={reading.value})" for reading in readings_of(entry.id))
    calls = "\n".join([f"{first}  # our default", *others])
    code = nodes.literal_block(calls, calls, language="python")
    return fold("Switch it in the library", code)


def _named(ids: Iterable[str]) -> str:
    *first, last = (f"{each} ({catalog().rulings[each].title})" for each in ids)
    return " and ".join(filter(None, [", ".join(first), last]))


def _woken(impact: Impact) -> str:
    """What another question must be answered by for this one to matter."""
    woken = ", or if ".join(_read_as(*each) for each in impact.woken_by)
    return f" changes nothing while the others are read as here. It begins to matter if {woken}."


def _label(game: str) -> str:
    return folder_of(game).replace("_", "-")


def _questions(env: BuildEnvironment, systems: list[System]) -> nodes.raw:
    each_system = [ranked(map(measured, system.rulings)) for system in systems]
    every = ranked(impact for one in each_system for impact in one)
    first = [impact for one in each_system for impact in one[: FIRST // len(systems)]]
    worst = sorted((each for each in every if each.largest), key=lambda each: -each.largest)
    # The part of its game, where that has several.
    several = len(systems) > 1
    parts = {each.id: f" · {each.title.partition(': ')[2]}" if several else "" for each in systems}
    return template(
        env,
        "ranked.html",
        first=[each for each in every if each in first],
        rest=[each for each in every if each not in first],
        worst=worst,
        parts=parts,
        linked=linked,
        ours=lambda rule_id: readings_of(rule_id)[0].text,
        typically=typically,
        points=points,
    )
