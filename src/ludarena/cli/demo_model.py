"""The second part of the demonstration: a real language model plays against a search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ludarena.cli.output import command_line, say
from ludarena.cli.session import play_plan, print_results, say_report
from ludarena.cli.usage import print_totals

if TYPE_CHECKING:
    from ludarena.arena.cells import Plan
    from ludarena.arena.runner import RunReport
    from ludarena.arena.store import Reader

GAME = "splendor"
MODEL = "embedded:smollm2"
TARGET = 5
"""Points that end the match: a third of a whole one, which keeps the wait short."""

SIMULATIONS = 64
WORDS = 6
PROMPT_TOKENS = 220
"""Words of reasoning and tokens of a prompt: enough to be seen, few enough to be quick."""

_SHOWN = 3


def play_model(folder: Path, seed: int, again: str) -> RunReport | None:
    """Play one match of the embedded model, or the rest of it, and show what it thought.

    Returns None, and says why, where the model cannot run.
    """
    from ludarena.agents.llm.access import model_spec, open_spec
    from ludarena.arena.store import read_store
    from ludarena.core.errors import MissingExtra
    from ludarena.models.embedded import MissingWeights

    try:
        open_spec(model_spec(MODEL))
    except (MissingExtra, MissingWeights) as error:
        say(f"no language model plays here: {error}")
        return None
    say(
        f"\na language model of this machine plays {GAME} to {TARGET} points against a search; "
        "about a minute"
    )
    report = play_plan(_plan(seed), folder, quiet=True)
    say_report(report, again)
    if report.complete:
        with read_store(folder) as reader:
            _show(reader, folder)
    return report


def _plan(seed: int) -> Plan:
    from ludarena.arena.participant import built_in
    from ludarena.cli.single import single_plan
    from ludarena.core.options import resolve
    from ludarena.core.registry import load_game

    game = load_game(GAME)
    model = built_in(
        "smollm2",
        "llm",
        model=MODEL,
        reasoning_words=WORDS,
        prompt_tokens=PROMPT_TOKENS,
        memory="none",
    )
    search = built_in("ismcts", "ismcts", simulations=SIMULATIONS)
    options = resolve(game.id, game.options, {"target_points": TARGET})
    return single_plan(game, options, seed, [model, search])


def _show(reader: Reader, folder: Path) -> None:
    from ludarena.arena.failures import failures_of
    from ludarena.arena.usage import by_participant, totals
    from ludarena.cli.failure_tables import print_failures
    from ludarena.core.registry import load_game

    match = reader.matches()[0]
    attempt = reader.current_attempt(match)
    if attempt is None:
        return
    game = load_game(match.cell.setup.game)
    print("what the language model thought, and what it chose:")
    own = [one for one in reader.answers(attempt.key) if one.seat == 0 and one.reasoning]
    for answer in own[:_SHOWN]:
        print(f"  {answer.reasoning!r} -> {game.action_id(answer.action)}")
    print()
    print_results(match, reader.seat_results(attempt.key))
    print_totals("tokens", ("participant",), totals(reader.calls(), by_participant))
    print_failures(failures_of(reader))
    print(
        "\nIt has 135 million parameters; no strength is claimed. Any other model sits down the\n"
        f"same way: {command_line('eval', '--model', 'openai:NAME', '--game', GAME)}\n"
        f"all of its prompts and replies: {command_line('show', folder, 0)}"
    )
