"""`eval`, `usage`, `failures`, `prices`, `doctor --probe` and redacted exports."""

import json
import time

import pytest

from ludarena.agents.llm import access
from ludarena.cli import demo_model
from ludarena.cli import usage as usage_module
from ludarena.core.errors import MissingExtra
from ludarena.testing.provider import Fault, Reply, ScriptedProvider, ToolUse, unreadable
from tests.agents.llm.table import first_listed
from tests.cli.run import run
from tests.keys import KEY, KEY_ENV

EVAL = ("eval", "--model", "scripted:first", "--game", "splendor", "--option", "turn_limit=3")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "run"


@pytest.fixture
def provider():
    with ScriptedProvider(first_listed, faults={2: unreadable()}) as serving:
        yield serving


def evaluated(capsys, folder, provider, *more, json=True):
    words = ("eval", "--model", "openai-compatible:scripted-1", "--game", "azul")
    url = ("--base-url", provider.base_url("chat"))
    return run(
        capsys,
        *(
            *words,
            *url,
            "--set",
            f"key_env={KEY_ENV}",
            "--matches",
            2,
            "--option",
            "round_limit=1",
            "--out",
            folder,
        ),
        *(*more, *(["--json"] if json else [])),
    )


def test_eval_seats_the_model_everywhere_under_one_set_up(capsys, folder):
    ran = run(capsys, *EVAL, "--against", "heuristic,random", "--matches", 3, "--out", folder)
    assert ran.code == 0
    status = run(capsys, "export", folder).out.splitlines()
    matches = [row for row in map(json.loads, status) if row["type"] == "match"]
    rosters = [row["roster"] for row in matches]
    assert [roster.index("scripted-first") for roster in rosters] == [0, 1, 2]
    assert len({row["setup"]["seed"] for row in matches}) == 1


def test_eval_again_plays_nothing(capsys, folder):
    words = (*EVAL, "--matches", 2, "--out", folder, "--json")
    assert run(capsys, *words).json["played"] == 2
    assert run(capsys, *words).json["played"] == 0


def test_eval_without_a_price_for_its_budget_calls_nothing(capsys, folder, provider):
    ran = evaluated(capsys, folder, provider, "--budget", 5)
    assert ran.code == 2
    assert "needs the prices" in ran.err
    assert provider.served() == []


def test_eval_stops_at_its_tokens_and_goes_on_with_more(capsys, folder, provider):
    limited = ("--set", "max_output=100", "--max-tokens")
    first = evaluated(capsys, folder, provider, *limited, 30_000)
    assert first.code == 1
    assert "the budget of the whole run is used up" in first.json["stopped"]
    again = evaluated(capsys, folder, provider, *limited, 10_000_000)
    assert again.json["complete"]


def test_eval_stops_before_it_overshoots_its_money_and_goes_on_with_more(capsys, folder, provider):
    limited = ("--set", "max_output=100", "--prices", "example", "--budget")
    first = evaluated(capsys, folder, provider, *limited, 0.04)
    assert first.code == 1
    assert "the budget of the whole run is used up" in first.json["stopped"]
    spent = float(run(capsys, "usage", folder, "--json").json["participants"][0]["cost"])
    assert 0 < spent <= 0.04
    told = evaluated(capsys, folder, provider, *limited, 0.04, json=False)
    assert told.code == 1
    assert "nothing is lost; continue with: " in told.err
    assert "--budget 0.04" in told.err
    before = len(provider.served())
    again = evaluated(capsys, folder, provider, *limited, 5)
    assert again.json["complete"]
    assert before < len(provider.served())
    rows = run(capsys, "usage", folder, "--json").json["participants"]
    assert rows[0]["input_tokens"] == provider.tokens().input


def test_eval_without_a_key_calls_nothing_and_stores_no_match(
    capsys, folder, provider, monkeypatch
):
    monkeypatch.delenv(KEY_ENV)
    ran = evaluated(capsys, folder, provider)
    assert ran.code == 2
    assert f"provider 'openai-compatible' needs a key: set the variable {KEY_ENV}" in ran.err
    assert provider.served() == []


@pytest.mark.parametrize("status", [401, 403, 404])
def test_eval_with_a_wrong_key_or_name_stops_and_says_what_to_check(capsys, folder, status):
    with ScriptedProvider([Reply(fault=Fault(status=status, code="\x1b[2Jno such model"))]) as down:
        ran = evaluated(capsys, folder, down, json=False)
        assert len(down.served()) == 1, "it is not insisted"
    assert ran.code == 1
    assert f"status {status}" in ran.err
    assert "check the key, the name of the model and its settings" in ran.err
    assert "nothing is lost" in ran.err
    assert "\x1b" not in ran.err


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("opena:NAME", "did you mean 'openai'"),
        ("openai:", "'openai:'"),
        ("anthropic/chat:NAME", "anthropic/messages"),
        ("gpt-4o", "'gpt-4o'"),
        ("openai-compatible:some", "base_url"),
        ("embedded:llama", "embedded:smollm2"),
        ("scripted:clever", "scripted:first"),
    ],
)
def test_eval_of_what_is_no_model_is_told(capsys, folder, model, told):
    ran = run(capsys, "eval", "--model", model, "--game", "azul", "--out", folder)
    assert ran.code == 2
    assert told in ran.err
    assert not folder.exists()


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("currency = 'USD'", "prices.toml"),
        ("[[model]\n", "prices.toml"),
        (None, "No such file"),
    ],
)
def test_price_table_with_a_mistake_is_told_before_anything_is_paid(
    capsys, folder, provider, tmp_path, table, told
):
    file = tmp_path / "prices.toml"
    if table is not None:
        file.write_text(table)
    ran = evaluated(capsys, folder, provider, "--prices", file, "--budget", 5)
    assert ran.code == 2
    assert told in ran.err
    assert provider.served() == []


def test_usage_adds_up_by_participant_role_source_and_appearance(capsys, folder, provider):
    assert evaluated(capsys, folder, provider, "--prices", "example").code == 0
    found = run(capsys, "usage", folder, "--json").json
    tokens = provider.tokens()
    for table in ("participants", "roles", "sources", "appearances"):
        assert sum(row["input_tokens"] for row in found[table]) == tokens.input
        assert sum(row["output_tokens"] for row in found[table]) == tokens.output
    assert found["roles"][0]["role"] == "player"
    assert found["sources"][0]["source"] == "native"
    assert float(found["participants"][0]["cost"]) > 0
    anew = run(capsys, "usage", folder, "--prices", "example", "--json").json
    assert anew["participants"] == found["participants"]


def test_usage_of_a_run_without_models_says_so(capsys, folder):
    run(capsys, "match", "azul", "--players", "random,random", "--seed", 1, "--out", folder)
    assert "no model was called" in run(capsys, "usage", folder).err


def test_failures_are_counted_by_class_for_each_participant(capsys, folder, provider):
    evaluated(capsys, folder, provider)
    model, other = run(capsys, "failures", folder, "--json").json
    assert (model["failed"], model["recovered"]) == ({"unreadable": 1}, 1)
    assert other["failed"] == {}
    assert "unreadable" in run(capsys, "failures", folder).out


def test_redacted_export_holds_moves_and_no_words_or_addresses(capsys, folder, provider):
    evaluated(capsys, folder, provider)
    whole = run(capsys, "export", folder).out
    redacted = run(capsys, "export", folder, "--redact").out
    assert len(redacted.splitlines()) == len(whole.splitlines())
    for words in ("The first one will do.", "You play seat", provider.url, "Which one?"):
        assert words in whole
        assert words not in redacted
    assert "draft:factory-" in redacted


def test_match_takes_a_preset_of_the_protocol(capsys, folder):
    words = ("match", "azul", "--players", "llm:scripted:last,random", "--seed", 1)
    ran = run(capsys, *words, "--protocol", "dece", "--out", folder, "--json")
    assert ran.code == 0
    line = json.loads(run(capsys, "export", folder).out.splitlines()[0])
    protocol = line["protocol"]
    assert (protocol["rethinks"], protocol["on_failure"]) == (0, "void")
    assert protocol["decision_seconds"] == 1_200


def test_unknown_preset_is_told_with_those_that_exist(capsys, folder):
    words = ("match", "azul", "--players", "random,random", "--protocol", "strict")
    ran = run(capsys, *words, "--out", folder)
    assert ran.code == 2
    assert "dece, game-arena, lenient" in ran.err


PROBED = {
    "chat": ("openai-compatible:scripted-1", "/v1"),
    "responses": ("openai/responses:scripted-1", "/v1"),
    "messages": ("anthropic:scripted-1", "/v1"),
    "gemini": ("google:scripted-1", "/v1beta"),
}


@pytest.mark.parametrize("api", PROBED)
def test_probe_shows_key_usage_tools_model_and_price(capsys, api):
    reply = Reply(calls=(ToolUse("act", {"action": "pass"}),), model="scripted-1-2026-10-01")
    model, tail = PROBED[api]
    with ScriptedProvider([reply]) as provider:
        words = ("--base-url", provider.url + tail, "--prices", "example", "--json")
        ran = run(capsys, "doctor", "--probe", model, *words)
        (served,) = provider.served()
    assert (ran.code, served.asked.api) == (0, api)
    assert served.tokens is not None
    assert f"input {served.tokens.input} " in ran.json["usage"]["value"]
    assert ran.json["tool calls"]["value"] == "yes"
    assert ran.json["model string"]["value"].startswith("scripted-1-2026-10-01, registered as")
    assert ran.json["price"]["good"]
    assert ran.json["usage"]["value"].startswith("input ")


@pytest.mark.parametrize("api", PROBED)
def test_probe_of_a_provider_that_refuses_says_why_in_plain_words(capsys, api):
    model, tail = PROBED[api]
    refused = Reply(fault=Fault(status=404, code="\x1b[31mred"))
    with ScriptedProvider([refused]) as provider:
        ran = run(capsys, "doctor", "--probe", model, "--base-url", provider.url + tail)
        assert len(provider.served()) == 1
    assert ran.code == 1
    told = " ".join(ran.out.split())
    assert "ProviderRejected" in told and "404" in told
    assert "\x1b" not in ran.out


def test_probe_of_a_provider_that_is_down_says_so_at_once(capsys):
    with ScriptedProvider([Reply()]) as gone:
        url = gone.base_url("chat")
    began = time.monotonic()
    ran = run(capsys, "doctor", "--probe", "openai-compatible:some", "--base-url", url)
    assert ran.code == 1
    assert "the provider of some is unavailable" in " ".join(ran.out.split())
    assert time.monotonic() - began < 30, "it is not tried for a minute"


@pytest.mark.parametrize(
    "url",
    [
        "http://",
        "ftp://host/v1",
        "host:80",
        "http://[",
        "http://a\n",
        "http://me:pw@a/v1",
        "http://a?key=pw",
    ],
)
def test_address_that_is_none_is_refused_before_anything_is_stored(capsys, folder, url):
    words = ("eval", "--model", "openai-compatible:some", "--game", "azul", "--base-url", url)
    ran = run(capsys, *words, "--out", folder)
    assert ran.code == 2
    assert "setting 'base_url' cannot be '(not shown)'" in ran.err
    assert "it takes an address such as https://host/v1" in ran.err
    assert not folder.exists()


def test_key_in_the_place_of_its_variable_is_not_shown(capsys, folder):
    ran = run(capsys, *EVAL, "--set", f"key_env={KEY}", "--out", folder)
    assert ran.code == 2
    assert "setting 'key_env' cannot be '(not shown)'; it takes the NAME" in ran.err
    assert not folder.exists()


def test_probe_without_a_key_names_the_variable(capsys, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    ran = run(capsys, "doctor", "--probe", "openai:some")
    assert ran.code == 1
    assert "OPENAI_API_KEY" in ran.out


def test_draft_of_prices_can_be_read_back(capsys, tmp_path):
    ran = run(capsys, "prices", "propose", "openai:gpt-4o")
    assert ran.code == 0
    file = tmp_path / "prices.toml"
    file.write_text(ran.out, encoding="utf-8")
    prices = usage_module.read_prices_given([str(file)])
    assert prices is not None
    prices.require(["gpt-4o"])


def test_demo_goes_on_where_no_language_model_is_installed(capsys, folder, monkeypatch):
    def missing(spec):
        raise MissingExtra("the embedded model", "embedded")

    monkeypatch.setattr(access, "open_spec", missing)
    assert demo_model.play_model(folder, 1, "ludarena demo") is None
    captured = capsys.readouterr()
    assert "no language model plays here" in captured.err
    assert "pip install 'ludarena[embedded]'" in captured.err
    assert not folder.exists()
