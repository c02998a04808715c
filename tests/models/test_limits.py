"""Budgets: what calls in flight hold, and that no limit is ever overshot."""

import asyncio
import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest

from ludarena.models.errors import BudgetExhausted
from ludarena.models.limits import Amount, Budget, Limits, hold
from ludarena.models.prices import Prices, built_in_prices
from ludarena.testing.provider import Fault, Reply, Tokens
from tests.models.calls import APIS, bench


def test_call_holds_its_worst_case_until_it_is_settled():
    async def play():
        budget = Budget("run", Limits(tokens=1000))
        held = await hold([budget], Amount(tokens=600))
        assert (budget.held.tokens, budget.spent.tokens) == (600, 0)
        held.settle(Amount(tokens=150))
        held.settle(Amount(tokens=999))
        assert (budget.held.tokens, budget.spent.tokens) == (0, 150)

    asyncio.run(play())


def test_call_that_fits_only_after_another_waits_for_it():
    async def play():
        budget = Budget("run", Limits(tokens=1000))
        first = await hold([budget], Amount(tokens=600))
        waiting = asyncio.create_task(hold([budget], Amount(tokens=600)))
        await asyncio.sleep(0)
        assert not waiting.done()
        first.settle(Amount(tokens=400))
        second = await waiting
        assert budget.spent.tokens + budget.held.tokens == 1000
        second.settle(Amount(tokens=10))

    asyncio.run(play())


def test_call_that_waits_in_another_loop_is_woken():
    budget = Budget("run", Limits(tokens=1000))
    waits = threading.Event()

    async def first():
        held = await hold([budget], Amount(tokens=600))
        assert await asyncio.to_thread(waits.wait, 30)
        held.settle(Amount(tokens=100))

    async def second():
        while not budget.held.tokens:
            await asyncio.sleep(0.001)
        asyncio.get_running_loop().call_soon(waits.set)
        return await hold([budget], Amount(tokens=600))

    loops = [
        threading.Thread(target=lambda play=play: asyncio.run(play()), daemon=True)
        for play in (first, second)
    ]
    for loop in loops:
        loop.start()
    for loop in loops:
        loop.join(10)
    assert not any(loop.is_alive() for loop in loops), "nothing but the change may wake it"
    assert (budget.held.tokens, budget.spent.tokens) == (600, 100)


def test_calls_of_several_loops_never_overshoot():
    budget = Budget("run", Limits(requests=200))

    async def call():
        spent = 0
        with contextlib.suppress(BudgetExhausted):
            while True:
                held = await hold([budget], Amount(requests=1))
                await asyncio.sleep(0)
                held.settle(Amount(requests=1))
                spent += 1
        return spent

    async def crowd_of_four():
        return sum(await asyncio.gather(*[call() for _ in range(4)]))

    with ThreadPoolExecutor() as threads:
        spent = list(threads.map(asyncio.run, [crowd_of_four() for _ in range(4)]))
    assert (sum(spent), budget.spent.requests, budget.held.requests) == (200, 200, 0)


def test_call_that_can_never_fit_is_refused_at_once():
    async def play():
        budget = Budget("run", Limits(money=Decimal("0.5")), spent=Amount(money=Decimal("0.4")))
        with pytest.raises(BudgetExhausted, match=r"0\.4 of 0\.5 money are spent") as caught:
            await hold([budget], Amount(money=Decimal("0.2")))
        assert (caught.value.budget, caught.value.limit) == ("run", "money")

    asyncio.run(play())


def test_waiting_call_is_refused_when_the_others_turn_out_dear():
    async def play():
        budget = Budget("run", Limits(tokens=1000))
        first = await hold([budget], Amount(tokens=600))
        waiting = asyncio.create_task(hold([budget], Amount(tokens=600)))
        await asyncio.sleep(0)
        first.settle(Amount(tokens=600))
        with pytest.raises(BudgetExhausted):
            await waiting

    asyncio.run(play())


def test_several_budgets_are_held_together_or_not_at_all():
    async def play():
        seat, run = Budget("seat", Limits(requests=5)), Budget("run", Limits(requests=1))
        first = await hold([seat, run], Amount(requests=1))
        waiting = asyncio.create_task(hold([seat, run], Amount(requests=1)))
        await asyncio.sleep(0)
        assert seat.held.requests == 1
        first.settle(Amount())
        await waiting
        assert (seat.held.requests, run.held.requests) == (1, 1)

    asyncio.run(play())


def test_time_is_granted_up_to_what_is_left():
    budget = Budget("run", Limits(seconds=100.0), spent=Amount(seconds=70.0))
    assert (budget.grant(1200.0), budget.grant(10.0)) == (30.0, 10.0)
    assert Budget("run", Limits()).grant(1200.0) == 1200.0


def crowd(given, calls, **asked):
    """Make many calls at once; return the statuses."""
    with ThreadPoolExecutor(16) as pool:
        apis = [APIS[index % 4] for index in range(calls)]
        return [r.status_code for r in pool.map(lambda api: given.call(api, **asked), apis)]


def counted(asked):
    return Reply("pass", tokens=Tokens(300 + asked.number, 40), fault=Fault(delay_s=0.01))


def test_limit_on_requests_is_met_exactly_by_a_crowd():
    budget = Budget("seat 0", Limits(requests=10))
    with bench(counted, budgets=(budget,)) as given:
        statuses = crowd(given, 30)
        assert (statuses.count(200), statuses.count(402)) == (10, 20)
        assert len(given.provider.served()) == len(given.ledger.rows()) == 10
        assert (budget.spent.requests, budget.held.requests) == (10, 0)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_limit_on_tokens_is_not_overshot_by_a_crowd(stream):
    budget = Budget("run", Limits(tokens=8000))
    with bench(counted, budgets=(budget,)) as given:
        statuses = crowd(given, 40, stream=stream)
        tokens = given.provider.tokens()
        assert 402 in statuses and 200 in statuses
        assert budget.spent.tokens == tokens.input + tokens.output <= 8000
        # The worst case of a call is below 1,500 tokens: no more than that is left unused.
        assert budget.spent.tokens > 8000 - 1500
        assert budget.held == Amount(seconds=budget.held.seconds)


def test_limit_on_money_is_not_overshot_by_a_crowd():
    budget = Budget("run", Limits(money=Decimal("0.01")))
    prices = Prices([built_in_prices()])
    with bench(counted, budgets=(budget,), prices=prices) as given:
        assert 402 in crowd(given, 60)
        rows = given.ledger.rows()
        assert sum(row.cost for row in rows) == budget.spent.money <= Decimal("0.01")


def test_cut_replies_are_charged_with_their_worst_case():
    budget = Budget("run", Limits(tokens=6000))

    def script(asked):
        return Reply("pass", tokens=Tokens(5, 5), fault=Fault(unended_after=1))

    with bench(script, budgets=(budget,)) as given:
        statuses = [given.call("chat", stream=True).status_code for _ in range(10)]
        # Each is charged 100 tokens of output and more than 1,024 of input, not the few it reports.
        assert statuses == [200] * 4 + [402] * 6


def test_repeated_cut_replies_are_charged_each():
    budget = Budget("run", Limits(requests=3))
    reply = Reply("pass", fault=Fault(cut_after=0))
    with bench([reply], budgets=(budget,)) as given:
        assert given.call("chat", stream=True).status_code == 402
        assert len(given.provider.served()) == 3
        assert budget.spent.requests == 3


def test_refused_tries_cost_nothing():
    budget = Budget("run", Limits(requests=1, tokens=5000))
    faults = {n: Fault(status=500) for n in (1, 2, 3)}
    with bench(counted, faults=faults, budgets=(budget,)) as given:
        assert given.call("messages").status_code == 200
        assert (budget.spent.requests, budget.spent.tokens) == (1, 344)


def test_limit_on_time_cuts_the_call_that_would_exceed_it():
    budget = Budget("seat 0", Limits(seconds=1.0))
    with bench([Reply("late", fault=Fault(delay_s=10))], budgets=(budget,)) as given:
        assert given.call("chat").status_code == 504
        assert given.call("chat").status_code == 402
        assert 0.9 < budget.spent.seconds <= 1.0


def test_unbounded_output_is_refused_where_a_limit_depends_on_it():
    budget = Budget("run", Limits(tokens=100_000))
    asked = {"model": "scripted-1", "messages": [{"role": "user", "content": "Move?"}]}
    with bench(counted, budgets=(budget,)) as given:
        response = given.client.post(given.seat.base_url("chat") + "/chat/completions", json=asked)
        assert response.headers["x-ludarena-failure"] == "unbounded_call"
        bounded = given.another_seat(max_output=500)
        url = bounded.base_url("chat") + "/chat/completions"
        assert given.client.post(url, json=asked).status_code == 200


def test_stored_conversation_needs_the_length_of_the_context():
    budget = Budget("run", Limits(tokens=100_000))
    asked = {
        "model": "scripted-1",
        "input": "and now?",
        "previous_response_id": "resp_1",
        "max_output_tokens": 10,
    }
    with bench(counted, budgets=(budget,)) as given:
        response = given.client.post(given.seat.base_url("responses") + "/responses", json=asked)
        assert "length of its context" in response.json()["error"]["message"]
        long = given.another_seat(context=50_000)
        url = long.base_url("responses") + "/responses"
        assert given.client.post(url, json=asked).status_code == 200
