"""Requests as they were written are the requests that the library would have sent."""

import pytest

from ludarena.models import as_written
from ludarena.models.provider import Message, Settings, Shape, Tool, ToolCall
from ludarena.testing.provider import Reply
from tests.models.test_remote import ACT, ASKED, asking

_SHAPE = Shape(
    "decision",
    {
        "type": "object",
        "properties": {"action": {"type": "string"}},
        "required": ["action"],
        "additionalProperties": False,
    },
)
_TALK = [
    *ASKED,
    Message("assistant", "I try.", (ToolCall("call_1", "act", '{"action": "take:red"}'),)),
    Message("tool", "not now", call_id="call_1", tool="act"),
    Message("user", 'Again: \u00fc, \u2603 and "quotes".'),
]
_REQUESTS = {
    "plain": ({}, ASKED),
    "settings": (
        {"settings": Settings(max_output=90, temperature=0.5, top_p=0.9, seed=4, effort="low")},
        ASKED,
    ),
    "extra": ({"settings": Settings(extra={"service_tier": "flex", "top_k": 3})}, ASKED),
    "tools": ({"tools": [ACT, Tool("look", "", {"type": "object", "properties": {}})]}, _TALK),
    "forced": ({"tools": [ACT], "settings": Settings(must_call=True)}, ASKED),
    "shape": ({"shape": _SHAPE}, ASKED),
}


def sent(api, stream, keywords, messages):
    """Return body and the headers that matter of the request that the provider got."""
    with asking([Reply("Well.")], api, stream=stream) as (ask, provider):
        ask(messages, **keywords)
        [one] = provider.served()
        names = ("authorization", "content-type", "accept", "accept-encoding", "user-agent")
        return one.asked.body, {name: one.asked.headers[name] for name in names}


@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("request_", _REQUESTS)
def test_request_is_the_one_that_the_library_would_have_sent(api, stream, request_, monkeypatch):
    ours = sent(api, stream, *_REQUESTS[request_])
    monkeypatch.setattr(as_written, "send_as_written", lambda client, send: None)
    theirs = sent(api, stream, *_REQUESTS[request_])
    assert theirs == ours
