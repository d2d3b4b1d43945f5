import { createHash } from "node:crypto";
import { Operations } from "./operations.js";
import type { CallOptions } from "./transport.js";
import type { NewDocument, WebhookEvent } from "./types.js";
import type { OrderEvent } from "./webhook.js";

/** Speaks to the API for one account. */
export class Client extends Operations {
  /**
   * The PDF of a done event: what it carries, or what its address gives, once that is proven to be the statement.
   */
  async statementOf(event: OrderEvent | WebhookEvent, options: CallOptions = {}): Promise<Uint8Array> {
    const carried: { content?: string; content_url?: string; content_sha256?: string } = event.status === "done" ? event : {};
    if (carried.content) return Buffer.from(carried.content, "base64");
    if (!carried.content_url) throw new Error(`predate: the event ${event.status} of ${event.orderid} carries no statement`);
    const content = await this.download(carried.content_url, options);
    if (createHash("sha256").update(content).digest("hex") !== carried.content_sha256) {
      throw new Error(`predate: the statement of ${event.orderid} is not what the event says`);
    }
    return content;
  }
}

/** A document to give, from its bytes. */
export function newDocument(filename: string, bytes: Uint8Array, more: Omit<NewDocument, "filename" | "content"> = {}): NewDocument {
  return { ...more, filename, content: Buffer.from(bytes).toString("base64") };
}
