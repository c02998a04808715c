"""The settings of language models and programs as players; no library is loaded here."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from ludarena.agents.settings import Setting, number, one_of, whole

_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,79}")


def _model(value: object) -> bool:
    return isinstance(value, str) and bool(value) and len(value) <= 200


def _address(value: object) -> bool:
    """Tell whether a value is empty or an HTTP address with a host, and nothing secret in it.

    The address is stored with the run: a password or a query, which may hold a key, is none.
    """
    if not isinstance(value, str) or len(value) > 500 or not value.isprintable():
        return False
    try:
        parts = urlsplit(value)
        open_to_all = parts.password is None and parts.username is None and not parts.query
        is_http = parts.scheme in ("http", "https") and bool(parts.hostname)
        return not value or (is_http and open_to_all)
    except ValueError:
        return False


def _or_none(test: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or test(value)


def _setting(
    name: str,
    default: object,
    accepts: Callable[[object], bool],
    expected: str,
    note: str,
    *,
    private: bool = False,
) -> Setting:
    return Setting(
        name=name,
        default=default,  # type: ignore[arg-type]
        accepts=accepts,
        expected=expected,
        note=note,
        private=private,
    )


SETTINGS = (
    _setting(
        "model",
        "",
        _model,
        "a model such as openai:NAME, anthropic:NAME, google:NAME, openai-compatible:NAME, "
        "embedded:smollm2 or scripted:first",
        "the registered model string",
    ),
    _setting(
        "base_url",
        "",
        _address,
        "an address such as https://host/v1, without a key or a query",
        "another address of the provider's API",
        private=True,
    ),
    _setting(
        "key_env",
        None,
        _or_none(lambda value: isinstance(value, str) and bool(_VARIABLE.fullmatch(value))),
        "the NAME of an environment variable, never a key",
        "the variable that holds the key; by default the provider's usual one",
        private=True,
    ),
    _setting(
        "snapshot",
        None,
        _or_none(_model),
        "a dated model string",
        "the version that the registered string stands for",
    ),
    _setting(
        "reply",
        "final_answer",
        one_of("final_answer", "json", "tool"),
        "final_answer, json or tool",
        "how the model acts: by a last line, by one JSON object, by a tool call",
    ),
    _setting(
        "effort",
        None,
        _or_none(one_of("none", "minimal", "low", "medium", "high", "xhigh", "max")),
        "none, minimal, low, medium, high, xhigh or max",
        "how much the model may reason",
    ),
    _setting(
        "temperature", None, _or_none(number(0.0, 5.0)), "a number from 0 to 5", "of sampling"
    ),
    _setting(
        "max_output",
        None,
        _or_none(whole(1, 1_000_000)),
        "an integer of 1 or more",
        "most tokens of a reply, reasoning included",
    ),
    _setting(
        "memory",
        "own",
        one_of("none", "own", "log", "summary"),
        "none, own, log or summary",
        "what the model is told of the match so far",
    ),
    _setting(
        "memory_tokens",
        1_000,
        whole(64, 1_000_000),
        "an integer of 64 or more",
        "most tokens of the memory",
    ),
    _setting(
        "prompts",
        None,
        _or_none(lambda value: isinstance(value, str)),
        "the name of a set of prompts",
        "the prompt templates: standard, or compact, which the embedded model gets by default",
    ),
    _setting(
        "prompt_tokens",
        None,
        _or_none(whole(200, 10_000_000)),
        "an integer of 200 or more",
        "most tokens of a prompt, which is shortened to fit",
    ),
    _setting(
        "reasoning_words",
        16,
        whole(0, 100),
        "an integer from 0 to 100",
        "words that the embedded model writes before its choice",
    ),
    _setting(
        "briefers",
        [],
        lambda value: (
            isinstance(value, list | tuple)
            and len(value) <= 8
            and all(_model(one) for one in value)
        ),
        "a list of up to 8 models",
        "models that condense the position for the one that decides",
    ),
    _setting(
        "seconds",
        1_200.0,
        number(0.01, 86_400),
        "seconds above 0",
        "time for one try, where the protocol sets no closer limit",
    ),
    _setting(
        "max_requests",
        None,
        _or_none(whole(1, 10_000_000)),
        "an integer of 1 or more",
        "most model calls of one seat of one match",
    ),
    _setting(
        "max_tokens",
        None,
        _or_none(whole(1, 10**12)),
        "an integer of 1 or more",
        "most tokens of one seat of one match",
    ),
    _setting(
        "max_money",
        None,
        _or_none(number(0.0, 1e9)),
        "a number of 0 or more",
        "most money of one seat of one match, in the currency of the prices",
    ),
)

_SHARED = {one.name: one for one in SETTINGS}

MCP_SETTINGS = (
    _setting(
        "command",
        [],
        lambda value: (
            isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
        ),
        "a list of words",
        "the program to start for each match; without one the seat is announced",
    ),
    _setting(
        "harness",
        "",
        lambda value: isinstance(value, str) and len(value) <= 80,
        "a name",
        "what the program is, for the record",
    ),
    _setting(
        "version",
        "",
        lambda value: isinstance(value, str) and len(value) <= 80,
        "a version",
        "the program's version, for the record",
    ),
    _setting(
        "model",
        "",
        lambda value: isinstance(value, str) and len(value) <= 200,
        "a model such as openai:NAME, or nothing",
        "the model that the program calls through the gateway",
    ),
    _SHARED["base_url"],
    _SHARED["key_env"],
)


_SANDBOX = _setting(
    "sandbox",
    "auto",
    one_of("auto", "bubblewrap", "none"),
    "auto, bubblewrap or none",
    "how the program is kept from the machine; auto is bubblewrap where it works",
)
_LIMITS = tuple(_SHARED[name] for name in ("seconds", "max_requests", "max_tokens", "max_money"))


def program_settings(executable: str) -> tuple[Setting, ...]:
    """Return the settings of an agent program that is called `executable` where it is installed."""
    return (
        _SHARED["model"],
        _SHARED["base_url"],
        _SHARED["key_env"],
        _setting(
            "program",
            executable,
            lambda value: isinstance(value, str) and bool(value),
            "the path of an executable",
            "the executable of the program",
        ),
        _setting(
            "tools",
            "seat",
            one_of("seat", "own"),
            "seat or own",
            "only the tools of the seat, or the program's own (shell, files) beside them",
        ),
        _SANDBOX,
        *_LIMITS,
    )


def _words(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def _texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


_MCP = {one.name: one for one in MCP_SETTINGS}

GENERIC_SETTINGS = (
    _setting(
        "command",
        [],
        lambda value: _words(value) and bool(value),
        "a list of words that begins with an executable",
        "the command line that opens a session; {prompt} and other places are filled in",
    ),
    _setting(
        "resume",
        [],
        _words,
        "a list of words",
        "the command line that continues one; without it each call is one of its own",
    ),
    _setting(
        "files", {}, _texts, "a table of texts", "files to write into its home, by their paths"
    ),
    _setting("environment", {}, _texts, "a table of texts", "environment variables, by name"),
    _setting(
        "sessions",
        "",
        lambda value: isinstance(value, str),
        "a pattern of paths",
        "the files in its home that are named after the sessions it keeps",
    ),
    _setting(
        "readable",
        [],
        _words,
        "a list of folders",
        "what it may read in the sandbox beside its installation",
    ),
    _MCP["harness"],
    _MCP["version"],
    _SHARED["model"],
    _SHARED["base_url"],
    _SHARED["key_env"],
    _SANDBOX,
    *_LIMITS,
)
