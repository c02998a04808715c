"""An HTTP transport that hands requests to whoever carries them within this process."""

from __future__ import annotations

import httpx2

from ludarena.models.endpoints import Carrier


class CarrierTransport(httpx2.AsyncBaseTransport):
    """Sends requests by a carrier; raises the transport's error for an answer that was cut."""

    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        status, headers, body, whole = await self._carrier(
            request.method,
            request.url.raw_path.partition(b"?")[0],
            request.url.query,
            [(name.lower(), value) for name, value in request.headers.raw],
            await request.aread(),
        )
        if not whole:
            raise httpx2.RemoteProtocolError("the answer was cut")
        return httpx2.Response(status, headers=headers, stream=httpx2.ByteStream(body))
