"""The shells of programs in the sandbox: a scripted model asks them for what no seat may see."""

from __future__ import annotations

import base64
import json

import pytest

from ludarena.testing.provider import Asked, Reply, ScriptedProvider, ToolUse
from tests.harness.shut_in import needs_bubblewrap
from tests.harness_programs.installed import failed_tries, match, plays, seated
from tests.harness_programs.test_programs import SHELLS

SECRET = "planted-outside-91c6"
NOT_FOUND = "No such file or directory"


@needs_bubblewrap
@pytest.mark.parametrize("kind", sorted(SHELLS))
def test_shell_of_a_program_sees_its_folder_and_not_the_run(tmp_path, monkeypatch, kind):
    monkeypatch.setenv("LUDARENA_SECRET_KEY", SECRET)
    (tmp_path / "secret").write_text(SECRET)
    run = tmp_path / "run"
    script = f"cat {tmp_path}/secret; ls {run}/run.sqlite; env; ls -d /home/*; touch mine; ls"
    # Some programs read a command before they run it, and refuse names of other folders.
    command = f"echo {base64.b64encode(script.encode()).decode()} | base64 -d | sh 2>&1"
    tool, given = SHELLS[kind]
    name = "cmd" if "cmd" in given else "command"

    def asks(asked: Asked) -> Reply:
        if not asked.results:
            return Reply(calls=(ToolUse(tool, {**given, name: command}),))
        if len(asked.results) == 1:
            return Reply(calls=(ToolUse("observe"),))
        return plays(asked)

    with ScriptedProvider(asks) as provider:
        who = seated(kind, provider, tools="own", sandbox="bubblewrap")
        report = match(run, who, {"turn_limit": 1}, rethinks=0, on_failure="stand_in")()
        said = [one.asked.results[0] for one in provider.served() if one.asked.results]
    assert report.complete, report
    assert failed_tries(run) == []
    assert SECRET not in json.dumps(said)
    assert said[0].count(NOT_FOUND) == 2, said[0]
    assert "/home/seat" in said[0]
    assert "mine" in said[0]
