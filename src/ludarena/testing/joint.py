"""Laws of the joint walk: two matches that a viewpoint cannot tell apart look alike to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludarena.core.state import State
from ludarena.testing.following import follow, shown
from ludarena.testing.node import Node, Step
from ludarena.testing.surface import Knower, difference, first_bytes, seat_of


@dataclass(slots=True)
class JointWalk:
    """A match and an imagined twin of it, one for every viewpoint, walked on together.

    While the facts that the viewpoint is shown agree, surfaces and redraws of both agree; where
    they part (chance, or a hidden choice that shows itself), a fresh twin begins.
    """

    twins: dict[Knower, State] = field(default_factory=dict)
    fresh: set[Knower] = field(default_factory=set)
    agreed: int = 0

    def begin(self, node: Node) -> None:
        """Imagine a twin for every viewpoint."""
        for at in node.knowers:
            self._imagine(node, at)

    def _imagine(self, node: Node, at: Knower) -> None:
        self.twins[at] = node.redrawn(at, node.seed())
        self.fresh.add(at)

    def step(self, step: Step) -> None:
        """Let every twin follow the move; replace those that cannot."""
        for at, twin in self.twins.items():
            after = follow(twin, step, at, step.after.stream)
            if after is None:
                self._imagine(step.after, at)
            else:
                self.agreed += 1
                self.fresh.discard(at)
                self.twins[at] = after

    def at(self, node: Node) -> str | None:
        """Compare every twin with the true match; fresh ones fall under the laws of redraws.

        Redraws are compared for all viewpoints, surfaces for one, in turn: they follow from
        redraws by the law of surfaces.
        """
        for at, twin in self.twins.items():
            if at in self.fresh or at not in node.affected:
                continue
            if at == node.in_turn:
                found = difference(node.surface(at), node.surface_of(twin, at))
                if found:
                    return (
                        f"viewpoint {at} was shown the same of two matches, "
                        f"but sees another {found}"
                    )
            true = node.redraw(at)
            other = twin.determinize(seat_of(at), true.seed).encode()
            if true.encoded != other:
                return (
                    f"viewpoint {at} was shown the same of two matches, "
                    f"but its redraws with one seed differ: {first_bytes(true.encoded, other)}"
                )
        return None


def moves(node: Node) -> str | None:
    """After two moves of another seat that show the same facts, the redraws are equal."""
    worlds = node.worlds()
    for at in node.viewpoints if worlds else ():
        first = worlds[0]
        told = shown(first.facts, at)
        alike = next((world for world in worlds[1:] if shown(world.facts, at) == told), None)
        if alike is None or first.seat == at:
            continue
        seed = node.seed()
        pair = [world.state.determinize(seat_of(at), seed).encode() for world in (first, alike)]
        if pair[0] != pair[1]:
            return (
                f"viewpoint {at} is shown the same facts of two moves of seat {first.seat}, "
                f"but its redraws then differ: {first_bytes(pair[0], pair[1])}"
            )
    return None
