"""The declarative specification of a game, generated from what its code already says.

Nothing is written beside the code: the view's schema comes from its dataclasses, the actions from
the table of kinds, options from their declarations, placement and reward from `ranking`.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, cast, get_type_hints

from ludarena.core.actions import ActionKind, form
from ludarena.core.options import IntegerOption, Option
from ludarena.core.schema import schema_of
from ludarena.core.view import Json, View

if TYPE_CHECKING:
    from ludarena.core.game import Game

PLACEMENT = (
    "Compare the players of the final view of viewpoint `all` by `keys`, the first one first; a "
    "later key counts only where all earlier ones are equal. A player's rank is 1 plus the number "
    "of players who are better; players whose keys are all equal share a rank."
)
REWARD = (
    "(seats - mean_rank) / (seats - 1), where mean_rank is the mean of the places that the players "
    "of one rank take together: the share of the others that the player beats, a tie counting half."
)


def spec_of(game: Game) -> dict[str, Json]:
    """Return the specification as JSON data."""
    return {
        "game": game.id,
        "title": game.title,
        "edition": game.edition,
        "rules_version": game.rules_version,
        "seats": {"least": game.seats.start, "most": game.seats.stop - 1},
        "traits": cast(Json, asdict(game.traits)),
        "options": [_option(option) for option in game.options],
        "observation": schema_of(_view_class(game)),
        "decisions": [cast(Json, asdict(kind)) for kind in game.decisions],
        "actions": [_action(kind) for kind in game.actions.kinds],
        "facts": [
            {
                "name": kind.name,
                "arguments": list(kind.arguments),
                "secret": list(kind.secret),
                "chance": kind.chance,
            }
            for kind in game.facts
        ],
        "placement": {
            "rule": PLACEMENT,
            "keys": [{"name": key.name, "higher_wins": key.higher_wins} for key in game.ranking],
        },
        "reward": {"rule": REWARD},
    }


def pattern(kind: ActionKind) -> str:
    """Return the regular expression that exactly the ids of a kind match in full."""
    choices = (
        "(" + "|".join(re.escape(label) for label in argument.labels) + ")"
        for argument in kind.arguments
    )
    return ":".join((re.escape(kind.name), *choices))


def placement_from(spec: dict[str, Json], view: dict[str, Json]) -> tuple[list[int], list[float]]:
    """Return ranks and rewards of a finished match, from specification and final view alone.

    `view` is the JSON of the view for `all`. This is the reading of the specification that a
    program in any other language would write; it knows nothing of the game.
    """
    keys = cast(list[dict[str, Json]], cast(dict[str, Json], spec["placement"])["keys"])
    players = cast(list[dict[str, Json]], view["players"])
    strengths = [
        tuple(
            cast(float, player[cast(str, key["name"])]) * (1 if key["higher_wins"] else -1)
            for key in keys
        )
        for player in players
    ]
    ranks = [1 + sum(other > own for other in strengths) for own in strengths]
    mean_ranks = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
    seats = len(players)
    return ranks, [(seats - mean) / (seats - 1) if seats > 1 else 1.0 for mean in mean_ranks]


def _view_class(game: Game) -> type[View]:
    found = get_type_hints(type(game).view)["return"]
    if found is View:
        raise TypeError(f"{type(game).__name__}.view must say which class of view it returns")
    return cast(type[View], found)


def _option(option: Option) -> Json:
    if isinstance(option, IntegerOption):
        return {
            "name": option.name,
            "least": option.low,
            "most": option.high,
            "default": option.default,
            "cap": option.cap,
            "note": option.note,
        }
    return {
        "name": option.name,
        "values": list(option.values),
        "default": option.default,
        "note": option.note,
    }


def _action(kind: ActionKind) -> Json:
    return {
        "kind": kind.name,
        "form": form(kind),
        "arguments": [
            {"name": argument.name, "values": list(argument.labels)} for argument in kind.arguments
        ],
        "pattern": pattern(kind),
    }
