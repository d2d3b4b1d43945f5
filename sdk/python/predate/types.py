# Made of api/openapi.yaml by sdk/generate: do not edit, run «make sdk».
"""The objects of the API, as the dictionaries that requests take and answers are.
Dates are HTTP-dates in GMT, as the API writes them: predate.moment reads one."""

from typing import Any, Dict, List, Literal, Optional, TypedDict


class Account(TypedDict):
    email: str
    # One of premium, syndic, standard.
    kind: Literal["premium", "syndic", "standard"]
    created: str
    send_documents: bool
    send_registration: bool
    keep_credentials: bool


class _Activity(TypedDict):
    """
    What the transaction is about at the moment, so that nobody waits without knowing for what. queued: a step
    waits for its turn; collecting: the extranet is asked for papers; retrying: a step failed and is tried
    again by itself; reading: papers are read; in_review: a person of ours looks; asking: you are to act, see
    `missing`; typesetting: the PDF is made; idle: nothing is left to do.
    """

    # One of queued, collecting, retrying, reading, in_review, asking, typesetting, idle.
    code: Literal["queued", "collecting", "retrying", "reading", "in_review", "asking", "typesetting", "idle"]
    since: str
    # In French, for people.
    message: str


class Activity(_Activity, total=False):
    """
    What the transaction is about at the moment, so that nobody waits without knowing for what. queued: a step
    waits for its turn; collecting: the extranet is asked for papers; retrying: a step failed and is tried
    again by itself; reading: papers are read; in_review: a person of ours looks; asking: you are to act, see
    `missing`; typesetting: the PDF is made; idle: nothing is left to do.
    """

    # When a step is tried again; absent where that is not known, or none is.
    next_attempt: str

State = Literal["confirmed", "received", "waiting", "done", "need-refresh"]


class Advanced(TypedDict):
    orderid: str
    action: str
    # Seconds that have passed.
    passed: int
    # Seconds by which the clock of the account's test transactions is ahead.
    ahead: int
    # Just then; the work that the action begins follows.
    state: State
    # When the extranet is tried again; null for never.
    next_attempt: Optional[str]


class _Attempt(TypedDict):
    number: int
    at: str
    duration_ms: int
    # Null when there was no answer.
    http_status: Optional[int]
    error: Optional[str]
    # The beginning of what your server answered, up to 16 KiB.
    answer: str


class Attempt(_Attempt, total=False):
    # The seconds that your server asked for; absent when it did not.
    retry_after: int
    # What your server ordered by predate-control; absent when it did not. One of stop, disable.
    control: Literal["stop", "disable"]
    # The headers that were sent, by their names in small letters; where one delivery is read.
    headers: Dict[str, Any]


class _AwaitedGap(TypedDict):
    # One of document, figure, action.
    kind: Literal["document", "figure", "action"]
    code: str
    # In French
    message: str


class AwaitedGap(_AwaitedGap, total=False):
    doctype: int


class Said(TypedDict):
    # One of does_not_exist, not_obtainable.
    answer: Literal["does_not_exist", "not_obtainable"]
    by: str
    on: str
    comment: str


class _Item(TypedDict):
    # One of document, figure, action.
    kind: Literal["document", "figure", "action"]
    code: str
    # In French
    label: str
    # One of satisfied, missing, unreadable, declared_absent.
    state: Literal["satisfied", "missing", "unreadable", "declared_absent"]
    # In French; the sentences that ask for it, none where it is there.
    why: List[str]
    # Whether the statement waits for it.
    blocking: bool
    said: Optional[Said]


class Item(_Item, total=False):
    doctype: int
    # The exercise it is about, such as 2025 or 2024/2025; absent when it is about none.
    fiscal_year: str


class Checklist(TypedDict):
    orderid: str
    state: State
    # Whether what was given or answered is yet to be read: the items are those of before.
    reading: bool
    # How many items are satisfied or declared absent.
    settled: int
    # As in the transaction.
    corner_url: Optional[str]
    items: List[Item]


class CreatePortalLinkAnswer(TypedDict):
    url: str
    # HTTP-date (RFC 9110).
    expires: str


class Credentials(TypedDict):
    email: str
    password: str


class Deleted(TypedDict):
    id: str


class _SentRequest(TypedDict):
    """
    What every attempt sends; where one delivery is read.
    """

    # Of the endpoint, as it is now.
    url: str
    # The bytes as they are signed, up to 64 KiB; null when what they carried is no longer kept.
    body: Optional[str]
    # The length of the whole body; 0 when it is no longer kept.
    bytes: int
    # Whether `body` is only its beginning.
    truncated: bool


class SentRequest(_SentRequest, total=False):
    """
    What every attempt sends; where one delivery is read.
    """

    # Of the whole body; absent when it is no longer kept.
    sha256: str


class _Delivery(TypedDict):
    # The webhook-id.
    id: str
    # Id of the event.
    event: str
    orderid: str
    sequence: int
    # One of pending, delivered, given_up.
    status: Literal["pending", "delivered", "given_up"]
    created: str
    next_attempt: Optional[str]
    ended: Optional[str]
    attempts: List[Attempt]


class Delivery(_Delivery, total=False):
    # Which event it tells of; where one delivery is read.
    kind: State
    request: SentRequest


class Deliveries(TypedDict):
    # The `after` of the next page; null on the last.
    next: Optional[str]
    deliveries: List[Delivery]


class Deposit(TypedDict):
    # Identifier among `documents`.
    document: int
    # failed: the next collection, after a refresh, tries again. One of pending, made, failed.
    state: Literal["pending", "made", "failed"]
    made: Optional[str]
    # The extranet's own words and number; may be empty.
    receipt: str
    # One of , deposit_unsupported, deposit_failed.
    code: Literal["", "deposit_unsupported", "deposit_failed"]
    # In French; empty unless it failed.
    message: str


class Document(TypedDict):
    id: int
    doctype: int
    delivered: str
    # What who gave the document wrote, or the title that the extranet gives it; behind « Pièce d’un autre
    # immeuble – écartée » where reading found another building's, from which nothing is taken.
    comment: str
    mimetype: str
    # Holds for 30 days.
    url: str


class Health(TypedDict):
    """
    How the latest attempts went; told where one endpoint is read or changed.
    """

    # One of ok, failing, paused, disabled.
    status: Literal["ok", "failing", "paused", "disabled"]
    # In a row.
    failures: int
    failing_since: Optional[str]
    last_success: Optional[str]
    last_failure: Optional[str]
    last_error: Optional[str]
    paused_until: Optional[str]
    disabled_at: Optional[str]


class _Endpoint(TypedDict):
    id: str
    url: str
    # True: a test endpoint, which hears of tests alone. False: a live one, which hears of everything but what
    # a test key does.
    test_mode: bool
    events: List[State]
    # One of inline, link.
    content: Literal["inline", "link"]
    details: bool
    max_rate: Optional[int]
    # One of v1, v1a.
    signature: Literal["v1", "v1a"]
    # Verifies v1a; null under v1.
    public_key: Optional[str]
    enabled: bool
    disabled_reason: Optional[str]
    created: str


class Endpoint(_Endpoint, total=False):
    # Shown once, when the endpoint is made; absent under v1a.
    secret: str
    health: Health


class EndpointChange(TypedDict, total=False):
    url: Optional[str]
    events: Optional[List[State]]
    enabled: Optional[bool]
    # One of inline, link.
    content: Optional[Literal["inline", "link"]]
    details: Optional[bool]
    # null takes the limit off.
    max_rate: Optional[int]


class Endpoints(TypedDict):
    webhooks: List[Endpoint]

Fault = Literal["duplicate", "out_of_order", "bad_signature", "stale_timestamp"]


class _Event(TypedDict):
    id: str
    # Within the account
    position: int
    orderid: str
    external_id: str
    status: State
    # Within the transaction, from 1; 0 for a rehearsal.
    sequence: int
    simulated: bool
    test_mode: bool
    created: str


class Event(_Event, total=False):
    # What a rehearsal does wrong on purpose.
    faults: List[Fault]
    # Seconds before the first attempt of a rehearsal.
    delay: int


class Events(TypedDict):
    events: List[Event]


class _WebhookEvent(TypedDict):
    status: State
    orderid: str
    external_id: str


class WebhookEvent(_WebhookEvent, total=False):
    # Only when status is done, unless the endpoint chose `content: link`.
    content: str
    # The statement's address, good for 30 days, in the place of content when the endpoint chose `content:
    # link`, or when the body would be longer than 20 MiB.
    content_url: str
    # With content_url: what the statement's bytes must be.
    content_sha256: str
    # Only when status is waiting and the endpoint chose `details`: what the order waits for.
    missing: List[AwaitedGap]
    # Only when your contract allows it.
    registration_id: str
    # Only when status is done.
    documents: List[Document]


class _FeedEvent(TypedDict):
    id: str
    # Within the account
    position: int
    orderid: str
    external_id: str
    status: State
    # Within the transaction, from 1; 0 for a rehearsal.
    sequence: int
    simulated: bool
    test_mode: bool
    created: str
    body: Optional[WebhookEvent]


class FeedEvent(_FeedEvent, total=False):
    # What a rehearsal does wrong on purpose.
    faults: List[Fault]
    # Seconds before the first attempt of a rehearsal.
    delay: int


class Feed(TypedDict):
    events: List[FeedEvent]
    # The position to go on from.
    next: int


class _Gap(TypedDict):
    # One of document, figure, action.
    kind: Literal["document", "figure", "action"]
    code: str
    # In French
    message: str
    # Whether the statement waits for it.
    blocking: bool


class Gap(_Gap, total=False):
    doctype: int
    # The exercise it is about, such as 2025 or 2024/2025; absent when it is about none.
    fiscal_year: str


class HandedIn(TypedDict):
    # Identifier among `documents`.
    document: int
    filename: str
    given: str
    # client: you, or the seller on the page `corner_url`. One of client, operator.
    by: Literal["client", "operator"]
    # Whether something could be taken from it; null until it was read.
    accepted: Optional[bool]
    # In French: why it was not accepted; else empty.
    message: str


class Invoice(TypedDict):
    number: str
    # One of invoice, credit_note.
    kind: Literal["invoice", "credit_note"]
    # The invoice that a credit note cancels.
    corrects: Optional[str]
    orderid: str
    external_id: str
    # HTTP-date (RFC 9110) of the day.
    issued: str
    # HTTP-date (RFC 9110) of the day.
    due: str
    # Euros with two decimals, without VAT.
    net: str
    # Euros with two decimals.
    vat: str
    # Euros with two decimals.
    total: str
    # One of EUR.
    currency: Literal["EUR"]


class JWKSKey(TypedDict):
    kty: str
    crv: str
    alg: str
    use: str
    kid: str
    x: str


class JWKS(TypedDict):
    keys: List[JWKSKey]


class _Key(TypedDict):
    # Names the key; nothing of it can be found from this.
    id: str
    # How the key begins.
    prefix: str
    # It sees and touches tests only.
    test_mode: bool
    created: str
    # To the hour; null for never.
    last_used: Optional[str]
    # Since when it is refused; null while it is good.
    revoked: Optional[str]
    # It is the key of this request.
    current: bool


class Key(_Key, total=False):
    # The key itself, in the answer that makes it and never again.
    key: str


class Keys(TypedDict):
    keys: List[Key]


class ListInvoicesAnswer(TypedDict):
    invoices: List[Invoice]
    next: Optional[str]


class ListedOrder(TypedDict):
    account: str
    created: str
    external_id: str
    orderid: str
    pending: bool
    refreshed: bool
    state: State
    test_mode: bool
    updated: str
    activity: Activity


class SyndicChange(TypedDict, total=False):
    """
    Optional while the credentials are still kept.
    """

    name: Optional[str]
    username: Optional[str]
    password: Optional[str]


class _NeedRefresh(TypedDict):
    orderid: str
    # One of extranet, upload.
    method: Literal["extranet", "upload"]


class NeedRefresh(_NeedRefresh, total=False):
    comment: Optional[str]
    all_due_paid: Optional[bool]
    syndic: Optional[SyndicChange]


class NeedRotation(TypedDict, total=False):
    # How long the old key still signs beside the new one.
    grace_hours: Optional[int]
    # The scheme of the new key; absent keeps the endpoint's. One of v1, v1a.
    signature: Optional[Literal["v1", "v1a"]]


class _NewAdvance(TypedDict):
    orderid: str
    # One of time, operator_approves, operator_refuses, site_back.
    action: Literal["time", "operator_approves", "operator_refuses", "site_back"]


class NewAdvance(_NewAdvance, total=False):
    # A time like `90m`, `2h` or `3d`, from a minute to 366 days; with `time` alone.
    by: Optional[str]


class _NewAnswer(TypedDict):
    # Of the item.
    code: str
    # What is no document takes `see_comment` only; a document that cannot be read exists. One of
    # does_not_exist, not_obtainable, see_comment.
    answer: Literal["does_not_exist", "not_obtainable", "see_comment"]
    # Who says so: a name, printed in the statement.
    by: str


class NewAnswer(_NewAnswer, total=False):
    # Of the item, where it has one.
    fiscal_year: Optional[str]
    # Required with `see_comment`.
    comment: Optional[str]


class _NewDocument(TypedDict):
    filename: str
    # At most 50 MiB once decoded.
    content: str


class NewDocument(_NewDocument, total=False):
    # A hint; the content decides.
    doctype: Optional[int]
    comment: Optional[str]
    # Hand the document in to the syndic through its extranet, with the next collection; `deposits` of the
    # transaction tells what came of it. Only for an order that names an extranet.
    submit: Optional[bool]


class NewDocuments(TypedDict):
    documents: List[NewDocument]


class _NewEndpoint(TypedDict):
    # https only.
    url: str


class NewEndpoint(_NewEndpoint, total=False):
    # Which to send; none or absent means all five.
    events: Optional[List[State]]
    # Whether `done` carries the statement in base64, or its address. One of inline, link.
    content: Optional[Literal["inline", "link"]]
    # Whether `waiting` tells what is missing.
    details: Optional[bool]
    # Deliveries a second, at most.
    max_rate: Optional[int]
    # Whether it hears of tests alone; always so of one that a test key makes. It cannot be changed later.
    test_mode: Optional[bool]
    # v1: HMAC-SHA256 with a shared secret; v1a: Ed25519, whose public key the answer shows. One of v1, v1a.
    signature: Optional[Literal["v1", "v1a"]]


class NewFlags(TypedDict, total=False):
    # Webhooks of `done` carry `documents`.
    send_documents: Optional[bool]
    # They carry `registration_id`.
    send_registration: Optional[bool]
    # Extranet credentials are kept, sealed, for refreshes.
    keep_credentials: Optional[bool]


class NewKey(TypedDict, total=False):
    # A key that sees and touches tests only.
    test_mode: Optional[bool]


class _NewOrderOwner(TypedDict):
    lastname: str


class NewOrderOwner(_NewOrderOwner, total=False):
    # Empty for a company.
    firstname: Optional[str]


class NewOrderInvoice(TypedDict):
    """
    Who is invoiced.
    """

    address: str
    city: str
    zipcode: str
    lastname: str


class NewOrderSyndic(TypedDict, total=False):
    """
    Required whole with method extranet. The password is encrypted on receipt and erased when the work ends.
    """

    name: Optional[str]
    username: Optional[str]
    password: Optional[str]
    # Absolute https address of the extranet.
    url: Optional[str]


class _NewOrder(TypedDict):
    address: str
    city: str
    zipcode: str
    owners: List[NewOrderOwner]
    # Who is invoiced.
    invoice: NewOrderInvoice
    # extranet: the papers are collected from the syndic's site. upload: you send them, now or later. One of
    # extranet, upload.
    method: Literal["extranet", "upload"]


class NewOrder(_NewOrder, total=False):
    additional: Optional[str]
    # Required whole with method extranet. The password is encrypted on receipt and erased when the work ends.
    syndic: Optional[NewOrderSyndic]
    documents: Optional[List[NewDocument]]
    lots: Optional[str]
    comment: Optional[str]
    all_due_paid: Optional[bool]
    # Your own identifier; echoed.
    external_id: Optional[str]
    test_mode: Optional[bool]


class NewPassword(TypedDict):
    old_password: str
    # At least 12 characters, at most 1024 bytes.
    new_password: str


class NewPortalLink(TypedDict, total=False):
    minutes: int
    # An https origin, like `https://app.example.fr`.
    frame: str
    # The endpoints for tests instead of the live ones; a test key gets no other.
    test_mode: bool


class Order(TypedDict):
    # The e-mail of your account.
    account: str
    created: str
    external_id: str
    orderid: str
    # True until done or cancelled.
    pending: bool
    # True once a refresh was requested.
    refreshed: bool
    state: State
    test_mode: bool
    updated: str


class Orders(TypedDict):
    orders: List[ListedOrder]
    # The `after` of the next page; null on the last.
    next: Optional[str]


class Proof(TypedDict):
    # Signed, good for at least 30 days
    url: str
    # Of the file, as the statement prints it
    sha256: str


class Recovered(TypedDict):
    recovered: int


class _Recovery(TypedDict):
    # An HTTP-date or an RFC 3339 date and time.
    since: str


class Recovery(_Recovery, total=False):
    # The end, itself left out; absent means now.
    until: Optional[str]


class _Refresh(TypedDict):
    # One of extranet, upload.
    method: Literal["extranet", "upload"]


class Refresh(_Refresh, total=False):
    comment: Optional[str]
    all_due_paid: Optional[bool]
    syndic: Optional[SyndicChange]


class _Rotated(TypedDict):
    id: str
    previous_secret_until: str


class Rotated(_Rotated, total=False):
    # Absent under v1a.
    secret: str
    # Absent under v1.
    public_key: str


class SimulatedDelivery(TypedDict):
    id: str
    endpoint: str


class Simulated(TypedDict):
    orderid: str
    event: State
    # Empty when `feed_only` was asked.
    deliveries: List[SimulatedDelivery]


class _Simulation(TypedDict):
    orderid: str
    event: State


class Simulation(_Simulation, total=False):
    # What the delivery does wrong, to try the receiver.
    faults: List[Fault]
    # Seconds before the first attempt.
    delay: int
    # Send nothing to the endpoints: the event is for who reads the feed.
    feed_only: bool


class Statement(TypedDict):
    url: str
    issued: str
    sha256: str
    # What the statement names as still owed to the buyer, or as lacking.
    reserves: List[Gap]
    # The second file: sources with their words, checks, papers and hashes; null for a statement that holds
    # them itself.
    proof: Optional[Proof]


class StatsDeliveries(TypedDict):
    pending: int
    delivered: int
    given_up: int


class StatsAttempts(TypedDict):
    succeeded: int
    failed: int


class StatsDurationMs(TypedDict):
    p50: int
    p99: int


class Stats(TypedDict):
    since: str
    deliveries: StatsDeliveries
    attempts: StatsAttempts
    duration_ms: StatsDurationMs


class Token(TypedDict):
    # JWT, EdDSA; verify it with `/.well-known/jwks.json`.
    access_token: str


class Verification(TypedDict):
    # The code as it is printed.
    code: str
    # The day on which the statement was issued.
    issued: str
    # Whether no newer statement replaced it.
    current: bool
    # The day on which a newer one was issued.
    replaced: Optional[str]


class ViewOwner(TypedDict):
    firstname: str
    lastname: str


class ViewInvoice(TypedDict):
    address: str
    city: str
    zipcode: str
    lastname: str


class ViewSyndic(TypedDict):
    name: str
    url: str


class _View(TypedDict):
    account: str
    created: str
    external_id: str
    orderid: str
    pending: bool
    refreshed: bool
    state: State
    test_mode: bool
    updated: str
    # This and what follows, up to all_due_paid, is what was ordered; empty once the transaction was erased.
    address: str
    additional: str
    city: str
    zipcode: str
    owners: List[ViewOwner]
    invoice: ViewInvoice
    # Of the last request. One of extranet, upload.
    method: Literal["extranet", "upload"]
    # Without the username and the password, which are never shown; null where none was named.
    syndic: Optional[ViewSyndic]
    lots: str
    # Of the last request that had one.
    comment: str
    # Of the last request.
    all_due_paid: bool
    # When the credentials of the extranet are erased at the latest; null where none are kept.
    credentials_kept_until: Optional[str]
    activity: Activity
    # What is asked of you: while waiting, first what the order waits for (`blocking: true`); in every state,
    # the papers that the seller still owes the buyer and that hold nothing back (`blocking: false`).
    missing: List[Gap]
    documents: List[Document]
    # The files that were handed in by the API, the seller's page or an operator, with what became of each.
    handed_in: List[HandedIn]
    statement: Optional[Statement]
    cancelled: Optional[str]
    # A page for the seller, behind a signed address; null once the transaction takes nothing. An operator may
    # close it and make another.
    corner_url: Optional[str]


class View(_View, total=False):
    # What came of the documents that were to be handed in at the extranet (`submit`); absent when there were
    # none.
    deposits: List[Deposit]
