"""Calls of this process past the network: the gateway meets them as it meets all others."""

import asyncio
import time

import pytest

from ludarena.models.errors import ProviderRejected, ProviderUnavailable, ReplyTimeout
from ludarena.models.provider import Message
from ludarena.models.remote import ONE_TRY, remote_model
from ludarena.testing.provider import Fault, Reply, rate_limited
from tests.models.calls import APIS, bench

MOVE = Reply("Final Answer: pass", reasoning="Nothing is cheap.")
STREAMS = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])


def ask(given, api="chat", *, stream=True, times=1, **keywords):
    """Ask a model at the seat so many times at once and return the replies."""

    async def play():
        model = remote_model(
            given.seat.endpoint(), api, "scripted-1", stream=stream, retries=ONE_TRY
        )
        asked = [Message("user", "Your move?")]
        try:
            return await asyncio.gather(*(model.reply(asked, **keywords) for _ in range(times)))
        finally:
            await model.close()

    return asyncio.run(play())


def rows_of(given, count):
    """Return the rows of the ledger when there are so many."""
    while len(given.ledger.rows()) < count:
        time.sleep(0.01)
    return given.ledger.rows()


@pytest.mark.parametrize("api", APIS)
@STREAMS
def test_each_call_has_its_row_with_the_providers_counts(api, stream):
    with bench([MOVE], faults={2: rate_limited(0.01)}) as given:
        replies = ask(given, api, stream=stream, times=3)
        served = {
            one.response_id: one.tokens.input
            for one in given.provider.served()
            if one.sent == "whole"
        }
        rows = given.ledger.rows()
        asked = [one.asked for one in given.provider.served()]
    assert [reply.text for reply in replies] == [MOVE.text] * 3
    assert {row.response_id: row.usage.input for row in rows} == served
    assert {one.stream for one in asked} == {stream}
    assert sum(row.tries for row in rows) == 4


def test_call_that_is_given_up_ends_at_the_provider_too_and_is_noted():
    with bench([MOVE], faults={1: Fault(delay_s=600)}) as given:
        with pytest.raises(ReplyTimeout):
            ask(given, deadline=time.monotonic() + 0.5)
        [row] = rows_of(given, 1)
        assert (row.fault, row.partial) == ("client_gone", True)


def test_stream_that_breaks_off_is_an_error_and_its_row_is_partial():
    with bench([MOVE], faults={1: Fault(cut_after=3)}) as given:
        with pytest.raises(ProviderUnavailable):
            ask(given)
        [row] = given.ledger.rows()
        assert (row.fault, row.partial) == ("cut", True)


def test_closed_seat_is_refused():
    with bench([MOVE]) as given:
        given.server.gateway.close_seat(given.seat.token)
        with pytest.raises(ProviderRejected, match="no open seat has this token"):
            ask(given)
        assert given.provider.served() == []
