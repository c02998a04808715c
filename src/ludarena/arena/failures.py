"""What went wrong in a run: failed tries by class, and what the protocol made of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ludarena.arena.store.counts import FailureCounts
from ludarena.arena.store.read import Reader
from ludarena.core.view import Json


@dataclass(slots=True)
class Failures:
    """The failures of one participant over all attempts of a run.

    `decisions` are its own accepted answers, `repaired` those that were read with a repair,
    `failed` its failed tries by class. `recovered` decisions were accepted after a failed try,
    `stood_in` were made by a stand-in. `forfeits` are seats lost, `voids` attempts set aside.
    """

    participant: str
    decisions: int = 0
    repaired: int = 0
    recovered: int = 0
    stood_in: int = 0
    forfeits: int = 0
    voids: int = 0
    failed: Counter[str] = field(default_factory=Counter)

    def as_json(self) -> dict[str, Json]:
        """Return the counts as JSON data."""
        return {
            "participant": self.participant,
            "decisions": self.decisions,
            "repaired": self.repaired,
            "recovered": self.recovered,
            "stood_in": self.stood_in,
            "forfeits": self.forfeits,
            "voids": self.voids,
            "failed": dict(sorted(self.failed.items())),
        }


def failures_of(reader: Reader) -> list[Failures]:
    """Return the failures of every participant of a run, in the plan's order."""
    experiment = reader.experiment()
    if experiment is None:
        return []
    counts = reader.failure_counts()
    return [_of(one.name, counts) for one in experiment.participants]


def _of(name: str, counts: FailureCounts) -> Failures:
    made = counts.decisions.get(name, {})
    failed = {kind: n for (who, kind), n in counts.failed.items() if who == name}
    return Failures(
        participant=name,
        decisions=made.get("own", 0),
        repaired=made.get("repaired", 0),
        recovered=made.get("recovered", 0),
        stood_in=made.get("stood_in", 0),
        forfeits=made.get("forfeits", 0),
        voids=counts.voids.get(name, 0),
        failed=Counter(failed),
    )
