"""Where a branch comes from: the stored decision at which another match was taken up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from ludarena.core.view import Json

KIND = "branch"
"""The kind of the design of a run that is a branch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The place in a stored match at which a branch begins.

    `run` and `design` are name and digest of the experiment, `match` is the id of the match.
    Events before number `event` are kept as they were; `digest` is that of the last one, in hex.
    """

    run: str
    design: str
    match: str
    event: int
    digest: str

    def as_design(self) -> dict[str, Json]:
        """Return the design of a branch from here."""
        return {"kind": KIND, "origin": asdict(self)}


def origin_of(design: Mapping[str, Json]) -> Origin | None:
    """Return the origin that a design names; None when it is no branch.

    Raises `ValueError` for a branch whose origin is not whole.
    """
    if design.get("kind") != KIND:
        return None
    told = design.get("origin")
    fields = told if isinstance(told, dict) else {}
    event = fields.get("event")
    words = {name: fields.get(name) for name in ("run", "design", "match", "digest")}
    if type(event) is not int or event < 1 or not all(isinstance(w, str) for w in words.values()):
        raise ValueError("the design is a branch, but its origin is not whole")
    return Origin(event=event, **{name: str(word) for name, word in words.items()})
