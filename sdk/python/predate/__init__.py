"""A client of the predate API: order the pré-état daté of a co-owned property,
follow the order, take its webhooks and its statement. It needs nothing but the
standard library."""

from ._client import Client, document, moment
from ._errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailed,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    PredateError,
    RateLimitError,
)
from ._transport import VERSION
from ._webhook import Webhook, WebhookError, verify_webhook

__version__ = VERSION
__all__ = [
    "AuthenticationError",
    "Client",
    "ConflictError",
    "ConnectionFailed",
    "ForbiddenError",
    "InvalidRequestError",
    "NotFoundError",
    "PredateError",
    "RateLimitError",
    "Webhook",
    "WebhookError",
    "document",
    "moment",
    "verify_webhook",
]
