// The suite runs against a real server that «go test ./sdk» starts and names in the environment.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import {
  AuthenticationError, Client, InvalidRequestError, type NewOrder, newDocument, NotFoundError, PredateError, RateLimitError, type State,
  verifyWebhook, type View, type Webhook, WebhookError,
} from "../src/index.js";

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run «go test ./sdk» in the repository`);
  return value;
}

const url = setting("PREDATE_URL");
const faults = setting("PREDATE_FAULTS");
const client = (baseUrl = url) =>
  new Client({ baseUrl, apiKey: setting("PREDATE_API_KEY"), email: setting("PREDATE_EMAIL"), password: setting("PREDATE_PASSWORD") });

const newOrder = (username: string, external_id: string): NewOrder => ({
  address: "18 rue des Maraîchers-Fleuris", city: "Lyon", zipcode: "69003",
  owners: [{ firstname: "Hélène", lastname: "Vassorelle" }],
  invoice: { address: "1 place de l’Étude", city: "Lyon", zipcode: "69003", lastname: "Étude des Quatre-Vents" },
  method: "extranet", syndic: { name: "Cabinet Orvellac-Brimont", username, password: "x", url: "https://extranet.example/" },
  lots: "14, 38", all_due_paid: true, external_id, test_mode: true,
});

async function until(c: Client, orderid: string, state: State): Promise<View> {
  for (const end = Date.now() + 60_000; ; await new Promise((done) => setTimeout(done, 50))) {
    const view = await c.readOrder(orderid);
    if (view.state === state) return view;
    assert.ok(Date.now() < end, `the order is ${view.state}, not ${state}`);
  }
}

async function* hooks(c: Client): AsyncGenerator<Webhook, void, undefined> {
  const taken: Webhook[] = [];
  let wake = () => {};
  let secret = "";
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      taken.push(verifyWebhook(secret, request.headers, Buffer.concat(chunks)));
      response.writeHead(204).end();
      wake();
    } catch (error) {
      response.writeHead(401).end(String(error));
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  after(() => server.close());
  const endpoint = await c.createWebhook({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/predate` });
  secret = endpoint.secret ?? "";
  after(() => c.deleteWebhook(endpoint.id));
  for (;;) {
    for (let next = taken.shift(); next; next = taken.shift()) yield next;
    await new Promise<void>((done) => (wake = done));
  }
}

test("an order goes to done, and its webhooks and feed tell of it", { timeout: 90_000 }, async () => {
  const c = client();
  const deliveries = hooks(c);
  const first = deliveries.next();
  while ((await c.listWebhooks()).webhooks.length === 0) await new Promise((done) => setTimeout(done, 20));
  await new Promise((done) => setTimeout(done, 100));
  const placed = await c.createOrder(newOrder("test-done", "ts-1"));
  assert.equal(placed.state, "confirmed");
  assert.ok(new Date(placed.created).getTime() > 0);
  const view = await until(c, placed.orderid, "done");
  const pdf = await c.readStatement(placed.orderid);
  assert.equal(Buffer.from(pdf.subarray(0, 4)).toString(), "%PDF");
  assert.equal(createHash("sha256").update(pdf).digest("hex"), view.statement?.sha256);
  assert.equal(typeof (await c.readReport(placed.orderid)), "object");
  assert.ok((await c.download(view.documents[0]?.url ?? "")).length > 0);

  const states: State[] = [];
  for await (const event of c.eachEvent({ limit: 2, content: "link" })) {
    if (event.orderid !== placed.orderid) continue;
    states.push(event.status);
    if (event.status !== "done" || !event.body) continue;
    assert.deepEqual(Buffer.from(await c.statementOf(event.body)), Buffer.from(pdf));
    await assert.rejects(c.statementOf({ ...event.body, content_sha256: "0".repeat(64) }), /not what the event says/);
  }
  assert.deepEqual(states, ["confirmed", "received", "done"]);

  let sequence = 0;
  for (let next = await first; !next.done; next = await deliveries.next()) {
    const hook = next.value;
    if (hook.event.orderid !== placed.orderid) continue;
    assert.equal(hook.sequence, ++sequence);
    assert.ok(hook.test);
    if (hook.event.status !== "done") continue;
    assert.deepEqual(Buffer.from(await c.statementOf(hook.event)), Buffer.from(pdf));
    break;
  }
  assert.equal(sequence, 3);
  assert.equal((await c.simulateEvent({ orderid: placed.orderid, event: "waiting" })).event, "waiting");
  assert.equal((await c.refreshOrder(placed.orderid, { method: "extranet", syndic: { username: "test-done", password: "x" } })).refreshed, true);
});

test("an order that waits is answered, given papers, listed and cancelled", { timeout: 90_000 }, async () => {
  const c = client();
  const { orderid } = await c.createOrder(newOrder("test-waiting-document", "ts-2"));
  assert.ok((await until(c, orderid, "waiting")).missing.length > 0);
  const asked = (await c.readChecklist(orderid)).items.find((item) => item.kind === "document" && item.state === "missing");
  assert.ok(asked);
  const answer = { code: asked.code, answer: "see_comment" as const, comment: "Lundi.", by: "Mme Vassorelle" };
  await c.answer(orderid, [asked.fiscal_year === undefined ? answer : { ...answer, fiscal_year: asked.fiscal_year }]);
  await c.addDocuments(orderid, { documents: [newDocument("note.pdf", Buffer.from("%PDF-1.4\n%%EOF\n"))] });
  assert.ok((await c.cancelOrder(orderid)).cancelled);
  const found: string[] = [];
  for await (const order of c.eachOrder({ limit: 1, external_id: "ts-2", test_mode: true })) found.push(order.orderid);
  assert.deepEqual(found, [orderid]);
});

test("an endpoint is made, changed, rotated and deleted", async () => {
  const c = client();
  const made = await c.createWebhook({ url: "http://127.0.0.1:9/ts", events: ["done"], max_rate: 5 });
  assert.equal((await c.changeWebhook(made.id, { enabled: false })).max_rate, 5);
  assert.equal((await c.changeWebhook(made.id, { max_rate: null })).max_rate, null);
  assert.notEqual((await c.rotateWebhookSecret(made.id)).secret, made.secret);
  assert.equal((await c.webhookStats(made.id, { hours: 1 })).deliveries.pending, 0);
  for await (const delivery of c.eachDelivery(made.id)) assert.ok(delivery.id);
  await c.deleteWebhook(made.id);
  await assert.rejects(c.readWebhook(made.id), (error) => error instanceof NotFoundError && error.code === "webhook_not_found");
});

test("refusals tell what is wrong", async () => {
  const order = { ...newOrder("test-done", "ts-3"), zipcode: "690", owners: [{ lastname: "" }] };
  await assert.rejects(client().createOrder(order), (error) => {
    assert.ok(error instanceof InvalidRequestError && error.status === 400 && error.code === "invalid_request" && error.requestId);
    assert.deepEqual(Object.keys(error.fields).sort(), ["owners[0].lastname", "zipcode"]);
    return true;
  });
  const wrong = new Client({ baseUrl: url, apiKey: setting("PREDATE_API_KEY"), email: "autre@quatre-vents.example", password: "x" });
  await assert.rejects(wrong.listOrders(), (error) => error instanceof AuthenticationError && error.code === "invalid_credentials");
  await assert.rejects(wrong.verify("8G9P-Z8TN-PDKR-M4A6-NMBF"), NotFoundError);
  await wrong.ready();
  assert.ok((await wrong.jwks()).keys.length > 0);
  assert.match(Buffer.from(await wrong.openapi()).toString(), /^openapi:/);
  const cut = AbortSignal.abort();
  await assert.rejects(client().listOrders({}, { signal: cut }));
});

interface Sighting { path: string; key: string }
const seen = async (session: string) => (await (await fetch(`${faults}/seen/${session}`)).json()) as Sighting[];

test("attempts are repeated under one key, and not without", { timeout: 60_000 }, async () => {
  for (const plan of ["503.0,lost,409.0", "cut,429.0"]) {
    const session = `ts-${plan.slice(0, 3)}`;
    const placed = await client(`${faults}/${plan}/${session}`).createOrder(newOrder("test-done", session));
    const keys = (await seen(session)).filter((call) => call.path === "/order/").map((call) => call.key);
    assert.equal(keys.length, plan.split(",").length + 1);
    assert.ok(keys[0] && new Set(keys).size === 1);
    assert.deepEqual((await client().listOrders({ external_id: session })).orders.map((order) => order.orderid), [placed.orderid]);
  }
  const began = Date.now();
  await client(`${faults}/429.1/ts-wait`).listOrders();
  assert.ok(Date.now() - began >= 1000);
  await assert.rejects(client(`${faults}/429.3600/ts-long`).listOrders(), (error) => error instanceof RateLimitError && error.retryAfter === 3600);
  await assert.rejects(client(`${faults}/503.0/ts-once`).createWebhook({ url: "http://127.0.0.1:9/ts" }), (error) => error instanceof PredateError && error.status === 503);
  assert.equal((await seen("ts-once")).length, 2);
});

test("tokens are renewed", async () => {
  for (const [plan, want] of Object.entries({ none: 1, short: 3, "none,401": 2, "401": 2 })) {
    const c = client(`${faults}/${plan}/ts-token-${plan}`);
    for (let call = 0; call < 3; call++) await c.listWebhooks();
    const asked = (await seen(`ts-token-${plan}`)).filter((call) => call.path === "/account/auth").length;
    assert.equal(asked, want, plan);
  }
  const c = client(`${faults}/none/ts-token-together`);
  await Promise.all([c.listWebhooks(), c.listWebhooks(), c.listWebhooks()]);
  assert.equal((await seen("ts-token-together")).filter((call) => call.path === "/account/auth").length, 1);
});

test("webhooks are verified", () => {
  interface Vector { name: string; secrets: string[]; headers: Record<string, string>; body: string; now: number; want: string }
  const vectors = JSON.parse(readFileSync(setting("PREDATE_VECTORS"), "utf8")) as Vector[];
  assert.ok(vectors.length >= 25);
  for (const v of vectors) {
    const judge = () => verifyWebhook(v.secrets, v.headers, Buffer.from(v.body, "base64"), { now: v.now });
    if (v.want === "ok") {
      const hook = judge();
      assert.deepEqual([hook.id, hook.sequence, hook.event.orderid], ["dlv_7", 2, "K7QF3M"], v.name);
      continue;
    }
    assert.throws(judge, (error) => error instanceof WebhookError && error.reason === v.want, v.name);
  }
  for (const secret of ["", "whsec_", "whsec_~~~", "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]) {
    assert.throws(() => verifyWebhook(secret, {}, Buffer.alloc(0)), TypeError);
  }
});
