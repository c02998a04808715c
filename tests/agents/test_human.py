"""A person at the terminal: lists, filters, explanations, and nothing played unconfirmed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import pytest

from ludarena.agents import Reply, Request, StopMatch
from ludarena.agents.human import HumanAgent
from ludarena.core.game import Game
from ludarena.core.registry import load_game
from ludarena.core.sight import filtered
from ludarena.core.trace import Trace
from tests.tiny.bids import BIDS


def request(game: Game = BIDS, *, feedback: str | None = None) -> Request:
    trace = Trace()
    state = game.new(seats=2, seed=4, trace=trace)
    return Request(
        game=game,
        position=state.determinize(0, 0),
        seat=0,
        number=0,
        seed=1,
        legal_actions=state.legal_actions(0),
        facts=tuple(filtered(trace.take(), 0)),
        feedback=feedback,
    )


def play(lines: Sequence[str], asked: Request | None = None) -> tuple[Reply, str]:
    """Return the reply to typed lines, all of them used, and all that was shown."""
    typed = iter(lines)
    shown: list[str] = []

    def ask(prompt: str) -> str:
        shown.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    reply = asyncio.run(HumanAgent(ask, shown.append).decide(asked or request()))
    assert next(typed, None) is None
    return reply, "\n".join(shown)


def test_position_story_question_and_choices_are_shown_first() -> None:
    _, shown = play(["3", "y"])
    assert "Round 1: the prize is" in shown
    assert "How much do you bid?" in shown
    assert "   3  bid:2  Pay 2 coins, whoever wins." in shown


@pytest.mark.parametrize("line", ["3", "bid:2", "BID:2.", " bid : 2 "])
@pytest.mark.parametrize("yes", ["y", "yes", "", "Y"])
def test_a_number_or_an_id_is_played_after_confirmation(line: str, yes: str) -> None:
    reply, shown = play([line, yes])
    assert reply == Reply(action=2)
    assert "bid:2: Pay 2 coins, whoever wins. Play it? [Y/n] " in shown


@pytest.mark.parametrize("no", ["n", "no", "wait", "q"])
def test_nothing_is_played_without_confirmation(no: str) -> None:
    reply, _ = play(["3", no, "4", "y"])
    assert reply == Reply(action=3)


def test_words_filter_the_actions() -> None:
    azul = load_game("azul")
    asked = request(azul)
    ids = [one.id for one in asked.sight.choices]
    colour = ids[0].split(":")[2]
    wanted = [one for one in ids if colour in one and "floor" in one]
    assert 1 < len(wanted) < len(ids)
    _, shown = play([f"{colour} floor", "1", "y"], asked)
    listed = re.findall(r"^ *\d+  (draft\S+)", shown, re.MULTILINE)
    assert listed == wanted


def test_a_single_match_of_words_is_offered() -> None:
    reply, shown = play(["5 coins", "y"])
    assert reply == Reply(action=5)
    assert "bid:5: Pay 5 coins" in shown


def test_a_long_list_is_shown_on_demand() -> None:
    asked = request(load_game("azul"))
    count = len(asked.legal_actions)
    assert count > 20
    _, shown = play(["1", "y"], asked)
    assert f"{count} actions, such as " in shown
    _, shown = play(["all", "1", "y"], asked)
    assert f"{count:>4}  " in shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "There are 6 actions; type a number from 1, or ?"),
        ("7", "There are 6 actions; type a number from 1, or ?"),
        ("stance:firm", "Not allowed: that is the answer to another question."),
        ("why stance:firm", "Not allowed: that is the answer to another question."),
        ("why bid:1", "That is allowed."),
        ("why xyz", "No action matches: no action begins with 'xyz'"),
        ("castle", "No action matches: no action begins with 'castle'"),
        ("?", "say why an action is not allowed"),
        ("help", "say why an action is not allowed"),
        ("rules", "Bids: sealed choices with several steps"),
    ],
)
def test_questions_are_answered_and_play_nothing(line: str, answer: str) -> None:
    reply, shown = play([line, "1", "y"])
    assert answer in shown
    assert reply == Reply(action=0)


def test_the_position_and_the_list_can_be_seen_again() -> None:
    _, shown = play(["view", "", "1", "y"])
    assert shown.count("How much do you bid?") == 2
    assert shown.count("bid:5  Pay 5 coins") == 3


def test_feedback_of_a_failed_reply_is_shown() -> None:
    _, shown = play(["1", "y"], request(feedback="Your last reply was not accepted."))
    assert shown.startswith("Your last reply was not accepted.")


def test_resigning_needs_confirmation() -> None:
    reply, _ = play(["resign", "n", "resign", "y"])
    assert reply == Reply(resigns=True)


@pytest.mark.parametrize("lines", [["quit"], [], ["3"]], ids=["quit", "end", "end at question"])
def test_quitting_or_the_end_of_input_stops_the_session(lines: list[str]) -> None:
    with pytest.raises(StopMatch, match="seat 0 stopped playing; the match is kept"):
        play(lines)


def test_the_terminal_is_the_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["1", "y"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    agent = HumanAgent(input)
    assert asyncio.run(agent.decide(request())) == Reply(action=0)
    assert "How much do you bid?" in capsys.readouterr().out


def test_number_of_thousands_of_digits_is_no_choice() -> None:
    reply, shown = play(["9" * 5000, "3", "y"])
    assert "type a number from 1" in shown
    assert reply.action is not None
