import { createHmac, createPublicKey, timingSafeEqual, verify as verifySignature } from "node:crypto";
import type { AwaitedGap, Document, State } from "./types.js";

interface Told {
  orderid: string;
  /** Your own identifier of the order. */
  external_id: string;
  /** National identifier of the syndic; only when your contract allows it. */
  registration_id?: string;
}
/** The pré-état daté is ready: it carries the PDF in base64, or its address. Client.statementOf gives its bytes. */
export interface DoneEvent extends Told {
  status: "done";
  content?: string;
  content_url?: string;
  content_sha256?: string;
  documents?: Document[];
}
/** Something is missing; `missing` tells what, where the endpoint chose `details`. */
export interface WaitingEvent extends Told {
  status: "waiting";
  missing?: AwaitedGap[];
}
/** The order was taken, its papers are complete, or a refresh was requested. */
export interface ProgressEvent extends Told {
  status: Exclude<State, "done" | "waiting">;
}
/** What a webhook bears: narrow it by its status. */
export type OrderEvent = DoneEvent | WaitingEvent | ProgressEvent;

/** A delivery that was verified. */
export interface Webhook {
  /** The same at every attempt: one that you hold is a success and nothing more. */
  id: string;
  /** Of the event within its order, from 1; 0 for a rehearsal. */
  sequence: number;
  attempt: number;
  /** Of a test order, or a rehearsal. */
  test: boolean;
  event: OrderEvent;
}

/** Why a delivery is refused: answer it with 400 or 401. */
export class WebhookError extends Error {
  override name = "WebhookError";
  constructor(readonly reason: "headers" | "timestamp" | "signature" | "body", message: string) {
    super(message);
  }
}

export interface VerifyOptions {
  /** Seconds that the sender's clock may be from ours; by default 300. */
  tolerance?: number;
  /** Seconds since 1970; by default the clock. */
  now?: number;
}

type Headers_ = Headers | Record<string, string | string[] | undefined>;

/**
 * Judges a delivery by Standard Webhooks 1.0.
 *
 * @param secrets of the endpoint: whsec_…, or whpk_…; several while one rotates.
 * @param headers as they came: those of node:http, or a Headers.
 * @param body the bytes as they came, before any JSON library.
 * @throws WebhookError when the delivery is not genuine.
 */
export function verifyWebhook(secrets: string | readonly string[], headers: Headers_, body: Uint8Array, options: VerifyOptions = {}): Webhook {
  const keys = (typeof secrets === "string" ? [secrets] : secrets).map(keyOf);
  if (keys.length === 0) throw new TypeError("predate: no secret to verify webhooks with");
  const id = header(headers, "webhook-id");
  const stamp = header(headers, "webhook-timestamp");
  const signatures = header(headers, "webhook-signature");
  if (!id || !signatures || !/^\d{1,15}$/.test(stamp)) {
    throw new WebhookError("headers", "webhook-id, webhook-timestamp or webhook-signature is missing or malformed");
  }
  if (Math.abs((options.now ?? Date.now() / 1000) - Number(stamp)) > (options.tolerance ?? 300)) {
    throw new WebhookError("timestamp", "the delivery was signed too long ago, or in the future");
  }
  const message = Buffer.concat([Buffer.from(`${id}.${stamp}.`), body]);
  const genuine = signatures.split(" ").flatMap((one) => keys.map((key) => key(message, one)));
  if (!genuine.includes(true)) throw new WebhookError("signature", "no signature of the delivery is right");
  return {
    id,
    sequence: Number(header(headers, "predate-sequence")) || 0,
    attempt: Number(header(headers, "predate-attempt")) || 0,
    test: header(headers, "predate-test") === "true",
    event: eventOf(body),
  };
}

function header(headers: Headers_, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const value = headers[name] ?? Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return typeof value === "string" ? value : "";
}

// keyOf gives what compares a signature with that of the key, in constant time.
function keyOf(secret: string): (message: Buffer, signature: string) => boolean {
  const isPublic = secret.startsWith("whpk_");
  const encoded = secret.replace(/^wh(sec|pk)_/, "");
  const key = Buffer.from(encoded, "base64");
  if (key.toString("base64") !== encoded || key.length < 24 || (isPublic && key.length !== 32)) {
    throw new TypeError("predate: a secret is not of the form whsec_… or whpk_…");
  }
  if (!isPublic) {
    return (message, signature) => {
      const want = Buffer.from("v1," + createHmac("sha256", key).update(message).digest("base64"));
      const got = Buffer.from(signature);
      return got.length === want.length && timingSafeEqual(got, want);
    };
  }
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") }, format: "jwk" });
  return (message, signature) => signature.startsWith("v1a,") && verifySignature(null, message, publicKey, Buffer.from(signature.slice(4), "base64"));
}

function eventOf(body: Uint8Array): OrderEvent {
  try {
    const event = JSON.parse(Buffer.from(body).toString()) as OrderEvent | null;
    if (typeof event?.orderid === "string" && typeof event.status === "string") return event;
  } catch {
    // no JSON
  }
  throw new WebhookError("body", "the delivery is signed, and its body is no event");
}
