"""The ledger: rows survive the file, crashes are legal input, and no key is written anywhere."""

import json
import os
import signal
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import pytest

from ludarena.models.endpoints import Key, endpoint
from ludarena.models.errors import MissingKey, UnknownProvider
from ludarena.models.ledger import JsonlLedger, MemoryLedger, read_ledger, spent
from ludarena.models.usage import Usage
from ludarena.testing.provider import Fault, Reply, ScriptedProvider, Tokens, broken
from tests.models.calls import APIS, REAL_KEY, bench

MOVE = Reply("pass", tokens=Tokens(100, 9, cached=40))
ROOT = Path(__file__).parents[2]


def test_rows_come_back_from_the_file_as_they_were(tmp_path):
    memory = MemoryLedger()
    path = tmp_path / "ledger.jsonl"
    with JsonlLedger(path) as file:

        def both(row):
            memory(row)
            file(row)

        with bench([MOVE], ledger=both, faults={2: Fault(status=400)}) as given:
            for _ in range(3):
                given.call("chat")
    assert read_ledger(path) == memory.rows()
    assert [row.cost for row in read_ledger(path)] == [Decimal("0.0001"), None, Decimal("0.0001")]
    assert spent(read_ledger(path)) == Usage(200, 18, cached=80, reasoning=0)


def test_line_that_a_crash_cut_is_left_out_and_the_next_row_is_whole(tmp_path):
    path = tmp_path / "ledger.jsonl"
    with JsonlLedger(path) as file, bench([MOVE], ledger=file) as given:
        given.call("chat")
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:50])
    with JsonlLedger(path) as file, bench([MOVE], ledger=file) as given:
        given.call("messages")
    assert [row.api for row in read_ledger(path)] == ["chat", "messages"]


def test_row_that_stands_twice_counts_once(tmp_path):
    path = tmp_path / "ledger.jsonl"
    with JsonlLedger(path) as file, bench([MOVE], ledger=file) as given:
        given.call("chat")
    path.write_bytes(path.read_bytes() * 2)
    assert len(read_ledger(path)) == 1


def test_no_key_is_written_anywhere(tmp_path):
    spoilt = {2: Fault(status=401, code=REAL_KEY), 3: broken(), 4: Fault(cut_after=1)}
    file = JsonlLedger(tmp_path / "ledger.jsonl")
    with file, bench([MOVE], ledger=file, faults=spoilt) as given:
        for api in APIS * 2:
            given.call(api)
        seen = given.provider.served()[0].asked.headers
    assert REAL_KEY in seen["authorization"]
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written and not [path for path in written if REAL_KEY.encode() in path.read_bytes()]


KILLED = """
import sys, pathlib
from ludarena.models.ledger import JsonlLedger
from tests.models.calls import Key, Endpoint, Gateway, GatewayServer, SeatAccess, post
import httpx2
url, path = sys.argv[1], pathlib.Path(sys.argv[2])
with JsonlLedger(path) as ledger, GatewayServer(Gateway(ledger)) as server:
    endpoint = Endpoint("scripted", {"chat": url}, Key("k"))
    seat = server.open(SeatAccess("m/0", endpoint, "scripted-1"))
    client = httpx2.Client(trust_env=False, verify=False)
    for number in range(10_000):
        reply = post(client, seat.base_url("chat"), "chat", stream=number % 2 == 1)
        print(reply.status_code, flush=True)
"""


def all_served(provider):
    """Return what a provider served when none of its answers is on its way out any more."""
    while provider.in_flight:
        time.sleep(0.01)
    return provider.served()


@pytest.mark.parametrize("answers", [3, 8])
def test_every_answer_that_a_killed_program_saw_is_in_the_ledger(tmp_path, answers):
    path = tmp_path / "ledger.jsonl"
    with ScriptedProvider([MOVE]) as provider:
        command = [sys.executable, "-c", KILLED, provider.url + "/v1", str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
            assert process.stdout is not None
            for _ in range(answers):
                assert process.stdout.readline() == b"200\n"
            os.kill(process.pid, signal.SIGKILL)
            seen = answers + len(process.stdout.read().split())
        served = {entry.response_id for entry in all_served(provider)}
        rows = read_ledger(path)
        assert seen <= len(rows) <= len(served)
        assert {row.response_id for row in rows} <= served
        assert len({row.response_id for row in rows}) == len(rows)


def test_key_shows_itself_nowhere_and_is_not_pickled():
    key = Key("sk-secret")
    assert "secret" not in f"{key} {key!r} {[key]}"
    with pytest.raises(TypeError):
        key.__reduce__()


def test_key_comes_from_the_variable_of_the_provider():
    found = endpoint("openai", environment={"OPENAI_API_KEY": " sk-1 "})
    assert found.key.reveal() == "sk-1"
    assert found.url("responses") == "https://api.openai.com/v1"
    with pytest.raises(MissingKey, match="set the variable OPENAI_API_KEY"):
        endpoint("openai", environment={})
    with pytest.raises(MissingKey, match="MY_KEY"):
        endpoint("openai", key_variable="MY_KEY", environment={"OPENAI_API_KEY": "sk-1"})


def test_provider_without_a_name_needs_addresses():
    with pytest.raises(UnknownProvider, match="did you mean 'openai'"):
        endpoint("openia", environment={})
    local = endpoint("vllm", urls={"chat": "http://127.0.0.1:8000/v1/"}, environment={})
    assert local.url("chat") == "http://127.0.0.1:8000/v1"
    with pytest.raises(UnknownProvider, match="known: vllm/chat"):
        local.url("gemini")


def test_importing_model_access_loads_no_library():
    program = (
        "import sys, ludarena.models.gateway, ludarena.models.remote, ludarena.models.embedded, "
        "ludarena.models.prices, ludarena.models.price_proposals; print(*sys.modules)"
    )
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    heavy = {"httpx2", "uvicorn", "pydantic_ai", "openai", "xllamacpp", "genai_prices", "pydantic"}
    assert not heavy & set(loaded)


def test_row_is_plain_json():
    memory = MemoryLedger()
    with bench([MOVE], ledger=memory) as given:
        given.call("gemini")
    row = json.loads(json.dumps(memory.rows()[0].to_json()))
    assert row["cost"] == "0.0001" and row["usage"]["cached"] == 40
