// Takes predate's webhooks: verifies them, keeps each once, answers at once,
// and works on them afterwards. Node 20.10 or later, no package.
"use strict";
const crypto = require("node:crypto");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");

const largest = 64 * 1024 * 1024; // bytes of a body: a statement comes in base64
const tolerance = 5 * 60; // seconds between our clock and the sender's
const inbox = process.env.INBOX;
const key = Buffer.from((process.env.PREDATE_WEBHOOK_SECRET || "").replace(/^whsec_/, ""), "base64");
if (key.length < 24) throw new Error("PREDATE_WEBHOOK_SECRET is not a secret of the form whsec_…");
fs.mkdirSync(inbox, { recursive: true, mode: 0o700 });

// verify follows Standard Webhooks 1.0, over the bytes as they came.
function verify(headers, body) {
  const id = headers["webhook-id"] || "";
  const stamp = headers["webhook-timestamp"] || "";
  if (!/^\d+$/.test(stamp) || Math.abs(Date.now() / 1000 - Number(stamp)) > tolerance) return "stale or missing timestamp";
  const mac = crypto.createHmac("sha256", key).update(`${id}.${stamp}.`).update(body).digest("base64");
  const want = Buffer.from("v1," + mac);
  const good = (headers["webhook-signature"] || "").split(" ").some((signature) => {
    const got = Buffer.from(signature);
    return got.length === want.length && crypto.timingSafeEqual(got, want);
  });
  return good && /^[0-9A-Za-z_-]{1,100}$/.test(id) ? null : "bad signature";
}

// keep writes a delivery under its id and says whether it is new. Only what is
// on the disk is answered with a success.
function keep(id, body) {
  const draft = path.join(inbox, "draft-" + crypto.randomUUID());
  fs.writeFileSync(draft, body, { flush: true });
  try {
    fs.linkSync(draft, path.join(inbox, id + ".json"));
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    fs.unlinkSync(draft);
  }
}

// work is where your own work goes. An older event of an order, sent again
// after a newer one, must not overwrite it.
const newest = new Map();
function work(id, sequence, body) {
  const event = JSON.parse(body);
  const seen = newest.get(event.orderid) || 0;
  if (sequence > 0 && sequence < seen) return console.log("late", id);
  newest.set(event.orderid, Math.max(sequence, seen));
  console.log("event", event.status, event.orderid, sequence);
}

http
  .createServer(async (request, response) => {
    const answer = (status, text) => response.writeHead(status).end(text);
    try {
      const chunks = [];
      let size = 0;
      for await (const chunk of request) {
        size += chunk.length;
        if (size > largest) return answer(413, "too large");
        chunks.push(chunk);
      }
      const body = Buffer.concat(chunks);
      const wrong = verify(request.headers, body);
      if (wrong) return answer(401, wrong);
      const id = request.headers["webhook-id"];
      const fresh = keep(id, body);
      answer(204);
      if (!fresh) return console.log("duplicate", id);
      setImmediate(work, id, Number(request.headers["predate-sequence"] || 0), body);
    } catch (error) {
      console.error(error);
      answer(503, "try again");
    }
  })
  .listen(Number(process.env.PORT), "127.0.0.1");
