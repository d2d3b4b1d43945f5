// Made of api/openapi.yaml by sdk/generate: do not edit, run «make sdk».
// Dates are HTTP-dates in GMT, as the API writes them: new Date(order.created) reads one.

export interface Account {
  email: string;
  /**
   * One of premium, syndic, standard.
   */
  kind: "premium" | "syndic" | "standard";
  created: string;
  send_documents: boolean;
  send_registration: boolean;
  keep_credentials: boolean;
}

/**
 * What the transaction is about at the moment, so that nobody waits without knowing for what. queued: a step
 * waits for its turn; collecting: the extranet is asked for papers; retrying: a step failed and is tried
 * again by itself; reading: papers are read; in_review: a person of ours looks; asking: you are to act, see
 * `missing`; typesetting: the PDF is made; idle: nothing is left to do.
 */
export interface Activity {
  /**
   * One of queued, collecting, retrying, reading, in_review, asking, typesetting, idle.
   */
  code: "queued" | "collecting" | "retrying" | "reading" | "in_review" | "asking" | "typesetting" | "idle";
  since: string;
  /**
   * When a step is tried again; absent where that is not known, or none is.
   */
  next_attempt?: string;
  /**
   * In French, for people.
   */
  message: string;
}

export interface Advanced {
  orderid: string;
  action: string;
  /**
   * Seconds that have passed.
   */
  passed: number;
  /**
   * Seconds by which the clock of the account's test transactions is ahead.
   */
  ahead: number;
  /**
   * Just then; the work that the action begins follows.
   */
  state: State;
  /**
   * When the extranet is tried again; null for never.
   */
  next_attempt: string | null;
}

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
  /**
   * The headers that were sent, by their names in small letters; where one delivery is read.
   */
  headers?: Record<string, unknown>;
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

export interface CreatePortalLinkAnswer {
  url: string;
  /**
   * HTTP-date (RFC 9110).
   */
  expires: string;
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
  /**
   * Which event it tells of; where one delivery is read.
   */
  kind?: State;
  request?: SentRequest;
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

export interface HandedIn {
  /**
   * Identifier among `documents`.
   */
  document: number;
  filename: string;
  given: string;
  /**
   * client: you, or the seller on the page `corner_url`. One of client, operator.
   */
  by: "client" | "operator";
  /**
   * Whether something could be taken from it; null until it was read.
   */
  accepted: boolean | null;
  /**
   * In French: why it was not accepted; else empty.
   */
  message: string;
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

export interface Invoice {
  number: string;
  /**
   * One of invoice, credit_note.
   */
  kind: "invoice" | "credit_note";
  /**
   * The invoice that a credit note cancels.
   */
  corrects: string | null;
  orderid: string;
  external_id: string;
  /**
   * HTTP-date (RFC 9110) of the day.
   */
  issued: string;
  /**
   * HTTP-date (RFC 9110) of the day.
   */
  due: string;
  /**
   * Euros with two decimals, without VAT.
   */
  net: string;
  /**
   * Euros with two decimals.
   */
  vat: string;
  /**
   * Euros with two decimals.
   */
  total: string;
  /**
   * One of EUR.
   */
  currency: "EUR";
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

export interface Key {
  /**
   * Names the key; nothing of it can be found from this.
   */
  id: string;
  /**
   * How the key begins.
   */
  prefix: string;
  /**
   * It sees and touches tests only.
   */
  test_mode: boolean;
  created: string;
  /**
   * To the hour; null for never.
   */
  last_used: string | null;
  /**
   * Since when it is refused; null while it is good.
   */
  revoked: string | null;
  /**
   * It is the key of this request.
   */
  current: boolean;
  /**
   * The key itself, in the answer that makes it and never again.
   */
  key?: string;
}

export interface Keys {
  keys: Array<Key>;
}

export interface ListInvoicesAnswer {
  invoices: Array<Invoice>;
  next: string | null;
}

export interface ListedOrder {
  account: string;
  created: string;
  external_id: string;
  orderid: string;
  pending: boolean;
  refreshed: boolean;
  state: State;
  test_mode: boolean;
  updated: string;
  activity: Activity;
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

export interface NewAdvance {
  orderid: string;
  /**
   * One of time, operator_approves, operator_refuses, site_back.
   */
  action: "time" | "operator_approves" | "operator_refuses" | "site_back";
  /**
   * A time like `90m`, `2h` or `3d`, from a minute to 366 days; with `time` alone.
   */
  by?: string | null;
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

export interface NewFlags {
  /**
   * Webhooks of `done` carry `documents`.
   */
  send_documents?: boolean | null;
  /**
   * They carry `registration_id`.
   */
  send_registration?: boolean | null;
  /**
   * Extranet credentials are kept, sealed, for refreshes.
   */
  keep_credentials?: boolean | null;
}

export interface NewKey {
  /**
   * A key that sees and touches tests only.
   */
  test_mode?: boolean | null;
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

export interface NewPassword {
  old_password: string;
  /**
   * At least 12 characters, at most 1024 bytes.
   */
  new_password: string;
}

export interface NewPortalLink {
  minutes?: number;
  /**
   * An https origin, like `https://app.example.fr`.
   */
  frame?: string;
  /**
   * The endpoints for tests instead of the live ones; a test key gets no other.
   */
  test_mode?: boolean;
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
  orders: Array<ListedOrder>;
  /**
   * The `after` of the next page; null on the last.
   */
  next: string | null;
}

export interface Proof {
  /**
   * Signed, good for at least 30 days
   */
  url: string;
  /**
   * Of the file, as the statement prints it
   */
  sha256: string;
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

/**
 * What every attempt sends; where one delivery is read.
 */
export interface SentRequest {
  /**
   * Of the endpoint, as it is now.
   */
  url: string;
  /**
   * The bytes as they are signed, up to 64 KiB; null when what they carried is no longer kept.
   */
  body: string | null;
  /**
   * The length of the whole body; 0 when it is no longer kept.
   */
  bytes: number;
  /**
   * Of the whole body; absent when it is no longer kept.
   */
  sha256?: string;
  /**
   * Whether `body` is only its beginning.
   */
  truncated: boolean;
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
  /**
   * What the statement names as still owed to the buyer, or as lacking.
   */
  reserves: Array<Gap>;
  /**
   * The second file: sources with their words, checks, papers and hashes; null for a statement that holds
   * them itself.
   */
  proof: Proof | null;
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
   * This and what follows, up to all_due_paid, is what was ordered; empty once the transaction was erased.
   */
  address: string;
  additional: string;
  city: string;
  zipcode: string;
  owners: Array<ViewOwner>;
  invoice: ViewInvoice;
  /**
   * Of the last request. One of extranet, upload.
   */
  method: "extranet" | "upload";
  /**
   * Without the username and the password, which are never shown; null where none was named.
   */
  syndic: ViewSyndic | null;
  lots: string;
  /**
   * Of the last request that had one.
   */
  comment: string;
  /**
   * Of the last request.
   */
  all_due_paid: boolean;
  /**
   * When the credentials of the extranet are erased at the latest; null where none are kept.
   */
  credentials_kept_until: string | null;
  activity: Activity;
  /**
   * What is asked of you: while waiting, first what the order waits for (`blocking: true`); in every state,
   * the papers that the seller still owes the buyer and that hold nothing back (`blocking: false`).
   */
  missing: Array<Gap>;
  documents: Array<Document>;
  /**
   * The files that were handed in by the API, the seller's page or an operator, with what became of each.
   */
  handed_in: Array<HandedIn>;
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

export interface ViewInvoice {
  address: string;
  city: string;
  zipcode: string;
  lastname: string;
}

export interface ViewOwner {
  firstname: string;
  lastname: string;
}

export interface ViewSyndic {
  name: string;
  url: string;
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
