"""Verifies deliveries by Standard Webhooks 1.0."""

import base64
import binascii
import email.message
import hashlib
import hmac
import json
import re
import time
from typing import Callable, Mapping, NamedTuple, Optional, Sequence, Union, cast

from . import types as t


class Webhook(NamedTuple):
    """A delivery that was verified.

    id is the same at every attempt: one that you hold is a success and nothing
    more. sequence is that of the event within its order, from 1; 0 for a rehearsal.
    test tells of a test order, or a rehearsal.
    """

    id: str
    sequence: int
    attempt: int
    test: bool
    event: t.WebhookEvent


class WebhookError(Exception):
    """Why a delivery is refused, in reason: headers, timestamp, signature or body.
    Answer it with 400 or 401."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


Ed25519 = Callable[[bytes, bytes, bytes], bool]


def verify_webhook(
    secrets: Union[str, Sequence[str]],
    headers: Union[Mapping[str, str], email.message.Message],
    body: bytes,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
    ed25519: Optional[Ed25519] = None,
) -> Webhook:
    """Judges a delivery by its headers and its body, byte for byte as it came.

    secrets are the endpoint's: whsec_…, several while one rotates; tolerance is how
    many seconds the sender's clock may be from ours. An endpoint with signature v1a
    has a public key, whpk_…; the standard library cannot verify with it, so give
    ed25519, a function of key, message and signature that can, or install the
    package cryptography. Raises WebhookError when the delivery is not genuine.
    """
    keys = [_Key(secret, ed25519) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise ValueError("no secret to verify webhooks with")
    given = {name.lower(): value for name, value in headers.items()}
    webhook_id, stamp, signatures = (given.get("webhook-" + name) or "" for name in ("id", "timestamp", "signature"))
    if not webhook_id or not signatures or not re.fullmatch(r"[0-9]{1,15}", stamp):
        raise WebhookError("headers", "webhook-id, webhook-timestamp or webhook-signature is missing or malformed")
    if abs((time.time() if now is None else now) - int(stamp)) > tolerance:
        raise WebhookError("timestamp", "the delivery was signed too long ago, or in the future")
    message = f"{webhook_id}.{stamp}.".encode("latin-1", "replace") + body
    if not any([key.signed(message, one) for one in signatures.split() for key in keys]):
        raise WebhookError("signature", "no signature of the delivery is right")
    return Webhook(
        id=webhook_id,
        sequence=_number(given.get("predate-sequence")),
        attempt=_number(given.get("predate-attempt")),
        test=given.get("predate-test") == "true",
        event=_event(body),
    )


class _Key:
    """One secret or public key."""

    def __init__(self, secret: str, ed25519: Optional[Ed25519]) -> None:
        self._public = secret.startswith("whpk_")
        try:
            self._key = base64.b64decode(re.sub(r"^wh(sec|pk)_", "", secret), validate=True)
        except (binascii.Error, ValueError):
            self._key = b""
        if len(self._key) < 24 or self._public and len(self._key) != 32:
            raise ValueError("a secret is not of the form whsec_… or whpk_…")
        self._ed25519 = (ed25519 or _cryptography()) if self._public else None

    def signed(self, message: bytes, signature: str) -> bool:
        """Compares a signature with the key's, in constant time."""
        if self._ed25519 is None:
            want = b"v1," + base64.b64encode(hmac.new(self._key, message, hashlib.sha256).digest())
            return hmac.compare_digest(want, signature.encode("latin-1", "replace"))
        scheme, _, encoded = signature.partition(",")
        try:
            return scheme == "v1a" and self._ed25519(self._key, message, base64.b64decode(encoded, validate=True))
        except (binascii.Error, ValueError):
            return False


def _cryptography() -> Ed25519:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise ValueError("a public key (whpk_…) needs ed25519=, or the package cryptography") from None

    def verify(key: bytes, message: bytes, signature: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        except InvalidSignature:
            return False
        return True

    return verify


def _number(written: Optional[str]) -> int:
    return int(written) if written and re.fullmatch(r"[0-9]{1,9}", written) else 0


def _event(body: bytes) -> t.WebhookEvent:
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("orderid"), str) or not isinstance(event.get("status"), str):
        raise WebhookError("body", "the delivery is signed, and its body is no event")
    return cast(t.WebhookEvent, event)


