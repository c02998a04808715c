"""The ledger: one row a model response, written before its last byte is passed on."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from ludarena.models.usage import Usage, total
from ludarena.models.wire import Api, Finish

if TYPE_CHECKING:
    from ludarena.models.prices import Prices
    from ludarena.models.provider import ModelReply


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """What one call cost and how it went.

    `call_id` is unique and ours, `response_id` the provider's (empty when no reply came).
    `model` is the registered model string, `asked` the one in the request, `returned` the one in
    the reply; `drift` is set when the reply names a model that was not registered. `usage` is None
    when no counts came; `partial` is set when the reply broke off, so that its counts may be too
    small. `cost` is in `currency`, None without prices or usage. `status` is the HTTP status, 0
    when there was none. `fault` is empty for a reply that came whole, else one of `http`, `cut`,
    `timeout`, `unreachable`, `client_gone`, `unreadable`. Times are in seconds: `started_at` since
    1970, `waited_s` in queues and earlier tries, `first_token_s` and `latency_s` since the request
    that was answered was sent.
    """

    call_id: str
    response_id: str
    seat: str
    role: str
    source: str
    provider: str
    api: Api
    model: str
    asked: str
    returned: str
    drift: bool
    status: int
    finish: Finish
    fault: str
    usage: Usage | None
    partial: bool
    cost: Decimal | None
    currency: str
    tries: int
    started_at: float
    waited_s: float
    first_token_s: float | None
    latency_s: float

    def to_json(self) -> dict[str, object]:
        """Return the row as a JSON object; money is a text, so that no digit is lost."""
        value = asdict(self)
        value["cost"] = None if self.cost is None else str(self.cost)
        return value

    @staticmethod
    def from_json(value: Mapping[str, object]) -> LedgerRow:
        """Return the row of a JSON object that `to_json` made."""
        fields = dict(value)
        usage, cost = fields["usage"], fields["cost"]
        fields["usage"] = Usage(**usage) if isinstance(usage, dict) else None
        fields["cost"] = Decimal(cost) if isinstance(cost, str) else None
        return LedgerRow(**fields)  # type: ignore[arg-type]  # written by `to_json`


def row_of_reply(
    reply: ModelReply,
    *,
    seat: str,
    model: str,
    provider: str,
    api: Api,
    source: str,
    role: str = "player",
    prices: Prices | None = None,
) -> LedgerRow:
    """Return the row of a reply that no gateway has seen, such as the embedded model's.

    Raise `MissingPrice` when prices are given and lack the model.
    """
    cost = None
    if prices is not None:
        prices.require([model])
        cost = prices.cost(model, reply.usage) if reply.usage else None
    return LedgerRow(
        call_id=uuid.uuid4().hex,
        response_id=reply.response_id,
        seat=seat,
        role=role,
        source=source,
        provider=provider,
        api=api,
        model=model,
        asked=model,
        returned=reply.model,
        drift=reply.model != model,
        status=200,
        finish=reply.finish,
        fault="",
        usage=reply.usage,
        partial=False,
        cost=cost,
        currency=prices.currency if prices else "",
        tries=reply.tries,
        started_at=time.time() - reply.latency_s,
        waited_s=0.0,
        first_token_s=reply.first_token_s,
        latency_s=reply.latency_s,
    )


class Ledger(Protocol):
    """What takes rows. Called in the thread of whoever meters, before the reply is passed on."""

    def __call__(self, row: LedgerRow, /) -> None: ...


class MemoryLedger:
    """A ledger in memory; safe to read from another thread."""

    def __init__(self) -> None:
        self._rows: list[LedgerRow] = []
        self._lock = threading.Lock()

    def __call__(self, row: LedgerRow, /) -> None:
        with self._lock:
            self._rows.append(row)

    def rows(self) -> list[LedgerRow]:
        """Return all rows in the order of their writing."""
        with self._lock:
            return list(self._rows)


class JsonlLedger:
    """A ledger in a file of JSON Lines; each row is handed to the system at once."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab+")
        _end_partial_line(self._file)

    def __call__(self, row: LedgerRow, /) -> None:
        line = json.dumps(row.to_json(), separators=(",", ":")).encode() + b"\n"
        with self._lock:
            self._file.write(line)
            self._file.flush()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> JsonlLedger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read_ledger(path: Path) -> list[LedgerRow]:
    """Return the rows of a file; a line that was cut by a crash and a repeated row are left out."""
    rows: dict[str, LedgerRow] = {}
    for line in path.read_bytes().splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        row = LedgerRow.from_json(value)
        rows.setdefault(row.call_id, row)
    return list(rows.values())


def spent(rows: Iterable[LedgerRow]) -> Usage:
    """Return the sum of all usage in the rows, partial replies included as far as known."""
    return total(row.usage for row in rows if row.usage is not None)


class _File(Protocol):
    def seek(self, offset: int, whence: int = 0, /) -> int: ...
    def read(self, size: int, /) -> bytes: ...
    def write(self, data: bytes, /) -> int: ...


def _end_partial_line(file: _File) -> None:
    """Give a line that a crash left unfinished its end, so that the next row has its own."""
    if file.seek(0, 2):
        file.seek(-1, 2)
        if file.read(1) != b"\n":
            file.write(b"\n")
