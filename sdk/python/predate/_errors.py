"""What the API refuses, and what never reached it."""

import datetime
import email.utils
import json
from typing import Callable, Dict, Optional


class PredateError(Exception):
    """A refusal of the API.

    status is HTTP's; code is machine-readable, such as order_not_found, and empty
    when the answer is not the API's; message is for people; request_id is to be
    quoted when you ask for help; fields tells, under invalid_request, what is wrong
    with each field, such as owners[0].lastname; retry_after is how many seconds the
    server asks to wait, or None.
    """

    def __init__(self, status: int, code: str, message: str, request_id: str, retry_after: Optional[float]) -> None:
        super().__init__(f"{status} {code}: {message} (request {request_id})")
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
        self.retry_after = retry_after
        self.fields = _fields(message) if code == "invalid_request" else {}

    @property
    def temporary(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status in (429, 502, 503, 504) or self.code in ("idempotency_in_progress", "body_too_slow")


class InvalidRequestError(PredateError):
    """400: the request, or the API key, is not valid."""


class AuthenticationError(PredateError):
    """401: the e-mail and password, or the token, are not good."""


class ForbiddenError(PredateError):
    """403: known, and not allowed."""


class NotFoundError(PredateError):
    """404: no such thing, or not yours."""


class ConflictError(PredateError):
    """409: the right request at the wrong moment."""


class RateLimitError(PredateError):
    """429: slow down."""


class ConnectionFailed(Exception):
    """No answer came: the network failed, or the time ran out."""


_KINDS = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def refusal(status: int, header: Callable[[str], Optional[str]], body: bytes) -> PredateError:
    """Reads the answer that refuses."""
    message = ""
    try:
        envelope = json.loads(body)
        if isinstance(envelope, dict):
            message = str(envelope.get("message", ""))
    except ValueError:
        pass
    kind = _KINDS.get(status, PredateError)
    return kind(status, header("predate-error") or "", message, header("Request-Id") or "", _seconds(header("Retry-After")))


def _seconds(after: Optional[str]) -> Optional[float]:
    if not after:
        return None
    if after.isdigit():
        return float(after)
    try:
        at = email.utils.parsedate_to_datetime(after)
    except (TypeError, ValueError):
        return None
    return max(0.0, (at - datetime.datetime.now(datetime.timezone.utc)).total_seconds())


def _fields(message: str) -> Dict[str, str]:
    """Reads «Invalid request: zipcode: must be five digits; city: is required»."""
    fields = {}
    for one in message.partition(": ")[2].split("; "):
        name, found, what = one.partition(": ")
        if found:
            fields[name] = what
    return fields
