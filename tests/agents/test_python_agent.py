"""A user's own agent: what it is handed, and every way in which it can fail."""

from __future__ import annotations

import asyncio
import textwrap
from pathlib import Path

import pytest

import ludarena
from ludarena.agents.controller import Reply, Request
from ludarena.agents.errors import InvalidSetting
from ludarena.agents.python import PythonAgent
from ludarena.agents.registry import build_agent


def request(number: int = 0, **extra) -> Request:
    game = ludarena.load_game("azul")
    state = game.new(seats=2, seed=5)
    return Request(
        game=game,
        position=state.determinize(0, 0),
        seat=0,
        number=number,
        seed=1,
        legal_actions=state.legal_actions(0),
        **extra,
    )


def ask(
    tmp_path: Path, body: str, decisions: int = 1, patient: bool = False, **settings
) -> list[Reply]:
    """Write an agent whose class body is given, and ask it for decisions.

    A patient table asks for a decision after the first until it comes in time: a machine under
    load may take long to start a process.
    """
    file = tmp_path / "my_agent.py"
    file.write_text("class Agent:\n" + textwrap.indent(textwrap.dedent(body), "    "))

    async def play() -> list[Reply]:
        agent = PythonAgent(path=f"{file}:Agent", **settings)
        replies = []
        try:
            for number in range(decisions):
                reply = await agent.decide(request(number))
                while patient and number and reply.failure and reply.failure.kind == "timeout":
                    reply = await agent.decide(request(number))
                replies.append(reply)
        finally:
            await agent.close()
        return replies

    return asyncio.run(play())


FIRST = "def decide(self, turn): return turn.actions[0].id"


def test_the_answer_is_the_id_that_decide_returns(tmp_path: Path) -> None:
    (reply,) = ask(tmp_path, FIRST)
    assert reply.failure is None
    assert reply.text == ludarena.load_game("azul").action_id(request().legal_actions[0])


def test_reasoning_comes_beside_the_id(tmp_path: Path) -> None:
    (reply,) = ask(tmp_path, "def decide(self, turn): return turn.actions[0], 'it is the first'")
    assert reply.reasoning == "it is the first"


def test_the_turn_is_data_with_rules_only_at_first(tmp_path: Path) -> None:
    replies = ask(
        tmp_path,
        """
        def decide(self, turn):
            facts = [turn.game, turn.seat, turn.number, sorted(turn.view)[0], bool(turn.rules)]
            assert turn.text and turn.question and len(turn.actions) > 10
            return "x", repr(facts)
        """,
        decisions=2,
    )
    assert replies[0].reasoning.startswith("['azul', 0, 0, ")
    assert replies[0].reasoning.endswith("True]")
    assert replies[1].reasoning.endswith("False]")


def test_a_hidden_listing_stays_hidden(tmp_path: Path) -> None:
    file = tmp_path / "quiet.py"
    file.write_text("class Agent:\n    def decide(self, turn): return str(len(turn.actions))\n")

    async def play() -> Reply:
        agent = PythonAgent(path=f"{file}:Agent")
        reply = await agent.decide(request(show_listing=False, show_rules=False))
        await agent.close()
        return reply

    assert asyncio.run(play()).text == "0"


def test_settings_are_keyword_arguments_and_the_object_lives_for_the_match(tmp_path: Path) -> None:
    replies = ask(
        tmp_path,
        """
        def __init__(self, word):
            self.word, self.count = word, 0
        def decide(self, turn):
            self.count += 1
            return f"{self.word}{self.count}"
        """,
        decisions=2,
        settings={"word": "n"},
    )
    assert [reply.text for reply in replies] == ["n1", "n2"]


def test_what_the_agent_prints_does_not_disturb_the_replies(tmp_path: Path) -> None:
    body = "def decide(self, turn):\n    print('thinking', flush=True)\n    return 'x'"
    assert ask(tmp_path, body)[0].text == "x"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("def decide(self, turn): return 1 / 0", "ZeroDivisionError: division by zero"),
        ("def __init__(self): raise OSError('no weights')", "OSError: no weights"),
        ("pass", "AttributeError: .*decide"),
        ("def decide(self, turn): return 7", "decide returned int; it must return an action id"),
        ("def decide(self, turn): return None", "decide returned NoneType"),
        ("def decide(self, turn):\n    import os\n    os._exit(3)", "ended with status 3"),
    ],
)
def test_faults_of_the_agent_are_harness_errors(tmp_path: Path, body, told) -> None:
    (reply,) = ask(tmp_path, body)
    assert reply.failure is not None
    assert reply.failure.kind == "harness_error"
    with pytest.raises(AssertionError, match=told):
        raise AssertionError(reply.failure.detail)


def test_an_agent_goes_on_after_an_exception(tmp_path: Path) -> None:
    body = "def decide(self, turn): return 'x' if turn.number else 1 / 0"
    first, second = ask(tmp_path, body, decisions=2)
    assert first.failure is not None
    assert second.text == "x"


def test_an_agent_that_hangs_is_killed_and_asked_again_from_new(tmp_path: Path) -> None:
    body = """
    def decide(self, turn):
        while turn.number == 0:
            pass
        return "x"
    """
    first, second = ask(tmp_path, body, decisions=2, patient=True, seconds=1.5)
    assert first.failure is not None
    assert first.failure.kind == "timeout"
    assert "no reply within 1.5 s" in first.failure.detail
    assert second.text == "x"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("nowhere.py:Agent", "there is no file nowhere.py"),
        ("no_such_module_here:Agent", "ModuleNotFoundError"),
        ("json:Agent", "json has no Agent"),
        ("entry:nobody", "no installed package offers an agent called 'nobody'"),
    ],
)
def test_an_agent_that_cannot_be_loaded_says_why(path, told) -> None:
    async def play() -> Reply:
        return await PythonAgent(path=path).decide(request())

    reply = asyncio.run(play())
    assert reply.failure is not None
    assert told in reply.failure.detail


def test_a_file_with_a_syntax_error_says_so(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("class Agent:\n    def decide(self turn): ...\n")

    async def play() -> Reply:
        return await PythonAgent(path=f"{tmp_path / 'broken.py'}:Agent").decide(request())

    reply = asyncio.run(play())
    assert reply.failure is not None
    assert "SyntaxError" in reply.failure.detail


@pytest.mark.parametrize("settings", [{}, {"path": "Agent"}, {"path": 3}])
def test_a_path_without_a_class_is_refused(settings) -> None:
    with pytest.raises(InvalidSetting, match=r"file\.py:Class"):
        build_agent("python", settings)


LOOK = """
import os
def decide(self, turn):
    names = ["MY_API_KEY", "MY_TOKEN", "MY_LEVEL", "SPARE_SECRET"]
    return "x", " ".join(name for name in names if name in self.os.environ)
"""


def test_secrets_of_the_environment_are_handed_on_only_by_name(tmp_path: Path, monkeypatch) -> None:
    for name in ("MY_API_KEY", "MY_TOKEN", "MY_LEVEL", "SPARE_SECRET"):
        monkeypatch.setenv(name, "1")
    (reply,) = ask(tmp_path, LOOK, environment=["MY_TOKEN"])
    assert reply.reasoning == "MY_TOKEN MY_LEVEL"


def test_its_process_holds_nothing_but_its_pipes(tmp_path: Path) -> None:
    with (tmp_path / "secret").open("w"):
        (reply,) = ask(
            tmp_path,
            """
            import os
            def decide(self, turn):
                kinds = set()
                for number in self.os.listdir("/proc/self/fd"):
                    try:
                        kinds.add(self.os.readlink(f"/proc/self/fd/{number}").partition(":")[0])
                    except OSError:
                        pass  # the listing's own
                return "x", " ".join(sorted(kinds))
            """,
        )
    assert reply.failure is None
    assert reply.reasoning == "/dev/null pipe"
