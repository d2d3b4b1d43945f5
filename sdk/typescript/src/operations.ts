// Made of api/openapi.yaml by sdk/generate: do not edit, run «make sdk».
import { type Call, type CallOptions, Transport } from "./transport.js";
import type * as t from "./types.js";

/** What webhookStats takes; what is left out is the server's choice. */
export interface WebhookStatsQuery {
  /**
   * How far to look back.
   */
  hours?: number;
}

/** What listDeliveries takes; what is left out is the server's choice. */
export interface ListDeliveriesQuery {
  /**
   * The length of the page.
   */
  limit?: number;
  /**
   * The `next` of an earlier answer.
   */
  after?: string;
  status?: "pending" | "delivered" | "given_up";
}

/** What listOrders takes; what is left out is the server's choice. */
export interface ListOrdersQuery {
  /**
   * The length of the page.
   */
  limit?: number;
  /**
   * The `next` of an earlier answer.
   */
  after?: string;
  state?: t.State;
  external_id?: string;
  test_mode?: boolean;
}

/** What listEvents takes; what is left out is the server's choice. */
export interface ListEventsQuery {
  /**
   * The `next` of an earlier answer; 0 is the beginning, `latest` the end.
   */
  after?: string;
  /**
   * The length of the page.
   */
  limit?: number;
  /**
   * Seconds to wait for an event.
   */
  wait?: number;
  /**
   * Whether `done` carries the statement in base64, or its address.
   */
  content?: "inline" | "link";
  /**
   * Whether `waiting` tells what is missing.
   */
  details?: "true" | "false";
}

/** What downloadDocument takes; what is left out is the server's choice. */
export interface DownloadDocumentQuery {
  expires: string;
  signature: string;
}

/** What downloadSpecimen takes; what is left out is the server's choice. */
export interface DownloadSpecimenQuery {
  expires: string;
  signature: string;
}

/** What downloadStatement takes; what is left out is the server's choice. */
export interface DownloadStatementQuery {
  expires: string;
  signature: string;
}

/** All operations of the API. */
export class Operations extends Transport {
  /**
   * Exchange an e-mail and a password for an access token.
   *
   * The e-mail and password are those of the key's account. After five wrong passwords in a row each further
   * try waits, twice as long each time up to fifteen minutes (429 with `Retry-After`); the account is never
   * locked for good. A token ends after an hour, and sooner with the password, with the key that it was asked
   * for, or when the account is closed.
   *
   * POST /account/auth
   */
  authenticate(body: t.Credentials, options: CallOptions = {}): Promise<t.Token> {
    const call: Call = { method: "POST", path: `/account/auth`, shape: "payload", credentials: "key", body };
    return this.call(call, options);
  }

  /**
   * List the webhook endpoints of the account.
   *
   * GET /account/webhooks
   */
  listWebhooks(options: CallOptions = {}): Promise<t.Endpoints> {
    const call: Call = { method: "GET", path: `/account/webhooks`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Register a callback URL.
   *
   * The answer shows the signing secret, this once. At most twenty endpoints an account.
   *
   * POST /account/webhooks
   */
  createWebhook(body: t.NewEndpoint, options: CallOptions = {}): Promise<t.Endpoint> {
    const call: Call = { method: "POST", path: `/account/webhooks`, shape: "payload", credentials: "all", body };
    return this.call(call, options);
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
  readWebhook(id: string, options: CallOptions = {}): Promise<t.Endpoint> {
    const call: Call = { method: "GET", path: `/account/webhooks/${encodeURIComponent(id)}`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Change the address, the chosen events, the form or the switch of an endpoint.
   *
   * Deliveries under way keep the form they were made in. Switching on, like a new address, starts with a
   * clean record; what was given up meanwhile is sent again by `recover`.
   *
   * PATCH /account/webhooks/{id}
   */
  changeWebhook(id: string, body: t.EndpointChange, options: CallOptions = {}): Promise<t.Endpoint> {
    const call: Call = { method: "PATCH", path: `/account/webhooks/${encodeURIComponent(id)}`, shape: "payload", credentials: "all", body };
    return this.call(call, options);
  }

  /**
   * Delete an endpoint; what was still to be sent to it is given up.
   *
   * DELETE /account/webhooks/{id}
   */
  deleteWebhook(id: string, options: CallOptions = {}): Promise<t.Deleted> {
    const call: Call = { method: "DELETE", path: `/account/webhooks/${encodeURIComponent(id)}`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Give an endpoint a new signing key.
   *
   * During a grace of 24 hours, or what `grace_hours` says, each delivery bears a signature of both keys, so
   * that the receiver has time to change it. The body may be left out.
   *
   * POST /account/webhooks/{id}/rotate-secret
   */
  rotateWebhookSecret(id: string, body: t.NeedRotation = {}, options: CallOptions = {}): Promise<t.Rotated> {
    const call: Call = { method: "POST", path: `/account/webhooks/${encodeURIComponent(id)}/rotate-secret`, shape: "payload", credentials: "all", body };
    return this.call(call, options);
  }

  /**
   * Sum up what was sent to an endpoint.
   *
   * GET /account/webhooks/{id}/stats
   */
  webhookStats(id: string, query: WebhookStatsQuery = {}, options: CallOptions = {}): Promise<t.Stats> {
    const call: Call = { method: "GET", path: `/account/webhooks/${encodeURIComponent(id)}/stats`, shape: "payload", credentials: "all", query: { ...query } };
    return this.call(call, options);
  }

  /**
   * Send again what was given up within a time.
   *
   * POST /account/webhooks/{id}/recover
   */
  recoverWebhook(id: string, body: t.Recovery, options: CallOptions = {}): Promise<t.Recovered> {
    const call: Call = { method: "POST", path: `/account/webhooks/${encodeURIComponent(id)}/recover`, shape: "payload", credentials: "all", body };
    return this.call(call, options);
  }

  /**
   * List the deliveries to an endpoint with their attempts, the newest first.
   *
   * GET /account/webhooks/{id}/deliveries
   */
  listDeliveries(id: string, query: ListDeliveriesQuery = {}, options: CallOptions = {}): Promise<t.Deliveries> {
    const call: Call = { method: "GET", path: `/account/webhooks/${encodeURIComponent(id)}/deliveries`, shape: "payload", credentials: "all", query: { ...query } };
    return this.call(call, options);
  }

  /** Goes over all that listDeliveries lists, page by page, from query.after on. */
  async *eachDelivery(id: string, query: ListDeliveriesQuery = {}, options: CallOptions = {}): AsyncGenerator<t.Delivery, void, undefined> {
    for (let after = query.after; ; ) {
      const page = await this.listDeliveries(id, { ...query, ...(after === undefined ? {} : { after }) }, options);
      yield* page.deliveries;
      if (page.next === null) return;
      after = String(page.next);
    }
  }

  /**
   * Read a delivery with its attempts.
   *
   * GET /account/webhooks/{id}/deliveries/{delivery}
   */
  readDelivery(id: string, delivery: string, options: CallOptions = {}): Promise<t.Delivery> {
    const call: Call = { method: "GET", path: `/account/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Send an ended delivery again.
   *
   * POST /account/webhooks/{id}/deliveries/{delivery}/resend
   */
  resendDelivery(id: string, delivery: string, options: CallOptions = {}): Promise<t.Delivery> {
    const call: Call = { method: "POST", path: `/account/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}/resend`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * List the transactions of the account, the newest first.
   *
   * `/order` without the slash is the same.
   *
   * GET /order/
   */
  listOrders(query: ListOrdersQuery = {}, options: CallOptions = {}): Promise<t.Orders> {
    const call: Call = { method: "GET", path: `/order/`, shape: "payload", credentials: "all", query: { ...query } };
    return this.call(call, options);
  }

  /** Goes over all that listOrders lists, page by page, from query.after on. */
  async *eachOrder(query: ListOrdersQuery = {}, options: CallOptions = {}): AsyncGenerator<t.Order, void, undefined> {
    for (let after = query.after; ; ) {
      const page = await this.listOrders({ ...query, ...(after === undefined ? {} : { after }) }, options);
      yield* page.orders;
      if (page.next === null) return;
      after = String(page.next);
    }
  }

  /**
   * Create a transaction.
   *
   * What is wrong is told in this order: a body that is not one JSON object (500, by contract); an incomplete
   * syndic with method extranet (400); all else at once in one message (400). `/order` without the slash is
   * the same.
   *
   * A test key only creates transactions with `test_mode` true, and sees and touches nothing that is not one.
   * These never reach a real extranet; the value of `syndic.username` steers them: `test-done` (or any
   * other), `test-waiting-document`, `test-bad-password`, `test-second-factor`, `test-site-down`,
   * `test-review`.
   *
   * POST /order/
   */
  createOrder(body: t.NewOrder, options: CallOptions = {}): Promise<t.Order> {
    const call: Call = { method: "POST", path: `/order/`, shape: "payload", credentials: "all", body, keyed: true };
    return this.call(call, options);
  }

  /**
   * Read the feed of events of the account.
   *
   * The other way to learn of events: pull them, instead of or beside webhooks. Events, rehearsals among
   * them, are numbered from 1 without a gap and kept for 30 days. Ask again with `after` set to the `next` of
   * the last answer: a receiver that lost webhooks misses nothing. With `wait`, an empty page is held back
   * until there is an event. `body` is what a webhook bears, in the form that `content` and `details` choose;
   * null when the statement is no longer kept.
   *
   * GET /order/events
   */
  listEvents(query: ListEventsQuery = {}, options: CallOptions = {}): Promise<t.Feed> {
    const call: Call = { method: "GET", path: `/order/events`, shape: "payload", credentials: "all", query: { ...query } };
    return this.call(call, options);
  }

  /** Goes over all that listEvents lists, page by page, from query.after on. */
  async *eachEvent(query: ListEventsQuery = {}, options: CallOptions = {}): AsyncGenerator<t.FeedEvent, void, undefined> {
    for (let after = query.after; ; ) {
      const page = await this.listEvents({ ...query, ...(after === undefined ? {} : { after }) }, options);
      yield* page.events;
      if (page.events.length === 0) return;
      after = String(page.next);
    }
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
  needRefresh(body: t.NeedRefresh, options: CallOptions = {}): Promise<t.Order> {
    const call: Call = { method: "POST", path: `/order/needrefresh`, shape: "payload", credentials: "all", body, keyed: true };
    return this.call(call, options);
  }

  /**
   * Rehearse a webhook for a transaction in test mode.
   *
   * The real, signed request is sent to the endpoints of the account, with `predate-test: true`; the
   * transaction does not move. A simulated `done` carries a specimen statement and specimen documents. With
   * `faults` the delivery goes wrong on purpose; a receiver that takes what it must refuse is told so in the
   * attempt.
   *
   * POST /order/test/webhook-events
   */
  simulateEvent(body: t.Simulation, options: CallOptions = {}): Promise<t.Simulated> {
    const call: Call = { method: "POST", path: `/order/test/webhook-events`, shape: "payload", credentials: "all", body };
    return this.call(call, options);
  }

  /**
   * Read a transaction.
   *
   * GET /order/{orderid}
   */
  readOrder(orderid: string, options: CallOptions = {}): Promise<t.View> {
    const call: Call = { method: "GET", path: `/order/${encodeURIComponent(orderid)}`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Request a refresh of a transaction.
   *
   * Allowed in the states done and waiting. Members of `syndic` that are given replace the known ones;
   * without any kept, they are required. Exactly one new statement comes of it.
   *
   * POST /order/{orderid}/refresh
   */
  refreshOrder(orderid: string, body: t.Refresh, options: CallOptions = {}): Promise<t.Order> {
    const call: Call = { method: "POST", path: `/order/${encodeURIComponent(orderid)}/refresh`, shape: "payload", credentials: "all", body, keyed: true };
    return this.call(call, options);
  }

  /**
   * Cancel a transaction.
   *
   * In any state but done: the work stops, the credentials are erased, the state stays. No webhook tells of
   * it. A second cancel changes nothing.
   *
   * POST /order/{orderid}/cancel
   */
  cancelOrder(orderid: string, options: CallOptions = {}): Promise<t.View> {
    const call: Call = { method: "POST", path: `/order/${encodeURIComponent(orderid)}/cancel`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Give documents to a transaction that is not done.
   *
   * As JSON, or as `multipart/form-data` where every file part is a document; values `doctype`, `comment` and
   * `submit` go with the file of the same number, or with all files when there is one value. PDF, JPEG, PNG,
   * TIFF, DOCX and XLSX are told by their content. At most 50 MiB a file and 100 files a request; the same
   * bytes twice are one document.
   *
   * POST /order/{orderid}/documents
   */
  addDocuments(orderid: string, body: t.NewDocuments, options: CallOptions = {}): Promise<t.Order> {
    const call: Call = { method: "POST", path: `/order/${encodeURIComponent(orderid)}/documents`, shape: "payload", credentials: "all", body, keyed: true };
    return this.call(call, options);
  }

  /**
   * What a transaction needs of its client, and how each thing fares.
   *
   * Every paper and figure that is needed, all at once: first what lacks, then what is there. `corner_url` is
   * the address of a page for the seller, made for a telephone: it shows this list, takes papers and answers,
   * and opens nothing else.
   *
   * GET /order/{orderid}/checklist
   */
  readChecklist(orderid: string, options: CallOptions = {}): Promise<t.Checklist> {
    const call: Call = { method: "GET", path: `/order/${encodeURIComponent(orderid)}/checklist`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Answer what a transaction asks for.
   *
   * Each answer names an item of the checklist by its code and exercise. It is printed as the word of who
   * gave it, with the day, and the papers are read again at once. An answer never makes a figure; of a paper
   * that is asked for it may make a reserve. Words alone (`see_comment`) are read by an operator. The same
   * answer twice is one; another takes its place.
   *
   * POST /order/{orderid}/answers
   */
  answer(orderid: string, body: Array<t.NewAnswer>, options: CallOptions = {}): Promise<t.Order> {
    const call: Call = { method: "POST", path: `/order/${encodeURIComponent(orderid)}/answers`, shape: "payload", credentials: "all", body, keyed: true };
    return this.call(call, options);
  }

  /**
   * Download the figures of the latest pré-état daté with their evidence, as JSON.
   *
   * The bytes that the PDF carries as an attachment; the ETag is their SHA-256. Its schema is
   * `docs/report.schema.json`.
   *
   * GET /order/{orderid}/report
   */
  readReport(orderid: string, options: CallOptions = {}): Promise<Record<string, unknown>> {
    const call: Call = { method: "GET", path: `/order/${encodeURIComponent(orderid)}/report`, shape: "document", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Download the latest pré-état daté as PDF.
   *
   * GET /order/{orderid}/statement
   */
  readStatement(orderid: string, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/order/${encodeURIComponent(orderid)}/statement`, shape: "file", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * List the events of a transaction, the oldest first.
   *
   * GET /order/{orderid}/events
   */
  listOrderEvents(orderid: string, options: CallOptions = {}): Promise<t.Events> {
    const call: Call = { method: "GET", path: `/order/${encodeURIComponent(orderid)}/events`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Download a document.
   *
   * The address is given by a webhook or a reading; its signature is the only credential and holds for 30
   * days.
   *
   * GET /files/documents/{id}
   */
  downloadDocument(id: string, query: DownloadDocumentQuery, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/files/documents/${encodeURIComponent(id)}`, shape: "file", credentials: "none", query: { ...query } };
    return this.call(call, options);
  }

  /**
   * Download a paper of the sample dossier.
   *
   * The address is given by a rehearsed webhook; its signature is the only credential and holds for 30 days.
   *
   * GET /files/specimens/{place}
   */
  downloadSpecimen(place: number, query: DownloadSpecimenQuery, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/files/specimens/${encodeURIComponent(place)}`, shape: "file", credentials: "none", query: { ...query } };
    return this.call(call, options);
  }

  /**
   * Download the statement that a run made.
   *
   * The address is given by a reading; its signature is the only credential and holds for 30 days.
   *
   * GET /files/statements/{orderid}/{run}
   */
  downloadStatement(orderid: string, run: string, query: DownloadStatementQuery, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/files/statements/${encodeURIComponent(orderid)}/${encodeURIComponent(run)}`, shape: "file", credentials: "none", query: { ...query } };
    return this.call(call, options);
  }

  /**
   * Tell whether a statement is genuine and still the latest.
   *
   * For whoever holds a statement: no credential, nothing personal in the answer. A browser (`Accept:
   * text/html`) gets a page. At most 5 requests a second from one network address.
   *
   * GET /verify/{code}
   */
  verify(code: string, options: CallOptions = {}): Promise<t.Verification> {
    const call: Call = { method: "GET", path: `/verify/${encodeURIComponent(code)}`, shape: "payload", credentials: "none" };
    return this.call(call, options);
  }

  /**
   * Tell that the process runs.
   *
   * GET /livez
   */
  alive(options: CallOptions = {}): Promise<void> {
    const call: Call = { method: "GET", path: `/livez`, shape: "nothing", credentials: "none" };
    return this.call(call, options);
  }

  /**
   * Tell that the service can serve.
   *
   * GET /readyz
   */
  ready(options: CallOptions = {}): Promise<void> {
    const call: Call = { method: "GET", path: `/readyz`, shape: "nothing", credentials: "none" };
    return this.call(call, options);
  }

  /**
   * Read this document.
   *
   * GET /openapi.yaml
   */
  openapi(options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/openapi.yaml`, shape: "file", credentials: "none" };
    return this.call(call, options);
  }

  /**
   * Read the public keys that verify access tokens (RFC 7517).
   *
   * GET /.well-known/jwks.json
   */
  jwks(options: CallOptions = {}): Promise<t.JWKS> {
    const call: Call = { method: "GET", path: `/.well-known/jwks.json`, shape: "document", credentials: "none" };
    return this.call(call, options);
  }
}
