"""The directives of the pages about rulings: ``ruling``, ``rulings-idle``, ``contradictions``."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.boxes import BoxDirective, touches
from rulebook_ext.impacts import measured, of
from rulebook_ext.nodes import Details, ProofPlaceholder, fold, template
from rulebook_ext.prose import linked, sentence
from rules_lib.impact import Clash, Impact, points
from rules_lib.notebook.otherwise import told
from rules_lib.rulebook import Ruling, catalog
from rules_lib.rulebook.defaults import reading_of, readings_of

FEW = 3
"""Situations that are told in full before the rest is folded away."""


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


class IdleDirective(SphinxDirective):
    """The questions of a system that stop to matter, and those that begin to."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Build the list, or say that there are none."""
        if (system := str(self.arguments[0])) not in catalog().systems:
            known = ", ".join(catalog().systems)
            raise self.error(f"{self.name}: no system {system!r}; there are: {known}")
        lines = [*self._silenced(system), *self._woken(system)]
        return [_listed(lines, "None: no single other answer makes a question pointless.")]

    def _silenced(self, system: str) -> Iterator[str]:
        pairs = groupby(of(system).silenced, key=lambda each: (each.ruling, each.value))
        for (rule_id, value), group in pairs:
            idle = [each.silenced for each in group]
            verb = "changes" if len(idle) == 1 else "change"
            yield f"If {_read_as(rule_id, value)}, then {_named(idle)} {verb} nothing any more."

    def _woken(self, system: str) -> Iterator[str]:
        for rule_id in catalog().systems[system].rulings:
            if measured(rule_id).woken_by:
                yield f"{rule_id}{_woken(measured(rule_id))}"


class ContradictionsDirective(SphinxDirective):
    """What contradicts itself, or leads nowhere: ``clashes``, ``never``, ``gaps``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Build the list, or say that there are none."""
        found = [of(each) for each in catalog().systems]
        if (what := str(self.arguments[0])) == "clashes":
            lines = [_clash(each) for one in found for each in one.clashes]
        elif what == "never":
            lines = [_named([each]) for one in found for each in one.never_matter]
        else:
            gaps = groupby(
                (each for one in found for each in one.gaps), key=lambda gap: gap.rulings
            )
            lines = [
                f"{_named(rulings)}: {'; '.join(each.situation for each in some)}."
                for rulings, some in gaps
            ]
        return [_listed(lines, "None was found.")]


def _listed(lines: Iterable[str], none: str) -> nodes.Element:
    items = [nodes.list_item("", sentence(each)) for each in lines]
    return nodes.bullet_list("", *items) if items else nodes.paragraph("", none)


def _read_as(rule_id: str, value: object) -> str:
    return f"{rule_id} is read as “{reading_of(rule_id, value).answer}”"


def _clash(clash: Clash) -> str:
    pairs = zip(clash.rulings, clash.values, strict=True)
    both = (f"{rule_id} as “{reading_of(rule_id, value).answer}”" for rule_id, value in pairs)
    return f"{', with '.join(both)}. Found with: {clash.situations[0]}."


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("contradictions", ContradictionsDirective)
    app.add_directive("ruling", RulingDirective)
    app.add_directive("rulings-idle", IdleDirective)


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
