"""`ludarena eval --model M --game G`: a model against players, without a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.arena.place import Place
from ludarena.cli.arguments import (
    Options,
    ProtocolName,
    given_options,
    out_option,
    read_options,
    read_players,
    read_protocol,
)
from ludarena.cli.complete import agent_types, game_ids
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, command_line, emit, say
from ludarena.cli.session import leave_unless_complete, play_plan, report_json, say_report
from ludarena.cli.usage import PriceTables, print_totals, read_prices_given

if TYPE_CHECKING:
    from ludarena.arena.cells import Plan
    from ludarena.arena.participant import Participant
    from ludarena.arena.protocol import Protocol
    from ludarena.core.game import Game
    from ludarena.core.options import OptionValue
    from ludarena.models.limits import Limits


def eval(
    model: Annotated[
        str,
        typer.Option("--model", help="Such as openai:NAME, anthropic:NAME, embedded:smollm2."),
    ],
    game: Annotated[str, typer.Option("--game", help="Id of a game.", autocompletion=game_ids)],
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="TYPE,TYPE,...",
            help="The other players at the table.",
            autocompletion=agent_types,
        ),
    ] = "heuristic",
    matches: Annotated[int, typer.Option("--matches", min=1, max=10_000)] = 6,
    seats: Annotated[
        int | None, typer.Option("--seats", min=1, help="Seats; one for each player if left out.")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting of type llm; repeatable."),
    ] = None,
    base_url: Annotated[
        str, typer.Option("--base-url", help="Another address of the provider's API.")
    ] = "",
    budget: Annotated[
        float | None, typer.Option("--budget", min=0.0, help="Most money, in the prices' currency.")
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option("--max-tokens", min=1, help="Most tokens of the whole run.")
    ] = None,
    prices: PriceTables = None,
    option: Options = None,
    protocol: ProtocolName = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the evaluation.")] = 1,
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", min=1, max=256, help="Matches at a time.")
    ] = None,
    out: Annotated[Place | None, out_option("Folder, or URL; runs/eval/... if none.")] = None,
    json: JsonFlag = False,
) -> None:
    """Let a language model play a few matches and show how it does.

    The seats rotate: with N seats, each N matches share one set-up, and the model sits in every
    seat of it once. Everything is stored; the same command continues what was stopped.
    """
    from ludarena.arena.presets import preset
    from ludarena.arena.services import Services
    from ludarena.core.registry import load_game

    found = load_game(game)
    focal = _focal(model, base_url, setting)
    others = read_players(against, "--against")
    plan = _plan(
        found,
        read_options(found, option),
        [focal, *others],
        seats or _seats(found, 1 + len(others)),
        matches,
        seed,
        read_protocol(protocol, [focal, *others]),
    )
    folder = out or Place(Path("runs/eval") / f"{_slug(model)}-{game}-{plan.digest[:6]}")
    report = play_plan(
        plan,
        folder,
        quiet=json,
        concurrency=concurrency or (preset(protocol).concurrency if protocol else 1),
        services=Services(prices=read_prices_given(prices), limits=_limits(budget, max_tokens)),
    )
    again = command_line(
        *("eval", "--model", model, "--game", game, "--against", against, "--matches", matches),
        *(("--seats", seats) if seats else ()),
        *(word for one in setting or () for word in ("--set", one)),
        *(("--base-url", base_url) if base_url else ()),
        *(("--budget", budget) if budget is not None else ()),
        *(("--max-tokens", max_tokens) if max_tokens else ()),
        *(word for one in prices or () for word in ("--prices", one)),
        *given_options(option),
        *(("--protocol", protocol) if protocol else ()),
        *("--seed", seed, "--out", folder),
    )
    say_report(report, again)
    if json:
        emit(report_json(report, folder))
    else:
        _print(folder)
    leave_unless_complete(report)


def _focal(model: str, base_url: str, settings: list[str] | None) -> Participant:
    from ludarena.arena.participant import built_in
    from ludarena.cli.arguments import setting_value

    given: dict[str, object] = {"model": model}
    if base_url:
        given["base_url"] = base_url
    for text in settings or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadArgument("--set", f"{text!r} is not of the form NAME=VALUE")
        given[name] = setting_value(value)
    return built_in(_slug(model)[:40], "llm", **given)


def _seats(game: Game, players: int) -> int:
    return players if players in game.seats else game.seats.start


def _limits(budget: float | None, max_tokens: int | None) -> Limits:
    from decimal import Decimal

    from ludarena.models.limits import Limits

    return Limits(money=None if budget is None else Decimal(str(budget)), tokens=max_tokens)


def _plan(
    game: Game,
    options: dict[str, OptionValue],
    people: list[Participant],
    seats: int,
    matches: int,
    seed: int,
    protocol: Protocol,
) -> Plan:
    """Return matches in blocks of one set-up, in which the first player takes every seat."""
    from ludarena.arena.cells import Cell, MatchSetup, Plan
    from ludarena.arena.design import match_seed
    from ludarena.arena.schedule import stratum
    from ludarena.core.errors import InvalidSeats
    from ludarena.core.view import canonical_json

    if seats not in game.seats or seats < 2:
        raise InvalidSeats(game.id, seats, game.seats)
    focal, others = people[0].name, [one.name for one in people[1:]]
    cells: list[Cell] = []
    for index in range(matches):
        block, turn = divmod(index, seats)
        filled = [others[(block + place) % len(others)] for place in range(seats - 1)]
        roster = [*filled[:turn], focal, *filled[turn:]]
        setup = MatchSetup(
            game=game.id,
            rules_version=game.rules_version,
            seats=seats,
            options=options,
            seed=match_seed(seed, game.id, canonical_json(dict(options)), seats, block),
        )
        cells.append(
            Cell(
                index=index,
                setup=setup,
                roster=tuple(roster),
                stratum=stratum(setup),
                scenario=f"setup-{block}",
            )
        )
    seated = {name for cell in cells for name in cell.roster}
    unique = {one.name: one for one in people if one.name in seated}
    return Plan(
        name=f"evaluation of {focal}",
        design={"kind": "eval", "focal": focal, "seed": seed, "matches": matches, "seats": seats},
        participants=tuple(unique.values()),
        protocol=protocol,
        cells=tuple(cells),
    )


def _print(folder: Place) -> None:
    from ludarena.analysis.leaderboard import leaderboard
    from ludarena.analysis.results import stored_results
    from ludarena.arena.failures import failures_of
    from ludarena.arena.store import read_store
    from ludarena.arena.usage import by_participant, totals
    from ludarena.cli.failure_tables import print_failures
    from ludarena.cli.leaderboard import print_boards
    from ludarena.core.errors import MissingExtra

    with read_store(folder) as reader:
        results = stored_results(reader)
        calls, failed = reader.calls(), failures_of(reader)
    if results:
        try:
            print_boards(leaderboard(results))
        except MissingExtra as error:
            say(str(error))
    print_totals("usage", ("participant",), totals(calls, by_participant))
    print_failures(failed)
    say(f"stored in {folder}; look closer with: {command_line('show', folder, 0)}")


def _slug(model: str) -> str:
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", model).strip("-._") or "model"
