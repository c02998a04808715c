"""`ludarena prices propose MODEL...`: a draft of a price table."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, emit

Action = Annotated[str, typer.Argument(help="propose")]


def prices(
    action: Action,
    models: Annotated[list[str], typer.Argument(help="Models such as openai:NAME.")],
    json: JsonFlag = False,
) -> None:
    """Write the draft of a price table on stdout, from the package genai-prices.

    Compare it with the page of the provider before you count on it.
    """
    from ludarena.models.price_proposals import propose

    if action != "propose":
        raise BadArgument("prices", f"{action!r} is not known; the one action is propose")
    draft = propose(models)
    if json:
        emit({"toml": draft})
    else:
        typer.echo(draft, nl=False)
