# Made of api/openapi.yaml by sdk/generate: do not edit, run «make sdk».
from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional

from . import types as t
from ._transport import Transport, quoted


class Operations(Transport):
    """All operations of the API."""

    def authenticate(self, body: t.Credentials, *, headers: Optional[Mapping[str, str]] = None) -> t.Token:
        """
        Exchange an e-mail and a password for an access token.

        The e-mail and password are those of the key's account. After five wrong passwords in a row each
        further try waits, twice as long each time up to fifteen minutes (429 with `Retry-After`); the account
        is never locked for good. A token ends after an hour, and sooner with the password, with the key that
        it was asked for, or when the account is closed.

        POST /account/auth
        """
        return self._call("POST", "/account/auth", shape="payload", credentials="key", headers=headers, body=body)  # type: ignore[no-any-return]

    def list_webhooks(self, *, headers: Optional[Mapping[str, str]] = None) -> t.Endpoints:
        """
        List the webhook endpoints of the account.

        GET /account/webhooks
        """
        return self._call("GET", "/account/webhooks", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def create_webhook(self, body: t.NewEndpoint, *, headers: Optional[Mapping[str, str]] = None) -> t.Endpoint:
        """
        Register a callback URL.

        The answer shows the signing secret, this once. At most twenty endpoints an account.

        POST /account/webhooks
        """
        return self._call("POST", "/account/webhooks", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def read_webhook(self, id: str, *, headers: Optional[Mapping[str, str]] = None) -> t.Endpoint:
        """
        Read an endpoint and its health.

        An endpoint that fails five times in a row is paused: its deliveries wait, and one attempt every half
        a minute to five minutes probes whether it is back. Without a success for five days, and twenty
        failures, it is switched off.

        GET /account/webhooks/{id}
        """
        return self._call("GET", f"/account/webhooks/{quoted(id)}", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def change_webhook(self, id: str, body: t.EndpointChange, *, headers: Optional[Mapping[str, str]] = None) -> t.Endpoint:
        """
        Change the address, the chosen events, the form or the switch of an endpoint.

        Deliveries under way keep the form they were made in. Switching on, like a new address, starts with a
        clean record; what was given up meanwhile is sent again by `recover`.

        PATCH /account/webhooks/{id}
        """
        return self._call("PATCH", f"/account/webhooks/{quoted(id)}", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def delete_webhook(self, id: str, *, headers: Optional[Mapping[str, str]] = None) -> t.Deleted:
        """
        Delete an endpoint; what was still to be sent to it is given up.

        DELETE /account/webhooks/{id}
        """
        return self._call("DELETE", f"/account/webhooks/{quoted(id)}", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def rotate_webhook_secret(self, id: str, body: t.NeedRotation, *, headers: Optional[Mapping[str, str]] = None) -> t.Rotated:
        """
        Give an endpoint a new signing key.

        During a grace of 24 hours, or what `grace_hours` says, each delivery bears a signature of both keys,
        so that the receiver has time to change it. The body may be left out.

        POST /account/webhooks/{id}/rotate-secret
        """
        return self._call("POST", f"/account/webhooks/{quoted(id)}/rotate-secret", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def webhook_stats(self, id: str, *, hours: Optional[int] = None, headers: Optional[Mapping[str, str]] = None) -> t.Stats:
        """
        Sum up what was sent to an endpoint.

        GET /account/webhooks/{id}/stats
        """
        return self._call("GET", f"/account/webhooks/{quoted(id)}/stats", shape="payload", credentials="all", headers=headers, query={"hours": hours})  # type: ignore[no-any-return]

    def recover_webhook(self, id: str, body: t.Recovery, *, headers: Optional[Mapping[str, str]] = None) -> t.Recovered:
        """
        Send again what was given up within a time.

        POST /account/webhooks/{id}/recover
        """
        return self._call("POST", f"/account/webhooks/{quoted(id)}/recover", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def list_deliveries(self, id: str, *, limit: Optional[int] = None, after: Optional[str] = None, status: Optional[Literal["pending", "delivered", "given_up"]] = None, headers: Optional[Mapping[str, str]] = None) -> t.Deliveries:
        """
        List the deliveries to an endpoint with their attempts, the newest first.

        GET /account/webhooks/{id}/deliveries
        """
        return self._call("GET", f"/account/webhooks/{quoted(id)}/deliveries", shape="payload", credentials="all", headers=headers, query={"limit": limit, "after": after, "status": status})  # type: ignore[no-any-return]

    def each_delivery(self, id: str, *, limit: Optional[int] = None, after: Optional[str] = None, status: Optional[Literal["pending", "delivered", "given_up"]] = None, headers: Optional[Mapping[str, str]] = None) -> Iterator[t.Delivery]:
        """Goes over all that list_deliveries gives, page by page, from after on."""
        while True:
            page = self.list_deliveries(id, limit=limit, after=after, status=status, headers=headers)
            yield from page["deliveries"]
            if page["next"] is None:
                return
            after = str(page["next"])

    def read_delivery(self, id: str, delivery: str, *, headers: Optional[Mapping[str, str]] = None) -> t.Delivery:
        """
        Read a delivery with its attempts.

        GET /account/webhooks/{id}/deliveries/{delivery}
        """
        return self._call("GET", f"/account/webhooks/{quoted(id)}/deliveries/{quoted(delivery)}", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def resend_delivery(self, id: str, delivery: str, *, headers: Optional[Mapping[str, str]] = None) -> t.Delivery:
        """
        Send an ended delivery again.

        POST /account/webhooks/{id}/deliveries/{delivery}/resend
        """
        return self._call("POST", f"/account/webhooks/{quoted(id)}/deliveries/{quoted(delivery)}/resend", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def list_orders(self, *, limit: Optional[int] = None, after: Optional[str] = None, state: Optional[t.State] = None, external_id: Optional[str] = None, test_mode: Optional[bool] = None, headers: Optional[Mapping[str, str]] = None) -> t.Orders:
        """
        List the transactions of the account, the newest first.

        `/order` without the slash is the same.

        GET /order/
        """
        return self._call("GET", "/order/", shape="payload", credentials="all", headers=headers, query={"limit": limit, "after": after, "state": state, "external_id": external_id, "test_mode": test_mode})  # type: ignore[no-any-return]

    def each_order(self, *, limit: Optional[int] = None, after: Optional[str] = None, state: Optional[t.State] = None, external_id: Optional[str] = None, test_mode: Optional[bool] = None, headers: Optional[Mapping[str, str]] = None) -> Iterator[t.Order]:
        """Goes over all that list_orders gives, page by page, from after on."""
        while True:
            page = self.list_orders(limit=limit, after=after, state=state, external_id=external_id, test_mode=test_mode, headers=headers)
            yield from page["orders"]
            if page["next"] is None:
                return
            after = str(page["next"])

    def create_order(self, body: t.NewOrder, *, idempotency_key: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> t.Order:
        """
        Create a transaction.

        What is wrong is told in this order: a body that is not one JSON object (500, by contract); an
        incomplete syndic with method extranet (400); all else at once in one message (400). `/order` without
        the slash is the same.

        A test key only creates transactions with `test_mode` true, and sees and touches nothing that is not
        one. These never reach a real extranet; the value of `syndic.username` steers them: `test-done` (or
        any other), `test-waiting-document`, `test-bad-password`, `test-second-factor`, `test-site-down`,
        `test-review`.

        POST /order/
        """
        return self._call("POST", "/order/", shape="payload", credentials="all", headers=headers, body=body, keyed=True, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def list_events(self, *, after: Optional[str] = None, limit: Optional[int] = None, wait: Optional[int] = None, content: Optional[Literal["inline", "link"]] = None, details: Optional[Literal["true", "false"]] = None, headers: Optional[Mapping[str, str]] = None) -> t.Feed:
        """
        Read the feed of events of the account.

        The other way to learn of events: pull them, instead of or beside webhooks. Events, rehearsals among
        them, are numbered from 1 without a gap and kept for 30 days. Ask again with `after` set to the `next`
        of the last answer: a receiver that lost webhooks misses nothing. With `wait`, an empty page is held
        back until there is an event. `body` is what a webhook bears, in the form that `content` and `details`
        choose; null when the statement is no longer kept.

        GET /order/events
        """
        return self._call("GET", "/order/events", shape="payload", credentials="all", headers=headers, query={"after": after, "limit": limit, "wait": wait, "content": content, "details": details})  # type: ignore[no-any-return]

    def each_event(self, *, after: Optional[str] = None, limit: Optional[int] = None, wait: Optional[int] = None, content: Optional[Literal["inline", "link"]] = None, details: Optional[Literal["true", "false"]] = None, headers: Optional[Mapping[str, str]] = None) -> Iterator[t.FeedEvent]:
        """Goes over all that list_events gives, page by page, from after on."""
        while True:
            page = self.list_events(after=after, limit=limit, wait=wait, content=content, details=details, headers=headers)
            yield from page["events"]
            if not page["events"]:
                return
            after = str(page["next"])

    def need_refresh(self, body: t.NeedRefresh, *, idempotency_key: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> t.Order:
        """
        Request a refresh of the transaction named in the body.

        Use `POST /order/{orderid}/refresh` instead.

        POST /order/needrefresh

        Deprecated.
        """
        return self._call("POST", "/order/needrefresh", shape="payload", credentials="all", headers=headers, body=body, keyed=True, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def simulate_event(self, body: t.Simulation, *, headers: Optional[Mapping[str, str]] = None) -> t.Simulated:
        """
        Rehearse a webhook for a transaction in test mode.

        The real, signed request is sent to the endpoints of the account, with `predate-test: true`; the
        transaction does not move. A simulated `done` carries a specimen statement and specimen documents.
        With `faults` the delivery goes wrong on purpose; a receiver that takes what it must refuse is told so
        in the attempt.

        POST /order/test/webhook-events
        """
        return self._call("POST", "/order/test/webhook-events", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def read_order(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> t.View:
        """
        Read a transaction.

        GET /order/{orderid}
        """
        return self._call("GET", f"/order/{quoted(orderid)}", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def refresh_order(self, orderid: str, body: t.Refresh, *, idempotency_key: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> t.Order:
        """
        Request a refresh of a transaction.

        Allowed in the states done and waiting. Members of `syndic` that are given replace the known ones;
        without any kept, they are required. Exactly one new statement comes of it.

        POST /order/{orderid}/refresh
        """
        return self._call("POST", f"/order/{quoted(orderid)}/refresh", shape="payload", credentials="all", headers=headers, body=body, keyed=True, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def cancel_order(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> t.View:
        """
        Cancel a transaction.

        In any state but done: the work stops, the credentials are erased, the state stays. No webhook tells
        of it. A second cancel changes nothing.

        POST /order/{orderid}/cancel
        """
        return self._call("POST", f"/order/{quoted(orderid)}/cancel", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def add_documents(self, orderid: str, body: t.NewDocuments, *, idempotency_key: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> t.Order:
        """
        Give documents to a transaction that is not done.

        As JSON, or as `multipart/form-data` where every file part is a document; values `doctype`, `comment`
        and `submit` go with the file of the same number, or with all files when there is one value. PDF,
        JPEG, PNG, TIFF, DOCX and XLSX are told by their content. At most 50 MiB a file and 100 files a
        request; the same bytes twice are one document.

        POST /order/{orderid}/documents
        """
        return self._call("POST", f"/order/{quoted(orderid)}/documents", shape="payload", credentials="all", headers=headers, body=body, keyed=True, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def read_checklist(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> t.Checklist:
        """
        What a transaction needs of its client, and how each thing fares.

        Every paper and figure that is needed, all at once: first what lacks, then what is there. `corner_url`
        is the address of a page for the seller, made for a telephone: it shows this list, takes papers and
        answers, and opens nothing else.

        GET /order/{orderid}/checklist
        """
        return self._call("GET", f"/order/{quoted(orderid)}/checklist", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def answer(self, orderid: str, body: List[t.NewAnswer], *, idempotency_key: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> t.Order:
        """
        Answer what a transaction asks for.

        Each answer names an item of the checklist by its code and exercise. It is printed as the word of who
        gave it, with the day, and the papers are read again at once. An answer never makes a figure; of a
        paper that is asked for it may make a reserve. Words alone (`see_comment`) are read by an operator.
        The same answer twice is one; another takes its place.

        POST /order/{orderid}/answers
        """
        return self._call("POST", f"/order/{quoted(orderid)}/answers", shape="payload", credentials="all", headers=headers, body=body, keyed=True, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def read_report(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> Dict[str, Any]:
        """
        Download the figures of the latest pré-état daté with their evidence, as JSON.

        The bytes that the PDF carries as an attachment; the ETag is their SHA-256. Its schema is
        `docs/report.schema.json`.

        GET /order/{orderid}/report
        """
        return self._call("GET", f"/order/{quoted(orderid)}/report", shape="document", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def read_statement(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download the latest pré-état daté as PDF.

        GET /order/{orderid}/statement
        """
        return self._call("GET", f"/order/{quoted(orderid)}/statement", shape="file", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def list_order_events(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> t.Events:
        """
        List the events of a transaction, the oldest first.

        GET /order/{orderid}/events
        """
        return self._call("GET", f"/order/{quoted(orderid)}/events", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def download_document(self, id: str, *, expires: str, signature: str, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download a document.

        The address is given by a webhook or a reading; its signature is the only credential and holds for 30
        days.

        GET /files/documents/{id}
        """
        return self._call("GET", f"/files/documents/{quoted(id)}", shape="file", credentials="none", headers=headers, query={"expires": expires, "signature": signature})  # type: ignore[no-any-return]

    def download_specimen(self, place: int, *, expires: str, signature: str, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download a paper of the sample dossier.

        The address is given by a rehearsed webhook; its signature is the only credential and holds for 30
        days.

        GET /files/specimens/{place}
        """
        return self._call("GET", f"/files/specimens/{quoted(place)}", shape="file", credentials="none", headers=headers, query={"expires": expires, "signature": signature})  # type: ignore[no-any-return]

    def download_statement(self, orderid: str, run: str, *, expires: str, signature: str, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download the statement that a run made.

        The address is given by a reading; its signature is the only credential and holds for 30 days.

        GET /files/statements/{orderid}/{run}
        """
        return self._call("GET", f"/files/statements/{quoted(orderid)}/{quoted(run)}", shape="file", credentials="none", headers=headers, query={"expires": expires, "signature": signature})  # type: ignore[no-any-return]

    def verify(self, code: str, *, headers: Optional[Mapping[str, str]] = None) -> t.Verification:
        """
        Tell whether a statement is genuine and still the latest.

        For whoever holds a statement: no credential, nothing personal in the answer. A browser (`Accept:
        text/html`) gets a page. At most 5 requests a second from one network address.

        GET /verify/{code}
        """
        return self._call("GET", f"/verify/{quoted(code)}", shape="payload", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def alive(self, *, headers: Optional[Mapping[str, str]] = None) -> None:
        """
        Tell that the process runs.

        GET /livez
        """
        return self._call("GET", "/livez", shape="nothing", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def ready(self, *, headers: Optional[Mapping[str, str]] = None) -> None:
        """
        Tell that the service can serve.

        GET /readyz
        """
        return self._call("GET", "/readyz", shape="nothing", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def openapi(self, *, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Read this document.

        GET /openapi.yaml
        """
        return self._call("GET", "/openapi.yaml", shape="file", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def jwks(self, *, headers: Optional[Mapping[str, str]] = None) -> t.JWKS:
        """
        Read the public keys that verify access tokens (RFC 7517).

        GET /.well-known/jwks.json
        """
        return self._call("GET", "/.well-known/jwks.json", shape="document", credentials="none", headers=headers)  # type: ignore[no-any-return]
