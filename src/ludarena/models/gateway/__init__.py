"""A loopback pass-through for the calls of every seat: it holds the keys, meters, limits, retries.

Programs are given a base URL and a dummy key; what a provider answers reaches them byte for byte.
"""

from ludarena.models.gateway.gateway import Gateway
from ludarena.models.gateway.seats import Barred, ForbiddenModel, Seat, SeatAccess, SeatWatch
from ludarena.models.gateway.server import GatewayServer

__all__ = [
    "Barred",
    "ForbiddenModel",
    "Gateway",
    "GatewayServer",
    "Seat",
    "SeatAccess",
    "SeatWatch",
]
