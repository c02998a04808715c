"""Requests in the four APIs, sent to a gateway in front of a provider."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import httpx2

from ludarena.models.endpoints import Endpoint, Key
from ludarena.models.gateway import Gateway, GatewayServer, SeatAccess
from ludarena.models.ledger import MemoryLedger
from ludarena.models.pace import PaceSettings
from ludarena.models.prices import Prices, built_in_prices
from ludarena.models.retry import RetryPolicy
from ludarena.models.wire import Api
from ludarena.testing.provider import ScriptedProvider
from tests.keys import MARK
from tests.models.bodies import APIS, body, url

__all__ = [
    "APIS",
    "HASTY",
    "QUICK",
    "REAL_KEY",
    "Bench",
    "bench",
    "body",
    "endpoint",
    "post",
    "url",
]

REAL_KEY = f"{MARK}-of-a-gateway"
QUICK = RetryPolicy(tries=5, seconds=20.0, first_pause_s=0.01, longest_pause_s=0.05)

HASTY = {"scripted": PaceSettings(longest_pause_s=0.05)}


def post(client, base, api, **asked):
    """Send one request and return the response; a broken transfer raises."""
    place = {key: asked[key] for key in ("model", "stream") if key in asked}
    headers = {"authorization": "Bearer dummy", "x-api-key": "dummy", "x-goog-api-key": "dummy"}
    return client.post(url(base, api, **place), json=body(api, **asked), headers=headers)


class Bench:
    """A scripted provider, a gateway before it, and one seat that may use all four APIs."""

    def __init__(self, provider, server, ledger, access, client):
        self.provider = provider
        self.server = server
        self.ledger = ledger
        self.access = access
        self.client = client
        self.seat = server.open(access)

    def call(self, api, **asked):
        return post(self.client, self.seat.base_url(api), api, **asked)

    def another_seat(self, **changes):
        return self.server.open(replace(self.access, **changes))


@contextlib.contextmanager
def bench(script, *, faults=None, retries=QUICK, ledger=None, pace=None, **access):
    ledger = ledger or MemoryLedger()
    with contextlib.ExitStack() as stack:
        provider = stack.enter_context(ScriptedProvider(script, faults=faults))
        gateway = Gateway(ledger, retries=retries, pace=pace or HASTY)
        server = stack.enter_context(GatewayServer(gateway, grace_s=1))
        client = stack.enter_context(httpx2.Client(timeout=30, trust_env=False, verify=False))
        settings = {
            "label": "match-1/0",
            "endpoint": endpoint(provider),
            "model": "scripted-1",
            "prices": Prices([built_in_prices()]),
            **access,
        }
        yield Bench(provider, server, ledger, SeatAccess(**settings), client)


def endpoint(provider):
    urls: dict[Api, str] = {
        "chat": provider.url + "/v1",
        "responses": provider.url + "/v1",
        "messages": provider.url + "/v1",
        "gemini": provider.url + "/v1beta",
    }
    return Endpoint("scripted", urls, Key(REAL_KEY))
