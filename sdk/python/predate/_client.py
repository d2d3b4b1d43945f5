"""The client, and what helps with its values."""

import base64
import datetime
import email.utils
import hashlib

from . import types as t
from ._operations import Operations


class Client(Operations):
    """Speaks to the API for one account: Client(base_url, api_key, email, password).
    The first call authenticates."""

    def statement_of(self, event: t.WebhookEvent) -> bytes:
        """The PDF of a done event: what it carries, or what its address gives, once
        that is proven to be the statement."""
        if event.get("content"):
            return base64.b64decode(event["content"])
        if not event.get("content_url"):
            raise ValueError(f"the event {event['status']} of {event['orderid']} carries no statement")
        content = self.download(event["content_url"])
        if hashlib.sha256(content).hexdigest() != event.get("content_sha256"):
            raise ValueError(f"the statement of {event['orderid']} is not what the event says")
        return content


def document(filename: str, content: bytes) -> t.NewDocument:
    """A document to give, from its bytes; add doctype, comment or submit to it."""
    return {"filename": filename, "content": base64.b64encode(content).decode()}


def moment(written: str) -> datetime.datetime:
    """Reads a date of the API, an HTTP-date in GMT."""
    return email.utils.parsedate_to_datetime(written)
