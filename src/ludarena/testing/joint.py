"""The law of the joint walk: what a seat sees of two matches that it cannot tell apart is equal."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludarena.core.state import State
from ludarena.testing.following import follow
from ludarena.testing.node import Node, Step
from ludarena.testing.surface import Knower, difference, first_bytes


@dataclass(slots=True)
class JointWalk:
    """A match and an imagined twin of it, one for every viewpoint, walked on together.

    While the facts that the viewpoint is shown agree, surfaces and redraws of both agree; where
    they part (chance, or a hidden choice that shows itself), a fresh twin begins.
    """

    twins: dict[Knower, State] = field(default_factory=dict)
    agreed: int = 0

    def begin(self, node: Node) -> None:
        """Imagine a twin for every viewpoint."""
        for at in node.knowers:
            self.twins[at] = node.redrawn(at, node.seed())

    def step(self, step: Step) -> None:
        """Let every twin follow the move; replace those that cannot."""
        for at, twin in self.twins.items():
            after = follow(twin, step, at, step.after.stream)
            if after is None:
                after = step.after.redrawn(at, step.after.seed())
            else:
                self.agreed += 1
            self.twins[at] = after

    def at(self, node: Node) -> str | None:
        """Compare every twin with the true match."""
        seed = node.seed()
        for at, twin in self.twins.items():
            found = difference(node.surface(at), node.surface_of(twin, at))
            if found:
                return f"viewpoint {at} was shown the same of two matches, but sees another {found}"
            seat = at if isinstance(at, int) else -1
            true, other = node.redrawn(at, seed).encode(), twin.determinize(seat, seed).encode()
            if true != other:
                return (
                    f"viewpoint {at} was shown the same of two matches, "
                    f"but its redraws with one seed differ: {first_bytes(true, other)}"
                )
        return None
