"""What went wrong in a run: failed tries by class, and what the protocol made of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

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
    found = {one.name: Failures(one.name) for one in experiment.participants}
    for match in reader.matches():
        roster = [found[name] for name in match.cell.roster]
        for attempt in reader.attempts(match):
            for answer in reader.answers(attempt.key):
                one = roster[answer.seat]
                one.stood_in += answer.stand_in
                one.decisions += not answer.stand_in
                one.repaired += bool(answer.repairs)
                one.recovered += answer.tries > 1 and not answer.stand_in
                one.forfeits += answer.act == "forfeit"
            for failed in reader.failed_tries(attempt.key):
                roster[failed.seat].failed[failed.kind] += 1
            for event in reader.events(attempt.key):
                if event.act == "void" and event.seat >= 0:
                    roster[event.seat].voids += 1
    return list(found.values())
