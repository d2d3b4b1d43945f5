"""Sends calls: renews the token, tries again what may be tried again."""

import base64
import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Mapping, Optional, TypeVar

from ._errors import ConnectionFailed, PredateError, refusal

VERSION = "1.0.0"

T = TypeVar("T")


class _Final(Exception):
    """Ends a call whatever it may repeat; its cause is what the caller sees."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The API never redirects, and credentials go nowhere else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Transport:
    """What a client sends its calls with. It may be used by many threads.

    base_url is the installation's public address; api_key is prd_live_… or
    prd_test_…; email and password are those of the key's account. max_attempts is
    of one call, the first included; max_wait is the longest wait before a further
    attempt and timeout that for an answer, in seconds.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        email: str = "",
        password: str = "",
        *,
        max_attempts: int = 5,
        max_wait: float = 60,
        timeout: float = 120,
        user_agent: str = "",
    ) -> None:
        if not base_url or not api_key:
            raise ValueError("base_url and api_key are required")
        self._base = base_url.rstrip("/")
        self._key = api_key
        self._email = email
        self._password = password
        self._max_attempts = max_attempts
        self._max_wait = max_wait
        self._timeout = timeout
        self._agent = f"{user_agent} predate-python/{VERSION}".strip()
        self._open = urllib.request.build_opener(_NoRedirect()).open
        self._renewing = threading.Lock()
        self._token = ""
        self._until = 0.0

    def _call(
        self,
        method: str,
        path: str,
        *,
        shape: str,
        credentials: str,
        headers: Optional[Mapping[str, str]] = None,
        body: Any = None,
        query: Optional[Mapping[str, Any]] = None,
        keyed: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Sends a call until it has an answer or may not go on, and reads it."""
        address = self._base + path
        given = {name: _written(value) for name, value in (query or {}).items() if value is not None}
        if given:
            address += "?" + urllib.parse.urlencode(given)
        sent = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        if credentials != "none":
            sent["X-Auth-Key"] = self._key
        if keyed:
            sent["Idempotency-Key"] = idempotency_key or uuid.uuid4().hex

        def once() -> bytes:
            if credentials != "all":
                return self._exchange(method, address, sent, data)
            token = self._access_token()
            try:
                return self._exchange(method, address, {**sent, "Authorization": "Bearer " + token}, data)
            except PredateError as error:
                if error.code != "invalid_access_token":
                    raise
                self._forget(token)  # refused before anything was done: once more with another token
            return self._exchange(method, address, {**sent, "Authorization": "Bearer " + self._access_token()}, data)

        # A further attempt can do no harm to what reads, asks for a token, or bears a key.
        answer = self._again(method == "GET" or credentials == "key" or keyed, once)
        if shape == "file":
            return answer
        read = json.loads(answer)
        return {"payload": read.get("payload"), "document": read}.get(shape) if isinstance(read, dict) else read

    def download(self, address: str) -> bytes:
        """Fetches a signed address that an event or an order gave. No credential is
        sent: the signature is the only one."""
        return self._again(True, lambda: self._exchange("GET", address, {}, None))

    def _again(self, may_repeat: bool, attempt: Callable[[], T]) -> T:
        """Tries until there is an answer, with waits between; Retry-After is honoured."""
        made = 1
        while True:
            try:
                return attempt()
            except _Final as final:
                assert final.__cause__ is not None
                raise final.__cause__
            except (PredateError, ConnectionFailed) as error:
                wait = min(0.5 * 2 ** (made - 1), 8) * random.uniform(0.5, 1)
                if isinstance(error, PredateError):
                    if not error.temporary:
                        raise
                    if error.retry_after is not None:
                        wait = error.retry_after
                if not may_repeat or made >= self._max_attempts or wait > self._max_wait:
                    raise
            time.sleep(wait)
            made += 1

    def _exchange(self, method: str, address: str, headers: Dict[str, str], data: Optional[bytes]) -> bytes:
        request = urllib.request.Request(address, data=data, method=method, headers={**headers, "User-Agent": self._agent})
        try:
            with self._open(request, timeout=self._timeout) as response:
                body: bytes = response.read()
                return body
        except urllib.error.HTTPError as error:
            with error:
                try:
                    text = error.read()
                except (OSError, http.client.HTTPException):
                    text = b""
            raise refusal(error.code, error.headers.get, text) from None
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed(f"no answer from {urllib.parse.urlsplit(address).netloc}: {error}") from error

    def _access_token(self) -> str:
        """A token that is still good. Only one thread asks for a new one."""
        with self._renewing:
            if self._token and time.monotonic() < self._until:
                return self._token
            began = time.monotonic()
            try:
                given = self._call(
                    "POST",
                    "/account/auth",
                    shape="payload",
                    credentials="key",
                    body={"email": self._email, "password": self._password},
                )
            except (PredateError, ConnectionFailed) as error:
                raise _Final() from error  # it was tried again already
            self._token = str(given["access_token"])
            self._until = began + _lifetime(self._token) * 0.9
            return self._token

    def _forget(self, token: str) -> None:
        with self._renewing:
            if self._token == token:
                self._token = ""


def quoted(part: Any) -> str:
    """Escapes a part of a path."""
    return urllib.parse.quote(str(part), safe="")


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lifetime(token: str) -> float:
    """How long a token lasts by its own words, in seconds, whatever the two clocks
    say; an hour if it does not tell."""
    try:
        part = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
        return float(claims["exp"] - claims["iat"])
    except (IndexError, KeyError, TypeError, ValueError):
        return 3600.0
