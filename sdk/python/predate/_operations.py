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

    def view_account(self, *, headers: Optional[Mapping[str, str]] = None) -> t.Account:
        """
        Read the account of the key.

        Its e-mail, its kind, and what is agreed with it. A test key reads it too.

        GET /account
        """
        return self._call("GET", "/account", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def change_account(self, body: t.NewFlags, *, headers: Optional[Mapping[str, str]] = None) -> t.Account:
        """
        Change what webhooks carry and whether extranet passwords are kept.

        A member that is left out stays as it is. `keep_credentials` false erases at once the extranet
        credentials of transactions that are done, cancelled or waiting. A test key reads the account and
        changes nothing of it (403).

        PATCH /account
        """
        return self._call("PATCH", "/account", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def change_password(self, body: t.NewPassword, *, headers: Optional[Mapping[str, str]] = None) -> t.Token:
        """
        Change the password, with the old one.

        Every access token of the account ends; the answer has a new one. A wrong old password is 401 and
        counts as a failed authentication. The new one has at least 12 characters. Not with a test key (403).

        POST /account/password
        """
        return self._call("POST", "/account/password", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def list_keys(self, *, headers: Optional[Mapping[str, str]] = None) -> t.Keys:
        """
        List the API keys of the account.

        By their beginnings; more is not kept. A test key sees test keys alone.

        GET /account/keys
        """
        return self._call("GET", "/account/keys", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def create_key(self, body: t.NewKey, *, headers: Optional[Mapping[str, str]] = None) -> t.Key:
        """
        Make an API key; it is shown this once.

        The body may be left out: the key is then live, or a test key when a test key asks. At most 20 keys
        are in use (409 `too_many_keys`). A test key makes test keys alone (403).

        POST /account/keys
        """
        return self._call("POST", "/account/keys", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def delete_key(self, id: str, *, last: Optional[bool] = None, headers: Optional[Mapping[str, str]] = None) -> t.Key:
        """
        Revoke an API key, and the access tokens that it was given.

        The last live key is only revoked with `last=true`: without one, nothing live can be asked any more,
        and an operator must make another (409 `last_live_key`). To a test key live keys are unknown (404).

        DELETE /account/keys/{id}
        """
        return self._call("DELETE", f"/account/keys/{quoted(id)}", shape="payload", credentials="all", headers=headers, query={"last": last})  # type: ignore[no-any-return]

    def list_webhooks(self, *, headers: Optional[Mapping[str, str]] = None) -> t.Endpoints:
        """
        List the webhook endpoints of the account.

        Every endpoint of the account, in the order in which they were made, without their health. A test key
        sees test endpoints alone.

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

        Nothing more is sent to it, not even what was under way; its deliveries are no longer listed. To stop
        it for a while, switch it off with `enabled` instead.

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

        How many deliveries were made to the endpoint since then and how their attempts went, with the median
        and the slowest hundredth of their durations.

        GET /account/webhooks/{id}/stats
        """
        return self._call("GET", f"/account/webhooks/{quoted(id)}/stats", shape="payload", credentials="all", headers=headers, query={"hours": hours})  # type: ignore[no-any-return]

    def recover_webhook(self, id: str, body: t.Recovery, *, headers: Optional[Mapping[str, str]] = None) -> t.Recovered:
        """
        Send again what was given up within a time.

        Every delivery that was given up within the range is opened again, in the order of the events. What
        succeeded is not sent again.

        POST /account/webhooks/{id}/recover
        """
        return self._call("POST", f"/account/webhooks/{quoted(id)}/recover", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def list_deliveries(self, id: str, *, limit: Optional[int] = None, after: Optional[str] = None, status: Optional[Literal["pending", "delivered", "given_up"]] = None, headers: Optional[Mapping[str, str]] = None) -> t.Deliveries:
        """
        List the deliveries to an endpoint with their attempts, the newest first.

        Each delivery with all its attempts and the beginning of what your server answered. What was sent is
        told where one delivery is read.

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

        `request` has the very body that every attempt sends, or its first 64 KiB with the length and SHA-256
        of the whole, and each attempt the headers that it bore, the signature among them; the secret is never
        shown.

        GET /account/webhooks/{id}/deliveries/{delivery}
        """
        return self._call("GET", f"/account/webhooks/{quoted(id)}/deliveries/{quoted(delivery)}", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def resend_delivery(self, id: str, delivery: str, *, headers: Optional[Mapping[str, str]] = None) -> t.Delivery:
        """
        Send an ended delivery again.

        It is sent at once, with the same body and the same `webhook-id`, and its schedule begins anew. One
        that is still pending, or whose endpoint is switched off, is refused.

        POST /account/webhooks/{id}/deliveries/{delivery}/resend
        """
        return self._call("POST", f"/account/webhooks/{quoted(id)}/deliveries/{quoted(delivery)}/resend", shape="payload", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def list_invoices(self, *, limit: Optional[int] = None, after: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> t.ListInvoicesAnswer:
        """
        List the invoices and credit notes of the account, the newest first.

        Empty where the installation does not invoice its orders, and for a test key, since tests are not
        invoiced.

        GET /account/invoices
        """
        return self._call("GET", "/account/invoices", shape="payload", credentials="all", headers=headers, query={"limit": limit, "after": after})  # type: ignore[no-any-return]

    def each_invoice(self, *, limit: Optional[int] = None, after: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> Iterator[t.Invoice]:
        """Goes over all that list_invoices gives, page by page, from after on."""
        while True:
            page = self.list_invoices(limit=limit, after=after, headers=headers)
            yield from page["invoices"]
            if page["next"] is None:
                return
            after = str(page["next"])

    def read_invoice(self, number: str, *, format: Optional[Literal["pdf", "xml"]] = None, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download an invoice or a credit note of the account.

        A PDF that carries its structured data (Factur-X, profile EN 16931), or that data alone.

        GET /account/invoices/{number}
        """
        return self._call("GET", f"/account/invoices/{quoted(number)}", shape="file", credentials="all", headers=headers, query={"format": format})  # type: ignore[no-any-return]

    def create_portal_link(self, body: t.NewPortalLink, *, headers: Optional[Mapping[str, str]] = None) -> t.CreatePortalLinkAnswer:
        """
        Get the address of a page where your support looks after the webhooks.

        Whoever opens the address sees the account's endpoints (the live ones, or those for tests), what was
        sent to each and what came back, may send again, pause, resume and replace a secret. It holds for
        `minutes`, and ends with the account's password. `frame` is the https origin of a site that may show
        it in a frame; without it none may.

        POST /account/portal
        """
        return self._call("POST", "/account/portal", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def list_orders(self, *, limit: Optional[int] = None, after: Optional[str] = None, state: Optional[t.State] = None, external_id: Optional[str] = None, test_mode: Optional[bool] = None, headers: Optional[Mapping[str, str]] = None) -> t.Orders:
        """
        List the transactions of the account, the newest first.

        `/order` without the slash is the same.

        GET /order/
        """
        return self._call("GET", "/order/", shape="payload", credentials="all", headers=headers, query={"limit": limit, "after": after, "state": state, "external_id": external_id, "test_mode": test_mode})  # type: ignore[no-any-return]

    def each_order(self, *, limit: Optional[int] = None, after: Optional[str] = None, state: Optional[t.State] = None, external_id: Optional[str] = None, test_mode: Optional[bool] = None, headers: Optional[Mapping[str, str]] = None) -> Iterator[t.ListedOrder]:
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
        one. These never reach a real extranet; the value of `syndic.username` steers them, any other one like
        the first:

        | `syndic.username` | what happens | where it ends | |---|---|---| | `test-done` | Every paper is
        there, and the statement is made. | `done` | | `test-slow` | The same, from a site that takes a
        quarter of a second over each answer. | `done` | | `test-waiting-document` | Annexe 1 of the last
        exercise is not there. | `waiting`, `missing[]` has `schedule_1` | | `test-waiting-minutes` | No
        minutes of a general meeting are there. | `waiting`, `missing[]` has `minutes` | |
        `test-waiting-charge-statement` | Nothing gives the charges of the exercise before the last. |
        `waiting`, `missing[]` has `charge_statement` | | `test-waiting-fund-call` | No call for funds and no
        extract of account is recent. | `waiting`, `missing[]` has `fund_call` | | `test-waiting-several` |
        Minutes, annexe 1 and a recent call for funds are not there: all is asked for at once. | `waiting`,
        `missing[]` has `fund_call`, `minutes`, `schedule_1` | | `test-review` | An operator must look at the
        statement; nobody does until you have one decide. | `received`, before an operator | |
        `test-contradiction` | Two papers contradict each other (annexe 1 twice, with other sums), and an
        operator must look at them. | `received`, before an operator | | `test-review-approved` | An operator
        looks at the statement and approves it. | `done` | | `test-review-refused` | An operator looks at the
        statement and asks you for another paper instead. | `waiting`, `missing[]` has `operator` | |
        `test-bad-password` | The site refuses the password; it is erased and not tried again. | `waiting`,
        `missing[]` has `bad_credentials` | | `test-account-locked` | The account on the site is locked. |
        `waiting`, `missing[]` has `account_locked` | | `test-password-expired` | The site asks for another
        password. | `waiting`, `missing[]` has `password_expired` | | `test-action-required` | The site asks
        its user to agree to new terms. | `waiting`, `missing[]` has `action_required` | |
        `test-second-factor` | The site asks for a code that it sent by SMS. | `waiting`, `missing[]` has
        `second_factor` | | `test-credentials-expired` | The password was erased before it could be used, as
        after 72 hours. | `waiting`, `missing[]` has `credentials_expired` | | `test-unsupported-extranet` |
        No recipe knows the extranet; nothing is sent to it. | `waiting`, `missing[]` has
        `unsupported_extranet` | | `test-policy-refused` | The address of the extranet breaks a rule of safety
        (a port of its own). | `waiting`, `missing[]` has `policy_refused` | | `test-account-not-found` | The
        login opens another building only. | `waiting`, `missing[]` has `account_not_found` | |
        `test-account-ambiguous` | The login opens two accounts that nothing tells apart. | `waiting`,
        `missing[]` has `account_ambiguous` | | `test-access-restricted` | The account is there and shows no
        papers. | `waiting`, `missing[]` has `access_restricted` | | `test-site-back` | The site is down for
        two collections (at once, and a minute later) and back at the third, ten minutes after. | `done` | |
        `test-site-down` | The site is down; it is tried again for two days. | `waiting`, `missing[]` has
        `site_unavailable` | | `test-rate-limited` | The site asks for patience each time. | `waiting`,
        `missing[]` has `rate_limited` | | `test-session-lost` | The site ends the session each time. |
        `waiting`, `missing[]` has `session_lost` | | `test-captcha` | The site asks for proof that a person
        is there. | `confirmed`, before an operator | | `test-blocked` | The site turns programs away. |
        `confirmed`, before an operator | | `test-site-changed` | The site answers in a shape that no recipe
        knows. | `confirmed`, before an operator | | `test-empty-listing` | The site lists no paper at all. |
        `confirmed`, before an operator | | `test-limit-reached` | The extranet lists more papers than one
        collection takes. | `confirmed`, before an operator | | `test-download-failed` | One paper, an old
        call for funds, cannot be fetched: after four tries an operator decides whether it weighs. |
        `received`, before an operator | | `test-document-invalid` | One paper, an old call for funds, comes
        as a page of the site: after four tries an operator decides whether it weighs. | `received`, before an
        operator |

        `POST /order/test/advance` takes them further.

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

    def advance_test_order(self, body: t.NewAdvance, *, headers: Optional[Mapping[str, str]] = None) -> t.Advanced:
        """
        Have time pass, an operator decide, or the extranet be back, for a transaction in test mode.

        `time`: as much time as `by` says passes for every test transaction of the account, and for no live
        one: tries of an extranet that are to come come sooner, extranet credentials end sooner, and a refresh
        is made for a day as much later. Without `by`, as much as this transaction waits for its next try. The
        account's test clock is three years ahead at most.

        `site_back`: the extranet of the transaction is well again, and is collected from at once.

        `operator_approves`, `operator_refuses`: an operator lets the statement go, or asks for another paper.

        What makes no sense is 409 and changes nothing: `order_not_in_test_mode`, `order_cancelled`,
        `nothing_waits`, `clock_too_far`, `site_is_well`, `not_the_site`, `credentials_erased`, `no_review`,
        `collection_stopped`.

        POST /order/test/advance
        """
        return self._call("POST", "/order/test/advance", shape="payload", credentials="all", headers=headers, body=body)  # type: ignore[no-any-return]

    def read_order(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> t.View:
        """
        Read a transaction.

        What was ordered, what the transaction is about at the moment, what is missing, the papers and the
        statement. The username and the password of the extranet are never shown.

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

    def read_pack(self, orderid: str, *, format: Optional[Literal["zip", "pdf"]] = None, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download the papers of a transaction together.

        The supplied papers in the order of CCH, art. L.721-2, II, with a table of contents: as a ZIP of the
        files as they came, or as one PDF of their pages. `format` decides, else `Accept`, else it is a ZIP.
        Doubles are left out; papers of another building are named and not handed over. In the PDF what is
        noted on pages is drawn into them, and scripts, links, forms and attachments are gone; what cannot be
        taken in (another kind of file, a broken or locked one, what would make more than 64 MiB or 2000
        pages) is named on the contents page and is in the ZIP. The same papers give the same bytes. A
        statement is not among them: see `statement`.

        GET /order/{orderid}/pack
        """
        return self._call("GET", f"/order/{quoted(orderid)}/pack", shape="file", credentials="all", headers=headers, query={"format": format})  # type: ignore[no-any-return]

    def read_statement(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download the latest pré-état daté as PDF.

        The PDF of the latest run that issued one; its SHA-256 is the ETag and stands in the transaction. A
        range of it may be asked for.

        GET /order/{orderid}/statement
        """
        return self._call("GET", f"/order/{quoted(orderid)}/statement", shape="file", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def read_order_invoice(self, orderid: str, *, format: Optional[Literal["pdf", "xml"]] = None, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download the latest invoice of the order.

        Written when the order becomes done, where the installation invoices its orders; 404 before, and for
        tests. A PDF that carries its structured data (Factur-X, profile EN 16931), or that data alone.

        GET /order/{orderid}/invoice
        """
        return self._call("GET", f"/order/{quoted(orderid)}/invoice", shape="file", credentials="all", headers=headers, query={"format": format})  # type: ignore[no-any-return]

    def read_proof(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download the proof of the latest pré-état daté as PDF.

        What the figures rest on: for each number that the statement cites, the paper, the page and the words;
        the accounting checks; the papers, and the SHA-256 of their files. The statement names it by its
        SHA-256. A statement issued before there were two files holds all this itself: 404,
        `proof_not_available`.

        GET /order/{orderid}/proof
        """
        return self._call("GET", f"/order/{quoted(orderid)}/proof", shape="file", credentials="all", headers=headers)  # type: ignore[no-any-return]

    def list_order_events(self, orderid: str, *, headers: Optional[Mapping[str, str]] = None) -> t.Events:
        """
        List the events of a transaction, the oldest first.

        Every event of the transaction, rehearsals among them, as the feed numbers them but without their
        bodies.

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

    def download_dossier(self, *, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download the sample dossier, to upload it.

        The papers of an invented building as a ZIP, each page marked SPÉCIMEN. Place
        `/files/samples/order.json`, unpack, and add the files by `POST /order/{orderid}/documents`: the
        transaction comes to `done`. No credential.

        GET /files/samples/dossier.zip
        """
        return self._call("GET", "/files/samples/dossier.zip", shape="file", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def download_sample_order(self, *, headers: Optional[Mapping[str, str]] = None) -> t.NewOrder:
        """
        Download the body of an order that the sample dossier answers.

        For `POST /order/`, with `method` upload and `test_mode` true. No credential.

        GET /files/samples/order.json
        """
        return self._call("GET", "/files/samples/order.json", shape="document", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def download_specimen(self, place: int, *, expires: str, signature: str, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download a paper of the sample dossier.

        The address is given by a rehearsed webhook; its signature is the only credential and holds for 30
        days.

        GET /files/specimens/{place}
        """
        return self._call("GET", f"/files/specimens/{quoted(place)}", shape="file", credentials="none", headers=headers, query={"expires": expires, "signature": signature})  # type: ignore[no-any-return]

    def download_proof(self, orderid: str, run: str, *, expires: str, signature: str, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Download the proof of the statement that a run made.

        The address is given by a reading; its signature is the only credential and holds for 30 days.

        GET /files/proofs/{orderid}/{run}
        """
        return self._call("GET", f"/files/proofs/{quoted(orderid)}/{quoted(run)}", shape="file", credentials="none", headers=headers, query={"expires": expires, "signature": signature})  # type: ignore[no-any-return]

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

        For whoever restarts the process: it answers as long as the process does, whatever else is broken.

        GET /livez
        """
        return self._call("GET", "/livez", shape="nothing", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def ready(self, *, headers: Optional[Mapping[str, str]] = None) -> None:
        """
        Tell that the service can serve.

        For whoever sends requests here: the database, the files and the disk are asked, within three seconds.

        GET /readyz
        """
        return self._call("GET", "/readyz", shape="nothing", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def openapi(self, *, headers: Optional[Mapping[str, str]] = None) -> bytes:
        """
        Read this document.

        OpenAPI 3.1. The server that it names is this installation.

        GET /openapi.yaml
        """
        return self._call("GET", "/openapi.yaml", shape="file", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def openapi_j_s_o_n(self, *, headers: Optional[Mapping[str, str]] = None) -> Dict[str, Any]:
        """
        Read this document as JSON.

        The same as `/openapi.yaml`; the server that both name is this installation.

        GET /openapi.json
        """
        return self._call("GET", "/openapi.json", shape="document", credentials="none", headers=headers)  # type: ignore[no-any-return]

    def jwks(self, *, headers: Optional[Mapping[str, str]] = None) -> t.JWKS:
        """
        Read the public keys that verify access tokens (RFC 7517).

        Ed25519 keys, each with its `kid`; a key that was replaced stays until the last token that it signed
        has expired.

        GET /.well-known/jwks.json
        """
        return self._call("GET", "/.well-known/jwks.json", shape="document", credentials="none", headers=headers)  # type: ignore[no-any-return]
