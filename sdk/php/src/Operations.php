<?php
// Made of api/openapi.yaml by sdk/generate: do not edit, run «make sdk».

declare(strict_types=1);

namespace Predate;

/** All operations of the API. */
abstract class Operations extends Transport
{
    /**
     * Exchange an e-mail and a password for an access token.
     *
     * The e-mail and password are those of the key's account. After five wrong passwords in a row each
     * further try waits, twice as long each time up to fifteen minutes (429 with `Retry-After`); the account
     * is never locked for good. A token ends after an hour, and sooner with the password, with the key that
     * it was asked for, or when the account is closed.
     *
     * POST /account/auth
     */
    public function authenticate(Credentials $body, array $headers = []): Token
    {
        return Token::from($this->call('POST', '/account/auth', 'payload', 'key', headers: $headers, body: Json::plain($body)));
    }

    /**
     * List the webhook endpoints of the account.
     *
     * GET /account/webhooks
     */
    public function listWebhooks(array $headers = []): Endpoints
    {
        return Endpoints::from($this->call('GET', '/account/webhooks', 'payload', 'all', headers: $headers));
    }

    /**
     * Register a callback URL.
     *
     * The answer shows the signing secret, this once. At most twenty endpoints an account.
     *
     * POST /account/webhooks
     */
    public function createWebhook(NewEndpoint $body, array $headers = []): Endpoint
    {
        return Endpoint::from($this->call('POST', '/account/webhooks', 'payload', 'all', headers: $headers, body: Json::plain($body)));
    }

    /**
     * Read an endpoint and its health.
     *
     * An endpoint that fails five times in a row is paused: its deliveries wait, and one attempt every half a
     * minute to five minutes probes whether it is back. Without a success for five days, and twenty failures,
     * it is switched off.
     *
     * GET /account/webhooks/{id}
     */
    public function readWebhook(string $id, array $headers = []): Endpoint
    {
        return Endpoint::from($this->call('GET', '/account/webhooks/' . rawurlencode((string) $id), 'payload', 'all', headers: $headers));
    }

    /**
     * Change the address, the chosen events, the form or the switch of an endpoint.
     *
     * Deliveries under way keep the form they were made in. Switching on, like a new address, starts with a
     * clean record; what was given up meanwhile is sent again by `recover`.
     *
     * PATCH /account/webhooks/{id}
     */
    public function changeWebhook(string $id, EndpointChange $body, array $headers = []): Endpoint
    {
        return Endpoint::from($this->call('PATCH', '/account/webhooks/' . rawurlencode((string) $id), 'payload', 'all', headers: $headers, body: Json::plain($body)));
    }

    /**
     * Delete an endpoint; what was still to be sent to it is given up.
     *
     * DELETE /account/webhooks/{id}
     */
    public function deleteWebhook(string $id, array $headers = []): Deleted
    {
        return Deleted::from($this->call('DELETE', '/account/webhooks/' . rawurlencode((string) $id), 'payload', 'all', headers: $headers));
    }

    /**
     * Give an endpoint a new signing key.
     *
     * During a grace of 24 hours, or what `grace_hours` says, each delivery bears a signature of both keys,
     * so that the receiver has time to change it. The body may be left out.
     *
     * POST /account/webhooks/{id}/rotate-secret
     */
    public function rotateWebhookSecret(string $id, NeedRotation $body, array $headers = []): Rotated
    {
        return Rotated::from($this->call('POST', '/account/webhooks/' . rawurlencode((string) $id) . '/rotate-secret', 'payload', 'all', headers: $headers, body: Json::plain($body)));
    }

    /**
     * Sum up what was sent to an endpoint.
     *
     * GET /account/webhooks/{id}/stats
     */
    public function webhookStats(string $id, ?int $hours = null, array $headers = []): Stats
    {
        return Stats::from($this->call('GET', '/account/webhooks/' . rawurlencode((string) $id) . '/stats', 'payload', 'all', headers: $headers, query: ['hours' => $hours]));
    }

    /**
     * Send again what was given up within a time.
     *
     * POST /account/webhooks/{id}/recover
     */
    public function recoverWebhook(string $id, Recovery $body, array $headers = []): Recovered
    {
        return Recovered::from($this->call('POST', '/account/webhooks/' . rawurlencode((string) $id) . '/recover', 'payload', 'all', headers: $headers, body: Json::plain($body)));
    }

    /**
     * List the deliveries to an endpoint with their attempts, the newest first.
     *
     * GET /account/webhooks/{id}/deliveries
     */
    public function listDeliveries(string $id, ?int $limit = null, ?string $after = null, ?string $status = null, array $headers = []): Deliveries
    {
        return Deliveries::from($this->call('GET', '/account/webhooks/' . rawurlencode((string) $id) . '/deliveries', 'payload', 'all', headers: $headers, query: ['limit' => $limit, 'after' => $after, 'status' => $status]));
    }

    /**
     * Goes over all that listDeliveries gives, page by page, from $after on.
     *
     * @return \Generator<int, Delivery>
     */
    public function eachDelivery(string $id, ?int $limit = null, ?string $after = null, ?string $status = null, array $headers = []): \Generator
    {
        do {
            $page = $this->listDeliveries($id, $limit, $after, $status, $headers);
            foreach ($page->deliveries as $one) {
                yield $one;
            }
            $after = (string) $page->next;
        } while (!($page->next === null));
    }

    /**
     * Read a delivery with its attempts.
     *
     * GET /account/webhooks/{id}/deliveries/{delivery}
     */
    public function readDelivery(string $id, string $delivery, array $headers = []): Delivery
    {
        return Delivery::from($this->call('GET', '/account/webhooks/' . rawurlencode((string) $id) . '/deliveries/' . rawurlencode((string) $delivery), 'payload', 'all', headers: $headers));
    }

    /**
     * Send an ended delivery again.
     *
     * POST /account/webhooks/{id}/deliveries/{delivery}/resend
     */
    public function resendDelivery(string $id, string $delivery, array $headers = []): Delivery
    {
        return Delivery::from($this->call('POST', '/account/webhooks/' . rawurlencode((string) $id) . '/deliveries/' . rawurlencode((string) $delivery) . '/resend', 'payload', 'all', headers: $headers));
    }

    /**
     * List the transactions of the account, the newest first.
     *
     * `/order` without the slash is the same.
     *
     * GET /order/
     */
    public function listOrders(?int $limit = null, ?string $after = null, ?string $state = null, ?string $external_id = null, ?bool $test_mode = null, array $headers = []): Orders
    {
        return Orders::from($this->call('GET', '/order/', 'payload', 'all', headers: $headers, query: ['limit' => $limit, 'after' => $after, 'state' => $state, 'external_id' => $external_id, 'test_mode' => $test_mode]));
    }

    /**
     * Goes over all that listOrders gives, page by page, from $after on.
     *
     * @return \Generator<int, Order>
     */
    public function eachOrder(?int $limit = null, ?string $after = null, ?string $state = null, ?string $external_id = null, ?bool $test_mode = null, array $headers = []): \Generator
    {
        do {
            $page = $this->listOrders($limit, $after, $state, $external_id, $test_mode, $headers);
            foreach ($page->orders as $one) {
                yield $one;
            }
            $after = (string) $page->next;
        } while (!($page->next === null));
    }

    /**
     * Create a transaction.
     *
     * What is wrong is told in this order: a body that is not one JSON object (500, by contract); an
     * incomplete syndic with method extranet (400); all else at once in one message (400). `/order` without
     * the slash is the same.
     *
     * A test key only creates transactions with `test_mode` true, and sees and touches nothing that is not
     * one. These never reach a real extranet; the value of `syndic.username` steers them: `test-done` (or any
     * other), `test-waiting-document`, `test-bad-password`, `test-second-factor`, `test-site-down`,
     * `test-review`.
     *
     * POST /order/
     */
    public function createOrder(NewOrder $body, ?string $idempotencyKey = null, array $headers = []): Order
    {
        return Order::from($this->call('POST', '/order/', 'payload', 'all', headers: $headers, body: Json::plain($body), keyed: true, idempotencyKey: $idempotencyKey));
    }

    /**
     * Read the feed of events of the account.
     *
     * The other way to learn of events: pull them, instead of or beside webhooks. Events, rehearsals among
     * them, are numbered from 1 without a gap and kept for 30 days. Ask again with `after` set to the `next`
     * of the last answer: a receiver that lost webhooks misses nothing. With `wait`, an empty page is held
     * back until there is an event. `body` is what a webhook bears, in the form that `content` and `details`
     * choose; null when the statement is no longer kept.
     *
     * GET /order/events
     */
    public function listEvents(?string $after = null, ?int $limit = null, ?int $wait = null, ?string $content = null, ?string $details = null, array $headers = []): Feed
    {
        return Feed::from($this->call('GET', '/order/events', 'payload', 'all', headers: $headers, query: ['after' => $after, 'limit' => $limit, 'wait' => $wait, 'content' => $content, 'details' => $details]));
    }

    /**
     * Goes over all that listEvents gives, page by page, from $after on.
     *
     * @return \Generator<int, FeedEvent>
     */
    public function eachEvent(?string $after = null, ?int $limit = null, ?int $wait = null, ?string $content = null, ?string $details = null, array $headers = []): \Generator
    {
        do {
            $page = $this->listEvents($after, $limit, $wait, $content, $details, $headers);
            foreach ($page->events as $one) {
                yield $one;
            }
            $after = (string) $page->next;
        } while (!($page->events === []));
    }

    /**
     * Request a refresh of the transaction named in the body.
     *
     * Use `POST /order/{orderid}/refresh` instead.
     *
     * POST /order/needrefresh
     *
     * @deprecated
     */
    public function needRefresh(NeedRefresh $body, ?string $idempotencyKey = null, array $headers = []): Order
    {
        return Order::from($this->call('POST', '/order/needrefresh', 'payload', 'all', headers: $headers, body: Json::plain($body), keyed: true, idempotencyKey: $idempotencyKey));
    }

    /**
     * Rehearse a webhook for a transaction in test mode.
     *
     * The real, signed request is sent to the endpoints of the account, with `predate-test: true`; the
     * transaction does not move. A simulated `done` carries a specimen statement and specimen documents. With
     * `faults` the delivery goes wrong on purpose; a receiver that takes what it must refuse is told so in
     * the attempt.
     *
     * POST /order/test/webhook-events
     */
    public function simulateEvent(Simulation $body, array $headers = []): Simulated
    {
        return Simulated::from($this->call('POST', '/order/test/webhook-events', 'payload', 'all', headers: $headers, body: Json::plain($body)));
    }

    /**
     * Read a transaction.
     *
     * GET /order/{orderid}
     */
    public function readOrder(string $orderid, array $headers = []): View
    {
        return View::from($this->call('GET', '/order/' . rawurlencode((string) $orderid), 'payload', 'all', headers: $headers));
    }

    /**
     * Request a refresh of a transaction.
     *
     * Allowed in the states done and waiting. Members of `syndic` that are given replace the known ones;
     * without any kept, they are required. Exactly one new statement comes of it.
     *
     * POST /order/{orderid}/refresh
     */
    public function refreshOrder(string $orderid, Refresh $body, ?string $idempotencyKey = null, array $headers = []): Order
    {
        return Order::from($this->call('POST', '/order/' . rawurlencode((string) $orderid) . '/refresh', 'payload', 'all', headers: $headers, body: Json::plain($body), keyed: true, idempotencyKey: $idempotencyKey));
    }

    /**
     * Cancel a transaction.
     *
     * In any state but done: the work stops, the credentials are erased, the state stays. No webhook tells of
     * it. A second cancel changes nothing.
     *
     * POST /order/{orderid}/cancel
     */
    public function cancelOrder(string $orderid, array $headers = []): View
    {
        return View::from($this->call('POST', '/order/' . rawurlencode((string) $orderid) . '/cancel', 'payload', 'all', headers: $headers));
    }

    /**
     * Give documents to a transaction that is not done.
     *
     * As JSON, or as `multipart/form-data` where every file part is a document; values `doctype`, `comment`
     * and `submit` go with the file of the same number, or with all files when there is one value. PDF, JPEG,
     * PNG, TIFF, DOCX and XLSX are told by their content. At most 50 MiB a file and 100 files a request; the
     * same bytes twice are one document.
     *
     * POST /order/{orderid}/documents
     */
    public function addDocuments(string $orderid, NewDocuments $body, ?string $idempotencyKey = null, array $headers = []): Order
    {
        return Order::from($this->call('POST', '/order/' . rawurlencode((string) $orderid) . '/documents', 'payload', 'all', headers: $headers, body: Json::plain($body), keyed: true, idempotencyKey: $idempotencyKey));
    }

    /**
     * What a transaction needs of its client, and how each thing fares.
     *
     * Every paper and figure that is needed, all at once: first what lacks, then what is there. `corner_url`
     * is the address of a page for the seller, made for a telephone: it shows this list, takes papers and
     * answers, and opens nothing else.
     *
     * GET /order/{orderid}/checklist
     */
    public function readChecklist(string $orderid, array $headers = []): Checklist
    {
        return Checklist::from($this->call('GET', '/order/' . rawurlencode((string) $orderid) . '/checklist', 'payload', 'all', headers: $headers));
    }

    /**
     * Answer what a transaction asks for.
     *
     * Each answer names an item of the checklist by its code and exercise. It is printed as the word of who
     * gave it, with the day, and the papers are read again at once. An answer never makes a figure; of a
     * paper that is asked for it may make a reserve. Words alone (`see_comment`) are read by an operator. The
     * same answer twice is one; another takes its place.
     *
     * POST /order/{orderid}/answers
     *
     * @param list<NewAnswer> $body
     */
    public function answer(string $orderid, array $body, ?string $idempotencyKey = null, array $headers = []): Order
    {
        return Order::from($this->call('POST', '/order/' . rawurlencode((string) $orderid) . '/answers', 'payload', 'all', headers: $headers, body: Json::plain($body), keyed: true, idempotencyKey: $idempotencyKey));
    }

    /**
     * Download the figures of the latest pré-état daté with their evidence, as JSON.
     *
     * The bytes that the PDF carries as an attachment; the ETag is their SHA-256. Its schema is
     * `docs/report.schema.json`.
     *
     * GET /order/{orderid}/report
     */
    public function readReport(string $orderid, array $headers = []): array
    {
        return $this->call('GET', '/order/' . rawurlencode((string) $orderid) . '/report', 'document', 'all', headers: $headers);
    }

    /**
     * Download the latest pré-état daté as PDF.
     *
     * GET /order/{orderid}/statement
     */
    public function readStatement(string $orderid, array $headers = []): string
    {
        return $this->call('GET', '/order/' . rawurlencode((string) $orderid) . '/statement', 'file', 'all', headers: $headers);
    }

    /**
     * List the events of a transaction, the oldest first.
     *
     * GET /order/{orderid}/events
     */
    public function listOrderEvents(string $orderid, array $headers = []): Events
    {
        return Events::from($this->call('GET', '/order/' . rawurlencode((string) $orderid) . '/events', 'payload', 'all', headers: $headers));
    }

    /**
     * Download a document.
     *
     * The address is given by a webhook or a reading; its signature is the only credential and holds for 30
     * days.
     *
     * GET /files/documents/{id}
     */
    public function downloadDocument(string $id, string $expires, string $signature, array $headers = []): string
    {
        return $this->call('GET', '/files/documents/' . rawurlencode((string) $id), 'file', 'none', headers: $headers, query: ['expires' => $expires, 'signature' => $signature]);
    }

    /**
     * Download a paper of the sample dossier.
     *
     * The address is given by a rehearsed webhook; its signature is the only credential and holds for 30
     * days.
     *
     * GET /files/specimens/{place}
     */
    public function downloadSpecimen(int $place, string $expires, string $signature, array $headers = []): string
    {
        return $this->call('GET', '/files/specimens/' . rawurlencode((string) $place), 'file', 'none', headers: $headers, query: ['expires' => $expires, 'signature' => $signature]);
    }

    /**
     * Download the statement that a run made.
     *
     * The address is given by a reading; its signature is the only credential and holds for 30 days.
     *
     * GET /files/statements/{orderid}/{run}
     */
    public function downloadStatement(string $orderid, string $run, string $expires, string $signature, array $headers = []): string
    {
        return $this->call('GET', '/files/statements/' . rawurlencode((string) $orderid) . '/' . rawurlencode((string) $run), 'file', 'none', headers: $headers, query: ['expires' => $expires, 'signature' => $signature]);
    }

    /**
     * Tell whether a statement is genuine and still the latest.
     *
     * For whoever holds a statement: no credential, nothing personal in the answer. A browser (`Accept:
     * text/html`) gets a page. At most 5 requests a second from one network address.
     *
     * GET /verify/{code}
     */
    public function verify(string $code, array $headers = []): Verification
    {
        return Verification::from($this->call('GET', '/verify/' . rawurlencode((string) $code), 'payload', 'none', headers: $headers));
    }

    /**
     * Tell that the process runs.
     *
     * GET /livez
     */
    public function alive(array $headers = []): void
    {
        $this->call('GET', '/livez', 'nothing', 'none', headers: $headers);
    }

    /**
     * Tell that the service can serve.
     *
     * GET /readyz
     */
    public function ready(array $headers = []): void
    {
        $this->call('GET', '/readyz', 'nothing', 'none', headers: $headers);
    }

    /**
     * Read this document.
     *
     * GET /openapi.yaml
     */
    public function openapi(array $headers = []): string
    {
        return $this->call('GET', '/openapi.yaml', 'file', 'none', headers: $headers);
    }

    /**
     * Read the public keys that verify access tokens (RFC 7517).
     *
     * GET /.well-known/jwks.json
     */
    public function jwks(array $headers = []): JWKS
    {
        return JWKS::from($this->call('GET', '/.well-known/jwks.json', 'document', 'none', headers: $headers));
    }
}
