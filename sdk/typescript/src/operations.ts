// Made of api/openapi.yaml by sdk/generate: do not edit, run «make sdk».
import { type Call, type CallOptions, Transport } from "./transport.js";
import type * as t from "./types.js";

/** What deleteKey takes; what is left out is the server's choice. */
export interface DeleteKeyQuery {
  /**
   * Be left without a live key.
   */
  last?: boolean;
}

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

/** What listInvoices takes; what is left out is the server's choice. */
export interface ListInvoicesQuery {
  /**
   * The length of the page.
   */
  limit?: number;
  /**
   * The `next` of an earlier answer.
   */
  after?: string;
}

/** What readInvoice takes; what is left out is the server's choice. */
export interface ReadInvoiceQuery {
  /**
   * The PDF, or the structured data alone.
   */
  format?: "pdf" | "xml";
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

/** What readPack takes; what is left out is the server's choice. */
export interface ReadPackQuery {
  /**
   * Which of the two.
   */
  format?: "zip" | "pdf";
}

/** What readOrderInvoice takes; what is left out is the server's choice. */
export interface ReadOrderInvoiceQuery {
  /**
   * The PDF, or the structured data alone.
   */
  format?: "pdf" | "xml";
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

/** What downloadProof takes; what is left out is the server's choice. */
export interface DownloadProofQuery {
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
   * Read the account of the key.
   *
   * Its e-mail, its kind, and what is agreed with it. A test key reads it too.
   *
   * GET /account
   */
  viewAccount(options: CallOptions = {}): Promise<t.Account> {
    const call: Call = { method: "GET", path: `/account`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Change what webhooks carry and whether extranet passwords are kept.
   *
   * A member that is left out stays as it is. `keep_credentials` false erases at once the extranet
   * credentials of transactions that are done, cancelled or waiting. A test key reads the account and changes
   * nothing of it (403).
   *
   * PATCH /account
   */
  changeAccount(body: t.NewFlags, options: CallOptions = {}): Promise<t.Account> {
    const call: Call = { method: "PATCH", path: `/account`, shape: "payload", credentials: "all", body };
    return this.call(call, options);
  }

  /**
   * Change the password, with the old one.
   *
   * Every access token of the account ends; the answer has a new one. A wrong old password is 401 and counts
   * as a failed authentication. The new one has at least 12 characters. Not with a test key (403).
   *
   * POST /account/password
   */
  changePassword(body: t.NewPassword, options: CallOptions = {}): Promise<t.Token> {
    const call: Call = { method: "POST", path: `/account/password`, shape: "payload", credentials: "all", body };
    return this.call(call, options);
  }

  /**
   * List the API keys of the account.
   *
   * By their beginnings; more is not kept. A test key sees test keys alone.
   *
   * GET /account/keys
   */
  listKeys(options: CallOptions = {}): Promise<t.Keys> {
    const call: Call = { method: "GET", path: `/account/keys`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Make an API key; it is shown this once.
   *
   * The body may be left out: the key is then live, or a test key when a test key asks. At most 20 keys are
   * in use (409 `too_many_keys`). A test key makes test keys alone (403).
   *
   * POST /account/keys
   */
  createKey(body: t.NewKey = {}, options: CallOptions = {}): Promise<t.Key> {
    const call: Call = { method: "POST", path: `/account/keys`, shape: "payload", credentials: "all", body };
    return this.call(call, options);
  }

  /**
   * Revoke an API key, and the access tokens that it was given.
   *
   * The last live key is only revoked with `last=true`: without one, nothing live can be asked any more, and
   * an operator must make another (409 `last_live_key`). To a test key live keys are unknown (404).
   *
   * DELETE /account/keys/{id}
   */
  deleteKey(id: string, query: DeleteKeyQuery = {}, options: CallOptions = {}): Promise<t.Key> {
    const call: Call = { method: "DELETE", path: `/account/keys/${encodeURIComponent(id)}`, shape: "payload", credentials: "all", query: { ...query } };
    return this.call(call, options);
  }

  /**
   * List the webhook endpoints of the account.
   *
   * Every endpoint of the account, in the order in which they were made, without their health. A test key
   * sees test endpoints alone.
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
   * Nothing more is sent to it, not even what was under way; its deliveries are no longer listed. To stop it
   * for a while, switch it off with `enabled` instead.
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
   * How many deliveries were made to the endpoint since then and how their attempts went, with the median and
   * the slowest hundredth of their durations.
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
   * Every delivery that was given up within the range is opened again, in the order of the events. What
   * succeeded is not sent again.
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
   * Each delivery with all its attempts and the beginning of what your server answered. What was sent is told
   * where one delivery is read.
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
   * `request` has the very body that every attempt sends, or its first 64 KiB with the length and SHA-256 of
   * the whole, and each attempt the headers that it bore, the signature among them; the secret is never
   * shown.
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
   * It is sent at once, with the same body and the same `webhook-id`, and its schedule begins anew. One that
   * is still pending, or whose endpoint is switched off, is refused.
   *
   * POST /account/webhooks/{id}/deliveries/{delivery}/resend
   */
  resendDelivery(id: string, delivery: string, options: CallOptions = {}): Promise<t.Delivery> {
    const call: Call = { method: "POST", path: `/account/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}/resend`, shape: "payload", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * List the invoices and credit notes of the account, the newest first.
   *
   * Empty where the installation does not invoice its orders, and for a test key, since tests are not
   * invoiced.
   *
   * GET /account/invoices
   */
  listInvoices(query: ListInvoicesQuery = {}, options: CallOptions = {}): Promise<t.ListInvoicesAnswer> {
    const call: Call = { method: "GET", path: `/account/invoices`, shape: "payload", credentials: "all", query: { ...query } };
    return this.call(call, options);
  }

  /** Goes over all that listInvoices lists, page by page, from query.after on. */
  async *eachInvoice(query: ListInvoicesQuery = {}, options: CallOptions = {}): AsyncGenerator<t.Invoice, void, undefined> {
    for (let after = query.after; ; ) {
      const page = await this.listInvoices({ ...query, ...(after === undefined ? {} : { after }) }, options);
      yield* page.invoices;
      if (page.next === null) return;
      after = String(page.next);
    }
  }

  /**
   * Download an invoice or a credit note of the account.
   *
   * A PDF that carries its structured data (Factur-X, profile EN 16931), or that data alone.
   *
   * GET /account/invoices/{number}
   */
  readInvoice(number: string, query: ReadInvoiceQuery = {}, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/account/invoices/${encodeURIComponent(number)}`, shape: "file", credentials: "all", query: { ...query } };
    return this.call(call, options);
  }

  /**
   * Get the address of a page where your support looks after the webhooks.
   *
   * Whoever opens the address sees the account's endpoints (the live ones, or those for tests), what was sent
   * to each and what came back, may send again, pause, resume and replace a secret. It holds for `minutes`,
   * and ends with the account's password. `frame` is the https origin of a site that may show it in a frame;
   * without it none may.
   *
   * POST /account/portal
   */
  createPortalLink(body: t.NewPortalLink, options: CallOptions = {}): Promise<t.CreatePortalLinkAnswer> {
    const call: Call = { method: "POST", path: `/account/portal`, shape: "payload", credentials: "all", body };
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
  async *eachOrder(query: ListOrdersQuery = {}, options: CallOptions = {}): AsyncGenerator<t.ListedOrder, void, undefined> {
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
   * These never reach a real extranet; the value of `syndic.username` steers them, any other one like the
   * first:
   *
   * | `syndic.username` | what happens | where it ends | |---|---|---| | `test-done` | Every paper is there,
   * and the statement is made. | `done` | | `test-slow` | The same, from a site that takes a quarter of a
   * second over each answer. | `done` | | `test-waiting-document` | Annexe 1 of the last exercise is not
   * there. | `waiting`, `missing[]` has `schedule_1` | | `test-waiting-minutes` | No minutes of a general
   * meeting are there. | `waiting`, `missing[]` has `minutes` | | `test-waiting-charge-statement` | Nothing
   * gives the charges of the exercise before the last. | `waiting`, `missing[]` has `charge_statement` | |
   * `test-waiting-fund-call` | No call for funds and no extract of account is recent. | `waiting`,
   * `missing[]` has `fund_call` | | `test-waiting-several` | Minutes, annexe 1 and a recent call for funds
   * are not there: all is asked for at once. | `waiting`, `missing[]` has `fund_call`, `minutes`,
   * `schedule_1` | | `test-review` | An operator must look at the statement; nobody does until you have one
   * decide. | `received`, before an operator | | `test-contradiction` | Two papers contradict each other
   * (annexe 1 twice, with other sums), and an operator must look at them. | `received`, before an operator |
   * | `test-review-approved` | An operator looks at the statement and approves it. | `done` | |
   * `test-review-refused` | An operator looks at the statement and asks you for another paper instead. |
   * `waiting`, `missing[]` has `operator` | | `test-bad-password` | The site refuses the password; it is
   * erased and not tried again. | `waiting`, `missing[]` has `bad_credentials` | | `test-account-locked` |
   * The account on the site is locked. | `waiting`, `missing[]` has `account_locked` | |
   * `test-password-expired` | The site asks for another password. | `waiting`, `missing[]` has
   * `password_expired` | | `test-action-required` | The site asks its user to agree to new terms. |
   * `waiting`, `missing[]` has `action_required` | | `test-second-factor` | The site asks for a code that it
   * sent by SMS. | `waiting`, `missing[]` has `second_factor` | | `test-credentials-expired` | The password
   * was erased before it could be used, as after 72 hours. | `waiting`, `missing[]` has `credentials_expired`
   * | | `test-unsupported-extranet` | No recipe knows the extranet; nothing is sent to it. | `waiting`,
   * `missing[]` has `unsupported_extranet` | | `test-policy-refused` | The address of the extranet breaks a
   * rule of safety (a port of its own). | `waiting`, `missing[]` has `policy_refused` | |
   * `test-account-not-found` | The login opens another building only. | `waiting`, `missing[]` has
   * `account_not_found` | | `test-account-ambiguous` | The login opens two accounts that nothing tells apart.
   * | `waiting`, `missing[]` has `account_ambiguous` | | `test-access-restricted` | The account is there and
   * shows no papers. | `waiting`, `missing[]` has `access_restricted` | | `test-site-back` | The site is down
   * for two collections (at once, and a minute later) and back at the third, ten minutes after. | `done` | |
   * `test-site-down` | The site is down; it is tried again for two days. | `waiting`, `missing[]` has
   * `site_unavailable` | | `test-rate-limited` | The site asks for patience each time. | `waiting`,
   * `missing[]` has `rate_limited` | | `test-session-lost` | The site ends the session each time. |
   * `waiting`, `missing[]` has `session_lost` | | `test-captcha` | The site asks for proof that a person is
   * there. | `confirmed`, before an operator | | `test-blocked` | The site turns programs away. |
   * `confirmed`, before an operator | | `test-site-changed` | The site answers in a shape that no recipe
   * knows. | `confirmed`, before an operator | | `test-empty-listing` | The site lists no paper at all. |
   * `confirmed`, before an operator | | `test-limit-reached` | The extranet lists more papers than one
   * collection takes. | `confirmed`, before an operator | | `test-download-failed` | One paper, an old call
   * for funds, cannot be fetched: after four tries an operator decides whether it weighs. | `received`,
   * before an operator | | `test-document-invalid` | One paper, an old call for funds, comes as a page of the
   * site: after four tries an operator decides whether it weighs. | `received`, before an operator |
   *
   * `POST /order/test/advance` takes them further.
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
   * Have time pass, an operator decide, or the extranet be back, for a transaction in test mode.
   *
   * `time`: as much time as `by` says passes for every test transaction of the account, and for no live one:
   * tries of an extranet that are to come come sooner, extranet credentials end sooner, and a refresh is made
   * for a day as much later. Without `by`, as much as this transaction waits for its next try. The account's
   * test clock is three years ahead at most.
   *
   * `site_back`: the extranet of the transaction is well again, and is collected from at once.
   *
   * `operator_approves`, `operator_refuses`: an operator lets the statement go, or asks for another paper.
   *
   * What makes no sense is 409 and changes nothing: `order_not_in_test_mode`, `order_cancelled`,
   * `nothing_waits`, `clock_too_far`, `site_is_well`, `not_the_site`, `credentials_erased`, `no_review`,
   * `collection_stopped`.
   *
   * POST /order/test/advance
   */
  advanceTestOrder(body: t.NewAdvance, options: CallOptions = {}): Promise<t.Advanced> {
    const call: Call = { method: "POST", path: `/order/test/advance`, shape: "payload", credentials: "all", body };
    return this.call(call, options);
  }

  /**
   * Read a transaction.
   *
   * What was ordered, what the transaction is about at the moment, what is missing, the papers and the
   * statement. The username and the password of the extranet are never shown.
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
   * Download the papers of a transaction together.
   *
   * The supplied papers in the order of CCH, art. L.721-2, II, with a table of contents: as a ZIP of the
   * files as they came, or as one PDF of their pages. `format` decides, else `Accept`, else it is a ZIP.
   * Doubles are left out; papers of another building are named and not handed over. In the PDF what is noted
   * on pages is drawn into them, and scripts, links, forms and attachments are gone; what cannot be taken in
   * (another kind of file, a broken or locked one, what would make more than 64 MiB or 2000 pages) is named
   * on the contents page and is in the ZIP. The same papers give the same bytes. A statement is not among
   * them: see `statement`.
   *
   * GET /order/{orderid}/pack
   */
  readPack(orderid: string, query: ReadPackQuery = {}, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/order/${encodeURIComponent(orderid)}/pack`, shape: "file", credentials: "all", query: { ...query } };
    return this.call(call, options);
  }

  /**
   * Download the latest pré-état daté as PDF.
   *
   * The PDF of the latest run that issued one; its SHA-256 is the ETag and stands in the transaction. A range
   * of it may be asked for.
   *
   * GET /order/{orderid}/statement
   */
  readStatement(orderid: string, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/order/${encodeURIComponent(orderid)}/statement`, shape: "file", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * Download the latest invoice of the order.
   *
   * Written when the order becomes done, where the installation invoices its orders; 404 before, and for
   * tests. A PDF that carries its structured data (Factur-X, profile EN 16931), or that data alone.
   *
   * GET /order/{orderid}/invoice
   */
  readOrderInvoice(orderid: string, query: ReadOrderInvoiceQuery = {}, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/order/${encodeURIComponent(orderid)}/invoice`, shape: "file", credentials: "all", query: { ...query } };
    return this.call(call, options);
  }

  /**
   * Download the proof of the latest pré-état daté as PDF.
   *
   * What the figures rest on: for each number that the statement cites, the paper, the page and the words;
   * the accounting checks; the papers, and the SHA-256 of their files. The statement names it by its SHA-256.
   * A statement issued before there were two files holds all this itself: 404, `proof_not_available`.
   *
   * GET /order/{orderid}/proof
   */
  readProof(orderid: string, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/order/${encodeURIComponent(orderid)}/proof`, shape: "file", credentials: "all" };
    return this.call(call, options);
  }

  /**
   * List the events of a transaction, the oldest first.
   *
   * Every event of the transaction, rehearsals among them, as the feed numbers them but without their bodies.
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
   * Download the sample dossier, to upload it.
   *
   * The papers of an invented building as a ZIP, each page marked SPÉCIMEN. Place
   * `/files/samples/order.json`, unpack, and add the files by `POST /order/{orderid}/documents`: the
   * transaction comes to `done`. No credential.
   *
   * GET /files/samples/dossier.zip
   */
  downloadDossier(options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/files/samples/dossier.zip`, shape: "file", credentials: "none" };
    return this.call(call, options);
  }

  /**
   * Download the body of an order that the sample dossier answers.
   *
   * For `POST /order/`, with `method` upload and `test_mode` true. No credential.
   *
   * GET /files/samples/order.json
   */
  downloadSampleOrder(options: CallOptions = {}): Promise<t.NewOrder> {
    const call: Call = { method: "GET", path: `/files/samples/order.json`, shape: "document", credentials: "none" };
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
   * Download the proof of the statement that a run made.
   *
   * The address is given by a reading; its signature is the only credential and holds for 30 days.
   *
   * GET /files/proofs/{orderid}/{run}
   */
  downloadProof(orderid: string, run: string, query: DownloadProofQuery, options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/files/proofs/${encodeURIComponent(orderid)}/${encodeURIComponent(run)}`, shape: "file", credentials: "none", query: { ...query } };
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
   * For whoever restarts the process: it answers as long as the process does, whatever else is broken.
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
   * For whoever sends requests here: the database, the files and the disk are asked, within three seconds.
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
   * OpenAPI 3.1. The server that it names is this installation.
   *
   * GET /openapi.yaml
   */
  openapi(options: CallOptions = {}): Promise<Uint8Array> {
    const call: Call = { method: "GET", path: `/openapi.yaml`, shape: "file", credentials: "none" };
    return this.call(call, options);
  }

  /**
   * Read this document as JSON.
   *
   * The same as `/openapi.yaml`; the server that both name is this installation.
   *
   * GET /openapi.json
   */
  openapiJSON(options: CallOptions = {}): Promise<Record<string, unknown>> {
    const call: Call = { method: "GET", path: `/openapi.json`, shape: "document", credentials: "none" };
    return this.call(call, options);
  }

  /**
   * Read the public keys that verify access tokens (RFC 7517).
   *
   * Ed25519 keys, each with its `kid`; a key that was replaced stays until the last token that it signed has
   * expired.
   *
   * GET /.well-known/jwks.json
   */
  jwks(options: CallOptions = {}): Promise<t.JWKS> {
    const call: Call = { method: "GET", path: `/.well-known/jwks.json`, shape: "document", credentials: "none" };
    return this.call(call, options);
  }
}
