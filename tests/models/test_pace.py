"""The pace of a provider: growth, halving, pauses, and recovery while it keeps refusing."""

import asyncio
import contextlib
import threading
import time

import httpx2
import pytest

from ludarena.models.pace import Pace, PaceSettings
from ludarena.models.retry import RetryPolicy, is_transient, retry_after
from ludarena.testing.provider import Fault, Reply, ScriptedProvider
from tests.models.calls import bench, post
from tests.models.test_limits import crowd


def test_no_more_requests_than_the_limit_are_admitted_first_come_first_served():
    async def play():
        pace = Pace(PaceSettings(start=2))
        tickets = [await pace.enter() for _ in range(2)]
        order = []

        async def enter(name):
            ticket = await pace.enter()
            order.append(name)
            return ticket

        waiting = [asyncio.create_task(enter(name)) for name in "abc"]
        await asyncio.sleep(0.01)
        assert order == []
        pace.leave(tickets[0], "failed")
        await asyncio.sleep(0.01)
        assert order == ["a"]
        pace.leave(tickets[1], "failed")
        pace.leave(await waiting[0], "failed")
        await asyncio.gather(*waiting)
        assert order == ["a", "b", "c"]

    asyncio.run(play())


def test_limit_doubles_a_round_until_the_first_refusal():
    async def play():
        pace = Pace(PaceSettings(start=2, most=16))
        for expected in (4.0, 8.0, 16.0, 16.0):
            tickets = [await pace.enter() for _ in range(int(pace.limit))]
            for ticket in tickets:
                pace.leave(ticket, "answered")
            assert pace.limit == expected

    asyncio.run(play())


def test_refusals_of_one_round_halve_the_limit_once():
    async def play():
        pace = Pace(PaceSettings(start=8))
        tickets = [await pace.enter() for _ in range(8)]
        for ticket in tickets:
            pace.leave(ticket, "throttled", retry_after_s=0.0)
        assert pace.limit == 4.0

    asyncio.run(play())


def test_after_a_refusal_the_limit_grows_by_one_a_round():
    async def play():
        pace = Pace(PaceSettings(start=4))
        pace.leave(await pace.enter(), "throttled", retry_after_s=0.0)
        assert pace.limit == 2.0
        tickets = [await pace.enter() for _ in range(2)]
        for ticket in tickets:
            pace.leave(ticket, "answered")
        assert 2.8 < pace.limit <= 3.0

    asyncio.run(play())


def test_nobody_is_admitted_during_the_pause_that_the_provider_asks_for():
    async def play():
        pace = Pace()
        began = time.monotonic()
        pace.leave(await pace.enter(), "throttled", retry_after_s=0.2)
        await pace.enter()
        assert time.monotonic() - began >= 0.2

    asyncio.run(play())


def test_pause_doubles_while_refusals_go_on_and_one_at_a_time_is_left():
    async def play():
        now = [0.0]
        pace = Pace(PaceSettings(start=1, longest_pause_s=4.0), clock=lambda: now[0])
        pauses = []
        for _ in range(6):
            ticket = await pace.enter()
            now[0] += 0.001
            pace.leave(ticket, "throttled")
            pauses.append(pace._wait_s())
            now[0] += pauses[-1]
        assert pace.limit == 1.0
        assert pauses == pytest.approx([0.5, 1.0, 2.0, 4.0, 4.0, 4.0])

    asyncio.run(play())


def test_requests_keep_to_the_published_rate():
    async def play():
        pace = Pace(PaceSettings(start=8, requests_per_minute=1200))
        began = time.monotonic()
        for _ in range(5):
            pace.leave(await pace.enter(), "answered")
        assert time.monotonic() - began >= 4 * 0.05

    asyncio.run(play())


def test_tokens_beyond_a_minutes_worth_delay_the_next_request():
    async def play():
        now = [0.0]
        pace = Pace(PaceSettings(tokens_per_minute=6000), clock=lambda: now[0])
        pace.leave(await pace.enter(), "answered", tokens=6000)
        assert pace._wait_s() <= 0
        pace.leave(await pace.enter(), "answered", tokens=3000)
        assert pace._wait_s() == pytest.approx(30.0)

    asyncio.run(play())


def test_cancelled_waiter_lets_the_next_in():
    async def play():
        pace = Pace(PaceSettings(start=1))
        ticket = await pace.enter()
        first = asyncio.create_task(pace.enter())
        second = asyncio.create_task(pace.enter())
        await asyncio.sleep(0.01)
        first.cancel()
        pace.leave(ticket, "failed")
        await asyncio.wait_for(second, 60)
        return first.cancelled(), second.done()

    assert asyncio.run(play()) == (True, True)


def test_crowd_gets_through_a_provider_that_takes_three_at_once():
    limited: dict[str, ScriptedProvider] = {}

    def script(asked):
        provider = limited["provider"]
        busy = provider.in_flight > 3
        return Reply("pass", fault=Fault(status=429) if busy else Fault(delay_s=0.01))

    with bench(
        script, retries=RetryPolicy(tries=60, first_pause_s=0.01, longest_pause_s=0.1)
    ) as given:
        limited["provider"] = given.provider
        assert set(crowd(given, 60)) == {200}
        rows = given.ledger.rows()
        assert len(rows) == 60 and all(row.status == 200 for row in rows)
        refused = [entry for entry in given.provider.served() if entry.status == 429]
        assert sum(row.tries - 1 for row in rows) == len(refused)


def test_pauses_double_and_are_shortened_by_at_most_a_half():
    policy = RetryPolicy(first_pause_s=1.0, longest_pause_s=8.0)
    for failures, longest in [(1, 1.0), (2, 2.0), (4, 8.0), (9, 8.0)]:
        pauses = {policy.pause(failures, None) for _ in range(50)}
        assert longest / 2 <= min(pauses) < max(pauses) <= longest
    assert policy.pause(1, 20.0) == 20.0


def test_retry_after_is_read_as_seconds_milliseconds_or_a_date():
    assert retry_after({"retry-after": "2.5"}) == 2.5
    assert retry_after({"retry-after-ms": "300", "retry-after": "9"}) == 0.3
    assert retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0.0
    assert retry_after({"retry-after": "soon"}) is None
    assert retry_after({}) is None


def test_only_what_may_pass_is_tried_again():
    assert is_transient(529, b"overloaded") and is_transient(429, b"{}")
    assert not is_transient(429, b'{"error": {"code": "insufficient_quota"}}')
    assert not is_transient(401, b"") and not is_transient(400, b"")


def ask_and_lose(url):
    with (
        httpx2.Client(timeout=600, trust_env=False, verify=False) as client,
        contextlib.suppress(httpx2.HTTPError),
    ):
        post(client, url + "/v1", "chat")


def test_provider_closes_while_an_answer_hangs():
    hang_s = 600.0
    with ScriptedProvider([Reply("never", fault=Fault(delay_s=hang_s))]) as provider:
        asking = threading.Thread(target=ask_and_lose, args=(provider.url,))
        asking.start()
        while not provider.in_flight:
            time.sleep(0.01)
        began = time.monotonic()
    asking.join()
    assert time.monotonic() - began < hang_s / 2
