"""Made-up measurements, for the tests of what is told of them."""

from benchmarks.measure import Timing
from benchmarks.spec import DIRECT, OURS, PUBLIC, SMARTEST, TABLED, Entry


def timings(
    ours: float = 0.001,
    pairings: float = 1.0,
    importing: float = 0.001,
    battle: float = 0.1,
    peak_kib: int | None = 20480,
) -> list[Timing]:
    """Made-up measurements.

    Melee: icepool takes 20 ms direct and 5 ms tabled, dyce 40 and 4. Battle: icepool 4 s, dyce 9.
    """

    def one(task: str, library: str, formulation: str, seconds: float) -> Timing:
        times = (0.5 * seconds, seconds, 3 * seconds)
        return Timing(task, Entry(library, formulation), times, peak_kib)

    return [
        one("melee quick", OURS, PUBLIC, ours),
        one("melee quick", "icepool", DIRECT, 0.020),
        one("melee quick", "dyce", DIRECT, 0.040),
        one("melee quick", "icepool", TABLED, 0.005),
        one("melee quick", "dyce", TABLED, 0.004),
        one("all pairings", OURS, PUBLIC, pairings),
        one("battle 20 v 20", OURS, PUBLIC, 0.02),
        one("battle 40 v 40", OURS, PUBLIC, battle),
        one("battle 40 v 40", "icepool", SMARTEST, 4.0),
        one("battle 40 v 40", "dyce", SMARTEST, 9.0),
        one("import", OURS, "", importing),
        one("import", "icepool", "", 0.030),
    ]
