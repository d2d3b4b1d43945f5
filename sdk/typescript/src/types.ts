// Made of api/openapi.yaml by sdk/generate: do not edit, run «make sdk».
// Dates are HTTP-dates in GMT, as the API writes them: new Date(order.created) reads one.

export interface Attempt {
  number: number;
  at: string;
  duration_ms: number;
  /**
   * Null when there was no answer.
   */
  http_status: number | null;
  error: string | null;
  /**
   * The beginning of what your server answered, up to 16 KiB.
   */
  answer: string;
  /**
   * The seconds that your server asked for; absent when it did not.
   */
  retry_after?: number;
  /**
   * What your server ordered by predate-control; absent when it did not. One of stop, disable.
   */
  control?: "stop" | "disable";
}

export interface AwaitedGap {
  /**
   * One of document, figure, action.
   */
  kind: "document" | "figure" | "action";
  doctype?: number;
  code: string;
  /**
   * In French
   */
  message: string;
}

export interface Checklist {
  orderid: string;
  state: State;
  /**
   * Whether what was given or answered is yet to be read: the items are those of before.
   */
  reading: boolean;
  /**
   * How many items are satisfied or declared absent.
   */
  settled: number;
  /**
   * As in the transaction.
   */
  corner_url: string | null;
  items: Array<Item>;
}

export interface Credentials {
  email: string;
  password: string;
}

export interface Deleted {
  id: string;
}

export interface Deliveries {
  /**
   * The `after` of the next page; null on the last.
   */
  next: string | null;
  deliveries: Array<Delivery>;
}

export interface Delivery {
  /**
   * The webhook-id.
   */
  id: string;
  /**
   * Id of the event.
   */
  event: string;
  orderid: string;
  sequence: number;
  /**
   * One of pending, delivered, given_up.
   */
  status: "pending" | "delivered" | "given_up";
  created: string;
  next_attempt: string | null;
  ended: string | null;
  attempts: Array<Attempt>;
}

export interface Deposit {
  /**
   * Identifier among `documents`.
   */
  document: number;
  /**
   * failed: the next collection, after a refresh, tries again. One of pending, made, failed.
   */
  state: "pending" | "made" | "failed";
  made: string | null;
  /**
   * The extranet's own words and number; may be empty.
   */
  receipt: string;
  /**
   * One of , deposit_unsupported, deposit_failed.
   */
  code: "" | "deposit_unsupported" | "deposit_failed";
  /**
   * In French; empty unless it failed.
   */
  message: string;
}

export interface Document {
  id: number;
  doctype: number;
  delivered: string;
  /**
   * What who gave the document wrote, or the title that the extranet gives it; behind « Pièce d’un autre
   * immeuble – écartée » where reading found another building's, from which nothing is taken.
   */
  comment: string;
  mimetype: string;
  /**
   * Holds for 30 days.
   */
  url: string;
}

export interface Endpoint {
  id: string;
  url: string;
  /**
   * True: a test endpoint, which hears of tests alone. False: a live one, which hears of everything but what
   * a test key does.
   */
  test_mode: boolean;
  events: Array<State>;
  /**
   * One of inline, link.
   */
  content: "inline" | "link";
  details: boolean;
  max_rate: number | null;
  /**
   * One of v1, v1a.
   */
  signature: "v1" | "v1a";
  /**
   * Verifies v1a; null under v1.
   */
  public_key: string | null;
  enabled: boolean;
  disabled_reason: string | null;
  created: string;
  /**
   * Shown once, when the endpoint is made; absent under v1a.
   */
  secret?: string;
  health?: Health;
}

export interface EndpointChange {
  url?: string | null;
  events?: Array<State> | null;
  enabled?: boolean | null;
  /**
   * One of inline, link.
   */
  content?: "inline" | "link" | null;
  details?: boolean | null;
  /**
   * null takes the limit off.
   */
  max_rate?: number | null;
}

export interface Endpoints {
  webhooks: Array<Endpoint>;
}

export interface Event {
  id: string;
  /**
   * Within the account
   */
  position: number;
  orderid: string;
  external_id: string;
  status: State;
  /**
   * Within the transaction, from 1; 0 for a rehearsal.
   */
  sequence: number;
  simulated: boolean;
  test_mode: boolean;
  created: string;
  /**
   * What a rehearsal does wrong on purpose.
   */
  faults?: Array<Fault>;
  /**
   * Seconds before the first attempt of a rehearsal.
   */
  delay?: number;
}

export interface Events {
  events: Array<Event>;
}

/**
 * `duplicate`: sent again, with the same `webhook-id`, after it was taken. `out_of_order`: bears a
 * `predate-sequence` that the transaction has passed. `bad_signature` and `stale_timestamp`: the first
 * attempt is forged, and must be refused; the second is genuine.
 */
export type Fault = "duplicate" | "out_of_order" | "bad_signature" | "stale_timestamp";

export interface Feed {
  events: Array<FeedEvent>;
  /**
   * The position to go on from.
   */
  next: number;
}

export interface FeedEvent {
  id: string;
  /**
   * Within the account
   */
  position: number;
  orderid: string;
  external_id: string;
  status: State;
  /**
   * Within the transaction, from 1; 0 for a rehearsal.
   */
  sequence: number;
  simulated: boolean;
  test_mode: boolean;
  created: string;
  /**
   * What a rehearsal does wrong on purpose.
   */
  faults?: Array<Fault>;
  /**
   * Seconds before the first attempt of a rehearsal.
   */
  delay?: number;
  body: WebhookEvent | null;
}

export interface Gap {
  /**
   * One of document, figure, action.
   */
  kind: "document" | "figure" | "action";
  doctype?: number;
  code: string;
  /**
   * The exercise it is about, such as 2025 or 2024/2025; absent when it is about none.
   */
  fiscal_year?: string;
  /**
   * In French
   */
  message: string;
  /**
   * Whether the statement waits for it.
   */
  blocking: boolean;
}

/**
 * How the latest attempts went; told where one endpoint is read or changed.
 */
export interface Health {
  /**
   * One of ok, failing, paused, disabled.
   */
  status: "ok" | "failing" | "paused" | "disabled";
  /**
   * In a row.
   */
  failures: number;
  failing_since: string | null;
  last_success: string | null;
  last_failure: string | null;
  last_error: string | null;
  paused_until: string | null;
  disabled_at: string | null;
}

export interface Item {
  /**
   * One of document, figure, action.
   */
  kind: "document" | "figure" | "action";
  doctype?: number;
  code: string;
  /**
   * The exercise it is about, such as 2025 or 2024/2025; absent when it is about none.
   */
  fiscal_year?: string;
  /**
   * In French
   */
  label: string;
  /**
   * One of satisfied, missing, unreadable, declared_absent.
   */
  state: "satisfied" | "missing" | "unreadable" | "declared_absent";
  /**
   * In French; the sentences that ask for it, none where it is there.
   */
  why: Array<string>;
  /**
   * Whether the statement waits for it.
   */
  blocking: boolean;
  said: Said | null;
}

export interface JWKS {
  keys: Array<JWKSKey>;
}

export interface JWKSKey {
  kty: string;
  crv: string;
  alg: string;
  use: string;
  kid: string;
  x: string;
}

export interface NeedRefresh {
  orderid: string;
  /**
   * One of extranet, upload.
   */
  method: "extranet" | "upload";
  comment?: string | null;
  all_due_paid?: boolean | null;
  syndic?: SyndicChange | null;
}

export interface NeedRotation {
  /**
   * How long the old key still signs beside the new one.
   */
  grace_hours?: number | null;
  /**
   * The scheme of the new key; absent keeps the endpoint's. One of v1, v1a.
   */
  signature?: "v1" | "v1a" | null;
}

export interface NewAnswer {
  /**
   * Of the item.
   */
  code: string;
  /**
   * Of the item, where it has one.
   */
  fiscal_year?: string | null;
  /**
   * What is no document takes `see_comment` only; a document that cannot be read exists. One of
   * does_not_exist, not_obtainable, see_comment.
   */
  answer: "does_not_exist" | "not_obtainable" | "see_comment";
  /**
   * Required with `see_comment`.
   */
  comment?: string | null;
  /**
   * Who says so: a name, printed in the statement.
   */
  by: string;
}

export interface NewDocument {
  filename: string;
  /**
   * At most 50 MiB once decoded.
   */
  content: string;
  /**
   * A hint; the content decides.
   */
  doctype?: number | null;
  comment?: string | null;
  /**
   * Hand the document in to the syndic through its extranet, with the next collection; `deposits` of the
   * transaction tells what came of it. Only for an order that names an extranet.
   */
  submit?: boolean | null;
}

export interface NewDocuments {
  documents: Array<NewDocument>;
}

export interface NewEndpoint {
  /**
   * https only.
   */
  url: string;
  /**
   * Which to send; none or absent means all five.
   */
  events?: Array<State> | null;
  /**
   * Whether `done` carries the statement in base64, or its address. One of inline, link.
   */
  content?: "inline" | "link" | null;
  /**
   * Whether `waiting` tells what is missing.
   */
  details?: boolean | null;
  /**
   * Deliveries a second, at most.
   */
  max_rate?: number | null;
  /**
   * Whether it hears of tests alone; always so of one that a test key makes. It cannot be changed later.
   */
  test_mode?: boolean | null;
  /**
   * v1: HMAC-SHA256 with a shared secret; v1a: Ed25519, whose public key the answer shows. One of v1, v1a.
   */
  signature?: "v1" | "v1a" | null;
}

export interface NewOrder {
  address: string;
  additional?: string | null;
  city: string;
  zipcode: string;
  owners: Array<NewOrderOwner>;
  /**
   * Who is invoiced.
   */
  invoice: NewOrderInvoice;
  /**
   * extranet: the papers are collected from the syndic's site. upload: you send them, now or later. One of
   * extranet, upload.
   */
  method: "extranet" | "upload";
  /**
   * Required whole with method extranet. The password is encrypted on receipt and erased when the work ends.
   */
  syndic?: NewOrderSyndic | null;
  documents?: Array<NewDocument> | null;
  lots?: string | null;
  comment?: string | null;
  all_due_paid?: boolean | null;
  /**
   * Your own identifier; echoed.
   */
  external_id?: string | null;
  test_mode?: boolean | null;
}

/**
 * Who is invoiced.
 */
export interface NewOrderInvoice {
  address: string;
  city: string;
  zipcode: string;
  lastname: string;
}

export interface NewOrderOwner {
  /**
   * Empty for a company.
   */
  firstname?: string | null;
  lastname: string;
}

/**
 * Required whole with method extranet. The password is encrypted on receipt and erased when the work ends.
 */
export interface NewOrderSyndic {
  name?: string | null;
  username?: string | null;
  password?: string | null;
  /**
   * Absolute https address of the extranet.
   */
  url?: string | null;
}

export interface Order {
  /**
   * The e-mail of your account.
   */
  account: string;
  created: string;
  external_id: string;
  orderid: string;
  /**
   * True until done or cancelled.
   */
  pending: boolean;
  /**
   * True once a refresh was requested.
   */
  refreshed: boolean;
  state: State;
  test_mode: boolean;
  updated: string;
}

export interface Orders {
  orders: Array<Order>;
  /**
   * The `after` of the next page; null on the last.
   */
  next: string | null;
}

export interface Recovered {
  recovered: number;
}

export interface Recovery {
  /**
   * An HTTP-date or an RFC 3339 date and time.
   */
  since: string;
  /**
   * The end, itself left out; absent means now.
   */
  until?: string | null;
}

export interface Refresh {
  /**
   * One of extranet, upload.
   */
  method: "extranet" | "upload";
  comment?: string | null;
  all_due_paid?: boolean | null;
  syndic?: SyndicChange | null;
}

export interface Rotated {
  id: string;
  /**
   * Absent under v1a.
   */
  secret?: string;
  /**
   * Absent under v1.
   */
  public_key?: string;
  previous_secret_until: string;
}

export interface Said {
  /**
   * One of does_not_exist, not_obtainable.
   */
  answer: "does_not_exist" | "not_obtainable";
  by: string;
  on: string;
  comment: string;
}

export interface Simulated {
  orderid: string;
  event: State;
  /**
   * Empty when `feed_only` was asked.
   */
  deliveries: Array<SimulatedDelivery>;
}

export interface SimulatedDelivery {
  id: string;
  endpoint: string;
}

export interface Simulation {
  orderid: string;
  event: State;
  /**
   * What the delivery does wrong, to try the receiver.
   */
  faults?: Array<Fault>;
  /**
   * Seconds before the first attempt.
   */
  delay?: number;
  /**
   * Send nothing to the endpoints: the event is for who reads the feed.
   */
  feed_only?: boolean;
}

/**
 * confirmed: taken; received: every required document is in; waiting: something is missing, see `missing`;
 * done: the pré-état daté is ready; need-refresh: a refresh was requested.
 */
export type State = "confirmed" | "received" | "waiting" | "done" | "need-refresh";

export interface Statement {
  url: string;
  issued: string;
  sha256: string;
}

export interface Stats {
  since: string;
  deliveries: StatsDeliveries;
  attempts: StatsAttempts;
  duration_ms: StatsDurationMs;
}

export interface StatsAttempts {
  succeeded: number;
  failed: number;
}

export interface StatsDeliveries {
  pending: number;
  delivered: number;
  given_up: number;
}

export interface StatsDurationMs {
  p50: number;
  p99: number;
}

/**
 * Optional while the credentials are still kept.
 */
export interface SyndicChange {
  name?: string | null;
  username?: string | null;
  password?: string | null;
}

export interface Token {
  /**
   * JWT, EdDSA; verify it with `/.well-known/jwks.json`.
   */
  access_token: string;
}

export interface Verification {
  /**
   * The code as it is printed.
   */
  code: string;
  /**
   * The day on which the statement was issued.
   */
  issued: string;
  /**
   * Whether no newer statement replaced it.
   */
  current: boolean;
  /**
   * The day on which a newer one was issued.
   */
  replaced: string | null;
}

export interface View {
  account: string;
  created: string;
  external_id: string;
  orderid: string;
  pending: boolean;
  refreshed: boolean;
  state: State;
  test_mode: boolean;
  updated: string;
  /**
   * What is asked of you: while waiting, first what the order waits for (`blocking: true`); in every state,
   * the papers that the seller still owes the buyer and that hold nothing back (`blocking: false`).
   */
  missing: Array<Gap>;
  documents: Array<Document>;
  statement: Statement | null;
  cancelled: string | null;
  /**
   * A page for the seller, behind a signed address; null once the transaction takes nothing. An operator may
   * close it and make another.
   */
  corner_url: string | null;
  /**
   * What came of the documents that were to be handed in at the extranet (`submit`); absent when there were
   * none.
   */
  deposits?: Array<Deposit>;
}

export interface WebhookEvent {
  status: State;
  orderid: string;
  external_id: string;
  /**
   * Only when status is done, unless the endpoint chose `content: link`.
   */
  content?: string;
  /**
   * The statement's address, good for 30 days, in the place of content when the endpoint chose `content:
   * link`, or when the body would be longer than 20 MiB.
   */
  content_url?: string;
  /**
   * With content_url: what the statement's bytes must be.
   */
  content_sha256?: string;
  /**
   * Only when status is waiting and the endpoint chose `details`: what the order waits for.
   */
  missing?: Array<AwaitedGap>;
  /**
   * Only when your contract allows it.
   */
  registration_id?: string;
  /**
   * Only when status is done.
   */
  documents?: Array<Document>;
}
