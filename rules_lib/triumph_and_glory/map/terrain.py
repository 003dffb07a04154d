"""What the ground of a hex is to the rules of the charge."""

from dataclasses import dataclass

from rules_lib.errors import InvalidValue, keep_int, require_bool

NO_CHARGE_AT = ("marsh", "woods", "village", "castle", "redoubt")
"""The terrain in which nobody can be the target of a charge (TG-9.81e)."""

ALL_FRONT = ("village", "castle", "redoubt")
"""The terrain in which infantry has a front only (secondary source 6.1)."""

BLOCKS_SIGHT = ("woods",)
"""The terrain that blocks sight even if it is no higher than the ends (secondary source 8.4)."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """The terrain of a hex. What it costs to enter is not in the source, and yours to give.

    Attributes:
        kind: "clear", or a word of its own. The rules know "marsh", "woods", "village", "castle"
            and "redoubt"; any other word is ground that they do not mention.
        cost: movement points (ОВД) that cavalry pays to enter, 1 or more, part points rounded up;
            ``None`` if it must not enter.
        level: its height, for lines of sight.
        disorders: entering it disorders a unit.
        foot_cost: movement points that a square pays; ``None`` if they are those of cavalry.
    """

    kind: str
    cost: int | None
    level: int = 0
    disorders: bool = False
    foot_cost: int | None = None

    def __post_init__(self) -> None:
        word = isinstance(self.kind, str) and self.kind
        if not word or self.kind != self.kind.strip().lower():
            raise InvalidValue("kind", self.kind, "a word in small letters, such as 'clear'")
        for field, cost in (("cost", self.cost), ("foot_cost", self.foot_cost)):
            if cost is not None:
                keep_int(self, field, 1, name=f"{field} of {self.kind!r}")
        keep_int(self, "level", -1000, 1000, name=f"level of {self.kind!r}")
        require_bool(f"disorders of {self.kind!r}", self.disorders)
