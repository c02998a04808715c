"""Access to language models: providers, the metering gateway, usage, prices, an embedded model.

Nothing here loads a library of a provider before a model is opened.
"""

from ludarena.models.choose import ModelChoice, open_model, parse_model
from ludarena.models.embedded import embedded_model
from ludarena.models.endpoints import Endpoint, Key, endpoint, known_providers
from ludarena.models.errors import (
    BudgetExhausted,
    EmptyReply,
    FailedReply,
    MissingKey,
    MissingPrice,
    ModelError,
    ProviderRejected,
    ProviderUnavailable,
    RefusedReply,
    ReplyTimeout,
    TruncatedReply,
)
from ludarena.models.prices import Prices, built_in_prices, read_prices
from ludarena.models.provider import (
    Message,
    Model,
    ModelReply,
    Settings,
    Shape,
    Tool,
    ToolCall,
)
from ludarena.models.remote import ONE_TRY, remote_model
from ludarena.models.usage import Usage, total

__all__ = [
    "ONE_TRY",
    "BudgetExhausted",
    "EmptyReply",
    "Endpoint",
    "FailedReply",
    "Key",
    "Message",
    "MissingKey",
    "MissingPrice",
    "Model",
    "ModelChoice",
    "ModelError",
    "ModelReply",
    "Prices",
    "ProviderRejected",
    "ProviderUnavailable",
    "RefusedReply",
    "ReplyTimeout",
    "Settings",
    "Shape",
    "Tool",
    "ToolCall",
    "TruncatedReply",
    "Usage",
    "built_in_prices",
    "embedded_model",
    "endpoint",
    "known_providers",
    "open_model",
    "parse_model",
    "read_prices",
    "remote_model",
    "total",
]
